"""Every conformance case through the real command, in a real process, on a real workbook, read back with openpyxl."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.model.dice import key_text
from tests.oracle.adapter import campaign_from, resolve_real
from tests.oracle.seasons import generate
from tests.oracle.test_oracle_cases import load_cases, unmet
from tests.workbook.books import workbook_from_case

FIELDS = {
    "ap": "Army AP",
    "gold": "Gold",
    "vp": "VP",
    "at": "Army at",
    "came_from": "Came from",
    "standing": "Standing",
}


def adjudicate(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "adjudicator", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def rows(sheet: Worksheet) -> list[dict[str, Any]]:
    values = sheet.iter_rows(values_only=True)
    headers = [str(header) for header in next(values)]
    return [dict(zip(headers, row, strict=True)) for row in values if row[0] not in (None, "")]


def read_back(path: Path, case: dict[str, Any]) -> dict[str, Any]:
    """The workbook as the command left it, in the words of the oracle."""
    book = load_workbook(path)
    settings = {str(row["Setting"]): row["Value"] for row in rows(book["Campaign"])}
    (_, state, *_) = campaign_from(case)
    now = {"Year": state.year, "Season": state.season.value}
    dice = [row for row in rows(book["Dice"]) if {name: row[name] for name in now} == now]
    battles = [row for row in rows(book["Battles"]) if {name: row[name] for name in now} == now]
    return {
        "status": settings["Status"],
        "year": settings["Year"],
        "season": str(settings["Season"]).lower(),
        "nations": {
            row["Nation"]: {
                **{field: row[header] for field, header in FIELDS.items()},
                "siege_seasons": row["Siege seasons"] or 0,
            }
            for row in rows(book["Nations"])
        },
        "owner": {row["Territory"]: row["Owner"] for row in rows(book["Map"])},
        "rolls": [
            {
                "key": "|".join(str(row[part]) for part in ("Year", "Season", "Kind", "Nation", "Place", "Attempt")),
                "die": row["Die"],
                "modifier": row["Modifier"],
                "total": row["Total"],
                "rolled_by": row["Rolled by"],
            }
            for row in dice
            if row["Total"] is not None
        ],
        "battles": [
            {
                "area": row["Area"],
                "attacker": row["Attacker"],
                "defender": row["Defender"],
                "attacker_ap": row["Attacker AP"],
                "defender_ap": row["Defender AP"],
                "winner": row["Winner"],
            }
            for row in battles
            if row["Decided by"]
        ],
        "pending": [row["Area"] for row in battles if not row["Winner"]] if settings["Status"] == "battles" else [],
        "pending_dice": [
            "|".join(str(row[part]) for part in ("Year", "Season", "Kind", "Nation", "Place", "Attempt"))
            for row in dice
            if row["Die"] is None
        ]
        if settings["Status"] in ("battles", "dice")
        else [],
    }


def run_case(case: dict[str, Any], folder: Path) -> dict[str, Any]:
    path = folder / "campaign.xlsx"
    workbook_from_case(case, path)
    done = adjudicate(path, "--no-orders", "--no-newsletters")
    result = read_back(path, case)
    waits = bool(result["pending"] or result["pending_dice"])
    assert done.returncode == (3 if waits else 0), f"exit {done.returncode}: {done.stdout}{done.stderr}"
    return result


@pytest.mark.parametrize("case", load_cases())
def test_case_holds_through_the_command(case: dict[str, Any], tmp_path: Path) -> None:
    assert unmet(case["expect"], run_case(case, tmp_path)) == []


@pytest.mark.parametrize("number", range(0, 40))
def test_random_season_through_the_command(number: int, tmp_path: Path) -> None:
    case = generate(number)
    # a die for a place that is on no sheet is an error of the workbook, not a matter of the rules
    known = {*case["map"], *case["nations"]}
    case["dice"] = {key: die for key, die in case.get("dice", {}).items() if key.split("|")[2] in known}
    expected, found = resolve_real(case), run_case(case, tmp_path)
    for part in ("status", "year", "season", "nations", "owner", "pending", "pending_dice"):
        assert found[part] == expected[part], part
    if not (expected["pending"] or expected["pending_dice"]):
        assert sorted(found["rolls"], key=str) == sorted(expected["rolls"], key=str)
        assert sorted(found["battles"], key=str) == sorted(expected["battles"], key=str)


def test_keys_on_the_dice_sheet_are_those_of_the_rules() -> None:
    (_, state, orders, *_) = campaign_from(generate(1))
    for key in orders.dice:
        assert key_text(state.year, state.season.value, key).startswith(f"{state.year}|{state.season.value}|")

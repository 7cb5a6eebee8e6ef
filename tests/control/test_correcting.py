"""One order corrected after the fact: undo, correct, run again; what the correction does not touch comes out the same.

Random seasons through the real commands. A nation is *touched* when it is the corrected one, or shares an event with a
touched one in either run; every event of the others must be the same, and every die that is rolled in both runs.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from adjudicator.workbook.reader import read_workbook
from tests.control.commands import adjudicate, rows
from tests.oracle.seasons import generate
from tests.workbook.books import workbook_from_case

SEASONS = [number for number in range(500, 524) if number != 517]
"""The one left out enters a die for a place that is not on its map: a workbook with errors."""


def events_of(workbook: Path) -> list[dict[str, Any]]:
    nations = adjudicate("explain", workbook, "--season", "last", "--json").document["nations"]
    return [{"of": nation["nation"], **step} for nation in nations for step in nation["steps"]]


def dice_of(workbook: Path) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    return {tuple(row.values())[:6]: (row["Die"], row["Rolled by"]) for row in rows(workbook, "Dice") if row["Total"]}


def touched(nation: str, *runs: list[dict[str, Any]]) -> set[str]:
    found = {nation}
    while True:
        sharing = {(step["kind"], step["text"]) for run in runs for step in run if step["of"] in found}
        wider = found | {step["of"] for run in runs for step in run if (step["kind"], step["text"]) in sharing}
        if wider == found:
            return found
        found = wider


def correct(workbook: Path, season: str, chance: random.Random) -> str | None:
    """Another order for one nation, as the GM would type it; None where no other order can be resolved at once."""
    handed_in = workbook.read_bytes()
    rows_of_orders = load_workbook(workbook)[season.capitalize()].iter_rows(min_row=2, max_col=2, values_only=True)
    choices = [
        (number, str(nation), kind)
        for number, (nation, order) in enumerate(rows_of_orders, start=2)
        for kind in ("Defend", "Raid", "Offensive", "Siege")
        if nation and order and order != kind
    ]
    chance.shuffle(choices)
    for number, nation, kind in choices[:6]:
        book = load_workbook(workbook)
        book[season.capitalize()][f"B{number}"] = kind
        book.save(workbook)
        if adjudicate("preview", workbook, "--no-orders").code == 0:
            return nation
        workbook.write_bytes(handed_in)
    return None


@pytest.mark.parametrize("number", SEASONS)
def test_what_a_correction_does_not_touch_stays(number: int, tmp_path: Path) -> None:
    case = generate(number)
    chance = random.Random(number)
    workbook = workbook_from_case(case, tmp_path / "campaign.xlsx")
    handed_in = workbook.read_bytes()
    if adjudicate("run", workbook, "--no-newsletters", "--no-orders").code == 3:
        pytest.skip("waits for the table: nothing to take back")
    dice, events = dice_of(workbook), events_of(workbook)

    assert adjudicate("undo", workbook, "--yes").code == 0
    assert workbook.read_bytes() == handed_in
    nation = correct(workbook, case["season"], chance)
    if nation is None:
        pytest.skip("no order to correct")
    assert adjudicate("run", workbook, "--no-newsletters", "--no-orders").code == 0
    dice_again, events_again = dice_of(workbook), events_of(workbook)

    for key in dice.keys() & dice_again.keys():
        assert dice[key] == dice_again[key], key
    near = touched(nation, events, events_again)
    far = [step for step in events if step["of"] not in near]
    assert far == [step for step in events_again if step["of"] not in near]
    assert adjudicate("verify", workbook).code == 0


def test_random_seasons_are_worth_the_trial(tmp_path: Path) -> None:
    """Most of them are resolved, roll dice, and leave some nation untouched: else the test above shows nothing."""
    resolved = 0
    with_dice = 0
    for number in SEASONS:
        workbook = workbook_from_case(generate(number), tmp_path / f"{number}.xlsx")
        outcome = adjudicate("preview", workbook, "--no-orders", "--json").document
        resolved += outcome["outcome"] == "resolved"
        book = read_workbook(workbook).book
        assert book is not None
        with_dice += outcome["outcome"] == "resolved" and book.state.season.has_moves
    assert resolved >= len(SEASONS) // 2
    assert with_dice >= len(SEASONS) // 3


def test_correcting_one_of_two_wars_leaves_the_other_alone(tmp_path: Path) -> None:
    """Two pairs of neighbours who never meet: all of the far war is the same, to the last die."""
    case = {
        "nations": {"A": {}, "B": {}, "C": {}, "D": {}},
        "map": {"a": "A", "b": "B", "c": "C", "d": "D"},
        "borders": ["a - b", "c - d", "b - c"],
        "orders": {"A": "offensive a b", "B": "defend", "C": "offensive c d", "D": "defend"},
    }
    workbook = workbook_from_case(case, tmp_path / "campaign.xlsx")
    assert adjudicate("run", workbook, "--no-newsletters").code == 0
    dice, events = dice_of(workbook), events_of(workbook)
    assert adjudicate("undo", workbook, "--yes").code == 0
    book = load_workbook(workbook)
    book["Spring"]["B2"] = "Defend"
    book.save(workbook)
    assert adjudicate("run", workbook, "--no-newsletters").code == 0
    dice_again, events_again = dice_of(workbook), events_of(workbook)
    gone = {key for key in dice if key not in dice_again}
    assert gone, "the near battle is not fought"
    assert all(key[4] == "b" for key in gone)
    assert {key: die for key, die in dice.items() if key[4] == "d"} == {
        key: die for key, die in dice_again.items() if key[4] == "d"
    }
    assert [step for step in events if step["of"] in "CD"] == [step for step in events_again if step["of"] in "CD"]
    assert any(step["kind"] == "battle_fought" for step in events_again)

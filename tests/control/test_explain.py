"""Why it came out so: the account is complete, in plain words, and adds up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.control.commands import SEED, adjudicate, content, edit, find_row, new_campaign, resolve, rows
from tests.oracle.seasons import generate
from tests.workbook.books import workbook_from_case

COLUMNS = {"gold": "Gold", "AP": "Army AP", "VP": "VP"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = new_campaign(tmp_path_factory.mktemp("played") / "tiber.xlsx")
    edit(workbook, "Spring", "B4", "Offensive")
    edit(workbook, "Spring", "C4", "Bovianum")
    edit(workbook, "Spring", "D4", "Roma")
    resolve(workbook)
    return workbook


def explained(workbook: Path, *words: str) -> dict[str, Any]:
    ended = adjudicate("explain", workbook, *words, "--json")
    assert ended.code == 0, ended.told
    assert SEED not in ended.told
    return ended.document


def test_cell_to_order_to_dice_to_gold(played: Path) -> None:
    """Rome's order of the small campaign: an offensive with siege gold, from Roma against independent Fregellae."""
    rome = explained(played, "Rome")["nations"][0]
    received = {(cell["cell"], cell["header"], cell["text"]) for cell in rome["received"]}
    assert {("Spring!B2", "Order", "Offensive"), ("Spring!D2", "Target", "Fregellae")} <= received
    assert rome["understood"] == "Offensive from Roma to Fregellae with siege gold"
    told = {step["kind"]: step for step in rome["steps"]}
    assert told["order_accepted"]["clause"] == "2.1"
    assert told["offensive_paid"]["movements"] == [{"account": "gold", "amount": -1, "balance": 2}]
    assert told["siege_gold_paid"]["movements"] == [{"account": "gold", "amount": -1, "balance": 1}]
    assert told["invasion_marched"]["clause"] == "4.3"
    siege = next(step for step in rome["steps"] if step["kind"].startswith("siege_") and step["rolls"])
    roll = siege["rolls"][0]
    assert roll["key"] == "1|spring|siege|Rome|Fregellae|1"
    assert roll["modifiers"] == {"siege gold": 1}
    assert roll["total"] == roll["die"] + 1
    assert (roll["needed"], roll["rolled_by"]) == (5, "seed")


def test_refused_order_with_its_clause(played: Path) -> None:
    ended = adjudicate("explain", played, "samnium")
    assert ended.code == 0
    assert "Spring!D4" in ended.out
    assert "2.2" in ended.out
    assert "not adjacent" in ended.out


def test_whole_season_in_one_text(played: Path) -> None:
    before = content(played.parent)
    ended = adjudicate("explain", played)
    assert ended.code == 0
    for nation in ("Rome", "Etruria", "Samnium"):
        assert f"\n{nation}\n" in ended.out
    assert "Spring 1, resolved again from the archive" in ended.out
    assert SEED not in ended.told
    assert content(played.parent) == before


@pytest.mark.parametrize("number", range(60, 72))
def test_every_balance_adds_up_to_what_the_workbook_says(number: int, tmp_path: Path) -> None:
    case = generate(number)
    workbook = workbook_from_case(case, tmp_path / "campaign.xlsx")
    before = {row["Nation"]: row for row in rows(workbook, "Nations")}
    if adjudicate("run", workbook, "--no-newsletters", "--no-orders").code == 3:
        assert explained(workbook, "--season", "next")["waits"]
        return
    after = {row["Nation"]: row for row in rows(workbook, "Nations")}
    dice = {
        "|".join(str(row[part]) for part in ("Year", "Season", "Kind", "Nation", "Place", "Attempt"))
        for row in rows(workbook, "Dice")
        if row["Total"] is not None
    }
    told_dice: set[str] = set()
    for nation in explained(workbook)["nations"]:
        name = nation["nation"]
        balance = {account: int(before[name][header] or 0) for account, header in COLUMNS.items()}
        for step in nation["steps"]:
            told_dice |= {roll["key"] for roll in step["rolls"]}
            assert step["text"].endswith(".")
            assert step["clause"]
            for moved in step["movements"]:
                balance[moved["account"]] += moved["amount"]
                assert moved["balance"] == balance[moved["account"]]
        assert balance == {account: int(after[name][header] or 0) for account, header in COLUMNS.items()}
        assert {account: line["closing"] for account, line in nation["accounts"].items()} == balance
    assert told_dice == dice, "every die of the season is somebody's"


def test_which_season(played: Path, tmp_path: Path) -> None:
    for words in (
        (),
        ("--season", "last"),
        ("--season", "1-2-spring"),
        ("--season", "Spring"),
        ("--season", "spring 1"),
    ):
        found = explained(played, "Rome", *words)
        assert (found["year"], found["season"], found["basis"]) == (1, "spring", "archive"), words
    coming = explained(played, "Rome", "--season", "next")
    assert (coming["year"], coming["season"], coming["basis"]) == (1, "summer", "not run yet")
    fresh = new_campaign(tmp_path / "fresh.xlsx")
    assert explained(fresh)["basis"] == "not run yet"
    assert "not run yet" in adjudicate("explain", fresh).out


@pytest.mark.parametrize(
    "words", [("--season", "winter"), ("--season", "1-3-summer"), ("--season", "Lent"), ("--season", "")]
)
def test_season_that_is_not_archived(played: Path, words: tuple[str, ...]) -> None:
    ended = adjudicate("explain", played, *words)
    if words[1]:
        assert ended.code == 1
        assert "1-2-spring" in ended.err
    else:
        assert ended.code == 0


def test_names_are_taken_as_people_type_them(played: Path) -> None:
    assert explained(played, " ETRURIA ")["nations"][0]["nation"] == "Etruria"
    ended = adjudicate("explain", played, "Etrurai")
    assert ended.code == 1
    assert "Did you mean 'Etruria'?" in ended.err
    assert "Rome, Etruria, Samnium" in adjudicate("explain", played, "xyz").err


def test_what_the_next_run_does_is_what_was_explained(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    ahead = explained(workbook)
    resolve(workbook)
    afterwards = explained(workbook)
    assert (ahead.pop("basis"), afterwards.pop("basis")) == ("not run yet", "archive")
    assert ahead == afterwards


def test_errors_of_the_season_at_hand(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    edit(workbook, "Nations", "G2", "many")
    ended = adjudicate("explain", workbook)
    assert ended.code == 2
    assert "Nations!G2" in ended.err
    assert adjudicate("explain", workbook, "--json").document["outcome"] == "errors"


def test_entered_die_is_told_as_the_gms(tmp_path: Path) -> None:
    die = {
        "Year": 1,
        "Season": "spring",
        "Kind": "siege",
        "Nation": "Rome",
        "Place": "Fregellae",
        "Attempt": 1,
        "Die": 6,
    }
    workbook = new_campaign(tmp_path / "tiber.xlsx", dice=[die])
    resolve(workbook)
    ended = adjudicate("explain", workbook, "Rome")
    assert "1|spring|siege|Rome|Fregellae|1: die 6 + 1 siege gold = 7, needed 5 (entered by the GM)" in ended.out
    assert find_row(workbook, "Map", "Fregellae", "Rome")

"""`check` warns of everything the rules will refuse, at its cell, and calls none of it an error (2.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.check_run import check_workbook
from adjudicator.model.problems import ProblemCode, Severity
from adjudicator.status_run import season_status
from tests.workbook.books import NATIONS, campaign_workbook

REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "no from": ({"Order": "Offensive", "Target": "Veii"}, "From", "From is empty"),
    "no target": ({"Order": "Raid", "From": "Roma"}, "Target", "Target is empty"),
    "unknown target": ({"Order": "Raid", "From": "Roma", "Target": "Atlantis"}, "Target", "no territory"),
    "unknown from": ({"Order": "Raid", "From": "Atlantis", "Target": "Veii"}, "From", "no territory"),
    "from not friendly": ({"Order": "Raid", "From": "Tarquinii", "Target": "Veii"}, "From", "not its own territory"),
    "target friendly": ({"Order": "Offensive", "From": "Roma", "Target": "Ostia"}, "Target", "its own territory"),
    "not adjacent": ({"Order": "Offensive", "From": "Ostia", "Target": "Veii"}, "Target", "no border"),
    "independent": ({"Order": "Raid", "From": "Roma", "Target": "Fregellae"}, "Target", "cannot be raided"),
    "not besieging": ({"Order": "Siege"}, "Order", "besieges nothing"),
}
COLUMNS = {"Order": "B", "From": "C", "Target": "D", "Rebuild": "E", "Siege gold": "F"}


def check(path: Path, order: dict[str, Any], **overrides: Any) -> list[tuple[ProblemCode, str, str]]:
    orders = [{"Nation": "Rome", **order}, {"Nation": "Etruria", "Order": "Defend"}, {"Nation": "Samnium"}]
    problems = check_workbook(campaign_workbook(path / "campaign.xlsx", orders=orders, **overrides))
    assert not [problem for problem in problems if problem.severity is Severity.ERROR]
    return [(problem.code, str(problem.place), problem.message) for problem in problems]


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_order_is_a_warning_at_the_cell_that_is_to_blame(name: str, tmp_path: Path) -> None:
    order, header, reason = REFUSED[name]
    found = [each for each in check(tmp_path, order) if each[0] is ProblemCode.ORDER_REFUSED]
    assert [place for _, place, _ in found] == [f"Spring!{COLUMNS[header]}2"]
    assert reason in found[0][2] and "will be read as Defend" in found[0][2]


def test_an_offensive_that_cannot_be_paid_for_is_warned_of(tmp_path: Path) -> None:
    poor = [{**NATIONS[0], "Gold": 0}, *NATIONS[1:]]
    found = check(tmp_path, {"Order": "Offensive", "From": "Roma", "Target": "Veii"}, nations=poor)
    assert (ProblemCode.ORDER_REFUSED, "Spring!B2") in [each[:2] for each in found]


def test_a_dispersed_army_is_warned_of(tmp_path: Path) -> None:
    lost = [{**NATIONS[0], "Army AP": 0}, *NATIONS[1:]]
    found = check(tmp_path, {"Order": "Raid", "From": "Roma", "Target": "Veii"}, nations=lost)
    assert any(code is ProblemCode.ORDER_REFUSED and "dispersed" in message for code, _, message in found)


def test_a_rebuild_at_full_strength_and_siege_gold_with_a_raid_are_warned_of(tmp_path: Path) -> None:
    order = {"Order": "Raid", "From": "Roma", "Target": "Veii", "Rebuild": "yes", "Siege gold": "yes"}
    found = {code: place for code, place, _ in check(tmp_path, order)}
    assert found[ProblemCode.REBUILD_REFUSED] == "Spring!E2"
    assert found[ProblemCode.SIEGE_GOLD_REFUSED] == "Spring!F2"


def test_monuments_beyond_the_treasury_are_warned_of(tmp_path: Path) -> None:
    monuments = [{"Nation": "Rome", "Monuments": 99}]
    path = campaign_workbook(tmp_path / "campaign.xlsx", season="fall", orders=monuments)
    found = [problem for problem in check_workbook(path) if problem.code is ProblemCode.MONUMENTS_LOWERED]
    assert [str(problem.place) for problem in found] == ["Fall!B2"]
    assert "4 of the 99 gold" in found[0].message  # 3 in the treasury and 2 of income buy 2 VP


def test_a_lawful_order_is_not_warned_of(tmp_path: Path) -> None:
    found = check(tmp_path, {"Order": "Offensive", "From": "Roma", "Target": "Veii", "Siege gold": "yes"})
    assert {code for code, _, _ in found} == {ProblemCode.NATION_SILENT}


def test_nobody_owes_an_order_once_the_campaign_is_over(tmp_path: Path) -> None:
    """The fall of the last year empties the order sheets for a year that does not come (9.4)."""
    playing = campaign_workbook(tmp_path / "playing.xlsx", orders=[])
    assert ProblemCode.TOO_MANY_SILENT in [problem.code for problem in check_workbook(playing)]
    over = campaign_workbook(tmp_path / "over.xlsx", orders=[], settings={"Status": "over"})
    problems = check_workbook(over)
    assert [problem.code for problem in problems if problem.severity is Severity.ERROR] == []


def test_a_winner_or_die_of_the_gm_that_comes_to_nothing_is_told(tmp_path: Path) -> None:
    """After an order was changed a winner may stand for a battle that is not fought any more (6.7, 11.4)."""
    now = {"Year": 1, "Season": "spring"}
    order = {"Order": "Raid", "From": "Roma", "Target": "Veii"}
    battles = [{**now, "Area": "Veii", "Attacker": "Rome", "Defender": "Etruria", "Winner": "Rome"}]
    dice = [{**now, "Kind": "siege", "Nation": "Rome", "Place": "Veii", "Attempt": 1, "Die": 6}]
    found = check(tmp_path, order, battles=battles, dice=dice)
    places = [place for code, place, _ in found if code is ProblemCode.ENTRY_NOT_NEEDED]
    assert places == ["Battles!H2", "Dice!G2"]
    used = check(tmp_path, {"Order": "Offensive", "From": "Roma", "Target": "Veii"}, battles=battles)
    assert ProblemCode.ENTRY_NOT_NEEDED not in [code for code, _, _ in used]


def test_what_is_not_needed_stands_in_no_nations_line(tmp_path: Path) -> None:
    die = {"Year": 1, "Season": "spring", "Kind": "siege", "Nation": "Rome", "Place": "Veii", "Attempt": 1, "Die": 6}
    orders = [{"Nation": nation["Nation"], "Order": "Defend"} for nation in NATIONS]
    found = season_status(campaign_workbook(tmp_path / "campaign.xlsx", orders=orders, dice=[die]))
    assert [each.warnings for each in found.ordered] == [()] * len(NATIONS)

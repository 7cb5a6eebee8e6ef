"""What must hold between the sheets, beyond the gallery: what is let pass, and that no mistake brings in false ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from adjudicator.model.problems import ProblemCode, Severity
from adjudicator.workbook.findings import LISTED
from adjudicator.workbook.reader import read_workbook
from tests.workbook.books import BORDERS, HEADERS, NATIONS, TERRITORIES, campaign_workbook, workbook_from_case
from tests.workbook.raw_xml import edit_part, sheet_part

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "campaign.xlsx"


def told(path: Path, **make: Any) -> list[tuple[str, ProblemCode]]:
    reading = read_workbook(campaign_workbook(path, **make))
    return [(str(problem.place), problem.code) for problem in reading.problems]


def nations(*, row: int = 0, **changes: Any) -> list[dict[str, Any]]:
    rows = [dict(nation) for nation in NATIONS]
    rows[row].update({header.replace("_", " "): value for header, value in changes.items()})
    return rows


def test_a_besieger_stands_in_enemy_land(path: Path) -> None:
    assert told(path, nations=nations(Army_at="Veii", Siege_seasons=1, Came_from="Roma")) == []


def test_a_siege_of_independent_land_is_a_siege(path: Path) -> None:
    assert told(path, nations=nations(Army_at="Fregellae", Siege_seasons=1, Came_from="Roma")) == []


def test_where_a_siege_began_may_have_been_lost_since(path: Path) -> None:
    assert told(path, nations=nations(Army_at="Veii", Siege_seasons=1, Came_from="Tarquinii")) == []


def test_a_siege_keeps_a_nation_without_land_alive(path: Path) -> None:
    territories = [{**row, "Owner": None} if row["Owner"] == "Rome" else row for row in TERRITORIES]
    besieger = nations(Army_at="Veii", Siege_seasons=1, Came_from="Roma")
    assert told(path, nations=besieger, territories=territories) == [("Nations!E2", ProblemCode.CAPITAL_NOT_OWNED)]


def test_a_capital_lost_in_war_is_not_warned_of_season_after_season(path: Path) -> None:
    past = [{"Year": 0, "Season": "spring", "Nation": "Rome", "Territories": 2, "Army AP": 375, "Gold": 3, "VP": 0}]
    assert told(path, nations=nations(Capital="Veii"), history=past) == []


def test_an_army_may_be_nowhere_where_the_capital_is_lost(path: Path) -> None:
    assert told(path, nations=nations(Capital="Veii", Army_at=None)) == [("Nations!E2", ProblemCode.CAPITAL_NOT_OWNED)]


def test_a_nation_may_have_no_capital(path: Path) -> None:
    assert told(path, nations=nations(Capital=None)) == []


def test_an_eliminated_nation_has_no_capital_to_own(path: Path) -> None:
    gone = {"Nation": "Umbria", "Capital": "Veii", "Standing": "eliminated", "VP": 4, "Gold": 2}
    assert told(path, nations=[*NATIONS, gone]) == []


def test_empty_values_are_the_start_until_the_first_season_is_done(path: Path) -> None:
    assert told(path, nations=nations(Army_AP=None, Gold=None, VP=None)) == []


def test_where_they_came_from_is_asked_of_besiegers_only(path: Path) -> None:
    assert told(path, nations=nations(Came_from="Atlantis")) == []
    besieging = nations(Army_at="Veii", Siege_seasons=1)
    assert told(path, nations=besieging) == [("Nations!L2", ProblemCode.CAME_FROM_UNKNOWN)]


def test_a_misspelt_owner_makes_no_false_trouble(path: Path) -> None:
    owners = [{**row, "Owner": "Etrurja"} if row["Owner"] == "Etruria" else row for row in TERRITORIES]
    assert told(path, territories=owners) == [
        ("Map!B4", ProblemCode.OWNER_UNKNOWN),
        ("Map!B5", ProblemCode.OWNER_UNKNOWN),
    ]


def test_each_unconnected_part_is_named_once_and_many_together(path: Path) -> None:
    islands = [{"Territory": f"Island {number}"} for number in range(3)]
    found = told(path, territories=[*TERRITORIES, *islands])
    assert found == [(f"Map!A{row}", ProblemCode.MAP_NOT_CONNECTED) for row in (8, 9, 10)]
    many = [{"Territory": f"Island {number}"} for number in range(40)]
    found = told(path, territories=[*TERRITORIES, *many])
    assert found == [("Map!A8", ProblemCode.MAP_NOT_CONNECTED)]


def test_a_border_the_other_way_round_is_the_same_border(path: Path) -> None:
    assert told(path, borders=[*BORDERS, {"From": "VEII", "To": "Roma"}]) == [
        ("Borders!B8", ProblemCode.BORDER_DOUBLED)
    ]


def test_no_seed_is_needed_where_all_dice_are_rolled_by_hand(path: Path) -> None:
    assert told(path, settings={"Seed": None}, rules={"dice": "table"}) == []


def test_a_missing_seed_is_not_reported_twice(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Campaign"]["B6"] = "#NAME?"

    assert told(path, change=change) == [("Campaign!B6", ProblemCode.CELL_ERROR)]


@pytest.mark.parametrize("file", sorted(CASES.glob("*.yaml")), ids=lambda file: file.stem)
def test_no_case_of_the_rules_is_a_workbook_with_errors(file: Path, path: Path) -> None:
    for case in yaml.safe_load(file.read_text(encoding="utf-8")):
        reading = read_workbook(workbook_from_case(case, path))
        errors = [str(problem) for problem in reading.problems if problem.severity is Severity.ERROR]
        assert errors == [], case["id"]
        assert reading.book is not None
        assert list(reading.book.world.nation) == list(case["nations"])
        assert len(reading.book.orders.dice) == len(case.get("dice") or {})


def test_thousands_of_one_mistake_are_counted_rather_than_listed(path: Path) -> None:
    borders = [{"From": "Roma", "To": f"Nowhere {number}"} for number in range(LISTED + 70)]
    reading = read_workbook(campaign_workbook(path, borders=[*BORDERS, *borders]))
    assert reading.book is None
    assert len(reading.problems) == LISTED + 1
    assert str(reading.problems[-1]) == (
        "Borders: 70 more of the kind territory-unknown on this sheet are not listed. "
        "Mend those listed, and check again."
    )


def test_merged_cells_without_end_come_to_an_end(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Map"]["A3000"] = "Far away"
        for row in range(8, 202):
            book["Map"][f"B{row}"] = "Rome"

    campaign_workbook(path, change=change)
    merges = "".join(f'<mergeCell ref="B{row}:B1048576"/>' for row in range(2, 202))
    tail = f'</sheetData><mergeCells count="200">{merges}</mergeCells>'
    edit_part(path, sheet_part(path, "Map"), lambda text: text.replace("</sheetData>", tail))
    reading = read_workbook(path)
    assert reading.book is None
    assert {problem.code for problem in reading.problems} >= {ProblemCode.MERGED_CELLS_COUNT, ProblemCode.MERGED_CELLS}


ANYTHING = st.one_of(
    st.none(),
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12),
    st.sampled_from(
        ["Rome", "Veii", "Etruria", "Raid", "siege", "spring", "none", "#REF!", "=A1", "1,000", "-3", "x;y", "|"]
    ),
    st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.dates(),
)
PLACES = [
    (sheet, row, column)
    for sheet, heads in HEADERS.items()
    for row in range(1, 5)
    for column in range(1, len(heads) + 1)
]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(PLACES), ANYTHING, min_size=1, max_size=25))
def test_whatever_stands_in_the_cells_it_is_read_or_reported(
    path: Path, cells: dict[tuple[str, int, int], Any]
) -> None:
    def change(book: Workbook) -> None:
        for (sheet, row, column), value in cells.items():
            book[sheet].cell(row, column, value)

    campaign_workbook(path, change=change)
    reading = read_workbook(path)
    assert (reading.book is None) == any(problem.severity is Severity.ERROR for problem in reading.problems)
    assert [str(problem) for problem in reading.problems] == [str(problem) for problem in read_workbook(path).problems]
    assert len(set(reading.problems)) == len(reading.problems)

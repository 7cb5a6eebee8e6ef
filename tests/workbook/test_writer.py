"""What a season writes into the workbook: its own cells, in place, and nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.model.book import Book, SeasonRecord, WaitingRecord
from adjudicator.model.campaign import Holding, Season, Standing, State, Status
from adjudicator.model.dice import Modifier, ModifierKind, RolledBy, RollKey, RollKind
from adjudicator.model.events import PendingBattle, PendingRoll
from adjudicator.model.problems import ProblemCode, has_errors
from adjudicator.model.records import BattleRow, ChronicleRow, Correction, DieRow, HistoryRow
from adjudicator.workbook.reader import Reading, read_workbook
from adjudicator.workbook.writer import WrittenWorkbook, write_season, write_waiting
from tests.workbook.books import HEADERS, NATIONS, ORDERS, campaign_workbook
from tests.workbook.raw_xml import set_cell_xml, sheet_part


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "campaign.xlsx"


def open_book(written: WrittenWorkbook) -> Workbook:
    assert not has_errors(written.notes), [str(note) for note in written.notes]
    return load_workbook(io.BytesIO(written.data))


def read(path: Path) -> tuple[Reading, Book]:
    reading = read_workbook(path)
    assert reading.book is not None, [str(problem) for problem in reading.problems]
    return reading, reading.book


def following(book: Book, **changes: Any) -> State:
    """The state one season on, with changes to the holdings (`Rome=Holding(…)`) and owners."""
    state = book.state
    holdings = {**state.holdings, **{name: item for name, item in changes.items() if isinstance(item, Holding)}}
    owners = {**state.owners, **changes.get("owners", {})}
    year = state.year + (state.season is Season.FALL)
    return State(year, state.season.following, holdings, owners)


def record(book: Book, state: State | None = None, **parts: Any) -> SeasonRecord:
    empty: dict[str, Any] = {"results": {}, "dice": (), "battles": (), "chronicle": (), "history": ()}
    return SeasonRecord(
        year=book.state.year,
        season=book.state.season,
        state=state or following(book),
        status=parts.pop("status", Status.ORDERS),
        **{**empty, **parts},
    )


def season(path: Path, make: Callable[[Book], SeasonRecord] = record) -> WrittenWorkbook:
    reading, book = read(path)
    return write_season(reading, make(book))


def rows(sheet: Worksheet) -> list[tuple[Any, ...]]:
    """The rows below the header that hold anything."""
    return [row for row in sheet.iter_rows(min_row=2, values_only=True) if any(value is not None for value in row)]


def settings(book: Workbook) -> dict[Any, Any]:
    return {row[0]: row[1] for row in rows(book["Campaign"])}


def under(sheet: Worksheet, header: str, row: int) -> Any:
    heads = [cell.value for cell in sheet[1]]
    return sheet.cell(row, heads.index(header) + 1).value


# --- what stands now --------------------------------------------------------------------------------------------------


def test_the_campaign_moves_on_and_the_public_draw_has_served(path: Path) -> None:
    campaign_workbook(path, settings={"Public draw": "12 34 56"})
    found = settings(open_book(season(path)))
    assert (found["Year"], found["Season"], found["Status"], found["Public draw"]) == (1, "summer", "orders", None)
    assert found["Seed"] == "a long secret"


def test_settings_that_had_no_row_get_one(path: Path) -> None:
    campaign_workbook(path, settings={"Status": None, "Public draw": None})
    found = settings(open_book(season(path)))
    assert found["Status"] == "orders"
    assert "Public draw" not in found


def test_nations_and_owners_are_written(path: Path) -> None:
    campaign_workbook(path)
    besieging = Holding(325, 1, 3, "Fregellae", 1, "Roma")
    gone = Holding(0, 2, 9, None, standing=Standing.ELIMINATED)

    def make(book: Book) -> SeasonRecord:
        owners = {"Veii": "Rome", "Tarquinii": None}
        return record(book, following(book, Rome=besieging, Etruria=gone, owners=owners))

    book = open_book(season(path, make))
    nations = book["Nations"]
    w = ("Army AP", "Gold", "VP", "Army at", "Siege seasons", "Came from", "Standing")
    assert [under(nations, header, 2) for header in w] == [325, 1, 3, "Fregellae", 1, "Roma", "active"]
    assert [under(nations, header, 3) for header in w] == [0, 2, 9, None, None, None, "eliminated"]
    assert [row[1] for row in rows(book["Map"])] == ["Rome", "Rome", "Rome", None, "Samnium", None]


def test_a_siege_that_is_over_is_written_as_none(path: Path) -> None:
    siege = {**NATIONS[0], "Army at": "Veii", "Siege seasons": 2, "Came from": "Roma"}
    campaign_workbook(path, nations=[siege, *NATIONS[1:]])
    book = open_book(season(path, lambda book: record(book, following(book, Rome=Holding(350, 3, 0, "Roma")))))
    w = ("Army at", "Siege seasons", "Came from")
    assert [under(book["Nations"], header, 2) for header in w] == ["Roma", 0, None]


def test_what_did_not_change_is_not_touched(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Nations"]["G2"].number_format = '0" men"'
        book["Nations"]["H2"] = "3"
        book["Nations"]["G3"] = "375.0"

    campaign_workbook(path, change=change)
    book = open_book(season(path, lambda book: record(book, following(book, Samnium=Holding(300, 3, 0, "Bovianum")))))
    nations = book["Nations"]
    assert (nations["G2"].value, nations["G2"].number_format) == (375, '0" men"')
    assert nations["H2"].value == "3"
    assert nations["G3"].value == "375.0"
    assert nations["G4"].value == 300


def test_sheets_without_news_stay_byte_for_byte(path: Path) -> None:
    campaign_workbook(path)
    written = season(path)
    before, after = zipfile.ZipFile(path), zipfile.ZipFile(io.BytesIO(written.data))
    for name in ("Map", "Borders", "Winter", "Fall", "Rules", "Dispatches", "History"):
        part = sheet_part(path, name)
        assert after.read(part) == before.read(part), name


def test_names_are_written_as_their_sheets_spell_them(path: Path) -> None:
    nations = [{**NATIONS[0], "Army at": "ROMA"}, *NATIONS[1:]]
    campaign_workbook(path, nations=nations)
    assert open_book(season(path))["Nations"]["J2"].value == "Roma"


def test_a_formula_gives_way_to_the_value_and_the_run_says_so(path: Path) -> None:
    campaign_workbook(path)
    set_cell_xml(path, "Nations", "H2", "", "<f>1+2</f><v>3</v>")
    written = season(path)
    assert open_book(written)["Nations"]["H2"].value == 3
    assert [(note.code, str(note.place), note.found) for note in written.notes] == [
        (ProblemCode.FORMULA_REPLACED, "Nations!H2", "=1+2")
    ]


def test_formulas_of_the_gms_own_stay(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Nations"]["O1"] = "Pips"
        book["Nations"]["O2"] = "=INT(G2/75)"

    campaign_workbook(path, change=change)
    written = season(path, lambda book: record(book, following(book, Rome=Holding(300, 3, 0, "Roma"))))
    assert written.notes == ()
    assert open_book(written)["Nations"]["O2"].value == "=INT(G2/75)"


def test_merged_owners_change_together_or_not_at_all(path: Path) -> None:
    campaign_workbook(path, change=lambda book: book["Map"].merge_cells("B2:B3"))
    together = {"Roma": "Etruria", "Ostia": "Etruria"}
    book = open_book(season(path, lambda book: record(book, following(book, owners=together))))
    assert book["Map"]["B2"].value == "Etruria"
    alone = season(path, lambda book: record(book, following(book, owners={"Ostia": "Etruria"})))
    assert alone.data == b""
    assert [(note.code, str(note.place)) for note in alone.notes] == [(ProblemCode.SHEET_NOT_WRITABLE, "Map!B3")]


# --- results and orders -----------------------------------------------------------------------------------------------


def test_results_stand_in_the_nations_rows_and_the_rest_are_added(path: Path) -> None:
    campaign_workbook(path, orders=[ORDERS[1], {"Nation": "rome", "Result": "of last year"}])
    results = {"Rome": "Rome defended.", "Etruria": "The raid failed.", "Samnium": "Samnium defended."}
    book = open_book(season(path, lambda book: record(book, results=results)))
    assert [(row[0], row[-1]) for row in rows(book["Spring"])] == [
        ("Etruria", "The raid failed."),
        ("rome", "Rome defended."),
        ("Samnium", "Samnium defended."),
    ]


def test_a_nation_of_which_nothing_is_said_loses_an_old_result(path: Path) -> None:
    campaign_workbook(path, orders=[{"Nation": "Rome", "Result": "of last year"}])
    assert open_book(season(path))["Spring"]["H2"].value is None


def test_a_formula_under_result_goes_only_when_there_is_a_result(path: Path) -> None:
    campaign_workbook(path, change=lambda book: book["Spring"].__setitem__("H2", "=B2"))
    assert open_book(season(path))["Spring"]["H2"].value == "=B2"
    written = season(path, lambda book: record(book, results={"Rome": "Rome marched."}))
    assert open_book(written)["Spring"]["H2"].value == "Rome marched."
    assert [note.code for note in written.notes] == [ProblemCode.FORMULA_REPLACED]


def test_a_die_that_a_formula_rolled_is_kept_as_it_fell(path: Path) -> None:
    campaign_workbook(path, dice=[GM_DIE])
    set_cell_xml(path, "Dice", "G2", "", "<f>RANDBETWEEN(1,6)</f><v>5</v>")
    die = DieRow(1, Season.SPRING, SIEGE, 5, 1, 5, RolledBy.GM)
    assert open_book(season(path, lambda book: record(book, dice=(die,))))["Dice"]["G2"].value == 5


def test_after_fall_the_order_sheets_are_ready_for_the_next_year(path: Path) -> None:
    umbria = {"Nation": "Umbria", "Standing": "eliminated"}

    def change(book: Workbook) -> None:
        winter = book["Winter"]
        winter["B2"], winter["C2"], winter["H2"] = "Raid", "Roma", "It failed."
        winter["I1"], winter["I2"], winter["I5"] = "Sent by", "letter", "a note"
        book["Summer"].delete_rows(3, 2)

    campaign_workbook(path, season="fall", nations=[*NATIONS, umbria], omit=["Spring"], change=change)
    written = season(path, lambda book: record(book, results={"Rome": "Rome built a temple."}))
    book = open_book(written)
    assert settings(book)["Season"] == "winter"
    assert settings(book)["Year"] == 2
    assert rows(book["Winter"])[0] == ("Rome", None, None, None, None, None, None, None, "letter")
    for name in ("Winter", "Spring", "Summer", "Fall"):
        nations = [row[0] for row in rows(book[name]) if row[0] is not None]
        assert nations == ["Rome", "Etruria", "Samnium"], name
        for row in rows(book[name]):
            assert not any(row[1 : len(HEADERS[name])]), name
    assert [cell.value for cell in book["Spring"][1]] == list(HEADERS["Spring"])
    assert book["Winter"]["I5"].value == "a note"


def test_a_nation_just_eliminated_has_no_row_in_the_next_year(path: Path) -> None:
    campaign_workbook(path, season="fall")
    gone = Holding(0, 0, 4, None, standing=Standing.ELIMINATED)
    book = open_book(season(path, lambda book: record(book, following(book, Etruria=gone))))
    assert [row[0] for row in rows(book["Winter"])] == ["Rome", "Samnium"]


# --- dice and battles -------------------------------------------------------------------------------------------------

SIEGE = RollKey(RollKind.SIEGE, "Rome", "Fregellae")
RAID = RollKey(RollKind.RAID, "Etruria", "Roma")
GM_DIE = {"Year": 1, "Season": "spring", "Kind": "siege", "Nation": "rome", "Place": "Fregellae", "Die": 5}


def test_the_gms_dice_are_completed_in_place_and_the_others_added(path: Path) -> None:
    campaign_workbook(path, dice=[{**GM_DIE, "Year": 0}, GM_DIE])
    dice = (
        DieRow(1, Season.SPRING, RAID, 2, 0, 3, RolledBy.SEED),
        DieRow(1, Season.SPRING, SIEGE, 5, 1, 5, RolledBy.GM),
    )
    book = open_book(season(path, lambda book: record(book, dice=dice)))
    assert rows(book["Dice"])[1:] == [
        (1, "spring", "siege", "rome", "Fregellae", 1, 5, 1, 6, 5, "GM"),
        (1, "spring", "raid", "Etruria", "Roma", 1, 2, 0, 2, 3, "seed"),
    ]
    assert rows(book["Dice"])[0][7:] == (None, None, None, None), "the past is not touched"


def waiting(book: Book) -> WaitingRecord:
    roll = PendingRoll(SIEGE, (Modifier(ModifierKind.SIEGE_GOLD, 1),), 5)
    battle = PendingBattle("Roma", "Etruria", 375, "Rome", 350, "Veii", relief=False)
    return WaitingRecord(1, book.state.season, Status.BATTLES, (battle,), (roll,))


def test_a_waiting_season_writes_what_it_waits_for_and_nothing_else(path: Path) -> None:
    campaign_workbook(path)
    reading, book = read(path)
    written = write_waiting(reading, waiting(book))
    found = open_book(written)
    assert rows(found["Battles"]) == [(1, "spring", "Roma", "Etruria", 375, "Rome", 350, None, None)]
    assert rows(found["Dice"]) == [(1, "spring", "siege", "Rome", "Fregellae", 1, None, 1, None, 5, None)]
    assert settings(found)["Status"] == "battles"
    before, after = zipfile.ZipFile(path), zipfile.ZipFile(io.BytesIO(written.data))
    for name in ("Nations", "Map", "Spring", "Chronicle", "History"):
        assert after.read(sheet_part(path, name)) == before.read(sheet_part(path, name))


def test_a_season_that_still_waits_writes_nothing_again(path: Path) -> None:
    reading, book = read(campaign_workbook(path))
    first = write_waiting(reading, waiting(book)).data
    path.write_bytes(first)
    reading, book = read(path)
    assert write_waiting(reading, waiting(book)).data == first


def test_the_battle_that_waited_is_completed_in_its_row(path: Path) -> None:
    reading, book = read(campaign_workbook(path))
    path.write_bytes(write_waiting(reading, waiting(book)).data)
    waited = load_workbook(path)
    waited["Battles"]["H2"] = "etruria"
    waited["Dice"]["G2"] = 4
    waited.save(path)
    _, book = read(path)
    assert book.orders.battles == {"Roma": "Etruria"}
    assert book.orders.dice == {SIEGE: 4}
    battle = BattleRow(1, Season.SPRING, "Roma", "Etruria", 375, "Rome", 350, "Etruria", "table")
    die = DieRow(1, Season.SPRING, SIEGE, 4, 1, 5, RolledBy.GM)
    found = open_book(season(path, lambda book: record(book, battles=(battle,), dice=(die,))))
    assert rows(found["Battles"]) == [(1, "spring", "Roma", "Etruria", 375, "Rome", 350, "Etruria", "table")]
    assert rows(found["Dice"]) == [(1, "spring", "siege", "Rome", "Fregellae", 1, 4, 1, 5, 5, "GM")]
    assert settings(found)["Status"] == "orders"


def test_a_winner_entered_before_the_battle_was_known_keeps_his_row(path: Path) -> None:
    campaign_workbook(path, battles=[{"Year": 1, "Season": "spring", "Area": "roma", "Winner": "draw"}])
    reading, book = read(path)
    found = open_book(write_waiting(reading, waiting(book)))
    assert rows(found["Battles"]) == [(1, "spring", "Roma", "Etruria", 375, "Rome", 350, "draw", None)]


# --- records ----------------------------------------------------------------------------------------------------------

CHRONICLE = (
    ChronicleRow(1, Season.SPRING, "siege_failed", (), "The siege of Fregellae failed."),
    ChronicleRow(1, Season.SPRING, "rebuild_refused", ("Rome", "Etruria"), "No gold."),
)
HISTORY = (HistoryRow(1, Season.SPRING, "Rome", 2, 325, 1, 3, Standing.ACTIVE),)
CORRECTIONS = (Correction(1, Season.SPRING, "Nations!G3", "300", "375", "a slip", "Etruria", "Army AP"),)


def test_chronicle_history_and_corrections_grow(path: Path) -> None:
    campaign_workbook(path, history=[{"Year": 1, "Season": "winter", "Nation": "Rome", "Territories": 2, **_numbers()}])
    found = open_book(
        season(path, lambda book: record(book, chronicle=CHRONICLE, history=HISTORY, corrections=CORRECTIONS))
    )
    assert rows(found["Chronicle"]) == [
        (1, "spring", "siege_failed", "all", "The siege of Fregellae failed."),
        (1, "spring", "rebuild_refused", "Rome; Etruria", "No gold."),
    ]
    assert [row[:4] for row in rows(found["History"])] == [(1, "winter", "Rome", 2), (1, "spring", "Rome", 2)]
    assert rows(found["Corrections"]) == [(1, "spring", "Nations!G3", "300", "375", "a slip")]


def _numbers() -> dict[str, Any]:
    return {"Army AP": 375, "Gold": 3, "VP": 0, "Standing": "active"}


def test_a_season_played_again_is_not_counted_twice(path: Path) -> None:
    row = {"Year": 1, "Season": "spring", "Nation": "Rome", "Territories": 5, **_numbers()}
    campaign_workbook(path, history=[row])
    found = open_book(season(path, lambda book: record(book, history=HISTORY)))
    assert rows(found["History"]) == [(1, "spring", "Rome", 2, 325, 1, 3, "active")]


def test_a_reason_given_beforehand_stays_with_its_correction(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Corrections"].append([1, "spring", "Nations!G3", None, None, "a slip"])

    campaign_workbook(path, change=change)
    found = open_book(season(path, lambda book: record(book, corrections=CORRECTIONS)))
    assert rows(found["Corrections"]) == [(1, "spring", "Nations!G3", "300", "375", "a slip")]


def test_sheets_that_are_missing_are_added_when_there_is_something_to_write(path: Path) -> None:
    gone = ["Battles", "Dice", "Chronicle", "History", "Corrections"]
    campaign_workbook(path, omit=gone)
    found = open_book(season(path, lambda book: record(book, chronicle=CHRONICLE, history=HISTORY)))
    assert [name for name in found.sheetnames if name in gone] == ["Chronicle", "History"]
    assert [cell.value for cell in found["History"][1]] == list(HEADERS["History"])
    assert len(rows(found["History"])) == 1
    path.write_bytes(season(path, lambda book: record(book, chronicle=CHRONICLE, history=HISTORY)).data)
    again = open_book(season(path, lambda book: record(book, chronicle=CHRONICLE)))
    assert len(rows(again["Chronicle"])) == 4


def test_a_sheet_that_is_quite_empty_gets_its_headers(path: Path) -> None:
    campaign_workbook(path, change=lambda book: book["History"].delete_rows(1))
    found = open_book(season(path, lambda book: record(book, history=HISTORY)))
    assert [cell.value for cell in found["History"][1]] == list(HEADERS["History"])
    assert len(rows(found["History"])) == 1


def test_a_table_grows_with_its_rows(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["History"].append([0, "fall", "Rome", 2, 375, 3, 0, "active"])
        book["History"].add_table(Table(displayName="Past", ref="A1:H2"))

    campaign_workbook(path, change=change)
    found = open_book(season(path, lambda book: record(book, history=HISTORY)))
    assert found["History"].tables["Past"].ref == "A1:H3"


def test_a_new_table_has_one_empty_row_that_is_filled_first(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["History"].add_table(Table(displayName="Past", ref="A1:H2"))

    campaign_workbook(path, change=change)
    found = open_book(season(path, lambda book: record(book, history=HISTORY)))
    assert found["History"].tables["Past"].ref == "A1:H2"
    assert found["History"]["C2"].value == "Rome"


def test_notes_of_the_gms_below_a_list_are_not_written_over(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Chronicle"]["E2"] = None
        book["Chronicle"]["J2"] = "mine, beside"
        book["History"].append([0, "fall", "Rome", 2, 375, 3, 0, "active"])
        book["History"].merge_cells("C3:D3")
        book["History"]["J9"] = "mine, below"

    campaign_workbook(path, change=change)
    written = season(path, lambda book: record(book, chronicle=CHRONICLE, history=HISTORY))
    found = open_book(written)
    assert found["Chronicle"]["J2"].value == "mine, beside"
    assert found["Chronicle"]["E2"].value == "The siege of Fregellae failed."
    assert [(note.code, str(note.place)) for note in written.notes] == [(ProblemCode.ROWS_SET_APART, "History!A10")]
    assert found["History"]["C10"].value == "Rome"
    assert found["History"]["J9"].value == "mine, below"


# --- text, and sameness -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "{=1}", "'quoted"])
def test_text_is_never_code(path: Path, text: str) -> None:
    campaign_workbook(path)
    rows_ = (ChronicleRow(1, Season.SPRING, "kind", (), text),)
    book = open_book(season(path, lambda book: record(book, results={"Rome": text}, chronicle=rows_)))
    for cell in (book["Spring"]["H2"], book["Chronicle"]["E2"]):
        assert (cell.value, cell.data_type) == (text, "s")


def test_a_nation_whose_name_looks_like_a_formula_is_written_as_text(path: Path) -> None:
    def change(book: Workbook) -> None:
        for place in ("Nations!A2", "Map!B2", "Map!B3", "Spring!A2"):
            sheet, ref = place.split("!")
            book[sheet][ref] = "=Rome"
            book[sheet][ref].data_type = "s"

    campaign_workbook(path, change=change)
    book = open_book(season(path, lambda book: record(book, following(book, owners={"Veii": "=Rome"}))))
    assert (book["Map"]["B4"].value, book["Map"]["B4"].data_type) == ("=Rome", "s")


def test_the_same_season_gives_the_same_bytes(path: Path) -> None:
    campaign_workbook(path)

    def make(book: Book) -> SeasonRecord:
        return record(book, chronicle=CHRONICLE, history=HISTORY, results={"Rome": "x"})

    assert season(path, make).data == season(path, make).data


def test_what_was_written_reads_as_the_state_that_was_meant(path: Path) -> None:
    campaign_workbook(path)
    besieging = Holding(325, 1, 3, "Fregellae", 1, "Roma")
    _, book = read(path)
    state = following(book, Rome=besieging, owners={"Tarquinii": "Rome"})
    path.write_bytes(season(path, lambda book: record(book, state, history=HISTORY)).data)
    _, after = read(path)
    assert after.state == state
    assert after.history == HISTORY
    assert after.world == book.world


def test_the_last_fall_ends_the_campaign(path: Path) -> None:
    campaign_workbook(path, season="fall")
    _, book = read(path)
    state = replace(book.state, over=True)
    found = open_book(season(path, lambda book: record(book, state, status=Status.OVER)))
    assert (settings(found)["Status"], settings(found)["Season"], settings(found)["Year"]) == ("over", "fall", 1)


def test_a_workbook_with_errors_is_not_written_to(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path, settings={"Seed": ""}))
    sound = read_workbook(campaign_workbook(path.with_name("sound.xlsx")))
    assert sound.book is not None
    with pytest.raises(ValueError, match="errors"):
        write_season(reading, record(sound.book))

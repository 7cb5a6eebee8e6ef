"""The new campaign workbook: what it holds, what it offers, and that the program reads back what was put in."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from adjudicator.model.campaign import Border, Holding, Nation, Season, Standing, State, Terrain, Territory, World
from adjudicator.model.orders import MonumentsOrder, OrderKind, SubmittedOrder
from adjudicator.model.problems import ProblemCode
from adjudicator.model.records import Dispatch, Publicity
from adjudicator.model.rulebook import SETTINGS, BattleMode, DiceMode, MutualInvasion, Rulebook
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.workbook.blank import new_workbook
from adjudicator.workbook.columns import Filled, Need
from adjudicator.workbook.dropdowns import LISTS_SHEET
from adjudicator.workbook.guide import GUIDE_SHEET
from adjudicator.workbook.new_campaign import NewCampaign, empty_campaign
from adjudicator.workbook.reader import read_workbook
from adjudicator.workbook.schema import CAMPAIGN_SETTINGS, DROP_DOWN_WORDS, ORDER_SHEETS, SHEETS
from adjudicator.workbook.styles import SHADE

SEED = "a seed for tests"


@pytest.fixture(scope="module")
def blank():
    return new_workbook(seed=SEED)


@pytest.fixture(scope="module")
def book(blank):
    return load_workbook(io.BytesIO(blank))


def read(data, folder):
    return read_workbook(folder / "campaign.xlsx", data)


def validations_at(page, ref):
    return [one for one in page.data_validations.dataValidation if ref in one.sqref]


def everything_changed():
    """A campaign in the middle of things: a siege, an eliminated nation, odd names, and no setting at its default."""
    nations = (
        Nation("Ῥωμαῖοι", "=Πόλις", 3, "O’Neill", "a@example.org", "crimson"),
        Nation("007", "1-2", 0),
        Nation("Gone", "1-2", 2),
    )
    territories = (Territory("=Πόλις", 0, 0), Territory("1-2", 2.5, -3), Territory("TRUE"))
    borders = (
        Border("=Πόλις", "1-2", frozenset({Terrain.SEA, Terrain.MARSH})),
        Border("1-2", "TRUE", frozenset({Terrain.MOUNTAINS})),
        Border("TRUE", "=Πόλις"),
    )
    holdings = {
        "Ῥωμαῖοι": Holding(300, 0, 12, "TRUE", 2, "=Πόλις"),
        "007": Holding(25, 7, -1, "1-2"),
        "Gone": Holding(0, 1, 5, standing=Standing.ELIMINATED),
    }
    owners = {"=Πόλις": "Ῥωμαῖοι", "1-2": "007", "TRUE": None}
    return NewCampaign(
        title="+ Fire & Sword",
        world=World(nations, territories, borders),
        state=State(-300, Season.SPRING, holdings, owners),
        rulebook=Rulebook(
            full_army=400,
            mutual_invasion=MutualInvasion.BORDER,
            marsh_season=frozenset({Season.WINTER, Season.SPRING}),
            sea_season=frozenset(),
            mountains_season=frozenset(Season) - {Season.FALL},
            battles=BattleMode.TABLE,
            besieged_pays=False,
            last_year=-290,
            dice=DiceMode.TABLE,
        ),
        orders={
            Season.SPRING: (
                SubmittedOrder("Ῥωμαῖοι", OrderKind.SIEGE, siege_gold=True),
                SubmittedOrder("007", OrderKind.RAID, "1-2", "=Πόλις", True, False, ("Ῥωμαῖοι", "TRUE", "none")),
            )
        },
        publicity=Publicity(armies=True, orders=True),
        orders_due="the ides",
        silent_allowed=0,
        paper="Letter",
        dispatches=(Dispatch(-300, Season.SPRING, ("007", "Ῥωμαῖοι"), "*Well*\n\n- then"),),
    )


# --- the file ---------------------------------------------------------------------------------------------------------


def test_with_a_seed_the_same_bytes_come_out(blank):
    assert new_workbook(seed=SEED) == blank
    with zipfile.ZipFile(io.BytesIO(blank)) as package:
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert re.findall(rb"\d{4}-\d\d-\d\dT[^<]*", package.read("docProps/core.xml")) == [b"2024-01-01T00:00:00Z"] * 2


def test_without_a_seed_each_campaign_gets_a_secret_of_its_own(tmp_path):
    sheets = [load_workbook(io.BytesIO(new_workbook()))["Campaign"] for _ in "12"]
    seeds = [next(row[1].value for row in sheet.iter_rows() if row[0].value == "Seed") for sheet in sheets]
    assert seeds[0] != seeds[1]
    assert all(re.fullmatch(r"[0-9a-f]{32}", seed) for seed in seeds)


def test_text_is_kept_where_every_program_looks_for_it(blank):
    with zipfile.ZipFile(io.BytesIO(blank)) as package:
        assert not [name for name in package.namelist() if b"inlineStr" in package.read(name)]
        assert b"<sst" in package.read("xl/sharedStrings.xml")
        assert b"sharedStrings" in package.read("[Content_Types].xml")


# --- sheets and tables ------------------------------------------------------------------------------------------------


def test_it_opens_on_the_guide_and_has_every_sheet_in_order(book):
    assert book.sheetnames == [GUIDE_SHEET, *(sheet.name for sheet in SHEETS), LISTS_SHEET]
    assert book.active.title == GUIDE_SHEET
    assert [page.title for page in book.worksheets if page.sheet_view.tabSelected] == [GUIDE_SHEET]
    assert book[LISTS_SHEET].sheet_state == "hidden"


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_each_sheet_is_a_table_under_the_headers_of_the_schema(book, sheet):
    page = book[sheet.name]
    (table,) = page.tables.values()
    headers = [column.header for column in sheet.columns]
    assert [cell.value for cell in page[1]] == headers
    assert [column.name for column in table.tableColumns] == headers
    assert re.fullmatch(r"[A-Za-z_]\w*", table.displayName)
    assert re.fullmatch(r"A1:[A-Z]+([2-9]|\d\d+)", table.ref)
    assert table.autoFilter.ref == table.ref
    assert page.freeze_panes in ("A2", "B2")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_the_program_s_columns_look_different(book, sheet):
    page = book[sheet.name]
    fills = {page.cell(1, number).fill.fgColor.rgb for number, _ in enumerate(sheet.columns, 1)}
    programs = [number for number, column in enumerate(sheet.columns, 1) if column.filled is Filled.BY_PROGRAM]
    for number in programs:
        assert page.cell(2, number).fill.fgColor.rgb.endswith(SHADE)
        assert any(f"{get_column_letter(number)}900" in area.sqref for area in page.conditional_formatting)
    own = len(sheet.columns) - len(programs)
    assert len(fills) == (2 if programs and own else 1)


@pytest.mark.parametrize("sheet", [GUIDE_SHEET, *(sheet.name for sheet in SHEETS)])
def test_each_sheet_prints_as_wide_as_a_page_with_title_and_page_numbers(book, sheet):
    page = book[sheet]
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)
    assert page.sheet_properties.pageSetUpPr.fitToPage
    assert page.oddHeader.left.text == "A new campaign"
    assert page.oddFooter.right.text == "Page &P of &N"
    if sheet != GUIDE_SHEET:
        assert page.print_title_rows == "$1:$1"
        assert page.page_setup.orientation == "landscape"


def test_the_guide_shows_the_commands_with_the_name_of_the_file():
    book = load_workbook(io.BytesIO(new_workbook(seed=SEED, file_name="my war.xlsx")))
    said = [cell.value for row in book[GUIDE_SHEET].iter_rows() for cell in row if isinstance(cell.value, str)]
    assert "adjudicate check my war.xlsx" in said
    assert not [text for text in said if "{" in text]


def test_the_guide_leads_to_every_sheet(book):
    links = {cell.hyperlink.location for row in book[GUIDE_SHEET].iter_rows() for cell in row if cell.hyperlink}
    assert links == {f"'{sheet.name}'!A1" for sheet in SHEETS}


def test_the_guide_tells_the_numbers_of_this_campaign():
    content = replace(empty_campaign(), rulebook=Rulebook(full_army=401, raid_target=4))
    book = load_workbook(io.BytesIO(new_workbook(content, seed=SEED)))
    said = " ".join(str(cell.value) for row in book[GUIDE_SHEET].iter_rows() for cell in row)
    assert "back to 401 AP" in said
    assert "On a roll of 4 or more" in said


# --- what is offered --------------------------------------------------------------------------------------------------


def every_validation(book):
    return [(page.title, one) for page in book.worksheets for one in page.data_validations.dataValidation]


def test_every_list_is_a_defined_name_so_that_excel_keeps_it_plain(book, blank):
    lists = [one for _, one in every_validation(book) if one.type == "list"]
    assert {one.formula1 for one in lists} <= set(book.defined_names)
    assert len(lists) > 40
    with zipfile.ZipFile(io.BytesIO(blank)) as package:
        assert not [name for name in package.namelist() if b"x14:" in package.read(name)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_each_column_offers_and_limits_what_the_schema_says(book, sheet):
    page = book[sheet.name]
    for number, column in enumerate(sheet.columns, 1):
        found = validations_at(page, f"{get_column_letter(number)}900")
        if sheet.name in ("Campaign", "Rules") or (sheet.need is Need.OUTPUT and column.filled is Filled.BY_PROGRAM):
            assert found == []
            continue
        (one,) = found
        if column.drop_down is not None:
            assert (one.type, one.formula1) == ("list", column.drop_down.value)
        elif column.limits is not None:
            assert (one.formula1, one.formula2) == (str(column.limits.lowest), str(column.limits.highest))
            assert one.errorStyle in (None, "stop")
            assert one.showErrorMessage


def test_several_names_in_one_cell_are_let_pass(book):
    for sheet, ref in (("Winter", "G2"), ("Borders", "C2"), ("Dispatches", "C2")):
        (one,) = validations_at(book[sheet], ref)
        assert one.type == "list"
        assert not one.showErrorMessage


def test_prompts_and_errors_are_as_short_as_excel_allows(book):
    for _, one in every_validation(book):
        assert one.prompt
        assert len(one.prompt) <= 255
        assert len(one.promptTitle) <= 32
        assert len(one.error or "") <= 255
        assert len(one.errorTitle or "") <= 32


def test_every_header_explains_itself(book):
    for sheet in SHEETS:
        for number, column in enumerate(sheet.columns, 1):
            (one,) = validations_at(book[sheet.name], book[sheet.name].cell(1, number).coordinate)
            assert one.promptTitle == column.header


def test_the_words_of_each_list_are_those_of_the_schema(book):
    page = book[LISTS_SHEET]
    for drop_down, words in DROP_DOWN_WORDS.items():
        (area,) = [ref for _, ref in book.defined_names[drop_down.value].destinations]
        assert tuple(row[0].value for row in page[area.replace("$", "")]) == words


def test_each_rule_has_its_row_with_the_default_and_a_list_or_limits(book):
    page = book["Rules"]
    rows = list(page.iter_rows(min_row=2, values_only=True))
    assert [row[0] for row in rows] == [setting.name for setting in SETTINGS]
    for number, (row, setting) in enumerate(zip(rows, SETTINGS, strict=True), 2):
        assert row[1] is None
        assert str(row[2] if row[2] is not None else "") == setting.default_text
        assert row[3:] == (setting.meaning, setting.clause)
        (one,) = validations_at(page, f"B{number}")
        assert one.type in ("list", "whole")


def test_each_setting_of_the_campaign_has_its_row_and_its_meaning(book):
    rows = list(book["Campaign"].iter_rows(min_row=2, values_only=True))
    assert [(row[0], row[2]) for row in rows] == [(setting.name, setting.meaning) for setting in CAMPAIGN_SETTINGS]


# --- what the program makes of it -------------------------------------------------------------------------------------


def test_an_empty_campaign_lacks_nothing_but_nations_and_territories(blank, tmp_path):
    problems = read(blank, tmp_path).problems
    assert [(problem.code, problem.place.sheet) for problem in problems] == [
        (ProblemCode.NO_ROWS, "Nations"),
        (ProblemCode.NO_ROWS, "Map"),
    ]


def test_a_campaign_filled_in_by_hand_can_be_played(book, blank, tmp_path):
    filled = load_workbook(io.BytesIO(blank))
    for sheet, rows in {
        "Nations": (("Rome", None, None, "crimson", "Roma", 3), ("Veii", None, None, None, "Veii", 1)),
        "Map": (("Roma", "Rome"), ("Veii", "Veii")),
        "Borders": (("Roma", "Veii"),),
        "Winter": (("Rome", "Offensive", "Roma", "Veii", "no", "yes"), ("Veii", "Defend")),
    }.items():
        for number, row in enumerate(rows, 2):
            for column, value in enumerate(row, 1):
                filled[sheet].cell(number, column).value = value
    filled.save(tmp_path / "campaign.xlsx")
    reading = read_workbook(tmp_path / "campaign.xlsx")
    assert reading.problems == ()
    played = reading.book
    done = resolve_season(played.world, played.state, played.orders, played.rulebook, played.seed)
    assert isinstance(done, Resolution)
    assert done.state.holdings["Rome"].gold == 1


def test_what_is_put_in_is_what_the_program_reads(tmp_path):
    content = everything_changed()
    reading = read(new_workbook(content, seed=SEED), tmp_path)
    assert [problem.code for problem in reading.problems] == []
    found = reading.book
    assert (found.title, found.seed, found.status) == (content.title, SEED, content.status)
    assert found.world == content.world
    assert found.state == content.state
    assert found.rulebook == content.rulebook
    assert found.publicity == content.publicity
    assert found.dispatches == content.dispatches
    assert (found.orders_due, found.silent_allowed, found.paper) == ("the ides", 0, "Letter")
    given = {order.nation: order for order in content.orders[Season.SPRING]}
    assert {
        name: replace(order, row=None, received=()) for name, order in found.orders.orders.items() if order.kind
    } == given


def test_monuments_are_read_in_fall(tmp_path):
    content = everything_changed()
    content = replace(
        content, state=replace(content.state, season=Season.FALL), monuments=(MonumentsOrder("007", 4),), dispatches=()
    )
    found = read(new_workbook(content, seed=SEED), tmp_path).book
    assert {name: order.gold for name, order in found.orders.monuments.items()} == {"Ῥωμαῖοι": 0, "007": 4}


def test_every_order_sheet_has_a_row_for_each_active_nation():
    book = load_workbook(io.BytesIO(new_workbook(everything_changed(), seed=SEED)))
    for sheet in ORDER_SHEETS.values():
        names = [cell.value for (cell,) in book[sheet.name].iter_rows(min_row=2, max_col=1) if cell.value]
        assert names == ["Ῥωμαῖοι", "007"]


def test_names_that_look_like_something_else_stay_text():
    book = load_workbook(io.BytesIO(new_workbook(everything_changed(), seed=SEED)))
    for cell in (book["Map"]["A2"], book["Map"]["A3"], book["Map"]["A4"], book["Nations"]["A3"]):
        assert (cell.data_type, cell.number_format) == ("s", "@")
    assert book["Guide"]["B1"].value == "+ Fire & Sword"
    assert book["Winter"].oddHeader.left.text == "+ Fire && Sword"


def test_seasons_are_resolved_into_the_empty_tables(tmp_path):
    from adjudicator.season_run import Ending, RunOptions, run_season

    content = replace(everything_changed(), rulebook=Rulebook(), silent_allowed=None)
    path = Path(tmp_path) / "campaign.xlsx"
    path.write_bytes(new_workbook(content, seed=SEED))
    ended = [run_season(RunOptions(path, newsletters=False, no_orders=True)).ending for _ in "123"]
    assert ended == [Ending.RESOLVED] * 3
    book = load_workbook(path)
    for sheet in ("Chronicle", "History", "Dice"):
        page = book[sheet]
        (table,) = page.tables.values()
        filled = sum(1 for (cell,) in page.iter_rows(min_row=2, max_col=1) if cell.value is not None)
        assert table.ref.endswith(str(filled + 1))
        assert filled > 1
        last = page.cell(filled + 1, 1)
        assert (last.number_format, last.alignment.vertical) == ("0", "top")

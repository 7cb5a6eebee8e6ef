"""A campaign workbook, read: what its cells mean, and every liberty that people and programs take with it."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from adjudicator.model.book import Book
from adjudicator.model.campaign import Border, Holding, Season, Standing, Status, Terrain
from adjudicator.model.dice import RollKey, RollKind
from adjudicator.model.orders import BattleWord, OrderKind, SubmittedOrder
from adjudicator.model.problems import Place, ProblemCode, Severity
from adjudicator.model.records import Dispatch, HistoryRow, Publicity
from adjudicator.model.rulebook import BattleMode, DiceMode, MutualInvasion
from adjudicator.workbook.reader import Reading, read_workbook
from tests.workbook.books import BORDERS, NATIONS, ORDERS, SEASONS, TERRITORIES, campaign_workbook
from tests.workbook.raw_xml import edit_part, set_cell_xml, sheet_part


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "campaign.xlsx"


def read(path: Path, **make: Any) -> Book:
    """The book of a workbook without errors."""
    reading = read_workbook(campaign_workbook(path, **make))
    assert reading.book is not None, [str(problem) for problem in reading.problems]
    return reading.book


def codes(reading: Reading) -> list[tuple[str, ProblemCode]]:
    return [(str(problem.place), problem.code) for problem in reading.problems]


# --- what is read -----------------------------------------------------------------------------------------------------


def test_a_sound_workbook_gives_a_book_and_no_word_is_said(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path))
    assert reading.problems == ()
    book = reading.book
    assert book is not None
    assert (book.title, book.status, book.seed) == ("The Tiber", Status.ORDERS, "a long secret")
    assert (book.state.year, book.state.season) == (1, Season.SPRING)
    assert [nation.name for nation in book.world.nations] == ["Rome", "Etruria", "Samnium"]
    assert book.world.nation["Rome"].ag == 3
    assert book.world.nation["Rome"].player == "Livia"
    assert book.world.nation["Rome"].capital == "Roma"
    assert book.state.owners["Fregellae"] is None
    assert book.state.holdings["Rome"] == Holding(375, 3, 0, "Roma")
    assert book.world.borders[2] == Border("Ostia", "Tarquinii", frozenset({Terrain.SEA}))
    assert book.world.borders[1].terrains == frozenset()
    assert (book.world.territories[0].x, book.world.territories[3].y) == (0.0, -30.0)


def test_orders_keep_their_row_and_what_was_received(path: Path) -> None:
    orders = read(path).orders.orders
    assert orders["Rome"] == SubmittedOrder(
        nation="Rome",
        kind=OrderKind.OFFENSIVE,
        origin="Roma",
        target="Fregellae",
        siege_gold=True,
        row=2,
        received=(("Order", "Offensive"), ("From", "Roma"), ("Target", "Fregellae"), ("Siege gold", "yes")),
    )
    assert orders["Samnium"].intercept == ("Rome", "none")


def test_the_fall_sheet_gives_monuments(path: Path) -> None:
    monuments = read(path, season="fall").orders.monuments
    assert {nation: order.gold for nation, order in monuments.items()} == {"Rome": 2, "Etruria": 0, "Samnium": 0}
    assert monuments["Rome"].received == (("Monuments", "2"),)


def test_a_row_with_nothing_but_a_nation_is_no_order(path: Path) -> None:
    order = read(path, orders=[{"Nation": "Rome"}]).orders.orders["Rome"]
    assert (order.kind, order.received) == (None, ())


def test_what_is_empty_counts_as_the_start(path: Path) -> None:
    nations = [{"Nation": "Rome", "Capital": "Roma"}, {"Nation": "Etruria", "Capital": "Fregellae"}]
    territories = [{"Territory": "Roma", "Owner": "Rome"}, {"Territory": "Fregellae"}]
    territories.append({"Territory": "Veii", "Owner": "Etruria"})
    borders = [{"From": "Roma", "To": "Fregellae"}, {"From": "Veii", "To": "Roma"}]
    parts = {"nations": nations, "territories": territories, "borders": borders, "orders": []}
    book = read(path, **parts, rules={"full_army": 300, "starting_gold": 5})
    assert book.state.holdings["Rome"] == Holding(300, 5, 0, "Roma")
    assert book.state.holdings["Etruria"].army_at is None, "its capital is not its own"
    assert book.world.nation["Rome"].ag == 1


def test_an_eliminated_nation_has_no_army(path: Path) -> None:
    nations = [*NATIONS, {"Nation": "Umbria", "VP": 7, "Standing": "Eliminated"}]
    holding = read(path, nations=nations).state.holdings["Umbria"]
    assert holding == Holding(0, 0, 7, None, standing=Standing.ELIMINATED)


def test_a_siege_is_read_with_where_it_began(path: Path) -> None:
    siege = {**NATIONS[0], "Army at": "veii", "Siege seasons": "2", "Came from": "ostia"}
    holding = read(path, nations=[siege, *NATIONS[1:]]).state.holdings["Rome"]
    assert (holding.besieges, holding.siege_seasons, holding.came_from) == ("Veii", 2, "Ostia")


def test_every_kind_of_rule_is_read(path: Path) -> None:
    rules = {
        "full_army": "400",
        "Siege Target": 6,
        "mutual_invasion": "Border",
        "sea_season": "spring; summer",
        "marsh_season": "any",
        "mountains_season": "none",
        "besieged_pays": "nein",
        "last_year": 1100.0,
        "battles": "TABLE",
        "dice": " table ",
        "raid_target": None,
    }
    rulebook = read(path, rules=rules).rulebook
    assert (rulebook.full_army, rulebook.siege_target, rulebook.raid_target) == (400, 6, 3)
    assert rulebook.mutual_invasion is MutualInvasion.BORDER
    assert rulebook.sea_season == {Season.SPRING, Season.SUMMER}
    assert rulebook.marsh_season == set(Season)
    assert rulebook.mountains_season == frozenset()
    assert (rulebook.besieged_pays, rulebook.last_year) == (False, 1100)
    assert (rulebook.battles, rulebook.dice) == (BattleMode.TABLE, DiceMode.TABLE)


def test_the_rules_sheet_may_be_missing(path: Path) -> None:
    assert read(path, omit=["Rules"]).rulebook.full_army == 375


def test_sheets_the_program_fills_may_be_missing(path: Path) -> None:
    gone = ["Battles", "Dice", "Chronicle", "History", "Dispatches", "Corrections", "Winter", "Summer", "Fall"]
    reading = read_workbook(campaign_workbook(path, omit=gone))
    assert reading.problems == ()
    assert reading.book is not None


def test_the_campaign_settings(path: Path) -> None:
    settings = {
        "Public draw": 123456.0,
        "Public armies": "x",
        "Orders due": datetime(2026, 5, 1, 18, 30),
        "Silent allowed": "2",
        "Paper": "letter",
    }
    book = read(path, settings=settings)
    assert book.orders.public_draw == "123456"
    assert book.publicity == Publicity(armies=True)
    assert (book.orders_due, book.silent_allowed, book.paper) == ("1 May 2026, 18:30", 2, "Letter")
    assert book.language == "en"


def test_the_maps_picture_lies_beside_the_workbook(path: Path) -> None:
    (path.parent / "tiber.png").write_bytes(b"")
    assert read(path, settings={"Map picture": "tiber.png"}).map_picture == "tiber.png"


@pytest.mark.parametrize(
    ("typed", "seed"),
    [
        (12345, "12345"),
        (12345.0, "12345"),
        ("007", "007"),
        (" a b ", "a b"),
        ("=1+1 as text", "=1+1 as text"),
        (0.5, "0.5"),
    ],
)
def test_the_seed_is_text_as_typed(path: Path, typed: Any, seed: str) -> None:
    def change(book: Workbook) -> None:
        cell = book["Campaign"]["B6"]
        cell.value = typed
        if isinstance(typed, str):
            cell.data_type = "s"

    assert read(path, change=change).seed == seed


@pytest.mark.parametrize(("typed", "year"), [(1071, 1071), (-300, -300), ("1071", 1071), ("−44", -44), (1071.0, 1071)])
def test_years(path: Path, typed: Any, year: int) -> None:
    assert read(path, year=typed).state.year == year


@pytest.mark.parametrize(("typed", "season"), [("Spring", Season.SPRING), ("SPRING ", Season.SPRING)])
def test_seasons_in_any_case(path: Path, typed: str, season: Season) -> None:
    assert read(path, change=lambda book: book["Campaign"].__setitem__("B4", typed)).state.season is season


def test_autumn_is_fall(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Campaign"]["B4"] = "Autumn"

    assert read(path, season="fall", change=change).state.season is Season.FALL


def test_an_empty_status_waits_for_orders(path: Path) -> None:
    assert read(path, settings={"Status": None}).status is Status.ORDERS


def test_a_campaign_that_is_over_is_read_as_such(path: Path) -> None:
    book = read(path, settings={"Status": "Over"})
    assert book.status is Status.OVER
    assert book.state.over


# --- dice, battles, records -------------------------------------------------------------------------------------------

DIE = {"Year": 1, "Season": "Spring", "Kind": "Siege", "Nation": "rome", "Place": "fregellae", "Die": "5"}


def test_a_die_for_the_season_is_the_gms(path: Path) -> None:
    book = read(path, dice=[DIE, {**DIE, "Kind": "initiative", "Place": "Etruria", "Attempt": 2, "Die": 6}])
    assert book.orders.dice == {
        RollKey(RollKind.SIEGE, "Rome", "Fregellae", 1): 5,
        RollKey(RollKind.INITIATIVE, "Rome", "Etruria", 2): 6,
    }


def test_dice_of_other_seasons_are_records(path: Path) -> None:
    rows = [{**DIE, "Year": 0}, {**DIE, "Season": "winter", "Place": "Atlantis"}, {**DIE, "Die": None}]
    book = read(path, dice=rows)
    assert book.orders.dice == {}
    assert [row.die for row in book.dice] == [5, 5, None]


def test_a_nation_and_a_territory_may_share_a_name(path: Path) -> None:
    nations = [{**NATIONS[0], "Nation": "Veii"}, *NATIONS[1:]]
    territories = [{**row, "Owner": "Veii" if row["Owner"] == "Rome" else row["Owner"]} for row in TERRITORIES]
    orders = [{"Nation": "Samnium", "Intercept": "veii"}, {"Nation": "Veii", "Order": "Defend"}]
    book = read(path, nations=nations, territories=territories, orders=orders)
    assert book.orders.orders["Samnium"].intercept == ("Veii",)


def test_winners_of_the_season(path: Path) -> None:
    row = {"Year": 1, "Season": "spring", "Attacker": "Etruria", "Defender": "Rome"}
    battles = [
        {**row, "Area": "Roma", "Winner": "ROME"},
        {**row, "Area": "Ostia", "Winner": "Draw"},
        {**row, "Area": "Veii", "Winner": "dice"},
        {**row, "Area": "Tarquinii"},
        {**row, "Area": "Fregellae", "Winner": "Samnium", "Attacker": None},
        {**row, "Area": "Bovianum", "Winner": "whoever", "Season": "winter"},
    ]
    book = read(path, battles=battles)
    assert book.orders.battles == {
        "Roma": "Rome",
        "Ostia": BattleWord.DRAW,
        "Veii": BattleWord.DICE,
        "Fregellae": "Samnium",
    }
    assert len(book.battles) == 6


def test_history_and_dispatches(path: Path) -> None:
    past = {"Year": 0, "Season": "fall", "Nation": "ROME", "Territories": 2, "Army AP": 300, "Gold": 4, "VP": 9}
    dispatches = [
        {"Year": 1, "Season": "spring", "For": "rome; ETRURIA", "Text": "**Hail**"},
        {"Year": 1, "Season": "spring", "For": "All", "Text": "To all"},
        {"Year": 1, "Season": "spring", "Text": "To all again"},
    ]
    book = read(path, history=[{**past, "Standing": "active"}], dispatches=dispatches)
    assert book.history == (HistoryRow(0, Season.FALL, "Rome", 2, 300, 4, 9, Standing.ACTIVE),)
    assert book.dispatches[0] == Dispatch(1, Season.SPRING, ("Rome", "Etruria"), "**Hail**")
    assert [dispatch.addressees for dispatch in book.dispatches[1:]] == [(), ()]


def test_a_dispatch_to_nobody_known_is_not_sent_to_all(path: Path) -> None:
    dispatch = {"Year": 1, "Season": "spring", "For": "Rmoe", "Text": "secret"}
    reading = read_workbook(campaign_workbook(path, dispatches=[dispatch]))
    assert codes(reading) == [("Dispatches!C2", ProblemCode.NATION_UNKNOWN)]


# --- sheets and headers -----------------------------------------------------------------------------------------------


def test_sheets_and_headers_in_any_case_with_spaces_and_order(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Map"].move_range("B1:B7", cols=8)
        book["Map"]["J1"] = "  oWner\u00a0"
        book["Map"].title = " mAp"
        book["Spring"]["F1"] = "Siege\ngold"
        book["Spring"]["E1"] = "Re\u200bbuild *"
        book["Nations"]["G1"] = "Army  AP¹"
        book["Nations"]["H1"] = "Gold [1]"
        book["Nations"].title = " NATIONS "
        book.move_sheet("Campaign", offset=8)

    book = read(path, change=change)
    assert book.state.owners["Veii"] == "Etruria"
    assert book.orders.orders["Rome"].siege_gold


def test_a_title_may_stand_above_the_header(path: Path) -> None:
    def change(book: Workbook) -> None:
        for name in ("Nations", "Spring", "Campaign"):
            book[name].insert_rows(1, 9)
            book[name]["A1"] = "Nation"
            book[name]["B3"] = "The campaign of the Tiber"

    reading = read_workbook(campaign_workbook(path, change=change))
    assert reading.problems == ()
    assert reading.book is not None
    assert reading.book.orders.orders["Rome"].row == 11
    layout = reading.layout.get("Nations")
    assert layout is not None
    assert (layout.header_row, layout.rows["Etruria"], layout.last_row) == (10, 12, 13)


def test_a_header_with_a_footnote_gives_way_to_the_plain_one(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Nations"].insert_cols(1)
        book["Nations"]["A1"] = "Gold *"
        book["Nations"]["A2"] = "mine"

    assert read(path, change=change).state.holdings["Rome"].gold == 3


def test_other_sheets_columns_and_rows_are_the_gms(path: Path) -> None:
    def change(book: Workbook) -> None:
        book.create_sheet("Diary")["A1"] = "=1/0"
        book["Nations"]["P1"] = "Mood"
        book["Nations"]["P2"] = "#REF!"
        book["Nations"]["P9"] = "a note below"
        book["Campaign"].append(["House rule", "no cheating"])

    assert read_workbook(campaign_workbook(path, change=change)).problems == ()


def test_data_after_a_gap_is_read(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Nations"]["A600"] = "Umbria"
        book["Map"]["A700"] = "Iguvium"
        book["Map"]["B700"] = "Umbria"
        book["Borders"]["A800"], book["Borders"]["B800"] = "Iguvium", "Roma"

    book = read(path, change=change)
    assert [nation.name for nation in book.world.nations][-1] == "Umbria"
    assert book.state.owners["Iguvium"] == "Umbria"


def test_a_million_empty_formatted_rows_are_no_rows(path: Path) -> None:
    campaign_workbook(path)
    rows = "".join(f'<row r="{number}" s="1" customFormat="1"/>' for number in range(10, 200_000))
    edit_part(path, sheet_part(path, "Nations"), lambda text: text.replace("</sheetData>", f"{rows}</sheetData>"))
    reading = read_workbook(path)
    layout = reading.layout.get("Nations")
    assert layout is not None
    assert (reading.problems, layout.last_row) == ((), 4)


@pytest.mark.parametrize("name", ["NA", "None", "null", "nan", "N/A", "TRUE", "007", "1453"])
def test_odd_names_are_names(path: Path, name: str) -> None:
    nations = [{**NATIONS[0], "Nation": name}, *NATIONS[1:]]
    territories = [{**row, "Owner": name if row["Owner"] == "Rome" else row["Owner"]} for row in TERRITORIES]
    orders = [{**ORDERS[0], "Nation": name}]
    book = read(path, nations=nations, territories=territories, orders=orders)
    assert book.world.nations[0].name == name
    assert book.state.owners["Roma"] == name
    assert book.orders.orders[name].kind is OrderKind.OFFENSIVE


def test_a_number_for_a_name_is_its_digits(path: Path) -> None:
    nations = [{**NATIONS[0], "Nation": 1453.0}, *NATIONS[1:]]
    territories = [{**row, "Owner": 1453 if row["Owner"] == "Rome" else row["Owner"]} for row in TERRITORIES]
    assert read(path, nations=nations, territories=territories, orders=[]).state.owners["Roma"] == "1453"


@pytest.mark.parametrize(
    ("on_map", "typed"),
    [
        ("O'Neill's Land", "o’neill‘s  land"),
        ("Sant’Agata", "Sant'Agata"),
        ("Málaga", unicodedata.normalize("NFD", "MÁLAGA")),
        (unicodedata.normalize("NFD", "Málaga"), "málaga"),
        ("Weißenburg", "WEISSENBURG"),
        ("New  Town", " new\u00a0town\u200b"),
        ("Aix-en-Provence", "aix–en—provence"),
        ('The "Rock"', "the “rock”"),
        ("Two\nLines", "two lines"),
    ],
)
def test_names_are_compared_as_people_see_them_and_kept_as_the_map_spells_them(
    path: Path, on_map: str, typed: str
) -> None:
    territories = [*TERRITORIES, {"Territory": f"  {on_map}\u200b ", "Owner": None}]
    borders = [*BORDERS, {"From": typed, "To": "Roma"}]
    orders = [{"Nation": "Rome", "Order": "Offensive", "From": "roma", "Target": typed}]
    book = read(path, territories=territories, borders=borders, orders=orders)
    assert book.world.territories[-1].name == on_map
    assert book.world.borders[-1].one == on_map
    assert book.orders.orders["Rome"].target == on_map


# --- cells ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["350", " 350 ", 350.0, "350.0", "350,00", "+350", "3５0", "\u00a0350\u200b"])
def test_numbers_in_many_spellings(path: Path, typed: Any) -> None:
    nations = [{**NATIONS[0], "Army AP": typed}, *NATIONS[1:]]
    reading = read_workbook(campaign_workbook(path, nations=nations))
    assert reading.problems == ()
    assert reading.book is not None
    assert reading.book.state.holdings["Rome"].army_ap == 350


@pytest.mark.parametrize(
    "typed", ["1,350", "1 350", "1\u00a0350", "1\u202f350", "1'350", "1’350", "1,350.0", "1.350,0"]
)
def test_thousands_marks(path: Path, typed: str) -> None:
    nations = [{**NATIONS[0], "Gold": typed}, *NATIONS[1:]]
    reading = read_workbook(campaign_workbook(path, nations=nations))
    assert reading.problems == ()
    assert reading.book is not None
    assert reading.book.state.holdings["Rome"].gold == 1350


def test_a_full_stop_before_three_digits_is_read_with_a_warning(path: Path) -> None:
    nations = [{**NATIONS[0], "Gold": "1.350"}, *NATIONS[1:]]
    reading = read_workbook(campaign_workbook(path, nations=nations))
    assert codes(reading) == [("Nations!H2", ProblemCode.THOUSANDS_READ)]
    assert reading.book is not None
    assert reading.book.state.holdings["Rome"].gold == 1350


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("many", ProblemCode.NOT_A_NUMBER),
        ("3 or 4", ProblemCode.NOT_A_NUMBER),
        ("1,35", ProblemCode.NOT_WHOLE),
        ("1,2,3", ProblemCode.NOT_A_NUMBER),
        ("1,350.000.1", ProblemCode.NOT_A_NUMBER),
        ("NaN", ProblemCode.NOT_A_NUMBER),
        ("inf", ProblemCode.NOT_A_NUMBER),
        ("1e3", ProblemCode.NOT_A_NUMBER),
        ("9" * 40, ProblemCode.NUMBER_OUT_OF_RANGE),
        ("9" * 10_000, ProblemCode.NOT_A_NUMBER),
        ("²", ProblemCode.NOT_A_NUMBER),
        (1e308, ProblemCode.NUMBER_OUT_OF_RANGE),
        (-5, ProblemCode.NUMBER_OUT_OF_RANGE),
        (0.5, ProblemCode.NOT_WHOLE),
        (True, ProblemCode.NOT_A_NUMBER),
        (date(2026, 1, 1), ProblemCode.DATE_NOT_NUMBER),
        ("#N/A", ProblemCode.CELL_ERROR),
    ],
)
def test_what_is_no_number(path: Path, typed: Any, code: ProblemCode) -> None:
    nations = [{**NATIONS[0], "Gold": typed}, *NATIONS[1:]]
    assert codes(read_workbook(campaign_workbook(path, nations=nations))) == [("Nations!H2", code)]


def test_a_number_of_xml_that_is_none_is_an_error_not_a_crash(path: Path) -> None:
    campaign_workbook(path)
    for number in ("NaN", "1e999", "-INF", "0x10", ""):
        set_cell_xml(path, "Nations", "H2", "", f"<v>{number}</v>")
        reading = read_workbook(path)
        assert number == "" or reading.book is None, number


@pytest.mark.parametrize(
    "typed",
    [
        *("yes", "Y", "TRUE", "true", 1, 1.0, "1", "x", "X", "si", "sì", "Sì", "oui", "ja", True),
        *("WAHR", "vrai", "VERO", "✓"),
    ],
)
def test_yes(path: Path, typed: Any) -> None:
    assert read(path, orders=[{"Nation": "Rome", "Rebuild": typed}]).orders.orders["Rome"].rebuild


@pytest.mark.parametrize("typed", ["no", "N", "FALSE", False, 0, "0", None, " ", "falsch", "FAUX", "nein", "-"])
def test_no(path: Path, typed: Any) -> None:
    reading = read_workbook(campaign_workbook(path, orders=[{"Nation": "Rome", "Rebuild": typed}]))
    assert reading.problems == ()
    assert reading.book is not None
    assert not reading.book.orders.orders["Rome"].rebuild


@pytest.mark.parametrize("typed", ["maybe", 2, date(2026, 1, 1), "yes please"])
def test_neither_yes_nor_no(path: Path, typed: Any) -> None:
    reading = read_workbook(campaign_workbook(path, orders=[{"Nation": "Rome", "Rebuild": typed}]))
    assert codes(reading) == [("Spring!E2", ProblemCode.NOT_YES_NO)]


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("offensive", OrderKind.OFFENSIVE),
        (" OFFENSIVE. ", OrderKind.OFFENSIVE),
        ("defence", OrderKind.DEFEND),
        ("Keep a siege", OrderKind.SIEGE),
        ("keep siege", OrderKind.SIEGE),
        ("RAID", OrderKind.RAID),
    ],
)
def test_order_words(path: Path, typed: str, kind: OrderKind) -> None:
    row = {"Nation": "Rome", "Order": typed, "From": "Roma", "Target": "Veii"}
    assert read(path, orders=[row]).orders.orders["Rome"].kind is kind


def test_an_unknown_target_is_kept_as_typed_for_the_rules_to_judge(path: Path) -> None:
    row = {"Nation": "Rome", "Order": "Raid", "From": "Roma", "Target": " Veji "}
    reading = read_workbook(campaign_workbook(path, orders=[row]))
    assert [(str(problem.place), problem.near) for problem in reading.problems] == [("Spring!D2", "Veii")]
    assert reading.book is not None
    assert reading.book.orders.orders["Rome"].target == "Veji"


def test_intercept_lists(path: Path) -> None:
    orders = [
        {"Nation": "Rome", "Intercept": "etruria ;VEII;; None"},
        {"Nation": "Etruria", "Intercept": "Rome, Samnium"},
        {"Nation": "Samnium", "Intercept": "Rome\nVeii"},
    ]
    read_orders = read(path, orders=orders).orders.orders
    assert read_orders["Rome"].intercept == ("Etruria", "Veii", "none")
    assert read_orders["Etruria"].intercept == ("Rome", "Samnium")
    assert read_orders["Samnium"].intercept == ("Rome", "Veii")


@pytest.mark.parametrize(
    ("typed", "terrains"),
    [
        ("", set()),
        ("Land", set()),
        ("sea;mountains", {Terrain.SEA, Terrain.MOUNTAINS}),
        (" Marsh , SEA ", {Terrain.MARSH, Terrain.SEA}),
        ("land; mountain", {Terrain.MOUNTAINS}),
    ],
)
def test_terrains(path: Path, typed: str, terrains: set[Terrain]) -> None:
    borders = [{**BORDERS[0], "Terrain": typed}, *BORDERS[1:]]
    assert read(path, borders=borders).world.borders[0].terrains == terrains


@pytest.mark.parametrize(
    ("typed", "colour"), [("#8B1A1A", "#8b1a1a"), ("8b1a1a", "#8b1a1a"), ("Dark Red", "darkred"), ("#abc", "#abc")]
)
def test_colours(path: Path, typed: str, colour: str) -> None:
    nations = [{**NATIONS[0], "Colour": typed}, *NATIONS[1:]]
    assert read(path, nations=nations).world.nations[0].colour == colour


def test_coordinates_take_a_decimal_comma(path: Path) -> None:
    territories = [{**TERRITORIES[0], "X": "12,5", "Y": "-3.25"}, *TERRITORIES[1:]]
    place = read(path, territories=territories).world.territories[0]
    assert (place.x, place.y) == (12.5, -3.25)


# --- formulas, merges, hidden rows ------------------------------------------------------------------------------------


def test_a_formula_counts_as_the_value_it_was_calculated_to(path: Path) -> None:
    campaign_workbook(path)
    set_cell_xml(path, "Nations", "H2", "", "<f>1+6</f><v>7</v>")
    set_cell_xml(path, "Spring", "D2", ' t="str"', "<f>Map!A4</f><v>Veii</v>")
    reading = read_workbook(path)
    assert reading.problems == ()
    assert reading.book is not None
    assert reading.book.state.holdings["Rome"].gold == 7
    assert reading.book.orders.orders["Rome"].target == "Veii"


def test_a_formula_never_calculated_is_not_taken_for_empty(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Spring"]["B2"] = "=Winter!B2"
        book["Map"]["B2"] = '="Rome"'

    reading = read_workbook(campaign_workbook(path, change=change))
    never = ProblemCode.FORMULA_NOT_CALCULATED
    assert ("Map!B2", never) in codes(reading)
    assert ("Spring!B2", never) in codes(reading)


def test_formulas_in_the_gms_own_columns_are_none_of_our_business(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Nations"]["O1"] = "Strength"
        book["Nations"]["O2"] = "=G2/75"
        book["Spring"]["H2"] = "=NOW()"

    assert read_workbook(campaign_workbook(path, change=change)).problems == ()


def test_a_merged_owner_counts_for_the_rows_it_spans(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path, change=lambda book: book["Map"].merge_cells("B2:B3")))
    assert codes(reading) == [("Map!B2", ProblemCode.MERGED_CELLS_COUNT)]
    assert reading.book is not None
    assert reading.book.state.owners["Ostia"] == "Rome"


def test_merged_borders_count_from_one_place_to_many(path: Path) -> None:
    def change(book: Workbook) -> None:
        sheet = book["Borders"]
        sheet.append(["Samnium", None])
        for row in sheet.iter_rows(min_row=2):
            for cell in row:
                cell.value = None
        for number, to in enumerate(("Ostia", "Veii", "Tarquinii", "Bovianum", "Fregellae"), start=2):
            sheet.cell(number, 2, to)
        sheet["A2"] = "Roma"
        sheet.merge_cells("A2:A6")

    borders = read(path, change=change).world.borders
    assert [border.other for border in borders if border.one == "Roma"] == [
        *("Ostia", "Veii", "Tarquinii", "Bovianum", "Fregellae"),
    ]


def test_titles_and_notes_may_be_merged(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Nations"].insert_rows(1)
        book["Nations"]["A1"] = "The nations"
        book["Nations"].merge_cells("A1:M1")
        book["Spring"].merge_cells("H2:K2")
        book["Map"].merge_cells("F9:H12")

    assert read_workbook(campaign_workbook(path, change=change)).problems == ()


def test_filtered_rows_count_and_are_reported(path: Path) -> None:
    def change(book: Workbook) -> None:
        sheet = book["Map"]
        sheet.auto_filter.ref = "A1:D7"
        sheet.auto_filter.add_filter_column(1, ["Rome"])
        for number in range(4, 8):
            sheet.row_dimensions[number].hidden = True

    reading = read_workbook(campaign_workbook(path, change=change))
    assert [str(problem) for problem in reading.problems] == [
        "Map: Rows hidden by hand or by a filter are read all the same: 4, 5, 6, 7."
    ]
    assert reading.book is not None
    assert len(reading.book.world.territories) == 6


def test_a_totals_row_of_a_table_is_no_nation(path: Path) -> None:
    from openpyxl.worksheet.table import Table, TableColumn

    def change(book: Workbook) -> None:
        sheet = book["Nations"]
        sheet.append(["Total"])
        table = Table(displayName="Nations", ref="A1:M5", totalsRowCount=1)
        table.tableColumns = [TableColumn(id=n, name=cell.value) for n, cell in enumerate(sheet[1], start=1)]
        sheet.add_table(table)

    assert len(read(path, change=change).world.nations) == 3


# --- everything at once -----------------------------------------------------------------------------------------------


def test_every_problem_is_reported_at_once_in_the_order_of_the_sheets(path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Spring"]["B2"] = "flee"
        book["Nations"]["H2"] = "much"
        book["Nations"]["F2"] = 9
        book["Map"]["B2"] = "Rma"
        book["Campaign"]["B4"] = "monsoon"
        book["Borders"]["C3"] = "lava"

    reading = read_workbook(campaign_workbook(path, change=change))
    assert reading.book is None
    assert [str(problem.place) for problem in reading.problems] == [
        *("Campaign!B4", "Nations!F2", "Nations!H2", "Map!B2", "Borders!C3"),
    ]
    assert {problem.severity for problem in reading.problems} == {Severity.ERROR}


def test_the_same_file_always_gives_the_same_problems(path: Path) -> None:
    campaign_workbook(path, nations=[*NATIONS, {"Nation": "Rome"}, {"Nation": "X;Y", "Ag": 7, "Gold": "no"}], orders=[])
    assert read_workbook(path).problems == read_workbook(path).problems


def test_a_problem_says_where_what_and_what_to_do(path: Path) -> None:
    orders = [{"Nation": "Rome", "Order": "Raid", "From": "Roma", "Target": "Vei"}]
    (problem,) = read_workbook(campaign_workbook(path, orders=orders)).problems
    assert problem.place == Place("Spring", "D2")
    assert str(problem) == (
        'Spring!D2: "Vei" is no territory on the Map sheet; the order will be read as Defend (2.2). '
        'Did you mean "Veii"? Spell it as the Map sheet does.'
    )


@pytest.mark.parametrize("season", SEASONS)
def test_only_the_sheet_of_the_season_is_needed(path: Path, season: str) -> None:
    others = [word.capitalize() for word in SEASONS if word != season]
    assert read_workbook(campaign_workbook(path, season=season, omit=others)).problems == ()


def test_a_hostile_workbook_is_told_of_in_words_of_bearable_length(path: Path) -> None:
    def change(book: Workbook) -> None:
        for sheet in book.worksheets:
            for row in sheet.iter_rows(min_row=2):
                for cell in row:
                    cell.value = "{0}\x0a%s{found}" * 3_000

    reading = read_workbook(campaign_workbook(path, change=change))
    assert reading.book is None
    assert all(len(str(problem)) < 1_500 for problem in reading.problems)
    assert all(str(problem).isprintable() for problem in reading.problems)

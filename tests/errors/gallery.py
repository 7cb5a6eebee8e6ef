"""A gallery of mistakes: one workbook for each thing that can be wrong, and what the GM is told of it.

`gallery.txt` beside this file is the catalogue as the GM meets it. `python -m tests.errors.gallery FOLDER` saves every
workbook into a folder, to be looked at or run; with `--write` it also writes `gallery.txt` anew, to be read before it
is committed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.chart import BarChart
from openpyxl.worksheet.table import Table, TableColumn

from adjudicator.model.problems import Problem, ProblemCode
from adjudicator.workbook.reader import read_workbook
from tests.workbook.books import BORDERS, NATIONS, ORDERS, TERRITORIES, campaign_workbook

EXPECTED = Path(__file__).with_name("gallery.txt")


@dataclass(frozen=True)
class Mistake:
    """One workbook with one mistake; `make` are the arguments of `campaign_workbook`."""

    code: ProblemCode
    make: Mapping[str, Any] = field(default_factory=dict)
    variant: str = ""

    @property
    def name(self) -> str:
        return self.code.value + (f"-{self.variant}" if self.variant else "")

    def save(self, folder: Path) -> Path:
        return campaign_workbook(folder / f"{self.name}.xlsx", **self.make)


def cell(place: str, value: Any) -> dict[str, Any]:
    """A change of one cell, `Nations!G3`."""
    sheet, ref = place.split("!")

    def change(book: Workbook) -> None:
        book[sheet][ref] = value

    return {"change": change}


def merged(sheet: str, area: str) -> dict[str, Any]:
    return {"change": lambda book: book[sheet].merge_cells(area)}


def _double_sheet(book: Workbook) -> None:
    book.create_sheet("nations ").append(["mine"])


def _chart_sheet(book: Workbook) -> None:
    del book["Dice"]
    book.create_chartsheet("Dice").add_chart(BarChart())


def _hidden_sheet(book: Workbook) -> None:
    book["Map"].sheet_state = "veryHidden"


def _protected_sheet(book: Workbook) -> None:
    book["Nations"].protection.sheet = True


def _no_header(book: Workbook) -> None:
    book["Borders"].insert_rows(1, 10)


def _doubled_column(book: Workbook) -> None:
    book["Nations"]["N1"] = "GOLD"


def _nameless_row(book: Workbook) -> None:
    book["Nations"].append([None, "Somebody", None, None, "Ostia"])


def _hidden_rows(book: Workbook) -> None:
    book["Spring"].row_dimensions[3].hidden = True


def _totals(book: Workbook) -> None:
    sheet = book["History"]
    sheet.append(["Total"])
    table = Table(displayName="Past", ref="A1:H2", totalsRowCount=1)
    table.tableColumns = [TableColumn(id=number, name=header.value) for number, header in enumerate(sheet[1], start=1)]
    sheet.add_table(table)


def _nations(**changes: Any) -> list[dict[str, Any]]:
    """The nations, with changes to the first."""
    rows = [dict(row) for row in NATIONS]
    rows[0].update({header.replace("_", " "): value for header, value in changes.items()})
    return rows


def _history(year: int = 0, **changes: Any) -> list[dict[str, Any]]:
    row = {"Year": year, "Season": "fall", "Nation": "Rome", "Territories": 2, "Army AP": 375, "Gold": 3, "VP": 0}
    return [{**row, "Standing": "active", **changes}]


def _dice(**changes: Any) -> dict[str, Any]:
    row = {
        "Year": 1,
        "Season": "spring",
        "Kind": "siege",
        "Nation": "Rome",
        "Place": "Fregellae",
        "Attempt": 1,
        "Die": 5,
    }
    return {**row, **changes}


def _battle(**changes: Any) -> dict[str, Any]:
    row = {"Year": 1, "Season": "spring", "Area": "Roma", "Attacker": "Etruria", "Defender": "Rome"}
    return {**row, **changes}


def _besieger(name: str, area: str, seasons: Any = 1, came_from: Any = "Veii") -> dict[str, Any]:
    row = next(dict(row) for row in NATIONS if row["Nation"] == name)
    return {**row, "Army at": area, "Siege seasons": seasons, "Came from": came_from}


CODE = ProblemCode
MISTAKES: tuple[Mistake, ...] = (
    # sheets, headers, rows
    Mistake(CODE.SHEET_MISSING, {"change": lambda book: setattr(book["Borders"], "title", "Border")}),
    Mistake(CODE.SHEET_MISSING, {"omit": ["Spring"]}, "of-the-season"),
    Mistake(CODE.SHEET_DOUBLED, {"change": _double_sheet}),
    Mistake(CODE.SHEET_WITHOUT_CELLS, {"change": _chart_sheet}),
    Mistake(CODE.SHEET_HIDDEN, {"change": _hidden_sheet}),
    Mistake(CODE.SHEET_PROTECTED, {"change": _protected_sheet}),
    Mistake(CODE.HEADER_MISSING, {"change": _no_header}),
    Mistake(CODE.COLUMN_MISSING, cell("Nations!G1", "Army APs")),
    Mistake(CODE.COLUMN_DOUBLED, {"change": _doubled_column}),
    Mistake(CODE.ROW_WITHOUT_NAME, {"change": _nameless_row}),
    Mistake(CODE.ROWS_HIDDEN, {"change": _hidden_rows}),
    Mistake(CODE.MERGED_CELLS, merged("Nations", "G2:G3")),
    Mistake(CODE.MERGED_CELLS, merged("Nations", "F2:G2"), "across"),
    Mistake(CODE.MERGED_CELLS_COUNT, merged("Map", "B2:B3")),
    Mistake(CODE.TOTALS_ROW, {"change": _totals}),
    # cells
    Mistake(CODE.FORMULA_NOT_CALCULATED, cell("Nations!H2", "=1+2")),
    Mistake(CODE.CELL_ERROR, cell("Nations!E2", "#REF!")),
    Mistake(CODE.NOT_A_NUMBER, cell("Nations!G2", "full")),
    Mistake(CODE.NOT_WHOLE, cell("Nations!H2", 2.5)),
    Mistake(CODE.NUMBER_OUT_OF_RANGE, cell("Nations!F2", 5)),
    Mistake(CODE.NUMBER_OUT_OF_RANGE, cell("Nations!H2", -1), "below-nothing"),
    Mistake(CODE.NUMBER_OUT_OF_RANGE, cell("Nations!G2", 1e308), "absurd"),
    Mistake(CODE.THOUSANDS_READ, {"rules": {"full_army": 9000}, **cell("Nations!G2", "1.000")}),
    Mistake(CODE.DATE_NOT_NUMBER, cell("Nations!G2", date(2026, 1, 2))),
    Mistake(CODE.DATE_NOT_TEXT, cell("Spring!D2", date(2026, 3, 1))),
    Mistake(CODE.NOT_YES_NO, cell("Spring!E2", "perhaps")),
    Mistake(CODE.NOT_A_WORD, cell("Nations!M2", "activ")),
    Mistake(CODE.NOT_A_WORD, {"settings": {"Status": "waiting"}}, "status"),
    Mistake(CODE.CELL_EMPTY, {"borders": [*BORDERS, {"From": "Veii"}]}),
    Mistake(CODE.TEXT_TOO_LONG, {"settings": {"Title": "The Tiber " * 300}}),
    # Campaign and Rules
    Mistake(CODE.SETTING_MISSING, {"settings": {"Year": None}}),
    Mistake(CODE.SETTING_DOUBLED, {"change": lambda book: book["Campaign"].append(["year", 2])}),
    Mistake(CODE.SETTING_UNKNOWN, {"settings": {"Silent allowed": None, "Silents allowed": 1}}),
    Mistake(CODE.YEAR_NOT_UNDERSTOOD, {"year": date(1971, 1, 1)}),
    Mistake(CODE.YEAR_NOT_UNDERSTOOD, {"year": "300 BC"}, "words"),
    Mistake(CODE.SEASON_NOT_UNDERSTOOD, {"change": lambda book: book["Campaign"].__setitem__("B4", "sprung")}),
    Mistake(CODE.SEED_MISSING, {"settings": {"Seed": ""}}),
    Mistake(CODE.PICTURE_NOT_BESIDE, {"settings": {"Map picture": "../map.png"}}),
    Mistake(CODE.PICTURE_MISSING, {"settings": {"Map picture": "map.png"}}),
    Mistake(CODE.CAMPAIGN_OVER, {"settings": {"Status": "over"}}),
    Mistake(CODE.RULE_UNKNOWN, {"rules": {"sege_target": 4}}),
    Mistake(CODE.RULE_DOUBLED, {"change": lambda book: [book["Rules"].append(["siege_target", 4]) for _ in "12"]}),
    Mistake(CODE.RULE_VALUE, {"rules": {"battles": "tabel"}}),
    Mistake(CODE.RULE_VALUE, {"rules": {"sea_season": "somer"}}, "season"),
    Mistake(CODE.RULE_VALUE, {"rules": {"ap_per_pip": 0}}, "number"),
    # names
    Mistake(CODE.NAME_DOUBLED, {"nations": [*NATIONS, {"Nation": "ROME", "Capital": "Ostia"}]}),
    Mistake(CODE.NAME_DOUBLED, {"territories": [*TERRITORIES, {"Territory": "Veii"}]}, "territory"),
    Mistake(CODE.NAME_TOO_LONG, cell("Map!A7", "Fregellae" * 20)),
    Mistake(CODE.NAME_WITH_SEPARATOR, {"nations": [*NATIONS, {"Nation": "A; B"}]}),
    Mistake(CODE.NAME_IS_A_WORD, {"nations": [*NATIONS, {"Nation": "Draw", "Standing": "eliminated"}]}),
    Mistake(CODE.NO_ROWS, {"nations": [], "orders": [], "territories": [{"Territory": "Roma"}], "borders": []}),
    Mistake(
        CODE.TOO_MANY_ROWS,
        {"nations": [*NATIONS, *({"Nation": f"N{n}", "Standing": "eliminated"} for n in range(498))]},
    ),
    Mistake(CODE.NATION_UNKNOWN, {"dice": [_dice(Nation="Roma")]}),
    Mistake(CODE.TERRITORY_UNKNOWN, {"nations": _nations(Capital="Rma")}),
    # Nations
    Mistake(CODE.COLOUR_NOT_UNDERSTOOD, {"nations": _nations(Colour="crimsn")}),
    Mistake(CODE.EMAIL_NOT_UNDERSTOOD, {"nations": _nations(Email="livia at example.org")}),
    Mistake(CODE.CAPITAL_NOT_OWNED, {"nations": _nations(Capital="Veii")}),
    Mistake(CODE.VALUE_EMPTY_IN_PLAY, {"nations": _nations(Gold=None), "history": _history()}),
    Mistake(CODE.ARMY_ABOVE_FULL, {"nations": _nations(Army_AP=400)}),
    Mistake(CODE.ARMY_IN_ENEMY_LAND, {"nations": _nations(Army_at="Veii")}),
    Mistake(CODE.SIEGE_IN_OWN_LAND, {"nations": _nations(Siege_seasons=2, Came_from="Ostia")}),
    Mistake(CODE.SIEGE_NOWHERE, {"nations": _nations(Army_at=None, Siege_seasons=2, Came_from="Ostia")}),
    Mistake(
        CODE.TWO_BESIEGERS,
        {"nations": [NATIONS[0], _besieger("Etruria", "Fregellae"), _besieger("Samnium", "Fregellae", 2, "Bovianum")]},
    ),
    Mistake(
        CODE.CAME_FROM_UNKNOWN, {"nations": [NATIONS[0], _besieger("Etruria", "Roma", came_from="Veji"), NATIONS[2]]}
    ),
    Mistake(CODE.NATION_WITHOUT_LAND, {"nations": [*NATIONS, {"Nation": "Umbria"}]}),
    Mistake(
        CODE.ELIMINATED_WITH_LAND,
        {"nations": _nations(Standing="eliminated", Army_AP=0, Army_at=None), "orders": ORDERS[1:]},
    ),
    Mistake(
        CODE.ELIMINATED_WITH_ARMY,
        {"nations": [*NATIONS, {"Nation": "Umbria", "Army AP": 25, "Standing": "eliminated"}]},
    ),
    # Map and Borders
    Mistake(CODE.OWNER_UNKNOWN, cell("Map!B4", "Etrurja")),
    Mistake(CODE.HALF_A_PLACE, cell("Map!D4", None)),
    Mistake(
        CODE.PLACE_SHARED,
        {"change": lambda book: (cell("Map!C3", 0)["change"](book), cell("Map!D3", 0)["change"](book))},
    ),
    Mistake(CODE.MAP_NOT_CONNECTED, {"borders": [row for row in BORDERS if row["To"] != "Fregellae"]}),
    Mistake(CODE.BORDER_TO_ITSELF, {"borders": [*BORDERS, {"From": "Veii", "To": "veii"}]}),
    Mistake(CODE.BORDER_DOUBLED, {"borders": [*BORDERS, {"From": "Veii", "To": "Roma", "Terrain": "sea"}]}),
    Mistake(CODE.TERRAIN_NOT_UNDERSTOOD, cell("Borders!C4", "sea; swamp; march")),
    # orders
    Mistake(CODE.ORDER_OF_UNKNOWN_NATION, {"orders": [*ORDERS, {"Nation": "Etrurja", "Order": "Defend"}]}),
    Mistake(CODE.ORDER_ROW_OF_UNKNOWN_NATION, {"orders": [*ORDERS, {"Nation": "Umbria"}]}),
    Mistake(CODE.ORDER_DOUBLED, {"orders": [*ORDERS, {"Nation": "rome", "Order": "Defend"}]}),
    Mistake(CODE.ORDER_ROW_DOUBLED, {"orders": [{"Nation": "Rome"}, *ORDERS]}),
    Mistake(CODE.ORDER_NOT_UNDERSTOOD, cell("Spring!B2", "Ofensive")),
    Mistake(CODE.ORDER_NOT_UNDERSTOOD, cell("Spring!B2", "attack"), "hint"),
    Mistake(CODE.ORDER_WORD_MISSING, cell("Spring!B2", None)),
    Mistake(CODE.ORDER_PLACE_UNKNOWN, cell("Spring!D2", "Fregelae")),
    Mistake(CODE.INTERCEPT_UNKNOWN, cell("Spring!G4", "Room; none")),
    Mistake(
        CODE.ORDER_OF_ELIMINATED,
        {
            "nations": [*NATIONS, {"Nation": "Umbria", "Standing": "eliminated"}],
            "orders": [*ORDERS, {"Nation": "Umbria", "Order": "Defend"}],
        },
    ),
    # Battles, Dice and the records
    Mistake(CODE.BATTLE_DOUBLED, {"battles": [_battle(), _battle(Winner="dice")]}),
    Mistake(CODE.WINNER_NOT_UNDERSTOOD, {"battles": [_battle(Winner="Samnium")]}),
    Mistake(CODE.DIE_DOUBLED, {"dice": [_dice(), _dice(Attempt=None)]}),
    Mistake(CODE.DIE_OF_THE_SEED, {"dice": [{**_dice(), "Rolled by": "seed"}]}),
    Mistake(CODE.NUMBER_OUT_OF_RANGE, {"dice": [_dice(Die=7)]}, "die"),
    Mistake(CODE.RECORD_NOT_UNDERSTOOD, {"history": _history(Gold="plenty")}),
    Mistake(CODE.SEASON_PLAYED_ALREADY, {"history": [*_history(), *_history(1, Season="spring"), *_history(2)]}),
)
"""In the order of the catalogue."""


def told(mistake: Mistake, problems: Iterable[Problem]) -> str:
    """The mistake as `gallery.txt` has it: its name, then a line for each problem."""
    lines = [f"{problem.severity.value} {problem}" for problem in problems]
    return "\n".join([f"## {mistake.name}", *lines, ""])


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join(told(mistake, read_workbook(mistake.save(folder)).problems) for mistake in MISTAKES)
    if "--write" in sys.argv:
        EXPECTED.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

"""Where the mistakes of `mistakes.xlsx` are made: one line for each kind of problem that a cell or a row can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adjudicator.model.problems import ProblemCode
from adjudicator.workbook.samples.anatolia_dispatches import YEAR
from adjudicator.workbook.schema import NAME_LIMIT, SHORT_TEXT_LIMIT

CODE = ProblemCode
SlipValue = str | int | float | datetime | None


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong value in a row that is there already; `row` is what stands in its first column."""

    code: ProblemCode
    sheet: str
    row: str
    header: str
    value: SlipValue


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row that should not be there, or not so; `at` is the header under which the problem is told."""

    code: ProblemCode
    sheet: str
    values: Mapping[str, SlipValue]
    at: str


SLIPS: Final = (
    # Campaign and Rules
    Slip(CODE.SEED_MISSING, "Campaign", "Seed", "Value", None),
    Slip(CODE.CAMPAIGN_OVER, "Campaign", "Status", "Value", "over"),
    Slip(CODE.PICTURE_MISSING, "Campaign", "Map picture", "Value", "the map I meant to draw.png"),
    Slip(CODE.RULE_VALUE, "Rules", "battles", "Value", "tabel"),
    # Nations
    Slip(CODE.COLOUR_NOT_UNDERSTOOD, "Nations", "Romans", "Colour", "purpel"),
    Slip(CODE.ARMY_IN_ENEMY_LAND, "Nations", "Romans", "Army at", "Ani"),
    Slip(CODE.VALUE_EMPTY_IN_PLAY, "Nations", "Romans", "VP", None),
    Slip(CODE.EMAIL_NOT_UNDERSTOOD, "Nations", "Seljuks", "Email", "benedek at example.org"),
    Slip(CODE.THOUSANDS_READ, "Nations", "Seljuks", "VP", "1.000"),
    Slip(CODE.CAME_FROM_UNKNOWN, "Nations", "Seljuks", "Came from", "Manzikrt"),
    Slip(CODE.NUMBER_OUT_OF_RANGE, "Nations", "Normans", "Ag", 7),
    Slip(CODE.ARMY_ABOVE_FULL, "Nations", "Normans", "Army AP", 400),
    Slip(CODE.NOT_A_NUMBER, "Nations", "Armenians", "Army AP", "full"),
    Slip(CODE.TWO_BESIEGERS, "Nations", "Armenians", "Army at", "Antioch"),
    Slip(CODE.TERRITORY_UNKNOWN, "Nations", "Georgians", "Capital", "Kutasi"),
    Slip(CODE.NOT_WHOLE, "Nations", "Georgians", "Gold", 2.5),
    Slip(CODE.SIEGE_IN_OWN_LAND, "Nations", "Georgians", "Siege seasons", 2),
    Slip(CODE.CELL_ERROR, "Nations", "Marwanids", "Capital", "#REF!"),
    Slip(CODE.DATE_NOT_NUMBER, "Nations", "Marwanids", "Gold", datetime(2026, 3, 1)),
    Slip(CODE.SIEGE_NOWHERE, "Nations", "Marwanids", "Siege seasons", 1),
    Slip(CODE.TEXT_TOO_LONG, "Nations", "Mirdasids", "Player", "of the house of Mirdas, " * (SHORT_TEXT_LIMIT // 20)),
    Slip(CODE.FORMULA_NOT_CALCULATED, "Nations", "Mirdasids", "Gold", "=1+2"),
    Slip(CODE.NOT_A_WORD, "Nations", "Mirdasids", "Standing", "activ"),
    # Map
    Slip(CODE.OWNER_UNKNOWN, "Map", "Smyrna", "Owner", "Roman"),
    Slip(CODE.HALF_A_PLACE, "Map", "Trebizond", "Y", None),
    # orders
    Slip(CODE.ORDER_NOT_UNDERSTOOD, "Winter", "Romans", "Order", "Ofensive"),
    Slip(CODE.DATE_NOT_TEXT, "Winter", "Seljuks", "Target", datetime(2026, 3, 1)),
    Slip(CODE.ORDER_PLACE_UNKNOWN, "Winter", "Normans", "Target", "Ikonium"),
    Slip(CODE.ORDER_WORD_MISSING, "Winter", "Armenians", "Order", None),
    Slip(CODE.INTERCEPT_UNKNOWN, "Winter", "Georgians", "Intercept", "Seljuk; none"),
    Slip(CODE.NOT_YES_NO, "Winter", "Marwanids", "Rebuild", "perhaps"),
)
"""One for each code; where one row has several, its other cells make them possible (see `SUPPORTS`)."""

SUPPORTS: Final = (
    ("Nations", "Seljuks", "Army at", "Antioch"),
    ("Nations", "Seljuks", "Siege seasons", 1),
    ("Nations", "Armenians", "Siege seasons", 1),
    ("Nations", "Armenians", "Came from", "Germanikeia"),
    ("Nations", "Marwanids", "Army at", None),
    ("Nations", "Marwanids", "Came from", "Amida"),
    ("Nations", "Georgians", "Came from", "Tiflis"),
    ("Map", "Hama", "Owner", "Turkmens"),
)
"""Values that are no mistakes by themselves: sheet, row, header, value."""

_LONG_NAME: Final = "Llanfair" + "pwllgwyngyllgogerychwyrndrobwll" * (NAME_LIMIT // 30)
_NOW: Final[Mapping[str, SlipValue]] = {"Year": YEAR, "Season": "winter"}
_BATTLE: Final[Mapping[str, SlipValue]] = {**_NOW, "Area": "Ankyra", "Attacker": "Romans", "Defender": "Normans"}
_DIE: Final[Mapping[str, SlipValue]] = {
    **_NOW,
    "Kind": "siege",
    "Nation": "Romans",
    "Place": "Ankyra",
    "Attempt": 1,
    "Die": 4,
}
_PAST: Final[Mapping[str, SlipValue]] = {
    "Year": YEAR - 1,
    "Season": "fall",
    "Nation": "Romans",
    "Territories": 6,
    "Army AP": 375,
    "Gold": 3,
    "VP": 0,
    "Standing": "active",
}

WRONG_ROWS: Final = (
    WrongRow(CODE.SETTING_DOUBLED, "Campaign", {"Setting": "Paper", "Value": "Letter"}, "Setting"),
    WrongRow(CODE.RULE_DOUBLED, "Rules", {"Rule": "raid_loot", "Value": 2}, "Rule"),
    WrongRow(CODE.NAME_DOUBLED, "Nations", {"Nation": "ROMANS", "Capital": "Nikaia"}, "Nation"),
    WrongRow(CODE.NAME_WITH_SEPARATOR, "Nations", {"Nation": "Banu; Kilab", "Standing": "eliminated"}, "Nation"),
    WrongRow(CODE.NAME_IS_A_WORD, "Nations", {"Nation": "Draw", "Standing": "eliminated"}, "Nation"),
    WrongRow(CODE.ELIMINATED_WITH_LAND, "Nations", {"Nation": "Turkmens", "Standing": "eliminated"}, "Standing"),
    WrongRow(
        CODE.ELIMINATED_WITH_ARMY, "Nations", {"Nation": "Khazars", "Army AP": 50, "Standing": "eliminated"}, "Army AP"
    ),
    WrongRow(CODE.ROW_WITHOUT_NAME, "Nations", {"Player": "Hugh Ashdown", "Ag": 2}, "Nation"),
    WrongRow(CODE.NAME_TOO_LONG, "Map", {"Territory": _LONG_NAME}, "Territory"),
    WrongRow(CODE.MAP_NOT_CONNECTED, "Map", {"Territory": "Cherson"}, "Territory"),
    WrongRow(CODE.PLACE_SHARED, "Map", {"Territory": "Chrysopolis", "X": 182, "Y": 138}, "X"),
    WrongRow(CODE.BORDER_TO_ITSELF, "Borders", {"From": "Ani", "To": "Ani"}, "To"),
    WrongRow(CODE.BORDER_DOUBLED, "Borders", {"From": "Nikaia", "To": "Constantinople"}, "To"),
    WrongRow(CODE.CELL_EMPTY, "Borders", {"From": "Khoy"}, "To"),
    WrongRow(
        CODE.TERRAIN_NOT_UNDERSTOOD,
        "Borders",
        {"From": "Chrysopolis", "To": "Nikaia", "Terrain": "land; swamp"},
        "Terrain",
    ),
    WrongRow(CODE.ORDER_DOUBLED, "Winter", {"Nation": "Seljuks", "Order": "Defend"}, "Nation"),
    WrongRow(CODE.ORDER_ROW_DOUBLED, "Winter", {"Nation": "Normans"}, "Nation"),
    WrongRow(CODE.ORDER_OF_UNKNOWN_NATION, "Winter", {"Nation": "Georgian", "Order": "Defend"}, "Nation"),
    WrongRow(CODE.ORDER_ROW_OF_UNKNOWN_NATION, "Winter", {"Nation": "Danishmends"}, "Nation"),
    WrongRow(CODE.ORDER_OF_ELIMINATED, "Winter", {"Nation": "Turkmens", "Order": "Defend"}, "Nation"),
    WrongRow(CODE.WINNER_NOT_UNDERSTOOD, "Battles", {**_BATTLE, "Winner": "Georgians"}, "Winner"),
    WrongRow(CODE.BATTLE_DOUBLED, "Battles", _BATTLE, "Area"),
    WrongRow(CODE.DIE_OF_THE_SEED, "Dice", {**_DIE, "Rolled by": "seed"}, "Die"),
    WrongRow(CODE.DIE_DOUBLED, "Dice", {**_DIE, "Die": 6}, "Die"),
    WrongRow(CODE.RECORD_NOT_UNDERSTOOD, "History", {**_PAST, "Nation": "Seljuks", "Gold": "plenty"}, "Gold"),
    WrongRow(CODE.SEASON_PLAYED_ALREADY, "History", {**_PAST, **_NOW}, "Season"),
    WrongRow(CODE.YEAR_NOT_UNDERSTOOD, "Dispatches", {"Year": "MLXXII", "Season": "winter", "Text": "Ave."}, "Year"),
    WrongRow(CODE.SEASON_NOT_UNDERSTOOD, "Dispatches", {"Year": YEAR, "Season": "wintre", "Text": "Ave."}, "Season"),
    WrongRow(CODE.NATION_UNKNOWN, "Dispatches", {**_NOW, "For": "Norman", "Text": "Ave."}, "For"),
)

RIGHT_ROWS: Final = (
    ("History", _PAST),
    ("Borders", {"From": _LONG_NAME, "To": "Smyrna"}),
)
"""Rows without a mistake that make one possible elsewhere: a campaign with a past has no empty VP."""

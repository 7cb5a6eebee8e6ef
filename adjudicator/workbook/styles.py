"""How a new workbook looks: its colours, letters, fills and lines."""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

from adjudicator.workbook.columns import Column, Kind

INK: Final = "2F2A26"
WINE: Final = "7B2D33"
STONE: Final = "6F675C"
SAND: Final = "E4DCCF"
SHADE: Final = "EFEBE3"
PARCHMENT: Final = "FAF6EE"
AMBER: Final = "FFE3A3"
ROSE: Final = "F6C7C3"
GOLD: Final = "B08A3E"
OLIVE: Final = "66703F"
FADED: Final = "A39C92"
WHITE: Final = "FFFFFF"

HEADING_FACE: Final = "Georgia"
TEXT_FACE: Final = "Calibri"
TEXT_SIZE: Final = 11


def solid(colour: str) -> PatternFill:
    """A cell filled with one colour."""
    return PatternFill("solid", fgColor=colour, bgColor=colour)


ROW_LINE: Final = Border(bottom=Side(style="thin", color=SAND))
WHITE_LINE: Final = Border(bottom=Side(style="medium", color=WHITE))

TEXT_FONT: Final = Font(name=TEXT_FACE, size=TEXT_SIZE, color=INK)
BOLD_FONT: Final = Font(name=TEXT_FACE, size=TEXT_SIZE, color=INK, bold=True)
WRITTEN_FONT: Final = Font(name=TEXT_FACE, size=TEXT_SIZE, color=STONE)
HEADER_FONT: Final = Font(name=TEXT_FACE, size=TEXT_SIZE, color=WHITE, bold=True)
WRITTEN_HEADER_FONT: Final = Font(name=TEXT_FACE, size=TEXT_SIZE, color=WHITE, bold=True, italic=True)
TITLE_FONT: Final = Font(name=HEADING_FACE, size=24, color=WHITE, bold=True)
SUBTITLE_FONT: Final = Font(name=HEADING_FACE, size=12, color=SAND, italic=True)
SECTION_FONT: Final = Font(name=HEADING_FACE, size=15, color=WINE, bold=True)
NUMBER_FONT: Final = Font(name=HEADING_FACE, size=13, color=WHITE, bold=True)
COMMAND_FONT: Final = Font(name="Consolas", size=10, color=WINE)
NOTE_FONT: Final = Font(name=TEXT_FACE, size=10, color=STONE, italic=True)
LINK_FONT: Final = Font(name=TEXT_FACE, size=TEXT_SIZE, color=WINE, bold=True, underline="single")

HEADER_FILL: Final = solid(WINE)
WRITTEN_HEADER_FILL: Final = solid(STONE)
SHADE_FILL: Final = solid(SHADE)
PARCHMENT_FILL: Final = solid(PARCHMENT)

HEADER_ALIGNMENT: Final = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
TEXT_ALIGNMENT: Final = Alignment(horizontal="left", vertical="top", wrap_text=True, indent=1)
NUMBER_ALIGNMENT: Final = Alignment(horizontal="center", vertical="top")
CENTRED: Final = Alignment(horizontal="center", vertical="center", wrap_text=True)
MIDDLE: Final = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
FLUSH: Final = Alignment(horizontal="left", vertical="center", wrap_text=True)

TODO: Final = DifferentialStyle(fill=PatternFill(bgColor=AMBER))
"""A cell the GM has still to fill in."""
DOUBT: Final = DifferentialStyle(fill=PatternFill(bgColor=ROSE), font=Font(color=WINE))
"""A cell that the rules, or the check, will object to."""
NOT_USED: Final = DifferentialStyle(font=Font(color=FADED, strike=True))
"""A cell that has no say with the order chosen."""
OUT_OF_PLAY: Final = DifferentialStyle(font=Font(color=FADED, italic=True), fill=PatternFill(bgColor=SAND))
"""The row of an eliminated nation."""
SHADED: Final = DifferentialStyle(fill=PatternFill(bgColor=SHADE))
"""A cell the program writes, in a row added later."""
CHANGED: Final = DifferentialStyle(font=Font(color=WINE, bold=True), fill=PatternFill(bgColor=AMBER))
"""A rule that differs from its default."""

_NUMBERS: Final = (Kind.WHOLE, Kind.NUMBER, Kind.YEAR)
_NAMES: Final = (
    Kind.NEW_NATION,
    Kind.NEW_TERRITORY,
    Kind.NATION,
    Kind.NATIONS,
    Kind.TERRITORY,
    Kind.OWNER,
    Kind.INTERCEPT,
    Kind.PLACE,
    Kind.WINNER,
)


def alignment_of(column: Column) -> Alignment:
    """Numbers in the middle, all else to the left and wrapped."""
    return NUMBER_ALIGNMENT if column.kind in _NUMBERS else TEXT_ALIGNMENT


def header_alignment_of(column: Column) -> Alignment:
    """A header stands as its column does."""
    return CENTRED if column.kind in _NUMBERS else HEADER_ALIGNMENT


def number_format_of(column: Column) -> str:
    """Names are text, so that Excel does not make a date of `1-2` or a number of `007`."""
    if column.kind in _NAMES:
        return "@"
    return "0" if column.kind in (Kind.WHOLE, Kind.YEAR) else "General"

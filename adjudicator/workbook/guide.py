"""The `Guide` sheet a new workbook opens on: how a season is run, the rules in short, what the colours mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.model.rulebook import Rulebook
from adjudicator.workbook import guide_text
from adjudicator.workbook.columns import Filled, Sheet
from adjudicator.workbook.schema import SHEETS
from adjudicator.workbook.styles import (
    AMBER,
    BOLD_FONT,
    CENTRED,
    COMMAND_FONT,
    FADED,
    FLUSH,
    HEADER_FONT,
    INK,
    LINK_FONT,
    MIDDLE,
    NOTE_FONT,
    NUMBER_FONT,
    PARCHMENT,
    ROSE,
    ROW_LINE,
    SAND,
    SECTION_FONT,
    SHADE,
    STONE,
    SUBTITLE_FONT,
    TEXT_FONT,
    TITLE_FONT,
    WHITE,
    WHITE_LINE,
    WINE,
    solid,
)

GUIDE_SHEET: Final = "Guide"
_WIDTHS: Final = {"A": 2, "B": 5, "C": 25, "D": 15, "E": 10, "F": 72, "G": 2}
_LAST: Final = "F"
_LINE_HEIGHT: Final = 15.5
_PADDING: Final = 5.0
_LETTERS_PER_UNIT: Final = 1.05
"""Letters of running text for each unit of column width; on the low side, so that no line is cut off."""


class _Guide:
    """Puts the sections below one another."""

    def __init__(self, page: Worksheet, file_name: str) -> None:
        self.page = page
        self.row = 1
        self._file_name = file_name
        self._merges: list[str] = []

    def merge(self) -> None:
        """Joins the cells that hold one text; last, since a joined cell can no longer be given a line."""
        for ref in self._merges:
            self.page.merge_cells(ref)

    def cell(self, letter: str) -> Cell:
        found = self.page[f"{letter}{self.row}"]
        assert isinstance(found, Cell)
        return found

    def put(self, first: str, text: str, font: Font, last: str | None = None, fill: PatternFill | None = None) -> Cell:
        """Writes text into a cell, or across several up to `last`."""
        cell = self.cell(first)
        cell.value = text.replace("{file}", self._file_name)
        cell.data_type = "s"
        cell.font = font
        cell.alignment = MIDDLE
        if fill is not None:
            for letter in _letters(first, last or first):
                self.cell(letter).fill = fill
        if last is not None and last != first:
            self._merges.append(f"{first}{self.row}:{last}{self.row}")
        return cell

    def height(self, texts: Sequence[tuple[str, str, str]]) -> None:
        """Makes the row as high as the longest of its texts needs: (first column, last column, text)."""
        lines = 1
        for first, last, text in texts:
            width = sum(_WIDTHS[letter] for letter in _letters(first, last)) * _LETTERS_PER_UNIT
            lines = max(lines, math.ceil(len(text) / width))
        self.page.row_dimensions[self.row].height = lines * _LINE_HEIGHT + _PADDING

    def underline(self, first: str = "B") -> None:
        for letter in _letters(first, _LAST):
            self.cell(letter).border = ROW_LINE

    def next(self, height: float | None = None) -> None:
        if height is not None:
            self.page.row_dimensions[self.row].height = height
        self.row += 1

    def section(self, title: str, note: str = "", *, new_page: bool = False) -> None:
        if new_page:
            self.page.row_breaks.append(Break(id=self.row))
        self.next(14)
        self.put("B", title, SECTION_FONT, _LAST).alignment = FLUSH
        self.next(25)
        if note:
            self.put("B", note, NOTE_FONT, _LAST).alignment = FLUSH
            self.height([("B", _LAST, note)])
            self.next()

    def numbered(self, number: int, title: str, text: str, command: str = "", link: str = "") -> None:
        self._number(number, last=not command)
        heading = self.put("C", title, LINK_FONT if link else BOLD_FONT)
        if link:
            self._link(heading, link)
        self.put("D", text, TEXT_FONT, _LAST)
        self.height([("C", "C", title), ("D", _LAST, text)])
        if not command:
            self.underline("C")
        self.next()
        if command:
            self.cell("B").fill, self.cell("B").border = solid(WINE), WHITE_LINE
            self.put("D", command, COMMAND_FONT, _LAST)
            self.underline("C")
            self.next(19)

    def _number(self, number: int, *, last: bool) -> None:
        cell = self.cell("B")
        cell.value = number
        cell.font, cell.fill, cell.alignment = NUMBER_FONT, solid(WINE), CENTRED
        if last:
            cell.border = WHITE_LINE

    def _link(self, cell: Cell, sheet: str) -> None:
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"'{sheet}'!A1", display=str(cell.value))
        cell.font = LINK_FONT

    def named(self, name: str, text: str, *, link: bool = False, fill: PatternFill | None = None) -> None:
        """A row with a name in bold (or a link to the sheet of that name) and what there is to say of it."""
        cell = self.put("B", name, BOLD_FONT, "C", fill)
        if link:
            self._link(cell, name)
        self.put("D", text, TEXT_FONT, _LAST)
        self.height([("B", "C", name), ("D", _LAST, text)])
        self.underline()
        self.next()

    def header(self, *titles: tuple[str, str, str | None]) -> None:
        for first, title, last in titles:
            self.put(first, title, HEADER_FONT, last, solid(STONE))
        self.next(21)


def _letters(first: str, last: str) -> list[str]:
    return [chr(code) for code in range(ord(first), ord(last) + 1)]


def _filled_by(sheet: Sheet) -> str:
    by_gm = any(column.filled is not Filled.BY_PROGRAM for column in sheet.columns)
    by_program = any(column.filled is not Filled.BY_GM for column in sheet.columns)
    if by_gm and by_program:
        return "You and the program fill it in."
    return "You fill it in." if by_gm else "The program fills it in."


def add_guide(book: Workbook, title: str, rules: Rulebook, file_name: str) -> None:
    """Adds the `Guide` sheet. `file_name` stands in the commands it shows; the numbers are those of `rules`."""
    page: Worksheet = book.create_sheet(GUIDE_SHEET)
    for letter, width in _WIDTHS.items():
        page.column_dimensions[letter].width = width
    page.sheet_view.showGridLines = False
    page.sheet_properties.tabColor = INK
    guide = _Guide(page, file_name)
    _banner(guide, title)
    _season(guide)
    _beginning(guide)
    _orders(guide, rules)
    _phases(guide, rules)
    _colours(guide)
    _sheets(guide)
    _help(guide)
    guide.merge()


def _banner(guide: _Guide, title: str) -> None:
    for text, font, height in ((title, TITLE_FONT, 46.0), (guide_text.SUBTITLE, SUBTITLE_FONT, 26.0)):
        for letter in _letters("A", "G"):
            guide.cell(letter).fill = solid(WINE)
        guide.put("B", text, font, _LAST)
        guide.next(height)
    guide.next(10)
    guide.put("B", guide_text.INTRODUCTION, TEXT_FONT, _LAST).alignment = FLUSH
    guide.height([("B", _LAST, guide_text.INTRODUCTION)])
    guide.next()


def _season(guide: _Guide) -> None:
    guide.section("How a season is run")
    for number, (title, text, command) in enumerate(guide_text.SEASON, start=1):
        guide.numbered(number, title, text, command)


def _beginning(guide: _Guide) -> None:
    guide.section("How a campaign begins")
    for number, (sheet, text) in enumerate(guide_text.BEGINNING, start=1):
        guide.numbered(number, sheet, text, link=sheet)


def _orders(guide: _Guide, rules: Rulebook) -> None:
    guide.section("The orders")
    guide.header(("B", "Order", "C"), ("D", "Give with it", None), ("E", "Costs", None), ("F", "What it does", None))
    for name, given, cost, text in guide_text.orders(rules):
        is_order = name[0].isupper()
        guide.put("B", name, BOLD_FONT if is_order else NOTE_FONT, "C")
        guide.put("D", given, TEXT_FONT)
        guide.put("E", cost, TEXT_FONT)
        guide.put("F", text, TEXT_FONT)
        guide.height([("F", "F", text), ("D", "D", given)])
        guide.underline()
        guide.next()


def _phases(guide: _Guide, rules: Rulebook) -> None:
    guide.section("A season in order", guide_text.NUMBERS_NOTE, new_page=True)
    guide.header(("B", "When", "C"), ("D", "What happens", _LAST))
    for name, text in guide_text.phases(rules):
        guide.named(name, text)
    guide.next(8)
    guide.header(("B", "Crossing", "C"), ("D", f"costs an invader {rules.terrain_attrition} AP, but is", _LAST))
    for name, text in guide_text.terrains(rules):
        guide.named(name, text)


def _colours(guide: _Guide) -> None:
    guide.section("What the colours mean")
    for name, fill, colour, text in (
        ("Your column", WINE, WHITE, "A header like this: the column is yours to fill in. Click it to see what it is."),
        (
            "The program's column",
            STONE,
            WHITE,
            "A header like this: the program writes here (W), and you may correct it.",
        ),
        ("Shaded", SHADE, INK, "A cell that the program writes."),
        ("Still to fill in", AMBER, INK, "An order without its From or Target; a battle or die that is waited for."),
        ("Look again", ROSE, WINE, "Something the check, or the rules, will object to."),
        ("Out of play", SAND, FADED, "The row of a nation that has been eliminated."),
    ):
        guide.named(name, text, fill=solid(fill))
        cell = guide.page[f"B{guide.row - 1}"]
        cell.font = Font(name=TEXT_FONT.name, size=TEXT_FONT.size, bold=True, color=colour)


def _sheets(guide: _Guide) -> None:
    guide.section("The sheets")
    for sheet in SHEETS:
        purpose = sheet.purpose.replace("`", "")
        guide.named(sheet.name, f"{purpose}. {_filled_by(sheet)}", link=True)


def _help(guide: _Guide) -> None:
    guide.section("Where help is")
    for command, text in guide_text.HELP:
        guide.put("B", command, COMMAND_FONT, "D", solid(PARCHMENT))
        guide.put("E", text, TEXT_FONT, _LAST)
        guide.height([("E", _LAST, text)])
        guide.underline()
        guide.next()

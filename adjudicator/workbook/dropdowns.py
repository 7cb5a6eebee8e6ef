"""The lists a new workbook offers, as defined names: words kept on a hidden sheet, and columns that grow.

A validation that names another sheet's cells is saved by Excel as an extension that other programs drop; one that uses
a defined name stays plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.workbook.schema import (
    DROP_DOWN_COLUMNS,
    DROP_DOWN_WORDS,
    NATION_LIMIT,
    SHEET,
    TERRITORY_LIMIT,
)
from adjudicator.workbook.styles import BOLD_FONT

LISTS_SHEET: Final = "Lists"
"""The hidden sheet with the words of the lists; the program itself never reads it."""
LAST_ROW: Final = TERRITORY_LIMIT + 1
"""Validations and highlights reach down to here."""
SEASON_NOW: Final = "season_now"
"""The defined name of the season that the `Campaign` sheet names."""
COLOUR_LIST: Final = "list_colours"
COLOURS: Final = (
    ("crimson", "DC143C"),
    ("purple", "800080"),
    ("navy", "000080"),
    ("royalblue", "4169E1"),
    ("teal", "008080"),
    ("seagreen", "2E8B57"),
    ("olive", "808000"),
    ("goldenrod", "DAA520"),
    ("darkorange", "FF8C00"),
    ("chocolate", "D2691E"),
    ("saddlebrown", "8B4513"),
    ("palevioletred", "DB7093"),
    ("orchid", "DA70D6"),
    ("steelblue", "4682B4"),
    ("slategray", "708090"),
    ("black", "141414"),
)
"""CSS names that are offered as a nation's colour, with what they look like."""

_LAST_ROWS: Final = {"Nations": NATION_LIMIT + 1, "Map": LAST_ROW, "Borders": 3 * LAST_ROW}

COLUMN_NAMES: Final = (
    *((drop_down.value, sheet, header) for drop_down, (sheet, header) in DROP_DOWN_COLUMNS.items()),
    ("nation_standing", "Nations", "Standing"),
    ("territory_owner", "Map", "Owner"),
    ("border_from", "Borders", "From"),
    ("border_to", "Borders", "To"),
)
"""Defined names for the filled part of a column: name, sheet and header. Two on one sheet are of one length."""


def column_letter(sheet: str, header: str) -> str:
    """The letter of a column in a new workbook."""
    headers = [column.header for column in SHEET[sheet].columns]
    return get_column_letter(headers.index(header) + 1)


def growing_range(sheet: str, header: str) -> str:
    """A formula for the column from below its header to the last row whose first cell is filled.

    Not OFFSET, which would be calculated anew at every keystroke; the functions are those that every spreadsheet knows.
    """
    letter, last = column_letter(sheet, header), _LAST_ROWS[sheet]
    key = f"{sheet}!$A$2:$A${last}"
    last_filled = f'MAX(2,SUMPRODUCT(MAX(({key}<>"")*ROW({key}))))'
    return f"{sheet}!${letter}$2:INDEX({sheet}!${letter}$1:${letter}${last},{last_filled})"


class Lists:
    """The hidden sheet of words, and the defined names of all lists."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._sheet: Worksheet = book.create_sheet(LISTS_SHEET)
        self._sheet.sheet_state = "hidden"
        self._columns = 0
        for name, sheet, header in COLUMN_NAMES:
            self._define(name, growing_range(sheet, header))
        self._define(SEASON_NOW, 'INDEX(Campaign!$B$1:$B$100,MATCH("Season",Campaign!$A$1:$A$100,0))')
        for drop_down, words in DROP_DOWN_WORDS.items():
            self.offer(drop_down.value, words)
        self.offer(COLOUR_LIST, [name for name, _ in COLOURS])

    def offer(self, name: str, words: Sequence[str]) -> str:
        """Puts words into a column of their own under a defined name, and returns the name."""
        self._columns += 1
        letter = get_column_letter(self._columns)
        self._sheet[f"{letter}1"] = name
        self._sheet[f"{letter}1"].font = BOLD_FONT
        self._sheet.column_dimensions[letter].width = 16
        for row, word in enumerate(words, start=2):
            self._sheet[f"{letter}{row}"] = word
        self._define(name, f"{LISTS_SHEET}!${letter}$2:${letter}${len(words) + 1}")
        return name

    def _define(self, name: str, formula: str) -> None:
        self._book.defined_names[name] = DefinedName(name, attr_text=formula)

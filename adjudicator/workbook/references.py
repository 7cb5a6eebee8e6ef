"""Cell references: `C7`, ranges `A1:F10`, whole columns `A:C` and whole rows `1:3`. Rows and columns count from 1."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

MAX_ROW: Final = 1_048_576
MAX_COLUMN: Final = 16_384

_CELL: Final = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})\Z")
_COLUMN: Final = re.compile(r"\$?([A-Za-z]{1,3})\Z")
_ROW: Final = re.compile(r"\$?([0-9]{1,7})\Z")


@lru_cache(maxsize=MAX_COLUMN)
def column_letters(column: int) -> str:
    """`column_letters(28)` is `AB`. Raises `ValueError` outside 1..16,384."""
    if not 1 <= column <= MAX_COLUMN:
        raise ValueError(f"column {column} is outside a sheet")
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@lru_cache(maxsize=MAX_COLUMN)
def column_number(letters: str) -> int:
    """`column_number("ab")` is 28. Raises `ValueError` for anything that is no column of a sheet."""
    number = 0
    for letter in letters.upper():
        if not "A" <= letter <= "Z":
            raise ValueError(f"{letters!r} is not a column")
        number = number * 26 + ord(letter) - 64
    if not 1 <= number <= MAX_COLUMN:
        raise ValueError(f"{letters!r} is not a column")
    return number


def parse_cell(ref: str) -> tuple[int, int]:
    """`parse_cell("C7")` is `(7, 3)`: row, column. Dollar signs are allowed. Raises `ValueError`."""
    found = _CELL.match(ref)
    if found is None or not 1 <= int(found[2]) <= MAX_ROW:
        raise ValueError(f"{ref!r} is not a cell")
    return int(found[2]), column_number(found[1])


def cell_ref(row: int, column: int) -> str:
    """`cell_ref(7, 3)` is `C7`. Raises `ValueError` outside a sheet."""
    if not 1 <= row <= MAX_ROW:
        raise ValueError(f"row {row} is outside a sheet")
    return f"{column_letters(column)}{row}"


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """A rectangle of cells, both ends included."""

    min_row: int
    min_column: int
    max_row: int
    max_column: int

    @classmethod
    def parse(cls, ref: str) -> Range:
        """Reads `A1:F10`, `C7`, `A:C` or `1:3`, with or without dollar signs. Raises `ValueError`."""
        first, _, last = ref.partition(":")
        last = last or first
        if _COLUMN.match(first) and _COLUMN.match(last):
            columns = sorted((column_number(first.strip("$")), column_number(last.strip("$"))))
            return cls(1, columns[0], MAX_ROW, columns[1])
        if _ROW.match(first) and _ROW.match(last):
            rows = sorted((int(first.strip("$")), int(last.strip("$"))))
            if not 1 <= rows[0] <= rows[1] <= MAX_ROW:
                raise ValueError(f"{ref!r} is not a range")
            return cls(rows[0], 1, rows[1], MAX_COLUMN)
        row_1, column_1 = parse_cell(first)
        row_2, column_2 = parse_cell(last)
        return cls(min(row_1, row_2), min(column_1, column_2), max(row_1, row_2), max(column_1, column_2))

    def __contains__(self, place: tuple[int, int]) -> bool:
        """Whether (row, column) lies inside."""
        return self.min_row <= place[0] <= self.max_row and self.min_column <= place[1] <= self.max_column

    def meets(self, other: Range) -> bool:
        """Whether the two have a cell in common."""
        return (
            self.min_row <= other.max_row
            and other.min_row <= self.max_row
            and self.min_column <= other.max_column
            and other.min_column <= self.max_column
        )

    @property
    def single(self) -> bool:
        """Whether it is one cell."""
        return self.min_row == self.max_row and self.min_column == self.max_column

    @property
    def ref(self) -> str:
        """The range as it is written: `A1:F10`, or `C7` for one cell."""
        first = cell_ref(self.min_row, self.min_column)
        last = cell_ref(self.max_row, self.max_column)
        return first if first == last else f"{first}:{last}"

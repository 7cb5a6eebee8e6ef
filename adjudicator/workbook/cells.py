"""What a sheet holds, as read: cells with values, the rows they stand in, and tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time
from enum import Enum
from typing import NamedTuple

from adjudicator.model.frozen import frozen
from adjudicator.workbook.references import Range, cell_ref

CellValue = str | int | float | bool | date | time | None


class CellKind(Enum):
    """What a cell holds; a formula counts as what its cached value is."""

    EMPTY = "empty"
    NUMBER = "number"
    TEXT = "text"
    BOOLEAN = "boolean"
    DATE = "date"
    ERROR = "error"


class Cell(NamedTuple):
    """One cell. A named tuple and not a dataclass because sheets hold a hundred thousand of them."""

    row: int
    column: int
    kind: CellKind
    value: CellValue
    """Text; `int` when the file writes no fraction or exponent, else `float`; `bool`; `date`, `datetime` or `time`;
    the name of an error (`#REF!`); None when empty or when a formula has no cached value."""
    number_text: str | None = None
    """A number or date exactly as the file writes it (`3.0`, `45123`)."""
    formula: str | None = None
    """The formula without its `=`; for cells of a shared formula translated to this cell; empty for a data table."""
    cached: bool = True
    """False when the cell has a formula whose value the file does not hold: the value is unknown, not empty."""

    @property
    def ref(self) -> str:
        """The place, like `C7`."""
        return cell_ref(self.row, self.column)


@frozen
class Row:
    """A row that holds at least one value or formula, its cells in the order of their columns."""

    number: int
    hidden: bool
    """Hidden by hand or by a filter; the file does not say which."""
    cells: tuple[Cell, ...]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table."""

    name: str
    formula: str | None
    """The formula of a calculated column, without its `=`."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table (list object) on a sheet."""

    name: str
    part: str
    range: Range
    """The whole table with its header and totals rows."""
    header_rows: int
    totals_rows: int
    columns: tuple[TableColumn, ...]
    filter_range: Range | None
    filtered: bool
    """Whether its filter has criteria set."""

    @property
    def data_range(self) -> Range | None:
        """The rows between the header and the totals, or None when there are none."""
        first = self.range.min_row + self.header_rows
        last = self.range.max_row - self.totals_rows
        if first > last:
            return None
        return Range(first, self.range.min_column, last, self.range.max_column)

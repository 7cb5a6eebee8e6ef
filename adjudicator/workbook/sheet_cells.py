"""A whole sheet as read: its rows, merged ranges, tables and filters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.workbook.cells import Cell, CellKind, Row, Table
from adjudicator.workbook.references import Range
from adjudicator.workbook.row_blocks import RowBlocks


@dataclass(frozen=True, slots=True)
class SheetCells:
    """All values of one sheet. Empty formatted cells and rows are left out."""

    name: str
    rows: RowBlocks
    """In the order of their numbers; two row elements of one number are joined."""
    merged: tuple[Range, ...]
    tables: tuple[Table, ...]
    filter_range: Range | None
    """The range of the sheet's own autofilter."""
    filtered: bool
    """Whether that filter, or one of a table, has criteria set."""
    protected: bool

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    @property
    def hidden_rows(self) -> frozenset[int]:
        """The numbers of the rows with values that are hidden, by hand or by a filter."""
        return frozenset(row.number for row in self.rows if row.hidden)

    @property
    def last_row(self) -> int:
        """The number of the last row that holds anything; 0 for an empty sheet."""
        return next((row.number for row in reversed(self.rows)), 0)

    def row(self, number: int) -> Row | None:
        """The row of a number, or None when it holds nothing."""
        return self.rows.numbered(number)

    def cell(self, row: int, column: int) -> Cell:
        """The cell at a place; an empty one when nothing is there."""
        found = self.rows.numbered(row)
        if found is not None:
            for cell in found.cells:
                if cell.column == column:
                    return cell
        return Cell(row, column, CellKind.EMPTY, None)

    def merge_at(self, row: int, column: int) -> Range | None:
        """The merged range a place lies in, or None."""
        return next((merge for merge in self.merged if (row, column) in merge), None)

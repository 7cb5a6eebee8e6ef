"""Puts values into one sheet: only where they differ, in place where the row is there, else below the last row.

A cell that cannot be written becomes a problem; the writer goes on so that the GM hears of all of them at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.model.problems import Place, Problem, ProblemCode
from adjudicator.workbook.cells import Cell, CellKind
from adjudicator.workbook.columns import Limits, Sheet
from adjudicator.workbook.layout import Layout, RowKey, SheetLayout
from adjudicator.workbook.names import plain
from adjudicator.workbook.package import Package
from adjudicator.workbook.refusals import EditRefusal, EditRefused
from adjudicator.workbook.sheet_edit import EditValue, SheetEdit
from adjudicator.workbook.values import is_empty, read_whole, shown

_ANY_WHOLE: Final = Limits(-(10**15), 10**15)
_IN_THE_WAY: Final = frozenset({EditRefusal.OCCUPIED, EditRefusal.TABLE_IN_THE_WAY})

Values = Mapping[str, EditValue]
"""A row to write: values by header."""


def is_same(cell: Cell, value: EditValue) -> bool:
    """Whether a cell says already what would be written there; a formula never does, for it may say otherwise later."""
    if cell.formula is not None:
        return False
    if value is None or value == "":
        return is_empty(cell)
    if isinstance(value, str):
        return plain(shown(cell)) == value and cell.kind in (CellKind.TEXT, CellKind.NUMBER)
    return read_whole(cell, _ANY_WHOLE) == value


class SheetWriter:
    """One sheet of the schema, found in the workbook or added to it when the first row is written."""

    def __init__(self, package: Package, layout: Layout, schema: Sheet, problems: list[Problem]) -> None:
        self._package = package
        self._schema = schema
        self._layout: Final[SheetLayout | None] = layout.get(schema.name)
        self._tab = layout.tab(schema.name)
        self._problems = problems
        self._last_row = self._layout.last_row if self._layout is not None else 1

    @property
    def is_there(self) -> bool:
        """Whether the workbook had this sheet, with its headers, when it was read."""
        return self._layout is not None

    def row_of(self, key: RowKey) -> int | None:
        """The row about a nation, a territory, a roll …, as noted by the reader."""
        return None if self._layout is None else self._layout.rows.get(key)

    def cell(self, row: int, header: str) -> Cell:
        """The cell as it was read; empty where there is none."""
        if self._layout is None:
            return Cell(row, 0, CellKind.EMPTY, None)
        return self._layout.cell(row, header)

    def put(self, row: int, values: Values) -> None:
        """Writes the values that differ from what the row says; headers without a column are passed over."""
        layout = self._layout
        if layout is None:
            raise ValueError(f"the sheet {self._schema.name} has no rows")
        for header, value in values.items():
            if header in layout.columns and not is_same(layout.cell(row, header), value):
                self._set(row, layout.columns[header], value)

    def empty(self, row: int, headers: Sequence[str]) -> None:
        """Empties the cells under these headers that hold anything; a part of merged cells counts for none."""
        layout = self._layout
        if layout is None:
            return
        for header in headers:
            if header in layout.columns:
                cell = layout.cell(row, header)
                if not is_same(cell, None):
                    self._set(row, layout.columns[header], None)

    def add(self, rows: Sequence[Values]) -> None:
        """Writes rows below the last; the sheet itself and its headers are added when they are not there."""
        if not rows:
            return
        columns = self._columns()
        cells = [{columns[header]: value for header, value in row.items() if header in columns} for row in rows]
        edit = self._edit()
        try:
            self._last_row = edit.append_rows(self._last_row, cells).stop - 1
        except EditRefused as refused:
            if refused.reason not in _IN_THE_WAY or not self._add_apart(edit, cells):
                self._report(refused)

    def _add_apart(self, edit: SheetEdit, cells: Sequence[Mapping[int, EditValue]]) -> bool:
        """Writes rows below everything on the sheet, where something of the GM's stands right below the last."""
        below = self._layout.cells.last_row if self._layout is not None else 0
        if below <= self._last_row:
            return False
        try:
            added = edit.append_rows(below, cells, style_row=self._last_row)
        except EditRefused:
            return False
        self._last_row = added.stop - 1
        place = Place(self._schema.name, f"A{added.start}")
        self._problems.append(Problem(ProblemCode.ROWS_SET_APART, place, values=(("row", f"{added.start}"),)))
        return True

    def _columns(self) -> Mapping[str, int]:
        if self._layout is not None:
            return self._layout.columns
        return {column.header: number for number, column in enumerate(self._schema.columns, start=1)}

    def _edit(self) -> SheetEdit:
        """The sheet's edit; a sheet that is not there is added, one without any value gets its headers."""
        headers = [column.header for column in self._schema.columns]
        if self._tab is None:
            widths = [float(column.width) for column in self._schema.columns]
            self._tab = self._package.add_sheet(self._schema.name, headers, widths).name
        elif self._layout is None and self._last_row == 1:
            edit = self._package.edit(self._tab)
            for number, header in enumerate(headers, start=1):
                edit.set((1, number), header)
        return self._package.edit(self._tab)

    def _set(self, row: int, column: int, value: EditValue) -> None:
        if self._tab is None:
            raise ValueError(f"the workbook has no sheet {self._schema.name}")
        try:
            self._package.edit(self._tab).set((row, column), None if value == "" else value)
        except EditRefused as refused:
            self._report(refused)

    def _report(self, refused: EditRefused) -> None:
        """A cell that cannot be written is an error: the season must not be written in part."""
        reason = str(refused).removeprefix(f"{refused.sheet}!{refused.ref}: ")
        place = Place(self._schema.name, refused.ref or None)
        self._problems.append(Problem(ProblemCode.SHEET_NOT_WRITABLE, place, values=(("reason", reason),)))

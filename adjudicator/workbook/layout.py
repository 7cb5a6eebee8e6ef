"""Where everything stands in one workbook: which tab is which sheet, its header row, its columns, its rows.

Found once by the reader and used again by the writer. Sheets and headers are found by name, in any case, with spaces,
line breaks or footnote marks; the header is the first row among the first ten that holds the required headers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.model.dice import RollKey
from adjudicator.model.problems import ProblemCode
from adjudicator.workbook.cells import Cell, CellKind, Row
from adjudicator.workbook.columns import Column, Need, Sheet
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.names import NameList, name_key, nearest_of, without_footnotes
from adjudicator.workbook.package import Package, SheetInfo, SheetKind, Visibility
from adjudicator.workbook.references import cell_ref
from adjudicator.workbook.schema import HEADER_ROWS, SHEETS
from adjudicator.workbook.sheet_cells import SheetCells
from adjudicator.workbook.values import is_empty, shown

RowKey = str | RollKey


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """One sheet of the schema as it stands in the workbook.

    `tab` is the exact name of its tab. `columns` maps the schema's headers to column numbers, `missing` are the
    required ones that are not there. `rows` maps what a row is about to its number, and is filled while the sheet is
    read: a nation, a territory, a setting; and of the season now played the key of a roll on `Dice`, the area on
    `Battles`, the nation on `History`, the cell on `Corrections`. `last_row` is the last row with anything in these
    columns, the header row where there is none; a table's totals row does not count.
    """

    schema: Sheet
    tab: str
    cells: SheetCells
    header_row: int
    columns: Mapping[str, int]
    missing: frozenset[str]
    last_row: int
    totals_row: int | None
    rows: dict[RowKey, int] = field(default_factory=dict)

    def ref(self, row: int, header: str) -> str:
        """The cell under a header, like `C7`. Raises `KeyError` where the column is not there."""
        return cell_ref(row, self.columns[header])

    def cell(self, row: int, header: str) -> Cell:
        """The cell under a header as it was read; empty where the column is not there."""
        column = self.columns.get(header)
        return Cell(row, 0, CellKind.EMPTY, None) if column is None else self.cells.cell(row, column)

    def data_rows(self) -> Iterable[Row]:
        """The rows below the header that hold anything, without a table's totals."""
        for row in self.cells:
            if row.number > self.header_row and row.number != self.totals_row:
                yield row


@dataclass(frozen=True, slots=True)
class Layout:
    """All sheets of the schema that are in the workbook, by the schema's name; `empty` are tabs without any value."""

    sheets: Mapping[str, SheetLayout]
    empty: Mapping[str, str]

    def get(self, name: str) -> SheetLayout | None:
        """The sheet, or None where the workbook has none that can be used."""
        return self.sheets.get(name)

    def tab(self, name: str) -> str | None:
        """The exact name of the tab that a sheet of the schema stands on, used or empty; None where there is none."""
        found = self.sheets.get(name)
        return found.tab if found is not None else self.empty.get(name)


class LayoutFinder:
    """Finds the sheets of one workbook, one after the other, as they are needed."""

    def __init__(self, package: Package, findings: Findings) -> None:
        self._package = package
        self._findings = findings
        self._tabs: dict[str, SheetInfo] = {}
        self._strangers: list[str] = []
        self._found: dict[str, SheetLayout] = {}
        self._empty: dict[str, str] = {}
        known = NameList(sheet.name for sheet in SHEETS)
        for info in package.sheets:
            name = known.find(info.name)
            if name is None:
                self._strangers.append(info.name)
            elif name not in self._tabs:
                self._tabs[name] = info
            else:
                chosen, other = self._tabs[name], info
                if info.name == name:
                    self._tabs[name], chosen, other = info, info, chosen
                values = {"name": name, "other": other.name, "place": f"{other.index + 1}"}
                findings.add(ProblemCode.SHEET_DOUBLED, name, found=chosen.name, **values)

    @property
    def layout(self) -> Layout:
        """What has been found so far."""
        return Layout(self._found, self._empty)

    def find(self, sheet: Sheet, *, needed: bool) -> SheetLayout | None:
        """The layout of a sheet, or None where it is not there, is empty, or has no usable header.

        Reports what is wrong; a sheet that is merely not there is reported only when it is `needed`.
        """
        info = self._tabs.get(sheet.name)
        if info is None:
            if needed:
                near = nearest_of(sheet.name, self._strangers)
                self._findings.add(ProblemCode.SHEET_MISSING, sheet.name, near=near, name=sheet.name)
            return None
        if info.kind is not SheetKind.WORKSHEET:
            self._findings.add(ProblemCode.SHEET_WITHOUT_CELLS, sheet.name)
            return None
        cells = self._package.read_sheet(info.name)
        if not cells.rows and not needed:
            self._empty[sheet.name] = info.name
            return None
        found = self._in_cells(sheet, info, cells)
        if found is not None:
            self._found[sheet.name] = found
            self._report_visibility(found, info)
        return found

    def _report_visibility(self, found: SheetLayout, info: SheetInfo) -> None:
        if info.visibility is not Visibility.VISIBLE:
            self._findings.add(ProblemCode.SHEET_HIDDEN, found.schema.name)
        if found.cells.protected:
            self._findings.add(ProblemCode.SHEET_PROTECTED, found.schema.name)

    def _in_cells(self, sheet: Sheet, info: SheetInfo, cells: SheetCells) -> SheetLayout | None:
        header = self._header_row(sheet, cells)
        if header is None:
            names = ", ".join(column.header for column in sheet.required)
            self._findings.add(ProblemCode.HEADER_MISSING, sheet.name, headers=names)
            return None
        columns = _columns_of(sheet, header)
        missing = [column for column in sheet.required if column.header not in columns]
        self._report_missing(sheet, header, columns, missing)
        self._report_doubled(sheet, header, columns)
        totals = _totals_row(cells, header.number, columns)
        if totals is not None and sheet.need is Need.OUTPUT:
            self._findings.add(ProblemCode.TOTALS_ROW, sheet.name, totals, min(columns.values()))
        last_row = _last_row(cells, header.number, frozenset(columns.values()), totals)
        return SheetLayout(
            schema=sheet,
            tab=info.name,
            cells=cells,
            header_row=header.number,
            columns=columns,
            missing=frozenset(column.header for column in missing),
            last_row=last_row,
            totals_row=totals,
        )

    def _header_row(self, sheet: Sheet, cells: SheetCells) -> Row | None:
        """The first row with all required headers; else the one with most of them, of whose gaps the GM is told."""
        required = {column.header for column in sheet.required}
        best: Row | None = None
        most = 0
        for row in cells:
            if row.number > HEADER_ROWS:
                break
            here = len(required & _columns_of(sheet, row).keys())
            if here == len(required):
                return row
            if here > most:
                best, most = row, here
        return best

    def _report_missing(self, sheet: Sheet, header: Row, columns: Mapping[str, int], missing: list[Column]) -> None:
        if not missing:
            return
        taken = set(columns.values())
        strangers = {shown(cell): cell.column for cell in header if cell.column not in taken and not is_empty(cell)}
        for column in missing:
            near = nearest_of(column.header, strangers)
            self._findings.add(
                ProblemCode.COLUMN_MISSING,
                sheet.name,
                header.number,
                strangers.get(near, 1),
                found=near,
                near=near,
                header=column.header,
            )

    def _report_doubled(self, sheet: Sheet, header: Row, columns: Mapping[str, int]) -> None:
        keys = {name_key(column.header): column.header for column in sheet.columns}
        for cell in header:
            name = keys.get(_header_text(cell))
            if name is not None and columns[name] != cell.column:
                first = cell_ref(header.number, columns[name])
                self._findings.add(
                    ProblemCode.COLUMN_DOUBLED,
                    sheet.name,
                    header.number,
                    cell.column,
                    found=shown(cell),
                    header=name,
                    other=first,
                )


def _header_text(cell: Cell) -> str:
    return name_key(cell.value) if isinstance(cell.value, str) else ""


def _columns_of(sheet: Sheet, row: Row) -> dict[str, int]:
    """Which headers stand in a row, and in which columns; one spelled exactly goes before one with a footnote mark."""
    keys = {name_key(column.header): column.header for column in sheet.columns}
    exact: dict[str, int] = {}
    marked: dict[str, int] = {}
    for cell in row:
        text = _header_text(cell)
        if not text:
            continue
        if text in keys:
            exact.setdefault(keys[text], cell.column)
        elif without_footnotes(text) in keys:
            marked.setdefault(keys[without_footnotes(text)], cell.column)
    return marked | exact


def _totals_row(cells: SheetCells, header_row: int, columns: Mapping[str, int]) -> int | None:
    """The totals row of the table that stands under the header, where it has one."""
    used = set(columns.values())
    for table in cells.tables:
        inside = table.range.min_row == header_row and table.header_rows
        if inside and table.totals_rows and any((header_row, column) in table.range for column in used):
            return table.range.max_row
    return None


def _last_row(cells: SheetCells, header_row: int, used: frozenset[int], totals: int | None) -> int:
    for row in reversed(cells.rows):
        if row.number <= header_row:
            break
        if row.number != totals and any(cell.column in used and not is_empty(cell) for cell in row.cells):
            return row.number
    return header_row

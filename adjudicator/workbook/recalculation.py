"""Which cached results are stale after an edit: formulas that read a changed cell, directly or through others.

Excel calculates everything again when asked to; LibreOffice shows a cached result for as long as it is there. So the
results that may be stale are taken out, and all the GM's others stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudicator.workbook.cells import Table
from adjudicator.workbook.formulas import Reads, Reference, TableReference, read_references
from adjudicator.workbook.references import Range
from adjudicator.workbook.sheet_formulas import FormulaCell, FormulaKind, SheetFormulas, without_value
from adjudicator.workbook.sheet_xml import SheetXml
from adjudicator.workbook.workbook_part import DefinedName, SheetInfo
from adjudicator.workbook.xml_bytes import splice

_SMALL: Final = 16
"""Ranges up to so many cells are kept cell by cell."""
_WIDE: Final = 64
"""Ranges over more columns are looked through for each changed cell of their sheet."""
_MANY: Final = 4096
"""An array over more cells is compared with all ranges at once."""
_DEEP: Final = 16
"""How many defined names may lead to one another."""


@dataclass(frozen=True, slots=True)
class SheetToCalculate:
    """A sheet that has formulas, as it is after the edit."""

    index: int
    sheet: SheetXml
    formulas: SheetFormulas


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    sheet: int
    formula: FormulaCell


class Dependents:
    """Finds the formulas that depend on changed cells."""

    def __init__(
        self,
        sheets: Sequence[SheetInfo],
        names: Sequence[DefinedName],
        tables: Mapping[int, Sequence[Table]],
        with_formulas: Sequence[SheetToCalculate],
    ) -> None:
        """`tables` by index of their sheet, as they are after the edit."""
        self._sheet_index = {sheet.name.lower(): sheet.index for sheet in sheets}
        self._names = {(name.name.lower(), name.sheet): name.text for name in names}
        self._tables = {table.name.lower(): (index, table) for index, some in tables.items() for table in some}
        self._by_cell: dict[tuple[int, int, int], list[_Node]] = {}
        self._by_range: dict[tuple[int, Range], list[_Node]] = {}
        self._by_column: dict[tuple[int, int], list[Range]] = {}
        self._wide: dict[int, list[Range]] = {}
        self._unpredictable: list[_Node] = []
        for sheet in with_formulas:
            for formula in sheet.formulas.cells.values():
                self._add(_Node(sheet.index, formula))

    def _add(self, node: _Node) -> None:
        formula = node.formula
        if formula.kind is FormulaKind.DATA_TABLE:
            self._add_data_table(node)
            return
        source = formula.master or formula
        reads = read_references(source.own_text)
        if not self._add_reads(node, reads, (formula.row - source.row, formula.column - source.column), 0):
            self._unpredictable.append(node)

    def _add_data_table(self, node: _Node) -> None:
        """A data table reads its input cells, and the values and formulas above and to the left of it."""
        area = node.formula.area
        for place in node.formula.inputs:
            try:
                self._watch(node, node.sheet, Range.parse(place))
            except ValueError:
                self._unpredictable.append(node)
        if area is not None:
            margin = Range(max(1, area.min_row - 1), max(1, area.min_column - 1), area.max_row, area.max_column)
            self._watch(node, node.sheet, margin)

    def _add_reads(self, node: _Node, reads: Reads, offset: tuple[int, int], depth: int) -> bool:
        """Watches what a formula reads; False when that cannot be told."""
        if reads.unpredictable or depth > _DEEP:
            return False
        for reference in reads.references:
            area = reference.range_at(*offset)
            if area is not None:
                for sheet in self._sheets_of(reference, node.sheet):
                    self._watch(node, sheet, area)
        for table_reference in reads.tables:
            self._watch_table(node, table_reference)
        return all(self._add_name(node, sheet, name, depth) for sheet, name in reads.names)

    def _add_name(self, node: _Node, sheet: str | None, name: str, depth: int) -> bool:
        scope = node.sheet if sheet is None else self._sheet_index.get(sheet.lower(), node.sheet)
        text = self._names.get((name.lower(), scope), self._names.get((name.lower(), None)))
        if text is None:
            self._watch_table(node, TableReference(name, whole=False, this_row=False, columns=()))
            return True
        reads = read_references(text)
        if any(reference.relative for reference in reads.references):
            return False
        return self._add_reads(node, reads, (0, 0), depth + 1)

    def _sheets_of(self, reference: Reference, own: int) -> Iterator[int]:
        if reference.sheet is None:
            yield own
            return
        first = self._sheet_index.get(reference.sheet.lower())
        last = self._sheet_index.get((reference.last_sheet or reference.sheet).lower())
        if first is not None and last is not None:
            yield from range(min(first, last), max(first, last) + 1)

    def _watch_table(self, node: _Node, reference: TableReference) -> None:
        found = self._tables.get(reference.table.lower())
        if not reference.table:
            place = (node.formula.row, node.formula.column)
            found = next((one for one in self._tables.values() if one[0] == node.sheet and place in one[1].range), None)
        if found is None:
            return
        sheet, table = found
        area = table.range if reference.whole else table.data_range
        if area is None:
            return
        if reference.this_row:
            area = Range(node.formula.row, area.min_column, node.formula.row, area.max_column)
        names = {column.name.lower(): number for number, column in enumerate(table.columns, area.min_column)}
        stretches = [(names.get(first.lower()), names.get(last.lower())) for first, last in reference.columns]
        if not stretches or any(None in stretch for stretch in stretches):
            self._watch(node, sheet, area)
            return
        for first, last in stretches:
            if first is not None and last is not None:
                self._watch(node, sheet, Range(area.min_row, min(first, last), area.max_row, max(first, last)))

    def _watch(self, node: _Node, sheet: int, area: Range) -> None:
        rows, columns = area.max_row - area.min_row + 1, area.max_column - area.min_column + 1
        if rows * columns <= _SMALL:
            for row, column in _cells(area):
                self._by_cell.setdefault((sheet, row, column), []).append(node)
            return
        nodes = self._by_range.get((sheet, area))
        if nodes is not None:
            nodes.append(node)
            return
        self._by_range[sheet, area] = [node]
        if columns > _WIDE:
            self._wide.setdefault(sheet, []).append(area)
            return
        for column in range(area.min_column, area.max_column + 1):
            self._by_column.setdefault((sheet, column), []).append(area)

    def find(self, changed: Iterable[tuple[int, int, int]]) -> list[tuple[int, FormulaCell]]:
        """The formulas (with the index of their sheet) that depend on changed cells (sheet, row, column).

        Formulas whose reading cannot be told from their text count as dependent.
        """
        found: dict[_Node, None] = {}
        pending = list(changed)
        waiting = list(self._unpredictable)
        while pending or waiting:
            for node in waiting:
                if node in found:
                    continue
                found[node] = None
                area = node.formula.area if node.formula.kind is not FormulaKind.SHARED else None
                if area is None:
                    pending.append((node.sheet, node.formula.row, node.formula.column))
                elif (area.max_row - area.min_row + 1) * (area.max_column - area.min_column + 1) <= _MANY:
                    pending += [(node.sheet, *place) for place in _cells(area)]
                else:
                    pending += self._watched_in(node.sheet, area)
            waiting = [node for place in pending for node in self._readers(*place)]
            pending = []
        return [(node.sheet, node.formula) for node in found]

    def _watched_in(self, sheet: int, area: Range) -> Iterator[tuple[int, int, int]]:
        """For a large area: cells in it that between them fire everything that reads any of it."""
        yield from [place for place in self._by_cell if place[0] == sheet and place[1:] in area]
        for at, watched in list(self._by_range):
            if at == sheet and watched.meets(area):
                yield sheet, max(watched.min_row, area.min_row), max(watched.min_column, area.min_column)

    def _readers(self, sheet: int, row: int, column: int) -> Iterator[_Node]:
        """The formulas that read a cell; ranges that have fired are not looked at again."""
        yield from self._by_cell.pop((sheet, row, column), ())
        for bucket in (self._by_column.get((sheet, column)), self._wide.get(sheet)):
            if not bucket:
                continue
            fired = [area for area in bucket if (row, column) in area]
            if fired:
                bucket[:] = [area for area in bucket if (row, column) not in area]
                for area in fired:
                    yield from self._by_range.pop((sheet, area), ())


def _cells(area: Range) -> Iterator[tuple[int, int]]:
    for row in range(area.min_row, area.max_row + 1):
        for column in range(area.min_column, area.max_column + 1):
            yield row, column


def without_stale_values(sheet: SheetXml, formulas: SheetFormulas, stale: Iterable[FormulaCell]) -> bytes:
    """The sheet without the cached results of some formulas; those of data tables stay, as only Excel makes them."""
    splices = []
    for formula in stale:
        if formula.kind is FormulaKind.DATA_TABLE:
            continue
        splices += without_value(sheet, formula.cell_start)
        if formula.kind is FormulaKind.ARRAY and formula.area is not None and not formula.area.single:
            for row in range(formula.area.min_row, formula.area.max_row + 1):
                for span in sheet.rows(row):
                    for cell in sheet.cells(span):
                        place = (row, cell.column)
                        if place in formula.area and place not in formulas.cells:
                            splices += without_value(sheet, cell.start)
    return splice(sheet.data, splices)

"""The formulas of a sheet, found in its bytes: plain, shared, array and data table (ECMA-376 part 1, 18.3.1.40)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from adjudicator.workbook.formulas import translate_formula
from adjudicator.workbook.references import Range
from adjudicator.workbook.sheet_xml import SheetXml, column_named
from adjudicator.workbook.strings import decode_text, escape_lookalikes
from adjudicator.workbook.xml_bytes import (
    Splice,
    XmlError,
    attribute_spans,
    character_data,
    escape_text,
    remove_attributes,
    tag_end,
)

_FULL_PLACE: Final = re.compile(rb"""\sr\s*=\s*["']\s*([A-Za-z]{1,3})([0-9]{1,7})\s*["']""")


class FormulaKind(Enum):
    """How a formula is kept."""

    PLAIN = "normal"
    SHARED = "shared"
    ARRAY = "array"
    DATA_TABLE = "dataTable"


@dataclass(frozen=True, slots=True, eq=False)
class FormulaCell:
    """A formula and its place in the bytes of the sheet."""

    row: int
    column: int
    kind: FormulaKind
    own_text: str
    """The text that stands in this very cell; nothing in most members of a shared group, and in a data table."""
    master: FormulaCell | None
    """The member of the shared group that holds the text, where this cell does not."""
    group: str
    """The index of its shared group, or nothing."""
    area: Range | None
    """What its `ref` says: the area of the group or of the array."""
    inputs: tuple[str, ...]
    """The input cells of a data table."""
    cell_start: int
    """Offset of the cell element."""
    start: int
    """Offset of the formula element."""
    end: int

    @property
    def text(self) -> str:
        """The formula as it reads in this cell."""
        if self.master is None:
            return self.own_text
        return translate_formula(self.master.own_text, self.row - self.master.row, self.column - self.master.column)


@dataclass(slots=True)
class SheetFormulas:
    """All formulas of a sheet, by place and in document order."""

    cells: dict[tuple[int, int], FormulaCell] = field(default_factory=dict)
    areas: list[FormulaCell] = field(default_factory=list)
    """The array formulas and data tables."""

    def area_at(self, row: int, column: int) -> FormulaCell | None:
        """The array formula over several cells, or the data table, that a place belongs to."""
        for formula in self.areas:
            if formula.area is None or (row, column) not in formula.area:
                continue
            if formula.kind is FormulaKind.DATA_TABLE or not formula.area.single:
                return formula
        return None

    def group_of(self, master: FormulaCell) -> list[FormulaCell]:
        """The other members of the shared group of a master, in document order."""
        found: list[FormulaCell] = []
        for formula in self.cells.values():
            if formula.kind is not FormulaKind.SHARED or formula.group != master.group or formula.start <= master.start:
                continue
            if is_master(formula):
                break
            found.append(formula)
        return found


def is_master(formula: FormulaCell) -> bool:
    """Whether a formula holds the text of a shared group."""
    return formula.kind is FormulaKind.SHARED and bool(formula.own_text) and formula.area is not None


def read_formulas(sheet: SheetXml) -> SheetFormulas:
    """Finds all formulas of a sheet. Raises `XmlError`."""
    formulas = SheetFormulas()
    start_of_formula = sheet.child_pattern(b"f")
    start_of_cell = sheet.child_pattern(b"c")
    masked = sheet.masked
    masters: dict[str, FormulaCell] = {}
    position = sheet.body_start
    while (hit := start_of_formula.search(masked, position, sheet.body_end)) is not None:
        start = hit.start()
        cell = _enclosing_cell(sheet, start_of_cell, position, start)
        formula = _read(sheet, start, cell, masters)
        formulas.cells[formula.row, formula.column] = formula
        if is_master(formula):
            masters[formula.group] = formula
        if formula.kind in (FormulaKind.ARRAY, FormulaKind.DATA_TABLE):
            formulas.areas.append(formula)
        position = formula.end
    return formulas


def _enclosing_cell(sheet: SheetXml, start_of_cell: re.Pattern[bytes], low: int, high: int) -> int:
    """The offset of the cell whose formula begins at `high`; nothing but its own tag can stand directly before it."""
    at = sheet.masked.rfind(b"<", low, high)
    while at >= 0:
        if start_of_cell.match(sheet.masked, at):
            return at
        at = sheet.masked.rfind(b"<", low, at)
    raise XmlError("a formula in it belongs to no cell")


def _place(sheet: SheetXml, cell: int) -> tuple[int, int]:
    found = _FULL_PLACE.search(sheet.masked, cell, tag_end(sheet.masked, cell))
    number = sheet.number_at(cell)
    if found is not None:
        return number, column_named(found[1])
    for row in sheet.rows(number):
        for span in sheet.cells(row):
            if span.start == cell:
                return number, span.column
    raise XmlError("a formula in it belongs to no cell")


def _read(sheet: SheetXml, start: int, cell: int, masters: dict[str, FormulaCell]) -> FormulaCell:
    row, column = _place(sheet, cell)
    opened = tag_end(sheet.masked, start)
    tag = sheet.data[start:opened]
    attributes = {name: character_data(tag[slice(*span)]) for name, span in attribute_spans(tag).items()}
    text = ""
    end = opened
    if not tag.endswith(b"/>"):
        close = sheet.masked.find(b"</", opened)
        end = tag_end(sheet.masked, close)
        text = decode_text(character_data(sheet.data[opened:close]))
    kind = next((one for one in FormulaKind if one.value == attributes.get(b"t", "normal")), FormulaKind.PLAIN)
    group = attributes.get(b"si", "") if kind is FormulaKind.SHARED else ""
    master = masters.get(group) if kind is FormulaKind.SHARED and not text else None
    area = None
    if b"ref" in attributes:
        try:
            area = Range.parse(attributes[b"ref"])
        except ValueError as error:
            raise XmlError(f"a formula in it has no range ({error})") from error
    inputs = tuple(attributes[name] for name in (b"r1", b"r2") if attributes.get(name))
    return FormulaCell(row, column, kind, text, master, group, area, inputs, cell, start, end)


def value_spans(sheet: SheetXml, low: int, high: int) -> list[tuple[int, int]]:
    """Where value elements stand between the tags of a cell, given the offsets of its inside."""
    found: list[tuple[int, int]] = []
    pattern = sheet.child_pattern(b"v")
    while (hit := pattern.search(sheet.masked, low, high)) is not None:
        end = tag_end(sheet.masked, hit.start())
        if sheet.masked[end - 2 : end] != b"/>":
            end = tag_end(sheet.masked, sheet.masked.index(b"</", end))
        found.append((hit.start(), end))
        low = end
    return found


def without_value(sheet: SheetXml, cell_start: int) -> list[Splice]:
    """The splices that take the cached value out of a cell, and with it what says of which type it is."""
    opened = tag_end(sheet.masked, cell_start)
    tag = sheet.data[cell_start:opened]
    if tag.endswith(b"/>"):
        return []
    values = value_spans(sheet, opened, sheet.end_of_cell(opened))
    if not values:
        return []
    typeless = remove_attributes(tag, (b"t", b"vm"))
    splices = [Splice(start, end, b"") for start, end in values]
    return splices if typeless == tag else [Splice(cell_start, opened, typeless), *splices]


def formula_content(text: str) -> bytes:
    """The character data of a formula element."""
    return escape_text(escape_lookalikes(text))

"""From staged edits to the parts of the workbook as they will be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from xml.parsers import expat

from adjudicator.workbook.cells import Table
from adjudicator.workbook.growth import grow_filter
from adjudicator.workbook.parts import Parts
from adjudicator.workbook.recalculation import Dependents, SheetToCalculate, without_stale_values
from adjudicator.workbook.references import Range, column_letters
from adjudicator.workbook.sheet_edit import SheetEdit
from adjudicator.workbook.sheet_formulas import FormulaCell, read_formulas
from adjudicator.workbook.sheet_writing import Change, write_sheet
from adjudicator.workbook.sheet_xml import SheetXml
from adjudicator.workbook.strings import SharedStrings, StringsToAdd
from adjudicator.workbook.tables import read_tables
from adjudicator.workbook.workbook_part import SheetInfo, SheetKind, WorkbookPart
from adjudicator.workbook.xml_bytes import XmlError, parse_elements, set_attributes, splice

_STRINGS_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"


class WriteDamaged(Exception):  # noqa: N818  a damaged write is no mistake of the caller's
    """What was built does not hold what it should."""


class Draft:
    """A copy of the parts to which edits are applied, one after another."""

    def __init__(self, parts: Parts, main: str, strings: SharedStrings) -> None:
        """`parts` stay as they are. Raises `XmlError`, `ContainerError`."""
        self.parts: Final = parts.copy()
        self._main = main
        self._known = strings
        self._strings = StringsToAdd(strings)
        self._changes: dict[int, tuple[Change, ...]] = {}

    def apply(self, edits: Mapping[SheetInfo, SheetEdit]) -> None:
        """Applies the edits of sheets with all that follows from them."""
        for info, edit in edits.items():
            if not edit.staged:
                continue
            written = write_sheet(edit, self._known, self._strings)
            if written.data != edit.sheet.data:
                if not is_well_formed(written.sample):
                    if not is_well_formed(edit.sheet.data):
                        raise XmlError(f"the sheet {info.name} is not well-formed XML")
                    raise WriteDamaged(f"{info.part} would not be well-formed")
                self.parts.stage(info.part, written.data)
            self._changes[info.index] = written.changes
            for table in edit.grown_tables.values():
                self._grow_table(table, edit)
        if not any(self._changes.values()) and not any(edit.growths for edit in edits.values()):
            return
        self._write_strings()
        self._grow_filter_names(edits)
        self._recalculate()

    def _grow_table(self, table: Table, edit: SheetEdit) -> None:
        data = self.parts.xml(table.part)
        root = parse_elements(data)
        splices = [set_attributes(data, root, {"ref": table.range.ref})]
        own_filter = root.find("autoFilter")
        if own_filter is not None and table.filter_range is not None:
            grown = grow_filter(table.filter_range, edit.growths)
            splices.append(set_attributes(data, own_filter, {"ref": grown.ref}))
        self.parts.stage(table.part, splice(data, splices))

    def _write_strings(self) -> None:
        if not self._strings.touched:
            return
        links = (one for one in self.parts.relationships(self._main) if one.kind == "sharedStrings")
        part = next((link.target for link in links if not link.external), None)
        if part is None or part not in self.parts:
            workbook = WorkbookPart(self.parts, self._main)
            folder = self._main.rpartition("/")[0]
            named = part is not None
            part = part or self.parts.free_name(f"{folder}/sharedStrings{{}}.xml".lstrip("/"), plain_first=True)
            header = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
            self.parts.add(part, header + f'<sst xmlns="{workbook.namespace}"></sst>'.encode(), _STRINGS_TYPE)
            if not named:
                self.parts.relate(self._main, f"{workbook.relationships}/sharedStrings", part)
        self.parts.stage(part, self._strings.append_to(self.parts.xml(part)))

    def _grow_filter_names(self, edits: Mapping[SheetInfo, SheetEdit]) -> None:
        """The hidden name that Excel keeps for the range of a sheet's filter grows with it."""
        workbook = WorkbookPart(self.parts, self._main)
        texts: dict[tuple[str, int | None], str] = {}
        for info, edit in edits.items():
            for name in workbook.names:
                if name.sheet != info.index or name.name.lower() != "_xlnm._filterdatabase" or not edit.growths:
                    continue
                sheet, _, ref = name.text.rpartition("!")
                try:
                    area = Range.parse(ref)
                except ValueError:
                    continue
                grown = grow_filter(area, edit.growths)
                if grown != area:
                    texts[name.name, name.sheet] = f"{sheet}!{_fixed(grown)}"
        if texts:
            self.parts.stage(self._main, workbook.with_names(texts))

    def _recalculate(self) -> None:
        """Takes out stale results, asks for a calculation on load, and drops a calculation chain that became wrong."""
        workbook = WorkbookPart(self.parts, self._main)
        with_formulas: list[SheetToCalculate] = []
        for info in workbook.sheets:
            if info.kind is SheetKind.WORKSHEET:
                data = self.parts.xml(info.part)
                if b"<f" in data or b":f" in data:
                    sheet = SheetXml(data)
                    if sheet.has_formulas:
                        with_formulas.append(SheetToCalculate(info.index, sheet, read_formulas(sheet)))
        changes = [change for some in self._changes.values() for change in some]
        if any(change.formula_before or change.formula_after for change in changes):
            self._drop_calculation_chain()
        stale = self._stale(workbook, with_formulas) if with_formulas else []
        for one in with_formulas:
            mine = [formula for index, formula in stale if index == one.index]
            if mine:
                data = without_stale_values(one.sheet, one.formulas, mine)
                self.parts.stage(workbook.sheets[one.index].part, data)
        if stale or any(change.formula_before or change.formula_after for change in changes):
            self.parts.stage(self._main, workbook.with_recalculation())

    def _stale(
        self, workbook: WorkbookPart, with_formulas: Sequence[SheetToCalculate]
    ) -> list[tuple[int, FormulaCell]]:
        tables = {
            info.index: read_tables(self.parts, info.part)
            for info in workbook.sheets
            if info.kind is SheetKind.WORKSHEET
        }
        dependents = Dependents(workbook.sheets, workbook.names, tables, with_formulas)
        return dependents.find(
            (index, change.row, change.column) for index, changes in self._changes.items() for change in changes
        )

    def _drop_calculation_chain(self) -> None:
        for relationship in self.parts.relationships(self._main):
            if relationship.kind == "calcChain" and not relationship.external:
                self.parts.unrelate(self._main, relationship.target)
                if relationship.target in self.parts:
                    self.parts.remove(relationship.target)


def is_well_formed(data: bytes) -> bool:
    """Whether an XML parser reads these bytes to their end."""
    parser = expat.ParserCreate(encoding="UTF-8", namespace_separator="}")
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        return False
    return True


def _fixed(area: Range) -> str:
    first, last = column_letters(area.min_column), column_letters(area.max_column)
    return f"${first}${area.min_row}:${last}${area.max_row}"

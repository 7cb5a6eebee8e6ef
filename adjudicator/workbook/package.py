"""The workbook as the package of parts it is: opened, read, edited in place and saved.

What an edit does not mean to change comes back byte for byte, compressed streams included. Nothing touches the disk but
`open_package`, which reads, and `Package.write`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from adjudicator.workbook.drafting import Draft, WriteDamaged
from adjudicator.workbook.new_sheet import add_worksheet
from adjudicator.workbook.notes import Notes
from adjudicator.workbook.number_formats import date_styles
from adjudicator.workbook.opening import open_parts
from adjudicator.workbook.parts import Parts
from adjudicator.workbook.references import cell_ref, parse_cell
from adjudicator.workbook.refusals import EditRefusal, EditRefused, PackageRefused, refusing
from adjudicator.workbook.sheet_cells import SheetCells
from adjudicator.workbook.sheet_edit import ReplacedFormula, SheetEdit
from adjudicator.workbook.sheet_reading import SheetReader
from adjudicator.workbook.sheet_xml import SheetXml
from adjudicator.workbook.strings import SharedStrings
from adjudicator.workbook.tables import read_tables
from adjudicator.workbook.workbook_part import SheetInfo, SheetKind, Visibility, WorkbookPart
from adjudicator.workbook.xml_bytes import parse_elements
from adjudicator.workbook.zip_container import ContainerError, read_container

__all__ = [
    "Package",
    "PackageRefused",
    "SheetInfo",
    "SheetKind",
    "Visibility",
    "WriteDamaged",
    "open_package",
    "package_from_bytes",
]


class Package:
    """An opened workbook. Reading shows the file as it was opened; edits are staged until `to_bytes`."""

    def __init__(self, data: bytes) -> None:
        """Opens the bytes of a workbook. Raises `PackageRefused`."""
        self.sha256: Final = hashlib.sha256(data).hexdigest()
        """Of the file as it was opened, in hexadecimal."""
        self._parts, self._main = open_parts(data)
        with refusing("The workbook"):
            self._workbook = WorkbookPart(self._parts, self._main)
        self._edits: dict[SheetInfo, SheetEdit] = {}
        self._notes: dict[tuple[SheetInfo, str], dict[str, str]] = {}

    @property
    def sheets(self) -> tuple[SheetInfo, ...]:
        """All sheets in the order of their tabs, chart sheets among them."""
        return self._workbook.sheets

    @cached_property
    def has_macros(self) -> bool:
        """Whether this is a macro-enabled workbook."""
        return any(relationship.type.endswith("/vbaProject") for relationship in self._parts.relationships(self._main))

    @cached_property
    def _strings(self) -> SharedStrings:
        part = self._related("sharedStrings")
        with refusing("The table of texts"):
            return SharedStrings(self._parts.stream(part) if part is not None else None)

    @cached_property
    def _reader(self) -> SheetReader:
        part = self._related("styles")
        with refusing("The table of styles"):
            dates = date_styles(parse_elements(self._parts.xml(part))) if part is not None else frozenset[int]()
        return SheetReader(self._parts, self._strings, dates, from_1904=self._workbook.from_1904)

    def _related(self, kind: str) -> str | None:
        """The part of a kind that the workbook itself refers to."""
        for relationship in self._parts.relationships(self._main):
            if relationship.kind == kind and not relationship.external and relationship.target in self._parts:
                return relationship.target
        return None

    def sheet(self, name: str) -> SheetInfo:
        """The sheet of exactly that name. Raises `KeyError`."""
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise KeyError(name)

    def _worksheet(self, name: str) -> SheetInfo:
        sheet = self.sheet(name)
        if sheet.kind is not SheetKind.WORKSHEET:
            raise EditRefused(EditRefusal.NOT_A_CELL_SHEET, name, "", f"{name} is a {sheet.kind.value}, without cells")
        return sheet

    def read_sheet(self, name: str) -> SheetCells:
        """All values of a sheet (by its exact name).

        Raises `KeyError`, `EditRefused` for a chart sheet, `PackageRefused`.
        """
        sheet = self._worksheet(name)
        reader = self._reader
        with refusing(f"The sheet {name}"):
            return reader.read(name, sheet.part)

    def edit(self, name: str) -> SheetEdit:
        """The edit of a sheet (by its exact name), the same one each time.

        Raises `KeyError`, `EditRefused` for a chart sheet, `PackageRefused`.
        """
        sheet = self._worksheet(name)
        if sheet not in self._edits:
            with refusing(f"The sheet {name}"):
                tables = read_tables(self._parts, sheet.part)
                self._edits[sheet] = SheetEdit(name, SheetXml(self._parts.xml(sheet.part)), tables)
        return self._edits[sheet]

    def add_sheet(self, name: str, headers: Sequence[str] = (), widths: Sequence[float] = ()) -> SheetInfo:
        """Adds a plain worksheet behind the others, with headers in row 1 and column widths in characters.

        Raises `ValueError` when the name is taken or not one that Excel allows.
        """
        with refusing("The workbook"):
            add_worksheet(self._parts, self._workbook, name, frozen=bool(headers), widths=widths)
            self._workbook = WorkbookPart(self._parts, self._main)
        edit = self.edit(name)
        for column, header in enumerate(headers, 1):
            edit.set((1, column), header)
        return self.sheet(name)

    def set_notes(self, name: str, notes: Mapping[str, str], author: str) -> tuple[str, ...]:
        """Puts notes on cells (`{"C7": "text"}`) of a sheet in the name of `author`; that author's earlier ones go.

        A note for a cell inside a merge goes to its top left cell. A cell that has a note or comment of somebody else
        is left alone; returns those places.
        Raises `KeyError`, `EditRefused` for a place outside the sheet or a chart sheet, `PackageRefused`.
        """
        edit = self.edit(name)
        sheet = self.sheet(name)
        wanted: dict[str, str] = {}
        with refusing(f"The sheet {name}"):
            for ref, text in notes.items():
                try:
                    place = cell_ref(*edit.anchor(*parse_cell(ref)))
                except ValueError as error:
                    raise EditRefused(EditRefusal.OUTSIDE, name, ref, f"{name}!{ref}: {error}") from error
                wanted[place] = f"{wanted[place]}\n{text}" if place in wanted else text
            present = Notes(self._parts, sheet.part).by_author()
        others = {ref for writer, some in present.items() if writer != author for ref in some}
        self._notes[sheet, author] = {ref: text for ref, text in wanted.items() if ref not in others}
        return tuple(ref for ref in wanted if ref in others)

    def remove_notes(self, name: str, author: str) -> None:
        """Takes away the notes of `author` from a sheet; all others stay. Raises as `set_notes` does."""
        self.set_notes(name, {}, author)

    @property
    def replaced_formulas(self) -> tuple[ReplacedFormula, ...]:
        """The GM's formulas that staged values replace, over all sheets in their order."""
        edits = sorted(self._edits.items(), key=lambda item: item[0].index)
        return tuple(formula for _, edit in edits for formula in edit.replaced_formulas)

    @property
    def changed(self) -> bool:
        """Whether `to_bytes` differs from the file as it was opened."""
        return self._draft().differs

    def _draft(self) -> Parts:
        """The parts as they will be written."""
        with refusing("The workbook"):
            draft = Draft(self._parts, self._main, self._strings)
            draft.apply(self._edits)
            for (sheet, author), notes in self._notes.items():
                Notes(draft.parts, sheet.part).write(author, notes, self._workbook.relationships)
            return draft.parts

    def to_bytes(self) -> bytes:
        """The workbook with everything staged, verified; the very bytes of the file when nothing was. Deterministic.

        Raises `WriteDamaged` when what was built does not hold what it should: a defect of the program.
        """
        draft = self._draft()
        data = draft.build()
        try:
            problems = draft.verify(read_container(data))
        except ContainerError as error:
            raise WriteDamaged(str(error)) from error
        if problems:
            raise WriteDamaged("; ".join(problems))
        return data

    def verify_written(self, data: bytes) -> None:
        """Compares bytes read back from the disk with what `to_bytes` gives. Raises `WriteDamaged`."""
        if data != self.to_bytes():
            raise WriteDamaged("what was written is not what the disk gives back")

    def write(self, path: Path) -> None:
        """Writes `to_bytes()` to a path, not atomically: the archive does that. Raises `OSError`, `WriteDamaged`."""
        path.write_bytes(self.to_bytes())


def open_package(path: Path) -> Package:
    """Opens a workbook from the disk. Raises `OSError`, `PackageRefused`."""
    return Package(path.read_bytes())


def package_from_bytes(data: bytes) -> Package:
    """Opens a workbook that is in memory already. Raises `PackageRefused`."""
    return Package(data)

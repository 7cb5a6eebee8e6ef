"""The workbook as the package of parts it is: opened, read, edited in place and saved.

What an edit does not mean to change comes back byte for byte, compressed streams included. Nothing touches the disk but
`open_package`, which reads, and `Package.write`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from adjudicator.workbook.cells import SheetCells
from adjudicator.workbook.sheet_edit import ReplacedFormula, SheetEdit


class Visibility(Enum):
    """Whether a sheet's tab is shown."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    VERY_HIDDEN = "veryHidden"


class SheetKind(Enum):
    """What a sheet of the workbook is."""

    WORKSHEET = "worksheet"
    CHART = "chartsheet"
    DIALOG = "dialogsheet"
    MACRO = "macrosheet"


@dataclass(frozen=True, slots=True)
class SheetInfo:
    """A sheet as the workbook part lists it."""

    name: str
    index: int
    """Place among all sheets, from 0."""
    part: str
    kind: SheetKind
    visibility: Visibility


class Package:
    """An opened workbook. Reading shows the file as it was opened; edits are staged until `to_bytes`."""

    sha256: str
    """Of the file as it was opened, in hexadecimal."""
    sheets: tuple[SheetInfo, ...]
    """All sheets in the order of their tabs, chart sheets among them."""
    has_macros: bool
    """Whether this is a macro-enabled workbook."""

    def read_sheet(self, name: str) -> SheetCells:
        """All values of a sheet (by its exact name). Raises `KeyError`, `EditRefused` for a chart sheet,
        `PackageRefused`."""
        raise NotImplementedError

    def edit(self, name: str) -> SheetEdit:
        """The edit of a sheet (by its exact name), the same one each time. Raises `KeyError`, `EditRefused`,
        `PackageRefused`."""
        raise NotImplementedError

    def add_sheet(self, name: str, headers: Sequence[str] = (), widths: Sequence[float] = ()) -> SheetInfo:
        """Adds a plain worksheet behind the others, with headers in row 1 and column widths in characters.

        Raises `ValueError` when the name is taken or not one that Excel allows.
        """
        raise NotImplementedError

    def set_notes(self, name: str, notes: Mapping[str, str], author: str) -> None:
        """Puts notes on cells (`{"C7": "text"}`) of a sheet in the name of `author`; that author's earlier notes on it
        go."""
        raise NotImplementedError

    def remove_notes(self, name: str, author: str) -> None:
        """Takes away the notes of `author` from a sheet; all others stay."""
        raise NotImplementedError

    @property
    def replaced_formulas(self) -> tuple[ReplacedFormula, ...]:
        """The GM's formulas that staged values replace, over all sheets."""
        raise NotImplementedError

    @property
    def changed(self) -> bool:
        """Whether `to_bytes` differs from the file as it was opened."""
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        """The workbook with everything staged, verified; the very bytes of the file when nothing was. Deterministic.

        Raises `WriteDamaged` when what was built does not hold what it should: a defect of the program.
        """
        raise NotImplementedError

    def verify_written(self, data: bytes) -> None:
        """Compares bytes read back with what `to_bytes` stands for. Raises `WriteDamaged`."""
        raise NotImplementedError

    def write(self, path: Path) -> None:
        """Writes `to_bytes()` to a path, not atomically: the archive does that. Raises `OSError`, `WriteDamaged`."""
        raise NotImplementedError


def open_package(path: Path) -> Package:
    """Opens a workbook from the disk. Raises `OSError`, `PackageRefused`."""
    raise NotImplementedError


def package_from_bytes(data: bytes) -> Package:
    """Opens a workbook that is in memory already. Raises `PackageRefused`."""
    raise NotImplementedError

"""Why a workbook is not opened, and why an edit is not made: both as reasons a program can act on and a text for the
GM."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from adjudicator.workbook.xml_bytes import UnsafeXmlError, XmlError
from adjudicator.workbook.zip_container import ContainerError, EncryptedEntryError, LimitExceededError, NotAZipError


class Refusal(Enum):
    """Why a file is not opened as a workbook."""

    OLD_FORMAT = "old format"
    """Excel 97-2003 (`.xls`)."""
    ENCRYPTED = "encrypted"
    """Protected by a password to open."""
    SIGNED = "signed"
    """Digitally signed: any change would break the signature."""
    NOT_A_WORKBOOK = "not a workbook"
    """Not a zip file, or one that holds no Excel workbook of the XML kind."""
    DAMAGED = "damaged"
    """Cut short, or with parts that are broken."""
    TOO_LARGE = "too large"
    """Beyond one of the limits in `zip_container` and `sheet_reading`."""
    UNSAFE = "unsafe"
    """An XML part declares a document type or entities."""


class PackageRefused(Exception):  # noqa: N818  "refused" is this project's word
    """The file is not opened, or a part of it not read; `str()` is a sentence for the GM."""

    def __init__(self, reason: Refusal, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Turns what the zip and XML layers raise into `PackageRefused`; `what` names the thing that is read."""
    try:
        yield
    except UnsafeXmlError as error:
        raise PackageRefused(Refusal.UNSAFE, f"{what} is not read: {error}") from error
    except XmlError as error:
        raise PackageRefused(Refusal.DAMAGED, f"{what} is damaged: {error}") from error
    except NotAZipError as error:
        raise PackageRefused(Refusal.NOT_A_WORKBOOK, f"{what} is not an Excel workbook (.xlsx or .xlsm)") from error
    except EncryptedEntryError as error:
        raise PackageRefused(Refusal.ENCRYPTED, f"{what} is encrypted: {error}") from error
    except LimitExceededError as error:
        raise PackageRefused(Refusal.TOO_LARGE, f"{what} is too large: {error}") from error
    except ContainerError as error:
        raise PackageRefused(Refusal.DAMAGED, f"{what} is damaged: {error}") from error


class EditRefusal(Enum):
    """Why a cell is not written or rows are not added."""

    MERGED = "merged"
    """The cell lies inside a merged range and is not its top left cell."""
    ARRAY_FORMULA = "array formula"
    """The cell belongs to an array formula over several cells."""
    DATA_TABLE = "data table"
    """The cell belongs to a what-if data table."""
    OCCUPIED = "occupied"
    """Something stands in the rows below."""
    TOTALS_ROW = "totals row"
    """The table ends with a totals row."""
    TABLE_IN_THE_WAY = "table in the way"
    """Another table begins in the rows below."""
    TABLE_HEADER = "table header"
    """The cell is a header of a table, which must equal the name of its column."""
    OUTSIDE = "outside"
    """The place is outside a sheet."""
    TOO_LONG = "too long"
    """The text has more than 32,767 characters."""
    NOT_A_VALUE = "not a value"
    """Neither text, number, boolean nor empty; or a number that is not finite."""
    NOT_A_CELL_SHEET = "not a sheet with cells"
    """A chart sheet, dialog sheet or macro sheet."""


class EditRefused(Exception):  # noqa: N818  "refused" is this project's word
    """An edit that is not made; nothing of it was staged."""

    def __init__(self, reason: EditRefusal, sheet: str, ref: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.sheet = sheet
        self.ref = ref

"""Opens a file as a workbook, or says plainly why it is none: old, encrypted, signed, damaged, or something else."""

from __future__ import annotations

from typing import Final

from adjudicator.workbook.parts import CONTENT_TYPES, Parts
from adjudicator.workbook.refusals import PackageRefused, Refusal, refusing
from adjudicator.workbook.xml_bytes import parse_elements
from adjudicator.workbook.zip_container import read_container

_OLE_MAGIC: Final = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_STREAMS: Final = ("EncryptedPackage".encode("utf-16-le"), "EncryptionInfo".encode("utf-16-le"))
_OLD_STREAMS: Final = ("Workbook".encode("utf-16-le"), "Book".encode("utf-16-le"))
_SIGNATURE_KINDS: Final = (
    "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin",
    "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/signature",
)
_MAIN_TYPES: Final = frozenset(
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml",
        "application/vnd.ms-excel.sheet.macroenabled.main+xml",
        "application/vnd.ms-excel.template.macroenabled.main+xml",
        "application/vnd.ms-excel.addin.macroenabled.main+xml",
    )
)
_BINARY_TYPE: Final = "application/vnd.ms-excel.sheet.binary.macroenabled.main"


def open_parts(data: bytes) -> tuple[Parts, str]:
    """The parts of a workbook and the name of its main part. Raises `PackageRefused`."""
    _refuse_other_files(data)
    with refusing("The file"):
        parts = Parts(read_container(data))
        if CONTENT_TYPES not in parts:
            raise PackageRefused(Refusal.NOT_A_WORKBOOK, _other_zip(parts))
        _refuse_signed(parts)
        return parts, _main_part(parts)


def _refuse_other_files(data: bytes) -> None:
    if not data:
        raise PackageRefused(
            Refusal.NOT_A_WORKBOOK, "The file is empty; if it lies in a cloud folder, wait until it is downloaded."
        )
    if data.startswith(_OLE_MAGIC):
        if any(stream in data for stream in _ENCRYPTED_STREAMS):
            raise PackageRefused(
                Refusal.ENCRYPTED, "The workbook is protected by a password to open; save it without one and try again."
            )
        if any(stream in data for stream in _OLD_STREAMS):
            raise PackageRefused(
                Refusal.OLD_FORMAT, "The workbook is in the old .xls format; save it as an Excel workbook (.xlsx)."
            )
        raise PackageRefused(Refusal.NOT_A_WORKBOOK, "The file is not an Excel workbook (.xlsx or .xlsm).")


def _other_zip(parts: Parts) -> str:
    if "mimetype" in parts and b"opendocument.spreadsheet" in parts.raw("mimetype"):
        return "The file is an OpenDocument spreadsheet; save it as an Excel workbook (.xlsx)."
    if any(name.lower().endswith(".iwa") or name.lower() == "index.zip" for name in parts.names()):
        return "The file is a Numbers document; export it as an Excel workbook (.xlsx)."
    return "The file is a zip file, but not an Excel workbook (.xlsx or .xlsm)."


def _refuse_signed(parts: Parts) -> None:
    signed = any(relationship.type in _SIGNATURE_KINDS for relationship in parts.relationships(""))
    if signed or any(name.lower().startswith("_xmlsignatures/") for name in parts.names()):
        raise PackageRefused(
            Refusal.SIGNED, "The workbook is digitally signed, and any change breaks the signature; remove it in Excel."
        )


def _main_part(parts: Parts) -> str:
    """The part that the package names as its document; some programs name only its content type."""
    for relationship in parts.relationships(""):
        if relationship.kind == "officeDocument" and relationship.target in parts:
            _refuse_other_types(parts.content_type(relationship.target))
            return relationship.target
    for override in parse_elements(parts.xml(CONTENT_TYPES)).find_all("Override"):
        name = override.attributes.get("PartName", "").lstrip("/")
        if override.attributes.get("ContentType", "").lower() in _MAIN_TYPES and name in parts:
            return name
    raise PackageRefused(Refusal.NOT_A_WORKBOOK, "The file is a package without a workbook in it.")


def _refuse_other_types(content_type: str | None) -> None:
    if content_type is None or content_type.lower() in _MAIN_TYPES:
        return
    if content_type.lower() == _BINARY_TYPE:
        raise PackageRefused(
            Refusal.NOT_A_WORKBOOK, "The workbook is a binary one (.xlsb); save it as an Excel workbook (.xlsx)."
        )
    if content_type.lower() not in ("application/xml", "text/xml"):
        raise PackageRefused(Refusal.NOT_A_WORKBOOK, f"The file is no Excel workbook but {content_type}.")

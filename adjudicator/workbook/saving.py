"""A new workbook as bytes: the same content gives the same bytes, and every program shows it as it should be."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from typing import Final

from lxml import etree
from openpyxl import Workbook
from openpyxl import __version__ as openpyxl_version
from openpyxl.xml.constants import REL_NS, SHARED_STRINGS, SHEET_MAIN_NS

from adjudicator.workbook.guide import GUIDE_SHEET

AUTHOR: Final = "adjudicator"
_FIXED_TIME: Final = datetime(2024, 1, 1)
_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)
_MAIN: Final = f"{{{SHEET_MAIN_NS}}}"
_RELATIONSHIPS_PART: Final = "xl/_rels/workbook.xml.rels"
_STRINGS_PART: Final = "xl/sharedStrings.xml"
_XML_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"


def workbook_bytes(book: Workbook) -> bytes:
    """Saves a workbook without anything that depends on when or where it was made.

    Three things that openpyxl writes are put right. Text goes into the shared strings, since some readers on phones
    show text inside cells as blank. Rows keep their height but are free to adjust, the guide's and the headers apart.
    And the file does not claim to come from Excel, which other programs take for a promise.
    """
    book.properties.creator = AUTHOR
    book.properties.created = _FIXED_TIME
    book.properties.version = f"openpyxl {openpyxl_version}"
    saved, fixed = io.BytesIO(), io.BytesIO()
    book.save(saved)
    pages = {f"xl/worksheets/sheet{number}.xml": page.title for number, page in enumerate(book.worksheets, start=1)}
    strings = _SharedStrings()
    with zipfile.ZipFile(saved) as source, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as target:
        parts = {name: source.read(name) for name in source.namelist()}
        for name, title in pages.items():
            parts[name] = _sheet_part(parts[name], strings, is_guide=title == GUIDE_SHEET)
        parts[_STRINGS_PART] = strings.part()
        parts["[Content_Types].xml"] = _with_child(
            parts["[Content_Types].xml"], "Override", PartName=f"/{_STRINGS_PART}", ContentType=SHARED_STRINGS
        )
        parts[_RELATIONSHIPS_PART] = _with_child(
            parts[_RELATIONSHIPS_PART],
            "Relationship",
            Type=f"{REL_NS}/sharedStrings",
            Target=f"/{_STRINGS_PART}",
            Id="rIdSharedStrings",
        )
        parts["docProps/core.xml"] = _with_text(parts["docProps/core.xml"], "modified", f"{_FIXED_TIME.isoformat()}Z")
        parts["docProps/app.xml"] = _with_text(parts["docProps/app.xml"], "Application", AUTHOR)
        for name, part in parts.items():
            entry = zipfile.ZipInfo(name, _ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            target.writestr(entry, part)
    return fixed.getvalue()


class _SharedStrings:
    """Every text once, in the order in which it is first met."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._uses = 0

    def number(self, text: str) -> int:
        self._uses += 1
        return self._numbers.setdefault(text, len(self._numbers))

    def part(self) -> bytes:
        root = etree.fromstring(f'<sst xmlns="{SHEET_MAIN_NS}"/>')
        root.set("count", str(self._uses))
        root.set("uniqueCount", str(len(self._numbers)))
        for text in self._numbers:
            node = etree.SubElement(etree.SubElement(root, f"{_MAIN}si"), f"{_MAIN}t")
            node.text = text
            node.set(_XML_SPACE, "preserve")
        return _xml(root)


def _sheet_part(part: bytes, strings: _SharedStrings, *, is_guide: bool) -> bytes:
    root = etree.fromstring(part)
    for cell in root.iter(f"{_MAIN}c"):
        if cell.get("t") == "inlineStr":
            text = "".join(node.text or "" for node in cell.iter(f"{_MAIN}t"))
            for child in list(cell):
                cell.remove(child)
            cell.set("t", "s")
            etree.SubElement(cell, f"{_MAIN}v").text = str(strings.number(text))
    if not is_guide:
        for row in root.iter(f"{_MAIN}row"):
            if row.get("r") != "1":
                row.attrib.pop("customHeight", "")
    return _xml(root)


def _with_child(part: bytes, name: str, **attributes: str) -> bytes:
    """The part with one more element below its root, unless one with the first of the attributes is there already."""
    root = etree.fromstring(part)
    key = next(iter(attributes))
    if all(child.get(key) != attributes[key] for child in root):
        namespace = etree.QName(root).namespace
        etree.SubElement(root, f"{{{namespace}}}{name}", attributes)
    return _xml(root)


def _with_text(part: bytes, local_name: str, text: str) -> bytes:
    root = etree.fromstring(part)
    for node in root.iter(f"{{*}}{local_name}"):
        node.text = text
    return _xml(root)


def _xml(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)

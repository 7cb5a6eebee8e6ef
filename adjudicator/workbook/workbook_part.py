"""The main part of a workbook: its sheets, defined names and settings, and the few edits that are made there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from adjudicator.workbook.parts import STRICT_RELATIONSHIPS, TRANSITIONAL_RELATIONSHIPS, Parts
from adjudicator.workbook.strings import decode_text
from adjudicator.workbook.xml_bytes import (
    Element,
    Splice,
    XmlError,
    append_child,
    escape_attribute,
    escape_text,
    parse_elements,
    set_attributes,
    splice,
    whole_number,
)

_TRUE: Final = frozenset(("1", "true"))
_BEFORE_CALCULATION: Final = frozenset(
    (
        "fileVersion",
        "fileSharing",
        "workbookPr",
        "workbookProtection",
        "bookViews",
        "sheets",
        "functionGroups",
        "externalReferences",
        "definedNames",
    )
)
"""What the schema puts before `calcPr` (ECMA-376 part 1, 18.2.27)."""
_FORBIDDEN_IN_NAMES: Final = re.compile(r"[\\/?*\[\]:\x00-\x1f]")


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


@dataclass(frozen=True, slots=True)
class DefinedName:
    """A defined name. `sheet` is the index of the sheet it belongs to, None for the whole workbook."""

    name: str
    sheet: int | None
    text: str


class WorkbookPart:
    """The main part as it stands; the edits return its new bytes."""

    def __init__(self, parts: Parts, name: str) -> None:
        """Reads the part. Raises `XmlError`, `ContainerError`."""
        self.name: Final = name
        self._data: Final = parts.xml(name)
        self._root: Final = parse_elements(self._data)
        if self._root.local != "workbook":
            raise XmlError("its main part is not a workbook")
        self.relationships: Final = _relationship_namespace(self._root)
        """The address that relationship types begin with: Strict or Transitional."""
        self.sheets: Final = tuple(self._read_sheets(parts))
        properties = self._root.find("workbookPr")
        self.from_1904: Final = properties is not None and properties.attributes.get("date1904") in _TRUE
        names = self._root.find("definedNames")
        self.names: Final = tuple(map(_read_name, names.find_all("definedName") if names is not None else ()))

    @property
    def strict(self) -> bool:
        """Whether the workbook is ISO Strict."""
        return self.relationships == STRICT_RELATIONSHIPS

    @property
    def namespace(self) -> str:
        """The main namespace of this workbook."""
        return self._root.namespace

    def _read_sheets(self, parts: Parts) -> list[SheetInfo]:
        targets = {relationship.id: relationship for relationship in parts.relationships(self.name)}
        sheets = self._root.find("sheets")
        found: list[SheetInfo] = []
        for index, element in enumerate(sheets.find_all("sheet") if sheets is not None else ()):
            name = decode_text(element.attributes.get("name", ""))
            identifier = element.get("id", self.relationships) or ""
            relationship = targets.get(identifier)
            if relationship is None or relationship.external or relationship.target not in parts:
                raise XmlError(f"the sheet {name!r} has no part")
            state = element.attributes.get("state", "visible")
            found.append(
                SheetInfo(
                    name,
                    index,
                    relationship.target,
                    _sheet_kind(relationship.kind),
                    next((one for one in Visibility if one.value == state), Visibility.VISIBLE),
                )
            )
        return found

    def with_sheet(self, name: str, relationship_id: str) -> bytes:
        """The part with a further sheet behind the others."""
        sheets = self._root.find("sheets")
        if sheets is None:
            raise XmlError("its main part lists no sheets")
        ids = [whole_number(element.attributes.get("sheetId", "")) for element in sheets.find_all("sheet")]
        free = max((one for one in ids if one is not None), default=0) + 1
        prefix = sheets.prefix_of(self.relationships, default_too=False)
        declaration = b""
        if prefix is None:
            prefix, declaration = b"r:", b' xmlns:r="' + self.relationships.encode() + b'"'
        entry = b"".join(
            (
                b"<" + sheets.prefix + b'sheet name="' + escape_attribute(name) + b'"',
                f' sheetId="{free}"'.encode() + declaration,
                b" " + prefix + b'id="' + relationship_id.encode() + b'"/>',
            )
        )
        return splice(self._data, [append_child(self._data, sheets, entry)])

    def with_recalculation(self) -> bytes:
        """The part with the wish that everything is calculated on load."""
        calculation = self._root.find("calcPr")
        if calculation is not None:
            if calculation.attributes.get("fullCalcOnLoad") in _TRUE:
                return self._data
            return splice(self._data, [set_attributes(self._data, calculation, {"fullCalcOnLoad": "1"})])
        at = self._root.open_end
        for child in self._root.children:
            if child.namespace != self._root.namespace or child.local in _BEFORE_CALCULATION:
                at = child.end
            else:
                break
        entry = b"<" + self._root.prefix + b'calcPr fullCalcOnLoad="1"/>'
        return splice(self._data, [Splice(at, at, entry)])

    def with_names(self, texts: dict[tuple[str, int | None], str]) -> bytes:
        """The part with other texts for some defined names; keys are name and sheet index."""
        names = self._root.find("definedNames")
        edits: list[Splice] = []
        for element in names.find_all("definedName") if names is not None else ():
            name = _read_name(element)
            text = texts.get((name.name, name.sheet))
            if text is not None and text != name.text:
                edits.append(Splice(element.open_end, element.close_start, escape_text(text)))
        return splice(self._data, edits)


def check_sheet_name(name: str) -> None:
    """Raises `ValueError` for a name that Excel does not allow for a sheet."""
    if not 1 <= len(name) <= 31 or _FORBIDDEN_IN_NAMES.search(name) or name.startswith("'") or name.endswith("'"):
        raise ValueError(f"{name!r} cannot be the name of a sheet")


def _relationship_namespace(root: Element) -> str:
    return STRICT_RELATIONSHIPS if "purl.oclc.org" in root.namespace else TRANSITIONAL_RELATIONSHIPS


def _sheet_kind(kind: str) -> SheetKind:
    if kind == "worksheet":
        return SheetKind.WORKSHEET
    if kind == "chartsheet":
        return SheetKind.CHART
    if kind == "dialogsheet":
        return SheetKind.DIALOG
    return SheetKind.MACRO


def _read_name(element: Element) -> DefinedName:
    sheet = whole_number(element.attributes.get("localSheetId", ""))
    return DefinedName(element.attributes.get("name", ""), sheet, element.text)

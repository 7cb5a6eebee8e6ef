"""The table parts of a sheet (ECMA-376 part 1, 18.5)."""

from __future__ import annotations

from adjudicator.workbook.cells import Table, TableColumn
from adjudicator.workbook.parts import Parts
from adjudicator.workbook.references import Range
from adjudicator.workbook.strings import decode_text
from adjudicator.workbook.xml_bytes import Element, XmlError, parse_elements, whole_number


def read_tables(parts: Parts, sheet_part: str) -> tuple[Table, ...]:
    """The tables on a sheet, in the order of its relationships. Raises `XmlError`, `ContainerError`."""
    return tuple(
        read_table(parts, relationship.target)
        for relationship in parts.relationships(sheet_part)
        if relationship.kind == "table" and not relationship.external and relationship.target in parts
    )


def read_table(parts: Parts, name: str) -> Table:
    """One table part. Raises `XmlError`, `ContainerError`."""
    root = parse_elements(parts.xml(name))
    try:
        place = Range.parse(root.attributes["ref"])
    except (KeyError, ValueError) as error:
        raise XmlError("a table has no range") from error
    columns = root.find("tableColumns")
    filter_range, filtered = read_filter(root)
    return Table(
        root.attributes.get("displayName") or root.attributes.get("name", ""),
        name,
        place,
        _count(root, "headerRowCount", 1),
        _count(root, "totalsRowCount", 0),
        tuple(_column(column) for column in columns.find_all("tableColumn")) if columns is not None else (),
        filter_range,
        filtered,
    )


def read_filter(element: Element) -> tuple[Range | None, bool]:
    """The range of the autofilter that is a child of an element, and whether criteria are set."""
    found = element.find("autoFilter")
    if found is None:
        return None, False
    filtered = bool(found.find_all("filterColumn"))
    try:
        return Range.parse(found.attributes["ref"]), filtered
    except (KeyError, ValueError):
        return None, filtered


def _count(root: Element, attribute: str, default: int) -> int:
    value = whole_number(root.attributes.get(attribute, ""))
    return default if value is None else value


def _column(element: Element) -> TableColumn:
    calculated = element.find("calculatedColumnFormula")
    formula = None
    if calculated is not None and calculated.attributes.get("array") not in ("1", "true") and calculated.text:
        formula = calculated.text
    return TableColumn(decode_text(element.attributes.get("name", "")), formula)

"""What grows with rows that are added below others: filters, validations, conditional formats, and their x14 kin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.workbook.references import MAX_ROW, Range
from adjudicator.workbook.xml_bytes import Element, Splice, escape_text, set_attributes


@dataclass(frozen=True, slots=True)
class Growth:
    """Rows added directly below `after_row`, the last of them `last_row`."""

    after_row: int
    last_row: int
    min_column: int
    max_column: int
    """The columns that are written, and those of the table that grows."""
    below_header: bool
    """Whether `after_row` is a header, whose own formats do not go on below."""

    def grown(self, area: Range) -> Range:
        """The range as it is afterwards."""
        reaches = area.min_row <= self.after_row + 1 and area.max_row >= self.after_row
        if self.below_header:
            reaches = area.min_row <= self.after_row + 1 <= area.max_row
        meets = area.min_column <= self.max_column and self.min_column <= area.max_column
        if not reaches or not meets or area.max_row >= self.last_row:
            return area
        return Range(area.min_row, area.min_column, self.last_row, area.max_column)

    def grown_filter(self, area: Range) -> Range:
        """The range of a filter as it is afterwards: its header row is part of it."""
        below = Growth(self.after_row, self.last_row, self.min_column, self.max_column, below_header=False)
        return below.grown(area)


def grow_filter(area: Range, growths: Sequence[Growth]) -> Range:
    """The range of a filter after several growths."""
    for growth in growths:
        area = growth.grown_filter(area)
    return area


def grow_sheet(skeleton: bytes, root: Element, growths: Sequence[Growth]) -> Iterator[Splice]:
    """The splices, in a sheet without its rows, that make its ranges grow."""
    own_filter = root.find("autoFilter")
    if own_filter is not None:
        area = _parse(own_filter.attributes.get("ref", ""))
        if area is not None and (grown := grow_filter(area, growths)) != area:
            yield set_attributes(skeleton, own_filter, {"ref": grown.ref})
    for element in root.find_all("conditionalFormatting"):
        yield from _grow_attribute(skeleton, element, growths, ())
    validations = root.find("dataValidations")
    plain = validations.find_all("dataValidation") if validations is not None else []
    extended = list(_extended(root, "dataValidation"))
    taken = _all_ranges([one.attributes.get("sqref", "") for one in plain] + [one.text for one in extended])
    for element in plain:
        yield from _grow_attribute(skeleton, element, growths, taken)
    for element in extended:
        yield from _grow_text(element, growths, taken)
    for element in _extended(root, "conditionalFormatting"):
        yield from _grow_text(element, growths, ())


def _extended(root: Element, local: str) -> Iterator[Element]:
    """The `xm:sqref` elements of x14 validations or conditional formats in the sheet's extension list."""
    extensions = root.find("extLst")
    for element in extensions.walk() if extensions is not None else ():
        if element.local == local and element.namespace != root.namespace:
            yield from (child for child in element.children if child.local == "sqref")


def _grow_attribute(
    skeleton: bytes, element: Element, growths: Sequence[Growth], taken: Sequence[Range]
) -> Iterator[Splice]:
    before = element.attributes.get("sqref", "")
    after = grow_list(before, growths, taken)
    if after != before:
        yield set_attributes(skeleton, element, {"sqref": after})


def _grow_text(element: Element, growths: Sequence[Growth], taken: Sequence[Range]) -> Iterator[Splice]:
    after = grow_list(element.text, growths, taken)
    if after != element.text and not element.children:
        yield Splice(element.open_end, element.close_start, escape_text(after))


def grow_list(text: str, growths: Sequence[Growth], taken: Sequence[Range] = ()) -> str:
    """A list of ranges separated by spaces after several growths; none grows into one of `taken`.

    The text is kept as it stands where nothing grows.
    """
    ranges = text.split()
    result: list[str] = []
    for ref in ranges:
        area = _parse(ref)
        if area is None:
            result.append(ref)
            continue
        grown = area
        for growth in growths:
            further = growth.grown(grown)
            added = Range(min(grown.max_row + 1, MAX_ROW), area.min_column, further.max_row, area.max_column)
            if further != grown and not any(added.meets(other) for other in taken):
                grown = further
        result.append(ref if grown == area else grown.ref)
    return text if result == ranges else " ".join(result)


def _all_ranges(lists: Sequence[str]) -> list[Range]:
    return [area for text in lists for ref in text.split() if (area := _parse(ref)) is not None]


def _parse(ref: str) -> Range | None:
    try:
        return Range.parse(ref)
    except ValueError:
        return None

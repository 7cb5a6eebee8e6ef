"""A sheet part as bytes with a map of its rows and cells, for edits that splice and never serialise.

Only what is looked at is scanned: the rows once, by one pattern; the cells of a row when that row is asked for; the
rest of the sheet (merges, filters, validations, …) is parsed without its rows.
"""

from __future__ import annotations

import operator
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from adjudicator.workbook.item_stream import (
    find_container,
    main_prefixes,
    number_in_bytes,
    place_in_tag,
    place_of_cell,
)
from adjudicator.workbook.references import MAX_ROW, Range, column_number
from adjudicator.workbook.xml_bytes import (
    Splice,
    XmlError,
    attribute_spans,
    mask,
    parse_elements,
    tag_end,
    tag_name,
    whole_number,
)

_S_ATTRIBUTE: Final = re.compile(rb"""\ss\s*=\s*["']([^"']*)["']""")
_TRUE: Final = (b"1", b"true")


def column_named(letters: bytes) -> int:
    """The column that a cell's place names. Raises `XmlError`."""
    try:
        return column_number(letters.decode("ascii"))
    except ValueError as error:
        raise XmlError(f"a cell in it claims to stand in a column that no sheet has ({error})") from error


def column_in_row(place: str | None, row: int, following: int) -> int:
    """The column of a cell by its `r`; the following one where it names none.

    Raises `XmlError` for a place that no sheet has, and for one in another row than the cell's: programs differ in
    which of the two they believe, so nobody can say what the sheet holds there.
    """
    if place is None:
        return following
    letters, number = place_of_cell(place)
    if number is not None and number != row:
        raise XmlError(f"a cell in its row {row} claims to stand at {place[:20].strip()}")
    return column_named(letters.encode()) if letters else following


def _number(text: str) -> int:
    """A number that an attribute holds. Raises `XmlError` for what is none, or is longer than any there can be."""
    number = whole_number(text.strip(" \t\r\n"))
    if number is None:
        raise XmlError(f"it says {text[:20]!r} where a number belongs")
    return number


@dataclass(frozen=True, slots=True)
class RowSpan:
    """Where a row element stands."""

    number: int
    start: int
    tag_end: int
    close: int
    """Offset of its end tag; equal to `tag_end` for an empty tag."""
    end: int


@dataclass(frozen=True, slots=True)
class CellSpan:
    """Where a cell element stands."""

    column: int
    start: int
    tag_end: int
    close: int
    """Offset of its end tag; equal to `tag_end` for an empty tag."""
    end: int


class SheetXml:
    """The bytes of a worksheet part (UTF-8) and where things are in them."""

    def __init__(self, data: bytes) -> None:
        """Finds the rows' container and parses the rest. Raises `XmlError`."""
        self.data: Final = data
        self.masked: Final = mask(data)
        place = find_container(self.masked, b"sheetData")
        if place is None:
            raise XmlError("it has no rows element")
        self.container_start, self.body_start = place
        self.container_tag: Final = data[self.container_start : self.body_start]
        self.body_end: Final = self._body_end()
        skeleton = data[: self.body_start] + data[self.body_end :]
        self.root: Final = parse_elements(skeleton)
        """The sheet without its rows; offsets are those of `skeleton_place`."""
        if self.root.local != "worksheet":
            raise XmlError("it is not a worksheet")
        name = tag_name(self.container_tag)
        self.prefix: Final = name[: name.find(b":") + 1]
        """The prefix of the main namespace with its colon, for elements that are added."""
        if b"xmlns" in data[self.body_start : self.body_end]:
            prefixes = main_prefixes(self.masked)
        else:
            prefixes = main_prefixes(data[: self.body_start])
        self._prefixes = sorted(prefixes | {self.prefix})
        either = b"|".join(re.escape(prefix) for prefix in self._prefixes)
        if len(self._prefixes) > 1:
            either = b"(?:" + either + b")"
        self._row_start = re.compile(rb"<" + either + rb"row(?:\s+r=[\"']([0-9]{1,7})[\"'])?(?=[\s/>])")
        self._row_close = re.compile(rb"</" + either + rb"row\s*>")
        self._cell_start = re.compile(rb"<" + either + rb"c(?=[\s/>])")
        self._cell_close = re.compile(rb"</" + either + rb"c\s*>")
        self._content = re.compile(rb"<" + either + rb"(?:v|f|is)(?=[\s/>])")
        self._either = either
        self._children: dict[bytes, re.Pattern[bytes]] = {}

    def _body_end(self) -> int:
        if self.container_tag.endswith(b"/>"):
            return self.body_start
        close = self.masked.rfind(b"</" + tag_name(self.container_tag), self.body_start)
        if close < 0:
            raise XmlError("it was cut short")
        return close

    def child_pattern(self, name: bytes) -> re.Pattern[bytes]:
        """Matches the beginning of the start tag of an element of the main namespace."""
        if name not in self._children:
            self._children[name] = re.compile(rb"<" + self._either + name + rb"(?=[\s/>])")
        return self._children[name]

    def skeleton_place(self, offset: int) -> int:
        """The offset in the part of an offset in the skeleton, for what stands before or behind the rows."""
        return offset if offset < self.body_start else offset + self.body_end - self.body_start

    def skeleton_splice(self, edit: Splice) -> Splice:
        """A splice of the skeleton as one of the part."""
        return Splice(self.skeleton_place(edit.start), self.skeleton_place(edit.end), edit.content)

    @property
    def skeleton(self) -> bytes:
        """The part without its rows."""
        return self.data[: self.body_start] + self.data[self.body_end :]

    # Rows

    @cached_property
    def _index(self) -> tuple[array[int], array[int], bool]:
        """Offsets and numbers of all row elements in document order, and whether the numbers only grow."""
        found = [(one.start(), one[1]) for one in self._row_start.finditer(self.masked, self.body_start, self.body_end)]
        numbers = list(self._numbers(found))
        if numbers and not (min(numbers) >= 1 and max(numbers) <= MAX_ROW):
            wrong = next(number for number in numbers if not 1 <= number <= MAX_ROW)
            raise XmlError(f"it has a row {wrong}, which no sheet has")
        starts = array("Q", [start for start, _ in found])
        return starts, array("L", numbers), all(map(operator.lt, numbers, numbers[1:]))

    def _numbers(self, found: Sequence[tuple[int, bytes | None]]) -> Iterator[int]:
        """The numbers of row elements that begin at these offsets; those not seen in passing are looked for."""
        last = 0
        for (start, seen), (following, _) in pairwise([*found, (self.body_end, None)]):
            if seen is not None:
                last = int(seen)
            else:
                own = number_in_bytes(self.masked, start, following, self._cell_start)
                last = last + 1 if own is None else own
            yield last

    def rows(self, number: int) -> list[RowSpan]:
        """The row elements of a number: one, none, or in odd files several."""
        starts, numbers, growing = self._index
        if growing:
            at = bisect_left(numbers, number)
            return [self._row_span(starts[at], number)] if at < len(numbers) and numbers[at] == number else []
        return [self._row_span(start, number) for start, own in zip(starts, numbers, strict=True) if own == number]

    def _row_span(self, start: int, number: int) -> RowSpan:
        end = tag_end(self.masked, start)
        if self.masked[end - 2 : end] == b"/>":
            return RowSpan(number, start, end, end, end)
        close = self._row_close.search(self.masked, end, self.body_end)
        if close is None:
            raise XmlError(f"its row {number} has no end")
        return RowSpan(number, start, end, close.start(), close.end())

    def place_of_new_row(self, number: int) -> int:
        """The offset at which a row that is not there yet belongs."""
        starts, numbers, growing = self._index
        if growing:
            at = bisect_right(numbers, number)
            return starts[at] if at < len(starts) else self.body_end
        below = [start for start, own in zip(starts, numbers, strict=True) if own > number]
        return min(below) if below else self.body_end

    @property
    def last_row(self) -> int:
        """The greatest number of a row element, empty ones included; 0 when there are none."""
        return max(self._index[1], default=0)

    def row_boundary(self, offset: int, *, before: bool) -> int:
        """The nearest offset before, or behind, an offset where no row is open."""
        starts = self._index[0]
        if before:
            at = bisect_right(starts, offset) - 1
            return starts[at] if at >= 0 else self.body_start
        at = bisect_left(starts, offset)
        return starts[at] if at < len(starts) else self.body_end

    def number_at(self, offset: int) -> int:
        """The number of the row element that an offset lies in."""
        starts, numbers, _ = self._index
        return numbers[bisect_right(starts, offset) - 1]

    # Cells

    def cells(self, row: RowSpan) -> list[CellSpan]:
        """The cell elements of a row in document order."""
        found: list[CellSpan] = []
        column = 0
        position = row.tag_end
        while (match := self._cell_start.search(self.masked, position, row.close)) is not None:
            start = match.start()
            end = tag_end(self.masked, start)
            column = column_in_row(place_in_tag(self.masked[start:end]), row.number, column + 1)
            if self.masked[end - 2 : end] == b"/>":
                found.append(CellSpan(column, start, end, end, end))
                position = end
                continue
            close = self._cell_close.search(self.masked, end, row.close)
            if close is None:
                raise XmlError(f"a cell in its row {row.number} has no end")
            found.append(CellSpan(column, start, end, close.start(), close.end()))
            position = close.end()
        return found

    def end_of_cell(self, inside: int) -> int:
        """The offset of the end tag of the cell that an offset lies inside of."""
        close = self._cell_close.search(self.masked, inside, self.body_end)
        if close is None:
            raise XmlError("a cell in it has no end")
        return close.start()

    def holds_something(self, cell: CellSpan) -> bool:
        """Whether a cell has a value or a formula."""
        found = self._content.search(self.masked, cell.tag_end, cell.close)
        if found is None:
            return False
        end = tag_end(self.masked, found.start())
        alone = self.masked[end - 2 : end] == b"/>" or self.masked[end : end + 2] == b"</"
        return not (alone and found[0].endswith(b"v"))

    def occupied(self, rows: range, columns: Iterable[int]) -> Iterator[tuple[int, int]]:
        """The places in these rows and columns that hold something, row by row."""
        wanted = frozenset(columns)
        starts, numbers, growing = self._index
        if growing:
            low, high = bisect_left(numbers, rows.start), bisect_left(numbers, rows.stop)
            places = list(zip(starts[low:high], numbers[low:high], strict=True))
        else:
            places = [place for place in zip(starts, numbers, strict=True) if place[1] in rows]
        for start, number in places:
            for cell in self.cells(self._row_span(start, number)):
                if cell.column in wanted and self.holds_something(cell):
                    yield number, cell.column

    def style(self, start: int, end: int) -> int | None:
        """The style index in a start tag. Raises `XmlError` for one that is no number."""
        found = _S_ATTRIBUTE.search(self.masked, start, end)
        return _number(found[1].decode("utf-8", "replace")) if found is not None else None

    def row_style(self, row: RowSpan) -> int | None:
        """The style of the whole row, if it has one."""
        spans = attribute_spans(self.data[row.start : row.tag_end])
        own = spans.get(b"customFormat")
        if own is None or self.data[row.start + own[0] : row.start + own[1]] not in _TRUE:
            return None
        return self.style(row.start, row.tag_end)

    @cached_property
    def column_styles(self) -> tuple[tuple[int, int, int], ...]:
        """First column, last column and style of the columns that have one. Raises `XmlError`."""
        columns = self.root.find("cols")
        found: list[tuple[int, int, int]] = []
        for column in columns.find_all("col") if columns is not None else ():
            values = [column.attributes.get(name) for name in ("min", "max", "style")]
            first, last, style = [None if value is None else _number(value) for value in values]
            if first is not None and last is not None and style is not None:
                found.append((first, last, style))
        return tuple(found)

    def column_style(self, column: int) -> int | None:
        """The style of a whole column, if it has one."""
        return next((style for first, last, style in self.column_styles if first <= column <= last), None)

    @cached_property
    def used_range(self) -> Range | None:
        """What `dimension` says is used; None when it is missing, wrong or the sheet is empty."""
        dimension = self.root.find("dimension")
        if dimension is None or not self._index[0]:
            return None
        try:
            return Range.parse(dimension.attributes.get("ref", ""))
        except ValueError:
            return None

    @cached_property
    def has_formulas(self) -> bool:
        """Whether any cell has a formula: a search that costs next to nothing when none has."""
        low, high = self.body_start, self.body_end
        if all(self.masked.find(b"<" + prefix + b"f", low, high) < 0 for prefix in self._prefixes):
            return False
        return self.child_pattern(b"f").search(self.masked, low, high) is not None

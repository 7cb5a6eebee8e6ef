"""Reads the repeated items of a large part (`row` in `sheetData`, `si` in `sst`) without holding the part or a tree of
it.

Items without content are passed over on the bytes: a million formatted empty rows cost a search, not a parse. What is
left is parsed by libxml2 in pieces of about a megabyte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from lxml import etree

from adjudicator.workbook.references import MAX_ROW
from adjudicator.workbook.xml_bytes import (
    Element,
    UnsafeXmlError,
    XmlError,
    attribute_spans,
    contains,
    foreign_encoding,
    mask,
    parse_elements,
    tag_end,
    tag_name,
    to_utf8,
)

MAIN_NAMESPACES: Final = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
"""Transitional and Strict."""

_NAMESPACE_BINDING: Final = re.compile(rb"""\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NUMBER: Final = re.compile(r"[ \t\r\n]*0*([1-9][0-9]{0,6})[ \t\r\n]*\Z")
_PLACE: Final = re.compile(r"[ \t\r\n]*\$?([A-Za-z]*)\$?([0-9]*)[ \t\r\n]*\Z")
_NUMBERED: Final = re.compile(rb'(<[^\s/>]+ r=")[1-9][0-9]{0,6}"')
_MOST_TAGS: Final = 1_000
"""Most start tags that are remembered as well-formed: usually there are a handful, in odd sheets one for each row."""
_AFTER_NAME: Final = frozenset((b" ", b"\t", b"\r", b"\n", b"/", b">"))


def main_prefixes(data: bytes) -> set[bytes]:
    """The prefixes (with colon) bound anywhere in the bytes to one of the main namespaces."""
    main = {namespace.encode() for namespace in MAIN_NAMESPACES}
    return {
        (found[1] + b":") if found[1] else b""
        for found in _NAMESPACE_BINDING.finditer(data)
        if (found[2] or found[3]) in main
    }


def find_container(data: bytes, name: bytes) -> tuple[int, int] | None:
    """Start and end of the start tag of the first element of a local name, in bytes that are masked already."""
    found = re.search(rb"<(?:[^\s<>/:\"'=!?]+:)?" + name + rb"(?=[\s/>])", data)
    return None if found is None else (found.start(), tag_end(data, found.start()))


def row_number(text: str) -> int:
    """The number of a row as the file writes it. Raises `XmlError` for one that no sheet has."""
    found = _NUMBER.match(text)
    if found is None or int(found[1]) > MAX_ROW:
        raise XmlError(f"it has a row {text[:20]}, which no sheet has")
    return int(found[1])


def place_of_cell(place: str) -> tuple[str, int | None]:
    """The letters of the column and the row in the `r` of a cell: nothing and None where it names none.

    Raises `XmlError` for what is no place, or in a row that no sheet has.
    """
    found = _PLACE.match(place)
    if found is None:
        raise XmlError(f"a cell in it claims to stand at {place[:20]!r}, which is no place in a sheet")
    return found[1], row_number(found[2]) if found[2] else None


def number_of_row(own: str | None, cells: Iterable[str | None]) -> int | None:
    """The number of a row by its own `r`, else by those of its cells; None where it follows the row before.

    A file may leave out either. A row without a number stands where its first cell with a place stands: other programs
    go by the cells, and to count rows there would take one record for another. Raises `XmlError`.
    """
    if own is not None:
        return row_number(own)
    for place in cells:
        number = None if place is None else place_of_cell(place)[1]
        if number is not None:
            return number
    return None


def number_in_bytes(data: bytes, start: int, end: int, cell: re.Pattern[bytes]) -> int | None:
    """As `number_of_row`, for the row that begins at `start` in masked bytes; before `end` begins no other.

    `cell` matches the beginning of a cell's start tag. Raises `XmlError`.
    """
    opened = tag_end(data, start)
    places = (place_in_tag(data[hit.start() : tag_end(data, hit.start())]) for hit in cell.finditer(data, opened, end))
    return number_of_row(place_in_tag(data[start:opened]), places)


def without_number(tag: bytes) -> bytes:
    """The same start tag for row 1: those of a sheet then differ in little else than their heights."""
    found = _NUMBERED.match(tag)
    return tag if found is None else found[1] + b'1"' + tag[found.end() :]


def place_in_tag(tag: bytes) -> str | None:
    """The attribute `r` of a start tag as it is written."""
    span = attribute_spans(tag).get(b"r")
    return None if span is None else tag[slice(*span)].decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of whole items. Where `plain`, it is free of comments, CDATA sections and namespaces of its own."""

    content: bytes
    prefix: bytes
    """The prefix of the main namespace with its colon."""
    plain: bool
    _stream: ItemStream

    def elements(self) -> Iterator[tuple[int, etree._Element]]:
        """All items with their numbers, that of `number_of_row`, or one more than the item before."""
        return self._stream.numbered(self.content)

    def items(self) -> Iterator[tuple[int, bytes]]:
        """Of a plain run the items that hold something, with their numbers, as bytes."""
        return self._stream.selected(self.content)

    def passed(self, last: int) -> None:
        """Tells the number of the run's last item, where the run was read otherwise than by `elements` or `items`."""
        self._stream.passed(last)

    def check_tags(self, tags: set[bytes]) -> None:
        """Checks start tags of items that are not parsed otherwise, each `without_number`. Raises `XmlError`."""
        self._stream.check_tags(tags)

    def element(self, item: bytes) -> etree._Element:
        """One item parsed."""
        parsed = next(self._stream.parse(item), None)
        if parsed is None:
            raise XmlError("an item in it is not what it seems to be")
        return parsed


class ItemStream:
    """Iterates over the items of a part run by run; afterwards `skeleton` is the part without its items.

    Raises `XmlError` while iterating when the part is not well-formed, and what the pieces raise.
    """

    def __init__(self, pieces: Iterator[bytes], container: str, item: str, content: str | None = None) -> None:
        """`content` is a pattern of names: an item without such an element is passed over. None takes every item."""
        self._pieces = pieces
        self._container = container.encode()
        self._wanted = frozenset(f"{{{namespace}}}{item}" for namespace in MAIN_NAMESPACES)
        self._item = item.encode()
        self._content = content.encode() if content else None
        self._head = self._tail = self._before = self._after = b""
        self._last = 0
        self._checked: set[bytes] = set()
        self._picker: _Picker | None = None
        self._skeleton: Element | None = None

    @property
    def skeleton(self) -> Element:
        """The root of the part as it would be without its items. Only after the iteration has ended."""
        if self._skeleton is None:
            raise RuntimeError("the part has not been read to its end")
        return self._skeleton

    def __iter__(self) -> Iterator[Run]:
        body = self._read_head()
        if body is not None:
            yield from self._read_body(body)
        self._skeleton = parse_elements(self._head + self._tail)

    def _rest(self) -> bytes:
        return b"".join(self._pieces)

    def _read_head(self) -> bytes | None:
        """Reads to the end of the container's start tag and returns what follows; None when the part has no items."""
        buffer = next(self._pieces, b"")
        if foreign_encoding(buffer) is not None:
            buffer = to_utf8(buffer + self._rest())
        place = find_container(mask(buffer), self._container)
        if place is None:
            buffer += self._rest()
            place = find_container(mask(buffer), self._container)
        if place is None:
            self._head = buffer
            return None
        start, end = place
        self._head = buffer[:end]
        if b"<!DOCTYPE" in self._head:
            raise UnsafeXmlError("it declares a document type, which no workbook needs")
        opening = self._head[start:]
        if opening.endswith(b"/>"):
            self._tail = buffer[end:] + self._rest()
            return None
        self._before = opening
        self._after = b"</" + tag_name(opening) + b">"
        masked = mask(self._head)
        root = re.search(rb"<[^\s?!<>]", masked)
        if root is not None and root.start() < start:
            tag = self._head[root.start() : tag_end(masked, root.start())]
            self._before = tag + self._before
            self._after += b"</" + tag_name(tag) + b">"
        return buffer[end:]

    def _read_body(self, buffer: bytes) -> Iterator[Run]:
        prefixes = main_prefixes(self._head)
        prefix = next(iter(prefixes), b"")
        literal = b"<" + prefix + self._item
        closing = re.compile(rb"</(?:[^\s<>/:\"'=!?]+:)?" + self._container + rb"\s*>")
        self._picker = _Picker(prefix, self._item, self._content) if self._content is not None else None
        while True:
            end = closing.search(buffer) if self._container in buffer else None
            body = buffer if end is None else buffer[: end.start()]
            if len(prefixes) > 1 or contains(body, b"<!") or contains(body, b"<?") or b"xmlns" in body:
                # comments, CDATA sections or namespaces in the body: too free for a search, so all of it is parsed
                yield self._whole(buffer + self._rest(), closing)
                return
            if end is not None:
                yield Run(body, prefix, plain=True, _stream=self)
                self._tail = buffer[end.start() :] + self._rest()
                return
            cut = buffer.rfind(literal)
            if cut > 0:
                yield Run(buffer[:cut], prefix, plain=True, _stream=self)
                buffer = buffer[cut:]
            more = self._more(len(buffer))
            if not more:
                raise XmlError("it was cut short")
            buffer += more

    def _more(self, at_least: int) -> bytes:
        """Further pieces, as long as what is pending together, so that one huge item is not copied over and over."""
        pieces: list[bytes] = []
        length = 0
        for piece in self._pieces:
            pieces.append(piece)
            length += len(piece)
            if length >= at_least:
                break
        return b"".join(pieces)

    def _whole(self, buffer: bytes, closing: re.Pattern[bytes]) -> Run:
        ends = list(closing.finditer(mask(buffer)))
        if not ends:
            raise XmlError("it was cut short")
        self._tail = buffer[ends[-1].start() :]
        return Run(buffer[: ends[-1].start()], b"", plain=False, _stream=self)

    def passed(self, last: int) -> None:
        """Goes on counting from the item of this number."""
        self._last = last

    def numbered(self, run: bytes) -> Iterator[tuple[int, etree._Element]]:
        """All items of a run, parsed, with their numbers."""
        for element in self.parse(run):
            places = (child.get("r") for child in element if child.tag.endswith("}c"))
            number = number_of_row(element.get("r"), places)
            self._last = self._last + 1 if number is None else number
            yield self._last, element

    def selected(self, run: bytes) -> Iterator[tuple[int, bytes]]:
        """The items of a run that hold something, with their numbers."""
        if self._picker is None:
            raise ValueError("no content to select by was named")
        numbers, items, self._last = self._picker.select(run, self._last)
        return zip(numbers, items, strict=True)

    def check_tags(self, tags: set[bytes]) -> None:
        """Parses those start tags that have not been met before, all at once. Raises `XmlError`."""
        unknown = sorted(tags - self._checked)
        if not unknown:
            return
        next(self.parse(b"".join(tag if tag.endswith(b"/>") else tag[:-1] + b"/>" for tag in unknown)), None)
        if len(self._checked) + len(unknown) > _MOST_TAGS:
            self._checked.clear()
        self._checked.update(unknown[:_MOST_TAGS])

    def parse(self, items: bytes) -> Iterator[etree._Element]:
        """Some items, parsed in the surroundings of this part."""
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(self._before + items + self._after, parser)
        except etree.XMLSyntaxError as error:
            raise XmlError(f"it is not well-formed XML ({error})") from error
        yield from root.iter(*self._wanted)


class _Picker:
    """Picks from a run of complete items those with content, and keeps count of the others."""

    def __init__(self, prefix: bytes, item: bytes, content: bytes) -> None:
        self._start = b"<" + prefix + item
        self._close = b"</" + prefix + item
        self._content = re.compile(rb"<" + re.escape(prefix) + rb"(?:" + content + rb")[\s/>]")
        self._each = re.compile(re.escape(self._start) + rb"(?=[\s/>])")
        self._numbered = re.compile(re.escape(self._start) + rb' r="([1-9][0-9]{0,6})"')
        self._cell = re.compile(rb"<" + re.escape(prefix) + rb"c(?=[\s/>])")

    def select(self, run: bytes, last: int) -> tuple[list[int], list[bytes], int]:
        """Numbers and bytes of the items with content, and the number of the last item of all."""
        numbers: list[int] = []
        items: list[bytes] = []
        position = 0
        while (hit := self._content.search(run, position)) is not None:
            begin = self._last_start(run, position, hit.start())
            close = run.find(self._close, hit.start())
            if begin < 0 or close < 0:
                raise XmlError("an item in it has no beginning or no end")
            end = tag_end(run, close)
            last = self._number(run, position, begin, end, last)
            numbers.append(last)
            items.append(run[begin:end])
            position = end
        begin = self._last_start(run, position, len(run))
        if begin >= 0:
            last = self._number(run, position, begin, len(run), last)
        return numbers, items, last

    def _last_start(self, run: bytes, low: int, high: int) -> int:
        at = run.rfind(self._start, low, high)
        after = len(self._start)
        while at >= 0 and run[at + after : at + after + 1] not in _AFTER_NAME:
            at = run.rfind(self._start, low, at)
        return at

    def _number(self, run: bytes, position: int, begin: int, end: int, last: int) -> int:
        """The number of the item from `begin` to `end`, when `last` is that of the item before `position`."""
        given = self._numbered.match(run, begin)
        if given is not None:
            return row_number(given[1].decode())
        number = number_in_bytes(run, begin, end, self._cell)
        if number is not None:
            return number
        starts = [skipped.start() for skipped in self._each.finditer(run, position, begin)]
        for start, following in pairwise([*starts, begin]):
            number = number_in_bytes(run, start, following, self._cell)
            last = last + 1 if number is None else number
        return last + 1

"""Short cuts for reading: the spelling of Excel, LibreOffice and openpyxl, taken from the bytes by one pattern.

Whatever is spelt otherwise (rich text, other attributes, comments, …) is left to the XML parser. The two ways give the
same cells; a test compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

_SPACE: Final = rb'(?: xml:space="preserve")?'
_RUN: Final = rb"[^<\r\x00-\x08\x0b\x0c\x0e-\x1f\xef]*"
_TEXT: Final = rb"%b(?:\xef(?!\xbf[\xbe\xbf])%b)*" % (_RUN, _RUN)
"""Characters that XML allows; others (U+FFFE, control characters) are left to the parser, which refuses them."""


def plain_cell(prefix: bytes) -> re.Pattern[bytes]:
    """A whole cell in the usual spelling: column letters, row, style, type, formula, value and inline text are its
    groups.

    `prefix` of the main namespace with its colon, or nothing.
    """
    tag = re.escape(prefix)
    return re.compile(
        rb'<%bc r="([A-Z]{1,3})([0-9]{1,7})"(?: s="([0-9]{1,5})")?(?: t="([a-zA-Z]{1,9})")?(?:/>|>'
        rb"(?:<%bf>(%b)</%bf>)?"
        rb"(?:<%bv>(%b)</%bv>|<%bis><%bt%b>(%b)</%bt></%bis>)?"
        rb"</%bc>)" % (tag, tag, _TEXT, tag, tag, _TEXT, tag, tag, tag, _SPACE, _TEXT, tag, tag, tag)
    )


_ATTRIBUTES: Final = rb"""(?: [A-Za-z0-9:]{1,30}="[ !#-%'-;=?-~]{0,60}"){0,12}"""
"""Whatever a row's start tag has besides its number, in the printable characters of ASCII and without references."""

PlainToken = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]
"""Row number and further attributes of a row's start tag; or column letters, style, inline text, type and value of a
cell; or nothing at all for the end of a row. What is absent is empty.
"""


_SOME_TEXT: Final = rb"(?=[^<])%b(?:&(?:amp|lt|gt|quot|apos);%b)*+" % (
    (rb"[^<&\r\x00-\x08\x0b\x0c\x0e-\x1f\xef]*+",) * 2
)
"""As `_TEXT`, but some, without U+F000 and beyond, and with no reference that needs a parser."""


class PlainRows:
    """Takes a run of rows apart that hold whole numbers and texts only, as nearly every row of a record does."""

    def __init__(self, prefix: bytes) -> None:
        """`prefix` of the main namespace with its colon, or nothing."""
        tag = re.escape(prefix)
        self._opening = b"<" + prefix + b"row r="
        row = rb'<%brow r="(?P<row>[1-9][0-9]{0,6})"' % tag
        opened = rb"%b(%b)" % (row, _ATTRIBUTES)
        closed = rb"</%brow>" % tag
        self._row = re.compile(rb'%b([0-9]+)"([^>]*>)' % re.escape(self._opening + b'"'))
        self._token = re.compile(rb"%b/?>|%b|%b" % (opened, closed, _some_cell(tag, rb"[0-9]{1,7}")))
        cells = rb"(?:%b)*+" % _some_cell(tag, rb"(?P=row)")
        self._whole = re.compile(_not_capturing(rb"(?:%b(?:/>|>%b%b))*+" % (opened, cells, closed)))
        self._text = re.compile(rb't="s"><%bv>([0-9]+)' % tag)
        self._value, self._inline = b"<" + prefix + b"v>", b"<" + prefix + b"is>"

    def rows(self, run: bytes) -> tuple[list[int], set[bytes]] | None:
        """The numbers of a run's rows, and their start tags as if all were row 1, which may yet be ill-formed.

        None if anything in the run is spelt otherwise or is not UTF-8.
        """
        if self._whole.fullmatch(run) is None or not (run.isascii() or _is_utf8(run)):
            return None
        found = self._row.findall(run)
        rests = {rest for _, rest in found}
        return [int(number) for number, _ in found], {self._opening + b'"1"' + rest for rest in rests}

    def stretches(self, run: bytes, numbers: Sequence[int], length: int) -> Iterator[tuple[int, int, bytes]]:
        """A run, whose rows have these growing numbers, in stretches: first and last number, and the bytes."""
        start = 0
        for begin in range(0, len(numbers), length):
            end = min(begin + length, len(numbers))
            stop = run.index(b'%b"%d"' % (self._opening, numbers[end]), start) if end < len(numbers) else len(run)
            yield numbers[begin], numbers[end - 1], run[start:stop]
            start = stop

    def texts(self, run: bytes) -> list[int]:
        """The places in the table of texts that the cells of a run name."""
        return list(map(int, self._text.findall(run)))

    def values(self, run: bytes) -> int:
        """How many cells of a run hold something."""
        return run.count(self._value) + run.count(self._inline)

    def tokens(self, run: bytes) -> list[PlainToken]:
        """A run of whole rows token by token."""
        return self._token.findall(run)


def _some_cell(tag: bytes, row: bytes) -> bytes:
    """The pattern of a cell in the row that another pattern matches: column letters, style, inline text, type and
    value are its groups."""
    inline = rb"<%bis><%bt%b>(%b)</%bt></%bis>" % (tag, tag, _SPACE, _SOME_TEXT, tag, tag)
    no_sign = rb' t="s"><%bv>-' % tag
    value = rb"<%bv>((?:-(?<!%b))?[0-9]{1,15})</%bv>" % (tag, no_sign, tag)
    return (
        rb'<%bc r="([A-Z]{1,2})%b"(?: s="([0-9]{1,5})")?'
        rb'(?: t="inlineStr">%b</%bc>|(?: t="([ns])")?(?:/>|>(?:%b)?</%bc>))'
    ) % (tag, row, inline, tag, value, tag)


def _not_capturing(pattern: bytes) -> bytes:
    """The same pattern without groups to remember, except those with a name, which is twice as fast."""
    return re.sub(rb"(?<!\\)\((?!\?)", rb"(?:", pattern)


def _is_utf8(run: bytes) -> bool:
    try:
        run.decode()
    except UnicodeDecodeError:
        return False
    return True


class PlainStrings:
    """Takes a run of shared strings apart."""

    def __init__(self, prefix: bytes) -> None:
        """`prefix` of the main namespace with its colon, or nothing."""
        tag = re.escape(prefix)
        self._item = re.compile(rb"<%bsi><%bt%b>(%b)</%bt></%bsi>" % (tag, tag, _SPACE, _TEXT, tag, tag))

    def read(self, run: bytes) -> list[bytes] | None:
        """The texts of a run as they are written; None if any of them is spelt otherwise."""
        texts: list[bytes] = []
        position = 0
        for found in self._item.finditer(run):
            if found.start() != position:
                return None
            position = found.end()
            texts.append(found[1])
        return texts if position == len(run) else None

"""Text in cells: the table of shared strings, rich text, and the escapes of the format (ECMA-376 part 1, 18.4 and
22.9.2.19)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from lxml import etree

from adjudicator.workbook.item_stream import ItemStream, find_container
from adjudicator.workbook.plain_rows import PlainStrings
from adjudicator.workbook.xml_bytes import (
    XmlError,
    attribute_spans,
    character_data,
    escape_text,
    mask,
    tag_end,
    tag_name,
    whole_number,
    with_attributes,
)

MAX_TEXT: Final = 32_767
"""Most characters of one cell, in UTF-16 units as Excel counts them."""

_ESCAPE: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_LOOKS_ESCAPED: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def decode_text(text: str) -> str:
    """Resolves the `_xHHHH_` escapes of a text as the file writes it.

    They are UTF-16 units: two of them may be one character. Half a character, which no file could hold, is U+FFFD.
    """
    if "_x" not in text:
        return text
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    if _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def clean_text(text: str) -> str:
    """A text as it can stand in a cell: control characters go, every kind of line end becomes a line feed."""
    return _UNWRITABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def escape_lookalikes(text: str) -> str:
    """A text in which what only looks like an `_xHHHH_` escape will be read as it stands."""
    return _LOOKS_ESCAPED.sub("_x005F_", text)


def text_element(text: str, prefix: bytes) -> bytes:
    """The `t` element for a cleaned text, which reads back as exactly that text."""
    escaped = escape_text(escape_lookalikes(text))
    keep = b' xml:space="preserve"' if text != text.strip() or "\n" in text else b""
    return b"<" + prefix + b"t" + keep + b">" + escaped + b"</" + prefix + b"t>"


def rich_text(element: etree._Element) -> tuple[str, bool]:
    """The text of an `si` or `is` element without its phonetic runs, and whether it is plain (no runs of either
    kind)."""
    if len(element) == 1 and element[0].tag.endswith("}t"):
        return decode_text(element[0].text or ""), True
    pieces: list[str] = []
    plain = True
    for child in element:
        local = child.tag.rpartition("}")[2]
        if local == "t":
            pieces.append(child.text or "")
        elif local == "r":
            plain = False
            pieces += [part.text or "" for part in child if part.tag.endswith("}t")]
        else:
            plain = False
    return decode_text("".join(pieces)), plain


def _decoded(run: bytes, contents: list[bytes]) -> Iterable[str]:
    """What the contents of a run's `t` elements mean. Raises `XmlError`."""
    if b"&" in run or b"\r" in run or b"_x" in run:
        return [decode_text(character_data(content)) for content in contents]
    try:
        return [content.decode() for content in contents]
    except UnicodeDecodeError as error:
        raise XmlError(f"it is not in UTF-8 ({error})") from error


class SharedStrings:
    """The shared strings of a workbook in their order, and which of them can be used again."""

    def __init__(self, pieces: Iterator[bytes] | None) -> None:
        """Reads the part from its bytes; None for a workbook without one. Raises `XmlError`."""
        self.texts: list[str] = []
        self._rich: set[int] = set()
        if pieces is None:
            return
        for run in ItemStream(pieces, "sst", "si"):
            plain = PlainStrings(run.prefix).read(run.content) if run.plain else None
            if plain is not None:
                self.texts += _decoded(run.content, plain)
                continue
            for _, element in run.elements():
                text, is_plain = rich_text(element)
                if not is_plain:
                    self._rich.add(len(self.texts))
                self.texts.append(text)

    @cached_property
    def _plain(self) -> dict[str, int]:
        """The first place of each plain text."""
        return {self.texts[at]: at for at in range(len(self.texts) - 1, -1, -1) if at not in self._rich}

    def text_at(self, index: int) -> str | None:
        """The text of an index, or None when there is none."""
        return self.texts[index] if 0 <= index < len(self.texts) else None

    def index_of(self, text: str) -> int | None:
        """The index of a plain string that reads as this text."""
        return self._plain.get(text)


class StringsToAdd:
    """Strings for the cells that an edit writes: known ones are used again, others will be appended."""

    def __init__(self, known: SharedStrings | None) -> None:
        self._known = known
        self._base = len(known.texts) if known is not None else 0
        self._new: dict[str, int] = {}
        self.uses: int = 0
        """How many more cells refer to the table than before; cells that no longer do are subtracted."""

    def index(self, text: str) -> int:
        """The index that a cell with this cleaned text refers to."""
        self.uses += 1
        found = self._known.index_of(text) if self._known is not None else None
        if found is None:
            found = self._new.setdefault(text, self._base + len(self._new))
        return found

    @property
    def touched(self) -> bool:
        """Whether the table of shared strings has to change."""
        return bool(self._new) or self.uses != 0

    def append_to(self, data: bytes) -> bytes:
        """The part of shared strings with the new ones behind the last and its counts mended. Raises `XmlError`."""
        masked = mask(data)
        place = find_container(masked, b"sst")
        if place is None:
            raise XmlError("it is not a table of shared strings")
        start, end = place
        tag = data[start:end]
        name = tag_name(tag)
        prefix = name[: name.find(b":") + 1]
        counts: dict[str, str] = {}
        spans = attribute_spans(tag)
        if b"count" in spans:
            before = whole_number(tag[slice(*spans[b"count"])].strip().decode("utf-8", "replace"))
            if before is not None:  # a count that is none stays as it stands: it is but a hint
                counts["count"] = str(max(0, before + self.uses))
        if b"uniqueCount" in spans:
            counts["uniqueCount"] = str(self._base + len(self._new))
        tag = with_attributes(tag, counts)
        items = b"".join(
            b"<" + prefix + b"si>" + text_element(text, prefix) + b"</" + prefix + b"si>" for text in self._new
        )
        if tag.endswith(b"/>"):
            return data[:start] + tag[:-2] + b">" + items + b"</" + name + b">" + data[end:]
        at = _after_last_item(masked, prefix, end)
        return data[:start] + tag + data[end:at] + items + data[at:]


def _after_last_item(masked: bytes, prefix: bytes, low: int) -> int:
    """Behind the last `si`, which an extension list may follow; behind the start tag of the table when it has none."""
    opening = b"<" + prefix + b"si"
    at = masked.rfind(opening, low)
    while at >= 0 and masked[at + len(opening) : at + len(opening) + 1] not in (b" ", b"\t", b"\r", b"\n", b"/", b">"):
        at = masked.rfind(opening, low, at)
    if at < 0:
        return low
    end = tag_end(masked, at)
    if masked[end - 2 : end] == b"/>":
        return end
    return tag_end(masked, masked.index(b"</" + prefix + b"si", end))

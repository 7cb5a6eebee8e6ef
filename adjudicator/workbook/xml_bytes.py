"""XML parts as bytes with a map of their elements, so that an edit touches only what it means to touch.

A serialiser would write attributes, prefixes, quotes and empty elements its own way. Here expat, a real parser, says
where each element begins and ends, and an edit replaces exactly those bytes. Document type declarations are refused,
so there are no entities to expand and nothing to fetch.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from xml.parsers import expat

MAX_DEPTH: Final = 256
"""Deepest nesting of elements that is read, as in libxml2."""

_SEPARATOR: Final = "}"
_MOST_DIGITS: Final = 9
_ATTRIBUTE: Final = re.compile(rb"""\s([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")
_NAMED: Final = re.compile("&(?:lt|gt|quot|apos|amp);")
_TAG_NAME: Final = re.compile(rb"<([^\s/>]+)")
_TAG_END: Final = re.compile(rb"""[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>""")
_MASKED: Final = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
_DECLARED_ENCODING: Final = re.compile(rb"""\A<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_DECLARATION: Final = re.compile(r"\A<\?xml.*?\?>", re.DOTALL)


class XmlError(Exception):
    """A part is not well-formed, or holds what is not read (a document type declaration, too deep nesting)."""


class UnsafeXmlError(XmlError):
    """A part declares a document type, and with it perhaps entities."""


class Splice(NamedTuple):
    """Replace the bytes from `start` to `end` (exclusive) by `content`."""

    start: int
    end: int
    content: bytes


@dataclass(slots=True, eq=False)
class Element:
    """An element and its place. `name` and attribute keys are `namespace}local`, or the bare name outside
    namespaces."""

    name: str
    attributes: dict[str, str]
    start: int
    """Offset of the `<` of the start tag."""
    open_end: int
    """Offset after the `>` of the start tag."""
    prefix: bytes
    """The prefix with its colon as it stands in the tag (`x:`), or nothing."""
    bindings: dict[str | None, str]
    """Namespace prefixes declared on this very element."""
    parent: Element | None = None
    close_start: int = -1
    """Offset of the `<` of the end tag; equal to `open_end` for an empty tag."""
    end: int = -1
    """Offset after the element."""
    children: list[Element] = field(default_factory=list)
    text: str = ""
    """The character data directly inside the element, all pieces joined."""

    @property
    def empty_tag(self) -> bool:
        """Whether the element is written `<a/>`."""
        return self.end == self.open_end

    @property
    def local(self) -> str:
        """The name without its namespace."""
        return self.name.rpartition(_SEPARATOR)[2]

    @property
    def namespace(self) -> str:
        """The namespace, or nothing."""
        return self.name.rpartition(_SEPARATOR)[0]

    def find(self, local: str) -> Element | None:
        """The first child of that local name in the namespace of this element."""
        wanted = f"{self.namespace}{_SEPARATOR}{local}" if self.namespace else local
        return next((child for child in self.children if child.name == wanted), None)

    def find_all(self, local: str) -> list[Element]:
        """All children of that local name in the namespace of this element."""
        wanted = f"{self.namespace}{_SEPARATOR}{local}" if self.namespace else local
        return [child for child in self.children if child.name == wanted]

    def walk(self) -> Iterator[Element]:
        """This element and everything below it, in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))

    def get(self, attribute: str, namespace: str = "") -> str | None:
        """The value of an attribute, or None."""
        return self.attributes.get(f"{namespace}{_SEPARATOR}{attribute}" if namespace else attribute)

    def prefix_of(self, namespace: str, *, default_too: bool = True) -> bytes | None:
        """A prefix with its colon that means `namespace` inside this element, nothing for the default one, or None."""
        hidden: set[str | None] = set()
        element: Element | None = self
        while element is not None:
            for prefix, uri in element.bindings.items():
                if prefix in hidden:
                    continue
                hidden.add(prefix)
                if uri == namespace and (prefix is not None or default_too):
                    return b"" if prefix is None else prefix.encode() + b":"
            element = element.parent
        return None


def foreign_encoding(data: bytes) -> str | None:
    """The encoding of a part by its first bytes, or None when it is UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if data.startswith((b"<\0", b"\0<")):
        return "utf-16-le" if data[1] == 0 else "utf-16-be"
    declared = _DECLARED_ENCODING.match(data)
    if declared is None or declared[1].lower() in (b"utf-8", b"us-ascii", b"ascii", b"utf8"):
        return None
    return declared[1].decode("ascii")


def to_utf8(data: bytes) -> bytes:
    """The part in UTF-8; unchanged when it is that already, otherwise with its declaration rewritten.

    Raises `XmlError` for an encoding that is unknown or wrong.
    """
    encoding = foreign_encoding(data)
    return data if encoding is None else _transcode(data, encoding)


def _transcode(data: bytes, encoding: str) -> bytes:
    try:
        text = data.decode(encoding)
    except (LookupError, UnicodeDecodeError) as error:
        raise XmlError(f"its encoding cannot be read ({error})") from error
    return _DECLARATION.sub('<?xml version="1.0" encoding="UTF-8"?>', text, count=1).encode("utf-8")


def parse_elements(data: bytes) -> Element:
    """The root element of a UTF-8 part, with everything below it.

    Raises `XmlError` when the part is not well-formed, declares a document type or is nested too deeply.
    """
    return _Builder(data).parse()


class _Builder:
    """Collects what expat reports."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._root: Element | None = None
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._bindings: dict[str | None, str] = {}
        self._parser = expat.ParserCreate(encoding="UTF-8", namespace_separator=_SEPARATOR)
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartNamespaceDeclHandler = self._bind
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    def parse(self) -> Element:
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            raise XmlError(f"it is not well-formed XML ({error})") from error
        if self._root is None:
            raise XmlError("it has no content")
        return self._root

    def _bind(self, prefix: str | None, uri: str | None) -> None:
        self._bindings[prefix] = uri or ""

    def _refuse_doctype(self, *_: object) -> None:
        raise UnsafeXmlError("it declares a document type, which no workbook needs")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise XmlError("its elements are nested too deeply")
        start = self._parser.CurrentByteIndex
        open_end = tag_end(self._data, start)
        raw_name = tag_name(self._data[start:open_end])
        prefix = raw_name[: raw_name.find(b":") + 1]
        parent = self._open[-1] if self._open else None
        element = Element(name, attributes, start, open_end, prefix, self._bindings, parent)
        self._bindings = {}
        if parent is None:
            self._root = element
        else:
            parent.children.append(element)
        self._open.append(element)
        self._texts.append([])

    def _end(self, _: str) -> None:
        element = self._open.pop()
        element.text = "".join(self._texts.pop())
        if self._data[element.open_end - 2 : element.open_end] == b"/>":
            element.close_start = element.end = element.open_end
        else:
            element.close_start = self._parser.CurrentByteIndex
            element.end = self._data.index(b">", element.close_start) + 1

    def _characters(self, text: str) -> None:
        self._texts[-1].append(text)


def character_data(content: bytes) -> str:
    """The text that some bytes between tags mean. Raises `XmlError`."""
    if b"<" in content or b"\r" in content or b"&#" in content:
        return parse_elements(b"<t>" + content + b"</t>").text
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise XmlError(f"it is not in UTF-8 ({error})") from error
    if "&" not in text:
        return text
    if len(_NAMED.findall(text)) != text.count("&"):
        raise XmlError("it refers to an entity, which no workbook needs")
    for name, meaning in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(name, meaning)
    return text


def tag_end(data: bytes, start: int) -> int:
    """The offset after the `>` of the tag that begins at `start`; a `>` inside a quoted value does not end it."""
    found = _TAG_END.match(data, start)
    if found is None:
        raise XmlError("a tag in it has no end")
    return found.end()


def tag_name(tag: bytes) -> bytes:
    """The qualified name in a start tag."""
    found = _TAG_NAME.match(tag)
    if found is None:
        raise XmlError("a tag in it has no name")
    return found[1]


def whole_number(text: str) -> int | None:
    """The number that an attribute holds; None for what is none, or is longer than any that a workbook needs."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def contains(data: bytes, mark: bytes, start: int = 0) -> bool:
    """Whether `<!` or `<?` stands in some bytes.

    Its second byte is looked for first: it is rare, while a search that halts at every `<` of a large sheet takes ten
    times as long.
    """
    return data.find(mark[1:], start) >= 0 and data.find(mark, start) >= 0


def mask(data: bytes) -> bytes:
    """The same bytes with comments, CDATA sections and processing instructions blanked, for searching by pattern."""
    begin = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    after = data.find(b"?>") + 2 if data.startswith(b"<?xml", begin) else begin
    if not contains(data, b"<!") and not contains(data, b"<?", after):
        return data
    return _MASKED.sub(lambda found: b" " * len(found[0]), data)


def splice(data: bytes, splices: Iterable[Splice]) -> bytes:
    """Applies replacements that do not overlap; several insertions at one place keep their order."""
    pieces: list[bytes] = []
    position = 0
    for start, end, content in sorted(splices, key=lambda one: (one.start, one.end)):
        if start < position:
            raise ValueError("two edits of one part overlap")
        pieces += (data[position:start], content)
        position = end
    pieces.append(data[position:])
    return b"".join(pieces)


def attribute_spans(tag: bytes) -> dict[bytes, tuple[int, int]]:
    """Where the values of a start tag's attributes stand, without their quotes; keys are names as written."""
    return {found[1]: (found.start(2) + 1, found.end(2) - 1) for found in _ATTRIBUTE.finditer(tag)}


def with_attributes(tag: bytes, values: Mapping[str, str]) -> bytes:
    """A start tag with other values for some attributes outside namespaces; those it lacks are added at its end."""
    spans = attribute_spans(tag)
    edits: list[Splice] = []
    close = len(tag) - (2 if tag.endswith(b"/>") else 1)
    while close and tag[close - 1 : close].isspace():
        close -= 1
    for name, value in values.items():
        span = spans.get(name.encode())
        if span is not None:
            edits.append(Splice(*span, escape_attribute(value)))
        else:
            edits.append(Splice(close, close, b" " + name.encode() + b'="' + escape_attribute(value) + b'"'))
    return splice(tag, edits)


def set_attributes(data: bytes, element: Element, values: Mapping[str, str]) -> Splice:
    """The splice that does `with_attributes` to the start tag of an element."""
    return Splice(element.start, element.open_end, with_attributes(data[element.start : element.open_end], values))


def remove_attributes(tag: bytes, names: Iterable[bytes]) -> bytes:
    """A start tag without some of its attributes."""
    unwanted = frozenset(names)
    return _ATTRIBUTE.sub(lambda found: b"" if found[1] in unwanted else found[0], tag)


def insert_into(data: bytes, element: Element, at: int, content: bytes) -> Splice:
    """The splice that puts `content` at offset `at` inside an element, opening it up if it is an empty tag."""
    if not element.empty_tag:
        return Splice(at, at, content)
    tag = data[element.start : element.open_end]
    return Splice(element.open_end - 2, element.open_end, b">" + content + b"</" + tag_name(tag) + b">")


def append_child(data: bytes, element: Element, content: bytes) -> Splice:
    """The splice that puts `content` behind the last child of an element."""
    return insert_into(data, element, element.close_start, content)


def escape_text(text: str) -> bytes:
    """Character data; a carriage return is written as a reference, because a parser would turn it into a line feed."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;").encode("utf-8")


def escape_attribute(text: str) -> bytes:
    """An attribute value for either kind of quotes."""
    escaped = escape_text(text).replace(b'"', b"&quot;").replace(b"'", b"&#39;")
    return escaped.replace(b"\n", b"&#10;").replace(b"\t", b"&#9;")

"""A mail taken apart: who sent it, when, what it says, what came with it. Whatever a mail holds, reading it ends.

Headers are read by the older, plainer rules of the standard library, which raise for no input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError, MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from html.parser import HTMLParser
from typing import Final

LARGEST_MAIL: Final = 30_000_000
"""Bytes."""
_MOST_PARTS: Final = 100
_DEEPEST: Final = 4
_LONGEST_TEXT: Final = 100_000
_LONGEST_HEADER: Final = 2_000
_LONGEST_NAME: Final = 100
_MOST_COMMENTS: Final = 10

_ADDRESS: Final = re.compile(r"[^\s<>@,;:\"'()\[\]\\]+@[^\s<>@,;:\"'()\[\]\\]+\Z")
_QUOTES_BEGIN: Final = re.compile(
    r"\s*(-{3,}\s*(original|forwarded|ursprüngliche|weitergeleitete)\b.*|_{20,}|-- ?|On\b.{0,200}\bwrote:|"
    r"(From|Von|De|Da)\s*:\s.*@.*)\s*\Z",
    re.IGNORECASE,
)
"""What mail programs put above the mail that is answered, and above a signature: nothing below it is an order."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a mail. `nested`: within a mail that came with the mail."""

    name: str
    content: bytes
    nested: bool


@dataclass(frozen=True, slots=True)
class OpenedMail:
    """A mail. `sender` is its one address in lower case, None where it has none or several; `dated` has a time zone.

    `texts` are what its sender wrote, quotations left out; `refused` is what was not opened, in sentences.
    """

    sender: str | None
    dated: datetime | None
    texts: tuple[str, ...]
    attachments: tuple[Attachment, ...]
    refused: tuple[str, ...]


def open_mail(content: bytes) -> OpenedMail:
    """Takes a mail apart."""
    try:
        message = message_from_bytes(content)
    except RecursionError:
        return OpenedMail(None, None, (), (), ("the mail is made of parts within parts without end",))
    parts = _Parts()
    parts.take(message, 0, nested=False)
    plain = parts.plain or [_text_of_html(page) for page in parts.html]
    return OpenedMail(
        _sender(message),
        _dated(message),
        tuple(_own_words(text, flowed) for text, flowed in parts.flowed_or(plain)),
        tuple(parts.attachments),
        tuple(parts.refused),
    )


class _Parts:
    """What a mail consists of."""

    def __init__(self) -> None:
        self.plain: list[str] = []
        self.html: list[str] = []
        self.attachments: list[Attachment] = []
        self.refused: list[str] = []
        self._flowed: list[bool] = []
        self._count = 0

    def flowed_or(self, texts: list[str]) -> Iterator[tuple[str, bool]]:
        """The texts, and whether lines that end with a space go on in the next (RFC 3676)."""
        if self.plain:
            yield from zip(self.plain, self._flowed, strict=True)
        else:
            yield from ((text, False) for text in texts)

    def take(self, part: Message, depth: int, *, nested: bool) -> None:
        """Takes one part and the parts within it."""
        self._count += 1
        if self._count > _MOST_PARTS:
            if self._count == _MOST_PARTS + 1:
                self.refused.append(f"the mail has more than {_MOST_PARTS} parts; the rest was not opened")
            return
        if depth > _DEEPEST:
            self.refused.append("the mail holds mails within mails within mails; the innermost were not opened")
            return
        if part.is_multipart():
            inner = nested or part.get_content_type() == "message/rfc822"
            for one in part.get_payload():
                if isinstance(one, Message):
                    self.take(one, depth + 1, nested=inner)
            return
        payload = part.get_payload(decode=True)
        content = payload if isinstance(payload, bytes) else b""
        name = _file_name(part)
        if name or part.get_content_maintype() != "text" or part.get_content_disposition() == "attachment":
            self.attachments.append(Attachment(name or "an attachment without a name", content, nested))
        elif nested:
            return  # what somebody else is said to have written is no order of the sender's
        elif part.get_content_type() == "text/plain":
            self.plain.append(_decoded(part, content))
            self._flowed.append(str(part.get_param("format", "")).lower() == "flowed")
        elif part.get_content_type() == "text/html":
            self.html.append(_decoded(part, content))


def _decoded(part: Message, content: bytes) -> str:
    charset = part.get_content_charset() or "utf-8"
    head = content[: 4 * _LONGEST_TEXT]
    try:
        return head.decode(charset, errors="replace")[:_LONGEST_TEXT]
    except LookupError:
        return head.decode("utf-8", errors="replace")[:_LONGEST_TEXT]


def _own_words(text: str, flowed: bool) -> str:
    """What the sender wrote himself: without quoted lines, and nothing from where the answered mail begins."""
    lines: list[str] = []
    goes_on = False
    for line in text.splitlines():
        if line.lstrip().startswith((">", "|")):
            goes_on = False
            continue
        if _QUOTES_BEGIN.match(line[:500]):
            break
        if goes_on:
            lines[-1] += line
        else:
            lines.append(line)
        goes_on = flowed and line.endswith(" ")
    return "\n".join(lines)


def _header(message: Message, name: str) -> str:
    raw = str(message.get(name, ""))[:_LONGEST_HEADER]
    try:
        return str(make_header(decode_header(raw)))
    except (HeaderParseError, UnicodeError, LookupError, ValueError):
        return raw


def _sender(message: Message) -> str | None:
    """The one address a mail says it is from. Anything that could be read in two ways gives None."""
    headers = message.get_all("From", [])
    if len(headers) != 1:
        return None
    raw = " ".join(str(headers[0])[:_LONGEST_HEADER].split())
    if raw.count("(") > _MOST_COMMENTS:  # the library reads comments within comments by recursion
        return None
    found = [address for _, address in getaddresses([raw]) if address]
    if len(found) != 1 or "\ufffd" in raw or not _ADDRESS.match(found[0]):
        return None
    marked = re.findall(r"<([^<>]*)>", raw)
    if marked and (len(marked) != 1 or marked[0].strip().lower() != found[0].lower()):
        return None
    if not marked and raw.count("@") != 1:
        return None
    return found[0].lower()


def _dated(message: Message) -> datetime | None:
    try:
        found = parsedate_to_datetime(_header(message, "Date"))
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _file_name(part: Message) -> str:
    """The attachment's name for people: its last piece, on one line, whatever path or characters it pretends."""
    try:
        name = part.get_filename() or ""
        name = str(make_header(decode_header(name)))
    except (MessageError, UnicodeError, LookupError, ValueError, TypeError):
        return "an attachment with a broken name"
    name = re.split(r"[/\\]", name)[-1]
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    shown = " ".join(shown.split())
    stem, dot, suffix = shown.rpartition(".")
    if len(shown) > _LONGEST_NAME and dot and len(suffix) < 10:
        return f"{stem[: _LONGEST_NAME - 10]}….{suffix}"
    return shown[:_LONGEST_NAME]


class _HtmlText(HTMLParser):
    """The words of a mail that has no plain text, a line for each paragraph; quotations are left out."""

    _BLOCKS = frozenset(("p", "div", "br", "li", "tr", "h1", "h2", "h3", "pre", "table", "ul", "ol"))
    _UNSEEN = frozenset(("style", "script", "head", "title", "blockquote"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Blocks begin a line; quotations and what is never shown are passed over."""
        if tag in self._UNSEEN:
            self._hidden.append(tag)
        elif tag in self._BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """Blocks end a line."""
        if tag in self._hidden:
            del self._hidden[self._hidden.index(tag) :]
        elif tag in self._BLOCKS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        """Words that are seen."""
        if not self._hidden:
            before, after = data[:1].isspace(), data[-1:].isspace()
            self.words.append(" " * before + " ".join(data.split()) + " " * after)


def _text_of_html(page: str) -> str:
    parser = _HtmlText()
    try:
        parser.feed(page)
        parser.close()
    except AssertionError:  # the parser's way to say that a declaration is malformed: what came before it counts
        return "".join(parser.words)
    return "".join(parser.words)

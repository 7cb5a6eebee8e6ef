"""What was handed to `collect`: files, folders and mails taken apart into forms and texts, within limits."""

from __future__ import annotations

import mailbox
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from adjudicator.forms.mails import LARGEST_MAIL, open_mail
from adjudicator.forms.places import MEMORY, RECEIPTS

LARGEST_FORM: Final = 5_000_000
LARGEST_MAILBOX: Final = 500_000_000
LARGEST_TEXT: Final = 200_000
"""Bytes."""
MOST_MAILS: Final = 5_000
MOST_FILES: Final = 5_000
DEEPEST: Final = 5
_OTHER_KINDS: Final = {
    ".xls": "it is in Excel's old format; save it as an Excel workbook (.xlsx)",
    ".xlsb": "it is a binary workbook; save it as an Excel workbook (.xlsx)",
    ".ods": "it is an OpenDocument spreadsheet; save it as an Excel workbook (.xlsx)",
    ".numbers": "it is a Numbers document; export it as an Excel workbook (.xlsx)",
    ".msg": "it is in Outlook's own format; save the mail as .eml, or save the form that came with it",
    ".zip": "it is a zip file; unpack it",
}


class ArrivalKind(Enum):
    """In what an order came."""

    WORKBOOK = "workbook"
    PDF = "pdf"
    TEXT = "text"


FORM_KINDS: Final = {".xlsx": ArrivalKind.WORKBOOK, ".xlsm": ArrivalKind.WORKBOOK, ".pdf": ArrivalKind.PDF}


@dataclass(frozen=True, slots=True)
class Arrival:
    """A form, or a text that may hold orders.

    `source` names it for people. `mail` numbers the mail it came in, None for a file; `sender` is that mail's one
    address in lower case, None where it is not certain; `dated` when it was sent, always with a time zone. `nested`
    tells that it was in a mail within the mail.
    """

    source: str
    kind: ArrivalKind
    content: bytes
    mail: int | None = None
    sender: str | None = None
    dated: datetime | None = None
    nested: bool = False

    @property
    def text(self) -> str:
        """The content of a text."""
        return self.content.decode("utf-8", errors="replace")


@dataclass(frozen=True, slots=True)
class Unopened:
    """Something that could not be taken apart, and why."""

    source: str
    why: str


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything found. `passed_over` counts the files of other kinds in folders."""

    arrivals: tuple[Arrival, ...]
    unopened: tuple[Unopened, ...]
    passed_over: int


def gather(paths: tuple[Path, ...]) -> Gathered:
    """Take apart what was handed in, in the order in which it was named; folders by name, folders within them too."""
    gathering = _Gathering()
    for path in paths:
        gathering.path(path)
    return Gathered(tuple(gathering.arrivals), tuple(gathering.unopened), gathering.passed_over)


class _Gathering:
    """Gathers arrivals, path by path."""

    def __init__(self) -> None:
        self.arrivals: list[Arrival] = []
        self.unopened: list[Unopened] = []
        self.passed_over = 0
        self._files = 0
        self._mails = 0

    def path(self, path: Path) -> None:
        if path.is_dir():
            for file in _files_in(path, 0):
                self._file(file, str(file.relative_to(path.parent)), in_folder=True)
        elif path.exists():
            self._file(path, path.name, in_folder=False)
        else:
            self._refuse(str(path), "there is no such file or folder")

    def _refuse(self, source: str, why: str) -> None:
        self.unopened.append(Unopened(source, why))

    def _file(self, path: Path, source: str, *, in_folder: bool) -> None:
        self._files += 1
        if self._files > MOST_FILES:
            if self._files == MOST_FILES + 1:
                self._refuse(source, f"there are more than {MOST_FILES:,} files; collect them in parts")
            return
        suffix = ".mbox" if _is_mailbox(path, in_folder=in_folder) else path.suffix.lower()
        limits = {".eml": LARGEST_MAIL, ".mbox": LARGEST_MAILBOX, ".txt": LARGEST_TEXT}
        limits |= dict.fromkeys(FORM_KINDS, LARGEST_FORM)
        if suffix in _OTHER_KINDS:
            self._refuse(source, _OTHER_KINDS[suffix])
        elif suffix not in limits:
            if in_folder:
                self.passed_over += 1
            else:
                self._refuse(source, "it is neither a form (.xlsx, .pdf), a mail (.eml, .mbox) nor a text (.txt)")
        elif not path.is_file():
            self._refuse(source, "it is not a plain file")
        else:
            try:
                if path.stat().st_size > limits[suffix]:
                    self._refuse(source, f"it is larger than {limits[suffix] // 1_000:,} kB, which no form is")
                elif suffix == ".mbox":
                    self._mailbox(path, source)
                else:
                    self._content(path.read_bytes(), suffix, source)
            except OSError as error:
                self._refuse(source, f"it cannot be read ({error.strerror or error})")

    def _content(self, content: bytes, suffix: str, source: str) -> None:
        if suffix == ".eml":
            self._mail(content, source)
        elif suffix == ".txt":
            self.arrivals.append(Arrival(source, ArrivalKind.TEXT, content))
        else:
            self.arrivals.append(Arrival(source, FORM_KINDS[suffix], content))

    def _mailbox(self, path: Path, source: str) -> None:
        box = mailbox.mbox(path, create=False)
        try:
            keys = list(box.keys())
            if not keys:
                self._refuse(source, "it holds no mails")
            if len(keys) > MOST_MAILS:
                self._refuse(source, f"it holds more than {MOST_MAILS:,} mails; only the first are read")
            for number, key in enumerate(keys[:MOST_MAILS], start=1):
                content = box.get_bytes(key)
                one = f"{source}, mail {number}"
                if len(content) > LARGEST_MAIL:
                    self._refuse(one, f"it is larger than {LARGEST_MAIL // 1_000:,} kB")
                else:
                    self._mail(content, one)
        finally:
            box.close()

    def _mail(self, content: bytes, source: str) -> None:
        self._mails += 1
        mail = open_mail(content)
        head = Arrival(source, ArrivalKind.TEXT, b"", self._mails, mail.sender, mail.dated)
        for why in mail.refused:
            self._refuse(source, why)
        for text in mail.texts:
            self.arrivals.append(replace(head, content=text.encode("utf-8")))
        for part in mail.attachments:
            suffix = Path(part.name).suffix.lower()
            named = f"{source} › {part.name}"
            kind = FORM_KINDS.get(suffix) or _kind_by_content(part.content)
            if suffix in _OTHER_KINDS and kind is None:
                self._refuse(named, _OTHER_KINDS[suffix])
            elif kind is not None and len(part.content) > LARGEST_FORM:
                self._refuse(named, f"it is larger than {LARGEST_FORM // 1_000:,} kB, which no form is")
            elif kind is not None:
                self.arrivals.append(replace(head, source=named, kind=kind, content=part.content, nested=part.nested))


def _kind_by_content(content: bytes) -> ArrivalKind | None:
    """Attachments come under any name, or none: what they are is told by how they begin."""
    if content.startswith(b"%PDF-"):
        return ArrivalKind.PDF
    return ArrivalKind.WORKBOOK if content.startswith(b"PK\x03\x04") and b"xl/" in content else None


def _is_mailbox(path: Path, *, in_folder: bool) -> bool:
    """Apple's Mail calls a mailbox `mbox`, Thunderbird gives its mailboxes no ending: they are known by their start."""
    if path.name == "mbox":
        return True
    if in_folder or path.suffix or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(5) == b"From "
    except OSError:
        return False  # what cannot be read is refused further on, with the reason


def _files_in(folder: Path, depth: int) -> Iterator[Path]:
    """The files of a folder by name; hidden files, lock files, links and the program's own receipts are left out."""
    if depth > DEEPEST:
        return
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.name.startswith((".", "~")) or entry.name == MEMORY or entry.is_symlink():
            continue
        if entry.is_dir():
            if entry.name != RECEIPTS:
                yield from _files_in(Path(entry.path), depth + 1)
        else:
            yield Path(entry.path)

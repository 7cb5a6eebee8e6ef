"""Where a campaign's files lie: the workbook, its archive, its reports, and the hidden files of a run."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.unavailable import Reason, WorkbookUnavailable, is_held, system_words
from adjudicator.model.campaign import Season

STAGING = ".adjudicating"
_LABEL = re.compile(r"(-?[0-9]{1,9})-([1-4])-(winter|spring|summer|fall)")
_LONGEST_HIDDEN_NAME = 180  # bytes
_LONGEST_NAME = 255  # bytes


@dataclass(frozen=True, slots=True, order=True)
class SeasonLabel:
    """A season of a campaign and the name of its folders: `1071-1-winter`. Orders by time."""

    year: int
    number: int

    @classmethod
    def of(cls, year: int, season: Season) -> SeasonLabel:
        """The label of a season of a year."""
        return cls(year, season.number)

    @classmethod
    def parse(cls, name: str) -> SeasonLabel | None:
        """The label that a folder's name is, or None: `1071-1-spring` is none, nor is `1071-1-winter.undone-1`."""
        found = _LABEL.fullmatch(name)
        if found is None:
            return None
        label = cls(int(found[1]), int(found[2]))
        return label if str(label) == name else None

    @property
    def season(self) -> Season:
        """The season of the year."""
        return next(season for season in Season if season.number == self.number)

    @property
    def next(self) -> SeasonLabel:
        """The season that follows (1.2)."""
        return SeasonLabel(self.year + 1, 1) if self.number == len(Season) else SeasonLabel(self.year, self.number + 1)

    @property
    def spoken(self) -> str:
        """As a sentence has it: `winter 1071`."""
        return f"{self.season.value} {self.year}"

    def __str__(self) -> str:
        """As the folder is named."""
        return f"{self.year}-{self.number}-{self.season.value}"


@dataclass(frozen=True, slots=True)
class Places:
    """Every path of one campaign. `workbook` is the real file: symbolic links were followed.

    `named` is the path as it was given. `archive` and `reports` are the campaign's own folders, `archive/<stem>` and
    `reports/<stem>`; they need not exist.
    """

    workbook: Path
    named: Path
    archive: Path
    reports: Path

    @property
    def folder(self) -> Path:
        """The folder in which the real workbook lies."""
        return self.workbook.parent

    @property
    def suffix(self) -> str:
        """The workbook's ending, in lower case, which the archived workbooks keep: `.xlsx`, or `.xlsm` with macros."""
        return self.workbook.suffix.lower()

    @property
    def archive_staging(self) -> Path:
        """The hidden folder in which what is to come into the archive is made."""
        return self.archive / STAGING

    @property
    def reports_staging(self) -> Path:
        """The hidden folder in which newsletters are made."""
        return self.reports / STAGING

    @property
    def incoming(self) -> Path:
        """The new workbook before it takes its place."""
        return self.hidden("incoming")

    @property
    def kept(self) -> Path:
        """A copy of the workbook before it is given a name that people see."""
        return self.hidden("kept")

    @property
    def lock(self) -> Path:
        """The file by which two runs keep out of each other's way."""
        return self.hidden("lock")

    def beside(self, mark: str) -> Path:
        """A file beside the workbook, such as `campaign.result.xlsx` for the mark `result`."""
        return self.folder / f"{self.workbook.stem}.{mark}{self.workbook.suffix}"

    def hidden(self, purpose: str) -> Path:
        """A hidden file beside the workbook, for the time of a run. A very long name is stood for by its hash."""
        name = self.workbook.name
        if len(os.fsencode(name)) > _LONGEST_HIDDEN_NAME:
            name = hashlib.sha256(os.fsencode(name)).hexdigest()[:32]
        return self.folder / f".{name}.adjudicate-{purpose}"


@dataclass(frozen=True, slots=True)
class WorkbookAsRead:
    """The workbook's bytes as they were read at the start of a run, and their SHA-256 in hexadecimal."""

    content: bytes
    sha256: str


def locate(workbook: Path, archive_root: Path | None = None, reports_root: Path | None = None) -> Places:
    """The places of the campaign in `workbook`; roots that are not given are `archive` and `reports` beside it.

    Raises `WorkbookUnavailable` where there is no such file, or a link leads nowhere or round in a circle.
    """
    try:
        real = workbook.resolve(strict=True)
    except FileNotFoundError:
        raise WorkbookUnavailable(Reason.NOT_FOUND, workbook) from None
    except (OSError, RuntimeError) as error:  # a circle of links is RuntimeError before Python 3.13
        raise WorkbookUnavailable(Reason.UNREADABLE, workbook, system_words(error)) from error
    if not real.is_file():
        raise WorkbookUnavailable(Reason.NOT_A_FILE, workbook, "it is a folder" if real.is_dir() else "")
    return Places(
        workbook=real,
        named=workbook,
        archive=(archive_root.absolute() if archive_root else real.parent / "archive") / real.stem,
        reports=(reports_root.absolute() if reports_root else real.parent / "reports") / real.stem,
    )


def read_workbook(places: Places) -> WorkbookAsRead:
    """The workbook's bytes, once, for reading, archiving and comparing: nothing else of a run opens the file.

    Raises `WorkbookUnavailable`.
    """
    try:
        content = places.workbook.read_bytes()
    except FileNotFoundError:
        raise WorkbookUnavailable(Reason.NOT_FOUND, places.named) from None
    except OSError as error:
        reason = Reason.OPEN_ELSEWHERE if is_held(error) else Reason.UNREADABLE
        raise WorkbookUnavailable(reason, places.named, system_words(error)) from error
    return WorkbookAsRead(content, hashlib.sha256(content).hexdigest())


def is_plain_name(name: str) -> bool:
    """Whether this is a file name and nothing else: no folder, no drive, no control character, not `.` or `..`."""
    return (
        0 < len(os.fsencode(name)) <= _LONGEST_NAME
        and name.strip(". ") != ""
        and not any(character in '/\\:*?"<>|' or ord(character) < ord(" ") for character in name)
    )

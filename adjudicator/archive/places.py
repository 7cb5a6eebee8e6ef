"""Where a campaign's files lie: the workbook, its archive, its reports, and the hidden files of a run."""

from __future__ import annotations

import errno
import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from adjudicator.model.campaign import Season

STAGING = ".adjudicating"
_LABEL = re.compile(r"(-?[0-9]{1,9})-([1-4])-(winter|spring|summer|fall)")
_LONGEST_HIDDEN_NAME = 180


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
        """The label that a folder's name is, or None: `1071-1-spring` is none, and neither is `1071-1-winter.undone-1`."""
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
    def journal(self) -> Path:
        """What a run intends, kept while it changes anything."""
        return self._hidden("journal")

    @property
    def incoming(self) -> Path:
        """The new workbook before it takes its place."""
        return self._hidden("incoming")

    @property
    def lock(self) -> Path:
        """The file by which two runs keep out of each other's way."""
        return self._hidden("lock")

    def beside(self, mark: str) -> Path:
        """A file beside the workbook, such as `campaign.result.xlsx` for the mark `result`."""
        return self.folder / f"{self.workbook.stem}.{mark}{self.workbook.suffix}"

    def _hidden(self, purpose: str) -> Path:
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
        raise WorkbookUnavailable(Reason.UNREADABLE, workbook, reading_failed(error)) from error
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
    except IsADirectoryError:
        raise WorkbookUnavailable(Reason.NOT_A_FILE, places.named, "it is a folder") from None
    except OSError as error:
        raise WorkbookUnavailable(Reason.UNREADABLE, places.named, reading_failed(error)) from error
    return WorkbookAsRead(content, hashlib.sha256(content).hexdigest())


def reading_failed(error: OSError | RuntimeError) -> str:
    """What the system said, in as few words as it has."""
    if isinstance(error, OSError) and error.errno is not None:
        return os.strerror(error.errno) if error.errno != errno.ELOOP else "links that lead in a circle"
    return "links that lead in a circle" if isinstance(error, RuntimeError) else str(error)

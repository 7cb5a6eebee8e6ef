"""Why the workbook, or what lies beside it, cannot be used now: reasons, and the one catalogue that words them."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from enum import Enum


class Reason(Enum):
    """What stands in the way. The value is the name a program reading `--json` sees."""

    NOT_FOUND = "not found"
    NOT_A_FILE = "not a file"
    UNREADABLE = "unreadable"
    READ_ONLY = "read-only"
    NO_PERMISSION = "no permission"
    FOLDER_READ_ONLY = "folder read-only"
    NOT_A_FOLDER = "not a folder"
    OWNER_WOULD_CHANGE = "owner would change"
    OPEN_IN_EXCEL = "open in Excel"
    OPEN_IN_LIBREOFFICE = "open in LibreOffice"
    OPEN_ELSEWHERE = "open elsewhere"
    DISK_FULL = "disk full"
    RUN_GOING_ON = "another run is going on"
    CHANGED_MEANWHILE = "changed meanwhile"
    NOT_REPLACED = "could not be replaced"
    NOT_WRITTEN = "could not be written"
    EXISTS = "exists already"
    NAME_TAKEN = "name taken"
    JOURNAL_UNREADABLE = "journal unreadable"
    ARCHIVE_DAMAGED = "archive damaged"
    NOTHING_TO_UNDO = "nothing to undo"


@dataclass(frozen=True, slots=True)
class Wording:
    """What is the matter and what to do about it; `{detail}` stands for what was found, `{path}` for where."""

    what: str
    remedy: str


CATALOGUE: dict[Reason, Wording] = {
    Reason.NOT_FOUND: Wording(
        "There is no workbook at {path}.",
        "Check the name and the folder; `adjudicate new` makes a new campaign.",
    ),
    Reason.NOT_A_FILE: Wording(
        "{path} is not a file{detail}.",
        "Name the workbook itself.",
    ),
    Reason.UNREADABLE: Wording(
        "{path} cannot be read{detail}.",
        "Ask whoever owns the file for permission to read it, or wait until the cloud folder has brought it here.",
    ),
    Reason.READ_ONLY: Wording(
        "{path} is marked read-only, so the season could not be written into it.",
        "Take the mark off (Windows: Properties, Read-only; Mac and Linux: chmod u+w) and run again.",
    ),
    Reason.NO_PERMISSION: Wording(
        "{path} may not be written by you{detail}.",
        "Ask whoever owns the file for permission to change it, or work on a copy of your own.",
    ),
    Reason.FOLDER_READ_ONLY: Wording(
        "Nothing can be written in the folder {path}{detail}.",
        "Move the campaign to a folder of your own, or name other folders with --archive and --reports.",
    ),
    Reason.NOT_A_FOLDER: Wording(
        "{path} is needed as a folder, and is something else.",
        "Rename what is there, or name another folder with --archive or --reports.",
    ),
    Reason.OWNER_WOULD_CHANGE: Wording(
        "{path} belongs to another user or group{detail}, and you could not leave it to them.",
        "Let its owner run the season, or work on a copy of your own.",
    ),
    Reason.OPEN_IN_EXCEL: Wording(
        "{path} is open in Excel{detail}.",
        "Save and close it there, then run again. If nobody has it open, Excel ended without tidying up: "
        "delete the hidden file {marker} and run again.",
    ),
    Reason.OPEN_IN_LIBREOFFICE: Wording(
        "{path} is open in LibreOffice{detail}.",
        "Save and close it there, then run again. If nobody has it open, LibreOffice ended without tidying up: "
        "delete the hidden file {marker} and run again.",
    ),
    Reason.OPEN_ELSEWHERE: Wording(
        "{path} is held by another program{detail}.",
        "Close it wherever it is open (Excel, a preview pane, a backup or cloud program) and run again.",
    ),
    Reason.DISK_FULL: Wording(
        "There is not enough room on the disk of {path}{detail}.",
        "Make room, or name folders on another disk with --archive and --reports.",
    ),
    Reason.RUN_GOING_ON: Wording(
        "Another run is at work on {path}.",
        "Wait until it has ended and run again; nothing needs to be deleted, even if it was broken off.",
    ),
    Reason.CHANGED_MEANWHILE: Wording(
        "{path} was changed while the run was going on, and was left as it is now.",
        "Close it wherever it is open and run again: the run then reads what was changed.",
    ),
    Reason.NOT_REPLACED: Wording(
        "{path} could not be replaced{detail}; it is as it was.",
        "Pause the cloud program or close whatever holds the file, and run again: the season comes out the same.",
    ),
    Reason.NOT_WRITTEN: Wording(
        "{path} could not be written{detail}.",
        "See that the folder is reachable and yours to write in, and run again.",
    ),
    Reason.EXISTS: Wording(
        "There is something at {path} already, and it was left alone.",
        "Choose another name, or move away what is there.",
    ),
    Reason.NAME_TAKEN: Wording(
        "{path} is in the way{detail}.",
        "Move it elsewhere and run again.",
    ),
    Reason.JOURNAL_UNREADABLE: Wording(
        "An earlier run was broken off, and its notes in {path} cannot be understood{detail}.",
        "Keep a copy of the workbook and of the archive folder, see that the workbook is the one you want, "
        "delete that file and run again.",
    ),
    Reason.ARCHIVE_DAMAGED: Wording(
        "The archived season in {path} is damaged{detail}.",
        "Bring the folder back from a backup, or move it elsewhere to go on without it; `adjudicate verify` lists "
        "everything that differs.",
    ),
    Reason.NOTHING_TO_UNDO: Wording(
        "No season of this campaign is archived in {path}, so there is none to take back.",
        "Name the archive with --archive if it is kept elsewhere.",
    ),
}


class WorkbookUnavailable(OSError):  # noqa: N818 - a state of the world, and the name the callers were promised
    """The command cannot go on; nothing of the GM's was changed, unless the text says what was saved beside.

    `reason` is what programs look at, `path` where it is, `detail` what was found there (may be empty), `marker` the
    lock file of the program that has the workbook open, `saved_beside` the file that holds the result when the workbook
    could not be replaced. `half_done` says that what was begun in the archive could not be taken back yet.
    """

    def __init__(
        self,
        reason: Reason,
        path: object,
        detail: str = "",
        *,
        marker: str = "",
        saved_beside: str = "",
        half_done: bool = False,
    ) -> None:
        self.reason = reason
        self.path = str(path)
        self.detail = detail
        self.marker = marker
        self.saved_beside = saved_beside
        self.half_done = half_done
        super().__init__()

    def __str__(self) -> str:
        """What is the matter and what to do."""
        return f"{self.what} {self.remedy}"

    @property
    def what(self) -> str:
        """The sentence that says what is the matter."""
        detail = f" ({self.detail})" if self.detail else ""
        sentence = CATALOGUE[self.reason].what.format(path=self.path, detail=detail)
        if self.saved_beside:
            sentence += f" The result is saved beside it in {self.saved_beside}."
        if self.half_done:
            sentence += " What was begun in the archive could not be taken back now; the next run does it."
        return sentence

    @property
    def remedy(self) -> str:
        """The sentence that says what to do."""
        return CATALOGUE[self.reason].remedy.format(marker=self.marker)

    def __reduce__(self) -> tuple[object, ...]:
        """Exceptions cross process borders by pickling; `OSError` would lose what this one carries."""
        return (_rebuild, (self.reason, self.path, self.detail, self.marker, self.saved_beside, self.half_done))


def _rebuild(
    reason: Reason, path: str, detail: str, marker: str, saved_beside: str, half_done: bool
) -> WorkbookUnavailable:
    return WorkbookUnavailable(reason, path, detail, marker=marker, saved_beside=saved_beside, half_done=half_done)


def from_system(error: OSError, path: object) -> WorkbookUnavailable:
    """The system's failure to write at `path` (or where the error itself says), in the catalogue's words."""
    if isinstance(error, WorkbookUnavailable):
        return error
    place = error.filename2 or error.filename or path
    if is_full(error):
        return WorkbookUnavailable(Reason.DISK_FULL, place)
    if isinstance(error, FileExistsError):
        return WorkbookUnavailable(Reason.NAME_TAKEN, place)
    return WorkbookUnavailable(Reason.NOT_WRITTEN, place, system_words(error))


def is_full(error: OSError) -> bool:
    """Whether the disk, or the user's share of it, is full."""
    return error.errno in {errno.ENOSPC, errno.EDQUOT}


def is_held(error: OSError) -> bool:
    """Whether another program holds the file (a sharing or lock violation of Windows, a busy file elsewhere)."""
    return getattr(error, "winerror", None) in {32, 33} or error.errno in {errno.EBUSY, errno.ETXTBSY}


def system_words(error: OSError | RuntimeError) -> str:
    """What the system said, in as few words as it has."""
    if isinstance(error, RuntimeError) or error.errno == errno.ELOOP:
        return "links that lead in a circle"
    return os.strerror(error.errno) if error.errno is not None else str(error)

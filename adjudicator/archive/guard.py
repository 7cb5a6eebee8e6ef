"""Whether the workbook can be changed, tried before anything is done."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path

from adjudicator.archive import disk
from adjudicator.archive.places import Places
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable, from_system, is_full, is_held, system_words

EXPECTED_NEWSLETTERS = 16 << 20
"""Bytes to allow for newsletters that are not written yet: a large club's, with pictures."""

_GROWTH = 1 << 20
_OWNER_FILE_LARGEST = 4096
_EXCEL_LENGTH_AT = 55  # bytes from the start, of the second name's length
_EXCEL_LONGEST_NAME = 54  # characters
_ANY_WRITER = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def check_workbook_free(places: Places, *, expected_newsletter_bytes: int = EXPECTED_NEWSLETTERS) -> None:
    """Refuse a workbook that could not be replaced when the season is resolved.

    Tried, not guessed: the file is opened for writing, and a file is made and removed in each folder that is written
    to. Looked for besides: owner files of Excel and LibreOffice, a read-only mark, an owner that could not be kept,
    room on the disks. With `expected_newsletter_bytes` 0 the reports' folder is left alone.

    To be called within `season_lock`. Raises `WorkbookUnavailable`; nothing is changed.
    """
    check_open_elsewhere(places)
    _check_file(places)
    _check_folder(places.folder, places)
    _check_folder(places.archive, places)
    if expected_newsletter_bytes:
        _check_folder(places.reports, places)
    _check_room(places, expected_newsletter_bytes)


def check_open_elsewhere(places: Places) -> None:
    """Refuse a workbook that a spreadsheet program has open, telling who holds it where its lock file says so.

    The lock file lies beside the path the program was given, which may be a link to the real one: both are looked at.
    Raises `WorkbookUnavailable`.
    """
    for path in dict.fromkeys((places.named.absolute(), places.workbook)):
        excel = path.with_name(f"~${path.name}")
        if os.path.lexists(excel):
            holder = read_excel_owner(_first_bytes(excel))
            raise WorkbookUnavailable(Reason.OPEN_IN_EXCEL, places.named, holder, marker=str(excel))
        libre_office = path.with_name(f".~lock.{path.name}#")
        if os.path.lexists(libre_office):
            holder = read_libreoffice_owner(_first_bytes(libre_office))
            raise WorkbookUnavailable(Reason.OPEN_IN_LIBREOFFICE, places.named, holder, marker=str(libre_office))


def remove_probes(places: Places) -> None:
    """Remove what a check that was killed left behind. Raises `OSError`."""
    for folder in (places.folder, places.archive, places.reports):
        disk.remove_file(probe_in(disk.nearest_existing(folder), places))


def probe_in(folder: Path, places: Places) -> Path:
    """The file by which is tried whether one can be made in `folder`; two campaigns never share it."""
    return folder / f".{hashlib.sha256(os.fsencode(places.workbook)).hexdigest()[:16]}.adjudicate-probe"


def read_excel_owner(content: bytes) -> str:
    """Who has the workbook open, from Excel's `~$` file; empty where it does not say.

    The file holds the name twice, each time after a byte with its length: in the system's own code, padded, and in
    UTF-16.
    """
    if len(content) > _EXCEL_LENGTH_AT:
        start = _EXCEL_LENGTH_AT + 1
        length = content[_EXCEL_LENGTH_AT]
        name = content[start : start + 2 * length].decode("utf-16-le", errors="replace")
        if 0 < length <= _EXCEL_LONGEST_NAME and (spoken := _printable(name)):
            return f"by {spoken}"
    spoken = _printable(content[1 : 1 + content[0]].decode("latin-1")) if content else ""
    return f"by {spoken}" if spoken else ""


def read_libreoffice_owner(content: bytes) -> str:
    """Who has the workbook open, where, since when, from LibreOffice's lock file; empty where it does not say.

    The file holds: the user's full name, the account, the computer, when, and the profile, with commas between and a
    semicolon at the end; a backslash guards commas, semicolons and backslashes within.
    """
    fields = [""]
    guarded = False
    for character in content.decode("utf-8", errors="replace"):
        if guarded:
            fields[-1] += character
            guarded = False
        elif character == "\\":
            guarded = True
        elif character == ",":
            fields.append("")
        elif character == ";":
            break
        else:
            fields[-1] += character
    name, account, computer, since = (*map(_printable, fields[:4]), "", "", "", "")[:4]
    words = [f"by {name or account}"] if name or account else []
    words.extend([f"on {computer}"] if computer else [])
    words.extend([f"since {since}"] if since else [])
    return " ".join(words)


def _check_file(places: Places) -> None:
    try:
        status = places.workbook.stat()
        if not stat.S_ISREG(status.st_mode):
            raise WorkbookUnavailable(Reason.NOT_A_FILE, places.named)
        if not status.st_mode & _ANY_WRITER:  # an administrator could write all the same: the mark is meant
            raise WorkbookUnavailable(Reason.READ_ONLY, places.named)
        os.close(os.open(places.workbook, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)))
    except FileNotFoundError:
        raise WorkbookUnavailable(Reason.NOT_FOUND, places.named) from None
    except WorkbookUnavailable:
        raise
    except OSError as error:
        reason = Reason.OPEN_ELSEWHERE if is_held(error) else Reason.UNREADABLE
        raise WorkbookUnavailable(reason, places.named, system_words(error)) from error
    try:
        os.close(os.open(places.workbook, os.O_RDWR | getattr(os, "O_CLOEXEC", 0)))
    except OSError as error:
        if is_held(error):
            reason = Reason.OPEN_ELSEWHERE
        elif error.errno == errno.EROFS:
            reason = Reason.READ_ONLY
        else:
            reason = Reason.NO_PERMISSION
        raise WorkbookUnavailable(reason, places.named, system_words(error)) from error


def _check_folder(folder: Path, places: Places) -> None:
    """Make a file in `folder`, or where it would be made, and remove it; beside the workbook it must take its owner."""
    home = disk.nearest_existing(folder)
    if not home.is_dir():
        raise WorkbookUnavailable(Reason.NOT_A_FOLDER, home)
    probe = probe_in(home, places)
    try:
        disk.remove_file(probe, ())
        try:
            disk.write_file(probe, b"Nothing: whether a file can be made here.\n", 0o600)
            if folder == places.folder:
                _check_owner(places, probe)
        finally:
            disk.remove_file(probe, ())
    except WorkbookUnavailable:
        raise
    except OSError as error:
        if is_full(error):
            raise WorkbookUnavailable(Reason.DISK_FULL, home) from error
        if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
            raise WorkbookUnavailable(Reason.FOLDER_READ_ONLY, home, system_words(error)) from error
        raise from_system(error, home) from error


def _check_owner(places: Places, probe: Path) -> None:
    try:
        disk.keep_attributes(places.workbook, probe)
    except PermissionError as error:
        raise WorkbookUnavailable(Reason.OWNER_WOULD_CHANGE, places.named, _owner_of(places.workbook)) from error


def _owner_of(path: Path) -> str:
    try:
        return path.owner()
    except (KeyError, NotImplementedError):  # an account that has no name here, or a system that tells none
        return f"account {path.stat().st_uid}"


def _check_room(places: Places, newsletters: int) -> None:
    size = places.workbook.stat().st_size + _GROWTH
    needed: dict[Path, int] = {}
    for folder, wanted in ((places.folder, size), (places.archive, 2 * size), (places.reports, newsletters)):
        home = disk.nearest_existing(folder)
        needed[home] = needed.get(home, 0) + wanted
    disk.check_room(needed)


def _first_bytes(path: Path) -> bytes:
    """The start of a lock file; nothing where its program lets nobody read it, as Excel does on Windows."""
    try:
        with path.open("rb") as file:
            return file.read(_OWNER_FILE_LARGEST)
    except OSError:
        return b""


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable()).strip()

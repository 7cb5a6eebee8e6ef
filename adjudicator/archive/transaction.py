"""Several changes on the disk and the workbook's replacement, as one: all of it, or nothing.

Why it holds, whatever moment the program is killed at:

1. A journal at the stage `PREPARING` is there before anything else is. Until its stage is `PREPARED`, only hidden files
   exist that it names: taking back is removing them.
2. When it is `PREPARED`, every new file is complete and flushed, the new workbook (`incoming`) among them. The moves
   that follow only give things other names, never over something, so each can be reversed, and the disk shows which
   were made.
3. The workbook is replaced last, by renaming `incoming`, which the file system does wholly or not at all. So *the
   command is done exactly if `incoming` is gone* while the stage is `PREPARED`. At no moment is the workbook anything
   but the old bytes or the new ones.
4. `settle` acts on that alone. Taking back reverses the moves, sets the stage to `PREPARING`, and only then removes
   `incoming`; tidying up removes hidden folders that are empty by then. Both remove the journal last, and both may be
   broken off and begun again at any moment.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import stat
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from adjudicator.archive import disk
from adjudicator.archive.journal import Journal, Move, Stage, read_journal, remove_journal, set_stage, write_journal
from adjudicator.archive.notes import Note, say
from adjudicator.archive.places import Places, SeasonLabel, WorkbookAsRead
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable, from_system, system_words


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is made in a staging folder. `private`: readable by those only who may read the workbook."""

    path: Path
    content: bytes
    private: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be done: `files` made in `staging`, `moves` in their order, then `workbook` in place of the old bytes.

    `saved_beside_as` is the mark of the file that keeps `workbook` if it cannot take its place (`result` for
    `campaign.result.xlsx`); None where that would help nobody.
    """

    label: SeasonLabel | None
    staging: tuple[Path, ...]
    files: tuple[NewFile, ...]
    moves: tuple[Move, ...]
    workbook: bytes
    saved_beside_as: str | None


class Settled(Enum):
    """What was found and done about the journal."""

    NOTHING = "nothing was left"
    UNPREPARED = "preparations removed"
    TAKEN_BACK = "taken back"
    FINISHED = "finished"


def carry_out(
    places: Places, original: WorkbookAsRead, changes: Changes, pauses: Sequence[float] = disk.PAUSES
) -> tuple[str, ...]:
    """Do it all. `pauses` (seconds) are made between attempts to move or replace what somebody holds.

    Gives notes for the GM. Raises `WorkbookUnavailable`; the workbook and all that was not hidden are then as before.
    """
    try:
        _check_unchanged(places, original.sha256)
        _check_room(places, changes)
    except OSError as error:
        raise from_system(error, places.workbook) from error
    journal = Journal(
        label=changes.label,
        before=original.sha256,
        after=hashlib.sha256(changes.workbook).hexdigest(),
        folders=tuple(
            dict.fromkeys(path for staging in changes.staging for path in disk.missing_folders(staging.parent))
        ),
        staging=changes.staging,
        moves=changes.moves,
    )
    prepared = False
    try:
        write_journal(places, journal, pauses)
        _prepare(places, journal, changes)
        set_stage(places, Stage.PREPARED, pauses)
        prepared = True
        for step in changes.moves:
            disk.move(step.source, step.target, pauses)
        _replace_workbook(places, journal, pauses)
    except OSError as error:
        failure = _after_failure(places, journal if prepared else None, error, changes, pauses)
        if failure is not None:
            raise failure from error
    except BaseException:
        settle(places, pauses)
        raise
    return _tidy(places, pauses)


def settle(places: Places, pauses: Sequence[float] = disk.PAUSES) -> Settled:
    """Take back, or tidy up after, what the journal says. The workbook is not touched.

    Raises `OSError`; what is then left is left to the next run.
    """
    found = read_journal(places)
    if found is None:
        for file in (places.kept, places.incoming):
            disk.remove_file(file, pauses)
        for folder in (places.archive_staging, places.reports_staging):
            disk.remove_tree(folder, pauses)
        remove_journal(places, pauses)
        return Settled.NOTHING
    stage, journal = found
    if stage is Stage.PREPARED and _is_replaced(places, journal):
        outcome = Settled.FINISHED
        made_folders: tuple[Path, ...] = ()
    else:
        if stage is Stage.PREPARED:
            _move_back(journal, pauses)
            set_stage(places, Stage.PREPARING, pauses)
        outcome = Settled.TAKEN_BACK if stage is Stage.PREPARED else Settled.UNPREPARED
        made_folders = journal.folders
    for folder in journal.staging:
        disk.remove_tree(folder, pauses)
    for file in (places.kept, places.incoming):
        disk.remove_file(file, pauses)
    for folder in reversed(made_folders):
        disk.remove_if_empty(folder)
    remove_journal(places, pauses)
    return outcome


def write_new(path: Path, content: bytes) -> None:
    """A new file, complete or not at all, never over an existing one. Raises `WorkbookUnavailable`."""
    try:
        _write_by(path, content, lambda passing: disk.move(passing, path, ()))
    except FileExistsError:
        raise WorkbookUnavailable(Reason.EXISTS, path) from None
    except OSError as error:
        raise from_system(error, path) from error


def write_over(path: Path, content: bytes, pauses: Sequence[float] = disk.PAUSES) -> None:
    """A file of the program's own, complete, in place of whatever file is there. Raises `WorkbookUnavailable`."""

    def place(passing: Path) -> None:
        disk.again(lambda: os.replace(passing, path), pauses)  # noqa: PTH105
        disk.flush_folder(path.parent)

    try:
        _write_by(path, content, place)
    except OSError as error:
        raise from_system(error, path) from error


def _write_by(path: Path, content: bytes, place: Callable[[Path], None]) -> None:
    passing = path.with_name(f".{hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]}.adjudicate-new")
    disk.remove_file(passing, ())
    try:
        disk.write_file(passing, content)
        place(passing)
    finally:
        disk.remove_file(passing, ())


def _check_unchanged(places: Places, sha256: str) -> None:
    try:
        now = disk.hash_file(places.workbook)
    except FileNotFoundError:
        now = ""
    if now != sha256:
        raise WorkbookUnavailable(Reason.CHANGED_MEANWHILE, places.named)


def _check_room(places: Places, changes: Changes) -> None:
    needed = {places.folder: len(changes.workbook)}
    for file in changes.files:
        folder = disk.nearest_existing(file.path.parent)
        needed[folder] = needed.get(folder, 0) + len(file.content)
    disk.check_room(needed)


def _prepare(places: Places, journal: Journal, changes: Changes) -> None:
    mode = stat.S_IMODE(places.workbook.stat().st_mode) & 0o666
    inner = tuple(dict.fromkeys(file.path.parent for file in changes.files))
    for folder in dict.fromkeys((*journal.folders, *journal.staging, *inner)):
        disk.make_folder(folder)
    for file in changes.files:
        disk.write_file(file.path, file.content, mode if file.private else 0o666)
    for folder in inner:
        disk.flush_folder(folder)
    disk.write_file(places.incoming, changes.workbook, 0o600)
    disk.keep_attributes(places.workbook, places.incoming)
    disk.flush_folder(places.folder)


def _replace_workbook(places: Places, journal: Journal, pauses: Sequence[float]) -> None:
    for pause in (*pauses, None):
        try:
            _check_unchanged(places, journal.before)
            os.replace(places.incoming, places.workbook)  # noqa: PTH105
        except WorkbookUnavailable:
            raise
        except OSError as error:
            if not os.path.lexists(places.incoming):  # some network folders report a failure of what they have done
                break
            if pause is None or disk.is_hopeless(error):
                raise WorkbookUnavailable(Reason.NOT_REPLACED, places.workbook, system_words(error)) from error
            time.sleep(pause)
        else:
            break
    disk.flush_folder(places.folder)


def _is_replaced(places: Places, journal: Journal) -> bool:
    if not os.path.lexists(places.incoming):
        return True
    if journal.before == journal.after:
        return False
    # Where a network folder renames by copying, both may be there: then the bytes decide.
    try:
        return disk.hash_file(places.workbook) == journal.after
    except FileNotFoundError:
        return False


def _move_back(journal: Journal, pauses: Sequence[float]) -> None:
    # Moves are made in their order and reversed from the end, so those that stand are always the first so many. Without
    # that, the old season folder, back in its place, could be taken for the new one.
    standing = tuple(itertools.takewhile(lambda step: os.path.lexists(step.target), journal.moves))
    for step in reversed(standing):
        if not os.path.lexists(step.source):
            disk.move(step.target, step.source, pauses)


def _tidy(places: Places, pauses: Sequence[float]) -> tuple[str, ...]:
    try:
        settle(places, pauses)
    except OSError as error:
        path = error.filename or places.folder
        return (say(Note.TIDYING_LEFT, path=path, detail=system_words(error)),)
    return ()


def _after_failure(
    places: Places, prepared: Journal | None, error: OSError, changes: Changes, pauses: Sequence[float]
) -> WorkbookUnavailable | None:
    """What to tell the GM when all has been taken back; None where the workbook was replaced before the failure."""
    failure = from_system(error, places.workbook)
    try:
        if prepared is not None and _is_replaced(places, prepared):
            return None
        settle(places, pauses)
    except OSError as second:
        failure.half_done = True
        failure.add_note(str(second))
        return failure
    if failure.reason is Reason.NOT_REPLACED and changes.saved_beside_as is not None:
        failure.saved_beside = _save_beside(places, changes.saved_beside_as, changes.workbook)
    return failure


def _save_beside(places: Places, mark: str, content: bytes) -> str:
    """The name of the file that now keeps the result; empty where the folder takes no file either."""
    for number in itertools.count(1):
        path = places.beside(mark if number == 1 else f"{mark}-{number}")
        try:
            write_new(path, content)
        except WorkbookUnavailable as error:
            if error.reason is not Reason.EXISTS:
                return ""
        else:
            return path.name
    raise AssertionError("numbers do not end")

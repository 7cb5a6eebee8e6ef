"""What a run that was killed left behind, put right."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.archive import disk
from adjudicator.archive.guard import remove_probes
from adjudicator.archive.journal import Stage, read_journal
from adjudicator.archive.notes import Note, say
from adjudicator.archive.places import Places
from adjudicator.archive.store import last_season
from adjudicator.archive.transaction import Settled, settle
from adjudicator.archive.unavailable import from_system


def recover(places: Places, *, pauses: Sequence[float] = disk.PAUSES) -> tuple[str, ...]:
    """Finish or take back what an interrupted run began; the workbook itself is never touched.

    To be called within `season_lock`, at the start of every command that writes. Gives notes for the GM, none as a
    rule. Raises `WorkbookUnavailable`.
    """
    found = read_journal(places)
    label = "the workbook" if found is None or found[1].label is None else found[1].label.spoken
    try:
        remove_probes(places)
        settled = settle(places, pauses)
    except OSError as error:
        raise from_system(error, places.folder) from error
    match settled:
        case Settled.UNPREPARED:
            return (say(Note.PREPARATIONS_REMOVED),)
        case Settled.TAKEN_BACK:
            return (say(Note.TAKEN_BACK, season=label),)
        case Settled.FINISHED:
            return (say(Note.FINISHED, season=label),)
        case Settled.NOTHING:
            return _compare_with_archive(places)


def check_unfinished(places: Places) -> tuple[str, ...]:
    """A note where a run was broken off, for commands that only read: the archive may then hold a season too many.

    Raises `WorkbookUnavailable`.
    """
    found = read_journal(places)
    if found is None or found[0] is Stage.PREPARING:
        return ()
    return (say(Note.UNFINISHED, season=found[1].label.spoken if found[1].label else "the workbook"),)


def _compare_with_archive(places: Places) -> tuple[str, ...]:
    last = last_season(places)
    if last is None or last.manifest is None or last.manifest.orders == last.manifest.result:
        return ()
    try:
        now = disk.hash_file(places.workbook)
    except OSError as error:
        raise from_system(error, places.named) from error
    return (say(Note.AS_HANDED_IN, season=last.label.spoken),) if now == last.manifest.orders.sha256 else ()

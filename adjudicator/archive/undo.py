"""The last season taken back: the workbook as it was handed in, byte for byte, and everything else kept."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from adjudicator.archive import disk
from adjudicator.archive.journal import Move
from adjudicator.archive.manifest import Manifest, SetAside, spell_time
from adjudicator.archive.notes import Note, say
from adjudicator.archive.places import Places, SeasonLabel, WorkbookAsRead, read_workbook
from adjudicator.archive.store import ArchivedSeason, is_kept, last_season, name_aside, read_orders
from adjudicator.archive.transaction import Changes, NewFile, carry_out, settle
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable, from_system

UNDONE = "undone.json"


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What taking back the last season would do.

    `changed_since` says that the workbook is not the one the season wrote, nor one that the archive has anyway (as it
    is after an undo): it is then kept as `kept_beside` first.
    `archive_to` and `reports_to` are the new names of the season's folders (`reports_to` None where it has none).
    `brought_back` are seasons that the undone run had set aside and that take their places again.
    """

    season: ArchivedSeason
    changed_since: bool
    kept_beside: Path | None
    archive_to: Path
    reports_to: Path | None
    brought_back: tuple[SeasonLabel, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """What was done, and sentences for the GM."""

    plan: UndoPlan
    notes: tuple[str, ...]


def plan_undo(places: Places) -> UndoPlan:
    """What `undo_season` would do now; nothing is written.

    Raises `WorkbookUnavailable`: nothing to undo, or an archived workbook that is not what its manifest says.
    """
    return _plan(places, read_workbook(places))[0]


def undo_season(places: Places, time: datetime, *, pauses: Sequence[float] = disk.PAUSES) -> Undone:
    """The workbook as it was handed in for the last season, byte for byte; its newsletters and archive set aside.

    `time` (aware) is written into `undone.json` in the season's folder; the manifest stays as it is. `pauses` (seconds)
    are made between attempts where a cloud program holds a file. To be called within `season_lock`, after `recover` and
    `check_workbook_free`. Raises `WorkbookUnavailable`; all is then as it was.
    """
    try:
        settle(places, pauses)
        original = read_workbook(places)
        plan, orders, back = _plan(places, original)
    except OSError as error:
        raise from_system(error, places.archive) from error
    notes = carry_out(places, original, _changes(places, original, plan, orders, back, time), pauses)
    return Undone(plan, (*_tell(plan), *notes))


def _plan(places: Places, original: WorkbookAsRead) -> tuple[UndoPlan, bytes, tuple[Move, ...]]:
    season = last_season(places)
    if season is None:
        raise WorkbookUnavailable(Reason.NOTHING_TO_UNDO, places.archive)
    orders = read_orders(season)
    manifest = season.manifest
    if manifest is None:
        raise AssertionError("orders were read, so there is a manifest")
    aside = name_aside(places, season.label, "undone")
    has_reports = os.path.lexists(places.reports / str(season.label))
    known = {manifest.result.sha256, manifest.orders.sha256}
    changed_since = original.sha256 not in known and not is_kept(places, original.sha256)
    returning = _returning(places, manifest)
    plan = UndoPlan(
        season=season,
        changed_since=changed_since,
        kept_beside=_name_beside(places) if changed_since else None,
        archive_to=places.archive / aside,
        reports_to=places.reports / aside if has_reports else None,
        brought_back=tuple(dict.fromkeys(kept.label for kept, _ in returning)),
    )
    return plan, orders, tuple(step for _, step in returning)


def _returning(places: Places, manifest: Manifest) -> tuple[tuple[SetAside, Move], ...]:
    """The folders that the season had set aside, where their old names are free once it is undone."""
    return tuple(
        (kept, Move(folder / kept.name, folder / str(kept.label)))
        for kept in manifest.set_aside
        for folder in (places.archive, places.reports)
        if os.path.lexists(folder / kept.name)
        and (kept.label == manifest.label or not os.path.lexists(folder / str(kept.label)))
    )


def _name_beside(places: Places) -> Path:
    for number in itertools.count(1):
        path = places.beside(f"before-undo-{number}")
        if not os.path.lexists(path):
            return path
    raise AssertionError("numbers do not end")


def _changes(
    places: Places,
    original: WorkbookAsRead,
    plan: UndoPlan,
    orders: bytes,
    back: tuple[Move, ...],
    time: datetime,
) -> Changes:
    label = plan.season.label
    note = {
        "kept_beside": plan.kept_beside.name if plan.kept_beside else None,
        "season": str(label),
        "time": spell_time(time),
        "workbook_sha256": original.sha256,
    }
    remark = NewFile(
        places.archive_staging / UNDONE,
        (json.dumps(note, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode(),
    )
    moves = [Move(plan.season.folder, plan.archive_to), Move(remark.path, plan.archive_to / UNDONE)]
    files = [remark]
    if plan.reports_to is not None:
        moves.append(Move(places.reports / str(label), plan.reports_to))
    if plan.kept_beside is not None:
        files.append(NewFile(places.kept, original.content, private=True))
        moves.append(Move(places.kept, plan.kept_beside))
    return Changes(
        label=label,
        staging=(places.archive_staging,),
        files=tuple(files),
        moves=(*moves, *back),
        workbook=orders,
        saved_beside_as=None,
    )


def _tell(plan: UndoPlan) -> tuple[str, ...]:
    label = plan.season.label
    told = [say(Note.UNDONE, season=label.spoken, name=plan.archive_to.name)]
    if plan.kept_beside is not None:
        told.append(say(Note.KEPT_BESIDE, name=plan.kept_beside.name))
    told.extend(say(Note.BROUGHT_BACK, season=season.spoken) for season in plan.brought_back)
    return tuple(told)

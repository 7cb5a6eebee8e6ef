"""The one place that changes the GM's files.

The road of a command that writes: `locate`, then within `season_lock`: `recover`, `check_workbook_free`,
`read_workbook`, resolve, `commit_season` or `commit_waiting`.
"""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive import disk
from adjudicator.archive.journal import Move
from adjudicator.archive.manifest import (
    MANIFEST,
    FileRecord,
    Manifest,
    ManifestFacts,
    SetAside,
    write_manifest,
)
from adjudicator.archive.notes import Note, say
from adjudicator.archive.places import Places, SeasonLabel, WorkbookAsRead, is_plain_name
from adjudicator.archive.store import labelled_folders, name_aside, previous_link
from adjudicator.archive.transaction import Changes, NewFile, carry_out, settle, write_new, write_over
from adjudicator.archive.unavailable import from_system

__all__ = [
    "Committed",
    "SeasonFiles",
    "commit_season",
    "commit_waiting",
    "seasons_in_the_way",
    "write_editions",
    "write_new",
]

RESULT_MARK = "result"


@dataclass(frozen=True, slots=True)
class SeasonFiles:
    """A resolved season, ready for the disk.

    `newsletters` maps file names (no folders) to bytes; empty: none are written.
    """

    places: Places
    original: WorkbookAsRead
    result: bytes
    newsletters: Mapping[str, bytes]
    label: SeasonLabel
    facts: ManifestFacts


@dataclass(frozen=True, slots=True)
class Committed:
    """What now lies on the disk. `notes` are sentences for the GM: what was set aside, what the next run will tidy."""

    label: SeasonLabel
    archive_folder: Path
    reports_folder: Path | None
    manifest: Manifest
    notes: tuple[str, ...]


def seasons_in_the_way(places: Places, label: SeasonLabel) -> tuple[SeasonLabel, ...]:
    """The seasons, `label` and later, whose folders committing `label` would set aside. None as a rule.

    There are some where the GM went back by hand, or mistyped the year. Raises `WorkbookUnavailable`.
    """
    found = {
        other for folder in (places.archive, places.reports) for other, _ in labelled_folders(folder) if other >= label
    }
    return tuple(sorted(found))


def commit_season(plan: SeasonFiles, *, pauses: Sequence[float] = disk.PAUSES) -> Committed:
    """Archive and newsletters into place, the workbook replaced last; all of it or nothing.

    Folders of this season or later ones that are there already are set aside, never overwritten. `pauses` (seconds) are
    made between attempts where a cloud program holds a file. To be called within `season_lock`.

    Raises `WorkbookUnavailable`; the workbook and the archive are then as they were. `ValueError` for newsletter names
    that are no file names, or the same but for case or Unicode form, and for a time without a zone.
    """
    _require_distinct_names(plan.newsletters)
    places, label = plan.places, plan.label
    try:
        settle(places, pauses)
        aside = tuple(
            SetAside(other, name_aside(places, other, "set-aside")) for other in seasons_in_the_way(places, label)
        )
        manifest = _manifest(plan, aside)
        changes = _changes(plan, manifest)
    except OSError as error:
        raise from_system(error, places.archive) from error
    notes = carry_out(places, plan.original, changes, pauses)
    return Committed(
        label=label,
        archive_folder=places.archive / str(label),
        reports_folder=places.reports / str(label) if plan.newsletters else None,
        manifest=manifest,
        notes=(*(say(Note.SET_ASIDE, season=kept.label.spoken, name=kept.name) for kept in aside), *notes),
    )


def commit_waiting(
    places: Places, original: WorkbookAsRead, content: bytes, *, pauses: Sequence[float] = disk.PAUSES
) -> tuple[str, ...]:
    """Replace the workbook alone, with the same safety: a season that waits (exit 3), notes on cells, collected orders.

    To be called within `season_lock`. Gives notes for the GM. Raises `WorkbookUnavailable`; the workbook is then as it
    was.
    """
    try:
        settle(places, pauses)
    except OSError as error:
        raise from_system(error, places.folder) from error
    changes = Changes(label=None, staging=(), files=(), moves=(), workbook=content, saved_beside_as=RESULT_MARK)
    return carry_out(places, original, changes, pauses)


def write_editions(folder: Path, editions: Mapping[str, bytes], *, pauses: Sequence[float] = disk.PAUSES) -> None:
    """Newsletters once more, or outside a season, into `folder`, which is made if it is not there.

    `editions` maps file names (no folders) to bytes. Each file comes whole or not at all; one of the same name is
    replaced, other files are left alone. Raises `WorkbookUnavailable`, and `ValueError` as `commit_season` does.
    """
    _require_distinct_names(editions)
    try:
        for missing in disk.missing_folders(folder):
            disk.make_folder(missing)
    except OSError as error:
        raise from_system(error, folder) from error
    for name, content in editions.items():
        write_over(folder / name, content, pauses)


def _manifest(plan: SeasonFiles, aside: tuple[SetAside, ...]) -> Manifest:
    places = plan.places
    return Manifest(
        label=plan.label,
        orders=FileRecord(f"orders{places.suffix}", plan.original.sha256),
        result=FileRecord(f"result{places.suffix}", hashlib.sha256(plan.result).hexdigest()),
        newsletters={name: hashlib.sha256(content).hexdigest() for name, content in plan.newsletters.items()},
        facts=plan.facts,
        previous=previous_link(places, plan.label),
        set_aside=aside,
    )


def _changes(plan: SeasonFiles, manifest: Manifest) -> Changes:
    places, label = plan.places, str(plan.label)
    archived = places.archive_staging / label
    files = [
        NewFile(archived / manifest.orders.name, plan.original.content, private=True),
        NewFile(archived / manifest.result.name, plan.result, private=True),
        NewFile(archived / MANIFEST, write_manifest(manifest)),
    ]
    moves = [
        Move(folder / str(kept.label), folder / kept.name)
        for kept in manifest.set_aside
        for folder in (places.archive, places.reports)
        if os.path.lexists(folder / str(kept.label))
    ]
    moves.append(Move(archived, places.archive / label))
    staging = [places.archive_staging]
    if plan.newsletters:
        printed = places.reports_staging / label
        files.extend(NewFile(printed / name, content) for name, content in plan.newsletters.items())
        moves.append(Move(printed, places.reports / label))
        staging.append(places.reports_staging)
    return Changes(
        label=plan.label,
        staging=tuple(staging),
        files=tuple(files),
        moves=tuple(moves),
        workbook=plan.result,
        saved_beside_as=RESULT_MARK,
    )


def _require_distinct_names(newsletters: Mapping[str, bytes]) -> None:
    seen: dict[str, str] = {}
    for name in newsletters:
        if not is_plain_name(name):
            raise ValueError(f"a newsletter cannot be named {name!r}")
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
        if folded in seen:
            raise ValueError(f"newsletters named {seen[folded]!r} and {name!r} would be one file on some disks")
        seen[folded] = name

"""The one place that changes the GM's files.

The road of a command that writes: `locate`, then within `season_lock`: `recover`, `check_workbook_free`,
`read_workbook`, resolve, `commit_season` or `commit_waiting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.manifest import Manifest, ManifestFacts
from adjudicator.archive.places import Places, SeasonLabel, WorkbookAsRead


@dataclass(frozen=True, slots=True)
class SeasonFiles:
    """A resolved season, ready for the disk. `newsletters` maps file names (no folders) to bytes; empty: none are made."""

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


def commit_season(plan: SeasonFiles) -> Committed:
    """Archive and newsletters into place, the workbook replaced last; all of it or nothing.

    Raises `WorkbookUnavailable`; the workbook and the archive are then as they were. `ValueError` for newsletter names
    that are no file names or are the same but for case.
    """
    raise NotImplementedError


def commit_waiting(places: Places, original: WorkbookAsRead, content: bytes) -> tuple[str, ...]:
    """Replace the workbook alone, with the same safety: a season that waits (exit 3), notes on cells, collected orders.

    Gives notes for the GM. Raises `WorkbookUnavailable`; the workbook is then as it was.
    """
    raise NotImplementedError


def write_new(path: Path, content: bytes) -> None:
    """A new file, complete or not at all, never over an existing one. Raises `WorkbookUnavailable`."""
    raise NotImplementedError

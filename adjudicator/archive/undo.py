"""The last season taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from adjudicator.archive.places import Places, SeasonLabel
from adjudicator.archive.store import ArchivedSeason


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What taking back the last season would do.

    `changed_since` says that the workbook is not the one the season wrote; it is then kept as `kept_beside` first.
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
    raise NotImplementedError


def undo_season(places: Places, time: datetime) -> Undone:
    """The workbook as it was handed in for the last season, byte for byte; its newsletters and archive set aside.

    `time` (aware) is written into `undone.json` in the season's folder; the manifest stays as it is. To be called within
    `season_lock`, after `recover` and `check_workbook_free`. Raises `WorkbookUnavailable`; all is then as it was.
    """
    raise NotImplementedError

"""`undo`: the last season taken back, after the GM has seen what that means."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.archive.guard import check_workbook_free
from adjudicator.archive.locking import season_lock
from adjudicator.archive.places import SeasonLabel, locate
from adjudicator.archive.recovery import recover
from adjudicator.archive.undo import UndoPlan, plan_undo, undo_season
from adjudicator.not_possible import NotPossibleError


class SeasonChangedError(NotPossibleError):
    """Another season is the last one now than the one the GM was asked about; nothing was taken back."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was taken back. `notes` are sentences for the GM."""

    plan: UndoPlan
    notes: tuple[str, ...]

    @property
    def season(self) -> SeasonLabel:
        """The season that was taken back, which the workbook stands before again."""
        return self.plan.season.label


def prepare_undo(workbook: Path, archive: Path | None, reports: Path | None) -> tuple[UndoPlan, tuple[str, ...]]:
    """What `take_back` would do now, and notes of what an interrupted run left to be put right; no season is touched.

    Raises `WorkbookUnavailable`: nothing to undo, the workbook cannot be replaced now, or the archive is damaged.
    """
    places = locate(workbook, archive, reports)
    with season_lock(places):
        notes = recover(places)
        check_workbook_free(places, expected_newsletter_bytes=0)
        return plan_undo(places), notes


def take_back(workbook: Path, archive: Path | None, reports: Path | None, expected: SeasonLabel) -> TakenBack:
    """Take back the last season, which must be `expected`: the workbook is again the file that was handed in for it.

    Raises `WorkbookUnavailable`, with everything as it was, and `SeasonChangedError` where another run came between.
    """
    places = locate(workbook, archive, reports)
    with season_lock(places):
        notes = recover(places)
        check_workbook_free(places, expected_newsletter_bytes=0)
        found = plan_undo(places).season.label
        if found != expected:
            raise SeasonChangedError(
                f"The last season is {found.spoken} now, not {expected.spoken}: another run came between. "
                "Nothing was taken back; look, and ask again."
            )
        undone = undo_season(places, datetime.now(UTC))
    return TakenBack(undone.plan, (*notes, *undone.notes))

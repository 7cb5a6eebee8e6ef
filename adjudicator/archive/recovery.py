"""What a run that was killed left behind, put right."""

from __future__ import annotations

from adjudicator.archive.places import Places


def recover(places: Places) -> tuple[str, ...]:
    """Finish or take back what an interrupted run began; the workbook itself is never touched.

    To be called within `season_lock`, at the start of every command that writes. Gives notes for the GM, none as a rule.
    Raises `WorkbookUnavailable`.
    """
    raise NotImplementedError

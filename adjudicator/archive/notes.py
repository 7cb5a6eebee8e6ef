"""What the GM is told in passing: one catalogue of sentences."""

from __future__ import annotations

from enum import Enum


class Note(Enum):
    """Something done that was not asked for in so many words. The value is the sentence."""

    TAKEN_BACK = (
        "A run that was broken off on {season} left things half done; they were taken back, and the workbook is as "
        "it was."
    )
    FINISHED = "A run that was broken off on {season} had done all but tidy up; that was done now."
    PREPARATIONS_REMOVED = "What a run that was broken off had prepared was removed; nothing had been changed."
    AS_HANDED_IN = (
        "The workbook is as it was handed in for {season}, which is archived: resolving that season again sets the "
        "archived one aside."
    )
    UNFINISHED = "A run on {season} was broken off; the next command that writes puts it right."
    SET_ASIDE = "An archived {season} was there already, and is kept as {name}."
    BROUGHT_BACK = "The archived {season}, which the undone run had set aside, is in its place again."
    UNDONE = "What was archived of {season} is kept as {name}."
    KEPT_BESIDE = "The workbook had been changed since the season was written; it is kept as {name}."
    NO_EARLIER_SEASON = (
        "Earlier seasons of this campaign are not in the archive at {path}; if they are archived elsewhere, name that "
        "folder with --archive, so that the archive stays whole."
    )
    TIDYING_LEFT = "All is written, but {path} could not be removed yet ({detail}); the next run does it."


def say(note: Note, **values: object) -> str:
    """The sentence with its values in place."""
    return note.value.format(**values)

"""What `verify` can find: one catalogue of differences, each with a sentence that names the place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from adjudicator.archive.places import SeasonLabel


class Gravity(Enum):
    """A difference makes `verify` fail; a correction is the GM's and listed by him; a note is worth knowing."""

    DIFFERENCE = "difference"
    CORRECTION = "correction"
    NOTE = "note"


class Wording(NamedTuple):
    """How grave it is, and the sentence."""

    gravity: Gravity
    text: str


_DIFFERENCE, _CORRECTION, _NOTE = Gravity.DIFFERENCE, Gravity.CORRECTION, Gravity.NOTE


class DifferenceKind(Enum):
    """Everything that can differ. The value is a stable word for other programs."""

    ARCHIVE = "archive"
    FILE_UNREADABLE = "file-unreadable"
    NOT_RESOLVED = "not-resolved"
    OTHER_SEASON = "other-season"
    VALUE = "value"
    ROW_MISSING = "row-missing"
    ROW_ADDED = "row-added"
    ROW_UNUSED = "row-unused"
    WORDS = "words"
    CHANGED_BETWEEN = "changed-between"
    ROW_GONE_BETWEEN = "row-gone-between"
    ROW_NEW_BETWEEN = "row-new-between"
    CORRECTED = "corrected"
    NOT_LISTED_YET = "not-listed-yet"
    SEED_NOT_COMMITTED = "seed-not-committed"
    SEED_CHANGED = "seed-changed"
    DRAW = "draw"
    RULE_CHANGED = "rule-changed"
    AS_HANDED_IN = "as-handed-in"
    WORKBOOK_UNREADABLE = "workbook-unreadable"


CATALOGUE: dict[DifferenceKind, Wording] = {
    DifferenceKind.ARCHIVE: Wording(_DIFFERENCE, "{text}"),
    DifferenceKind.FILE_UNREADABLE: Wording(_DIFFERENCE, "{file} cannot be read as a workbook: {why}"),
    DifferenceKind.NOT_RESOLVED: Wording(_DIFFERENCE, "{file} cannot be resolved again: {why}"),
    DifferenceKind.OTHER_SEASON: Wording(
        _DIFFERENCE, "{file} is a workbook of {found}, though archived for {expected}."
    ),
    DifferenceKind.VALUE: Wording(
        _DIFFERENCE, "{place}: {what} is {found} in the archived result; resolved again it is {expected}."
    ),
    DifferenceKind.ROW_MISSING: Wording(_DIFFERENCE, "{place}: the archived result has no row for {key}."),
    DifferenceKind.ROW_ADDED: Wording(
        _DIFFERENCE, "{place}: the archived result has a row for {key}, of which nothing comes when resolved again."
    ),
    DifferenceKind.ROW_UNUSED: Wording(_NOTE, "{place}: what was entered for {key} was not needed."),
    DifferenceKind.WORDS: Wording(
        _NOTE, "{place}: {count} told in other words by today's templates; what they tell is the same."
    ),
    DifferenceKind.CHANGED_BETWEEN: Wording(
        _DIFFERENCE,
        "{place}: {what} was {expected} in the result of {before} and {found} in {file}; no correction says why.",
    ),
    DifferenceKind.ROW_GONE_BETWEEN: Wording(
        _DIFFERENCE, "{place}: the row for {key} in the result of {before} is gone from {file}; no correction says why."
    ),
    DifferenceKind.ROW_NEW_BETWEEN: Wording(
        _DIFFERENCE, "{place}: the row for {key} in {file} was not in the result of {before}; no correction says why."
    ),
    DifferenceKind.CORRECTED: Wording(
        _CORRECTION, "{place}: {what} corrected by the GM from {expected} to {found}{reason}."
    ),
    DifferenceKind.NOT_LISTED_YET: Wording(
        _NOTE,
        "{place}: {what} was {expected} in the result of {before} and is {found} now; the next run lists it as a "
        "correction.",
    ),
    DifferenceKind.SEED_NOT_COMMITTED: Wording(
        _DIFFERENCE,
        "{place}: the seed in {file} is not the one committed to: its SHA-256 is {found}, the manifest says "
        "{expected}.",
    ),
    DifferenceKind.SEED_CHANGED: Wording(
        _DIFFERENCE, "{place}: the seed is another than in {before}: its SHA-256 was {expected} and is {found}."
    ),
    DifferenceKind.DRAW: Wording(
        _DIFFERENCE, "{place}: the public draw in {file} is {found}; the manifest says {expected}."
    ),
    DifferenceKind.RULE_CHANGED: Wording(_NOTE, "Rules: {what} was {expected} in {before} and is {found}."),
    DifferenceKind.AS_HANDED_IN: Wording(
        _NOTE, "The workbook is as it was handed in for {found}, which is archived; it is not compared with the result."
    ),
    DifferenceKind.WORKBOOK_UNREADABLE: Wording(
        _NOTE, "The workbook as it is now was not compared with the last result: {why}"
    ),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing found. `place` is a cell (`Nations!G3`), the key of a roll, a sheet or a path; `expected` and `found`
    are what was compared, as text, and never the seed; `reason` is the GM's own.
    """

    kind: DifferenceKind
    label: SeasonLabel | None
    place: str
    expected: str = ""
    found: str = ""
    reason: str = ""
    text: str = ""

    @property
    def gravity(self) -> Gravity:
        """Whether it fails the season, is explained, or is worth knowing."""
        return CATALOGUE[self.kind].gravity


def difference(
    kind: DifferenceKind,
    label: SeasonLabel | None,
    place: str,
    *,
    expected: str = "",
    found: str = "",
    reason: str = "",
    **words: str,
) -> Difference:
    """A difference with its sentence."""
    text = CATALOGUE[kind].text.format(
        place=place,
        expected=_quoted(expected, kind),
        found=_quoted(found, kind),
        reason=f" ({reason})" if reason else "",
        **words,
    )
    return Difference(kind, label, place, expected, found, reason, text)


_AS_THEY_ARE = frozenset(
    {
        DifferenceKind.SEED_CHANGED,
        DifferenceKind.SEED_NOT_COMMITTED,
        DifferenceKind.OTHER_SEASON,
        DifferenceKind.AS_HANDED_IN,
    }
)


def _quoted(value: str, kind: DifferenceKind) -> str:
    if kind in _AS_THEY_ARE:
        return value
    return f'"{value}"' if value else "empty"

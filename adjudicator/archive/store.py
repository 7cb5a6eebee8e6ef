"""Archived seasons, read: which there are, what their manifests say, whether they are whole and hang together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from adjudicator.archive.manifest import Manifest, Previous
from adjudicator.archive.places import Places, SeasonLabel
from adjudicator.model.campaign import Season


@dataclass(frozen=True, slots=True)
class ManifestProblem:
    """Why a manifest cannot be used, in a sentence."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class ArchivedSeason:
    """A season's folder in the archive. `manifest` is None where it is missing or damaged, and `problem` says why."""

    label: SeasonLabel
    folder: Path
    manifest: Manifest | None
    problem: ManifestProblem | None

    @property
    def year(self) -> int:
        """The year."""
        return self.label.year

    @property
    def season(self) -> Season:
        """The season."""
        return self.label.season


class FindingKind(Enum):
    """What can be wrong with the archive."""

    MANIFEST_DAMAGED = "manifest damaged"
    FILE_MISSING = "file missing"
    FILE_CHANGED = "file changed"
    NEWSLETTER_MISSING = "newsletter missing"
    NEWSLETTER_CHANGED = "newsletter changed"
    CHAIN_BROKEN = "chain broken"
    SEASON_MISSING = "season missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong: where, what, and a sentence for the GM."""

    kind: FindingKind
    label: SeasonLabel
    path: Path
    text: str


def list_seasons(places: Places) -> tuple[ArchivedSeason, ...]:
    """Every archived season by time; what was undone or set aside is not among them. Never raises for a bad manifest."""
    raise NotImplementedError


def last_season(places: Places) -> ArchivedSeason | None:
    """The latest archived season."""
    raise NotImplementedError


def previous_link(places: Places, label: SeasonLabel) -> Previous | None:
    """What the manifest of `label` has to say of the season archived before it. None for the first."""
    raise NotImplementedError


def previous_result(places: Places, label: SeasonLabel) -> bytes | None:
    """The result of the last season archived before `label`: what the program wrote, to see the GM's corrections.

    Raises `WorkbookUnavailable(ARCHIVE_DAMAGED)` where the file is not what its manifest says.
    """
    raise NotImplementedError


def read_archived(season: ArchivedSeason, *, result: bool) -> bytes:
    """The bytes of `orders.xlsx` or, with `result`, `result.xlsx`, compared with the manifest.

    Raises `WorkbookUnavailable(ARCHIVE_DAMAGED)`.
    """
    raise NotImplementedError


def check_chain(places: Places) -> tuple[Finding, ...]:
    """Everything that differs from the manifests: files, newsletters, the link from season to season. Empty: all is well."""
    raise NotImplementedError

"""Archived seasons, read: which there are, what their manifests say, whether they are whole and hang together."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from adjudicator.archive import disk
from adjudicator.archive.manifest import (
    LARGEST,
    MANIFEST,
    FileRecord,
    Manifest,
    ManifestDamaged,
    Previous,
    read_manifest,
)
from adjudicator.archive.places import Places, SeasonLabel, is_plain_name
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable, system_words
from adjudicator.model.campaign import Season

_ASIDE = re.compile(r"(?P<label>.+)\.(?P<mark>undone|set-aside)-(?P<number>[1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class ManifestProblem:
    """Why a manifest cannot be used, as the rest of a sentence that begins with its path."""

    path: Path
    text: str

    def __str__(self) -> str:
        """The whole sentence."""
        return f"{self.path}: {self.text}."


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
    """What can be wrong with the archive; the value is the sentence about the path."""

    MANIFEST_DAMAGED = "{path}: {detail}."
    FILE_MISSING = "{path} is missing."
    FILE_UNREADABLE = "{path} cannot be read ({detail})."
    FILE_CHANGED = "{path} is not the file that was archived: its SHA-256 is {found}, the manifest says {expected}."
    NEWSLETTER_MISSING = "{path} is missing."
    NEWSLETTER_CHANGED = (
        "{path} is not the newsletter that was written: its SHA-256 is {found}, the manifest says {expected}."
    )
    CHAIN_BROKEN = "{path} was written after another {previous} than the one that is archived."
    SEASON_MISSING = "{path} was written after {expected}, but before it the archive holds {found}."
    SEASONS_SKIPPED = "{path} follows {found} in the archive, though the season after that is {expected}."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong. `expected` and `found` are hashes or labels, by the kind; `text` is the sentence for the GM."""

    kind: FindingKind
    label: SeasonLabel
    path: Path
    expected: str
    found: str
    text: str


def list_seasons(places: Places) -> tuple[ArchivedSeason, ...]:
    """Every archived season by time; what was undone or set aside is not among them.

    A damaged manifest is a problem of its season, not an exception. Raises `WorkbookUnavailable` where the archive
    itself cannot be read.
    """
    return tuple(_read_season(label, folder) for label, folder in labelled_folders(places.archive))


def last_season(places: Places) -> ArchivedSeason | None:
    """The latest archived season; None where nothing is archived."""
    found = labelled_folders(places.archive)
    return _read_season(*found[-1]) if found else None


def season_before(places: Places, label: SeasonLabel) -> ArchivedSeason | None:
    """The last season archived before `label`; None where there is none."""
    found = [entry for entry in labelled_folders(places.archive) if entry[0] < label]
    return _read_season(*found[-1]) if found else None


def previous_link(places: Places, label: SeasonLabel) -> Previous | None:
    """What the manifest of `label` is to say of the season archived before it. None for the first.

    Raises `WorkbookUnavailable(ARCHIVE_DAMAGED)` where that season's manifest cannot be used.
    """
    earlier = season_before(places, label)
    if earlier is None:
        return None
    manifest = _manifest_of(earlier)
    return Previous(manifest.label, manifest.sha256, manifest.result.sha256)


def previous_result(places: Places, label: SeasonLabel) -> bytes | None:
    """The result of the last season archived before `label`: what the program wrote, to see the GM's corrections.

    Raises `WorkbookUnavailable(ARCHIVE_DAMAGED)` where the file is not what its manifest says.
    """
    earlier = season_before(places, label)
    return read_result(earlier) if earlier else None


def read_orders(season: ArchivedSeason) -> bytes:
    """The workbook as it was handed in, compared with the manifest. Raises `WorkbookUnavailable(ARCHIVE_DAMAGED)`."""
    return _read_recorded(season, _manifest_of(season).orders)


def read_result(season: ArchivedSeason) -> bytes:
    """The workbook as it was written, compared with the manifest. Raises `WorkbookUnavailable(ARCHIVE_DAMAGED)`."""
    return _read_recorded(season, _manifest_of(season).result)


def check_chain(places: Places) -> tuple[Finding, ...]:
    """Everything that differs from the manifests: files, newsletters, the link from season to season.

    Empty: all is well. A newsletters' folder that is missing altogether is one finding.
    """
    seasons = list_seasons(places)
    findings: list[Finding] = []
    for number, season in enumerate(seasons):
        findings.extend(_check_season(places, season))
        findings.extend(_check_link(season, seasons[number - 1] if number else None))
    return tuple(findings)


def labelled_folders(folder: Path) -> tuple[tuple[SeasonLabel, Path], ...]:
    """The seasons' folders below a campaign's archive or reports, by time; none where it is missing."""
    try:
        found = [(label, path) for path in folder.iterdir() if (label := SeasonLabel.parse(path.name)) is not None]
    except FileNotFoundError:
        return ()
    except OSError as error:
        reason = Reason.NOT_A_FOLDER if isinstance(error, NotADirectoryError) else Reason.UNREADABLE
        raise WorkbookUnavailable(reason, folder, system_words(error)) from error
    return tuple(sorted(found))


def name_aside(places: Places, label: SeasonLabel, mark: str) -> str:
    """A name that neither the archive nor the reports hold yet: `1071-1-winter.undone-2` for the mark `undone`."""
    taken = {0}
    for folder in (places.archive, places.reports):
        if not folder.is_dir():
            continue
        for path in folder.iterdir():
            found = _ASIDE.fullmatch(path.name)
            if found is not None and found["label"] == str(label) and found["mark"] == mark:
                taken.add(int(found["number"]))
    return f"{label}.{mark}-{max(taken) + 1}"


def is_kept(places: Places, sha256: str) -> bool:
    """Whether a workbook of these bytes lies in the folder of a season that was undone. Raises `OSError`."""
    if not places.archive.is_dir():
        return False
    undone = [
        path
        for path in places.archive.iterdir()
        if (found := _ASIDE.fullmatch(path.name)) and found["mark"] == "undone"
    ]
    workbooks = (folder / f"orders{places.suffix}" for folder in sorted(undone))
    return any(path.is_file() and disk.hash_file(path) == sha256 for path in workbooks)


def _read_season(label: SeasonLabel, folder: Path) -> ArchivedSeason:
    path = folder / MANIFEST
    try:
        with path.open("rb") as file:
            manifest = read_manifest(file.read(LARGEST + 1))
    except FileNotFoundError:
        return ArchivedSeason(label, folder, None, ManifestProblem(path, "the manifest is missing"))
    except OSError as error:
        return ArchivedSeason(label, folder, None, ManifestProblem(path, f"it cannot be read ({system_words(error)})"))
    except ManifestDamaged as error:
        return ArchivedSeason(label, folder, None, ManifestProblem(path, f"the manifest is damaged: {error}"))
    if manifest.label != label:
        return ArchivedSeason(label, folder, None, ManifestProblem(path, f"it is the manifest of {manifest.label}"))
    return ArchivedSeason(label, folder, manifest, None)


def _manifest_of(season: ArchivedSeason) -> Manifest:
    if season.manifest is None:
        detail = season.problem.text if season.problem else ""
        raise WorkbookUnavailable(Reason.ARCHIVE_DAMAGED, season.folder, detail)
    return season.manifest


def _read_recorded(season: ArchivedSeason, record: FileRecord) -> bytes:
    try:
        content = (season.folder / record.name).read_bytes()
    except OSError as error:
        detail = f"{record.name}: {system_words(error)}"
        raise WorkbookUnavailable(Reason.ARCHIVE_DAMAGED, season.folder, detail) from error
    if hashlib.sha256(content).hexdigest() != record.sha256:
        detail = f"{record.name} is not the file that was archived"
        raise WorkbookUnavailable(Reason.ARCHIVE_DAMAGED, season.folder, detail)
    return content


def _check_season(places: Places, season: ArchivedSeason) -> Iterator[Finding]:
    manifest = season.manifest
    if manifest is None:
        if season.problem is not None:
            yield _finding(FindingKind.MANIFEST_DAMAGED, season.label, season.problem.path, detail=season.problem.text)
        return
    for record in (manifest.orders, manifest.result):
        yield from _check_file(
            season.label,
            season.folder / record.name,
            record.sha256,
            missing=FindingKind.FILE_MISSING,
            changed=FindingKind.FILE_CHANGED,
        )
    reports = places.reports / str(season.label)
    if manifest.newsletters and not reports.is_dir():
        yield _finding(FindingKind.NEWSLETTER_MISSING, season.label, reports)
        return
    for name, sha256 in manifest.newsletters.items():
        if not is_plain_name(name):
            detail = f"it names a newsletter {name!r}, which no run writes"
            yield _finding(FindingKind.MANIFEST_DAMAGED, season.label, season.folder / MANIFEST, detail=detail)
            continue
        yield from _check_file(
            season.label,
            reports / name,
            sha256,
            missing=FindingKind.NEWSLETTER_MISSING,
            changed=FindingKind.NEWSLETTER_CHANGED,
        )


def _check_file(
    label: SeasonLabel, path: Path, expected: str, *, missing: FindingKind, changed: FindingKind
) -> Iterator[Finding]:
    try:
        found = disk.hash_file(path)
    except FileNotFoundError:
        yield _finding(missing, label, path, expected=expected)
    except OSError as error:
        yield _finding(FindingKind.FILE_UNREADABLE, label, path, detail=system_words(error))
    else:
        if found != expected:
            yield _finding(changed, label, path, expected=expected, found=found)


def _check_link(season: ArchivedSeason, before: ArchivedSeason | None) -> Iterator[Finding]:
    manifest = season.manifest
    if manifest is None:
        return
    link = manifest.previous
    if (link and link.label) != (before and before.label):
        expected = "no other season" if link is None else str(link.label)
        found = "none" if before is None else str(before.label)
        yield _finding(FindingKind.SEASON_MISSING, season.label, season.folder, expected=expected, found=found)
        return
    if link is None or before is None:
        return
    if before.label.next != season.label:
        yield _finding(
            FindingKind.SEASONS_SKIPPED,
            season.label,
            season.folder,
            expected=str(before.label.next),
            found=str(before.label),
        )
    if before.manifest is None:
        return  # named already, as that season's own finding
    if (link.manifest_sha256, link.result_sha256) != (before.manifest.sha256, before.manifest.result.sha256):
        yield _finding(
            FindingKind.CHAIN_BROKEN,
            season.label,
            season.folder,
            expected=link.manifest_sha256,
            found=before.manifest.sha256,
            previous=str(before.label),
        )


def _finding(
    kind: FindingKind, label: SeasonLabel, path: Path, *, expected: str = "", found: str = "", **values: str
) -> Finding:
    text = kind.value.format(path=path, expected=expected, found=found, **values)
    return Finding(kind, label, path, expected, found, text)

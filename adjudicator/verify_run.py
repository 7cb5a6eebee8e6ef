"""`verify`: every archived season resolved again and compared with what was written, and the chain that binds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

from adjudicator.archive.manifest import Manifest
from adjudicator.archive.places import Places, SeasonLabel, locate, read_workbook
from adjudicator.archive.recovery import check_unfinished
from adjudicator.archive.store import ArchivedSeason, Finding, FindingKind, check_chain, list_seasons
from adjudicator.corrections import find_corrections
from adjudicator.model.book import Book
from adjudicator.model.dice import RolledBy
from adjudicator.model.problems import Severity
from adjudicator.model.records import Correction
from adjudicator.model.rulebook import Rulebook, setting_text
from adjudicator.newsletter.phrases import Phrasebook
from adjudicator.rules.dice import seed_commitment
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.season_record import make_record
from adjudicator.season_run import templates_beside
from adjudicator.verify_findings import Difference, DifferenceKind, Gravity, difference
from adjudicator.verify_records import Sheets, compare_between, compare_with_record
from adjudicator.workbook.layout import Layout
from adjudicator.workbook.package import Package, package_from_bytes
from adjudicator.workbook.reader import Reading, ResultReading, read_package, read_result
from adjudicator.workbook.refusals import PackageRefused

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class VerifiedSeason:
    """One archived season resolved again. `events` and `dice` are None where it could not be resolved."""

    label: SeasonLabel
    events: int | None
    dice: int | None
    dice_of_the_gm: int | None
    differences: tuple[Difference, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is unexplained."""
        return all(found.gravity is not Gravity.DIFFERENCE for found in self.differences)


@dataclass(frozen=True, slots=True)
class Verification:
    """All seasons, and what was found about the workbook as it is now."""

    seasons: tuple[VerifiedSeason, ...]
    workbook: tuple[Difference, ...]
    notes: tuple[str, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Everything found, season by season."""
        return (*(found for season in self.seasons for found in season.differences), *self.workbook)

    @property
    def is_sound(self) -> bool:
        """Whether every difference is explained."""
        return all(found.gravity is not Gravity.DIFFERENCE for found in self.differences)


@dataclass(frozen=True, slots=True)
class _Link:
    """What the next workbook is compared with: a season's label, its result, and the records in it."""

    label: SeasonLabel
    result: ResultReading
    sheets: Sheets


class _Phrasebooks:
    """One phrasebook for each language, made once for all seasons: the templates behind it take a while to load."""

    def __init__(self, templates: Path | None) -> None:
        self._templates = templates
        self._books: dict[str, Phrasebook] = {}

    def of(self, language: str) -> Phrasebook:
        """The phrasebook of a language."""
        if language not in self._books:
            self._books[language] = Phrasebook(self._templates, language)
        return self._books[language]


def verify_campaign(workbook: Path, archive: Path | None = None, reports: Path | None = None) -> Verification:
    """Resolve every archived season again and compare; nothing is written.

    Damaged manifests and workbooks are differences, not exceptions. Raises `WorkbookUnavailable` where the workbook or
    the archive as a whole cannot be read, `PhraseError` where a template of the GM's cannot be used, `PackageRefused`
    where nothing is archived and the file is no workbook at all.
    """
    places = locate(workbook, archive, reports)
    notes = check_unfinished(places)
    broken = check_chain(places)
    verified: list[VerifiedSeason] = []
    books = _Phrasebooks(templates_beside(places))
    last: _Link | None = None
    seasons = list_seasons(places)
    content = read_workbook(places).content
    if not seasons:
        package_from_bytes(content)
    told_since = _corrections_in(places, content)
    for season in seasons:
        here = [each for each in broken if each.label == season.label]
        one, last = _verify_season(places, season, last, books, here, told_since)
        verified.append(one)
    return Verification(tuple(verified), tuple(_verify_workbook(places, last, content)), notes)


def _corrections_in(places: Places, content: bytes) -> tuple[Correction, ...]:
    """What stands on `Corrections` in the workbook as it is now: the GM may explain a change of long ago only today."""
    try:
        return read_result(places.workbook, package_from_bytes(content)).corrections
    except PackageRefused:
        return ()  # `_verify_workbook` tells why


def _verify_season(
    places: Places,
    season: ArchivedSeason,
    before: _Link | None,
    books: _Phrasebooks,
    broken: Sequence[Finding],
    told_since: tuple[Correction, ...],
) -> tuple[VerifiedSeason, _Link | None]:
    label, manifest = season.label, season.manifest
    found = [_of_archive(label, each) for each in broken if each.kind is not FindingKind.SEASONS_SKIPPED]
    skipped = [_of_archive(label, each) for each in broken if each.kind is FindingKind.SEASONS_SKIPPED]
    orders = _read_archived(places, season, "orders", read_package, found)
    result = _read_archived(places, season, "result", read_result, found)
    outcome: Resolution | None = None
    book = orders.book if orders is not None else None
    if orders is not None:
        outcome = _resolve(label, orders, f"{label}/orders{places.suffix}", found)
    if orders is not None and book is not None:
        file = f"the workbook handed in for {label.spoken}"
        listed = _listed_corrections(label, book.corrections, () if result is None else result.corrections, told_since)
        if any(_setting_place(orders.layout, setting) in listed for setting in ("Year", "Season")):
            skipped = []  # the GM turned the calendar by hand, and `Corrections` says so
        if before is not None:
            with _damage_named(label, file, found):
                found.extend(_check_link(label, orders, book, before, file, listed, is_archived=True))
        found.extend(_check_manifest(label, orders, book, manifest, file))
    found.extend(skipped)
    link = None if result is None else _Link(label, result, Sheets(result.package))
    if book is not None and outcome is not None and link is not None:
        with _damage_named(label, f"the result of {label.spoken}", found):
            found.extend(_check_result(places, book, outcome, link, books))
    one = VerifiedSeason(
        label,
        None if outcome is None else len(outcome.events),
        None if outcome is None else len(outcome.rolls),
        None if outcome is None else sum(roll.rolled_by is RolledBy.GM for roll in outcome.rolls),
        tuple(found),
    )
    return one, link


def _of_archive(label: SeasonLabel, finding: Finding) -> Difference:
    return difference(DifferenceKind.ARCHIVE, label, str(finding.path), text=finding.text)


@contextmanager
def _damage_named(label: SeasonLabel, file: str, found: list[Difference]) -> Iterator[None]:
    """A sheet that only records is read late; should it be damaged, that is one more finding."""
    try:
        yield
    except PackageRefused as refused:
        found.append(difference(DifferenceKind.FILE_UNREADABLE, label, file, file=file, why=f"{refused}."))


def _read_archived(
    places: Places, season: ArchivedSeason, which: str, read: Callable[[Path, Package], T], found: list[Difference]
) -> T | None:
    """An archived workbook as it lies there, also where it is not the one that was archived: more can be said then."""
    path = season.folder / f"{which}{places.suffix}"
    try:
        return read(places.workbook, package_from_bytes(path.read_bytes()))
    except OSError:
        if season.manifest is None:  # else the archive has named it already
            found.append(
                difference(
                    DifferenceKind.FILE_UNREADABLE, season.label, str(path), file=str(path), why="it is missing."
                )
            )
        return None
    except PackageRefused as refused:
        found.append(
            difference(DifferenceKind.FILE_UNREADABLE, season.label, str(path), file=str(path), why=f"{refused}.")
        )
        return None


def _resolve(label: SeasonLabel, orders: Reading, file: str, found: list[Difference]) -> Resolution | None:
    book = orders.book
    if book is None:
        why = str(next(problem for problem in orders.problems if problem.severity is Severity.ERROR))
        found.append(difference(DifferenceKind.NOT_RESOLVED, label, file, file=file, why=why))
        return None
    stands = SeasonLabel.of(book.state.year, book.state.season)
    if stands != label:
        found.append(
            difference(DifferenceKind.OTHER_SEASON, label, file, file=file, found=stands.spoken, expected=label.spoken)
        )
        return None
    if book.state.over:
        found.append(difference(DifferenceKind.NOT_RESOLVED, label, file, file=file, why="the campaign is over in it."))
        return None
    outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
    if not isinstance(outcome, Resolution):
        why = "not all of its battles or dice were entered."
        found.append(difference(DifferenceKind.NOT_RESOLVED, label, file, file=file, why=why))
        return None
    return outcome


def _check_manifest(
    label: SeasonLabel, orders: Reading, book: Book, manifest: Manifest | None, file: str
) -> Iterator[Difference]:
    if manifest is None:
        return
    commitment = seed_commitment(book.seed) if book.seed else ""
    if commitment != manifest.facts.seed_commitment:
        yield difference(
            DifferenceKind.SEED_NOT_COMMITTED,
            label,
            _setting_place(orders.layout, "Seed"),
            expected=manifest.facts.seed_commitment or "none",
            found=commitment or "none",
            file=file,
        )
    if book.orders.public_draw != manifest.facts.public_draw:
        yield difference(
            DifferenceKind.DRAW,
            label,
            _setting_place(orders.layout, "Public draw"),
            expected=manifest.facts.public_draw,
            found=book.orders.public_draw,
            file=file,
        )


def _check_result(
    places: Places, book: Book, outcome: Resolution, link: _Link, books: _Phrasebooks
) -> Iterator[Difference]:
    """State, status, dice, battles, chronicle and history of the result against the season resolved again."""
    label, result = link.label, link.result
    if result.state is None:
        file = f"{label}/result{places.suffix}"
        why = "its year and season, its nations or its map are not understood."
        yield difference(DifferenceKind.FILE_UNREADABLE, label, file, file=file, why=why)
    else:
        for each in find_corrections(result.layout, result.state, outcome.state, ()):
            what = f"{each.column} of {each.subject}" if each.subject else each.column
            yield difference(DifferenceKind.VALUE, label, each.cell, expected=each.was, found=each.now, what=what)
    record = make_record(book, outcome, books.of(book.language))
    if result.status is not record.status:
        yield difference(
            DifferenceKind.VALUE,
            label,
            _setting_place(result.layout, "Status"),
            expected=record.status.value,
            found=result.status.value,
            what="Status",
        )
    yield from compare_with_record(label, link.sheets, record)


def _listed_corrections(label: SeasonLabel, *told: Sequence[Correction]) -> dict[str, Correction]:
    """What stands on `Corrections` for a season, by cell: as handed in, with the result, and in the workbook today."""
    rows = (row for corrections in told for row in corrections)
    return {row.cell: row for row in rows if (row.year, row.season) == (label.year, label.season)}


def _check_link(
    label: SeasonLabel,
    reading: Reading,
    book: Book,
    before: _Link,
    file: str,
    listed: dict[str, Correction],
    *,
    is_archived: bool,
) -> Iterator[Difference]:
    """What differs between a result and the workbook handed in next, and whether the GM's corrections explain it."""
    previous = before.result
    if previous.state is not None:
        for each in find_corrections(reading.layout, book.state, previous.state, ()):
            what = f"{each.column} of {each.subject}" if each.subject else each.column
            row = listed.get(each.cell)
            explained = row is not None and row.now in ("", each.now)
            kind = DifferenceKind.NOT_LISTED_YET
            if explained:
                kind = DifferenceKind.CORRECTED
            elif is_archived:
                kind = DifferenceKind.CHANGED_BETWEEN
            yield difference(
                kind,
                label,
                each.cell,
                expected=each.was,
                found=each.now,
                reason=row.reason if row is not None and explained else "",
                what=what,
                before=before.label.spoken,
                file=file,
            )
    yield from _check_seed(label, reading, book, before, listed)
    yield from _check_rules(label, book.rulebook, previous.rulebook, before)
    now = Sheets(reading.package)
    for found in compare_between(label, before.sheets, now, previous=before.label, file=file):
        row = listed.get(found.place)
        if row is None:
            yield found
        else:
            kind = DifferenceKind.CORRECTED
            what = "the row" if not found.expected else "the entry"
            yield difference(
                kind, label, found.place, expected=found.expected, found=found.found, reason=row.reason, what=what
            )


def _check_seed(
    label: SeasonLabel, reading: Reading, book: Book, before: _Link, listed: dict[str, Correction]
) -> Iterator[Difference]:
    if book.seed == before.result.seed:
        return
    place = _setting_place(reading.layout, "Seed")
    was, now = (seed_commitment(seed) if seed else "none" for seed in (before.result.seed, book.seed))
    row = listed.get(place)
    kind = DifferenceKind.SEED_CHANGED if row is None else DifferenceKind.CORRECTED
    yield difference(
        kind,
        label,
        place,
        expected=was,
        found=now,
        reason=row.reason if row is not None else "",
        what="the seed's SHA-256",
        before=before.label.spoken,
    )


def _check_rules(label: SeasonLabel, now: Rulebook, was: Rulebook, before: _Link) -> Iterator[Difference]:
    for setting in fields(Rulebook):
        earlier, later = getattr(was, setting.name), getattr(now, setting.name)
        if earlier != later:
            yield difference(
                DifferenceKind.RULE_CHANGED,
                label,
                "Rules",
                expected=setting_text(earlier),
                found=setting_text(later),
                what=setting.name,
                before=before.label.spoken,
            )


def _verify_workbook(places: Places, last: _Link | None, content: bytes) -> Iterator[Difference]:
    """The workbook as it is now against the last result: what the next run will list, and what it would not."""
    if last is None:
        return
    try:
        reading = read_package(places.workbook, package_from_bytes(content))
    except PackageRefused as refused:
        yield difference(DifferenceKind.WORKBOOK_UNREADABLE, None, str(places.named), why=f"{refused}.")
        return
    book = reading.book
    if book is None:
        why = "it has errors, which `adjudicate check` lists."
        yield difference(DifferenceKind.WORKBOOK_UNREADABLE, None, str(places.named), why=why)
        return
    label = SeasonLabel.of(book.state.year, book.state.season)
    if label <= last.label:
        yield difference(DifferenceKind.AS_HANDED_IN, label, str(places.named), found=label.spoken)
        return
    listed = _listed_corrections(label, book.corrections)
    found: list[Difference] = []
    with _damage_named(label, "the workbook", found):
        found.extend(_check_link(label, reading, book, last, "the workbook", listed, is_archived=False))
    yield from found


def _setting_place(layout: Layout, name: str) -> str:
    campaign = layout.get("Campaign")
    if campaign is None or name not in campaign.rows:
        return "Campaign"
    return f"Campaign!{campaign.ref(campaign.rows[name], 'Value')}"

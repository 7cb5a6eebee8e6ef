"""The one road of a season: read → check → resolve → newsletters and archive prepared → workbook replaced last.

Everything that can go wrong goes wrong before the first of the GM's files is touched; what touches them is one call of
`archive.commit`, which does all of it or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import __version__
from adjudicator.archive.commit import Committed, SeasonFiles, commit_season, commit_waiting
from adjudicator.archive.guard import check_workbook_free
from adjudicator.archive.locking import season_lock
from adjudicator.archive.manifest import ManifestFacts
from adjudicator.archive.notes import Note
from adjudicator.archive.notes import say as say_note
from adjudicator.archive.places import Places, SeasonLabel, WorkbookAsRead, locate, read_workbook
from adjudicator.archive.recovery import recover
from adjudicator.archive.store import previous_result, season_before
from adjudicator.corrections import find_corrections
from adjudicator.model.book import Book
from adjudicator.model.campaign import Season, State
from adjudicator.model.problems import Problem, has_errors
from adjudicator.model.records import Correction
from adjudicator.not_possible import CampaignOverError
from adjudicator.order_warnings import check_silence, refusals
from adjudicator.rules.dice import seed_commitment
from adjudicator.rules.season import Resolution, Waiting, resolve_season
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import Reading, read_package, read_result

if TYPE_CHECKING:
    from adjudicator.newsletter.crew import Crew
    from adjudicator.season_news import Newsletters


def _silent(step: str) -> None:
    """Progress that nobody watches."""
    del step


class Ending(Enum):
    """How a run ended."""

    RESOLVED = "resolved"
    WAITING = "waiting"
    ERRORS = "errors"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the GM asked for. Roots that are None are `reports` and `archive` beside the workbook."""

    workbook: Path
    reports: Path | None = None
    archive: Path | None = None
    newsletters: bool = True
    no_orders: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """What a run did. `notes` are sentences for the GM; `problems` everything found wrong or worth knowing.

    `committed` is set only where the season was resolved, `waiting` only where it waits.
    """

    ending: Ending
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    book: Book | None = None
    outcome: Resolution | None = None
    waiting: Waiting | None = None
    committed: Committed | None = None
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A workbook read and its season resolved, with nothing written: what a run and a preview share."""

    reading: Reading
    problems: tuple[Problem, ...]
    outcome: Resolution | Waiting | None = None
    corrections: tuple[Correction, ...] = field(default=())

    @property
    def ending(self) -> Ending:
        """How the run will end."""
        if self.outcome is None:
            return Ending.ERRORS
        return Ending.RESOLVED if isinstance(self.outcome, Resolution) else Ending.WAITING


def judge_season(places: Places, content: bytes, *, no_orders: bool) -> Judged:
    """Read the workbook's bytes, check them and resolve the season; nothing is written.

    Raises `PackageRefused` for a file that is no workbook that can be edited, `CampaignOverError` (9.4).
    """
    reading = read_package(places.workbook, package_from_bytes(content))
    book = reading.book
    if book is None:
        return Judged(reading, reading.problems)
    if book.state.over:
        raise CampaignOverError
    silence = None if no_orders else check_silence(book)
    if silence is not None:
        return Judged(reading, (*reading.problems, silence))
    outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
    corrections = find_corrections(reading.layout, book.state, last_state(places, book), book.corrections)
    return Judged(reading, (*reading.problems, *refusals(book, outcome, reading.layout)), outcome, corrections)


def _lacks_seasons(places: Places, book: Book) -> bool:
    """Whether the workbook remembers seasons that the archive does not have: they lie elsewhere, or were lost."""
    now = SeasonLabel.of(book.state.year, book.state.season)
    before = season_before(places, now)
    recorded = {(row.year, row.season) for row in book.history}  # a row for every nation
    labels = (SeasonLabel.of(*season) for season in recorded)
    return any(label < now and (before is None or label > before.label) for label in labels)


def last_state(places: Places, book: Book) -> State | None:
    """The state in the result of the season archived before the one `book` stands before.

    None for the first season, and where the archive lacks seasons since: what they changed is no correction.
    """
    content = previous_result(places, SeasonLabel.of(book.state.year, book.state.season))
    if content is None or _lacks_seasons(places, book):
        return None
    return read_result(places.workbook, package_from_bytes(content)).state


def run_season(options: RunOptions, progress: Callable[[str], None] | None = None) -> Run:
    """Resolve the season the workbook names, and write it.

    Raises:
        WorkbookUnavailable: the workbook, the archive or the folders cannot be used now; nothing was changed.
        PackageRefused: the file is no workbook that can be edited.
        CampaignOverError: there is no season to resolve (9.4).
        WriteRefused: a result has no place in the workbook (a formula of an array, a merge, cells in the way).

    """
    say = progress or _silent
    places = locate(options.workbook, options.archive, options.reports)
    with season_lock(places):
        notes = recover(places)
        if options.newsletters:
            check_workbook_free(places)
        else:
            check_workbook_free(places, expected_newsletter_bytes=0)
        say("reading")
        original = read_workbook(places)
        judged = judge_season(places, original.content, no_orders=options.no_orders)
        book = judged.reading.book
        if book is not None and _lacks_seasons(places, book):
            notes = (*notes, say_note(Note.NO_EARLIER_SEASON, path=places.archive))
        if judged.outcome is None or book is None:
            return Run(Ending.ERRORS, judged.problems, notes, book)
        if isinstance(judged.outcome, Waiting):
            return _wait(places, judged, judged.outcome, book, original, notes)
        with _crew(options, book) as crew:
            return _resolve(options, places, judged, judged.outcome, book, original, notes, say, crew)


def _crew(options: RunOptions, book: Book) -> Crew:
    """Whoever prints the newsletters, started before there is anything to print: loading takes a second."""
    from adjudicator.newsletter.crew import Crew, hands_worth_starting

    return Crew(hands_worth_starting(len(book.world.nation) + 2) if options.newsletters else 0)


def _wait(
    places: Places, judged: Judged, waiting: Waiting, book: Book, original: WorkbookAsRead, notes: tuple[str, ...]
) -> Run:
    from adjudicator.season_record import make_waiting_record
    from adjudicator.workbook.writer import write_waiting

    written = write_waiting(judged.reading, make_waiting_record(book, waiting))
    if has_errors(written.notes):
        return Run(Ending.ERRORS, (*judged.problems, *written.notes), notes, book)
    if written.data != original.content:  # asked again before anything was filled in: there is nothing new to write
        notes = (*notes, *commit_waiting(places, original, written.data))
    return Run(Ending.WAITING, (*judged.problems, *written.notes), notes, book, waiting=waiting)


def _resolve(
    options: RunOptions,
    places: Places,
    judged: Judged,
    outcome: Resolution,
    book: Book,
    original: WorkbookAsRead,
    notes: tuple[str, ...],
    say: Callable[[str], None],
    crew: Crew,
) -> Run:
    from adjudicator.newsletter.phrases import Phrasebook
    from adjudicator.season_record import make_record
    from adjudicator.workbook.writer import write_season

    label = SeasonLabel.of(book.state.year, book.state.season)
    say("writing the workbook")
    phrasebook = Phrasebook(templates_beside(places), book.language)
    written = write_season(judged.reading, make_record(book, outcome, phrasebook, judged.corrections))
    problems = (*judged.problems, *written.notes)
    if has_errors(written.notes):
        return Run(Ending.ERRORS, problems, notes, book)
    newsletters: dict[str, bytes] = {}
    if options.newsletters:
        printed = print_newsletters(places, label, judged, outcome, book, say, crew)
        newsletters = printed.files
        notes = (*notes, *((printed.without_pdf,) if printed.without_pdf else ()))
    say("putting everything in its place")
    committed = commit_season(
        SeasonFiles(
            places=places,
            original=original,
            result=written.data,
            newsletters=newsletters,
            label=label,
            facts=ManifestFacts(
                seed_commitment=seed_commitment(book.seed) if book.seed else "",
                public_draw=book.orders.public_draw,
                program_version=__version__,
                status="over" if outcome.state.over else "orders",
                time=datetime.now(UTC),
            ),
        )
    )
    return Run(
        Ending.RESOLVED,
        problems,
        (*notes, *committed.notes),
        book,
        outcome=outcome,
        committed=committed,
        corrections=judged.corrections,
    )


def print_newsletters(
    places: Places,
    label: SeasonLabel,
    judged: Judged,
    outcome: Resolution,
    book: Book,
    say: Callable[[str], None],
    crew: Crew | None = None,
) -> Newsletters:
    """Every edition of a season just resolved, in memory: the players', the GM's and the public one.

    They are printed by `crew`, or by one that is started here.
    """
    from adjudicator.map_picture import find_map_picture
    from adjudicator.replay import chapters_before
    from adjudicator.season_news import NewsOptions, make_newsletters, reader_views

    chapters = chapters_before(places, label) if book.state.season is Season.FALL else ()
    views = reader_views(book, outcome, judged.corrections, chapters)
    say("laying out the newsletters")
    options = NewsOptions(templates=templates_beside(places), background=find_map_picture(book, places.folder))
    return make_newsletters(book, views, options, lambda name: say(f"newsletter {name}"), crew=crew)


def templates_beside(places: Places) -> Path | None:
    """The GM's own `templates` folder beside the workbook, if there is one."""
    folder = places.folder / "templates"
    return folder if folder.is_dir() else None

"""`status`: who has ordered, what the season waits for, and how far it is from the guard against silence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.places import Places, locate, read_workbook
from adjudicator.archive.recovery import check_unfinished
from adjudicator.forms.collect import missing_nations, present_orders
from adjudicator.forms.places import form_places
from adjudicator.model.book import Book
from adjudicator.model.campaign import Standing, Status
from adjudicator.model.problems import Problem, ProblemCode
from adjudicator.newsletter.phrases import Phrasebook
from adjudicator.newsletter.results import describe_order
from adjudicator.order_warnings import check_orders, check_silence, silent_allowed
from adjudicator.rules.season import Waiting, resolve_season
from adjudicator.season_run import templates_beside
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import read_package


@dataclass(frozen=True, slots=True)
class Ordered:
    """A nation that has ordered. `reads` is its order in words, `warnings` what the rules will refuse of it.

    Both are the GM's alone.
    """

    nation: str
    reads: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonStatus:
    """How the season at hand stands. With `book` None the workbook has errors.

    `missing` are the active nations without an order, `allowed` how many may be silent, `stopped` whether the guard
    would stop the run. `waiting` is what it waits for besides orders; `forms` the folder of forms where there is one.
    """

    book: Book | None
    ordered: tuple[Ordered, ...] = ()
    missing: tuple[str, ...] = ()
    allowed: int = 0
    stopped: bool = False
    waiting: Waiting | None = None
    forms: Path | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def season_status(workbook: Path, *, public: bool = False) -> SeasonStatus:
    """Look at the workbook; nothing is written, and for the public no order is looked at but whether it is there.

    Raises `WorkbookUnavailable`, `PackageRefused`.
    """
    places = locate(workbook)
    notes = check_unfinished(places)
    reading = read_package(places.workbook, package_from_bytes(read_workbook(places).content))
    book = reading.book
    if book is None:
        return SeasonStatus(None, problems=reading.problems, notes=notes)
    if book.state.over:
        return SeasonStatus(book, notes=notes)
    missing = missing_nations(book)
    active = [name for name, holding in book.state.holdings.items() if holding.standing is Standing.ACTIVE]
    there = tuple(name for name in active if name not in missing)
    folder = form_places(places, book).folder
    return SeasonStatus(
        book=book,
        ordered=tuple(Ordered(name, "", ()) for name in there) if public else _told(places, book, there),
        missing=missing,
        allowed=silent_allowed(book),
        stopped=check_silence(book) is not None,
        waiting=None if public else _waiting(book),
        forms=folder if folder.is_dir() and not public else None,
        problems=() if public else reading.problems,
        notes=notes,
    )


def _told(places: Places, book: Book, nations: tuple[str, ...]) -> tuple[Ordered, ...]:
    phrasebook = Phrasebook(templates_beside(places), book.language)
    orders = present_orders(book)
    warnings: dict[str, list[str]] = {}
    for problem in check_orders(book):
        nation = dict(problem.values).get("nation")  # an entry that is not needed is of no nation
        if nation is not None and problem.code is not ProblemCode.NATION_SILENT:
            warnings.setdefault(nation, []).append(problem.message)
    return tuple(
        Ordered(name, describe_order(phrasebook, orders[name]), tuple(warnings.get(name, ()))) for name in nations
    )


def _waiting(book: Book) -> Waiting | None:
    """What the GM still has to fill in, where the season was run and waits."""
    if book.status not in (Status.BATTLES, Status.DICE):
        return None
    outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
    return outcome if isinstance(outcome, Waiting) else None

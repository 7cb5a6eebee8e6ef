"""Archived seasons resolved again: for the yearbook, for newsletters printed once more, to verify and to explain."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.archive.places import Places, SeasonLabel
from adjudicator.archive.store import ArchivedSeason, list_seasons, read_orders
from adjudicator.model.book import Book
from adjudicator.model.problems import Problem, Severity
from adjudicator.not_possible import NotPossibleError
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.season_news import Chapters
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import Reading, read_package


class NotReplayableError(NotPossibleError):
    """An archived season cannot be resolved again: its workbook has errors, or it waits for the GM.

    Says which and why.
    """


@dataclass(frozen=True, slots=True)
class Replay:
    """An archived season: the workbook as it was handed in, and what comes of it when it is resolved now."""

    season: ArchivedSeason
    book: Book
    outcome: Resolution
    problems: tuple[Problem, ...]
    reading: Reading


def replay(places: Places, season: ArchivedSeason) -> Replay:
    """Resolve an archived season again from its `orders.xlsx`.

    Raises `NotReplayableError`, or `WorkbookUnavailable` where the archived file is damaged.
    """
    reading = read_package(places.workbook, package_from_bytes(read_orders(season)))
    book = reading.book
    if book is None:
        worst = next(problem for problem in reading.problems if problem.severity is Severity.ERROR)
        raise NotReplayableError(f"The archived {season.label.spoken} cannot be resolved again: {worst}")
    if book.state.over:
        raise NotReplayableError(f"The archived {season.label.spoken} cannot be resolved again: its campaign is over.")
    outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
    if not isinstance(outcome, Resolution):
        raise NotReplayableError(
            f"The archived {season.label.spoken} cannot be resolved again: its battles or dice were not all entered."
        )
    return Replay(season, book, outcome, reading.problems, reading)


def find_season(places: Places, label: SeasonLabel) -> ArchivedSeason | None:
    """The archived season of that label, or None."""
    return next((season for season in list_seasons(places) if season.label == label), None)


def chapters_before(places: Places, label: SeasonLabel) -> Chapters:
    """The events of the year's archived seasons before `label`, for the yearbook; what cannot be replayed is left
    out.
    """
    chapters = []
    for season in list_seasons(places):
        if season.label.year == label.year and season.label < label:
            try:
                told = replay(places, season)
            except (NotReplayableError, OSError):
                # the yearbook is a retrospect: `verify` is where a damaged archive is reported
                continue
            chapters.append((told.book.state.year, told.book.state.season, told.outcome.events))
    return tuple(chapters)

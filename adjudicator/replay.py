"""Archived seasons resolved again: for the yearbook, for newsletters printed once more, to verify and to explain."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.archive.places import Places, SeasonLabel
from adjudicator.archive.store import ArchivedSeason, list_seasons, read_orders
from adjudicator.model.book import Book
from adjudicator.model.problems import Problem
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.season_news import Chapters
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import read_package


class NotReplayableError(Exception):
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


def replay(places: Places, season: ArchivedSeason) -> Replay:
    """Resolve an archived season again from its `orders.xlsx`.

    Raises `NotReplayableError`, or `WorkbookUnavailable` where the archived file is damaged.
    """
    reading = read_package(places.workbook, package_from_bytes(read_orders(season)))
    book = reading.book
    if book is None:
        raise NotReplayableError(f"{season.label}: {reading.problems[0]}")
    outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
    if not isinstance(outcome, Resolution):
        raise NotReplayableError(f"{season.label}: its battles or dice were not all entered")
    return Replay(season, book, outcome, reading.problems)


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

"""Newsletters once more, from the archive: what was resolved is resolved again, only the pages are new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.commit import write_editions
from adjudicator.archive.locking import season_lock
from adjudicator.archive.places import Places, SeasonLabel, locate, read_workbook
from adjudicator.archive.recovery import recover
from adjudicator.archive.store import ArchivedSeason, list_seasons, read_orders
from adjudicator.corrections import find_corrections
from adjudicator.map_picture import find_map_picture
from adjudicator.model.book import Book
from adjudicator.model.campaign import Season
from adjudicator.model.view import SeasonView
from adjudicator.newsletter.editions import Format
from adjudicator.newsletter.filenames import PUBLIC_STEM
from adjudicator.replay import NotReplayableError, chapters_before, replay
from adjudicator.season_news import Newsletters, NewsOptions, founding_views, make_newsletters, reader_views
from adjudicator.season_run import last_state, templates_beside
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import read_package


class NoSuchSeasonError(LookupError):
    """No archived season is meant by what was asked for; the message lists those there are."""


class NoSuchReaderError(LookupError):
    """No edition is meant by the name that was asked for; the message lists those there are."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """Where the editions went, their names, and why there are no PDFs where there are none."""

    folder: Path
    names: tuple[str, ...]
    without_pdf: str


@dataclass(frozen=True, slots=True)
class ReprintOptions:
    """What to print:

    `season` as typed (`1071-2-spring`, `spring`, or empty for the last), `only` a nation, `gm` or `public`.
    """

    workbook: Path
    season: str = ""
    only: str = ""
    html: bool = False
    founding: bool = False
    reports: Path | None = None
    archive: Path | None = None


def reprint(options: ReprintOptions, progress: Callable[[str], None]) -> Reprint:
    """Make the editions of an archived season again, or the founding edition, and put them into the reports.

    Raises `NoSuchSeasonError`, `NoSuchReaderError`, `NotReplayableError`, and what the rooms below raise.
    """
    places = locate(options.workbook, options.archive, options.reports)
    with season_lock(places):
        recover(places)
        made, folder = _founding(places, options, progress) if options.founding else _season(places, options, progress)
        write_editions(folder, made.files)
    return Reprint(folder, tuple(made.files), made.without_pdf)


def choose_season(places: Places, wanted: str) -> ArchivedSeason:
    """The archived season that is meant: a label, a season's name (the latest such), or nothing for the last one."""
    seasons = list_seasons(places)
    label = SeasonLabel.parse(wanted)
    for season in reversed(seasons):
        if wanted in ("", "last") or season.label == label or season.season.value == wanted.casefold():
            return season
    there = ", ".join(str(season.label) for season in seasons) or "none yet"
    raise NoSuchSeasonError(f"No archived season is {wanted or 'there'}; there are: {there}.")


def _season(places: Places, options: ReprintOptions, progress: Callable[[str], None]) -> tuple[Newsletters, Path]:
    told = replay(places, choose_season(places, options.season))
    label, book = told.season.label, told.book
    corrections = find_corrections(told.reading.layout, book.state, last_state(places, book), book.corrections)
    chapters = chapters_before(places, label) if book.state.season is Season.FALL else ()
    views = reader_views(book, told.outcome, corrections, chapters)
    return _print(places, book, views, options, progress), places.reports / str(label)


def _founding(places: Places, options: ReprintOptions, progress: Callable[[str], None]) -> tuple[Newsletters, Path]:
    """From the workbook as it was handed in for the first season, or as it is now where none was played yet."""
    first = next(iter(list_seasons(places)), None)
    content = read_workbook(places).content if first is None else read_orders(first)
    reading = read_package(places.workbook, package_from_bytes(content))
    if reading.book is None:
        raise NotReplayableError(f"The workbook has errors: {reading.problems[0]}")
    book = reading.book
    folder = places.reports / f"{book.state.year}-0-founding"
    return _print(places, book, founding_views(book), options, progress), folder


def _print(
    places: Places,
    book: Book,
    views: dict[str, SeasonView],
    options: ReprintOptions,
    progress: Callable[[str], None],
) -> Newsletters:
    formats = frozenset({Format.PDF, Format.HTML} if options.html else {Format.PDF})
    news = NewsOptions(formats, templates_beside(places), find_map_picture(book, places.folder))
    wanted = _only(views, book, options.only)
    return make_newsletters(book, wanted, news, progress, common=views[PUBLIC_STEM])


def _only(views: dict[str, SeasonView], book: Book, wanted: str) -> dict[str, SeasonView]:
    """The edition asked for, by nation or file stem in any case."""
    if not wanted:
        return views
    for stem, view in views.items():
        if wanted.casefold() in (stem.casefold(), (view.viewer.nation or "").casefold()):
            return {stem: view}
    names = ", ".join((*book.world.nation, "gm", "public"))
    raise NoSuchReaderError(f"There is no edition for {wanted}; there are: {names}.")

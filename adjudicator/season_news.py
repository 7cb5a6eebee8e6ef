"""Newsletters for everyone: each reader's view, the editions, and what they are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adjudicator.model.book import Book
from adjudicator.model.campaign import Season
from adjudicator.model.events import Event
from adjudicator.model.records import Correction
from adjudicator.model.view import SeasonView
from adjudicator.newsletter.crew import Crew, hands_worth_starting
from adjudicator.newsletter.editions import Format, Paper, PdfUnavailable, prepare_newsletters
from adjudicator.newsletter.filenames import GM_STEM, PUBLIC_STEM, edition_stems
from adjudicator.newsletter.map import MapBackground
from adjudicator.rules.season import Resolution
from adjudicator.rules.view import GM, PUBLIC, founding_view, player, season_view

Chapters = tuple[tuple[int, Season, tuple[Event, ...]], ...]
"""Year, season and events of the year's earlier seasons, for the yearbook."""


@dataclass(frozen=True, slots=True)
class NewsOptions:
    """How editions are made. `templates` is the GM's own folder beside the workbook, if there is one."""

    formats: frozenset[Format] = frozenset({Format.PDF})
    templates: Path | None = None
    background: MapBackground | None = None


@dataclass(frozen=True, slots=True)
class Newsletters:
    """File names and contents; `without_pdf` says why there are web pages instead of PDFs, or is empty."""

    files: dict[str, bytes]
    without_pdf: str = ""


def reader_views(
    book: Book,
    outcome: Resolution,
    corrections: tuple[Correction, ...] = (),
    chapters: Chapters = (),
) -> dict[str, SeasonView]:
    """Every edition's view by file stem: the players in `Nations` order, then the GM and the public."""
    readers = {stem: player(nation) for nation, stem in edition_stems(book.world.nation).items()}
    return {
        stem: season_view(reader, book, outcome, corrections=corrections, chapters=chapters)
        for stem, reader in {**readers, GM_STEM: GM, PUBLIC_STEM: PUBLIC}.items()
    }


def founding_views(book: Book) -> dict[str, SeasonView]:
    """The views of the founding edition, before the first season."""
    readers = {stem: player(nation) for nation, stem in edition_stems(book.world.nation).items()}
    everyone = {**readers, GM_STEM: GM, PUBLIC_STEM: PUBLIC}
    return {stem: founding_view(reader, book) for stem, reader in everyone.items()}


def make_newsletters(
    book: Book,
    views: dict[str, SeasonView],
    options: NewsOptions,
    progress: Callable[[str], None] | None = None,
    *,
    common: SeasonView | None = None,
    crew: Crew | None = None,
) -> Newsletters:
    """The editions in the workbook's paper and language. `common` is the public's view where it is not among `views`.

    They are printed by `crew`, or by one that is started here.

    Where PDFs cannot be made on this computer, web pages are made instead and the reason is given: a season never fails
    for want of a library.
    """
    paper = Paper(book.paper)

    def prepare(formats: frozenset[Format], crew: Crew | None = None) -> dict[str, bytes]:
        return prepare_newsletters(
            views,
            common=common,
            formats=formats,
            paper=paper,
            language=book.language,
            templates=options.templates,
            map_background=options.background,
            progress=progress,
            crew=crew,
        )

    try:
        if crew is not None or Format.PDF not in options.formats:
            return Newsletters(prepare(options.formats, crew))
        with Crew(hands_worth_starting(len(views))) as started:
            return Newsletters(prepare(options.formats, started))
    except PdfUnavailable as missing:
        return Newsletters(prepare(frozenset({Format.HTML})), str(missing))

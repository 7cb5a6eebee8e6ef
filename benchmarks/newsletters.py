"""Newsletters: the post bag of a season against a plain loop that lays out each complete edition in one process."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator, Mapping

from adjudicator.model.book import Book
from adjudicator.model.view import SeasonView
from adjudicator.newsletter.crew import Crew
from adjudicator.newsletter.editions import Paper, compose, prepare_newsletters, write_pdf
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.season_news import reader_views
from benchmarks.campaigns import large
from benchmarks.measure import Measured, at_least, seconds

CORES = 2


def post_bag(book: Book) -> dict[str, SeasonView]:
    """Every reader's view of the campaign's next season."""
    outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
    if not isinstance(outcome, Resolution):
        raise TypeError("the campaign never waits")
    return reader_views(book, outcome)


def plain_loop(views: Mapping[str, SeasonView]) -> list[bytes]:
    """Each complete edition by itself, nothing shared but what the libraries keep."""
    common = views["public"]
    return [write_pdf(compose(view, common=common, paper=Paper.A4)) for view in views.values()]


def printed_by(crew: Crew, views: Mapping[str, SeasonView]) -> Callable[[], dict[str, bytes]]:
    return lambda: prepare_newsletters(views, crew=crew)


def processor_seconds() -> float:
    """Of this process and of all its children that have ended."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def processor_ratio(views: Mapping[str, SeasonView]) -> tuple[float, float]:
    """Processor seconds of the loop and of the crew, start and loading of its processes taken off."""
    idle = processor_seconds()
    with Crew(CORES) as crew:
        crew.submit(os.getpid).result()
    starting = processor_seconds() - idle
    begun = processor_seconds()
    plain_loop(views)
    loop = processor_seconds() - begun
    begun = processor_seconds()
    with Crew(CORES) as crew:
        printed_by(crew, views)()
    return loop, processor_seconds() - begun - starting


def measure_one(name: str, book: Book, target: float, rounds: int) -> Iterator[Measured]:
    views = post_bag(book)
    loops, ours = [], []
    with Crew(CORES) as crew:
        first = prepare_newsletters({"public": views["public"]}, crew=crew)
        if not first["public.pdf"].startswith(b"%PDF"):
            raise ValueError("no PDF was made")
        for _ in range(rounds):
            loops.append(seconds(lambda: plain_loop(views)))
            ours.append(seconds(printed_by(crew, views)))
    ratio = sorted(loop / our for loop, our in zip(loops, ours, strict=True))[rounds // 2]
    detail = f"{min(loops):.1f} s against {min(ours):.1f} s"
    yield at_least(f"newsletters of {name}, {CORES} processes, against a plain loop", ratio, target, detail)
    loop, our = processor_ratio(views)
    detail = f"{loop:.1f} s against {our:.1f} s of processor time; what {CORES} cores that nobody else uses can give"
    yield at_least(f"newsletters of {name}, by processor time", CORES * loop / our, target, detail)


def measure() -> Iterator[Measured]:
    yield from measure_one("8 nations", large(8, 40), 4, 3)
    yield from measure_one("40 nations", large(40, 200), 5, 1)

"""Resolving alone: seasons a second, one very large season, and the cost of an order as campaigns grow."""

from __future__ import annotations

import time
from collections.abc import Iterator

from adjudicator.model.book import Book
from adjudicator.rules.season import resolve_season
from benchmarks.campaigns import anatolia, large
from benchmarks.measure import Measured, at_least, at_most, medians, seconds


def resolve(book: Book, seed: str = "benchmark") -> None:
    resolve_season(book.world, book.state, book.orders, book.rulebook, seed)


def seasons_a_second(book: Book, for_seconds: float = 0.4) -> float:
    number, start = 0, time.perf_counter()
    while time.perf_counter() - start < for_seconds:
        for _ in range(50):
            resolve(book, str(number))
            number += 1
    return number / (time.perf_counter() - start)


def measure() -> Iterator[Measured]:
    book = anatolia()
    resolve(book)
    # The best of many short rounds: what others do on a shared machine can only take seasons away.
    rates = sorted(seasons_a_second(book) for _ in range(25))
    detail = f"median {rates[12]:,.0f}"
    yield at_least("seasons of the 7-nation sample a second, one process", rates[-1], 3000, detail)
    huge = large(1000, 5000)
    resolve(huge)
    yield at_most("a season of 1,000 nations and 5,000 territories, seconds", seconds(lambda: resolve(huge)), 0.5)
    small, big = large(10, 50), large(1000, 5000)
    for each in (small, big):
        resolve(each)
    taken = medians({"small": lambda: [resolve(small) for _ in range(100)], "big": lambda: resolve(big)}, 7)
    per_order = taken["big"] / 1000 / (taken["small"] / 100 / 10)
    yield at_most("cost per order, 1,000 nations against 10", per_order, 1.5)

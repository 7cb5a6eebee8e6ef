"""Campaigns of any size to measure with: a ring of lands, each nation with its share, everyone at everyone's throat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.model.book import Book
from adjudicator.model.campaign import (
    Border,
    Holding,
    Nation,
    Season,
    State,
    Status,
    Territory,
    World,
)
from adjudicator.model.orders import OrderKind, SeasonOrders, SubmittedOrder
from adjudicator.model.records import HistoryRow, Publicity
from adjudicator.model.rulebook import Rulebook
from adjudicator.workbook.reader import read_workbook
from adjudicator.workbook.samples.shipped import samples_folder


def anatolia() -> Book:
    """The seven-nation sample, read."""
    book = read_workbook(samples_folder() / "anatolia.xlsx").book
    if book is None:
        raise ValueError("the sample has errors")
    return book


def large(nations: int, territories: int) -> Book:
    """`nations` around a ring of `territories`, each bordering the next four; every third raids, defends or invades."""
    names = [f"Nation {number:04}" for number in range(nations)]
    lands = [f"Land {number:05}" for number in range(territories)]
    share = territories / nations
    owners: dict[str, str | None] = {land: names[int(place / share)] for place, land in enumerate(lands)}
    world = World(
        tuple(Nation(name, capital=lands[int(rank * share)], ag=rank % 5) for rank, name in enumerate(names)),
        tuple(Territory(land) for land in lands),
        tuple(
            Border(lands[place], lands[(place + step) % territories])
            for place in range(territories)
            for step in range(1, 5)
        ),
    )
    orders = {}
    for rank, name in enumerate(names):
        own = [lands[place] for place in range(int(rank * share), int((rank + 1) * share))]
        kind = (OrderKind.OFFENSIVE, OrderKind.DEFEND, OrderKind.RAID)[rank % 3]
        target = lands[(int((rank + 1) * share)) % territories]
        orders[name] = SubmittedOrder(name, kind, own[-1], target, rebuild=True, siege_gold=True, row=rank + 2)
    holdings = {name: Holding(300, 3, 0, lands[int(rank * share)]) for rank, name in enumerate(names)}
    return Book(
        title="A large campaign",
        status=Status.ORDERS,
        world=world,
        state=State(1071, Season.SPRING, holdings, owners),
        rulebook=Rulebook(),
        orders=SeasonOrders(orders, {}, {}, {}),
        publicity=Publicity(),
        seed="benchmark",
    )


def with_history(book: Book, years: int) -> Book:
    """The same campaign after `years` of four seasons, for charts and growth."""
    first = book.state.year - years
    rows = tuple(
        HistoryRow(first + year, season, name, 5, 375, 3, 2 * year, holding.standing)
        for year in range(years)
        for season in Season
        for name, holding in book.state.holdings.items()
    )
    return replace(book, history=rows)


def sample_path() -> Path:
    """Where the seven-nation sample lies."""
    return samples_folder() / "anatolia.xlsx"

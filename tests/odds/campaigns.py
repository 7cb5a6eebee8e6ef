"""Campaigns to imagine: single seasons in the notation of the conformance cases, and a ring of nations."""

from __future__ import annotations

from typing import Any

from adjudicator.model.book import Book
from adjudicator.model.campaign import Border, Holding, Nation, Season, State, Status, Terrain, Territory, World
from adjudicator.model.records import Publicity
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.balance import Study
from adjudicator.odds.question import SeasonQuestion, question_of
from tests.oracle.adapter import campaign_from

SEED = "the campaign's own seed"


def book_from(case: dict[str, Any], publicity: Publicity | None = None) -> Book:
    """The book of a conformance case."""
    world, state, orders, rulebook, _ = campaign_from({"rules": {}, **case})
    return Book(
        title="A case",
        status=Status.ORDERS,
        world=world,
        state=state,
        rulebook=rulebook,
        orders=orders,
        publicity=publicity or Publicity(),
        seed=SEED,
    )


def question_from(case: dict[str, Any]) -> SeasonQuestion:
    """The season of a conformance case, to be imagined."""
    return question_of(book_from(case))


def ring(names: tuple[str, ...] = ("Rome", "Veii", "Gaul", "Epirus"), inner: int = 3) -> tuple[World, State]:
    """Nations around a ring, each with a row of cities, and an independent one between any two."""
    territories: list[str] = []
    owners: dict[str, str | None] = {}
    borders: list[Border] = []
    for line, nation in enumerate(names):
        following = names[(line + 1) % len(names)]
        for number in range(inner):
            city = f"{nation} {number}"
            territories.append(city)
            owners[city] = nation
            if number:
                borders.append(Border(f"{nation} {number - 1}", city))
        free = f"Free {line}"
        territories.append(free)
        owners[free] = None
        sea = frozenset({Terrain.SEA}) if line % 2 else frozenset()
        borders += [
            Border(f"{nation} {inner - 1}", f"{following} 0", sea),
            Border(f"{nation} 1", free),
            Border(free, f"{following} 1", frozenset({Terrain.MOUNTAINS})),
        ]
    world = World(
        tuple(Nation(name, f"{name} 0", ag=line % 5) for line, name in enumerate(names)),
        tuple(Territory(name) for name in territories),
        tuple(borders),
    )
    holdings = {name: Holding(army_ap=375, gold=3, army_at=f"{name} 0") for name in names}
    return world, State(1071, Season.WINTER, holdings, owners)


def study(**changes: Any) -> Study:
    """A short study on the ring."""
    world, state = ring()
    settings: dict[str, Any] = {
        "world": world,
        "state": state,
        "rulebook": Rulebook(),
        "publicity": Publicity(),
        "years": 2,
        "strategies": {},
        "sim_seed": "a study",
    }
    return Study(**{**settings, **changes})

"""Short forms for the orders, borders and nations of the samples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.model.campaign import Border, Holding, Nation, Season, State, Terrain, Territory, World
from adjudicator.model.orders import OrderKind, SubmittedOrder
from adjudicator.model.rulebook import Rulebook
from adjudicator.workbook.samples.projection import Lambert


def offensive(
    nation: str, origin: str, target: str, *, rebuild: bool = False, siege_gold: bool = False
) -> SubmittedOrder:
    """An offensive from one territory against another."""
    return SubmittedOrder(nation, OrderKind.OFFENSIVE, origin, target, rebuild, siege_gold)


def raid(nation: str, origin: str, target: str, *, rebuild: bool = False) -> SubmittedOrder:
    """A raid from one territory against another."""
    return SubmittedOrder(nation, OrderKind.RAID, origin, target, rebuild)


def defend(nation: str, *intercept: str, rebuild: bool = False) -> SubmittedOrder:
    """Standing ready, with the enemies to intercept in order of preference."""
    return SubmittedOrder(nation, OrderKind.DEFEND, rebuild=rebuild, intercept=intercept)


def siege(nation: str, *, siege_gold: bool = False) -> SubmittedOrder:
    """Keeping the siege begun before."""
    return SubmittedOrder(nation, OrderKind.SIEGE, siege_gold=siege_gold)


def unwrapped(text: str) -> str:
    """Markdown with each paragraph on one line, so that a cell can break it where it likes; lists keep their lines."""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        kept = paragraph.startswith(("- ", "> ", "# ", "## ", "1. "))
        paragraphs.append(paragraph if kept else " ".join(paragraph.split("\n")))
    return "\n\n".join(paragraphs)


def borders(rows: Iterable[tuple[str, str, str]]) -> Iterator[Border]:
    """Borders from rows of two territories and their terrains, separated by `;` (empty: open land)."""
    for one, other, terrains in rows:
        words = [word.strip() for word in terrains.split(";") if word.strip()]
        yield Border(one, other, frozenset(Terrain(word) for word in words))


def world_and_state(
    nations: Sequence[Nation],
    lands: Sequence[tuple[str, str | None, float, float]],
    border_rows: Iterable[tuple[str, str, str]],
    projection: Lambert,
    year: int,
) -> tuple[World, State]:
    """The land and how things stand in the first winter.

    `lands` gives name, owner, longitude and latitude. Armies are full and stand in their capitals.
    Places are in kilometres from the north-western corner.
    """
    rules = Rulebook()
    places = [projection.place(longitude, latitude) for _, _, longitude, latitude in lands]
    west, north = min(x for x, _ in places), min(y for _, y in places)
    territories = tuple(Territory(name, x - west, y - north) for (name, *_), (x, y) in zip(lands, places, strict=True))
    world = World(tuple(nations), territories, tuple(borders(border_rows)))
    holdings = {
        nation.name: Holding(rules.full_army, rules.starting_gold, army_at=nation.capital) for nation in nations
    }
    owners = {name: owner for name, owner, _, _ in lands}
    return world, State(year, Season.WINTER, holdings, owners)

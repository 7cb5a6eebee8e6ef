"""The picture's names turned into indices, in an order that no row order of the workbook can change."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.newsletter.map.picture import MapPicture, MapTerrain, UnknownMapNameError

Link: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class World:
    """Territories in the order of their names, with every reference resolved.

    `owners` and `capital_of` hold indices into the picture's nations, `links` pairs of territory indices (smaller
    first), `neighbours` the same links seen from each territory.
    """

    names: tuple[str, ...]
    owners: tuple[int | None, ...]
    capital_of: tuple[int | None, ...]
    coordinates: tuple[Point | None, ...]
    links: dict[Link, frozenset[MapTerrain]]
    neighbours: tuple[tuple[int, ...], ...]
    index: dict[str, int]
    nation_index: dict[str, int]
    seed: int

    def territory(self, name: str) -> int:
        """The index of a territory; raises `UnknownMapNameError`."""
        try:
            return self.index[name]
        except KeyError:
            raise UnknownMapNameError(f"no territory named {name!r} is on the map") from None

    def nation(self, name: str) -> int:
        """The index of a nation; raises `UnknownMapNameError`."""
        try:
            return self.nation_index[name]
        except KeyError:
            raise UnknownMapNameError(f"no nation named {name!r} is on the map") from None


def stable_number(*words: str) -> int:
    """A number of 64 bits made from words: the same on every system and in every run."""
    return int.from_bytes(hashlib.sha256("\x1f".join(words).encode("utf-8", "surrogatepass")).digest()[:8], "big")


def link_of(first: int, second: int) -> Link:
    """Both ends of a border, the smaller index first."""
    return (first, second) if first < second else (second, first)


def build_world(picture: MapPicture) -> World:
    """Resolve all names of the picture.

    Raises:
        UnknownMapNameError: a name refers to nothing, or stands for two territories or nations.

    """
    territories = sorted(picture.territories, key=lambda territory: territory.name)
    names = tuple(territory.name for territory in territories)
    index = {name: number for number, name in enumerate(names)}
    nation_index = {nation.name: number for number, nation in enumerate(picture.nations)}
    if len(index) < len(names) or len(nation_index) < len(picture.nations):
        raise UnknownMapNameError("two territories or two nations on the map have the same name")

    def nation_of(name: str | None) -> int | None:
        if name is None:
            return None
        if name not in nation_index:
            raise UnknownMapNameError(f"no nation named {name!r} is on the map")
        return nation_index[name]

    links: dict[Link, frozenset[MapTerrain]] = {}
    around: list[set[int]] = [set() for _ in names]
    for border in picture.borders:
        for name in (border.first, border.second):
            if name not in index:
                raise UnknownMapNameError(f"no territory named {name!r} is on the map")
        link = link_of(index[border.first], index[border.second])
        # A territory has no border with itself to draw; saying so is the workbook reader's part.
        if link[0] != link[1]:
            links[link] = links.get(link, frozenset()) | border.terrains
            around[link[0]].add(link[1])
            around[link[1]].add(link[0])
    return World(
        names=names,
        owners=tuple(nation_of(territory.owner) for territory in territories),
        capital_of=tuple(nation_of(territory.capital_of) for territory in territories),
        coordinates=tuple(_coordinates(territory.x, territory.y) for territory in territories),
        links=dict(sorted(links.items())),
        neighbours=tuple(tuple(sorted(others)) for others in around),
        index=index,
        nation_index=nation_index,
        seed=stable_number(*names),
    )


def _coordinates(x: float | None, y: float | None) -> Point | None:
    if x is None or y is None or not (math.isfinite(x) and math.isfinite(y)):
        return None
    return (float(x), float(y))


def land_components(world: World) -> list[int]:
    """For each territory the number of its landmass: those joined by borders that are not sea."""
    component = [-1] * len(world.names)
    for start in range(len(world.names)):
        if component[start] >= 0:
            continue
        component[start] = start
        waiting = [start]
        while waiting:
            here = waiting.pop()
            for there in world.neighbours[here]:
                if component[there] < 0 and MapTerrain.SEA not in world.links[link_of(here, there)]:
                    component[there] = start
                    waiting.append(there)
    return component

"""Finds room for names and signs round the cities, so that none covers another."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon

from adjudicator.newsletter.map.world import Box

HARD = 1000.0
"""What it costs to cover something that must stay visible; no place that costs as much is ever taken."""

TILE = 0.8
"""Side of the grid, in points, on which soft ground is kept."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place where something could be set: the room it takes, and how much another would be preferred.

    `form` tells places of different make apart: lines of a name, or its size.
    """

    box: Box
    cost: float
    form: int = 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that wants a place; the more important is placed first and moved last."""

    key: int
    importance: float
    places: tuple[Place, ...]


Chosen: TypeAlias = dict[int, Place]


@dataclass
class Obstacles:
    """What names should keep off: solid things never covered, and lines and areas that cost by kind."""

    frame: Box
    solid: list[Box] = field(default_factory=list)
    soft: list[SoftGround] = field(default_factory=list)

    def costs(self, boxes: Sequence[Box]) -> list[float]:
        """What each box costs on this ground: `HARD` or more if it must not be taken."""
        if not boxes:
            return []
        array = np.array(boxes)
        left, top, right, bottom = self.frame
        outside = (array[:, 0] < left) | (array[:, 1] < top) | (array[:, 2] > right) | (array[:, 3] > bottom)
        total = np.where(outside, HARD * 2, 0.0)
        if self.solid:
            solid = np.array(self.solid)
            tree = shapely.STRtree(shapely.box(solid[:, 0], solid[:, 1], solid[:, 2], solid[:, 3]))
            hit = tree.query(shapely.box(array[:, 0], array[:, 1], array[:, 2], array[:, 3]))
            box, thing = array[hit[0]], solid[hit[1]]
            width = np.minimum(box[:, 2], thing[:, 2]) - np.maximum(box[:, 0], thing[:, 0])
            height = np.minimum(box[:, 3], thing[:, 3]) - np.maximum(box[:, 1], thing[:, 1])
            covered = (width > 0.05) & (height > 0.05)
            np.add.at(total, hit[0][covered], HARD)
        for ground in self.soft:
            total += ground.costs(array)
        return [float(cost) for cost in total]


class SoftGround:
    """Lines or areas that names had better not cover, as a fine grid of what is taken.

    Sums over the grid are kept so that any box is priced in one step, however many lines there are.
    """

    def __init__(
        self, frame: Box, cost: float, *, lines: Sequence[LineString] = (), areas: Sequence[Polygon] = ()
    ) -> None:
        self.origin = np.array(frame[:2])
        self.cost = cost
        self.areal = bool(areas)
        columns = math.ceil((frame[2] - frame[0]) / TILE) + 1
        rows = math.ceil((frame[3] - frame[1]) / TILE) + 1
        taken = np.zeros((rows + 1, columns + 1), dtype=np.float64)
        if lines:
            dense = shapely.segmentize(np.array(lines, dtype=object), TILE)
            self._mark(taken, shapely.get_coordinates(dense), add=True)
        for area in areas:
            left, top, right, bottom = area.bounds
            xs, ys = np.meshgrid(np.arange(left, right + TILE, TILE), np.arange(top, bottom + TILE, TILE))
            inside = shapely.contains_xy(area, xs.ravel(), ys.ravel())
            self._mark(taken, np.stack([xs.ravel()[inside], ys.ravel()[inside]], axis=1), add=False)
        self.sums = taken.cumsum(axis=0).cumsum(axis=1)

    def _cells(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        cells: NDArray[np.int64] = np.floor((points - self.origin) / TILE).astype(np.int64) + 1
        return cells

    def _mark(self, taken: NDArray[np.float64], points: NDArray[np.float64], *, add: bool) -> None:
        cells = self._cells(points)
        rows, columns = taken.shape
        within = (cells[:, 0] > 0) & (cells[:, 1] > 0) & (cells[:, 0] < columns) & (cells[:, 1] < rows)
        cells = cells[within]
        if add:
            np.add.at(taken, (cells[:, 1], cells[:, 0]), 1.0)
        else:
            taken[cells[:, 1], cells[:, 0]] = 1.0

    def costs(self, boxes: NDArray[np.float64]) -> NDArray[np.float64]:
        """The price of each box (rows of left, top, right, bottom): a little for touching, more for more."""
        rows, columns = self.sums.shape
        low, high = self._cells(boxes[:, :2]) - 1, self._cells(boxes[:, 2:])
        x0, x1 = np.clip(low[:, 0], 0, columns - 1), np.clip(high[:, 0], 0, columns - 1)
        y0, y1 = np.clip(low[:, 1], 0, rows - 1), np.clip(high[:, 1], 0, rows - 1)
        count = self.sums[y1, x1] - self.sums[y0, x1] - self.sums[y1, x0] + self.sums[y0, x0]
        width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
        share = count * TILE**2 / (width * height) if self.areal else count * TILE / np.hypot(width, height)
        result: NDArray[np.float64] = np.where(count > 0, self.cost * (0.25 + np.minimum(share, 1.5)), 0.0)
        return result


def place(wanted: Sequence[Wanted], obstacles: Obstacles, rounds: int = 8) -> Chosen:
    """A place for as many as find one. Nothing placed covers anything solid or anything else placed."""
    order = sorted(wanted, key=lambda thing: (-thing.importance, thing.key))
    boxes = [spot.box for thing in order for spot in thing.places]
    ground = iter(obstacles.costs(boxes))
    options: dict[int, list[tuple[float, Place]]] = {}
    for thing in order:
        priced = [(spot.cost + cost, spot) for spot, cost in zip(thing.places, ground, strict=False)]
        usable = [(cost, spot) for cost, spot in priced if cost < HARD]
        options[thing.key] = sorted(usable, key=lambda option: (option[0], option[1].box))
    return _Search(order, options).run(rounds)


class _Search:
    """Greedy first, then repaired: who finds no place may push one less fortunate aside if that one has another."""

    def __init__(self, order: Sequence[Wanted], options: dict[int, list[tuple[float, Place]]]) -> None:
        self.order = order
        self.options = options
        self.chosen: Chosen = {}
        self.price: dict[int, float] = {}
        sizes = [max(spot.box[2] - spot.box[0], 4.0) for found in options.values() for _, spot in found]
        self.tile = max(8.0, sum(sizes) / len(sizes)) if sizes else 8.0
        self.tiles: dict[tuple[int, int], list[int]] = defaultdict(list)

    def run(self, rounds: int) -> Chosen:
        # Those with the fewest free places go first within their importance.
        room = {thing.key: len(self.options[thing.key]) for thing in self.order}
        for thing in sorted(self.order, key=lambda thing: (-thing.importance, room[thing.key], thing.key)):
            self._settle(thing.key)
        for _ in range(rounds):
            changed = False
            for thing in self.order:
                if thing.key not in self.chosen:
                    changed |= self._settle(thing.key) or self._push(thing.key)
                elif self.price[thing.key] > self.options[thing.key][0][0]:
                    changed |= self._improve(thing.key)
            if not changed:
                break
        return self.chosen

    def _tiles_of(self, box: Box) -> Iterable[tuple[int, int]]:
        for column in range(int(box[0] // self.tile), int(box[2] // self.tile) + 1):
            for row in range(int(box[1] // self.tile), int(box[3] // self.tile) + 1):
                yield (column, row)

    def _covered(self, box: Box, but: int) -> set[int]:
        found = {key for tile in self._tiles_of(box) for key in self.tiles.get(tile, ()) if key != but}
        return {key for key in found if overlap(self.chosen[key].box, box)}

    def _take(self, key: int, cost: float, spot: Place) -> None:
        self._leave(key)
        self.chosen[key] = spot
        self.price[key] = cost
        for tile in self._tiles_of(spot.box):
            self.tiles[tile].append(key)

    def _leave(self, key: int) -> None:
        if key in self.chosen:
            for tile in self._tiles_of(self.chosen[key].box):
                self.tiles[tile].remove(key)
            del self.chosen[key], self.price[key]

    def _settle(self, key: int) -> bool:
        for cost, spot in self.options[key]:
            if not self._covered(spot.box, key):
                self._take(key, cost, spot)
                return True
        return False

    def _improve(self, key: int) -> bool:
        for cost, spot in self.options[key]:
            if cost >= self.price[key] - 1e-9:
                return False
            if not self._covered(spot.box, key):
                self._take(key, cost, spot)
                return True
        return False

    def _push(self, key: int) -> bool:
        """Take a place that only one other holds, if that one can move elsewhere."""
        for cost, spot in self.options[key]:
            holders = self._covered(spot.box, key)
            if len(holders) != 1:
                continue
            other = holders.pop()
            old = (self.price[other], self.chosen[other])
            self._leave(other)
            self._take(key, cost, spot)
            if self._settle(other):
                return True
            self._leave(key)
            self._take(other, *old)
        return False


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes cover common ground; touching edges do not."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def around(
    centre: tuple[float, float], clear: float, width: float, height: float, *, gap: float, form: int, penalty: float
) -> list[Place]:
    """Places for a box round a city sign of radius `clear`: right, left, above, below and between, near ones first.

    The order of preference is the cartographers' (Imhof): right and a little up is best, straight below worst.
    """
    x, y = centre
    found: list[Place] = []

    for ring, further in enumerate((0.0, 0.45 * height, 1.1 * height)):
        reach = clear + gap + further
        slant = reach * 0.72
        corners = (
            (x + reach, y - height / 2, 0.0),
            (x + slant, y - slant - height * 0.62, 0.3),
            (x + slant, y + slant - height * 0.38, 0.6),
            (x - reach - width, y - height / 2, 1.0),
            (x - slant - width, y - slant - height * 0.62, 1.3),
            (x - slant - width, y + slant - height * 0.38, 1.5),
            (x - width / 2, y - reach - height, 0.9),
            (x - width / 2, y + reach, 1.1),
            (x - width * 0.25, y - reach - height, 1.2),
            (x - width * 0.25, y + reach, 1.4),
            (x - width * 0.75, y - reach - height, 1.6),
            (x - width * 0.75, y + reach, 1.8),
        )
        further_off = ring * (3.0 + 2.5 * ring)
        found.extend(
            Place((left, top, left + width, top + height), cost + penalty + further_off, form)
            for left, top, cost in corners
        )
    return found

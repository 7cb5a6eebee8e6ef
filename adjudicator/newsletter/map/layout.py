"""Where the cities stand on the page: from X and Y, from a background picture's pixels, or by themselves."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from adjudicator.newsletter.map.picture import MapTerrain
from adjudicator.newsletter.map.style import Scale
from adjudicator.newsletter.map.world import Box, Link, Point, World, stable_number

Floats = NDArray[np.float64]

ANCHORS_NEEDED = 3
"""With fewer cities placed by the GM their coordinates say nothing about the others."""

MOST_STRETCH = 1.3
"""Given coordinates may be stretched in one direction to fill the page: degrees of longitude are shorter than degrees
of latitude, and few GMs project them."""

MOST_AUTOMATIC_STRETCH = 1.6

WIDEST = 1.25
"""Few cities do not move further apart than this many spacings to fill a page: their land would not look like land."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Where cities lie to each other, in any unit, and how far that may be stretched in one direction."""

    points: Floats
    stretch: float


def sketched(world: World, shape: float) -> Sketch:
    """The cities from their coordinates, or else from their borders, for a page `shape` times as wide as high."""
    known = [number for number, where in enumerate(world.coordinates) if where is not None]
    if len(known) == len(world.names):
        return Sketch(_given(world, known), MOST_STRETCH)
    if len(known) >= ANCHORS_NEEDED and _spread(_given(world, known)) > 0:
        return Sketch(_around_anchors(world, known), MOST_STRETCH)
    return Sketch(_by_borders(world, shape), MOST_AUTOMATIC_STRETCH)


def city_points(sketch: Sketch, world: World, box: Box, scale: Scale) -> list[Point]:
    """A place within `box` for each city, no two nearer than their signs need, and none too far for its neighbours."""
    points = fitted(sketch.points, box, sketch.stretch)
    if len(points) > 1:
        apart = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))
        np.fill_diagonal(apart, np.inf)
        usual = float(np.median(apart.min(axis=1)))
        middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        points = middle + (points - middle) * min(1.0, WIDEST * scale.spacing / max(usual, 1e-9))
    return as_points(spread_apart(points, world, box, scale))


def as_points(array: Floats) -> list[Point]:
    """Rows of x, y as plain pairs."""
    return [(float(x), float(y)) for x, y in array]


def _given(world: World, known: list[int]) -> Floats:
    return np.array([world.coordinates[number] for number in known], dtype=np.float64)


def _spread(points: Floats) -> float:
    return float(np.max(points.max(axis=0) - points.min(axis=0)))


def fitted(points: Floats, box: Box, most_stretch: float) -> Floats:
    """The points moved and scaled into the box, north still up."""
    left, top, right, bottom = box
    low, high = points.min(axis=0), points.max(axis=0)
    size = high - low
    room = np.array([right - left, bottom - top])
    factors = np.where(
        size > 1e-9 * max(1.0, float(np.abs(points).max())), room / np.where(size > 0, size, 1.0), np.inf
    )
    smallest = float(factors.min())
    if not math.isfinite(smallest):
        return np.tile(np.array([(left + right) / 2, (top + bottom) / 2]), (len(points), 1))
    scales = np.minimum(factors, smallest * most_stretch)
    centre = np.array([(left + right) / 2, (top + bottom) / 2])
    result: Floats = (points - (low + high) / 2) * scales + centre
    return result


def spread_apart(points: Floats, world: World, box: Box, scale: Scale) -> Floats:
    """Cities that would cover each other pushed apart, every city as near to its place as that allows."""
    count = len(points)
    if count < 2:
        return points
    nearest = max(scale.city * 3.4, scale.spacing * 0.44)
    start = points.copy()
    jitter = np.array([_direction(name) for name in world.names])
    moved = points + jitter * 1e-3 * nearest
    low, high = np.array(box[:2]), np.array(box[2:])
    for _ in range(80):
        offset = moved[:, None, :] - moved[None, :, :]
        distance = np.sqrt((offset**2).sum(axis=2))
        np.fill_diagonal(distance, np.inf)
        lack = np.maximum(nearest - distance, 0)
        if lack.max() < 0.02 * nearest:
            break
        push = (offset * (lack / np.maximum(distance, 1e-9))[:, :, None]).sum(axis=1) * 0.4
        length = np.sqrt((push**2).sum(axis=1, keepdims=True))
        push *= np.minimum(1, nearest / np.maximum(length, 1e-9))
        moved = np.clip(moved + push + (start - moved) * 0.01, low, high)
    return moved


def _direction(name: str) -> Point:
    angle = stable_number("direction", name) / 2**64 * 2 * math.pi
    return (math.cos(angle), math.sin(angle))


def _steps(world: World) -> Floats:
    """Distances along borders; a sea border is a longer step. Parts with no border between them lie side by side."""
    count = len(world.names)
    steps = np.full((count, count), np.inf)
    np.fill_diagonal(steps, 0)
    for (first, second), terrains in world.links.items():
        steps[first, second] = steps[second, first] = 1.3 if MapTerrain.SEA in terrains else 1.0
    for through in range(count):
        np.minimum(steps, steps[:, through : through + 1] + steps[through : through + 1, :], out=steps)
    reached = np.isfinite(steps)
    width = np.where(reached, steps, 0).max(axis=1)
    return np.where(reached, steps, (width[:, None] + width[None, :]) / 2 + 1.6)


def _by_borders(world: World, shape: float) -> Floats:
    """Places from the borders alone: distances on the page follow those along borders (stress majorization)."""
    bordering = _Bordering(world.names, frozenset(world.links.items()), world.seed, world)
    return np.zeros((1, 2)) if len(world.names) == 1 else _turned(_unfolded(bordering), shape)


@dataclass(frozen=True, slots=True)
class _Bordering:
    """A world as far as only borders count: two of them are equal whoever owns what."""

    names: tuple[str, ...]
    links: frozenset[tuple[Link, frozenset[MapTerrain]]]
    seed: int
    world: World = field(compare=False, repr=False)


@lru_cache(maxsize=1)
def _unfolded(bordering: _Bordering) -> Floats:
    """The best of several attempts, any way up. The GM's map and everybody's have the same borders."""
    world = bordering.world
    count = len(world.names)
    steps = _steps(world)
    attempts = 8 if count <= 40 else 4 if count <= 120 else 1
    sweeps = 120 if count <= 120 else 40
    best: tuple[int, float] | None = None
    chosen = np.zeros((count, 2))
    for attempt in range(attempts):
        start = _start(world, steps, attempt)
        points = _settled(start, steps, list(range(count)), sweeps)
        rating = (_crossings(points, world), round(_stress(points, steps), 3))
        if best is None or rating < best:
            best, chosen = rating, points
    chosen.setflags(write=False)
    return chosen


def _start(world: World, steps: Floats, attempt: int) -> Floats:
    """A first sketch: along the longest way through the map, and across it; later attempts start from other pivots."""
    west = attempt % len(world.names)
    west = int(np.argmax(steps[west]))
    east = int(np.argmax(steps[west]))
    across = np.abs(steps[west] - steps[east])
    north = int(np.argmax(steps[west] + steps[east] - 2 * across))
    south = int(np.argmax(steps[north] - 0.5 * across))
    sketch = np.stack([steps[west] - steps[east], steps[north] - steps[south]], axis=1)
    jitter = np.array([_direction(f"{attempt} {name}") for name in world.names])
    result: Floats = sketch + jitter * (0.3 if attempt < 4 else 1.5)
    return result


def _settled(start: Floats, steps: Floats, free: list[int], sweeps: int) -> Floats:
    """Each free point in turn at the weighted middle of where all others want it, until nothing moves."""
    points = start.copy()
    weights = 1 / np.maximum(steps, 1e-9) ** 2
    np.fill_diagonal(weights, 0)
    pull = weights / weights.sum(axis=1, keepdims=True)
    reach = pull * steps
    for _ in range(sweeps):
        furthest = 0.0
        for number in free:
            offset = points[number] - points
            distance = np.sqrt(np.einsum("ij,ij->i", offset, offset))
            stretch = reach[number] / np.maximum(distance, 1e-6)
            new = np.einsum("i,ij->j", pull[number], points) + np.einsum("i,ij->j", stretch, offset)
            furthest = max(furthest, float(np.abs(new - points[number]).max()))
            points[number] = new
        if furthest < 0.003:
            break
    return points


def _stress(points: Floats, steps: Floats) -> float:
    distance = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))
    weights = 1 / np.where(steps > 0, steps, np.inf) ** 2
    return float((weights * (distance - steps) ** 2).sum())


def _crossings(points: Floats, world: World) -> int:
    import shapely

    ends = np.array(list(world.links), dtype=np.int64).reshape(-1, 2)
    lines = shapely.linestrings(points[ends])
    pairs = shapely.STRtree(lines).query(lines, predicate="crosses")
    return int(pairs.shape[1]) // 2


def _turned(points: Floats, shape: float) -> Floats:
    """The points turned so that the longer side of their narrowest frame lies along the longer side of the page."""
    best_angle, best_area = 0.0, math.inf
    for degrees in range(0, 180, 3):
        size = np.ptp(points @ _rotation(degrees), axis=0)
        landscape = (size[0] >= size[1]) == (shape >= 1)
        area = float(size[0] * size[1]) + (0 if landscape else 1e6)
        if area < best_area - 1e-9:
            best_angle, best_area = float(degrees), area
    result: Floats = points @ _rotation(best_angle)
    return result


def _rotation(degrees: float) -> Floats:
    angle = math.radians(degrees)
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def _around_anchors(world: World, known: list[int]) -> Floats:
    """Cities without coordinates among those that have them, about as near to their neighbours as those are."""
    steps = _steps(world)
    anchors = _given(world, known)
    from_anchors = steps[np.ix_(known, known)]
    apart = np.sqrt(((anchors[:, None, :] - anchors[None, :, :]) ** 2).sum(axis=2))
    pairs = from_anchors > 0
    unit = float(np.median(apart[pairs] / from_anchors[pairs])) or 1.0
    points = np.zeros((len(world.names), 2))
    points[known] = anchors / unit
    placed = set(known)
    free = [number for number in range(len(world.names)) if number not in placed]
    for number in free:
        nearness = 1 / np.maximum(steps[number, known], 0.5) ** 3
        middle = (points[known] * nearness[:, None]).sum(axis=0) / nearness.sum()
        points[number] = middle + 0.2 * np.array(_direction(world.names[number]))
    return _settled(points, steps, free, 80)

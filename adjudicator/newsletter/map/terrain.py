"""Mountains, marshes, sea crossings, roads and cliffs: what a border is made of, drawn along it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapely.geometry import LineString
from shapely.geometry import Point as Spot

from adjudicator.newsletter.map.svg import path_data
from adjudicator.newsletter.map.world import Point, stable_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True, slots=True)
class Bead:
    """A place on a line, and the line's direction there."""

    where: Point
    along: Point


def beads(lines: Iterable[LineString], apart: float) -> list[Bead]:
    """Places evenly spread along the lines, about `apart` from each other, none at the very ends."""
    found: list[Bead] = []
    for line in lines:
        count = max(1, round(line.length / apart))
        step = line.length / count
        for number in range(count):
            here = (number + 0.5) * step
            before, after = (
                line.interpolate(max(0.0, here - step / 4)),
                line.interpolate(min(line.length, here + step / 4)),
            )
            length = math.hypot(after.x - before.x, after.y - before.y) or 1.0
            middle = line.interpolate(here)
            found.append(Bead((middle.x, middle.y), ((after.x - before.x) / length, (after.y - before.y) / length)))
    return found


def peaks(places: Sequence[Bead], size: float) -> tuple[str, str, str]:
    """Mountains: path data for their bodies, their outlines and the shading of their eastern slopes."""
    bodies: list[list[Point]] = []
    outlines: list[list[Point]] = []
    shades: list[list[Point]] = []
    for place in sorted(places, key=lambda bead: (bead.where[1], bead.where[0])):
        x, y = place.where
        chance = stable_number("peak", f"{x:.0f},{y:.0f}")
        height = size * (0.8 + 0.45 * (chance % 97) / 97)
        half = height * (0.56 + 0.1 * (chance // 97 % 89) / 89)
        x += (chance // 8633 % 83 / 83 - 0.5) * size * 0.3
        base, top = y + height * 0.42, y - height * 0.58
        ridge = (x + half * 0.12, top)
        left, right = (x - half, base), (x + half, base)
        knee = (x - half * 0.45, base - height * 0.62)
        bodies.append([left, knee, ridge, right])
        outlines.append([left, knee, ridge, (x + half * 0.5, top + height * 0.5), right])
        for part in (0.3, 0.55, 0.8):
            start = (ridge[0] + (right[0] - ridge[0]) * part * 0.9, ridge[1] + (right[1] - ridge[1]) * part * 0.9)
            shades.append([start, (start[0] - half * 0.3 * (1.15 - part), start[1] + (base - start[1]) * 0.75)])
        shades.append([ridge, (x + half * 0.02, top + height * 0.42), (x - half * 0.1, base - height * 0.2)])
    return path_data(bodies, closed=True), path_data(outlines), path_data(shades)


def reeds(places: Sequence[Bead], size: float) -> str:
    """Marsh: path data of tufts of reed over a short line of water."""
    strokes: list[list[Point]] = []
    for place in places:
        x, y = place.where
        strokes.append([(x - size * 0.62, y + size * 0.3), (x + size * 0.62, y + size * 0.3)])
        strokes.append([(x - size * 0.25, y + size * 0.52), (x + size * 0.35, y + size * 0.52)])
        for lean, length in ((-0.42, 0.62), (-0.2, 0.9), (0.02, 1.05), (0.24, 0.85), (0.44, 0.58)):
            foot = y + size * 0.16
            strokes.append([(x + lean * size * 0.45, foot), (x + lean * size, foot - length * size * 0.75)])
    return path_data(strokes)


def cliff(lines: Sequence[LineString], size: float) -> str:
    """A border without passage: path data of teeth on one side of the line."""
    strokes: list[list[Point]] = [[(x, y) for x, y in line.coords] for line in lines]
    for place in beads(lines, size * 0.62):
        x, y = place.where
        across = (-place.along[1], place.along[0])
        strokes.append([(x, y), (x + across[0] * size * 0.55, y + across[1] * size * 0.55)])
    return path_data(strokes)


def waves(places: Iterable[Point], size: float) -> str:
    """Open water: path data of little swells."""
    swell = (0.0, -0.22, -0.26, -0.1, 0.05, -0.17, -0.26, -0.2, 0.0)
    shape = [(-1 + 0.25 * step, height) for step, height in enumerate(swell)]
    return path_data([(x + dx * size, y + dy * size) for dx, dy in shape] for x, y in places)


def bowed(start: Point, end: Point, bow: float) -> LineString:
    """A line from start to end that swings to its right by `bow` times its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    control = ((start[0] + end[0]) / 2 - dy * bow * 2, (start[1] + end[1]) / 2 + dx * bow * 2)
    points: list[Point] = []
    for step in range(17):
        t = step / 16
        from_start, from_control, from_end = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append(
            (
                from_start * start[0] + from_control * control[0] + from_end * end[0],
                from_start * start[1] + from_control * control[1] + from_end * end[1],
            )
        )
    return LineString(points)


def free_way(start: Point, end: Point, avoided: BaseGeometry, others: Sequence[Point], clearance: float) -> LineString:
    """The straightest line between two cities that keeps off `avoided` and off the other cities."""
    best: LineString | None = None
    lowest = math.inf
    for bow in (0.0, 0.08, -0.08, 0.16, -0.16, 0.25, -0.25, 0.36, -0.36):
        line = bowed(start, end, bow)
        cost = abs(bow) * line.length * 0.5 + line.intersection(avoided).length * 2
        cost += sum(max(0.0, clearance - line.distance(Spot(other))) * 8 for other in others)
        if cost < lowest - 1e-6:
            best, lowest = line, cost
        if lowest <= abs(bow) * line.length * 0.5:
            break
    if best is None:
        raise AssertionError("a list of bows is never empty")
    return best


def trimmed(line: LineString, start: float, end: float) -> LineString:
    """The line without its first `start` and last `end` points of length."""
    from shapely.ops import substring

    if line.length <= start + end:
        return substring(line, 0.45, 0.55, normalized=True)
    return substring(line, start, line.length - end)

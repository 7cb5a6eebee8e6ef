"""Arrows of invasions, raids and withdrawals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot

from adjudicator.newsletter.map.picture import MapMarchKind
from adjudicator.newsletter.map.terrain import bowed, trimmed
from adjudicator.newsletter.map.world import Point


@dataclass(frozen=True, slots=True)
class March:
    """A march to draw: between two cities, starting and ending at some distance from their middles."""

    kind: MapMarchKind
    nation: int
    start: Point
    end: Point
    start_gap: float
    end_gap: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow found: its spine, and the outline of the body (for a raid or a withdrawal, of the head alone)."""

    march: March
    spine: LineString
    outline: Polygon
    width: float

    @property
    def covered(self) -> Polygon:
        """The ground that names should keep off."""
        # The outline of a very short arrow may cross itself, which a union would not forgive.
        return self.spine.buffer(self.width * 0.6, quad_segs=2).union(self.outline.buffer(0))


def lay_arrows(marches: Sequence[March], cities: Sequence[Point], clearance: float, width: float) -> list[Arrow]:
    """An arrow for each march, bent so that it keeps off other cities and crosses as few other arrows as possible."""
    laid: list[Arrow] = []
    lanes: list[Polygon] = []
    for march in marches:
        others = [city for city in cities if city not in (march.start, march.end)]
        length = math.dist(march.start, march.end)
        near = [
            Spot(city)
            for city in others
            if math.dist(city, march.start) < length * 1.2 and math.dist(city, march.end) < length * 1.2
        ]
        best: tuple[float, LineString] | None = None
        for bow in (0.12, -0.12, 0.2, -0.2, 0.06, -0.06, 0.3, -0.3, 0.4, -0.4):
            spine = trimmed(bowed(march.start, march.end, bow), march.start_gap, march.end_gap)
            cost = abs(abs(bow) - 0.12) * 30 + (0.4 if bow < 0 else 0)
            cost += sum(max(0.0, clearance - spine.distance(spot)) * 10 for spot in near)
            cost += sum(_clash(spine, other, lane) for other, lane in zip(laid, lanes, strict=True))
            if best is None or cost < best[0] - 1e-9:
                best = (cost, spine)
        if best is None:
            raise AssertionError("a list of bows is never empty")
        thickness = width if march.kind is MapMarchKind.INVASION else width * 0.62
        laid.append(Arrow(march, best[1], _outline(best[1], march.kind, thickness), thickness))
        lanes.append(best[1].buffer(width * 1.3, quad_segs=2))
    return laid


def _clash(spine: LineString, other: Arrow, lane: Polygon) -> float:
    meeting = 25.0 if spine.crosses(other.spine) else 0.0
    beside = spine.intersection(lane).length if spine.intersects(lane) else 0.0
    return meeting + float(beside) * 1.5


def _outline(spine: LineString, kind: MapMarchKind, width: float) -> Polygon:
    """The tapered body with its head; the head never takes more than half of a short arrow."""
    total = spine.length
    head = min(width * 2.5, total * 0.5)
    half_head = min(width * 1.35, head * 0.62)
    neck = total - head
    steps = [step / 12 for step in range(13)]
    left: list[Point] = []
    right: list[Point] = []
    if kind is MapMarchKind.INVASION:
        for step in steps:
            (x, y), (nx, ny) = _at(spine, neck * step)
            half = width * (0.16 + 0.38 * step**1.3)
            left.append((x + nx * half, y + ny * half))
            right.append((x - nx * half, y - ny * half))
    (x, y), (nx, ny) = _at(spine, neck)
    back = _at(spine, max(0.0, neck - head * 0.12))[0]
    tip = _at(spine, total)[0]
    barb_left = (back[0] + nx * half_head, back[1] + ny * half_head)
    barb_right = (back[0] - nx * half_head, back[1] - ny * half_head)
    middle = [] if left else [(x, y)]
    return Polygon([*left, barb_left, tip, barb_right, *reversed(right), *middle])


def _at(spine: LineString, distance: float) -> tuple[Point, Point]:
    """The place at a distance along the spine, and the direction to its left."""
    here = spine.interpolate(distance)
    before = spine.interpolate(max(0.0, distance - 0.5))
    after = spine.interpolate(min(spine.length, distance + 0.5))
    length = math.hypot(after.x - before.x, after.y - before.y) or 1.0
    return (here.x, here.y), (-(after.y - before.y) / length, (after.x - before.x) / length)

"""What fills the open sea: waves and a compass rose, wherever nothing else needs the room."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from adjudicator.newsletter.map.ground import Borders
from adjudicator.newsletter.map.land import Land
from adjudicator.newsletter.map.lettering import Lettering
from adjudicator.newsletter.map.signs import compass
from adjudicator.newsletter.map.style import SEA_LINE, Scale
from adjudicator.newsletter.map.svg import path
from adjudicator.newsletter.map.terrain import waves
from adjudicator.newsletter.map.world import Box, Point, stable_number

LARGEST_ROSE = 30.0
SMALLEST_ROSE = 11.0


def draw_ornaments(
    land: Land,
    borders: Borders,
    taken: Sequence[BaseGeometry],
    box: Box,
    scale: Scale,
    north: str,
    lettering: Lettering,
) -> str:
    """A compass rose where the sea is widest, and waves over the rest of it."""
    routes: list[LineString] = borders.crossings
    blocked = shapely.union_all([land.whole, *taken, *(line.buffer(2.0) for line in routes)])
    parts: list[str] = []
    rose = _widest_place(blocked, box)
    if rose is not None:
        centre, room = rose
        radius = min(LARGEST_ROSE, room / 1.55)
        parts.append(compass(centre, radius, north, lettering))
        blocked = blocked.union(shapely.Point(centre).buffer(radius * 1.8))
    size = max(2.2, min(scale.spacing * 0.07, 4.6))
    places = _wave_places(blocked, box, size)
    parts.append(
        path(
            waves(places, size),
            fill="none",
            stroke=SEA_LINE,
            stroke_width=max(0.4, size * 0.12),
            stroke_linecap="round",
        )
    )
    return "".join(parts)


def _widest_place(blocked: BaseGeometry, box: Box) -> tuple[Point, float] | None:
    """The place in the sea furthest from everything, and how far that is; None if no rose would fit."""
    left, top, right, bottom = box
    sea = shapely.difference(shapely.box(left + 4, top + 4, right - 4, bottom - 4), blocked)
    best: tuple[Point, float] | None = None
    for part in shapely.get_parts(sea):
        if not isinstance(part, Polygon) or part.area < 4 * SMALLEST_ROSE**2:
            continue
        circle = shapely.maximum_inscribed_circle(shapely.simplify(part, 0.5), tolerance=1.0)
        centre, _ = circle.coords
        if best is None or circle.length > best[1] + 1e-6:
            best = ((float(centre[0]), float(centre[1])), float(circle.length))
    return best if best is not None and best[1] / 1.55 >= SMALLEST_ROSE else None


def _wave_places(blocked: BaseGeometry, box: Box, size: float) -> list[Point]:
    left, top, right, bottom = box
    near = blocked.buffer(size * 1.6, quad_segs=2)
    shapely.prepare(near)
    across, down = size * 7.5, size * 5.0
    places: list[Point] = []
    for row in range(int((bottom - top) / down) + 1):
        for column in range(int((right - left) / across) + 1):
            chance = stable_number("wave", f"{row},{column}")
            x = left + (column + (0.5 if row % 2 else 0.0) + (chance % 101 / 101 - 0.5) * 0.6) * across
            y = top + (row + 0.5 + (chance // 101 % 103 / 103 - 0.5) * 0.6) * down
            if left + size * 2 < x < right - size * 2 and top + size < y < bottom - size:
                places.append((x, y))
    if not places:
        return []
    array = np.array(places)
    free = ~shapely.contains_xy(near, array[:, 0], array[:, 1])
    return [place for place, is_free in zip(places, free.tolist(), strict=True) if is_free]

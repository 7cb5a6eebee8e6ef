"""Hatching as plain lines cut to the shape: SVG patterns are slow to print and blur in some viewers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import shapely

from adjudicator.newsletter.map.colours import Pattern
from adjudicator.newsletter.map.svg import path_data
from adjudicator.newsletter.map.world import Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_LINES: dict[Pattern, tuple[tuple[float, float], ...]] = {
    Pattern.RISING: ((-45, 1.0),),
    Pattern.FALLING: ((45, 1.0),),
    Pattern.LEVEL: ((0, 1.0),),
    Pattern.UPRIGHT: ((90, 1.0),),
    Pattern.DIAMONDS: ((-45, 1.7), (45, 1.7)),
    Pattern.SQUARES: ((0, 1.7), (90, 1.7)),
}
"""Angle in degrees and distance of lines, in parts of the spacing."""

_PAIRS: dict[Pattern, float] = {Pattern.RISING_PAIRS: -45, Pattern.FALLING_PAIRS: 45}

_RING = tuple((0.26 * math.cos(turn * math.tau / 6), 0.26 * math.sin(turn * math.tau / 6)) for turn in range(7))

_STROKES: dict[Pattern, tuple[tuple[Point, ...], ...]] = {
    Pattern.DASHES: (((-0.55, 0), (0.55, 0)),),
    Pattern.UPRIGHT_DASHES: (((0, -0.55), (0, 0.55)),),
    Pattern.FALLING_DASHES: (((-0.4, -0.4), (0.4, 0.4)),),
    Pattern.RISING_DASHES: (((-0.4, 0.4), (0.4, -0.4)),),
    Pattern.CROSSES: (((-0.32, 0), (0.32, 0)), ((0, -0.32), (0, 0.32))),
    Pattern.CHEVRONS: (((-0.45, 0.2), (0, -0.2), (0.45, 0.2)),),
    Pattern.RINGS: (
        tuple((0.26 * math.cos(turn), 0.26 * math.sin(turn)) for turn in np.linspace(0, math.tau, 7).tolist()),
    ),
    Pattern.DOTS: (((0, 0), (0.03, 0)),),
}
"""Small figures set in staggered rows, in parts of the spacing."""


def hatching(region: BaseGeometry, pattern: Pattern, spacing: float) -> str:
    """Path data for the pattern within the region; lines of different regions with one pattern are in step."""
    if region.is_empty:
        return ""
    if pattern in _STROKES:
        return _figures(region, _STROKES[pattern], spacing)
    if pattern in _PAIRS:
        angle = _PAIRS[pattern]
        families = [_parallel(region, angle, spacing * 2, 0.0), _parallel(region, angle, spacing * 2, spacing * 0.5)]
    else:
        families = [_parallel(region, angle, spacing * apart, 0.0) for angle, apart in _LINES[pattern]]
    lines = [line for family in families for line in family]
    shapely.prepare(region)
    cut = shapely.get_parts(shapely.intersection(shapely.linestrings(lines), region))
    kept = [part for part in cut if part.geom_type == "LineString" and part.length > spacing * 0.25]
    return path_data([[(x, y) for x, y in part.coords] for part in kept])


def stroke_width(pattern: Pattern, line: float) -> float:
    """How thick the pattern is drawn so that all of them look equally grey."""
    if pattern is Pattern.DOTS:
        return line * 2.0
    return line * (1.15 if pattern in _STROKES else 0.8)


def _parallel(region: BaseGeometry, degrees: float, apart: float, shift: float) -> list[tuple[Point, Point]]:
    angle = math.radians(degrees)
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    left, top, right, bottom = region.bounds
    corners = ((left, top), (right, top), (left, bottom), (right, bottom))
    offsets = [x * across[0] + y * across[1] for x, y in corners]
    reach = [x * along[0] + y * along[1] for x, y in corners]
    lines = []
    for step in range(math.floor((min(offsets) - shift) / apart), math.ceil((max(offsets) - shift) / apart) + 1):
        offset = step * apart + shift
        lines.append(
            (
                (along[0] * min(reach) + across[0] * offset, along[1] * min(reach) + across[1] * offset),
                (along[0] * max(reach) + across[0] * offset, along[1] * max(reach) + across[1] * offset),
            )
        )
    return lines


def _figures(region: BaseGeometry, strokes: tuple[tuple[Point, ...], ...], spacing: float) -> str:
    across, down = spacing * 1.5, spacing * 0.95
    left, top, right, bottom = region.bounds
    places: list[Point] = []
    for row in range(math.floor(top / down), math.ceil(bottom / down) + 1):
        shift = across / 2 if row % 2 else 0.0
        first, last = math.floor((left - shift) / across), math.ceil((right - shift) / across)
        places.extend((column * across + shift, row * down) for column in range(first, last + 1))
    array = np.array(places)
    inner = region.buffer(-spacing * 0.3)
    shapely.prepare(inner)
    inside = shapely.contains_xy(inner, array[:, 0], array[:, 1])
    return path_data(
        [(x + dx * spacing, y + dy * spacing) for dx, dy in stroke]
        for x, y in array[inside].tolist()
        for stroke in strokes
    )

"""What lies under the cities: the sea, the land in its owners' tints, borders, terrain and ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon

from adjudicator.newsletter.map.colours import NationLook
from adjudicator.newsletter.map.hatching import hatching, stroke_width
from adjudicator.newsletter.map.land import Land, voronoi_cells
from adjudicator.newsletter.map.picture import MapTerrain
from adjudicator.newsletter.map.style import (
    INK,
    LAND,
    MARSH_INK,
    PAPER,
    PEAK_FILL,
    ROAD_INK,
    SEA,
    SEA_INK,
    SEA_LINE,
    SOFT_INK,
    Scale,
)
from adjudicator.newsletter.map.svg import group, path, path_data, rectangle
from adjudicator.newsletter.map.terrain import Bead, beads, cliff, free_way, peaks, reeds, trimmed
from adjudicator.newsletter.map.world import Box, Link, Point, World

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

TOUCHING = 0.15
"""Neighbours whose common line is shorter than this part of the spacing do not visibly touch: a road joins them."""


@dataclass(slots=True)
class Borders:
    """Every line of the map by what it means."""

    between_nations: list[LineString] = field(default_factory=list)
    within_nations: list[LineString] = field(default_factory=list)
    impassable: list[LineString] = field(default_factory=list)
    roads: list[LineString] = field(default_factory=list)
    crossings: list[LineString] = field(default_factory=list)
    mountains: list[Bead] = field(default_factory=list)
    marshes: list[Bead] = field(default_factory=list)


def sort_borders(world: World, land: Land, points: Sequence[Point], scale: Scale, clear: Sequence[float]) -> Borders:
    """What is drawn on and between which territories; `clear` is the radius round each city that ways leave free."""
    borders = Borders()
    grid = shapely.STRtree(shapely.points(np.array(points)))
    touching: set[Link] = set()
    for link, lines in land.shared.items():
        kept = list(lines.geoms)
        if lines.length >= TOUCHING * scale.spacing:
            touching.add(link)
        if link not in world.links:
            borders.impassable.extend(kept)
        elif world.owners[link[0]] == world.owners[link[1]]:
            borders.within_nations.extend(kept)
        else:
            borders.between_nations.extend(kept)
    for link, terrains in world.links.items():
        if MapTerrain.SEA in terrains or link not in touching:
            marked = _add_way(world, land, points, scale, clear, link, grid, borders)
        else:
            marked = [line for line in land.shared[link].geoms if line.length > scale.spacing * 0.05]
        if MapTerrain.MOUNTAINS in terrains:
            borders.mountains.extend(beads(marked, peak_size(scale) * _apart(scale)))
        if MapTerrain.MARSH in terrains:
            borders.marshes.extend(beads(marked, reed_size(scale) * _apart(scale) * 1.7))
    return borders


def _apart(scale: Scale) -> float:
    """Peaks and tufts stand further from each other where the map is crowded."""
    return 1.25 if scale.spacing > 40 else 1.7


def peak_size(scale: Scale) -> float:
    """Height of a peak."""
    return max(2.4, min(scale.spacing * 0.115, 9.0))


def reed_size(scale: Scale) -> float:
    """Height of a tuft of reed."""
    return max(1.8, min(scale.spacing * 0.075, 5.5))


def _add_way(
    world: World,
    land: Land,
    points: Sequence[Point],
    scale: Scale,
    clear: Sequence[float],
    link: Link,
    grid: shapely.STRtree,
    borders: Borders,
) -> list[LineString]:
    """A way between two cities whose lands do not touch; returns the stretch where its terrain is drawn."""
    first, second = link
    sea = MapTerrain.SEA in world.links[link]
    own = shapely.union_all([land.territories[first], land.territories[second]])
    straight = LineString([points[first], points[second]])
    within = straight.length * 0.5
    nearby = [number for number in grid.query(straight.buffer(within)).tolist() if number not in link]
    foreign: BaseGeometry = Polygon()
    if sea:
        reach = straight.buffer(straight.length * 0.4)
        foreign = shapely.union_all([shapely.intersection(land.territories[number], reach) for number in nearby])
    way = free_way(points[first], points[second], foreign, [points[number] for number in nearby], scale.city * 2.6)
    way = trimmed(way, clear[first] + scale.city * 0.5, clear[second] + scale.city * 0.5)
    if not sea:
        borders.roads.append(way)
        return [trimmed(way, way.length * 0.3, way.length * 0.3)]
    # Over its own two lands the crossing would only run through their hatching and names.
    shore = own.buffer(-scale.spacing * 0.05)
    wet = shapely.difference(way, shore)
    lines = [part for part in shapely.get_parts(wet) if isinstance(part, LineString) and part.length > 0.5]
    borders.crossings.extend(lines or [way])
    return [trimmed(way, way.length * 0.35, way.length * 0.35)]


def draw_sea(land: Land, box: Box, scale: Scale) -> str:
    """Water over the whole field, and lines along the shore that fade out to sea, as engravers drew them."""
    left, top, right, bottom = box
    outline = shapely.simplify(land.whole, 0.35)
    page = shapely.box(*box)
    parts = [rectangle(left, top, right - left, bottom - top, fill=SEA)]
    step = max(1.3, min(scale.spacing * 0.032, 2.6))
    reach = 0.0
    for ring in range(4):
        reach += step * (1 + 0.35 * ring)
        shore = shapely.simplify(outline.buffer(reach, quad_segs=3), 0.3)
        lines = shapely.intersection(shore.boundary, page)
        looks: dict[str, str | float] = {"stroke_width": 0.55 - 0.09 * ring, "stroke_opacity": 0.85 - 0.18 * ring}
        parts.append(path(path_data(_lines(lines)), **looks))
    return group(parts, fill="none", stroke=SEA_LINE)


def draw_land(world: World, land: Land, looks: Sequence[NationLook], scale: Scale, free: BaseGeometry) -> str:
    """Tints, bands along the borders, and hatching; `free` is the ground that hatching leaves to names and signs."""
    owned: dict[int | None, list[BaseGeometry]] = defaultdict(list)
    for number, shape in enumerate(land.territories):
        owned[world.owners[number]].append(shape)
    regions = {owner: shapely.union_all(shapes) for owner, shapes in owned.items()}
    fills: list[str] = []
    bands: list[str] = []
    hatches: list[str] = []
    band = max(1.2, min(scale.spacing * 0.05, 3.6))
    spacing = max(2.6, min(scale.spacing * 0.062, 4.6))
    for owner in sorted(regions, key=lambda number: -1 if number is None else number):
        region = regions[owner]
        outline = path_data(_rings(region), closed=True)
        if owner is None:
            fills.append(path(outline, fill=LAND, fill_rule="evenodd"))
            continue
        look = looks[owner]
        fills.append(path(outline, fill=look.tint, fill_rule="evenodd"))
        inside = region.buffer(-band * 0.5)
        bands.append(
            path(path_data(_rings(shapely.simplify(inside, 0.15)), closed=True), stroke=look.band, stroke_width=band)
        )
        ground = shapely.difference(region.buffer(-band * 1.25), free)
        hatches.append(
            path(
                hatching(ground, look.pattern, spacing),
                stroke=look.hatch,
                stroke_width=stroke_width(look.pattern, scale.line * 0.62),
            )
        )
    return "".join(
        [
            group(fills, stroke="none"),
            group(bands, fill="none", stroke_opacity=0.8, stroke_linejoin="round"),
            group(hatches, fill="none", stroke_linecap="round", stroke_opacity=0.8),
        ]
    )


def draw_borders(land: Land, borders: Borders, scale: Scale, free: BaseGeometry) -> str:
    """Borders, the coast and what stands on them; thin lines stop at names, thick ones run on."""
    line = scale.line
    quiet = _cut(borders.within_nations, free)
    roads = _cut(borders.roads, free)
    crossings = _cut(borders.crossings, free)
    body, outline, shade = peaks(borders.mountains, peak_size(scale))
    dash = f"{line * 3:.2f} {line * 1.8:.2f}"
    return "".join(
        [
            path(
                path_data(_coordinates(quiet)),
                fill="none",
                stroke=SOFT_INK,
                stroke_width=line * 0.75,
                stroke_dasharray=dash,
            ),
            path(
                path_data(_coordinates(borders.between_nations)),
                fill="none",
                stroke=INK,
                stroke_width=line * 1.5,
                stroke_linejoin="round",
                stroke_linecap="round",
            ),
            path(
                path_data(_coordinates(land.coast.geoms)),
                fill="none",
                stroke=SEA_INK,
                stroke_width=line * 1.1,
                stroke_linejoin="round",
            ),
            path(
                cliff(_cut(borders.impassable, free, scale.spacing * 0.08), max(2.0, scale.spacing * 0.05)),
                fill="none",
                stroke=INK,
                stroke_width=line * 0.8,
                stroke_linecap="round",
            ),
            path(path_data(_coordinates(roads)), fill="none", stroke=ROAD_INK, stroke_width=line * 2.2),
            path(path_data(_coordinates(roads)), fill="none", stroke=PAPER, stroke_width=line * 1.1),
            path(
                path_data(_coordinates(crossings)),
                fill="none",
                stroke=SEA_INK,
                stroke_width=line * 2.1,
                stroke_linecap="round",
                stroke_dasharray=f"0.01 {line * 4.4:.2f}",
            ),
            path(
                reeds(borders.marshes, reed_size(scale)),
                fill="none",
                stroke=MARSH_INK,
                stroke_width=max(0.35, line * 0.65),
                stroke_linecap="round",
            ),
            path(body, fill=PEAK_FILL, stroke="none"),
            path(outline, fill="none", stroke=INK, stroke_width=max(0.4, line * 0.75), stroke_linejoin="round"),
            path(shade, fill="none", stroke=INK, stroke_width=max(0.25, line * 0.42), stroke_linecap="round"),
        ]
    )


def _cut(lines: Iterable[LineString], free: BaseGeometry, shortest: float = 0.2) -> list[LineString]:
    parts = shapely.get_parts(shapely.difference(MultiLineString(list(lines)), free))
    return [part for part in parts if isinstance(part, LineString) and part.length > shortest]


def _coordinates(lines: Iterable[LineString]) -> list[list[Point]]:
    return [[(x, y) for x, y in line.coords] for line in lines]


def _lines(geometry: BaseGeometry) -> list[list[Point]]:
    merged = shapely.line_merge(geometry)
    return _coordinates(part for part in shapely.get_parts(merged) if isinstance(part, LineString))


def _rings(geometry: BaseGeometry) -> list[list[Point]]:
    return [
        [(x, y) for x, y in ring.coords[:-1]]
        for part in shapely.get_parts(geometry)
        if isinstance(part, Polygon) and not part.is_empty
        for ring in (part.exterior, *part.interiors)
    ]


def draw_on_picture(world: World, points: Sequence[Point], looks: Sequence[NationLook], scale: Scale, box: Box) -> str:
    """On a picture of the GM's own: each owner's tint as a disc round the city, through which the picture shows."""
    cells, _ = voronoi_cells(points, box)
    discs: dict[int, list[BaseGeometry]] = defaultdict(list)
    for city, cell in enumerate(cells):
        owner = world.owners[city]
        if owner is not None:
            disc = shapely.Point(points[city]).buffer(scale.spacing * 0.38, quad_segs=8)
            discs[owner].append(shapely.intersection(disc, shapely.intersection(cell, shapely.box(*box))))
    parts: list[str] = []
    for owner in sorted(discs):
        region = shapely.union_all(discs[owner])
        look = looks[owner]
        outline = path_data(_rings(region), closed=True)
        parts.append(path(outline, fill=look.band, fill_opacity=0.45, stroke=look.strong, stroke_width=scale.line))
        lines = hatching(region, look.pattern, max(2.6, scale.spacing * 0.06))
        width = stroke_width(look.pattern, scale.line * 0.7)
        parts.append(path(lines, fill="none", stroke=look.strong, stroke_width=width, stroke_opacity=0.6))
    return group(parts, stroke_linecap="round")

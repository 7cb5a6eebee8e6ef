"""Land and sea: every territory's shape round its city, the lines that neighbours share, and the water between."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, MultiPoint, MultiPolygon, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import polygonize

from adjudicator.newsletter.map.noise import displacement
from adjudicator.newsletter.map.picture import MapTerrain
from adjudicator.newsletter.map.style import Scale
from adjudicator.newsletter.map.world import Box, Link, Point, World, land_components, link_of

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Segment: TypeAlias = tuple[Point, Point]
Ring: TypeAlias = list[Point]

GRID = 0.01
"""All shapes lie on this grid, in points, so that shared lines are shared to the last digit."""


SHORE = 2.5
"""The land never comes nearer to the edge of the field."""

LAST_ATTEMPT = 12
"""How often the noise is weakened where it folds the land, before it is left out altogether."""


@dataclass(frozen=True, slots=True)
class Land:
    """The drawn shapes. `territories` are in the world's order and do not overlap; together they are `whole`."""

    territories: tuple[MultiPolygon, ...]
    shared: dict[Link, MultiLineString]
    coast: MultiLineString
    whole: BaseGeometry


def land_bounds(world: World, points: Sequence[Point], box: Box, scale: Scale) -> Box:
    """How far the land would reach: left, top, right, bottom."""
    _, contacts = voronoi_cells(points, box)
    far = (box[0] - 1e4, box[1] - 1e4, box[2] + 1e4, box[3] + 1e4)
    left, top, right, bottom = _land_before_noise(world, points, contacts, far, scale).bounds
    return (left, top, right, bottom)


def build_land(world: World, points: Sequence[Point], box: Box, scale: Scale) -> Land:
    """Shapes for the territories whose cities stand at `points`."""
    cells, contacts = voronoi_cells(points, box)
    whole = _land_before_noise(world, points, contacts, box, scale)
    faces = _faces(whole, cells, points, scale)
    shapes = _irregular(faces, points, box, scale, world.seed)
    return _assembled(shapes)


def voronoi_cells(points: Sequence[Point], box: Box) -> tuple[list[Polygon], dict[Link, LineString]]:
    """The part of the page nearest to each city, and for each two cells that meet the line where they do."""
    left, top, right, bottom = box
    far = 3 * max(right - left, bottom - top)
    frame = [
        ((left + right) / 2 + far * math.cos(turn), (top + bottom) / 2 + far * math.sin(turn))
        for turn in (0.1 + 2 * math.pi * step / 12 for step in range(12))
    ]
    found = list(shapely.voronoi_polygons(MultiPoint([*points, *frame])).geoms)
    tree = shapely.STRtree(found)
    cells = [found[int(tree.query(Spot(point), predicate="intersects")[0])] for point in points]
    users: dict[Segment, list[int]] = defaultdict(list)
    for owner, cell in enumerate(cells):
        corners = [(round(x, 6), round(y, 6)) for x, y in cell.exterior.coords]
        for first, second in pairwise(corners):
            if first != second:
                users[(first, second) if first < second else (second, first)].append(owner)
    contacts: dict[Link, LineString] = {}
    for segment, owners in users.items():
        if len(owners) == 2:
            contacts[link_of(*owners)] = LineString(segment)
    return cells, contacts


def _land_before_noise(
    world: World, points: Sequence[Point], contacts: dict[Link, LineString], box: Box, scale: Scale
) -> BaseGeometry:
    """A body of land round each city, grown together where land borders join them, cut apart where only sea does."""
    spacing = scale.spacing
    radii = _radii(points, contacts, scale)
    parts: list[BaseGeometry] = [*shapely.buffer(shapely.points(np.array(points)), np.array(radii), quad_segs=6)]
    joined = [link for link, terrains in world.links.items() if MapTerrain.SEA not in terrains and link in contacts]
    if joined:
        # A neck of land nearly as broad as the two bodies that it joins.
        necks = shapely.buffer(shapely.points(np.array(points)), np.array(radii) * 0.8, quad_segs=6)
        parts.extend(shapely.convex_hull(shapely.multipolygons(necks[np.array(joined)])))
    ways = set(joined)
    for corners in _triangles(contacts):
        sides = [link_of(corners[0], corners[1]), link_of(corners[1], corners[2]), link_of(corners[0], corners[2])]
        longest = max(math.dist(points[first], points[second]) for first, second in sides)
        if sum(side in ways for side in sides) >= 2 and longest < 3.2 * spacing:
            parts.append(Polygon([points[corner] for corner in corners]))
    whole = shapely.union_all(parts)
    rounding = spacing * 0.16
    whole = whole.buffer(rounding).buffer(-2 * rounding).buffer(rounding)
    component = land_components(world)
    channel = max(1.5, min(spacing * 0.075, 7.5))
    water = [
        line.buffer(channel, quad_segs=4)
        for (first, second), line in contacts.items()
        if component[first] != component[second] or MapTerrain.SEA in world.links.get((first, second), frozenset())
    ]
    if water:
        # Rounded again where the water has cut sharp capes into the land.
        cape = spacing * 0.07
        whole = shapely.difference(whole, shapely.union_all(water)).buffer(-cape).buffer(cape)
    lake = 0.2 * spacing**2
    page = shapely.box(box[0] + SHORE, box[1] + SHORE, box[2] - SHORE, box[3] - SHORE)
    return shapely.intersection(_without_ponds(whole, lake), page)


def _radii(points: Sequence[Point], contacts: dict[Link, LineString], scale: Scale) -> list[float]:
    """How far each city's own land reaches where no neighbour limits it."""
    distances: list[list[float]] = [[] for _ in points]
    for first, second in contacts:
        distance = math.dist(points[first], points[second])
        distances[first].append(distance)
        distances[second].append(distance)
    radii = []
    for around in distances:
        nearest = sorted(around)[:3]
        local = sum(nearest) / len(nearest) if nearest else scale.spacing
        radii.append(max(0.42 * scale.spacing, min(0.56 * local, 0.68 * scale.spacing)))
    return radii


def _triangles(contacts: Iterable[Link]) -> list[tuple[int, int, int]]:
    """Each three cells that all meet each other."""
    around: dict[int, set[int]] = defaultdict(set)
    for first, second in contacts:
        around[first].add(second)
        around[second].add(first)
    return sorted(
        (first, second, third)
        for first, second in contacts
        for third in around[first] & around[second]
        if third > second
    )


def _without_ponds(whole: BaseGeometry, smallest: float) -> BaseGeometry:
    kept = [
        Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area >= smallest])
        for part in _polygons(whole)
    ]
    return shapely.union_all(kept)


def _polygons(geometry: BaseGeometry) -> list[Polygon]:
    if isinstance(geometry, Polygon):
        return [] if geometry.is_empty else [geometry]
    return [part for piece in getattr(geometry, "geoms", ()) for part in _polygons(piece)]


def _faces(whole: BaseGeometry, cells: Sequence[Polygon], points: Sequence[Point], scale: Scale) -> list[list[Polygon]]:
    """The land cut along the cells: for each territory the pieces it is made of, meeting in common corners."""
    lines = [*(cell.exterior for cell in cells), whole.boundary]
    pieces = [
        face
        for face in polygonize(shapely.union_all(lines, grid_size=GRID))
        if whole.contains(face.representative_point())
    ]
    nearest = shapely.STRtree([Spot(point) for point in points]).nearest(
        [face.representative_point() for face in pieces]
    )
    owner = [int(number) for number in nearest]
    home: list[int | None] = [None] * len(points)
    for number, face in enumerate(pieces):
        city = owner[number]
        standing = home[city]
        if face.distance(Spot(points[city])) == 0 and (standing is None or face.area > pieces[standing].area):
            home[city] = number
    lengths = _shared_lengths(pieces)
    result: list[list[Polygon]] = [[] for _ in points]
    homes = set(home)
    for number, face in enumerate(pieces):
        if number in homes:
            result[owner[number]].append(face)
            continue
        # A scrap cut off from its city by water belongs to the land it hangs on, or is an islet, or too small to draw.
        touching = {other: length for other, length in lengths.get(number, {}).items() if other in homes}
        if touching:
            result[owner[max(touching, key=lambda other: (touching[other], -other))]].append(face)
        elif face.area > 0.03 * scale.spacing**2:
            result[owner[number]].append(face)
    return result


def _shared_lengths(pieces: Sequence[Polygon]) -> dict[int, dict[int, float]]:
    users: dict[Segment, list[int]] = defaultdict(list)
    for number, face in enumerate(pieces):
        for ring in _rings(face):
            for segment in _segments(ring):
                users[segment].append(number)
    lengths: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for (first, second), owners in users.items():
        if len(owners) == 2:
            for here, there in (owners, owners[::-1]):
                lengths[here][there] += math.dist(first, second)
    return lengths


def _rings(face: Polygon) -> list[Ring]:
    return [[(float(x), float(y)) for x, y in ring.coords] for ring in (face.exterior, *face.interiors)]


def _segments(ring: Ring) -> list[Segment]:
    return [
        (first, second) if first < second else (second, first) for first, second in pairwise(ring) if first != second
    ]


def _irregular(
    faces: Sequence[Sequence[Polygon]], points: Sequence[Point], box: Box, scale: Scale, seed: int
) -> list[list[Polygon]]:
    """The faces with every line bent by the same field of noise, so that neighbours still share it.

    Where that would fold a narrow piece over itself or another, the noise is weakened until it does not.
    """
    step = max(1.8, min(scale.spacing * 0.05, 3.2))
    dense = [[_dense(ring, step) for ring in _rings(face)] for pieces in faces for face in pieces]
    owners = [owner for owner, pieces in enumerate(faces) for _ in pieces]
    places = sorted({point for rings in dense for ring in rings for point in ring})
    index = {place: number for number, place in enumerate(places)}
    corners = [[[index[point] for point in ring] for ring in rings] for rings in dense]
    array = np.array(places, dtype=np.float64)
    distance = shapely.distance(shapely.points(array), MultiPoint(points))
    limit = np.minimum(distance * 0.4, scale.spacing * 0.19)
    field = displacement(array, scale.spacing * 0.8, limit, seed)
    strength = np.ones((len(places), 1))
    calm = scale.spacing * 0.45
    low, high = np.array(box[:2]) + SHORE - GRID, np.array(box[2:]) - SHORE + GRID
    for attempt in range(LAST_ATTEMPT + 1):
        moved = np.round(array + field * strength, 2)
        bent = [Polygon(moved[rings[0]], [moved[hole] for hole in rings[1:]]) for rings in corners]
        # What the noise pushes off the page is calmed like what it folds.
        faults = [*_folds(bent), *moved[((moved < low) | (moved > high)).any(axis=1)].tolist()]
        if not faults:
            break
        away = shapely.distance(shapely.points(moved), MultiPoint(faults)) / calm
        strength *= np.clip(0.3 + 0.7 * away, 0.3, 1.0)[:, None] if attempt < LAST_ATTEMPT - 1 else 0.0
    result: list[list[Polygon]] = [[] for _ in faces]
    for owner, face in zip(owners, bent, strict=True):
        result[owner].append(face)
    return result


def _folds(faces: Sequence[Polygon]) -> list[Point]:
    """Where faces cross themselves or lie over each other."""
    # GEOS names the place of the first fault of a shape only in its explanation.
    reasons = [reason for reason in shapely.is_valid_reason(np.array(faces)).tolist() if "[" in reason]
    found = [(float(x), float(y)) for reason in reasons for x, y in re.findall(r"\[(\S+) (\S+)\]", reason)]
    if found:
        return found
    pairs = shapely.STRtree(faces).query(faces, predicate="overlaps")
    for first, second in pairs.T.tolist():
        if first < second:
            common = shapely.intersection(faces[first], faces[second]).representative_point()
            found.append((common.x, common.y))
    return found


def _dense(ring: Ring, step: float) -> Ring:
    """The ring with points at most `step` apart; a segment gets the same ones whichever way it is walked."""
    result: Ring = [ring[0]]
    for first, second in pairwise(ring):
        low, high = (first, second) if first < second else (second, first)
        count = max(1, math.ceil(math.dist(low, high) / step))
        between = [
            (low[0] + (high[0] - low[0]) * part / count, low[1] + (high[1] - low[1]) * part / count)
            for part in range(1, count)
        ]
        result.extend(between if low == first else between[::-1])
        result.append(second)
    return result


def _assembled(shapes: Sequence[Sequence[Polygon]]) -> Land:
    users: dict[Segment, list[int]] = defaultdict(list)
    for owner, pieces in enumerate(shapes):
        for face in pieces:
            for ring in _rings(face):
                for segment in _segments(ring):
                    users[segment].append(owner)
    common: dict[Link, list[Segment]] = defaultdict(list)
    coast: list[Segment] = []
    for segment, owners in users.items():
        if len(owners) == 1:
            coast.append(segment)
        elif owners[0] != owners[1]:
            common[link_of(owners[0], owners[1])].append(segment)
    territories = tuple(_multipolygon(shapely.union_all(list(pieces))) for pieces in shapes)
    return Land(
        territories=territories,
        shared={link: merged(segments) for link, segments in sorted(common.items())},
        coast=merged(coast),
        whole=shapely.union_all([shape for shape in territories if not shape.is_empty]),
    )


def _multipolygon(geometry: BaseGeometry) -> MultiPolygon:
    return MultiPolygon(_polygons(geometry))


def merged(segments: Iterable[Segment]) -> MultiLineString:
    """Segments strung together into lines as long as possible, in an order that depends on nothing but themselves."""
    pieces = shapely.linestrings(np.array(sorted(segments)).reshape(-1, 2, 2))
    lines = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(pieces)))
    return MultiLineString([line for line in lines if not line.is_empty])

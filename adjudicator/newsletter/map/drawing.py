"""Draws the map: places the cities, makes the land, finds room for signs and names, and lays all of it in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from adjudicator.newsletter.map import signs
from adjudicator.newsletter.map.arrows import Arrow, March, lay_arrows
from adjudicator.newsletter.map.background import draw_picture, picture_box, picture_size, points_on_picture
from adjudicator.newsletter.map.beside import PlacedSign, place_signs, side_signs
from adjudicator.newsletter.map.colours import NationLook, nation_looks, neighbouring_nations
from adjudicator.newsletter.map.ground import (
    Borders,
    draw_borders,
    draw_land,
    draw_on_picture,
    draw_sea,
    peak_size,
    reed_size,
    sort_borders,
)
from adjudicator.newsletter.map.labels import Obstacles, SoftGround
from adjudicator.newsletter.map.land import Land, build_land, land_bounds
from adjudicator.newsletter.map.layout import as_points, city_points, sketched, spread_apart
from adjudicator.newsletter.map.legend import draw_frame, draw_legend, nation_entries, plan_legend, sign_entries
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.marches import draw_arrow
from adjudicator.newsletter.map.names import City, Name, NamedCities, draw_names, name_cities
from adjudicator.newsletter.map.ornaments import draw_ornaments
from adjudicator.newsletter.map.picture import DrawnMap, GazetteerEntry, MapPicture
from adjudicator.newsletter.map.realms import RealmName, draw_realms, name_realms
from adjudicator.newsletter.map.style import PAPER, POINTS_PER_MM, SEA, Scale, scale_for
from adjudicator.newsletter.map.svg import attribute, content, number, rectangle
from adjudicator.newsletter.map.terrain import Bead, beads
from adjudicator.newsletter.map.world import Box, Point, World, build_world

FITTED_TWICE = 130
"""Up to how many cities the land is measured before it is fitted; with more its margin is narrow anyway."""


NAMED_REALMS = 150
"""Up to how many cities the nations' names are looked for room for; with more the cities' own names fill the land."""


@dataclass(frozen=True, slots=True)
class Field:
    """The map within its frame: its SVG, and what the legend must know of it."""

    svg: str
    borders: Borders
    gazetteer: tuple[GazetteerEntry, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """What every step of the drawing starts from."""

    picture: MapPicture
    world: World
    looks: tuple[NationLook, ...]
    lettering: Lettering
    box: Box
    scale: Scale
    points: list[Point]
    clear: list[float]


def draw(picture: MapPicture) -> DrawnMap:
    """The drawn map; see `draw_map`."""
    width, height = picture.width_mm * POINTS_PER_MM, picture.height_mm * POINTS_PER_MM
    world = build_world(picture)
    lettering = Lettering()
    looks = nation_looks(picture.nations, _neighbours(world, len(picture.nations)))
    nations = nation_entries(looks, lettering)
    possible = sign_entries(picture, lettering, roads=True, impassable=True, numbered=False)
    words = [entry.words for entry in (*nations, *possible)]
    legend = plan_legend(picture, words, lettering, width, height, _shape(picture, world, width / height))
    field = draw_field(picture, world, looks, lettering, legend.field)
    entries = [
        *nations,
        *sign_entries(
            picture,
            lettering,
            roads=bool(field.borders.roads),
            impassable=bool(field.borders.impassable),
            numbered=bool(field.gazetteer),
        ),
    ]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(picture.width_mm)}mm" '
        f'height="{number(picture.height_mm)}mm" viewBox="0 0 {number(width)} {number(height)}" '
        f'role="img" aria-label="{attribute(picture.title or picture.description)}">'
        f"<title>{content(picture.title)}</title><desc>{content(picture.description)}</desc>"
        f"{field.svg}{draw_legend(picture, legend, entries, lettering)}{draw_frame(width, height)}</svg>"
    )
    return DrawnMap(svg, field.gazetteer)


def _neighbours(world: World, count: int) -> list[frozenset[int]]:
    pairs = [(world.owners[first], world.owners[second]) for first, second in world.links]
    return neighbouring_nations(count, [(one, other) for one, other in pairs if one is not None and other is not None])


def _shape(picture: MapPicture, world: World, page: float) -> float:
    """How many times as wide as high the map wants to be; the page's own shape where nothing says so."""
    if picture.background is not None:
        size = picture_size(picture.background)
        return size[0] / size[1]
    known = [where for where in world.coordinates if where is not None]
    if len(known) < max(3, len(world.names)):
        return page
    spread = np.ptp(np.array(known), axis=0)
    return float(max(0.5, min(2.2, (spread[0] + 1e-9) / (spread[1] + 1e-9))))


def draw_field(
    picture: MapPicture, world: World, looks: tuple[NationLook, ...], lettering: Lettering, box: Box
) -> Field:
    """Everything within the frame but the legend."""
    left, top, right, bottom = box
    if not world.names:
        return Field(rectangle(left, top, right - left, bottom - top, fill=SEA), Borders(), ())
    scale = scale_for((right - left) * (bottom - top), len(world.names))
    frame, points = _cities(picture, world, scale, box)
    stage = Stage(picture, world, looks, lettering, frame, scale, points, _clear(picture, world, scale))
    land = build_land(world, points, frame, scale) if picture.background is None else None
    borders = sort_borders(world, land, points, scale, stage.clear) if land else Borders()
    arrows = _arrows(stage)
    placed = _place_signs(stage, borders, arrows)
    named = _name(stage, land, borders, arrows, placed)
    roomy = len(world.names) <= NAMED_REALMS
    realms = _name_realms(stage, land, borders, arrows, placed, named.names) if land and roomy else []
    free = _left_free(stage, named.names, placed, realms)
    if land is None:
        if picture.background is None:
            raise AssertionError("only a picture stands in for the land")
        below = rectangle(left, top, right - left, bottom - top, fill=PAPER)
        below += draw_picture(picture.background, frame) + draw_on_picture(world, points, looks, scale, frame)
    else:
        taken = [free, *(arrow.covered for arrow in arrows)]
        below = "".join(
            [
                draw_sea(land, box, scale),
                draw_ornaments(land, borders, taken, box, scale, picture.words.north, lettering),
                draw_land(world, land, looks, scale, free),
                draw_borders(land, borders, scale, free),
                draw_realms(realms, looks, lettering),
            ]
        )
    above = "".join(
        [
            *(draw_arrow(arrow, looks[arrow.march.nation]) for arrow in arrows),
            _draw_cities(stage),
            *(sign.drawn() for sign in placed),
            draw_names(named.names, lettering, _heavy_lines(land, borders, arrows)),
        ]
    )
    return Field(below + above, borders, named.gazetteer)


def _cities(picture: MapPicture, world: World, scale: Scale, box: Box) -> tuple[Box, list[Point]]:
    """The part of the field that is drawn on, and the cities on it."""
    if picture.background is None:
        return box, _fitted_cities(world, scale, box)
    size = picture_size(picture.background)
    frame = picture_box(size, box)
    known = [where for where in world.coordinates if where is not None]
    if len(known) < len(world.names):
        margin = scale.spacing * 0.4
        inner = (frame[0] + margin, frame[1] + margin, frame[2] - margin, frame[3] - margin)
        return frame, city_points(sketched(world, size[0] / size[1]), world, inner, scale)
    # On a picture a city stays where it is drawn; only signs that would hide each other are moved.
    tight = replace(scale, spacing=0.0, city=scale.city * 0.62)
    placed = points_on_picture(np.array(known), size, frame)
    return frame, as_points(spread_apart(placed, world, frame, tight))


def _fitted_cities(world: World, scale: Scale, box: Box) -> list[Point]:
    """Cities so placed that the land round them fills the field and leaves a margin of sea."""
    left, top, right, bottom = box
    margin = min(scale.spacing * 0.74 + 5, (right - left) * 0.3, (bottom - top) * 0.3)
    inner: Box = (left + margin, top + margin, right - margin, bottom - margin)
    sketch = sketched(world, (right - left) / (bottom - top))
    points = city_points(sketch, world, inner, scale)
    if len(points) > FITTED_TWICE:
        return points
    shore = 4.0 + scale.spacing * 0.12
    for _ in range(2):
        # The land does not grow quite as its cities move apart, so the second measure corrects the first.
        reach = land_bounds(world, points, box, scale)
        gaps = (reach[0] - left - shore, reach[1] - top - shore, right - shore - reach[2], bottom - shore - reach[3])
        inner = (inner[0] - gaps[0], inner[1] - gaps[1], inner[2] + gaps[2], inner[3] + gaps[3])
        if inner[2] - inner[0] < margin or inner[3] - inner[1] < margin:
            break
        points = city_points(sketch, world, inner, scale)
    return points


def _clear(picture: MapPicture, world: World, scale: Scale) -> list[float]:
    """The radius that each city's own signs take."""
    besieged = {world.territory(siege.territory) for siege in picture.sieges}
    reaches = [
        signs.SIEGE_REACH + 0.1 if city in besieged else 1.0 if capital is None else signs.CAPITAL_REACH
        for city, capital in enumerate(world.capital_of)
    ]
    return [reach * scale.city for reach in reaches]


def _arrows(stage: Stage) -> list[Arrow]:
    world, points, clear = stage.world, stage.points, stage.clear
    marches = []
    for march in stage.picture.marches:
        origin, target = world.territory(march.origin), world.territory(march.target)
        if origin == target:
            continue
        gaps = (clear[origin] + stage.scale.city * 0.3, clear[target] + stage.scale.city * 0.35)
        marches.append(March(march.kind, world.nation(march.nation), points[origin], points[target], *gaps))
    marches.sort(key=lambda march: (march.kind.value, march.start, march.end, march.nation))
    return lay_arrows(marches, points, stage.scale.city * 2.2, stage.scale.arrow)


def _city_boxes(stage: Stage, part: float) -> list[Box]:
    """The square round each city that signs and names leave free; `part` of the radius, since corners are empty."""
    return [
        (x - reach * part, y - reach * part, x + reach * part, y + reach * part)
        for (x, y), reach in zip(stage.points, stage.clear, strict=True)
    ]


def _inner(box: Box) -> Box:
    return (box[0] + 1.5, box[1] + 1.5, box[2] - 1.5, box[3] - 1.5)


def _place_signs(stage: Stage, borders: Borders, arrows: Sequence[Arrow]) -> list[PlacedSign]:
    ground = Obstacles(
        _inner(stage.box),
        solid=_city_boxes(stage, 0.8),
        soft=[
            SoftGround(stage.box, 60.0, areas=[arrow.covered for arrow in arrows]),
            SoftGround(stage.box, 1.0, lines=borders.between_nations),
            SoftGround(stage.box, 2.0, areas=_discs(borders.mountains, peak_size(stage.scale) * 0.55)),
        ],
    )
    wanted = side_signs(stage.picture, stage.world, stage.looks, stage.scale, stage.lettering)
    return place_signs(wanted, stage.points, stage.clear, ground)


def _discs(places: Sequence[Bead], radius: float) -> list[Polygon]:
    """The ground that the peaks or tufts at these places take."""
    points = shapely.points(np.array([bead.where for bead in places]).reshape(-1, 2))
    return list(shapely.buffer(points, radius, quad_segs=2))


def _name(
    stage: Stage, land: Land | None, borders: Borders, arrows: Sequence[Arrow], placed: Sequence[PlacedSign]
) -> NamedCities:
    scale, box = stage.scale, stage.box
    soft = [SoftGround(box, 120.0, areas=[arrow.covered for arrow in arrows])]
    if land is not None:
        tufts = _discs(borders.marshes, reed_size(scale) * 0.6)
        soft += [
            SoftGround(box, 4.0, lines=list(land.coast.geoms)),
            SoftGround(box, 7.0, lines=borders.between_nations),
            SoftGround(box, 0.8, lines=borders.within_nations),
            SoftGround(box, 3.0, lines=[*borders.impassable, *borders.crossings, *borders.roads]),
            SoftGround(box, 9.0, areas=_discs(borders.mountains, peak_size(scale) * 0.55)),
            SoftGround(box, 6.0, areas=tufts),
        ]
    ground = Obstacles(_inner(box), solid=[*_city_boxes(stage, 0.8), *(sign.box for sign in placed)], soft=soft)
    world = stage.world
    cities = []
    for city, name in enumerate(world.names):
        capital = world.capital_of[city] is not None
        face = Face.STRONG if capital else Face.ITALIC if world.owners[city] is None else Face.TEXT
        importance = 2.0 if capital else 1.0
        cities.append(City(city, name, stage.points[city], stage.clear[city], face, importance))
    return name_cities(cities, ground, scale, stage.lettering)


def _heavy_lines(land: Land | None, borders: Borders, arrows: Sequence[Arrow]) -> BaseGeometry | None:
    """What runs on under names, so that a name upon it needs a halo; None if all of the ground is unknown."""
    if land is None:
        return None
    heavy = _discs(borders.mountains, 3.0)
    return shapely.union_all(
        [
            shapely.MultiLineString([*borders.between_nations, *land.coast.geoms]),
            shapely.union_all([*heavy, *(arrow.covered for arrow in arrows)]),
        ]
    )


def _name_realms(
    stage: Stage,
    land: Land,
    borders: Borders,
    arrows: Sequence[Arrow],
    placed: Sequence[PlacedSign],
    names: Sequence[Name],
) -> list[RealmName]:
    taken = [*_city_boxes(stage, 1.0), *(sign.box for sign in placed), *(name.box for name in names)]
    for arrow in arrows:
        # A curve's box would take half the country; boxes along it take no more than it does.
        width = arrow.width * 0.8
        for bead in beads([arrow.spine], width):
            x, y = bead.where
            taken.append((x - width, y - width, x + width, y + width))
    taken += [area.bounds for area in _discs(borders.mountains, peak_size(stage.scale) * 0.55)]
    taken += [area.bounds for area in _discs(borders.marshes, reed_size(stage.scale) * 0.7)]
    owned: dict[int, list[BaseGeometry]] = defaultdict(list)
    for territory, shape in enumerate(land.territories):
        owner = stage.world.owners[territory]
        if owner is not None and not shape.is_empty:
            owned[owner].append(shape)
    regions = {owner: shapely.union_all(shapes) for owner, shapes in owned.items()}
    return name_realms(regions, stage.looks, taken, stage.scale, stage.lettering)


def _left_free(
    stage: Stage, names: Sequence[Name], placed: Sequence[PlacedSign], realms: Sequence[RealmName]
) -> BaseGeometry:
    """The ground that hatching and thin lines leave to names and signs."""
    boxes = [*(name.box for name in names), *(sign.box for sign in placed)]
    boxes += [room for realm in realms for room in realm.rooms()]
    edges = np.array(boxes).reshape(-1, 4)
    rooms = list(shapely.box(edges[:, 0] - 0.9, edges[:, 1] - 0.9, edges[:, 2] + 0.9, edges[:, 3] + 0.9))
    rooms += list(shapely.buffer(shapely.points(np.array(stage.points)), np.array(stage.clear) + 0.8, quad_segs=4))
    return shapely.union_all(rooms)


def _draw_cities(stage: Stage) -> str:
    world, scale = stage.world, stage.scale
    parts: list[str] = []
    for siege in sorted(stage.picture.sieges, key=lambda siege: (siege.territory, siege.besieger)):
        look = stage.looks[world.nation(siege.besieger)]
        parts.append(signs.siege(stage.points[world.territory(siege.territory)], scale.city, look, stage.lettering))
    for city, point in enumerate(stage.points):
        owner = world.owners[city]
        own = None if owner is None else stage.looks[owner]
        draw_sign = signs.city if world.capital_of[city] is None else signs.capital
        parts.append(draw_sign(point, scale.city, own, stage.lettering))
    return "".join(parts)

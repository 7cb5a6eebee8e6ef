"""Where cities stand: as the GM placed them, among those he placed, or by their borders alone."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
import shapely

from adjudicator.newsletter.map import MapBorder, MapPicture, MapTerritory
from adjudicator.newsletter.map.layout import city_points, sketched
from adjudicator.newsletter.map.style import Scale, scale_for
from adjudicator.newsletter.map.world import Point, World, build_world
from tests.newsletter.map_examples import WORDS, scattered, tyrrhenian

BOX = (40.0, 40.0, 440.0, 320.0)


def placed(picture: MapPicture) -> tuple[World, Scale, dict[str, Point]]:
    world = build_world(picture)
    scale = scale_for(480 * 360, len(world.names))
    points = city_points(sketched(world, 4 / 3), world, BOX, scale)
    return world, scale, dict(zip(world.names, points, strict=True))


def without_coordinates(picture: MapPicture, *names: str) -> MapPicture:
    return replace(
        picture,
        territories=tuple(
            replace(each, x=None, y=None) if not names or each.name in names else each for each in picture.territories
        ),
    )


def test_x_is_east_and_y_is_south() -> None:
    _, _, where = placed(tyrrhenian())
    assert where["Tarentum"][0] > where["Rome"][0] > where["Caralis"][0]
    assert where["Carthage"][1] > where["Syracuse"][1] > where["Rome"][1]


def test_coordinates_keep_their_proportions() -> None:
    _, _, where = placed(tyrrhenian())
    across = (where["Tarentum"][0] - where["Caralis"][0]) / (17.2 - 9.1)
    down = (where["Carthage"][1] - where["Veii"][1]) / (42.6 - 36.9)
    assert 1 / 1.31 < across / down < 1.31


@pytest.mark.parametrize(
    "picture",
    [
        scattered(3),
        scattered(60, seed=2),
        scattered(150, seed=3),
        without_coordinates(tyrrhenian()),
        without_coordinates(scattered(40, seed=4)),
    ],
    ids=["3", "60", "150", "no coordinates", "40 without coordinates"],
)
def test_no_city_covers_another_or_leaves_the_page(picture: MapPicture) -> None:
    _, scale, where = placed(picture)
    for first, second in combinations(where.values(), 2):
        assert math.dist(first, second) > 2 * scale.city
    for x, y in where.values():
        assert BOX[0] - 0.1 <= x <= BOX[2] + 0.1
        assert BOX[1] - 0.1 <= y <= BOX[3] + 0.1


def test_two_cities_at_one_point_are_both_seen() -> None:
    territories = (MapTerritory("Buda", None, 4, 4), MapTerritory("Pest", None, 4, 4), MapTerritory("Wien", None, 1, 1))
    _, scale, where = placed(MapPicture("", "", WORDS, territories, (MapBorder("Buda", "Pest"),)))
    assert math.dist(where["Buda"], where["Pest"]) > 2 * scale.city


def crossings(world: World, where: dict[str, Point]) -> int:
    lines = [
        shapely.LineString([where[world.names[first]], where[world.names[second]]]) for first, second in world.links
    ]
    return sum(first.crosses(second) for first, second in combinations(lines, 2))


def test_borders_alone_make_a_readable_map() -> None:
    names = {(row, column): f"City {row}{column}" for row in range(4) for column in range(5)}
    borders = [MapBorder(names[row, column], names[row, column + 1]) for row in range(4) for column in range(4)]
    borders += [MapBorder(names[row, column], names[row + 1, column]) for row in range(3) for column in range(5)]
    territories = tuple(MapTerritory(name) for name in names.values())
    world, _, where = placed(MapPicture("", "", WORDS, territories, tuple(borders)))
    assert crossings(world, where) == 0
    neighbours = [math.dist(where[border.first], where[border.second]) for border in borders]
    assert max(neighbours) < 2.2 * min(neighbours)


def test_parts_of_the_map_without_a_border_between_them_lie_side_by_side() -> None:
    west, east = [f"West {number}" for number in range(5)], [f"East {number}" for number in range(5)]
    borders = tuple(MapBorder(group[number], group[(number + 1) % 5]) for group in (west, east) for number in range(5))
    territories = tuple(MapTerritory(name) for name in west + east)
    _, _, where = placed(MapPicture("", "", WORDS, territories, borders))
    hulls = [shapely.MultiPoint([where[name] for name in group]).convex_hull for group in (west, east)]
    assert hulls[0].disjoint(hulls[1])


def test_a_city_without_coordinates_stands_near_its_neighbours() -> None:
    _, _, where = placed(without_coordinates(tyrrhenian(), "Capua"))
    nearest = sorted(where, key=lambda name: math.dist(where[name], where["Capua"]))[1:4]
    assert {"Rome", "Tarentum"} <= set(nearest)


def test_rows_in_another_order_give_the_same_places() -> None:
    picture = without_coordinates(scattered(30, seed=9))
    turned = replace(picture, territories=picture.territories[::-1], borders=picture.borders[::-1])
    assert placed(picture)[2] == placed(turned)[2]

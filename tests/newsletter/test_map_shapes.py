"""Territories on the map: each a piece of land round its city, none over another, sea where only sea joins them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.newsletter.map import MapBorder, MapPicture, MapTerritory
from adjudicator.newsletter.map.land import Land, build_land
from adjudicator.newsletter.map.layout import city_points, sketched
from adjudicator.newsletter.map.style import scale_for
from adjudicator.newsletter.map.world import Point, World, build_world
from tests.newsletter.map_examples import SEA, WORDS, scattered, tyrrhenian

BOX = (0.0, 0.0, 480.0, 360.0)


def land_of(picture: MapPicture) -> tuple[World, list[Point], Land]:
    world = build_world(picture)
    scale = scale_for(480 * 360, len(world.names))
    points = city_points(sketched(world, 4 / 3), world, (60.0, 60.0, 420.0, 300.0), scale)
    return world, points, build_land(world, points, BOX, scale)


def check_partition(points: list[Point], land: Land) -> None:
    for city, shape in enumerate(land.territories):
        assert shape.is_valid
        assert shape.covers(shapely.Point(points[city])), "every city stands on its own land"
    for first, second in combinations(land.territories, 2):
        assert first.intersection(second).area < 1e-6
    assert sum(shape.area for shape in land.territories) == pytest.approx(land.whole.area, abs=1e-3)
    assert shapely.box(*BOX).covers(land.whole)


@pytest.mark.parametrize("count", [1, 2, 3, 9, 28, 60])
def test_territories_cover_the_land_once(count: int) -> None:
    _, points, land = land_of(scattered(count, seed=count, tangled=count == 28))
    check_partition(points, land)


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=14),
    st.randoms(use_true_random=False),
)
@settings(max_examples=25, deadline=None)
def test_cities_in_one_line_or_at_one_point_still_get_land(places: list[tuple[int, int]], chance: object) -> None:
    names = [f"City {number}" for number in range(len(places))]
    borders = tuple(
        MapBorder(first, second, SEA if chance.random() < 0.3 else frozenset())  # type: ignore[attr-defined]
        for first, second in combinations(names, 2)
        if chance.random() < 0.3  # type: ignore[attr-defined]
    )
    territories = tuple(MapTerritory(name, None, *map(float, place)) for name, place in zip(names, places, strict=True))
    _, points, land = land_of(MapPicture("", "", WORDS, territories, borders))
    check_partition(points, land)


def test_neighbours_share_one_line() -> None:
    world, _, land = land_of(scattered(28, seed=5))
    assert land.shared
    for (first, second), line in land.shared.items():
        common = land.territories[first].intersection(land.territories[second])
        assert common.length == pytest.approx(line.length, rel=1e-6), (world.names[first], world.names[second])


def test_borders_are_not_straight() -> None:
    _, _, land = land_of(tyrrhenian())
    line = max((part for lines in land.shared.values() for part in lines.geoms), key=lambda part: part.length)
    ends = shapely.LineString([line.coords[0], line.coords[-1]])
    assert line.hausdorff_distance(ends) > 1.0


def test_water_lies_between_territories_that_only_sea_joins() -> None:
    world, _, land = land_of(tyrrhenian())
    for first, second in combinations(range(len(world.names)), 2):
        if world.links.get((first, second)) == SEA:
            assert land.territories[first].distance(land.territories[second]) > 1.0
    rome, caralis = world.territory("Rome"), world.territory("Caralis")
    assert land.territories[rome].distance(land.territories[caralis]) > 1.0, "another landmass, no border at all"


def test_a_sea_border_within_one_landmass_is_a_strait() -> None:
    places = {"Abydos": (0, 0), "Sestos": (1, 0), "Cyzicus": (0, 1), "Byzantium": (1, 1)}
    territories = tuple(MapTerritory(name, None, float(x), float(y)) for name, (x, y) in places.items())
    borders = (
        MapBorder("Abydos", "Sestos", SEA),
        MapBorder("Abydos", "Cyzicus"),
        MapBorder("Sestos", "Byzantium"),
        MapBorder("Cyzicus", "Byzantium"),
    )
    world, _, land = land_of(MapPicture("", "", WORDS, territories, borders))
    shapes = {name: land.territories[world.territory(name)] for name in places}
    assert shapes["Abydos"].distance(shapes["Sestos"]) > 1.0
    assert shapes["Abydos"].distance(shapes["Cyzicus"]) == 0
    assert shapes["Cyzicus"].distance(shapes["Byzantium"]) == 0


def test_the_land_stays_the_same_whoever_owns_it() -> None:
    before = tyrrhenian()
    after = replace(before, territories=tuple(replace(each, owner="Rome") for each in before.territories), marches=())
    assert land_of(before)[2].coast.equals_exact(land_of(after)[2].coast)

"""Names on the map: each once, none over another or over a city, by number only where there is no room."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.newsletter.map import DrawnMap, MapPicture, MapTerritory, draw_map
from adjudicator.newsletter.map.labels import Obstacles, SoftGround, Wanted, around, overlap, place
from adjudicator.newsletter.map.lettering import Face, Lettering, letters_in_drawing_order
from adjudicator.newsletter.map.world import Box
from tests.newsletter.map_examples import WORDS, scattered, tyrrhenian

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawn: DrawnMap) -> list[tuple[str, Box]]:
    """Every horizontal text of the map with the room its letters take, halos left out."""
    lettering = Lettering()
    found = []
    for element in ElementTree.fromstring(drawn.svg).iter(f"{SVG}text"):
        if element.get("stroke") or element.get("rotate"):
            continue
        size, weight = float(element.get("font-size", "0")), element.get("font-weight")
        face = Face.ITALIC if element.get("font-style") else Face.STRONG if weight == "700" else Face.TEXT
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        words = element.text or ""
        found.append((words, (x, y - 0.66 * size, x + lettering.width(words, size, face), y + 0.02 * size)))
    return found


def name_boxes(picture: MapPicture, drawn: DrawnMap) -> list[tuple[str, Box]]:
    lines = {line for territory in picture.territories for line in _possible_lines(territory.name)}
    return [(words, box) for words, box in texts(drawn) if words in lines]


def _possible_lines(name: str) -> list[str]:
    words = name.split()
    halves = [half for cut in range(1, len(words)) for half in (words[:cut], words[cut:])]
    return [" ".join(line) for line in (words, *halves)]


@pytest.mark.parametrize(
    "picture", [tyrrhenian(), scattered(28, 7, seed=3), scattered(60, 8, seed=4)], ids=["9", "28", "60"]
)
def test_no_name_covers_another(picture: MapPicture) -> None:
    boxes = name_boxes(picture, draw_map(picture))
    assert len(boxes) >= len(picture.territories)
    for (first, box), (second, other) in combinations(boxes, 2):
        assert not overlap(box, other), f"{first} and {second}"


def test_every_city_is_named_once_when_there_is_room() -> None:
    picture = tyrrhenian()
    drawn = draw_map(picture)
    words = [words for words, _ in texts(drawn)]
    assert drawn.gazetteer == ()
    for territory in picture.territories:
        if territory.name not in {nation.name for nation in picture.nations}:
            assert words.count(territory.name) == 1


@pytest.mark.slow
def test_four_hundred_cities_are_named_or_numbered() -> None:
    picture = scattered(400, 30, seed=6)
    drawn = draw_map(picture)
    shown = {words for words, _ in texts(drawn)}
    numbered = {entry.name: str(entry.number) for entry in drawn.gazetteer}
    assert len(numbered) < 40
    for territory in picture.territories:
        if territory.name in numbered:
            assert numbered[territory.name] in shown
        else:
            assert any(line in shown for line in _possible_lines(territory.name))


def test_a_name_too_long_for_any_map_is_in_the_index() -> None:
    endless = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" * 9
    picture = replace(tyrrhenian(), territories=(*tyrrhenian().territories, MapTerritory(endless, None, 13.0, -39.5)))
    drawn = draw_map(picture)
    assert [(entry.number, entry.name) for entry in drawn.gazetteer] == [(1, endless)]
    assert endless not in drawn.svg
    assert "1" in [words for words, _ in texts(drawn)]
    assert WORDS.index in unescape(drawn.svg)


def test_a_long_name_of_several_words_is_set_in_two_lines() -> None:
    name = "Saint Petersburg under the Northern Lights"
    drawn = draw_map(MapPicture("", "", WORDS, (MapTerritory(name, None, 0, 0), MapTerritory("Omsk", None, 1, 0))))
    shown = {words for words, _ in texts(drawn)}
    assert drawn.gazetteer == ()
    assert {"Saint Petersburg under", "the Northern Lights"} <= shown


boxes_of_names = st.lists(
    st.tuples(st.floats(20, 280), st.floats(20, 180), st.floats(8, 60)), min_size=1, max_size=40, unique=True
)


@given(boxes_of_names)
@settings(max_examples=60, deadline=None)
def test_what_is_placed_covers_nothing_else(cities: list[tuple[float, float, float]]) -> None:
    frame = (0.0, 0.0, 300.0, 200.0)
    solid = [(x - 3, y - 3, x + 3, y + 3) for x, y, _ in cities]
    wanted = [
        Wanted(key, 1.0, tuple(around((x, y), 4.0, width, 8.0, gap=1.0, form=0, penalty=0.0)))
        for key, (x, y, width) in enumerate(cities)
    ]
    chosen = place(wanted, Obstacles(frame, solid))
    for first, second in combinations(chosen.values(), 2):
        assert not overlap(first.box, second.box)
    for spot in chosen.values():
        assert frame[0] <= spot.box[0] and spot.box[2] <= frame[2]
        assert frame[1] <= spot.box[1] and spot.box[3] <= frame[3]
        assert not any(overlap((b[0] + 0.1, b[1] + 0.1, b[2] - 0.1, b[3] - 0.1), spot.box) for b in solid)


def test_a_lone_name_stands_to_the_right_of_its_city() -> None:
    wanted = Wanted(0, 1.0, tuple(around((50, 50), 4.0, 30.0, 8.0, gap=1.0, form=0, penalty=0.0)))
    box = place([wanted], Obstacles((0.0, 0.0, 100.0, 100.0)))[0].box
    assert box[0] == pytest.approx(55)
    assert (box[1] + box[3]) / 2 == pytest.approx(50)


def test_a_name_gives_way_to_an_arrow() -> None:
    import shapely

    frame = (0.0, 0.0, 100.0, 100.0)
    arrow = shapely.box(52, 40, 100, 60)
    wanted = Wanted(0, 1.0, tuple(around((50, 50), 4.0, 30.0, 8.0, gap=1.0, form=0, penalty=0.0)))
    box = place([wanted], Obstacles(frame, soft=[SoftGround(frame, 100.0, areas=[arrow])]))[0].box
    assert shapely.box(*box).disjoint(arrow)


def test_widths_are_those_of_the_bundled_fonts() -> None:
    import fontpkg_cinzel
    from fontTools.ttLib import TTFont

    font = TTFont(fontpkg_cinzel.ROOT / "files" / "Cinzel[wght].ttf")
    expected = sum(font["hmtx"][font.getBestCmap()[ord(letter)]][0] for letter in "ROMA") / font["head"].unitsPerEm
    assert Lettering().width("ROMA", 10, Face.TITLE) == pytest.approx(10 * expected, rel=0.06)
    assert Lettering().width("ROMA", 20, Face.TITLE) == pytest.approx(2 * Lettering().width("ROMA", 10, Face.TITLE))


def test_shortened_words_fit() -> None:
    lettering = Lettering()
    short = lettering.shortened("The Most Serene Republic of Venice", 8, Face.TEXT, 60)
    assert short.endswith("…") and short.startswith("The Most")
    assert lettering.width(short, 8, Face.TEXT) <= 60
    assert lettering.shortened("Venice", 8, Face.TEXT, 60) == "Venice"


def test_hebrew_is_drawn_from_right_to_left() -> None:
    drawn = letters_in_drawing_order("ירושלים")
    assert drawn.letters == "םילשורי"
    assert drawn.overrides_direction


def test_arabic_letters_are_joined() -> None:
    # Alif does not join the next letter; lam and alif are one sign, here at the end of what joins it.
    assert letters_in_drawing_order("حلب").letters == "ﺐﻠﺣ"
    assert letters_in_drawing_order("سلام").letters == "ﻡﻼﺳ"


def test_numbers_and_latin_words_keep_their_order_among_hebrew_ones() -> None:
    assert letters_in_drawing_order("עכו 12").letters == "12 וכע"
    assert letters_in_drawing_order("Acre").letters == "Acre"
    assert not letters_in_drawing_order("Acre").overrides_direction


def test_right_to_left_names_reach_the_page_in_drawing_order() -> None:
    drawn = draw_map(MapPicture("", "", WORDS, (MapTerritory("עכו", None, 0, 0), MapTerritory("Tyre", None, 1, 0))))
    element = re.search(r"<text [^>]*>וכע</text>", drawn.svg)
    assert element is not None
    assert 'unicode-bidi="bidi-override"' in element[0]

"""Nations on the map differ by tint, by pattern and by mark, for every eye and in black and white."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.newsletter.map import MapNation
from adjudicator.newsletter.map.colours import (
    PALETTE,
    SAME_TINT,
    Colour,
    distance,
    from_oklab,
    nation_looks,
    nation_marks,
    neighbouring_nations,
    oklab,
    read_colour,
)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def everyone_beside_everyone(count: int) -> list[frozenset[int]]:
    return neighbouring_nations(count, combinations(range(count), 2))


def test_seven_neighbours_have_seven_tints_and_patterns() -> None:
    looks = nation_looks([MapNation(f"Nation {letter}") for letter in "ABCDEFG"], everyone_beside_everyone(7))
    assert len({look.pattern for look in looks}) == 7
    for first, second in combinations(looks, 2):
        one, other = read_colour(first.tint), read_colour(second.tint)
        assert one is not None and other is not None
        assert sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) > SAME_TINT


def test_forty_nations_never_look_like_their_neighbours() -> None:
    ring = neighbouring_nations(40, [(number, (number + step) % 40) for number in range(40) for step in (1, 2, 7)])
    looks = nation_looks([MapNation(f"Nation {number}") for number in range(40)], ring)
    for number, others in enumerate(ring):
        for other in others:
            assert looks[number].pattern is not looks[other].pattern
            assert looks[number].tint != looks[other].tint


def test_a_colour_that_is_given_is_kept_and_avoided_by_others() -> None:
    given_blue = MapNation("Blue", PALETTE[0])
    looks = nation_looks([MapNation("Other"), given_blue], everyone_beside_everyone(2))
    own, other = read_colour(looks[1].strong), read_colour(looks[0].strong)
    assert own is not None and other is not None
    assert oklab(own)[2] < -0.05, "still blue"
    assert distance(own, other) > SAME_TINT


@pytest.mark.parametrize("colour", ["white", "yellow", "#ffe", "black", "#0072b2", "hotpink", None])
def test_letters_can_be_read_on_land_and_on_signs(colour: str | None) -> None:
    (look,) = nation_looks([MapNation("Nation", colour)], [frozenset()])
    assert contrast(look.strong, "#fffaf0") >= 4.5, "white letters on the nation's roundel"
    assert contrast(look.tint, "#2a2018") >= 7, "names in ink on its land"


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#ff0000", (1.0, 0.0, 0.0)),
        ("#0f0", (0.0, 1.0, 0.0)),
        (" Navy ", (0.0, 0.0, 128 / 255)),
        ("rgb(0, 0, 255)", (0.0, 0.0, 1.0)),
        ("", None),
        (None, None),
        ("bluish", None),
        ("currentColor", None),
        ("transparent", None),
        ('red"/><script>', None),
    ],
)
def test_colours_are_read_as_css_writes_them(text: str | None, colour: Colour | None) -> None:
    assert read_colour(text) == (pytest.approx(colour) if colour else None)


@given(st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)))
def test_oklab_there_and_back(colour: Colour) -> None:
    assert from_oklab(oklab(colour)) == pytest.approx(colour, abs=2e-3)


def test_marks_are_initials_where_those_differ() -> None:
    assert nation_marks([MapNation("Rome"), MapNation("Carthage"), MapNation("Syracuse")]) == ["R", "C", "S"]


def test_words_that_many_names_share_do_not_make_the_mark() -> None:
    assert nation_marks([MapNation("Kingdom of Kent"), MapNation("Kingdom of Wessex")]) == ["K", "W"]


def test_a_given_mark_is_kept_and_not_given_twice() -> None:
    marks = nation_marks([MapNation("Rome"), MapNation("Carthage", mark="R"), MapNation("Sparta", mark="Sp")])
    assert marks[1:] == ["R", "Sp"]
    assert marks[0] not in ("R", "Sp")


@given(st.lists(st.text(max_size=12), min_size=1, max_size=40, unique=True))
def test_marks_are_short_and_all_different(names: list[str]) -> None:
    marks = nation_marks([MapNation(name) for name in names])
    assert len(set(marks)) == len(names)
    assert all(1 <= len(mark) <= 3 for mark in marks)

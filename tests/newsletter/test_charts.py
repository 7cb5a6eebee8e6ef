"""Charts that can be read: no two names on top of each other, nothing outside the picture, in black and white too."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as some

from adjudicator.model.campaign import Season, Standing
from adjudicator.model.view import PastSeason
from adjudicator.newsletter.charts import DrawnChart, draw_charts
from adjudicator.newsletter.charts.frame import tick_step
from adjudicator.newsletter.charts.labels import spread
from adjudicator.newsletter.palette import contrast, liveries, nation_marks, read_colour, toned
from adjudicator.newsletter.phrases import Phrasebook

SVG = "{http://www.w3.org/2000/svg}"
BOOK = Phrasebook()
ANATOLIA = ("Byzantium", "Rûm", "Cilicia", "Danishmends", "Trebizond", "Antioch", "Crete")
CROWD = tuple(f"Duchy {number}" for number in range(40))


def history(nations: Sequence[str], seasons: int, *, gap: bool = False) -> list[PastSeason]:
    dice = random.Random(len(nations) * 1000 + seasons)
    land, vp, rows = dict.fromkeys(nations, 4), dict.fromkeys(nations, 0), []
    for number in range(seasons):
        year, season = 1071 + number // 4, list(Season)[number % 4]
        for nation in nations:
            taken = dice.choice(nations)
            if season.has_moves and taken != nation and land[taken] and dice.random() < 0.3:
                land[taken], land[nation], vp[nation] = land[taken] - 1, land[nation] + 1, vp[nation] + 3
            elif not season.has_moves:
                vp[nation] += 2 * land[nation]
        for nation in nations:
            if not (gap and nation == nations[0] and number == seasons // 2):
                rows.append(PastSeason(year, season, nation, land[nation], vp[nation], Standing.ACTIVE))
    return rows


def charts(nations: Sequence[str], seasons: int, *, gap: bool = False) -> tuple[DrawnChart, ...]:
    dressed = liveries([(nation, "") for nation in nations])
    return draw_charts(history(nations, seasons, gap=gap), dressed, BOOK, territories=4 * len(nations) + 3)


def parsed(chart: DrawnChart) -> ET.Element:
    return ET.fromstring(chart.svg)


def texts(root: ET.Element) -> list[tuple[float, float, str]]:
    return [(float(each.get("x", 0)), float(each.get("y", 0)), each.text or "") for each in root.iter(f"{SVG}text")]


SIZES = [(3, 1), (7, 1), (40, 1), (3, 2), (7, 5), (7, 16), (12, 40), (40, 12), (40, 120)]


@pytest.mark.parametrize(("nations", "seasons"), SIZES)
def test_from_one_season_to_thirty_years_and_forty_nations(nations: int, seasons: int) -> None:
    names = (ANATOLIA * 6)[:nations] if nations <= 7 else CROWD[:nations]
    drawn = charts(names, seasons)
    assert len(drawn) == 2
    for chart in drawn:
        root = parsed(chart)
        width, height = (float(each) for each in root.attrib["viewBox"].split()[2:])
        labels = texts(root)
        assert all(-0.5 <= x <= width and 0 <= y <= height for x, y, _ in labels), chart.svg
        written = " ".join(words for _, _, words in labels)
        missing = [name for name in names if name not in written]
        # Bands show only those with land; lines show all of few, and the leaders of many.
        assert len(missing) <= (0 if nations <= 7 and seasons < 5 else nations - 9 if nations > 12 else 3)
        for (_, one), (_, two) in itertools.pairwise(sorted((x, y) for x, y, _ in labels if x > width * 0.75)):
            assert abs(one - two) > 6.5 or one == two
        assert root.find(f"{SVG}title") is not None and root.find(f"{SVG}desc") is not None
        assert root.attrib["aria-label"] == chart.title
        assert len(chart.svg) < 60_000


def test_the_same_history_gives_the_same_bytes() -> None:
    assert charts(ANATOLIA, 9) == charts(ANATOLIA, 9)


def test_one_season_is_drawn_as_bars_as_long_as_their_values() -> None:
    rows = [
        PastSeason(1071, Season.WINTER, "Rome", 4, 6, Standing.ACTIVE),
        PastSeason(1071, Season.WINTER, "Veii", 2, 3, Standing.ACTIVE),
        PastSeason(1071, Season.WINTER, "Caere", 1, 0, Standing.ACTIVE),
    ]
    points, land = draw_charts(rows, liveries([("Rome", ""), ("Veii", ""), ("Caere", "")]), BOOK)
    for chart, ratios in ((points, [2.0]), (land, [2.0, 4.0])):
        bars = [float(each.attrib["width"]) for each in parsed(chart).iter(f"{SVG}rect") if "rx" not in each.attrib]
        assert [round(bars[0] / bar, 2) for bar in bars[1:]] == ratios
    assert not list(parsed(points).iter(f"{SVG}circle"))


def test_a_line_has_a_gap_where_the_history_has_one() -> None:
    whole, _ = charts(ANATOLIA, 9)
    gappy, _ = charts(ANATOLIA, 9, gap=True)

    def starts(chart: DrawnChart) -> int:
        strokes = [each.get("d", "") for each in parsed(chart).iter(f"{SVG}path") if each.get("stroke-width") == "1.5"]
        assert len(strokes) == len(ANATOLIA)
        return sum(stroke.count("M") for stroke in strokes)

    assert starts(whole) == len(ANATOLIA)
    assert starts(gappy) == len(ANATOLIA) + 1


def test_values_stand_where_the_scale_says() -> None:
    rows = [
        PastSeason(1071, season, "Rome", 3, vp, Standing.ACTIVE)
        for season, vp in zip(Season, (0, 10, 20, 40), strict=True)
    ]
    points, _ = draw_charts(rows, liveries([("Rome", "")]), BOOK)
    signs = [
        (float(each.attrib["cx"]), float(each.attrib["cy"]))
        for each in parsed(points).iter(f"{SVG}circle")
        if float(each.attrib["r"]) > 2.4
    ]
    (_, zero), (_, ten), (_, twenty), (_, forty) = signs
    assert zero - ten == pytest.approx(ten - twenty, abs=0.05)
    assert twenty - forty == pytest.approx(2 * (zero - ten), abs=0.05)
    steps = {round(two[0] - one[0], 1) for one, two in itertools.pairwise(signs)}
    assert len(steps) == 1, "seasons stand at even distances"


def test_names_are_escaped_and_told_in_the_alternative() -> None:
    nations = ("A & B", "<b>C</b>", 'D "E"')
    for chart in charts(nations, 6):
        root = parsed(chart)
        written = [words for _, _, words in texts(root)]
        assert all(name in written for name in nations)
        assert all(name in chart.alternative for name in nations)
        assert chart.alternative == root.findtext(f"{SVG}desc")
        assert chart.alternative.endswith(".")


def test_the_alternative_tells_first_and_last_season_and_the_end_of_all() -> None:
    points, land = charts(("Rome", "Veii"), 6)
    assert re.fullmatch(
        r"Victory points of all nations from the winter of 1071 to the spring of 1072, 6 seasons\. "
        r"At the end: \w+ \d+, \w+ \d+\.",
        points.alternative,
    )
    assert land.alternative.startswith("Territories of all nations from")
    crowded, _ = charts(CROWD, 3)
    assert crowded.alternative.endswith("and 28 others with no more.")


def test_land_that_nobody_owns_is_a_band_of_its_own() -> None:
    _, land = charts(ANATOLIA, 6)
    assert ("independent", "3") in {(one, two) for (_, _, one), (_, _, two) in itertools.pairwise(texts(parsed(land)))}
    dressed = liveries([(nation, "") for nation in ANATOLIA])
    _, owned = draw_charts(history(ANATOLIA, 6), dressed, BOOK)
    assert "independent" not in owned.svg


def test_no_history_no_chart() -> None:
    assert draw_charts((), {}, BOOK) == ()


def test_a_nation_that_left_the_sheet_is_drawn_in_grey() -> None:
    dressed = liveries([(nation, "") for nation in ANATOLIA[1:]])
    for chart in draw_charts(history(ANATOLIA, 6), dressed, BOOK):
        assert ANATOLIA[0] not in [words for _, _, words in texts(parsed(chart))]
        assert "one other" in chart.svg


@given(some.lists(some.floats(0, 200), max_size=14))
def test_labels_keep_their_order_and_their_distance(wanted: list[float]) -> None:
    wanted.sort()
    placed = spread(wanted, 9.0, 0.0, 200.0)
    assert all(two - one >= 8.999 for one, two in itertools.pairwise(placed))
    assert all(-0.001 <= place <= 200.001 for place in placed)


@given(some.lists(some.floats(0, 200), min_size=1, max_size=6))
def test_labels_that_have_room_stay_where_they_want_to_be(wanted: list[float]) -> None:
    apart = [place * 100 for place in range(len(wanted))]
    assert spread(apart, 9.0, 0.0, 100.0 * len(wanted)) == pytest.approx(apart)


def test_too_many_labels_are_narrowed_to_the_room() -> None:
    placed = spread([5.0] * 50, 9.0, 0.0, 98.0)
    assert placed[0] == pytest.approx(0.0)
    assert placed[-1] == pytest.approx(98.0)


@pytest.mark.parametrize(("span", "step"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 5), (31, 10), (61, 20), (846, 200)])
def test_scales_count_in_ones_twos_and_fives(span: int, step: int) -> None:
    assert tick_step(span) == step


def test_forty_nations_are_told_apart_without_colour() -> None:
    dressed = liveries([(nation, "#888888") for nation in CROWD]).values()
    assert len({(each.dash, each.marker) for each in dressed}) == 40
    assert len({each.mark for each in dressed}) == 40
    assert all(len(each.mark) <= 2 for each in dressed)


def test_marks_are_initials_where_they_can_be() -> None:
    assert nation_marks(["Rome", "Veii", "Rhodes", "Ravenna"]) == {
        "Rome": "Ro",
        "Veii": "V",
        "Rhodes": "Rh",
        "Ravenna": "Ra",
    }
    assert len(set(nation_marks(["Aa", "AA", "A", "a", "…"]).values())) == 5


@pytest.mark.parametrize("colour", ["#ffff00", "#fff", "yellow", "black", "#0072b2", "nonsense", "", "rgb(1, 2, 3)"])
def test_every_colour_can_be_read_on_white_and_carries_readable_letters(colour: str) -> None:
    livery = liveries([("Rome", colour)])["Rome"]
    assert contrast(livery.ink, "#ffffff") >= 3
    assert contrast(livery.colour, livery.on_colour) >= 4
    given_colour = read_colour(colour)
    assert given_colour is None or livery.colour == given_colour
    assert contrast(toned(livery.colour, 0.4), "#2a2018") > 4


def test_nations_without_a_colour_get_different_ones_from_those_that_chose() -> None:
    dressed = liveries([("Rome", ""), ("Veii", "#0072b2"), *((name, "") for name in ANATOLIA)])
    assert len({each.colour for each in dressed.values()}) == len(dressed)
    assert dressed["Veii"].colour == "#0072b2"

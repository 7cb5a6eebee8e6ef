"""The finished map: the same bytes every time, safe whatever the names are, and fit for page and print."""

from __future__ import annotations

import base64
import logging
import random
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.newsletter.map import (
    MapArmy,
    MapBackground,
    MapBorder,
    MapMarch,
    MapNation,
    MapPicture,
    MapSiege,
    MapTerritory,
    UnknownMapNameError,
    UnreadableBackgroundError,
    draw_map,
)
from tests.newsletter.map_examples import SEA, WORDS, scattered, tyrrhenian

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "g", "path", "circle", "rect", "text", "image"}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def shuffled(picture: MapPicture, seed: int) -> MapPicture:
    chance = random.Random(seed)

    def mixed(rows: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(chance.sample(rows, len(rows)))

    turned = tuple(MapBorder(border.second, border.first, border.terrains) for border in picture.borders)
    return replace(
        picture,
        territories=mixed(picture.territories),
        borders=mixed(turned),
        marches=mixed(picture.marches),
        armies=mixed(picture.armies),
        battles=mixed(picture.battles),
        sieges=mixed(picture.sieges),
        changes_of_hands=mixed(picture.changes_of_hands),
    )


@pytest.mark.parametrize("picture", [tyrrhenian(), scattered(35, 6, seed=8, placed=False)], ids=["placed", "unplaced"])
def test_the_order_of_rows_does_not_change_the_map(picture: MapPicture) -> None:
    assert draw_map(shuffled(picture, 3)) == draw_map(picture)


def test_the_same_bytes_in_every_process() -> None:
    program = (
        "from tests.newsletter.map_examples import *; from adjudicator.newsletter.map import draw_map; import hashlib;"
        "print(hashlib.sha256((draw_map(tyrrhenian()).svg + draw_map(scattered(20, placed=False)).svg).encode())"
        ".hexdigest())"
    )
    root = Path(__file__).parents[2]
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_the_map_says_what_it_shows() -> None:
    root = parsed(draw_map(tyrrhenian()).svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "The Tyrrhenian Sea"
    assert root.findtext(f"{SVG}desc") == tyrrhenian().description
    assert (root.get("width"), root.get("height")) == ("174mm", "150mm")


def test_only_plain_shapes_are_used() -> None:
    root = parsed(draw_map(tyrrhenian()).svg)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        assert not {"id", "style", "class", "filter", "clip-path", "mask", "text-anchor"} & set(element.keys())


@pytest.mark.parametrize(("count", "most"), [(9, 90_000), (28, 220_000), (60, 330_000)])
def test_the_map_stays_small(count: int, most: int) -> None:
    assert len(draw_map(scattered(count, 7, seed=count)).svg) < most


@pytest.mark.slow
def test_four_hundred_territories_stay_printable() -> None:
    svg = draw_map(scattered(400, 30, seed=6)).svg
    assert len(svg) < 1_300_000
    assert svg.count("<") < 4_000


HOSTILE = [
    "<script>alert(1)</script>",
    "A & B \"quoted\" 'x'",
    "x" * 500,
    "]]><!--",
    "שלום עולם",
    "مدينة السلام",
    "😀🏰",
    "北京",
    "a\x00b\x0bc\ud800d\ufffe",
    "  ",
    "e\u0301\u0301\u0301",
    "\u202eevil",
]


def test_hostile_names_are_only_words() -> None:
    territories = tuple(
        MapTerritory(name, HOSTILE[number % 2], number % 4, number // 4, HOSTILE[0] if number == 1 else None)
        for number, name in enumerate(HOSTILE)
    )
    borders = tuple(MapBorder(first, second) for first, second in pairwise(HOSTILE))
    nations = tuple(MapNation(name, colour='red"/><script>', mark="<&") for name in HOSTILE)
    words = replace(WORDS, city="<b>&", north="</text><script>")
    picture = MapPicture(
        title='"><script>',
        description="]]><script>",
        subtitle="& <i>",
        words=words,
        territories=territories,
        borders=borders,
        nations=nations,
        armies=(MapArmy(HOSTILE[0], HOSTILE[1], 5),),
    )
    root = parsed(draw_map(picture).svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ALLOWED
    assert HOSTILE[0] in [element.text for element in root.iter(f"{SVG}text")]


@given(st.lists(st.text(max_size=20), min_size=1, max_size=5, unique=True), st.text(max_size=9))
@settings(max_examples=25, deadline=None)
def test_any_names_give_well_formed_svg(names: list[str], word: str) -> None:
    territories = tuple(MapTerritory(name, names[0]) for name in names)
    borders = tuple(MapBorder(names[0], name, SEA) for name in names[1:])
    picture = MapPicture(word, word, WORDS, territories, borders, (MapNation(names[0], word),), subtitle=word)
    parsed(draw_map(picture).svg)


def test_a_legend_lists_the_signs_on_the_map_and_no_others() -> None:
    def legend(picture: MapPicture) -> set[str | None]:
        return {element.text for element in parsed(draw_map(picture).svg).iter(f"{SVG}text")}

    full, quiet = legend(tyrrhenian()), legend(tyrrhenian(marches=(), sieges=(), battles=(), armies=()))
    happenings = {WORDS.invasion, WORDS.raid, WORDS.withdrawal, WORDS.siege, WORDS.battle, WORDS.army}
    assert happenings <= full
    assert not happenings & quiet
    assert {"Carthage", WORDS.sea, WORDS.marsh, WORDS.mountains, WORDS.capital} <= quiet
    assert not {WORDS.legend, WORDS.capital} & legend(replace(tyrrhenian(), with_legend=False))


def test_only_armies_and_strengths_that_are_handed_over_are_shown() -> None:
    def shown(armies: tuple[MapArmy, ...]) -> list[str | None]:
        return [element.text for element in parsed(draw_map(tyrrhenian(armies=armies)).svg).iter(f"{SVG}text")]

    assert "325" in shown((MapArmy("Rome", "Tarentum", 325),))
    assert "325" not in shown((MapArmy("Rome", "Tarentum"),))
    assert WORDS.army not in shown(())


@pytest.mark.parametrize(
    "changes",
    [
        {"borders": (MapBorder("Rome", "Atlantis"),)},
        {"marches": (MapMarch("Rome", "Rome", "Atlantis"),)},
        {"marches": (MapMarch("Atlantis", "Rome", "Veii"),)},
        {"sieges": (MapSiege("Rome", "Atlantis"),)},
        {"armies": (MapArmy("Rome", "Atlantis"),)},
        {"territories": (*tyrrhenian().territories, MapTerritory("Rome"))},
        {"territories": (*tyrrhenian().territories, MapTerritory("Corinth", "Atlantis"))},
    ],
    ids=["border", "march", "marcher", "besieger", "army", "twice", "owner"],
)
def test_a_name_that_is_not_on_the_map_is_an_error(changes: dict[str, object]) -> None:
    with pytest.raises(UnknownMapNameError):
        draw_map(tyrrhenian(**changes))


def test_an_empty_world_is_open_sea() -> None:
    parsed(draw_map(MapPicture("Nothing", "Nothing yet.", WORDS, ())).svg)


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([200, 190, 150] * width) for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


JPEG = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x96\x00\xc8\x01\x11\x00\xff\xd9"
SVG_BOX = b'<?xml version="1.0"?><!-- map --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150"></svg>'
SVG_MM = b'<svg width="50mm" height=\'37.5mm\' xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'


@pytest.mark.parametrize(
    ("data", "kind"),
    [(png(200, 150), "image/png"), (JPEG, "image/jpeg"), (SVG_BOX, "image/svg+xml"), (SVG_MM, "image/svg+xml")],
    ids=["png", "jpeg", "svg by its view box", "svg in millimetres"],
)
def test_a_picture_lies_behind_the_cities_undistorted(data: bytes, kind: str) -> None:
    root = parsed(draw_map(tyrrhenian(background=MapBackground(data, kind))).svg)
    image = root.find(f"{SVG}image")
    assert image is not None
    assert image.get("href") == f"data:{kind};base64," + base64.b64encode(data).decode()
    assert float(image.get("width", 0)) / float(image.get("height", 1)) == pytest.approx(200 / 150, rel=0.01)


def city_signs(picture: MapPicture) -> list[tuple[float, float]]:
    root = parsed(draw_map(picture).svg)
    image = root.find(f"{SVG}image")
    assert image is not None
    left, top, width = (float(image.get(name, 0)) for name in ("x", "y", "width"))
    factor = 400 / width
    return [
        (round((float(each.get("cx", 0)) - left) * factor), round((float(each.get("cy", 0)) - top) * factor))
        for each in root.findall(f"{SVG}circle")
    ]


def test_coordinates_that_fit_the_picture_are_its_pixels() -> None:
    territories = (
        MapTerritory("Ostia", "Rome", 40, 30),
        MapTerritory("Antium", "Rome", 300, 270),
        MapTerritory("Cumae", "Rome", 380, 20),
    )
    picture = MapPicture(
        "", "", WORDS, territories, nations=(MapNation("Rome"),), background=MapBackground(png(400, 300), "image/png")
    )
    assert {(40, 30), (300, 270), (380, 20)} <= set(city_signs(picture))


def test_other_coordinates_are_scaled_to_the_picture() -> None:
    territories = tuple(MapTerritory(f"City {number}", "Rome", 0.1 * number, -0.1 * number**2) for number in range(5))
    picture = MapPicture(
        "", "", WORDS, territories, nations=(MapNation("Rome"),), background=MapBackground(png(400, 300), "image/png")
    )
    signs = city_signs(picture)
    assert all(0 < x < 400 and 0 < y < 300 for x, y in signs[:5])
    assert max(y for _, y in signs[:5]) - min(y for _, y in signs[:5]) > 200


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "image/png"),
        (b"GIF89a", "image/gif"),
        (b"<svg>", "image/svg+xml"),
        (png(3, 3)[:20], "image/png"),
        (b"\xff\xd8", "image/jpeg"),
    ],
)
def test_a_picture_that_cannot_be_read_is_an_error(data: bytes, kind: str) -> None:
    with pytest.raises(UnreadableBackgroundError):
        draw_map(tyrrhenian(background=MapBackground(data, kind)))


def test_weasyprint_prints_it_without_complaint(caplog: pytest.LogCaptureFixture) -> None:
    weasyprint = pytest.importorskip("weasyprint")
    with caplog.at_level(logging.WARNING, logger="weasyprint"):
        pdf = weasyprint.HTML(string=draw_map(tyrrhenian()).svg).write_pdf()
    assert pdf.startswith(b"%PDF")
    assert [record.getMessage() for record in caplog.records] == []
    assert len(pdf) < 150_000

"""Editions as web pages: one file each, with everything inside."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import cache
from io import BytesIO

from fontTools.ttLib import TTFont

from adjudicator.newsletter.editions import compose, write_html
from adjudicator.newsletter.fonts import Face, static_font, web_font
from tests.newsletter import views


@cache
def page() -> str:
    return write_html(compose(views.anatolia(views.player("Rûm")), common=views.anatolia(views.PUBLIC)))


def test_a_page_asks_for_nothing() -> None:
    assert "adjudicator:" not in page()
    addresses = re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)', page())
    assert addresses
    assert all((one or other).startswith("data:") for one, other in addresses)


def test_drawings_with_words_are_part_of_the_page() -> None:
    assert page().count("<svg ") == 3
    assert "Constantinople" in page().partition("<svg ")[2].partition("</svg>")[0]


def test_every_picture_has_its_words() -> None:
    images = re.findall(r"<img [^>]*>", page())
    assert len(images) > 5
    assert all(re.search(r' alt="[^"]+"', image) for image in images)
    assert all("aria-label" in drawing or "<title>" in drawing for drawing in re.findall(r"<svg .{0,2000}", page()))


def test_the_fonts_inside_are_the_newsletters_own() -> None:
    fonts = re.findall(r"data:font/woff;base64,([A-Za-z0-9+/=]+)", page())
    families = {TTFont(BytesIO(b64decode(font)))["name"].getDebugName(1) for font in fonts}
    assert families == {"EB Garamond", "Cinzel"}
    assert len(fonts) == 3


def test_the_page_is_for_screens_and_the_pdf_for_paper() -> None:
    assert "@page" not in page().partition("<body")[0].replace("<style>@page { @bottom-center", "")
    assert "max-width: 46rem" in page()


def test_a_font_for_latin_letters_has_no_others_unless_they_are_needed() -> None:
    latin = TTFont(BytesIO(web_font(Face.ROMAN, "Rûm"))).getBestCmap()
    whole = TTFont(BytesIO(web_font(Face.ROMAN, "Ῥώμη"))).getBestCmap()
    assert ord("û") in latin
    assert ord("ώ") not in latin
    assert ord("ώ") in whole


def test_a_static_font_is_the_packages_own_at_its_default_weight() -> None:
    for face in Face:
        font = TTFont(BytesIO(static_font(face)))
        assert "fvar" not in font
        assert ord("A") in font.getBestCmap()
        assert font["OS/2"].usWeightClass == 400

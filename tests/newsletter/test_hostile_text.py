"""Whatever a workbook says, it is printed as it stands: nothing runs, nothing is fetched, nothing is attached."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from adjudicator.model.view import SeasonView
from adjudicator.newsletter.editions import compose, write_html, write_pdf
from adjudicator.newsletter.map import MapBackground
from adjudicator.newsletter.pdf import ForeignAddressError, typeset
from adjudicator.newsletter.render import Picture
from tests.newsletter import views
from tests.newsletter.reading import ReadPdf, typesetter_complaints

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src="file:///etc/passwd" alt="x">',
    "<link rel=attachment href='file:///etc/passwd'>",
    "{{ 7 * 7 }}{% for x in y %}",
    "</style><style>@import url(file:///etc/passwd);",
    'adjudicator:picture/die-1.svg" src="adjudicator:picture/die-2.svg',
    "&amp;&lt;b&gt;",
    "\u202eesrever",
)


def hostile_view(text: str) -> SeasonView:
    """The spring of 1072 with one nation, one territory and everything written by hand called `text`."""

    def renamed(thing: Any) -> Any:
        if thing in ("Rûm", "Dorylaeum"):
            return text if thing == "Rûm" else f"{text}!"
        if isinstance(thing, tuple) and hasattr(thing, "_fields"):
            return type(thing)(*(renamed(each) for each in thing))
        if isinstance(thing, tuple):
            return tuple(renamed(each) for each in thing)
        if isinstance(thing, dict):
            return {renamed(key): renamed(value) for key, value in thing.items()}
        if hasattr(thing, "__dataclass_fields__"):
            return replace(thing, **{name: renamed(getattr(thing, name)) for name in thing.__dataclass_fields__})
        return thing

    view: SeasonView = renamed(views.anatolia(views.player("Rûm")))
    page = replace(view.private[0], received=((text, text), ("Order", text)))
    notices = replace(
        view.notices,
        public_draw=text,
        orders_due=text,
        corrections=tuple(replace(made, was=text, now=text, reason=text) for made in view.notices.corrections),
    )
    cards = tuple(replace(card, player=text, colour=text) for card in view.nations)
    return replace(view, title=text, nations=cards, notices=notices, private=(page,), dispatches=(text, f"# {text}"))


class _Tags(HTMLParser):
    """Every element of a page, and every address it refers to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: set[str] = set()
        self.handlers: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses |= {value or "" for name, value in attrs if name in ("src", "href", "data", "action")}
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_an_element(text: str) -> None:
    page = _Tags(compose(hostile_view(text)).html)
    assert not page.tags & {"script", "link", "iframe", "object", "embed", "form", "base"}
    assert not page.handlers
    assert all(address.startswith("adjudicator:picture/") for address in page.addresses)


def test_no_text_is_read_as_a_template() -> None:
    html = compose(hostile_view("{{ 7 * 7 }}")).html
    assert "{{ 7 * 7 }}" in html
    assert ">49<" not in html


def test_every_text_is_escaped_once() -> None:
    html = compose(hostile_view("Cats & <Dogs>")).html
    assert "Cats &amp; &lt;Dogs&gt;" in html
    assert "&amp;amp;" not in html
    assert "&amp;lt;" not in html


@pytest.mark.parametrize("text", HOSTILE[:3])
def test_hostile_pages_are_printed_and_fetch_nothing(text: str) -> None:
    with typesetter_complaints() as heard:
        read = ReadPdf(write_pdf(compose(hostile_view(text))))
    assert heard == []
    assert not read.reader.attachments
    assert b"root:" not in read.everything
    assert str(read.reader.metadata and read.reader.metadata.title).startswith(text[:10])


def test_a_self_contained_page_is_not_tricked_into_embedding() -> None:
    html = write_html(compose(hostile_view('" src="adjudicator:picture/die-2.svg"')))
    assert "&#34; src=&#34;adjudicator:picture/die-2.svg&#34;" in html
    page = _Tags(html)
    assert page.addresses
    assert all(address.startswith("data:image/svg+xml;base64,") for address in page.addresses)


def test_a_link_in_a_dispatch_leads_to_the_web_only() -> None:
    view = views.tiny(views.PUBLIC)
    letter = (
        "[a](https://club.example/) [b](file:///etc/passwd) ![c](http://club.example/c.png) <mailto:gm@club.example>"
    )
    with typesetter_complaints() as heard:
        read = ReadPdf(write_pdf(compose(replace(view, dispatches=(letter,)))))
    assert heard == []
    found = {str(note.A.URI) for page in read.pikepdf.pages for note in page.get("/Annots", []) if "/A" in note}
    assert found == {"https://club.example/", "http://club.example/c.png", "mailto:gm@club.example"}


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:9/x.png",
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
        "adjudicator:picture/none.svg",
        "adjudicator:font/none",
        "relative.png",
    ],
)
def test_the_typesetter_opens_nothing_that_is_not_its_own(address: str) -> None:
    with typesetter_complaints() as heard:
        typeset(f'<html lang="en"><title>x</title><img src="{address}" alt="x"></html>', (), {})
    assert len(heard) == 1
    assert "Failed to load image" in heard[0]


def test_a_stylesheet_of_the_gms_cannot_fetch_either(tmp_path: Path) -> None:
    (tmp_path / "style").mkdir()
    (tmp_path / "style" / "page.css").write_text(
        "@import url(file:///etc/passwd); @page { size: A4 } body { background: url(http://127.0.0.1:9/x.png) }"
    )
    with typesetter_complaints() as heard:
        write_pdf(compose(views.tiny(views.PUBLIC), templates=tmp_path))
    assert any("file:///etc/passwd" in each for each in heard)
    assert any("127.0.0.1" in each for each in heard)
    assert all("adjudicator has no" in each or "Failed to load" in each for each in heard)


def test_a_picture_behind_the_map_is_shown_and_cannot_fetch() -> None:
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">'
        b'<rect width="400" height="300" fill="#eee"/><image href="file:///etc/passwd" width="9" height="9"/></svg>'
    )
    edition = compose(views.tiny(views.PUBLIC), map_background=MapBackground(svg, "image/svg+xml"))
    backgrounds = [picture for name, picture in edition.pictures.items() if name.startswith("background-")]
    assert backgrounds == [Picture("image/svg+xml", svg)]
    assert all(b"data:" not in picture.data for picture in edition.pictures.values())
    with typesetter_complaints() as heard:
        read = ReadPdf(write_pdf(edition))
    assert [each for each in heard if "passwd" not in each] == []
    assert len(heard) >= 1
    assert b"root:" not in read.everything
    assert "data:image/svg+xml;base64" in write_html(edition)


def test_a_photograph_behind_the_map_is_in_the_pdf() -> None:
    from io import BytesIO

    from PIL import Image

    written = BytesIO()
    Image.new("RGB", (40, 30), "#c8d8c8").save(written, "PNG")
    edition = compose(views.tiny(views.PUBLIC), map_background=MapBackground(written.getvalue(), "image/png"))
    with typesetter_complaints() as heard:
        read = ReadPdf(write_pdf(edition))
    assert heard == []
    pictures = [
        each for each in read.pikepdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
    ]
    assert [(int(each.Width), int(each.Height)) for each in pictures] == [(40, 30)]


def test_a_foreign_address_is_an_error_of_its_own() -> None:
    assert issubclass(ForeignAddressError, ValueError)

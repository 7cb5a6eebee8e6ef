"""From HTML to a tagged PDF, with WeasyPrint. Imported late: it takes a second to load, and needs the library Pango.

Nothing is fetched from anywhere: pages may ask for the newsletter's own fonts and pictures, by their identifiers, and
for nothing else. Whatever a text in the workbook says, no file and no address is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adjudicator.newsletter.fonts import Face, static_font
from adjudicator.newsletter.render import FONT_SCHEME, PICTURE_SCHEME, Picture

_VARIANT = "pdf/ua-1"
_BLANK = '<html lang="en"><head><title>Blank</title></head><body><p>Blank.</p></body></html>'


class PdfUnavailable(Exception):  # noqa: N818  the name says what the caller must know
    """PDFs cannot be written on this computer: a library that WeasyPrint needs (Pango) is missing."""


class ForeignAddressError(ValueError):
    """A page asked for something that is not the newsletter's own."""


def load_typesetter() -> None:
    """Load WeasyPrint now. Raises `PdfUnavailable`."""
    _weasyprint()


def warm_up() -> None:
    """Load all that the first page would have to wait for, the system's fonts included. Raises `PdfUnavailable`."""
    import pikepdf

    from adjudicator.newsletter import binding, printing

    del pikepdf, binding, printing
    lay_out(_BLANK, (), {}).write()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an element with an identifier begins: its page, from 0, and its distance from the sheet's upper edge."""

    page: int
    top_px: float


class LaidOut:
    """Pages laid out and not yet written."""

    def __init__(self, document: Any, places: Mapping[str, Place], *, forms: bool = False) -> None:
        self._document = document
        self._places = places
        self._forms = forms

    @property
    def pages(self) -> int:
        """How many there are."""
        return len(self._document.pages)

    def place(self, identifier: str) -> Place | None:
        """Where the element with this identifier begins, if there is one."""
        return self._places.get(identifier)

    def write(self) -> bytes:
        """The pages as PDF/UA-1; the same pages give the same bytes."""
        written = self._document.write_pdf(pdf_variant=_VARIANT, pdf_tags=True, pdf_forms=self._forms)
        assert isinstance(written, bytes)
        return written


def typeset(html: str, styles: tuple[str, ...], pictures: Mapping[str, Picture], *, forms: bool = False) -> bytes:
    """Lay out pages and write them as PDF/UA-1; the same pages give the same bytes. Raises `PdfUnavailable`.

    With `forms`, the inputs on a page become fields that can be filled in.
    """
    return lay_out(html, styles, pictures, forms=forms).write()


def lay_out(html: str, styles: tuple[str, ...], pictures: Mapping[str, Picture], *, forms: bool = False) -> LaidOut:
    """Lay out pages. Raises `PdfUnavailable`."""
    weasyprint = _weasyprint()
    sheets, font_configuration = _stylesheets(styles)
    document = weasyprint.HTML(string=html, base_url="adjudicator:", url_fetcher=_fetcher(pictures)).render(
        font_config=font_configuration, stylesheets=list(sheets), pdf_variant=_VARIANT, pdf_tags=True, pdf_forms=forms
    )
    places: dict[str, Place] = {}
    for number, page in enumerate(document.pages):
        for identifier, (_, top, *_) in page.anchors.items():
            places.setdefault(identifier, Place(number, top))
    return LaidOut(document, places, forms=forms)


@lru_cache(maxsize=4)
def _stylesheets(styles: tuple[str, ...]) -> tuple[tuple[Any, ...], Any]:
    """Stylesheets parsed, and fonts registered, once for all editions that share them."""
    weasyprint = _weasyprint()
    from weasyprint.text.fonts import FontConfiguration

    configuration = FontConfiguration()
    fetcher = _fetcher({})
    sheets = tuple(weasyprint.CSS(string=each, font_config=configuration, url_fetcher=fetcher) for each in styles)
    return sheets, configuration


def _fetcher(pictures: Mapping[str, Picture]) -> Any:
    _weasyprint()
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnThingsOnly(URLFetcher):  # type: ignore[misc]
        """Serves the newsletter's fonts and this edition's pictures; opens no file, no address and no `data:`."""

        def fetch(self, url: str, *_headers: object) -> URLFetcherResponse:
            own = _own_thing(url, pictures)
            return URLFetcherResponse(url, own.data, {"Content-Type": own.media_type})

    return OwnThingsOnly()


def _own_thing(url: str, pictures: Mapping[str, Picture]) -> Picture:
    if url.startswith(FONT_SCHEME):
        return Picture("font/ttf", static_font(Face(url.removeprefix(FONT_SCHEME))))
    name = url.removeprefix(PICTURE_SCHEME)
    if not url.startswith(PICTURE_SCHEME) or name not in pictures:
        raise ForeignAddressError(f"the newsletter has no {url[:200]!r}")
    return pictures[name]


def _weasyprint() -> Any:
    try:
        import weasyprint
    except OSError as missing:
        raise PdfUnavailable(str(missing)) from missing
    return weasyprint

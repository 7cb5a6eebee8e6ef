"""From HTML to a tagged PDF, with WeasyPrint. Imported late: it takes a second to load, and needs the library Pango.

Nothing is fetched from anywhere: pages may ask for the newsletter's own fonts and pictures, by their identifiers, and
for nothing else. Whatever a text in the workbook says, no file and no address is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from adjudicator.newsletter.fonts import Face, static_font
from adjudicator.newsletter.render import FONT_SCHEME, PICTURE_SCHEME, Picture

_VARIANT = "pdf/ua-1"


class PdfUnavailable(Exception):  # noqa: N818  the name says what the caller must know
    """PDFs cannot be written on this computer: a library that WeasyPrint needs (Pango) is missing."""


class ForeignAddressError(ValueError):
    """A page asked for something that is not the newsletter's own."""


def load_typesetter() -> None:
    """Load WeasyPrint now. Raises `PdfUnavailable`."""
    _weasyprint()


def typeset(html: str, styles: tuple[str, ...], pictures: Mapping[str, Picture], *, forms: bool = False) -> bytes:
    """Lay out pages and write them as PDF/UA-1; the same pages give the same bytes. Raises `PdfUnavailable`.

    With `forms`, the inputs on a page become fields that can be filled in.
    """
    weasyprint = _weasyprint()
    sheets, font_configuration = _stylesheets(styles)
    document = weasyprint.HTML(string=html, base_url="adjudicator:", url_fetcher=_fetcher(pictures)).render(
        font_config=font_configuration, stylesheets=list(sheets), pdf_variant=_VARIANT, pdf_tags=True, pdf_forms=forms
    )
    written = document.write_pdf(pdf_variant=_VARIANT, pdf_tags=True, pdf_forms=forms)
    assert isinstance(written, bytes)
    return written


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

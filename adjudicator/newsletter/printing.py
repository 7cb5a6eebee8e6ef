"""Printing: what is done for one edition, in this process or in another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose

from adjudicator.newsletter import sheets
from adjudicator.newsletter.pdf import LaidOut, lay_out
from adjudicator.newsletter.render import Picture


@dataclass(frozen=True, slots=True)
class Copy:
    """What is to be printed: an edition's HTML, and the styles and pictures that it asks for."""

    html: str
    styles: tuple[str, ...]
    pictures: Mapping[str, Picture]


@dataclass(frozen=True, slots=True)
class SharedPages:
    """The pages that all readers share, printed once.

    `whole` begins with the first page of the news, which leaves `masthead_px` (CSS pixels) free at its head; `common`
    are the pages after the news, of which there may be none.
    """

    whole: bytes
    whole_pages: int
    common: bytes
    common_pages: int
    masthead_px: float


def print_whole(copy: Copy) -> bytes:
    """A complete edition that shares no page. Raises `PdfUnavailable`."""
    from adjudicator.newsletter.binding import make_whole

    return make_whole(lay_out(copy.html, copy.styles, copy.pictures).write())


def print_shared(copy: Copy) -> SharedPages | None:
    """The pages of an edition that everyone may read, for others to share; None where they cannot be told apart.

    Raises `PdfUnavailable`.
    """
    from adjudicator.newsletter.binding import make_shared

    parts = sheets.take_apart(copy.html)
    if parts is None:
        return None
    height = _masthead_px(lay_out(sheets.masthead_page(parts), copy.styles, copy.pictures))
    if height is None:
        return None
    laid = lay_out(sheets.shared_pages(parts, height), copy.styles, copy.pictures)
    place = laid.place(sheets.COMMON)
    front = laid.pages if place is None else place.page
    written = laid.write()
    common = make_shared(written, without=front) if front < laid.pages else b""
    return SharedPages(make_shared(written), laid.pages, common, laid.pages - front, height)


def print_own(copy: Copy, shared: SharedPages, *, own_front: bool) -> bytes:
    """One reader's edition, bound from the shared pages and his own.

    A masthead that is higher than the space left for it takes a first page of its own; then nothing is shared. Raises
    `PdfUnavailable`.
    """
    from adjudicator.newsletter.binding import bind

    parts = sheets.take_apart(copy.html)
    if parts is None:
        return print_whole(copy)
    pages = shared.common_pages if own_front else shared.whole_pages
    laid = lay_out(sheets.own_pages(parts, pages, own_front=own_front), copy.styles, copy.pictures)
    first = laid.place(sheets.SHEETS)
    if first is None or laid.pages < first.page + pages:
        return print_whole(copy)
    if own_front:
        return bind(shared.common, laid.write(), first.page)
    height = _masthead_px(laid)
    if first.page or height is None or not isclose(height, shared.masthead_px, abs_tol=0.01):
        return print_whole(copy)
    return bind(shared.whole, laid.write())


def _masthead_px(laid: LaidOut) -> float | None:
    """From the head of the masthead to what comes below it; None where there is a page between them."""
    head, below = laid.place(sheets.MASTHEAD), laid.place(sheets.SHEETS)
    if head is None or below is None or head.page != below.page:
        return None
    return below.top_px - head.top_px

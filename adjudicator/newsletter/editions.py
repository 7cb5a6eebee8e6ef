"""The newsletters of one season: from what each reader may know to the pages he is sent.

`compose` makes one edition, `prepare_newsletters` the whole post bag. Nothing here touches the disk but to read
templates and fonts: the caller writes the bytes where it wants them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from adjudicator.model.view import SeasonView
from adjudicator.newsletter.map import MapBackground


class Paper(Enum):
    """The sheet the pages are laid out for; the value is the word in the workbook."""

    A4 = "A4"
    LETTER = "Letter"


class Format(Enum):
    """What kind of file an edition becomes; the value is the file name's ending."""

    PDF = "pdf"
    HTML = "html"


class PdfUnavailable(Exception):  # noqa: N818  the name says what the caller must know
    """PDFs cannot be written on this computer: a library that WeasyPrint needs (Pango) is missing."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One reader's newsletter, laid out in words but not yet on pages.

    `html` refers to fonts, stylesheets and pictures by identifiers that only this package can resolve; `pictures` holds
    what it shows, by identifier.
    """

    html: str
    title: str
    language: str
    paper: Paper
    pictures: Mapping[str, bytes]


def compose(
    view: SeasonView,
    *,
    paper: Paper = Paper.A4,
    language: str = "en",
    templates: Path | None = None,
    map_background: MapBackground | None = None,
) -> Edition:
    """Compose one edition from what its reader may know.

    `templates` is the GM's own folder beside the workbook; what it holds goes before the program's. Raises
    `TemplateFault` where a template of the GM's cannot be used.
    """
    raise NotImplementedError


def write_html(edition: Edition) -> str:
    """The edition as one self-contained web page: fonts, styles and pictures are inside it."""
    raise NotImplementedError


def write_pdf(edition: Edition) -> bytes:
    """The edition as a tagged PDF (PDF/UA-1); the same edition gives the same bytes. Raises `PdfUnavailable`."""
    raise NotImplementedError


def prepare_newsletters(
    views: Mapping[str, SeasonView],
    *,
    formats: frozenset[Format] = frozenset({Format.PDF}),
    paper: Paper = Paper.A4,
    language: str = "en",
    templates: Path | None = None,
    map_background: MapBackground | None = None,
    progress: Callable[[str], None] | None = None,
) -> dict[str, bytes]:
    """Make the editions of all readers: file name (stem and ending) to content, in the order of `views`.

    `views` by file stem (see `filenames.edition_stems`). `progress` is told each file name when it is done. What all
    editions share (map, charts, fonts, stylesheets) is made once. Raises `PdfUnavailable` before any work is done, so
    that the caller can ask for HTML instead.
    """
    raise NotImplementedError

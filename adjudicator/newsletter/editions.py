"""The newsletters of one season: from what each reader may know to the pages he is sent.

`compose` makes one edition, `prepare_newsletters` the whole post bag. Nothing here touches the disk but to read
templates and fonts: the caller writes the bytes where it wants them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from adjudicator.model.view import Readership, SeasonView
from adjudicator.newsletter.arrange import arrange
from adjudicator.newsletter.crew import Crew
from adjudicator.newsletter.map import MapBackground
from adjudicator.newsletter.pdf import PdfUnavailable, load_typesetter, typeset
from adjudicator.newsletter.phrases import Phrasebook
from adjudicator.newsletter.plates import Plates
from adjudicator.newsletter.printing import Copy
from adjudicator.newsletter.render import Picture, Renderer, TemplateFault
from adjudicator.newsletter.sharing import SharedPrint
from adjudicator.newsletter.web import bind_page

__all__ = [
    "Edition",
    "Format",
    "Paper",
    "PdfUnavailable",
    "Picture",
    "TemplateFault",
    "compose",
    "prepare_newsletters",
    "write_html",
    "write_pdf",
]

_STYLES = ("style/type.css", "style/page.css", "style/front.css", "style/common.css", "style/private.css")
_WEB_STYLES = ("style/type.css", "style/front.css", "style/common.css", "style/private.css", "style/web.css")
_STATIC_PICTURES = (
    *(f"die-{face}.svg" for face in range(1, 7)),
    *(f"{season}.svg" for season in ("winter", "spring", "summer", "fall")),
)


class Paper(Enum):
    """The sheet the pages are laid out for; the value is the word in the workbook."""

    A4 = "A4"
    LETTER = "Letter"


_PAGE_HEIGHT_MM = {Paper.A4: 263.0, Paper.LETTER: 247.4}
"""How high the type area is: the sheet without its margins, as the stylesheets have them."""


class Format(Enum):
    """What kind of file an edition becomes; the value is the file name's ending."""

    PDF = "pdf"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Edition:
    """One reader's newsletter, laid out in words but not yet on pages.

    `html` refers to fonts and pictures by identifiers that only this package can resolve; `pictures` holds those it
    shows, by the name after `adjudicator:picture/`. `styles` are for paper, `web_styles` for the screen.
    """

    html: str
    title: str
    language: str
    paper: Paper
    styles: tuple[str, ...]
    web_styles: tuple[str, ...]
    pictures: Mapping[str, Picture]


class Press:
    """What all editions of a season share: templates, phrases, stylesheets, and pictures drawn once.

    Raises:
        UnknownLanguageError: `language` is not written like a language.
        TemplateFault: a stylesheet or picture is missing or cannot be read.

    """

    def __init__(
        self,
        *,
        paper: Paper = Paper.A4,
        language: str = "en",
        templates: Path | None = None,
        map_background: MapBackground | None = None,
    ) -> None:
        self._paper = paper
        self._language = language
        self._phrasebook = Phrasebook(templates, language)
        self._renderer = Renderer(templates, language, self._phrasebook)
        self._plates = Plates(self._renderer, self._phrasebook, map_background)
        sheet = f"style/paper-{paper.value.lower()}.css"
        self._styles = tuple(self._renderer.file(name) for name in (*_STYLES, sheet))
        self._web_styles = tuple(self._renderer.file(name) for name in _WEB_STYLES)
        self._static = {
            name: Picture("image/svg+xml", self._renderer.file(f"pictures/{name}").encode("utf-8"))
            for name in _STATIC_PICTURES
        }

    def compose(self, view: SeasonView, common: SeasonView) -> Edition:
        """Compose one edition; `common` is the same season as everyone may know it."""
        height_mm = _PAGE_HEIGHT_MM[self._paper]
        drawn = self._plates.draw(view, common, height_mm)
        plan = arrange(view, common, self._phrasebook, self._language, height_mm, drawn.plates)
        return Edition(
            html=self._renderer.page(plan, view),
            title=self._renderer.words("document_title", plan.masthead),
            language=self._language,
            paper=self._paper,
            styles=self._styles,
            web_styles=self._web_styles,
            pictures={**self._static, **drawn.pictures},
        )


def compose(
    view: SeasonView,
    *,
    common: SeasonView | None = None,
    paper: Paper = Paper.A4,
    language: str = "en",
    templates: Path | None = None,
    map_background: MapBackground | None = None,
) -> Edition:
    """Compose one edition from what its reader may know.

    `common` is the same season as the public may know it: the news is told from it, so that it is the same for every
    reader; without it the news is told from `view`. `templates` is the GM's own folder beside the workbook; what it
    holds goes before the program's.

    Raises:
        UnknownLanguageError: `language` is not written like a language.
        TemplateFault: a template is missing or cannot be filled.
        PhraseError: a phrase is missing or cannot be filled.

    """
    press = Press(paper=paper, language=language, templates=templates, map_background=map_background)
    return press.compose(view, view if common is None else common)


def write_html(edition: Edition) -> str:
    """The edition as one self-contained web page: fonts, styles and pictures are inside it."""
    return bind_page(edition.html, edition.web_styles, edition.pictures)


def write_pdf(edition: Edition) -> bytes:
    """The edition as a tagged PDF (PDF/UA-1); the same edition gives the same bytes. Raises `PdfUnavailable`."""
    return typeset(edition.html, edition.styles, edition.pictures)


def prepare_newsletters(
    views: Mapping[str, SeasonView],
    *,
    common: SeasonView | None = None,
    formats: frozenset[Format] = frozenset({Format.PDF}),
    paper: Paper = Paper.A4,
    language: str = "en",
    templates: Path | None = None,
    map_background: MapBackground | None = None,
    progress: Callable[[str], None] | None = None,
    crew: Crew | None = None,
) -> dict[str, bytes]:
    """Make the editions of all readers: file name (stem and ending) to content, in the order of `views`.

    `views` by file stem (see `filenames.edition_stems`); `common` is the season as the public may know it, by default
    the public's among `views`. `progress` is told each file name when it is done. What all editions share (pages that
    everyone may read, map, charts, fonts, stylesheets) is made once. PDFs are printed by `crew`, by default in this
    process alone; whoever prints them, the bytes are the same.

    Raises:
        PdfUnavailable: before any work is done, so that the caller can ask for HTML instead.
        UnknownLanguageError: `language` is not written like a language.
        TemplateFault: a template is missing or cannot be filled.
        PhraseError: a phrase is missing or cannot be filled.

    """
    if Format.PDF in formats and crew is None:
        load_typesetter()
    press = Press(paper=paper, language=language, templates=templates, map_background=map_background)
    publics = (view for view in views.values() if view.viewer.readership is Readership.PUBLIC)
    news = common if common is not None else next(publics, None)
    pdfs = _printed(press, views, news, crew or Crew(0)) if Format.PDF in formats else {}
    made: dict[str, bytes] = {}
    for stem, view in views.items():
        for each in (each for each in Format if each in formats):
            name = f"{stem}.{each.value}"
            if each is Format.PDF:
                made[name] = pdfs[stem].result()
            else:
                made[name] = write_html(press.compose(view, view if news is None else news)).encode("utf-8")
            if progress is not None:
                progress(name)
    return made


def _printed(
    press: Press, views: Mapping[str, SeasonView], news: SeasonView | None, crew: Crew
) -> dict[str, Future[bytes]]:
    """Every edition's PDF, by file stem, on its way."""
    is_public = news is not None and news.viewer.readership is Readership.PUBLIC
    shared = SharedPrint(crew, _copy(press.compose(news, news)) if is_public and news is not None else None)
    printed: dict[str, Future[bytes]] = {}
    waiting: dict[str, Copy] = {}
    # The GM's edition is the longest and waits for nobody: it is begun while the shared pages are made.
    for stem, view in sorted(views.items(), key=lambda item: item[1].viewer.readership is not Readership.GM):
        copy = _copy(press.compose(view, view if news is None else news))
        begun = shared.begin(copy)
        if begun is None:
            waiting[stem] = copy
        else:
            printed[stem] = begun
    return printed | {stem: shared.finish(copy) for stem, copy in waiting.items()}


def _copy(edition: Edition) -> Copy:
    return Copy(edition.html, edition.styles, edition.pictures)

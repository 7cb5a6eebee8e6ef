"""Odds and studies on paper and as web pages, in the newsletter's type; their words are templates in `odds/`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

from adjudicator.model.book import Book
from adjudicator.newsletter.editions import Picture
from adjudicator.newsletter.environment import make_environment
from adjudicator.newsletter.palette import liveries
from adjudicator.newsletter.render import Renderer
from adjudicator.odds.charts import YearSpread, draw_fan
from adjudicator.odds.records import PlainValue
from adjudicator.odds.report import StudyReport
from adjudicator.odds.season_odds import SeasonOdds

_STYLE = "odds/odds.css"


@dataclass(frozen=True, slots=True)
class Pages:
    """A report in words and pictures, ready for paper or screen."""

    text: str
    pictures: Mapping[str, Picture]
    styles: tuple[str, ...]
    web_styles: tuple[str, ...]

    def pdf(self) -> bytes:
        """The pages as a tagged PDF. Raises PdfUnavailable."""
        from adjudicator.newsletter.pdf import typeset

        return typeset(self.text, self.styles, self.pictures)

    def html(self) -> str:
        """The pages as one web page with everything inside it."""
        from adjudicator.newsletter.web import bind_page

        return bind_page(self.text, self.web_styles, self.pictures)


@dataclass(frozen=True, slots=True)
class Fan:
    """One starting place's VP over the years: its picture, and the same in words."""

    place: str
    picture: str
    told: str


def odds_pages(book: Book, odds: SeasonOdds) -> Pages:
    """The odds of a season."""
    now = {
        nation: {
            "territories": book.state.territories_of(nation),
            "army_ap": holding.army_ap,
            "gold": holding.gold,
            "vp": holding.vp,
        }
        for nation, holding in book.state.holdings.items()
    }
    return _pages(book, "odds/season.html.jinja", {}, odds=odds, now=now)


def study_pages(book: Book, report: StudyReport) -> Pages:
    """A study of whole campaigns."""
    pictures: dict[str, Picture] = {}
    return _pages(book, "odds/study.html.jinja", pictures, report=report, fans=_draw_fans(book, report, pictures))


def _draw_fans(book: Book, report: StudyReport, pictures: dict[str, Picture]) -> list[Fan]:
    """One fan for each starting place, all on one scale."""
    dressed = liveries([(nation.name, nation.colour) for nation in book.world.nations])
    lines = report.lines("vp-by-year-and-place")
    means: dict[PlainValue, list[float]] = {}
    for line in lines:
        means.setdefault(line["year"], []).append(_number(line["mean"]))
    found: dict[str, list[YearSpread]] = {}
    for line in lines:
        year, together = int(_number(line["year"])), means[line["year"]]
        low, middle, high = (_number(line[each]) for each in ("p10", "p50", "p90"))
        spread = YearSpread(year, low, middle, high, _number(line["mean"]), sum(together) / len(together))
        found.setdefault(str(line["place"]), []).append(spread)
    words: Any = make_environment(None, book.language).get_template("odds/words.html.jinja").module
    most = max(each.high for years in found.values() for each in years)
    fans = []
    for number, (place, years) in enumerate(found.items(), start=1):
        name = f"fan-{number}.svg"
        told = unescape(str(words.fan_text(place, years[-1])))
        pictures[name] = Picture("image/svg+xml", draw_fan(years, most, dressed[place].ink, told).encode())
        fans.append(Fan(place, name, told))
    return fans


def _number(value: PlainValue) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return value


def _pages(book: Book, template: str, pictures: Mapping[str, Picture], **content: object) -> Pages:
    environment = make_environment(None, book.language)
    dressed = liveries([(nation.name, nation.colour) for nation in book.world.nations])
    text = environment.get_template(template).render(
        title=book.title, language=book.language, dressed=dressed, **content
    )
    renderer = Renderer(None, book.language)
    paper = f"style/paper-{book.paper.lower()}.css"
    common = (renderer.file("style/type.css"), renderer.file(_STYLE))
    return Pages(
        text,
        pictures,
        styles=(*common, renderer.file("style/page.css"), renderer.file(paper)),
        web_styles=(*common, renderer.file("style/web.css")),
    )

"""The charts of the newsletter: victory points and territories of all nations over all seasons, drawn in vector.

Every line carries its name at its end, a dash and a marker of its own, so that the charts can be read in black and
white. The first season is drawn as bars; with many nations the leaders are drawn in full and the others in grey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from adjudicator.newsletter.charts.bands import draw_bands
from adjudicator.newsletter.charts.bars import draw_bars
from adjudicator.newsletter.charts.lines import draw_lines
from adjudicator.newsletter.charts.words import ChartWords
from adjudicator.newsletter.map.svg import content
from adjudicator.newsletter.palette import Livery
from adjudicator.newsletter.phrases import Phrasebook
from adjudicator.newsletter.tables import HistoryLine, Measure, Timeline, timeline

__all__ = ["DrawnChart", "draw_charts"]

POINTS_PER_MM = 72 / 25.4
_HEIGHT_MM = {Measure.VP: 82.0, Measure.TERRITORIES: 70.0}


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """A finished chart: standalone SVG, the title to print above it, and what it shows in words."""

    measure: Measure
    svg: str
    title: str
    alternative: str


def draw_charts(
    history: Sequence[HistoryLine],
    dressed: Mapping[str, Livery],
    phrasebook: Phrasebook,
    *,
    territories: int | None = None,
    width_mm: float = 174.0,
) -> tuple[DrawnChart, ...]:
    """Victory points, then territories, over all seasons of the history; nothing where there is no history yet.

    `dressed` has the nations' liveries (`palette.liveries`); a nation of the past that it lacks is drawn in grey.
    `territories` is how many there are on the map: those nobody owned are drawn as independent.

    Raises:
        PhraseError: a word for the charts is missing from the templates.

    """
    made = []
    for measure in Measure:
        told = timeline(history, measure)
        if told.seasons:
            made.append(_draw(told, dressed, ChartWords(phrasebook), territories, width_mm))
    return tuple(made)


def _draw(
    told: Timeline, dressed: Mapping[str, Livery], words: ChartWords, territories: int | None, width_mm: float
) -> DrawnChart:
    title, alternative = words.title(told), words.alternative(told)
    height_mm = _HEIGHT_MM[told.measure]
    size = (width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM)
    if len(told.seasons) == 1:
        drawing, used = draw_bars(told, dressed, size)
        height_mm = used / POINTS_PER_MM
    elif told.measure is Measure.TERRITORIES:
        drawing = draw_bands(told, dressed, words, size, territories)
    else:
        drawing = draw_lines(told, dressed, words, size)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width_mm:g}mm" height="{height_mm:.2f}mm" '
        f'viewBox="0 0 {size[0]:.2f} {height_mm * POINTS_PER_MM:.2f}" role="img" aria-label={quoteattr(title)}>'
        f"<title>{content(title)}</title><desc>{content(alternative)}</desc>{drawing}</svg>"
    )
    return DrawnChart(told.measure, svg, title, alternative)

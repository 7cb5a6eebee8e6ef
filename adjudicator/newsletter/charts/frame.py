"""The ground a chart is drawn on: scales, the axis of seasons, the lines of the values. Lengths are in points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from adjudicator.newsletter.charts.words import ChartWords
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.svg import group, number, path, text
from adjudicator.newsletter.tables import SeasonName

SMALL = 7.0
LABEL = 8.0
GRID = "#d8d2c4"
AXIS = "#6b5c48"
OTHERS = "#a49c8d"

_LETTERS = Lettering()


@dataclass(frozen=True, slots=True)
class Frame:
    """The plotting area and its scales: `seasons` points from left to right, values from `low` up to `high`.

    `edge` is the right edge of the whole chart: between `right` and it stand the names.
    """

    left: float
    right: float
    top: float
    bottom: float
    seasons: int
    low: int
    high: int
    edge: float

    def x(self, place: float) -> float:
        """Where a season stands, counted from 0."""
        return self.left + (self.right - self.left) * place / max(1, self.seasons - 1)

    def y(self, value: float) -> float:
        """Where a value stands."""
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.high - self.low)


def tick_step(span: int, most: int = 6) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that makes at most `most` steps of a span."""
    scale = 1
    while True:
        for factor in (1, 2, 5):
            if span <= scale * factor * most:
                return scale * factor
        scale *= 10


def frame_for(size: tuple[float, float], seasons: int, values: Sequence[int], label_room: float) -> Frame:
    """The frame for these values, 0 among them, with room for the names on the right."""
    low, high = min(0, *values), max(1, *values)
    step = tick_step(high - low)
    low = low // step * step
    margin = max(len(str(low)), len(str(high))) * 4.0 + 7
    return Frame(margin, size[0] - label_room, 14.0, size[1] - 25.0, seasons, low, high, size[0])


def draw_ground(frame: Frame, seasons: Sequence[SeasonName], words: ChartWords, unit: str) -> str:
    """The value lines with their numbers, and the axis of seasons and years."""
    step = tick_step(frame.high - frame.low)
    levels = range(frame.low, frame.high + 1, step)
    lines = [path(f"M{number(frame.left)} {number(frame.y(level))}H{number(frame.right)}") for level in levels]
    numbers = [_number_left_of(frame, level) for level in levels]
    caption = text(unit, (frame.left, frame.top - 5), SMALL, Face.ITALIC)
    return (
        group(lines, stroke=GRID, stroke_width=0.5, fill="none")
        + group([*numbers, caption], fill=AXIS)
        + _time_axis(frame, seasons, words)
    )


def _number_left_of(frame: Frame, level: int) -> str:
    words = str(level).replace("-", "−")
    width = _LETTERS.width(words, SMALL, Face.TEXT)
    return text(words, (frame.left - 5 - width, frame.y(level) + SMALL * 0.32), SMALL, Face.TEXT)


def _time_axis(frame: Frame, seasons: Sequence[SeasonName], words: ChartWords) -> str:
    base = frame.bottom
    years = [
        (year, [place for place, _ in found])
        for year, found in groupby(enumerate(seasons), key=lambda each: each[1].year)
    ]
    marks = [path(f"M{number(frame.left)} {number(base)}H{number(frame.right)}", stroke=AXIS, stroke_width=0.7)]
    room = (frame.right - frame.left) / max(1, len(seasons) - 1)
    labels = []
    names = [words.season(name) for name in seasons]
    if max(_LETTERS.width(name, SMALL, Face.TEXT) for name in names) < room - 3:
        labels += [_centred(name, frame.x(place), base + 9.5, SMALL) for place, name in enumerate(names)]
        marks += [_tick(frame.x(place), base, 2.5) for place in range(len(seasons))]
        low = base + 19.5
    else:
        low = base + 12.0
    widest = max(_LETTERS.width(words.year(year), LABEL, Face.TEXT) for year, _ in years)
    every = tick_step(max(1, round((widest + 10) * len(years) / (frame.right - frame.left))), most=1)
    for place, (year, found) in enumerate(years):
        if place:
            marks.append(_tick((frame.x(found[0]) + frame.x(found[0] - 1)) / 2, base, 4.0 if every > 1 else low - base))
        # A year with one label in several stands at its first season, a lone one in the middle of its seasons.
        if every > 1 and year % every == 0:
            labels.append(_centred(words.year(year), frame.x(found[0]), low, LABEL))
        elif every == 1:
            labels.append(_centred(words.year(year), (frame.x(found[0]) + frame.x(found[-1])) / 2, low, LABEL))
    return group(marks, stroke=AXIS, stroke_width=0.5, fill="none") + group(labels, fill=AXIS)


def _tick(x: float, base: float, length: float) -> str:
    return path(f"M{number(x)} {number(base)}v{number(length)}")


def _centred(words: str, middle: float, base: float, size: float) -> str:
    return text(words, (middle - _LETTERS.width(words, size, Face.TEXT) / 2, base), size, Face.TEXT)

"""Values over the seasons as one line for each nation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.newsletter.charts.frame import AXIS, OTHERS, Frame, draw_ground, frame_for
from adjudicator.newsletter.charts.labels import EndLabel, place_labels, room_for
from adjudicator.newsletter.charts.signs import sign
from adjudicator.newsletter.charts.words import ChartWords
from adjudicator.newsletter.map.svg import group, path, path_data
from adjudicator.newsletter.palette import INK, Livery
from adjudicator.newsletter.tables import NationSeries, Timeline

ALL_NAMED = 12
"""Up to this many nations every line is drawn in full and named."""

LEADERS = 9
"""How many are, where there are more."""

_SIGNED_SEASONS = 16
"""Up to this many seasons every one carries its sign."""


def leaders(told: Timeline, dressed: Mapping[str, Livery]) -> list[NationSeries]:
    """The nations drawn in full: all where they are few, else those that stand highest at the end."""
    known = [line for line in told.series if line.nation in dressed and line.last is not None]
    if len(told.series) <= ALL_NAMED:
        return known
    return sorted(known, key=lambda line: -(line.last or 0))[:LEADERS]


def draw_lines(told: Timeline, dressed: Mapping[str, Livery], words: ChartWords, size: tuple[float, float]) -> str:
    """The chart's drawing: ground, the others in grey, then the leaders, the first on top."""
    values = [value for line in told.series for value in line.values if value is not None]
    named = leaders(told, dressed)
    others = [line for line in told.series if line not in named and line.last is not None]
    names = [*(line.nation for line in named), *([words.others(len(others))] if others else [])]
    frame = frame_for(size, len(told.seasons), values, room_for(names, max(values)))
    parts = [
        draw_ground(frame, told.seasons, words, words.unit(told.measure)),
        group([path(path_data(runs(frame, line))) for line in others], stroke=OTHERS, stroke_width=0.6, fill="none"),
    ]
    ranked = sorted(named, key=lambda line: -(line.last or 0))
    for line in reversed(ranked):
        parts.append(_line(frame, line, dressed[line.nation]))
    parts.append(_labels(frame, ranked, others, dressed, words))
    return "".join(parts)


def runs(frame: Frame, line: NationSeries) -> list[list[tuple[float, float]]]:
    """The line's points, a new run after every gap."""
    found: list[list[tuple[float, float]]] = [[]]
    for place, value in enumerate(line.values):
        if value is not None:
            found[-1].append((frame.x(place), frame.y(value)))
        elif found[-1]:
            found.append([])
    return [run for run in found if run]


def _line(frame: Frame, line: NationSeries, livery: Livery) -> str:
    looks: dict[str, str | float] = {
        "stroke": livery.ink,
        "stroke_width": 1.5,
        "fill": "none",
        "stroke_linejoin": "round",
        **({"stroke_dasharray": livery.dash} if livery.dash else {}),
    }
    drawn = path(path_data(runs(frame, line)), **looks)
    signs = [sign(livery.marker, frame.x(place), frame.y(value), 2.5, livery.ink) for place, value in _signed(line)]
    return "".join([drawn, *signs])


def _signed(line: NationSeries) -> list[tuple[int, int]]:
    """Which points carry the sign: all of few; else about a dozen, and always the last."""
    known = [(place, value) for place, value in enumerate(line.values) if value is not None]
    every = 1 if len(line.values) <= _SIGNED_SEASONS else -(-len(line.values) // 12)
    return [point for point in known if point[0] % every == 0 or point is known[-1]]


def _labels(
    frame: Frame,
    named: Sequence[NationSeries],
    others: Sequence[NationSeries],
    dressed: Mapping[str, Livery],
    words: ChartWords,
) -> str:
    labels = [EndLabel(line.nation, _text(line.last), runs(frame, line)[-1][-1], INK) for line in named]
    if others:
        middle = sorted(line.last or 0 for line in others)[len(others) // 2]
        labels.append(EndLabel(words.others(len(others)), "", (frame.right, frame.y(middle)), AXIS, is_strong=False))
    placed = place_labels(frame, labels)
    signs = [
        sign(dressed[line.nation].marker, *label.sign, 2.3, dressed[line.nation].ink)
        for line, label in zip(named, placed, strict=False)
    ]
    return group(label.drawing for label in placed) + group(signs)


def _text(value: int | None) -> str:
    return str(value).replace("-", "−")

"""Territories over the seasons as bands that lie on each other, and together are the whole land."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.newsletter.charts.frame import AXIS, Frame, draw_ground, frame_for
from adjudicator.newsletter.charts.labels import EndLabel, place_labels, room_for
from adjudicator.newsletter.charts.lines import leaders
from adjudicator.newsletter.charts.words import ChartWords
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.svg import centred_text, group, path, path_data, rectangle
from adjudicator.newsletter.palette import INK, Livery, toned
from adjudicator.newsletter.tables import Timeline

_MARK = 8.5
_OTHERS_FILL = "#ded7c9"
_LETTERS = Lettering()


@dataclass(frozen=True, slots=True)
class _Band:
    """One layer: its values, and how it is drawn. `mark` may be empty."""

    name: str
    mark: str
    fill: str
    values: tuple[int, ...]


def draw_bands(
    told: Timeline, dressed: Mapping[str, Livery], words: ChartWords, size: tuple[float, float], territories: int | None
) -> str:
    """The chart's drawing: nations in their order from the bottom, then the others, then the independent land."""
    bands = _bands(told, dressed, words, territories)
    tops = [sum(band.values[place] for band in bands) for place in range(len(told.seasons))]
    frame = frame_for(size, len(told.seasons), tops, room_for([band.name for band in bands], max(tops)))
    layers, marks, labels, chips = [], [], [], []
    floor = [0] * len(told.seasons)
    for band in bands:
        ceiling = [low + value for low, value in zip(floor, band.values, strict=True)]
        layers.append(_layer(frame, floor, ceiling, band))
        marks.append(_mark(frame, floor, ceiling, band))
        if band.values[-1]:
            middle = frame.y((floor[-1] + ceiling[-1]) / 2)
            labels.append(EndLabel(band.name, str(band.values[-1]), (frame.right - 3, middle), INK, bool(band.mark)))
            chips.append(band.fill)
        floor = ceiling
    placed = place_labels(frame, labels)
    squares = [
        rectangle(label.sign[0] - 2.6, label.sign[1] - 2.6, 5.2, 5.2, fill=fill, stroke=AXIS, stroke_width=0.4)
        for label, fill in zip(placed, chips, strict=True)
    ]
    ground = draw_ground(frame, told.seasons, words, words.unit(told.measure))
    return ground + group(layers) + group(marks, fill=INK) + group(label.drawing for label in placed) + group(squares)


def _bands(told: Timeline, dressed: Mapping[str, Livery], words: ChartWords, territories: int | None) -> list[_Band]:
    named = leaders(told, dressed)
    found = [
        # Light and dark in turn: neighbours differ in black and white, too.
        _Band(
            line.nation,
            dressed[line.nation].mark,
            toned(dressed[line.nation].colour, 0.42 if number % 2 else 0.66),
            tuple(value or 0 for value in line.values),
        )
        for number, line in enumerate(line for line in told.series if line in named)
    ]
    others = [line for line in told.series if line not in named]
    if others:
        summed = tuple(sum(line.values[place] or 0 for line in others) for place in range(len(told.seasons)))
        found.append(_Band(words.others(len(others)), "", _OTHERS_FILL, summed))
    if territories is not None:
        owned = [sum(band.values[place] for band in found) for place in range(len(told.seasons))]
        free = tuple(max(0, territories - value) for value in owned)
        found.append(_Band(words.independent(), "", "#ffffff", free))
    return [band for band in found if any(band.values)]


def _layer(frame: Frame, floor: Sequence[int], ceiling: Sequence[int], band: _Band) -> str:
    upper = [(frame.x(place), frame.y(value)) for place, value in enumerate(ceiling)]
    lower = [(frame.x(place), frame.y(value)) for place, value in enumerate(floor)]
    area = path(path_data([[*upper, *reversed(lower)]], closed=True), fill=band.fill)
    edge = path(path_data([upper]), stroke=AXIS, stroke_width=0.6, fill="none")
    return area + edge


def _mark(frame: Frame, floor: Sequence[int], ceiling: Sequence[int], band: _Band) -> str:
    """The nation's letters inside its band where it is thickest, if there is room."""
    thick = [frame.y(low) - frame.y(high) for low, high in zip(floor, ceiling, strict=True)]
    inner = range(1, len(thick) - 1) if len(thick) > 2 else range(len(thick))
    place = max(inner, key=lambda each: (thick[each], -abs(each - len(thick) / 2)))
    if not band.mark or thick[place] < _MARK:
        return ""
    inset = 8.0 if len(thick) <= 2 else 0.0
    x = min(max(frame.x(place), frame.left + inset), frame.right - inset)
    centre = (x, frame.y((floor[place] + ceiling[place]) / 2))
    return centred_text(band.mark, centre, _MARK, Face.STRONG, _LETTERS)

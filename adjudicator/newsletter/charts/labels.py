"""Names at the ends of lines: as near to them as they can be without touching each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.newsletter.charts.frame import GRID, LABEL, Frame
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.svg import number, path, text

_LETTERS = Lettering()
_GAP = 9.4
_LEADER = 15.0
_SIGN_ROOM = 8.0
_VALUE_GAP = 3.5
_MOST_ROOM = 132.0


@dataclass(frozen=True, slots=True)
class EndLabel:
    """A name and number beside the plot: the end it belongs to, and the sign that is repeated before it."""

    words: str
    value: str
    end: tuple[float, float]
    ink: str
    is_strong: bool = True

    @property
    def face(self) -> Face:
        """What its words are set in."""
        return Face.TEXT if self.is_strong else Face.ITALIC


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label as drawn, and where its sign goes."""

    drawing: str
    sign: tuple[float, float]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as possible to the wanted ones, `gap` apart, within low and high, in the order of `wanted`.

    Where there is not room enough the gap is narrowed to what there is. `wanted` must be in ascending order.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    # With its due distance from the first taken off, no place may come before its forerunner: those that would stand
    # together at the mean of their wishes (isotonic regression by pooling).
    pools: list[tuple[float, int]] = []
    for step, place in enumerate(wanted):
        total, count = place - step * gap, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, members = pools.pop()
            total, count = before + total, members + count
        pools.append((total, count))
    means = [total / count for total, count in pools for _ in range(count)]
    last = high - (len(wanted) - 1) * gap
    return [min(max(mean, low), last) + step * gap for step, mean in enumerate(means)]


def room_for(names: Iterable[str], top: int) -> float:
    """The width that labels with these names and values up to `top` need, within reason."""
    longest = max((_LETTERS.width(name, LABEL, Face.TEXT) for name in names), default=0.0)
    value = _LETTERS.width(str(top), LABEL, Face.STRONG)
    return min(_MOST_ROOM, _LEADER + _SIGN_ROOM + longest + _VALUE_GAP + value + 2)


def place_labels(frame: Frame, labels: Sequence[EndLabel]) -> list[PlacedLabel]:
    """All labels to the right of the plot, each led to by a thin line from its end, in the order given."""
    order = sorted(range(len(labels)), key=lambda each: (labels[each].end[1], each))
    places = spread([labels[each].end[1] for each in order], _GAP, frame.top, frame.bottom)
    found: dict[int, PlacedLabel] = {}
    left = frame.right + _LEADER
    for which, y in zip(order, places, strict=True):
        label = labels[which]
        value_width = _LETTERS.width(label.value, LABEL, Face.STRONG) + _VALUE_GAP if label.value else 0.0
        name = _LETTERS.shortened(label.words, LABEL, label.face, frame.edge - left - _SIGN_ROOM - value_width)
        name_end = left + _SIGN_ROOM + _LETTERS.width(name, LABEL, label.face)
        base = y + LABEL * 0.32
        x, end_y = label.end
        leader = path(
            f"M{number(x + 3)} {number(end_y)}H{number(frame.right + 4)}L{number(left - 1)} {number(y)}",
            stroke=GRID,
            stroke_width=0.5,
            fill="none",
        )
        words = text(name, (left + _SIGN_ROOM, base), LABEL, label.face, fill=label.ink)
        value = text(label.value, (name_end + _VALUE_GAP, base), LABEL, Face.STRONG, fill=label.ink)
        found[which] = PlacedLabel(leader + words + value, (left + _SIGN_ROOM / 2 - 0.5, y))
    return [found[which] for which in range(len(labels))]

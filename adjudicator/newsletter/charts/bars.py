"""One season's values as bars: what a line would show as a lonely dot."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.newsletter.charts.frame import AXIS, LABEL, OTHERS
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.svg import centred_text, group, rectangle, text
from adjudicator.newsletter.palette import INK, Livery
from adjudicator.newsletter.tables import NationSeries, Timeline

_ROW = 13.0
_ONE_COLUMN = 14
"""More nations than this stand in two columns."""

_CHIP = 15.0
_NAME = 92.0
_VALUE = 22.0
_GUTTER = 20.0
_LETTERS = Lettering()


def draw_bars(told: Timeline, dressed: Mapping[str, Livery], size: tuple[float, float]) -> tuple[str, float]:
    """The bars, the longest first, and the height they need in points."""
    known = [line for line in told.series if line.last is not None]
    ranked = sorted(known, key=lambda line: -(line.last or 0))
    columns = 1 if len(ranked) <= _ONE_COLUMN else 2
    rows = -(-len(ranked) // columns)
    width = (size[0] - _GUTTER * (columns - 1)) / columns
    most = max(1, *(line.last or 0 for line in ranked))
    parts = []
    for place, line in enumerate(ranked):
        column, row = divmod(place, rows)
        parts.append(_bar(line, dressed.get(line.nation), column * (width + _GUTTER), row * _ROW + 2, width, most))
    return "".join(parts), rows * _ROW + 4


def _bar(line: NationSeries, livery: Livery | None, left: float, top: float, width: float, most: int) -> str:
    value = line.last or 0
    middle = top + _ROW / 2 - 1
    base = middle + LABEL * 0.32
    colour = livery.colour if livery is not None else OTHERS
    room = width - _CHIP - _NAME - _VALUE
    length = max(0.0, room * value / most)
    start = left + _CHIP + _NAME
    chip = rectangle(left, middle - 4.6, 12.5, 9.2, rx=1.2, fill=colour, stroke=AXIS, stroke_width=0.4)
    mark = ""
    if livery is not None:
        mark = centred_text(livery.mark, (left + 6.25, middle), 6.8, Face.STRONG, _LETTERS, fill=livery.on_colour)
    name = _LETTERS.shortened(line.nation, LABEL + 0.5, Face.TEXT, _NAME - 5)
    return group(
        [
            chip,
            mark,
            text(name, (left + _CHIP + 1, base), LABEL + 0.5, Face.TEXT, fill=INK),
            rectangle(start, middle - 3.4, length, 6.8, fill=colour, stroke=AXIS, stroke_width=0.5) if length else "",
            text(str(value).replace("-", "−"), (start + length + 4, base), LABEL + 0.5, Face.STRONG, fill=INK),
        ]
    )

"""What a number may be over the years, drawn in vector: the middle of what was seen, and the span of most of it.

Lengths are in points. There is no word to be seen in a drawing: title and explanation are the page's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

WIDTH, HEIGHT = 160.0, 92.0

_LEFT, _RIGHT, _TOP, _BOTTOM = 20.0, 156.0, 5.0, 79.0
_SMALL = 6.5
_GRID, _AXIS = "#d8d2c4", "#6b5c48"


@dataclass(frozen=True, slots=True)
class YearSpread:
    """One year: a tenth of the campaigns had less than `low`, a tenth more than `high`.

    `common` is the mean of all who are compared.
    """

    year: int
    low: float
    middle: float
    high: float
    mean: float
    common: float


def draw_fan(years: Sequence[YearSpread], most: float, ink: str, told: str) -> str:
    """A fan over the years as standalone SVG, `most` at the top of the scale so that charts side by side compare.

    Band: from the first to the last tenth. Unbroken line: the mean. Dashed: the mean of all who are compared.
    `told` says the same in words.
    """
    top = max(1.0, most)

    def x(place: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (place + 0.5) / max(1, len(years))

    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * value / top

    upper = [(x(place), y(each.high)) for place, each in enumerate(years)]
    lower = [(x(place), y(each.low)) for place, each in enumerate(years)]
    parts = [
        *(_level(level, y(level)) for level in _levels(top)),
        f'<path d="{_path([*upper, *reversed(lower)])}z" fill="{ink}" fill-opacity="0.22" stroke="none"/>',
        _line([(x(place), y(each.common)) for place, each in enumerate(years)], _AXIS, 0.8, "2.5 2"),
        _line([(x(place), y(each.mean)) for place, each in enumerate(years)], ink, 1.5, ""),
        *(_dot(x(place), y(each.mean), ink) for place, each in enumerate(years)),
        *(_year(each.year, x(place)) for place, each in _labelled(years)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}pt" height="{HEIGHT:g}pt" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" font-family="Adjudicator Garamond, serif" font-size="{_SMALL}" '
        f'role="img" aria-label={quoteattr(told)}>' + "".join(parts) + "</svg>"
    )


def _labelled(years: Sequence[YearSpread]) -> list[tuple[int, YearSpread]]:
    """As many years as have room for their numbers, the first and the last among them."""
    every = max(1, -(-len(years) // 6))
    last = len(years) - 1
    chosen = [place for place in range(0, len(years), every) if place == 0 or last - place >= every]
    return [(place, years[place]) for place in sorted({*chosen, last})]


def _levels(top: float) -> list[int]:
    """Up to six round numbers: 1, 2, 5, 10, 20 … apart."""
    scale = 1
    while True:
        for factor in (1, 2, 5):
            if top <= 5 * scale * factor:
                return list(range(0, int(top) + 1, scale * factor))
        scale *= 10


def _level(level: int, at: float) -> str:
    return (
        f'<path d="M{_LEFT:g} {at:.2f}H{_RIGHT:g}" stroke="{_GRID}" stroke-width="0.5" fill="none"/>'
        f'<text x="{_LEFT - 3:g}" y="{at + 2.1:.2f}" text-anchor="end" fill="{_AXIS}">{level}</text>'
    )


def _year(year: int, at: float) -> str:
    return f'<text x="{at:.2f}" y="{_BOTTOM + 9:g}" text-anchor="middle" fill="{_AXIS}">{year}</text>'


def _dot(x: float, y: float, ink: str) -> str:
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="1.5" fill="{ink}"/>'


def _line(points: Sequence[tuple[float, float]], ink: str, width: float, dash: str) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{_path(points)}" stroke="{ink}" stroke-width="{width}" fill="none"{dashed}/>'


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)

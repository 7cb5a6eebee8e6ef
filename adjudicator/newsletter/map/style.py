"""Sizes and inks of the map. All lengths are points of 1/72 inch on the printed page."""

from __future__ import annotations

import math
from dataclasses import dataclass

TEXT_FONT = "Adjudicator Garamond"
TITLE_FONT = "Adjudicator Cinzel"

INK = "#2a2018"
SOFT_INK = "#6b5c48"
PAPER = "#f6efdf"
LAND = "#f3ead2"
SEA = "#d9e4e2"
SEA_LINE = "#8fabae"
SEA_INK = "#47686e"
MARSH_INK = "#4d6340"
PEAK_FILL = "#e6d9bd"
ROAD_INK = "#7a5a3a"
WHITE = "#fffaf0"

POINTS_PER_MM = 72 / 25.4

LETTERED_CITY = 2.9
"""A city sign smaller than this radius carries no letter: it could not be read in print."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The sizes that follow from how much room each territory has."""

    spacing: float
    city: float
    name: float
    smallest_name: float
    arrow: float
    sign: float
    line: float


def scale_for(area: float, count: int) -> Scale:
    """The sizes for `count` territories on `area` square points."""
    spacing = math.sqrt(area * 0.82 / max(count, 4))
    return Scale(
        spacing=spacing,
        city=_between(1.6, spacing * 0.066, 6.2),
        name=_between(4.6, spacing * 0.128, 11.0),
        smallest_name=_between(4.2, spacing * 0.1, 7.5),
        arrow=_between(1.5, spacing * 0.062, 5.5),
        sign=_between(3.2, spacing * 0.105, 8.5),
        line=_between(0.55, spacing * 0.014, 1.0),
    )


def _between(low: float, value: float, high: float) -> float:
    return max(low, min(value, high))

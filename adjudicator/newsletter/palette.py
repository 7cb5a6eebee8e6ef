"""One livery for each nation, wherever it is drawn.

Charts and standings use it as it is; whoever draws the map hands `colour` and `mark` over as `MapNation.colour` and
`MapNation.mark`, so that a nation looks the same on every page.

Colour never stands alone: `mark` (one or two letters), `dash` and `marker` tell the nations apart in black and white
and for the colour-blind. The nation's own colour from the workbook is kept; those without one get the colour farthest
from all that are taken, out of a set that the colour-blind can tell apart (after Okabe and Ito, and Paul Tol).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Rgb: TypeAlias = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

INK = "#2a2018"
"""Lines and words that belong to no nation."""

READABLE_CONTRAST = 3.0
"""What a line or a letter needs against white paper to be seen in print (WCAG 1.4.11)."""

_COLOURS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#882255", "#999933", "#332288", "#44aa99",
    "#aa4466", "#117733", "#b8860b", "#6f4e37", "#5d5d5d", "#8e7cc3",
)  # fmt: skip

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_DASHES = ("", "7 3", "2 2.4", "9 3 2 3", "5 2 1.5 2 1.5 2", "12 4", "4 4", "1 3")


class Marker(Enum):
    """The sign on a nation's line, hollow or filled."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    WEDGE = "wedge"
    HOLLOW_CIRCLE = "hollow circle"
    HOLLOW_SQUARE = "hollow square"
    HOLLOW_DIAMOND = "hollow diamond"
    HOLLOW_TRIANGLE = "hollow triangle"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Livery:
    """How one nation is drawn.

    `colour` fills areas; `ink` is the same colour, darkened where it must be, for lines and letters on white;
    `on_colour` is what can be read on `colour`. All three are hex colours. `dash` is an SVG dash array in points, empty
    for an unbroken line.
    """

    nation: str
    mark: str
    colour: str
    ink: str
    on_colour: str
    dash: str
    marker: Marker


def liveries(nations: Sequence[tuple[str, str]]) -> dict[str, Livery]:
    """The livery of each nation, given names and colours (any text, may be empty) in the order of the `Nations` sheet.

    Deterministic: the same nations in the same order give the same liveries, in every edition and every season.
    """
    given = {name: read_colour(colour) for name, colour in nations}
    chosen = _fill_colours(given)
    marks = nation_marks(given)
    markers = tuple(Marker)
    return {
        name: Livery(
            nation=name,
            mark=marks[name],
            colour=colour,
            ink=darkened(colour),
            on_colour=INK if contrast(colour, INK) >= contrast(colour, "#ffffff") else "#ffffff",
            dash=_DASHES[number % len(_DASHES)],
            marker=markers[number % len(markers)],
        )
        for number, (name, colour) in enumerate(chosen.items())
    }


def nation_marks(nations: Iterable[str]) -> dict[str, str]:
    """One or two letters for each nation, all different (for up to 900): the initial alone where no other shares it."""
    names = list(nations)
    letters = {name: [each for each in unicodedata.normalize("NFC", name) if each.isalnum()] or ["?"] for name in names}
    initials = [letters[name][0].upper() for name in names]
    taken: set[str] = set()
    marks: dict[str, str] = {}
    for name, initial in zip(names, initials, strict=True):
        lone = [initial] if initials.count(initial) == 1 else []
        pairs = [initial + each.lower() for each in letters[name][1:]]
        spare = (one + two for one in initial + _ALPHABET for two in _ALPHABET.lower() + "0123456789")
        marks[name] = next(mark for mark in (*lone, *pairs, *spare) if mark not in taken)
        taken.add(marks[name])
    return marks


def read_colour(text: str) -> str | None:
    """A CSS colour (`#a31`, `teal`, `rgb(1, 2, 3)`) as `#rrggbb`, or None where it is empty or cannot be read."""
    # WeasyPrint's own parser, so that what the pages understand and what we understand is the same.
    from tinycss2.color4 import parse_color

    parsed = parse_color(text.strip()) if text.strip() else None
    if parsed is None or isinstance(parsed, str) or parsed.space != "srgb" or parsed.alpha == 0:
        return None
    red, green, blue = (float(value) for value in parsed.coordinates)
    return to_hex((red, green, blue))


def to_hex(rgb: Rgb) -> str:
    """`#rrggbb`, each part held between 0 and 1 first."""
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in rgb)


def to_rgb(colour: str) -> Rgb:
    """The parts of `#rrggbb`."""
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def mixed(colour: str, other: str, part: float) -> str:
    """The hex colour with `part` (0 to 1) of the other in it."""
    own, added = to_rgb(colour), to_rgb(other)
    red, green, blue = (one + (two - one) * part for one, two in zip(own, added, strict=True))
    return to_hex((red, green, blue))


def toned(colour: str, luminance: float) -> str:
    """The hex colour, made lighter or darker until it has this luminance (0 to 1), which is its grey in print."""
    other = "#ffffff" if _luminance(colour) < luminance else "#000000"
    parts = (mixed(colour, other, step / 50) for step in range(51))
    return min(parts, key=lambda each: abs(_luminance(each) - luminance))


def contrast(one: str, other: str) -> float:
    """Contrast of two hex colours, 1 to 21 (WCAG)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def darkened(colour: str) -> str:
    """The colour itself, or the nearest darker one that can be read on white paper."""
    red, green, blue = to_rgb(colour)
    for step in range(20, -1, -1):
        candidate = to_hex((red * step / 20, green * step / 20, blue * step / 20))
        if contrast(candidate, "#ffffff") >= READABLE_CONTRAST:
            return candidate
    raise AssertionError("black can be read on white")


def _luminance(colour: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = to_rgb(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def _fill_colours(given: dict[str, str | None]) -> dict[str, str]:
    taken = [colour for colour in given.values() if colour is not None]
    chosen: dict[str, str] = {}
    spare: list[str] = []
    for name, colour in given.items():
        if colour is not None:
            chosen[name] = colour
            continue
        # Once all are used they come round again: marks, dashes and markers still differ.
        spare = spare or list(_COLOURS)
        best = max(spare, key=lambda each: min((_distance(each, other) for other in taken), default=0.0))
        spare.remove(best)
        taken.append(best)
        chosen[name] = best
    return chosen


def _distance(one: str, other: str) -> float:
    """How different two colours look: the red-mean approximation, good enough to choose between a few."""
    (red1, green1, blue1), (red2, green2, blue2) = to_rgb(one), to_rgb(other)
    mean = (red1 + red2) / 2
    red, green, blue = red1 - red2, green1 - green2, blue1 - blue2
    return (2 + mean) * red * red + 4 * green * green + (3 - mean) * blue * blue

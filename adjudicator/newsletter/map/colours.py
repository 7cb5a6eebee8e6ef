"""The nations' tints, patterns and marks: apart for every eye, and in black and white."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeAlias

from adjudicator.newsletter.map.picture import MapNation

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

PALETTE = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#e6b400",
    "#aa4499",
    "#6e6e6e",
    "#c02f3f",
    "#56b4e9",
    "#7a4a12",
    "#8a8a1f",
    "#332288",
    "#cc79a7",
)
"""Okabe and Ito's colours with some of Tol's, those whose tints on paper differ most first."""

SAME_TINT = 0.0006
"""Squared distance in OKLab below which two tints are too like each other for neighbours."""


class Pattern(Enum):
    """How a nation's land is hatched, in the order in which nations receive them."""

    RISING = "rising lines"
    DOTS = "dots"
    FALLING = "falling lines"
    LEVEL = "level lines"
    CROSSES = "small crosses"
    UPRIGHT = "upright lines"
    RISING_PAIRS = "rising lines in pairs"
    DASHES = "level dashes"
    DIAMONDS = "crossed rising and falling lines"
    FALLING_DASHES = "falling dashes"
    RINGS = "small rings"
    SQUARES = "crossed level and upright lines"
    CHEVRONS = "chevrons"
    FALLING_PAIRS = "falling lines in pairs"
    RISING_DASHES = "rising dashes"
    UPRIGHT_DASHES = "upright dashes"


@dataclass(frozen=True, slots=True)
class NationLook:
    """How one nation is drawn: its mark, its hatching and its colour in four strengths."""

    name: str
    mark: str
    pattern: Pattern
    tint: str
    band: str
    hatch: str
    strong: str


def nation_looks(nations: Sequence[MapNation], neighbours: Sequence[frozenset[int]]) -> tuple[NationLook, ...]:
    """A look for every nation; `neighbours` are the nations it shares a border with."""
    colours = _colours(nations, neighbours)
    patterns = _patterns(len(nations), neighbours)
    marks = nation_marks(nations)
    return tuple(
        NationLook(
            name=nation.name,
            mark=mark,
            pattern=pattern,
            tint=css(_tint(colour)),
            band=css(_at(colour, lightness=0.74, chroma=0.75, most=0.1)),
            hatch=css(_at(colour, lightness=0.62, chroma=0.7, most=0.1)),
            strong=css(_strong(colour)),
        )
        for nation, mark, pattern, colour in zip(nations, marks, patterns, colours, strict=True)
    )


def _colours(nations: Sequence[MapNation], neighbours: Sequence[frozenset[int]]) -> list[Colour]:
    given = [read_colour(nation.colour) for nation in nations]
    palette = [colour for colour in map(read_colour, PALETTE) if colour is not None]
    chosen: dict[int, Colour] = {number: colour for number, colour in enumerate(given) if colour is not None}
    for number, colour in enumerate(given):
        if colour is not None:
            continue
        beside = [chosen[other] for other in sorted(neighbours[number]) if other in chosen]
        used = list(chosen.values())

        def worth(place: int, beside: list[Colour] = beside, used: list[Colour] = used) -> tuple[bool, int, float]:
            candidate = palette[place]
            near = min((distance(candidate, other) for other in beside), default=1.0)
            nearest = min((distance(candidate, other) for other in used), default=1.0)
            return (near < SAME_TINT, used.count(candidate), -round(min(nearest, 6 * SAME_TINT), 6))

        chosen[number] = palette[min(range(len(palette)), key=worth)]
    return [chosen[number] for number in range(len(nations))]


def _patterns(count: int, neighbours: Sequence[frozenset[int]]) -> list[Pattern]:
    """Each nation the pattern used least so far, none that a neighbour has."""
    order = list(Pattern)
    chosen: list[Pattern] = []
    for number in range(count):
        beside = {chosen[other] for other in neighbours[number] if other < number}
        chosen.append(min(order, key=lambda pattern: (pattern in beside, chosen.count(pattern), order.index(pattern))))
    return chosen


def nation_marks(nations: Sequence[MapNation]) -> list[str]:
    """A mark of one or two letters for every nation, no two alike, given ones kept."""
    given = [_cleaned(nation.mark)[:2] if nation.mark else "" for nation in nations]
    common = Counter(word for nation in nations for word in set(nation.name.split()))
    marks: list[str] = []
    taken = {mark for mark in given if mark}
    for nation, mark in zip(nations, given, strict=True):
        if mark and mark not in marks:
            marks.append(mark)
            continue
        # In "Kingdom of Kent" and "Kingdom of Essex" only the last word tells one from the other.
        telling = [word for word in nation.name.split() if common[word] == 1] or nation.name.split()
        found = next(candidate for candidate in _candidates(telling) if candidate not in taken)
        taken.add(found)
        marks.append(found)
    return marks


def _cleaned(name: str) -> str:
    letters = (letter for letter in unicodedata.normalize("NFC", name) if letter.isalpha() or letter.isdigit())
    return "".join(letters)


def _candidates(name: Sequence[str]) -> Iterable[str]:
    words = [_cleaned(word) for word in name]
    words = [word for word in words if word] or ["?"]
    capitals = [word for word in words if word[0].isupper()] or words
    first = capitals[0][0].upper()[:1]
    rest = "".join(capitals)[1:] + "".join(words)
    yield first
    yield from (first + word[0].upper()[:1] for word in capitals[1:])
    yield from (first + letter.lower()[:1] for letter in rest)
    yield from (first + str(digit) for digit in range(2, 10))
    yield from (chr(letter) + chr(other) for letter in range(65, 91) for other in range(65, 91))
    yield from map(str, range(1000))


def read_colour(text: str | None) -> Colour | None:
    """A CSS colour, or None if there is none or it cannot be read."""
    if not text or not text.strip():
        return None
    from tinycss2.color3 import parse_color

    found = parse_color(text.strip())
    if found is None or isinstance(found, str) or found.alpha == 0:
        return None
    red, green, blue = (max(0.0, min(1.0, float(part))) for part in found[:3])
    return (red, green, blue)


def css(colour: Colour) -> str:
    """A colour as six hexadecimal digits."""
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in colour)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _gamma(part: float) -> float:
    part = max(0.0, min(1.0, part))
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def oklab(colour: Colour) -> Colour:
    """Lightness, green-red and blue-yellow, where equal distances look equally large (Ottosson's OKLab)."""
    red, green, blue = map(_linear, colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def from_oklab(lab: Colour) -> Colour:
    """The colour on a screen for a place in OKLab; what lies outside is brought to the edge."""
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _gamma(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _gamma(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _gamma(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )


@cache
def distance(first: Colour, second: Colour) -> float:
    """How unlike the tints of two colours are: squared distance in OKLab, the smallest of what people with and
    without colour-blindness see.
    """
    return min(
        sum((one - other) ** 2 for one, other in zip(seen, also_seen, strict=True))
        for seen, also_seen in zip(_views(first), _views(second), strict=True)
    )


@cache
def _views(colour: Colour) -> tuple[Colour, ...]:
    tint = _tint(colour)
    return tuple(oklab(sight(tint)) for sight in (_as_is, _without_green, _without_red))


def _as_is(colour: Colour) -> Colour:
    return colour


def _seen(colour: Colour, rows: tuple[Colour, Colour, Colour]) -> Colour:
    linear = tuple(map(_linear, colour))
    red, green, blue = (_gamma(sum(part * weight for part, weight in zip(linear, row, strict=True))) for row in rows)
    return (red, green, blue)


def _without_green(colour: Colour) -> Colour:
    """As a deuteranope sees it (Viénot, Brettel and Mollon 1999)."""
    return _seen(colour, ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)))


def _without_red(colour: Colour) -> Colour:
    """As a protanope sees it (Viénot, Brettel and Mollon 1999)."""
    return _seen(colour, ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)))


def _tint(colour: Colour) -> Colour:
    return _at(colour, lightness=0.87, chroma=0.55, most=0.075)


def _at(colour: Colour, lightness: float, chroma: float, most: float) -> Colour:
    """The same hue as print takes it: at a given lightness, the chroma scaled down and held below a bound."""
    own, a, b = oklab(colour)
    strength = math.hypot(a, b)
    factor = min(most, strength * chroma) / strength if strength > 1e-6 else 0.0
    # Darker colours stay a little darker, so that near hues still differ; a breath of yellow is the paper's.
    return from_oklab((lightness + (own - 0.55) * 0.2, a * factor, b * factor + 0.012))


def _strong(colour: Colour) -> Colour:
    """The colour for signs and arrows: dark enough for white letters on it."""
    lightness, a, b = oklab(colour)
    return from_oklab((max(0.33, min(0.52, lightness)), a * 0.92, b * 0.92))


def neighbouring_nations(count: int, pairs: Iterable[tuple[int, int]]) -> list[frozenset[int]]:
    """For each nation the others that it shares a border with."""
    beside: list[set[int]] = [set() for _ in range(count)]
    for first, second in pairs:
        if first != second:
            beside[first].add(second)
            beside[second].add(first)
    return [frozenset(others) for others in beside]

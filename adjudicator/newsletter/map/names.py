"""City names: in one or two lines, smaller where it is narrow, by number only where there is no room at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from adjudicator.newsletter.map.labels import Obstacles, Place, Wanted, around, place
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.picture import GazetteerEntry
from adjudicator.newsletter.map.style import INK, PAPER, Scale
from adjudicator.newsletter.map.svg import group, text
from adjudicator.newsletter.map.world import Box, Point

LEADING = 0.98
"""Distance of two base lines, in parts of the font size."""

ASCENT = 0.70
DESCENT = 0.22
"""How far letters reach above and below the base line, in parts of the font size."""

LONGEST_LINE = 17.0
"""A name that is longer even in two lines, in parts of the font size, is printed as a number."""

SHRINKING = (1.0, 0.9, 0.8, 0.7)


@dataclass(frozen=True, slots=True)
class City:
    """A city to be named: where it stands, the radius its signs take, how its name is set."""

    number: int
    name: str
    where: Point
    clear: float
    face: Face
    importance: float


@dataclass(frozen=True, slots=True)
class Name:
    """A name that found its place: its lines, its size, the box round it."""

    city: City
    lines: tuple[str, ...]
    size: float
    face: Face
    box: Box


@dataclass(frozen=True, slots=True)
class NamedCities:
    """All names, and those that are only numbers on the map."""

    names: tuple[Name, ...]
    gazetteer: tuple[GazetteerEntry, ...]


def name_cities(cities: Sequence[City], obstacles: Obstacles, scale: Scale, lettering: Lettering) -> NamedCities:
    """Set all names, at the largest common size at which nearly all find room; the few others smaller, or by number."""
    sizes = [scale.name * factor for factor in SHRINKING if scale.name * factor > scale.smallest_name]
    sizes.append(scale.smallest_name)
    found: dict[int, Name] = {}
    short = sum(bool(_layouts(city, scale.name, lettering)) for city in cities)
    for size in sizes:
        found = _set(cities, obstacles, [size], lettering, {})
        if len(found) >= short * 0.97 - 1:
            sizes = [smaller for smaller in sizes if smaller < size]
            break
    else:
        sizes = []
    for size in sizes:
        if len(found) == len(cities):
            break
        found |= _set([city for city in cities if city.number not in found], obstacles, [size], lettering, found)
    return _numbered(cities, obstacles, scale, lettering, found)


def _set(
    cities: Sequence[City],
    obstacles: Obstacles,
    sizes: Sequence[float],
    lettering: Lettering,
    standing: dict[int, Name],
) -> dict[int, Name]:
    ground = Obstacles(obstacles.frame, [*obstacles.solid, *(name.box for name in standing.values())], obstacles.soft)
    forms: dict[tuple[int, int], tuple[tuple[str, ...], float]] = {}
    wanted: list[Wanted] = []
    for city in cities:
        places: list[Place] = []
        for size in sizes:
            own = size * (1.1 if city.face is Face.STRONG else 1.0)
            for lines in _layouts(city, own, lettering):
                form = len(forms)
                forms[city.number, form] = (lines, own)
                width = max(lettering.width(line, own, city.face) for line in lines)
                height = own * (ASCENT + DESCENT + LEADING * (len(lines) - 1))
                places.extend(
                    around(
                        city.where,
                        city.clear,
                        width + own * 0.12,
                        height,
                        gap=own * 0.14 + 0.4,
                        form=form,
                        penalty=0.0 if len(lines) == 1 else 1.2,
                    )
                )
        wanted.append(Wanted(city.number, city.importance, tuple(places)))
    chosen = place(wanted, ground)
    by_number = {city.number: city for city in cities}
    result: dict[int, Name] = {}
    for number, spot in chosen.items():
        lines, own = forms[number, spot.form]
        result[number] = Name(by_number[number], lines, own, by_number[number].face, spot.box)
    return result


def _layouts(city: City, size: float, lettering: Lettering) -> list[tuple[str, ...]]:
    """The name in one line, and broken in two where that makes it better proportioned."""
    words = city.name.split()
    if not words:
        return []
    longest = LONGEST_LINE * size
    whole = " ".join(words)
    layouts: list[tuple[str, ...]] = []
    width = lettering.width(whole, size, city.face)
    if width <= longest * 0.75:
        layouts.append((whole,))
    if len(words) > 1 and width > size * 4.5:
        broken = min(
            ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))),
            key=lambda lines: max(lettering.width(line, size, city.face) for line in lines),
        )
        if max(lettering.width(line, size, city.face) for line in broken) <= longest:
            layouts.append(broken)
    if not layouts and width <= longest:
        layouts.append((whole,))
    return layouts


def _numbered(
    cities: Sequence[City], obstacles: Obstacles, scale: Scale, lettering: Lettering, found: dict[int, Name]
) -> NamedCities:
    left_over = [city for city in cities if city.number not in found]
    entries = tuple(GazetteerEntry(order, city.name) for order, city in enumerate(left_over, start=1))
    size = max(scale.smallest_name, min(scale.name, 6.5))
    numbers = [
        City(city.number, str(entry.number), city.where, city.clear, Face.STRONG, city.importance)
        for city, entry in zip(left_over, entries, strict=True)
    ]
    found = dict(found)
    found |= _set(numbers, obstacles, [size, size * 0.8], lettering, found)
    for city in numbers:
        if city.number not in found:
            # Nothing is free even for a number: better one that touches a neighbour than a city without any.
            width = lettering.width(city.name, size * 0.8, Face.STRONG)
            x, y = city.where[0] + city.clear, city.where[1] - size * 0.4
            box = (x, y, x + width, y + size * 0.75)
            found[city.number] = Name(city, (city.name,), size * 0.8, Face.STRONG, box)
    return NamedCities(tuple(found[number] for number in sorted(found)), entries)


def draw_names(names: Sequence[Name], lettering: Lettering, heavy: BaseGeometry | None) -> str:
    """The names; with a halo where one lies on a heavy line, or all of them (None) on a picture of unknown colours."""
    parts: list[str] = []
    boxes = np.array([name.box for name in names]).reshape(-1, 4)
    shapes = shapely.box(boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3])
    if heavy is None:
        on_heavy = [True] * len(names)
    else:
        shapely.prepare(heavy)
        on_heavy = shapely.intersects(heavy, shapes).tolist()
    for name, halo in zip(names, on_heavy, strict=True):
        left, top, right, _ = name.box
        for number, line in enumerate(name.lines):
            width = lettering.width(line, name.size, name.face)
            # Beside its city a name of two lines is flush with it; above or below it is centred.
            if name.city.where[0] <= left:
                x = left + name.size * 0.06
            elif name.city.where[0] >= right:
                x = right - name.size * 0.06 - width
            else:
                x = (left + right - width) / 2
            base = top + name.size * (ASCENT + LEADING * number)
            if halo:
                looks: dict[str, str | float] = {
                    "stroke": PAPER,
                    "stroke_width": name.size * 0.22,
                    "stroke_opacity": 0.85,
                }
                parts.append(text(line, (x, base), name.size, name.face, fill=PAPER, stroke_linejoin="round", **looks))
            parts.append(text(line, (x, base), name.size, name.face))
    return group(parts, fill=INK)

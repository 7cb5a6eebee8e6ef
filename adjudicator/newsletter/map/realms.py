"""The nations' names in wide capitals across their land, where cities, signs and their names leave room for them."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from adjudicator.newsletter.map.colours import NationLook
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.style import Scale
from adjudicator.newsletter.map.svg import set_letters
from adjudicator.newsletter.map.world import Box, Point

CELL = 1.5
"""Side of the grid, in points, on which free ground is looked for."""

SIZES = (1.75, 1.4, 1.12)
"""Heights tried, in parts of the size of city names."""

GAPS = (1.7, 1.1, 0.7, 0.36)
"""Distances between letters tried, in parts of their size."""

TURNS = (0, -9, 9, -20, 20, -35, 35, -55, 55)
BENDS = (0.0, 0.1, -0.1)
"""How far the middle of the line swings out, in parts of its length."""


@dataclass(frozen=True, slots=True)
class RealmName:
    """A nation's name set across its land, letter by letter: the middle of each letter's base line, and its turn."""

    nation: int
    letters: tuple[tuple[str, Point, float], ...]
    size: float

    def rooms(self) -> list[Box]:
        """The squares that its letters take."""
        half = self.size * 0.5
        places = [where for letter, where, _ in self.letters if letter != " "]
        return [(x - half, y - half * 1.4, x + half, y + half * 0.4) for x, y in places]


@dataclass(frozen=True, slots=True)
class _Line:
    """One way to set a name, at a size of 1: where its letters stand round its middle, how they are turned.

    `dislike` grows with the turn and the bend; a longer line is liked better.
    """

    shape: NDArray[np.float64]
    turns: NDArray[np.float64]
    length: float
    dislike: float

    def letter_middles(self) -> NDArray[np.float64]:
        """The middles of the letters themselves, which lie above the base line."""
        rises = np.radians(self.turns)
        return self.shape + 0.35 * np.stack([np.sin(rises), -np.cos(rises)], axis=1)


def name_realms(
    regions: dict[int, BaseGeometry],
    looks: Sequence[NationLook],
    taken: Sequence[Box],
    scale: Scale,
    lettering: Lettering,
) -> list[RealmName]:
    """A name for each nation whose land has room for one."""
    boxes = np.array(taken, dtype=np.float64).reshape(-1, 4)
    found: list[RealmName] = []
    for nation in sorted(regions):
        words = " ".join(looks[nation].name.upper().split())
        if not words or len(words) > 26 or any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in words):
            # Letters of right-to-left scripts do not stand apart.
            continue
        largest = max(shapely.get_parts(regions[nation]), key=lambda part: (part.area, part.bounds))
        name = _set_across(nation, words, largest, boxes, scale, lettering)
        if name is not None:
            found.append(name)
    return found


def _set_across(
    nation: int, words: str, region: BaseGeometry, boxes: NDArray[np.float64], scale: Scale, lettering: Lettering
) -> RealmName | None:
    left, top, right, bottom = region.bounds
    xs, ys = np.meshgrid(np.arange(left, right, CELL), np.arange(top, bottom, CELL))
    inside = shapely.contains_xy(region.buffer(-scale.name * 0.95), xs.ravel(), ys.ravel()).reshape(xs.shape)
    if not inside.any():
        return None
    origin = np.array([left, top])
    middles = _middles(inside, left, top)
    extent = math.sqrt(float(inside.sum())) * CELL
    away = np.hypot(*(middles - np.array([xs[inside].mean(), ys[inside].mean()])).T) * 2 / extent
    solid = [number for number, letter in enumerate(words) if letter != " "]
    few = [0, len(words) // 2, len(words) - 1]
    lines = _lines(words, lettering)
    unit_letters = np.stack([line.letter_middles() for line in lines])
    for factor in SIZES:
        size = scale.name * factor
        free = _free(inside, boxes, left, top, size)
        letters = unit_letters * size
        # Most places are ruled out by the first, the middle and the last letter alone.
        hopeful = _all_free(free, middles[None, :, None, :] + letters[:, None, few, :] - origin)
        dislikes = np.array([line.dislike - min(line.length * size / extent, 1.3) for line in lines])
        costs = dislikes[:, None] + away[None, :]
        ways, places = np.nonzero(hopeful)
        for candidate in np.argsort(costs[ways, places], kind="stable").tolist():
            way, place = int(ways[candidate]), int(places[candidate])
            if _all_free(free, middles[place] + letters[way, solid] - origin):
                spots = (middles[place] + lines[way].shape * size).tolist()
                turns = lines[way].turns.tolist()
                placed = tuple((letter, (x, y), turn) for letter, (x, y), turn in zip(words, spots, turns, strict=True))
                return RealmName(nation, placed, size)
    return None


def _lines(words: str, lettering: Lettering) -> list[_Line]:
    """The ways to set the words: on straight and bent lines, wide and narrow, and in two lines."""
    lines: list[_Line] = []
    cut = _middle_space(words)
    for gap in GAPS:
        offsets, length = _offsets(words, gap, lettering)
        for turn in TURNS:
            for bend in BENDS:
                lines.append(_Line(*_shape(offsets, length, turn, bend), length, abs(turn) / 45 + abs(bend)))
        if cut is not None:
            upper, upper_length = _offsets(words[:cut], gap, lettering)
            lower, lower_length = _offsets(words[cut + 1 :], gap, lettering)
            rise = 0.62 + gap * 0.3
            shape = np.zeros((len(words), 2))
            shape[:cut] = np.stack([upper, np.full(cut, -rise)], axis=1)
            shape[cut + 1 :] = np.stack([lower, np.full(len(words) - cut - 1, rise)], axis=1)
            lines.append(_Line(shape, np.zeros(len(words)), max(upper_length, lower_length), 0.35))
    return lines


def _middle_space(words: str) -> int | None:
    """Where a name is best broken in two."""
    spaces = [place for place, letter in enumerate(words) if letter == " "]
    return min(spaces, key=lambda place: abs(2 * place - len(words)), default=None)


def _middles(inside: NDArray[np.bool_], left: float, top: float) -> NDArray[np.float64]:
    """Places to try for the middle of the name: a hundred or two."""
    rows, columns = np.nonzero(inside)
    step = max(1, round(math.sqrt(len(rows) / 160)))
    kept = (rows % step == 0) & (columns % step == 0)
    return np.stack([left + columns[kept] * CELL, top + rows[kept] * CELL], axis=1)


def _free(
    inside: NDArray[np.bool_], boxes: NDArray[np.float64], left: float, top: float, size: float
) -> NDArray[np.bool_]:
    """Where the middle of a letter may stand."""
    free = inside.copy()
    half = size * 0.36
    for x0, y0, x1, y1 in boxes.tolist():
        first_column, last_column = math.floor((x0 - half - left) / CELL), math.ceil((x1 + half - left) / CELL)
        first_row, last_row = math.floor((y0 - half - top) / CELL), math.ceil((y1 + half - top) / CELL)
        free[max(0, first_row) : max(0, last_row + 1), max(0, first_column) : max(0, last_column + 1)] = False
    return free


def _offsets(words: str, gap: float, lettering: Lettering) -> tuple[NDArray[np.float64], float]:
    """How far the middle of each letter lies from the middle of the line, and the line's length, at a size of 1."""
    widths = [lettering.width(letter, 1.0, Face.TITLE) for letter in words]
    starts = np.concatenate([[0.0], np.cumsum([width + gap for width in widths])])
    length = float(starts[-1]) - gap
    return starts[:-1] + np.array(widths) / 2 - length / 2, length


def _shape(
    offsets: NDArray[np.float64], length: float, turn: float, bend: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The letters' places on the base line round the middle of the line, and how far each is turned."""
    across = bend * length * (0.5 - (2 * offsets / max(length, 1e-6)) ** 2)
    slopes = -bend * 8 * offsets / max(length, 1e-6)
    angle = math.radians(turn)
    shape = np.stack(
        [
            offsets * math.cos(angle) - across * math.sin(angle),
            offsets * math.sin(angle) + across * math.cos(angle),
        ],
        axis=1,
    )
    return shape, turn + np.degrees(np.arctan(slopes))


def _all_free(free: NDArray[np.bool_], spots: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether all letters of a line stand free; the last two axes of `spots` are the letters and x, y on the grid."""
    cells = np.rint(spots / CELL).astype(np.int64)
    columns, rows = cells[..., 0], cells[..., 1]
    within = (columns >= 0) & (rows >= 0) & (columns < free.shape[1]) & (rows < free.shape[0])
    ok = within & free[np.clip(rows, 0, free.shape[0] - 1), np.clip(columns, 0, free.shape[1] - 1)]
    result: NDArray[np.bool_] = ok.all(axis=-1)
    return result


def draw_realms(names: Sequence[RealmName], looks: Sequence[NationLook], lettering: Lettering) -> str:
    """The names, pale enough to stay behind everything else."""
    parts: list[str] = []
    for name in names:
        letters: list[tuple[str, Point, float]] = []
        for letter, (x, y), turn in name.letters:
            half = lettering.width(letter, name.size, Face.TITLE) / 2
            angle = math.radians(turn)
            letters.append((letter, (x - half * math.cos(angle), y - half * math.sin(angle)), turn))
        colour = looks[name.nation].strong
        parts.append(set_letters(letters, name.size, Face.TITLE, fill=colour, fill_opacity=0.8))
    return "".join(parts)

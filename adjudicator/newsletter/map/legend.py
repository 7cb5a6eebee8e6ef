"""The frame, the title and the legend, and how much of the page they leave to the map."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import shapely
from shapely.geometry import LineString

from adjudicator.newsletter.map import signs
from adjudicator.newsletter.map.arrows import March, lay_arrows
from adjudicator.newsletter.map.colours import NationLook, Pattern
from adjudicator.newsletter.map.hatching import hatching, stroke_width
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.marches import draw_arrow
from adjudicator.newsletter.map.picture import MapMarchKind, MapPicture, MapTerrain
from adjudicator.newsletter.map.style import INK, LAND, MARSH_INK, PAPER, PEAK_FILL, ROAD_INK, SEA, SEA_INK, SOFT_INK
from adjudicator.newsletter.map.svg import centred_text, circle, group, number, path, path_data, rectangle, text
from adjudicator.newsletter.map.terrain import Bead, cliff, peaks, reeds, waves
from adjudicator.newsletter.map.world import Box, Point

Drawer: TypeAlias = Callable[[Point], str]

FRAME = 6.0
"""From the edge of the picture to the field within the neat line."""

SIZES = ((26, 7.6), (44, 6.9), (10_000, 6.2))
"""Up to how many entries the legend is set in which size; everything in it is measured by that."""

SAMPLE = 27.0
"""Width of the sample before an entry's words, at a size of `DRAWN_FOR`."""

DRAWN_FOR = 7.6
ROW = 1.46
"""Distance of two entries, in parts of the size."""

NEUTRAL = NationLook("", "", Pattern.RISING, "#ded3bc", "#b8aa8c", "#b8aa8c", "#5d5246")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the legend: a sample and its words."""

    words: str
    draw: Drawer


@dataclass(frozen=True, slots=True)
class Legend:
    """Where the legend stands and in how many columns; `field` is what is left to the map."""

    field: Box
    panel: Box | None
    columns: int
    rows: int
    title_height: float
    size: float


def plan_legend(
    picture: MapPicture, words: Sequence[str], lettering: Lettering, width: float, height: float, shape: float
) -> Legend:
    """The legend below or beside the map, whichever leaves more to a map `shape` times as wide as it is high."""
    whole: Box = (FRAME, FRAME, width - FRAME, height - FRAME)
    if not picture.with_legend or not words:
        return Legend(whole, None, 0, 0, 0.0, 0.0)
    size = next(size for most, size in SIZES if len(words) <= most)
    row = size * ROW
    widths = sorted(lettering.width(word, size, Face.TEXT) for word in words)
    widest = widths[-1 - len(words) // 12]
    column = SAMPLE * size / DRAWN_FOR + max(7 * size, min(widest, 13 * size)) + 8
    inner_width, inner_height = width - 2 * FRAME, height - 2 * FRAME

    title = 17.0 if picture.title else 3.0
    columns = max(1, min(len(words), int((inner_width - 10) // column)))
    rows = math.ceil(len(words) / columns)
    edge = height - FRAME - min(rows * row + title + 7, inner_height * 0.6)
    below = Legend(
        (FRAME, FRAME, width - FRAME, edge), (FRAME, edge, width - FRAME, height - FRAME), columns, rows, title, size
    )
    title = 34.0 if picture.title else 3.0
    rows = max(1, int((inner_height - title - 6) // row))
    columns = math.ceil(len(words) / rows)
    room = columns * column + 14 + (max(0.0, min(widths[-1], 13 * size) - widest) if columns == 1 else 0.0)
    edge = width - FRAME - min(room, inner_width * 0.6)
    beside = Legend(
        (FRAME, FRAME, edge, height - FRAME), (edge, FRAME, width - FRAME, height - FRAME), columns, rows, title, size
    )

    def worth(legend: Legend) -> float:
        left, top, right, bottom = legend.field
        return min((right - left) / shape, bottom - top)

    def area(legend: Legend) -> float:
        left, top, right, bottom = legend.field
        return (right - left) * (bottom - top)

    best = beside if worth(beside) > worth(below) * 1.04 else below
    # On a picture the size of a visiting card the map itself is worth more than its legend.
    none = Legend(whole, None, 0, 0, 0.0, 0.0)
    return best if area(best) > area(none) * 0.45 else none


def nation_entries(looks: Sequence[NationLook], lettering: Lettering) -> list[Entry]:
    """A line for each nation: its roundel, its tint and pattern, its name."""

    def sample(look: NationLook) -> Drawer:
        def draw(where: Point) -> str:
            x, y = where
            box = shapely.box(x + 6.5, y - 3.7, x + 21.5, y + 3.7)
            return "".join(
                [
                    rectangle(x + 6, y - 4.2, 16, 8.4, fill=look.tint, stroke=INK, stroke_width=0.5),
                    path(
                        hatching(box, look.pattern, 3.4),
                        fill="none",
                        stroke=look.hatch,
                        stroke_width=stroke_width(look.pattern, 0.55),
                        stroke_linecap="round",
                    ),
                    signs.city((x + 3.4, y), 4.4, look, lettering),
                ]
            )

        return draw

    return [Entry(look.name, sample(look)) for look in looks]


def sign_entries(
    picture: MapPicture, lettering: Lettering, *, roads: bool, impassable: bool, numbered: bool
) -> list[Entry]:
    """A line for each kind of sign that this map holds."""
    words = picture.words
    terrains = {terrain for border in picture.borders for terrain in border.terrains}
    kinds = {march.kind for march in picture.marches}
    capitals = any(territory.capital_of for territory in picture.territories)
    owners = {territory.owner for territory in picture.territories}
    drawn = picture.background is None
    possible: list[tuple[bool, str, Drawer]] = [
        (capitals, words.capital, lambda at: signs.capital(_middle(at), 3.0, NEUTRAL, lettering)),
        (True, words.city, lambda at: signs.city(_middle(at), 3.3, NEUTRAL, lettering)),
        (None in owners, words.independent, lambda at: _independent(at, lettering)),
        (bool(picture.armies), words.army, lambda at: signs.shield(_middle(at), 4.6, NEUTRAL, lettering)),
        (MapMarchKind.INVASION in kinds, words.invasion, lambda at: _arrow(at, MapMarchKind.INVASION)),
        (MapMarchKind.RAID in kinds, words.raid, lambda at: _arrow(at, MapMarchKind.RAID)),
        (MapMarchKind.WITHDRAWAL in kinds, words.withdrawal, lambda at: _arrow(at, MapMarchKind.WITHDRAWAL)),
        (bool(picture.sieges), words.siege, lambda at: _siege(at, lettering)),
        (bool(picture.battles), words.battle, lambda at: signs.battle(_middle(at), 4.4)),
        (
            bool(picture.changes_of_hands),
            words.change_of_hands,
            lambda at: signs.banner(_middle(at), 4.4, NEUTRAL, lettering),
        ),
        (drawn and len(owners) > 1, words.nation_border, lambda at: _line(at, stroke=INK, stroke_width=1.4)),
        (
            drawn and bool(picture.borders),
            words.territory_border,
            lambda at: _line(at, stroke=SOFT_INK, stroke_width=0.7, stroke_dasharray="2.6 1.6"),
        ),
        (drawn and roads, words.road, _road),
        (drawn and impassable, words.no_passage, _cliff),
        (drawn and MapTerrain.SEA in terrains, words.sea, _crossing),
        (drawn and MapTerrain.MOUNTAINS in terrains, words.mountains, _mountains),
        (drawn and MapTerrain.MARSH in terrains, words.marsh, _marsh),
        (numbered, words.index, lambda at: centred_text("12", _middle(at), 7.0, Face.STRONG, lettering, fill=INK)),
    ]
    return [Entry(word, draw) for wanted, word, draw in possible if wanted]


def draw_legend(picture: MapPicture, legend: Legend, entries: Sequence[Entry], lettering: Lettering) -> str:
    """The panel with the title, then its entries column by column."""
    if legend.panel is None:
        return ""
    left, top, right, bottom = legend.panel
    parts = [rectangle(left, top, right - left, bottom - top, fill=PAPER)]
    below = legend.field[2] == legend.panel[2]
    edge = [[(left, top), (right, top)]] if below else [[(left, top), (left, bottom)]]
    inner = [[(x, y + 1.8) for x, y in line] if below else [(x + 1.8, y) for x, y in line] for line in edge]
    parts.append(path(path_data(edge), stroke=INK, stroke_width=1.0))
    parts.append(path(path_data(inner), stroke=INK, stroke_width=0.35))
    parts.append(_title(picture, legend, lettering))
    width = (right - left - 8) / legend.columns
    rows = min(legend.rows, math.ceil(len(entries) / legend.columns)) or 1
    size, factor = legend.size, legend.size / DRAWN_FOR
    for order, entry in enumerate(entries):
        column, row = divmod(order, rows)
        x = left + 7 + column * width
        y = top + legend.title_height + 4 + (row + 0.5) * size * ROW
        sample = entry.draw((0.0, 0.0))
        parts.append(group([sample], transform=f"translate({number(x)} {number(y)}) scale({number(factor)})"))
        words = lettering.shortened(entry.words, size, Face.TEXT, width - SAMPLE * factor - 5)
        parts.append(text(words, (x + SAMPLE * factor, y + size * 0.31), size, Face.TEXT, fill=INK))
    return group(parts, role="group", aria_label=picture.words.legend)


def _title(picture: MapPicture, legend: Legend, lettering: Lettering) -> str:
    if not picture.title or legend.panel is None:
        return ""
    left, top, right, _ = legend.panel
    below = legend.field[2] == legend.panel[2]
    room = right - left - 16
    if below:
        gap = 10.0 if picture.subtitle else 0.0
        second = lettering.shortened(picture.subtitle, 9.5, Face.ITALIC, room * 0.4)
        second_width = lettering.width(second, 9.5, Face.ITALIC) if second else 0.0
        first = lettering.shortened(picture.title, 11.0, Face.TITLE, room - gap - second_width - 40)
        first_width = lettering.width(first, 11.0, Face.TITLE)
        start = (left + right - first_width - gap - second_width) / 2
        base = top + 13.6
        rule = [
            [(left + 9, base - 3.4), (start - 8, base - 3.4)],
            [(start + first_width + gap + second_width + 8, base - 3.4), (right - 9, base - 3.4)],
        ]
        ends = "".join(circle(line[end], 1.1, fill=INK) for line, end in ((rule[0], 1), (rule[1], 0)))
        return "".join(
            [
                path(path_data(rule), stroke=INK, stroke_width=0.4),
                ends,
                text(first, (start, base), 11.0, Face.TITLE, fill=INK),
                text(second, (start + first_width + gap, base), 9.5, Face.ITALIC, fill=INK) if second else "",
            ]
        )
    size = 10.5 * min(1.0, max(0.6, room / max(lettering.width(picture.title, 10.5, Face.TITLE), 1.0)))
    first = lettering.shortened(picture.title, size, Face.TITLE, room)
    second = lettering.shortened(picture.subtitle, 9.0, Face.ITALIC, room)
    middle = (left + right) / 2
    return "".join(
        [
            centred_text(first, (middle, top + 13), size, Face.TITLE, lettering, fill=INK),
            centred_text(second, (middle, top + 25), 9.0, Face.ITALIC, lettering, fill=INK) if second else "",
            path(path_data([[(left + 14, top + 32), (right - 14, top + 32)]]), stroke=INK, stroke_width=0.4),
        ]
    )


def draw_frame(width: float, height: float) -> str:
    """The neat line: a thick line, and a thin one within, with squares in the corners."""
    corners = [(x, y) for x in (2.6, width - 2.6) for y in (2.6, height - 2.6)]
    return "".join(
        [
            path(
                path_data(
                    [
                        [(0, 0), (width, 0), (width, height), (0, height)],
                        [
                            (FRAME, FRAME),
                            (FRAME, height - FRAME),
                            (width - FRAME, height - FRAME),
                            (width - FRAME, FRAME),
                        ],
                    ],
                    closed=True,
                ),
                fill=PAPER,
                fill_rule="evenodd",
            ),
            rectangle(1.2, 1.2, width - 2.4, height - 2.4, fill="none", stroke=INK, stroke_width=1.6),
            rectangle(
                FRAME - 1.4,
                FRAME - 1.4,
                width - 2 * FRAME + 2.8,
                height - 2 * FRAME + 2.8,
                fill="none",
                stroke=INK,
                stroke_width=0.4,
            ),
            rectangle(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME, fill="none", stroke=INK, stroke_width=0.5),
            *(rectangle(x - 2.2, y - 2.2, 4.4, 4.4, fill=INK) for x, y in corners),
            *(rectangle(x - 1.0, y - 1.0, 2.0, 2.0, fill=PAPER) for x, y in corners),
        ]
    )


def _middle(at: Point) -> Point:
    return (at[0] + SAMPLE / 2 - 3, at[1])


def _independent(at: Point, lettering: Lettering) -> str:
    box = rectangle(at[0] + 2, at[1] - 4.2, 20, 8.4, fill=LAND, stroke=SOFT_INK, stroke_width=0.4)
    return box + signs.city(_middle(at), 3.0, None, lettering)


def _siege(at: Point, lettering: Lettering) -> str:
    x, y = _middle(at)
    return signs.siege((x, y), 2.1, NEUTRAL, lettering) + signs.city((x, y), 1.9, NEUTRAL, lettering)


def _arrow(at: Point, kind: MapMarchKind) -> str:
    march = March(kind, 0, (at[0], at[1] + 2), (at[0] + 23, at[1] + 1), 0.0, 0.0)
    return draw_arrow(lay_arrows([march], [], 1.0, 3.4)[0], NEUTRAL)


def _line(at: Point, **looks: str | float) -> str:
    x, y = at
    return path(
        path_data([[(x + 1, y + 1), (x + 8, y - 0.8), (x + 15, y + 0.8), (x + 22, y - 1)]]), fill="none", **looks
    )


def _road(at: Point) -> str:
    return _line(at, stroke=ROAD_INK, stroke_width=1.9) + _line(at, stroke=PAPER, stroke_width=0.9)


def _cliff(at: Point) -> str:
    line = LineString([(at[0] + 1, at[1] - 1), (at[0] + 22, at[1] - 1)])
    return path(cliff([line], 4.0), fill="none", stroke=INK, stroke_width=0.6)


def _crossing(at: Point) -> str:
    x, y = at
    return group(
        [
            rectangle(x + 1, y - 4.2, 21, 8.4, fill=SEA),
            path(waves([(x + 6, y + 2.7), (x + 16.5, y - 1.8)], 2.6), fill="none", stroke=SEA_INK, stroke_width=0.4),
            path(
                path_data([[(x + 3, y + 0.6), (x + 21, y + 0.6)]]),
                stroke=SEA_INK,
                stroke_width=1.7,
                stroke_linecap="round",
                stroke_dasharray="0.01 3.4",
            ),
        ]
    )


def _mountains(at: Point) -> str:
    beads = [Bead((at[0] + shift, at[1] + 1), (1.0, 0.0)) for shift in (4.0, 11.5, 19.0)]
    body, outline, shade = peaks(beads, 6.4)
    return "".join(
        [
            path(body, fill=PEAK_FILL),
            path(outline, fill="none", stroke=INK, stroke_width=0.6),
            path(shade, fill="none", stroke=INK, stroke_width=0.35),
        ]
    )


def _marsh(at: Point) -> str:
    beads = [Bead((at[0] + shift, at[1] + 1), (1.0, 0.0)) for shift in (5.5, 16.5)]
    return path(reeds(beads, 5.0), fill="none", stroke=MARSH_INK, stroke_width=0.55, stroke_linecap="round")

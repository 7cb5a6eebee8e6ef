"""The signs on the map: cities, capitals, sieges, battles, banners, armies, the compass."""

from __future__ import annotations

import math

from adjudicator.newsletter.map.colours import NationLook
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.style import INK, LETTERED_CITY, PAPER, SEA_INK, WHITE
from adjudicator.newsletter.map.svg import centred_text, circle, group, path, path_data
from adjudicator.newsletter.map.world import Point

CAPITAL_REACH = 1.72
"""The towers of a capital reach this many radii of its city sign."""

SIEGE_REACH = 2.35
"""The palisades of a siege reach this many radii, outside the towers of a capital."""


def city(where: Point, radius: float, look: NationLook | None, lettering: Lettering) -> str:
    """An ordinary city: a roundel in its owner's colour with his mark; hollow if nobody owns it."""
    line = max(0.4, radius * 0.15)
    if look is None:
        return circle(where, radius * 0.86, fill=PAPER, stroke=INK, stroke_width=line) + circle(
            where, radius * 0.28, fill=INK
        )
    disc = circle(where, radius, fill=look.strong, stroke=INK, stroke_width=line)
    return disc + mark(where, radius, look, lettering)


def mark(where: Point, radius: float, look: NationLook, lettering: Lettering) -> str:
    """A nation's letters in white, as large as the roundel lets them be; none where they could not be read."""
    if radius < LETTERED_CITY:
        return ""
    size = radius * 1.5
    width = lettering.width(look.mark, size, Face.MARK)
    size *= min(1.0, radius * 1.62 / width) if width else 1.0
    return centred_text(look.mark, where, size, Face.MARK, lettering, fill=WHITE)


def capital(where: Point, radius: float, look: NationLook | None, lettering: Lettering) -> str:
    """A capital: the same roundel within a ring of towers."""
    towers = 8
    wall: list[Point] = []
    for tower in range(towers):
        middle = math.tau * (tower + 0.5) / towers
        half = math.tau / towers * 0.27
        for turn, reach in (
            (middle - half, 1.4),
            (middle - half * 0.95, CAPITAL_REACH),
            (middle + half * 0.95, CAPITAL_REACH),
            (middle + half, 1.4),
        ):
            wall.append((where[0] + radius * reach * math.cos(turn), where[1] + radius * reach * math.sin(turn)))
    line = max(0.4, radius * 0.15)
    ring = path(path_data([wall], closed=True), fill=PAPER, stroke=INK, stroke_width=line, stroke_linejoin="round")
    return ring + city(where, radius * 1.04, look, lettering)


def siege(where: Point, radius: float, look: NationLook, lettering: Lettering) -> str:
    """A siege: palisades round the city, and the besieger's mark where they meet in the north-east."""
    inner, outer = radius * (SIEGE_REACH - 0.5), radius * SIEGE_REACH
    stakes = 22
    lines: list[list[Point]] = []
    for stake in range(stakes):
        turn = math.tau * (stake + 0.5) / stakes
        x, y = math.cos(turn), math.sin(turn)
        lines.append([(where[0] + x * inner, where[1] + y * inner), (where[0] + x * outer, where[1] + y * outer)])
    ring = (inner + outer) / 2
    width = max(0.6, radius * 0.2)
    badge = (where[0] + ring * math.cos(-math.pi / 4), where[1] + ring * math.sin(-math.pi / 4))
    small = max(radius * 0.74, min(LETTERED_CITY, radius * 1.2))
    return group(
        [
            circle(where, ring, fill="none", stroke=PAPER, stroke_width=(outer - inner) * 1.25, stroke_opacity=0.75),
            path(path_data(lines), stroke=INK, stroke_width=width * 1.9, stroke_linecap="round"),
            circle(where, ring, fill="none", stroke=INK, stroke_width=width * 1.3),
            path(path_data(lines), stroke=look.strong, stroke_width=width, stroke_linecap="round"),
            circle(where, ring, fill="none", stroke=look.strong, stroke_width=width * 0.6),
            circle(badge, small, fill=look.strong, stroke=WHITE, stroke_width=width * 0.7),
            mark(badge, small, look, lettering),
        ]
    )


def battle(where: Point, size: float) -> str:
    """A battle: crossed swords, points up, within a square of two times `size`."""
    x, y = where
    blades: list[list[Point]] = []
    hilts: list[list[Point]] = []
    for side in (-1, 1):
        pommel, point = (x - side * size * 0.72, y + size * 0.78), (x + side * size * 0.8, y - size * 0.95)
        dx, dy = point[0] - pommel[0], point[1] - pommel[1]
        length = math.hypot(dx, dy)
        along, across = (dx / length, dy / length), (-dy / length, dx / length)
        guard = (pommel[0] + along[0] * length * 0.24, pommel[1] + along[1] * length * 0.24)
        half = size * 0.11
        taper = (point[0] - along[0] * size * 0.25, point[1] - along[1] * size * 0.25)
        blades.append(
            [
                (guard[0] + across[0] * half, guard[1] + across[1] * half),
                (taper[0] + across[0] * half, taper[1] + across[1] * half),
                point,
                (taper[0] - across[0] * half, taper[1] - across[1] * half),
                (guard[0] - across[0] * half, guard[1] - across[1] * half),
            ]
        )
        hilts.append([pommel, guard])
        wide = size * 0.36
        hilts.append(
            [
                (guard[0] + across[0] * wide, guard[1] + across[1] * wide),
                (guard[0] - across[0] * wide, guard[1] - across[1] * wide),
            ]
        )
    steel, grips = path_data(blades, closed=True), path_data(hilts)
    return group(
        [
            path(steel + grips, fill="none", stroke=PAPER, stroke_width=size * 0.5, stroke_opacity=0.85),
            path(grips, fill="none", stroke=INK, stroke_width=size * 0.24, stroke_linecap="round"),
            path(steel, fill=WHITE, stroke=INK, stroke_width=max(0.35, size * 0.1)),
        ],
        stroke_linejoin="round",
    )


def banner(where: Point, size: float, look: NationLook | None, lettering: Lettering) -> str:
    """A change of hands: the former owner's flag, struck through; white if the land was independent."""
    x, y = where
    staff, top, foot = x - size * 0.8, y - size * 0.95, y + size * 0.95
    cloth = [
        (staff, top),
        (x + size * 0.95, top + size * 0.08),
        (x + size * 0.6, top + size * 0.56),
        (x + size * 0.95, top + size * 1.04),
        (staff, top + size * 1.12),
    ]
    middle = (x - size * 0.12, top + size * 0.56)
    line = max(0.4, size * 0.11)
    letters = "" if look is None else mark(middle, max(size * 0.5, min(LETTERED_CITY, size * 0.55)), look, lettering)
    strike = path_data([[(staff - size * 0.12, top + size * 1.22), (x + size * 0.82, top - size * 0.1)]])
    return group(
        [
            path(path_data([[(staff, top - size * 0.1), (staff, foot)]]), stroke=PAPER, stroke_width=line * 3.2),
            path(path_data([cloth], closed=True), fill="none", stroke=PAPER, stroke_width=line * 3),
            path(path_data([[(staff, top - size * 0.1), (staff, foot)]]), stroke=INK, stroke_width=line * 1.4),
            path(
                path_data([cloth], closed=True),
                fill=WHITE if look is None else look.strong,
                stroke=INK,
                stroke_width=line,
            ),
            letters,
            path(strike, stroke=WHITE, stroke_width=line * 2),
            path(strike, stroke=INK, stroke_width=line),
        ],
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def shield(where: Point, size: float, look: NationLook, lettering: Lettering) -> str:
    """An army: a shield with its nation's mark, twice `size` high."""
    x, y = where
    half, top = size * 0.82, y - size * 0.92
    outline: list[Point] = [(x - half, top), (x + half, top), (x + half, y)]
    for step in range(1, 7):
        t = step / 6
        outline.append((x + half * (1 - t**1.7), y + size * 0.98 * math.sin(t * math.pi / 2)))
    outline.extend((2 * x - px, py) for px, py in outline[-2:2:-1])
    outline.append((x - half, y))
    line = max(0.4, size * 0.13)
    shape = path_data([outline], closed=True)
    return group(
        [
            path(shape, fill="none", stroke=PAPER, stroke_width=line * 3.4),
            path(shape, fill=look.strong, stroke=INK, stroke_width=line),
            mark((x, y - size * 0.14), max(size * 0.62, min(LETTERED_CITY, size * 0.8)), look, lettering),
        ],
        stroke_linejoin="round",
    )


def compass(where: Point, radius: float, north: str, lettering: Lettering) -> str:
    """A compass rose of eight points with north marked."""
    x, y = where
    light: list[list[Point]] = []
    dark: list[list[Point]] = []
    for order, (first, count, reach) in enumerate(((math.pi / 4, 4, 0.62), (0.0, 4, 1.0))):
        for number in range(count):
            turn = first + number * math.tau / count
            tip = (x + radius * reach * math.cos(turn), y + radius * reach * math.sin(turn))
            waist = radius * (0.13, 0.17)[order]
            for side, store in ((1, light), (-1, dark)):
                angle = turn + side * math.pi / 4
                store.append([(x, y), (x + waist * math.cos(angle), y + waist * math.sin(angle)), tip])
    letters = ""
    if north:
        letters = centred_text(
            north, (x, y - radius * 1.24), radius * 0.5, Face.TITLE, lettering, fill=SEA_INK, stroke="none"
        )
    return group(
        [
            circle(where, radius * 0.56, stroke_width=radius * 0.025),
            circle(where, radius * 0.5, stroke_width=radius * 0.012),
            path(path_data(light, closed=True), fill=PAPER, stroke_width=radius * 0.022),
            path(path_data(dark, closed=True), fill=SEA_INK, stroke_width=radius * 0.022),
            letters,
        ],
        fill="none",
        stroke=SEA_INK,
        stroke_linejoin="round",
    )

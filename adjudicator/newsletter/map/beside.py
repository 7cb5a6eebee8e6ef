"""The signs that stand beside a city: armies, battles, changes of hands. Each is drawn once it has found room."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudicator.newsletter.map import signs
from adjudicator.newsletter.map.colours import NationLook
from adjudicator.newsletter.map.labels import Obstacles, Place, Wanted, place
from adjudicator.newsletter.map.lettering import Face, Lettering
from adjudicator.newsletter.map.picture import MapPicture
from adjudicator.newsletter.map.style import INK, PAPER, Scale
from adjudicator.newsletter.map.svg import group, rectangle, text
from adjudicator.newsletter.map.world import Box, Point, World


@dataclass(frozen=True, slots=True)
class SideSign:
    """A sign that belongs beside a city: the room it takes, and how it is drawn around the middle of that room."""

    city: int
    importance: float
    width: float
    height: float
    draw: Callable[[Point], str]


@dataclass(frozen=True, slots=True)
class PlacedSign:
    """A sign that has its place."""

    sign: SideSign
    box: Box

    def drawn(self) -> str:
        """The sign as SVG."""
        left, top, right, bottom = self.box
        return self.sign.draw(((left + right) / 2, (top + bottom) / 2))


def side_signs(
    picture: MapPicture, world: World, looks: Sequence[NationLook], scale: Scale, lettering: Lettering
) -> list[SideSign]:
    """All signs of the picture that stand beside cities, in an order that does not depend on that of its rows."""
    size = scale.sign
    found: list[SideSign] = []
    for army in sorted(picture.armies, key=lambda army: (army.territory, army.nation, army.strength or 0)):
        found.append(
            _army(world.territory(army.territory), looks[world.nation(army.nation)], army.strength, size, lettering)
        )
    for territory in sorted({battle.territory for battle in picture.battles}):
        found.append(
            SideSign(world.territory(territory), 2.0, size * 2, size * 2, lambda where: signs.battle(where, size))
        )
    changes = sorted(picture.changes_of_hands, key=lambda change: (change.territory, change.former_owner or ""))
    for change in changes:
        look = None if change.former_owner is None else looks[world.nation(change.former_owner)]
        found.append(_banner(world.territory(change.territory), look, size * 0.92, lettering))
    return found


def _army(city: int, look: NationLook, strength: int | None, size: float, lettering: Lettering) -> SideSign:
    words = "" if strength is None else str(strength)
    figure = max(size * 0.98, 4.4)
    figure_width = lettering.width(words, figure, Face.STRONG) + 1.6 if words else 0.0
    shield_width = size * 1.9

    def draw(where: Point) -> str:
        x, y = where
        centre = (x - figure_width / 2, y)
        parts = []
        if words:
            left = centre[0] + shield_width * 0.42
            top = y - figure * 0.48
            parts.append(
                rectangle(left, top, figure_width + 0.6, figure * 0.96, fill=PAPER, stroke=INK, stroke_width=0.35)
            )
            start = (left + 1.4, y + figure * 0.325)
            parts.append(text(words, start, figure, Face.STRONG, fill=INK))
        parts.append(signs.shield(centre, size, look, lettering))
        return group(parts)

    return SideSign(city, 3.0, shield_width + figure_width, size * 2.05, draw)


def _banner(city: int, look: NationLook | None, size: float, lettering: Lettering) -> SideSign:
    return SideSign(city, 1.0, size * 2.1, size * 2.1, lambda where: signs.banner(where, size, look, lettering))


def place_signs(
    wanted: Sequence[SideSign], points: Sequence[Point], clear: Sequence[float], ground: Obstacles
) -> list[PlacedSign]:
    """A place for every sign; one that finds none free stands where it is looked for first."""
    options = [_places(sign, points[sign.city], clear[sign.city]) for sign in wanted]
    chosen = place(
        [Wanted(number, sign.importance, options[number]) for number, sign in enumerate(wanted)],
        ground,
    )
    return [
        PlacedSign(sign, chosen[number].box if number in chosen else options[number][0].box)
        for number, sign in enumerate(wanted)
    ]


def _places(sign: SideSign, city: Point, clear: float) -> tuple[Place, ...]:
    """On rings round the city; south-west first, which names like least."""
    half_width, half_height = sign.width / 2, sign.height / 2
    found: list[Place] = []
    for ring in range(4):
        for step in range(16):
            turn = math.radians(135 + (step + 1) // 2 * 22.5 * (1 if step % 2 else -1))
            x, y = math.cos(turn), math.sin(turn)
            # The sign's nearer side touches the ring, so a wide one goes further out sideways.
            reach = clear + 0.6 + ring * sign.height * 0.35
            touch = min(half_width / max(abs(x), 1e-6), half_height / max(abs(y), 1e-6))
            distance = reach + touch * (0.82 + 0.18 * max(abs(x), abs(y)))
            centre = (city[0] + x * distance, city[1] + y * distance)
            box = (
                centre[0] - half_width,
                centre[1] - half_height,
                centre[0] + half_width,
                centre[1] + half_height,
            )
            found.append(Place(box, 0.16 * step + ring * 2.5))
    return tuple(found)

"""The campaign between two seasons: who plays, what the land is like, and how things stand.

`World` is what a season never changes; `State` is what it does. Both are frozen: the next state is made by
applying events (see `adjudicator.rules.state`), never by changing this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from adjudicator.model.frozen import frozen


class Season(Enum):
    """The four seasons of a year (1.2); fall is administration only. The value is the word used in roll keys (11.1)."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"

    @property
    def number(self) -> int:
        """1 winter … 4 fall, as in the names of archive and report folders."""
        return _SEASON_NUMBER[self]

    @property
    def has_moves(self) -> bool:
        """Whether armies may be ordered in this season (1.2)."""
        return self is not Season.FALL

    @property
    def following(self) -> Season:
        """The season after this one; after fall comes winter (9.4)."""
        return _FOLLOWING[self]


_SEASON_NUMBER = {season: number for number, season in enumerate(Season, start=1)}
_FOLLOWING = dict(zip(Season, [*list(Season)[1:], Season.WINTER], strict=True))


class Terrain(Enum):
    """What a border may cross besides open land (4.3)."""

    MARSH = "marsh"
    SEA = "sea"
    MOUNTAINS = "mountains"


class Standing(Enum):
    """Whether a nation still plays (1.5)."""

    ACTIVE = "active"
    ELIMINATED = "eliminated"


class Status(Enum):
    """What the campaign waits for: orders, battles to be played (6.7), dice to be rolled by hand (11.4), or nothing
    (9.4).
    """

    ORDERS = "orders"
    BATTLES = "battles"
    DICE = "dice"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Nation:
    """A player's nation as the `Nations` sheet introduces it; what changes with the seasons is in `Holding`.

    `ag` is the army's aggression, 0 to 4. `capital` is a territory's name, whoever owns it now, or None.
    """

    name: str
    capital: str | None = None
    ag: int = 1
    player: str = ""
    email: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Territory:
    """An area, territory or city: the three are the same. `x` grows to the east, `y` to the south, in any unit."""

    name: str
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class Border:
    """Two adjacent territories and what lies between them; entered once, it works both ways."""

    one: str
    other: str
    terrains: frozenset[Terrain] = frozenset()


@frozen
class Holding:
    """What one nation has: its army (AP), its treasury (gold), its victory points, and where the army stood when the
    season ended.

    `siege_seasons` counts the siege rolls already made in the present siege; 0 means that no siege is kept.
    `came_from` is the friendly territory the siege began from.
    """

    army_ap: int
    gold: int
    vp: int = 0
    army_at: str | None = None
    siege_seasons: int = 0
    came_from: str | None = None
    standing: Standing = Standing.ACTIVE

    @property
    def besieges(self) -> str | None:
        """The area this nation's army besieges, or None."""
        return self.army_at if self.siege_seasons > 0 else None


@dataclass(frozen=True)
class World:
    """The nations, territories and borders, each in the order of its sheet: the order decides ties (5.3, 6.5)."""

    nations: tuple[Nation, ...]
    territories: tuple[Territory, ...]
    borders: tuple[Border, ...]

    @cached_property
    def nation(self) -> Mapping[str, Nation]:
        """Nations by name."""
        return {nation.name: nation for nation in self.nations}

    @cached_property
    def nation_rank(self) -> Mapping[str, int]:
        """Place of each nation on the `Nations` sheet, from 0."""
        return {nation.name: rank for rank, nation in enumerate(self.nations)}

    @cached_property
    def territory_rank(self) -> Mapping[str, int]:
        """Place of each territory on the `Map` sheet, from 0."""
        return {territory.name: rank for rank, territory in enumerate(self.territories)}

    @cached_property
    def neighbours(self) -> Mapping[str, Mapping[str, frozenset[Terrain]]]:
        """For each territory its neighbours, in `Map` order, and the terrains of the border between them."""
        found: dict[str, dict[str, frozenset[Terrain]]] = {territory.name: {} for territory in self.territories}
        for border in self.borders:
            found[border.one][border.other] = border.terrains
            found[border.other][border.one] = border.terrains
        rank = self.territory_rank
        return {
            name: {near: beside[near] for near in sorted(beside, key=rank.__getitem__)}
            for name, beside in found.items()
        }


@frozen
class State:
    """How things stand at the start of a season.

    `holdings` has one entry for every nation, `owners` one for every territory (None: independent, 1.6).
    """

    year: int
    season: Season
    holdings: Mapping[str, Holding]
    owners: Mapping[str, str | None]
    over: bool = False

    def territories_of(self, nation: str) -> int:
        """How many territories the nation owns."""
        return sum(1 for owner in self.owners.values() if owner == nation)

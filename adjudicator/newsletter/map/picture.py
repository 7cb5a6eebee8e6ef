"""What the map of the newsletter shows, as plain data.

These types know nothing of the campaign's own types: whoever makes an edition decides what its reader may see, and
hands over exactly that. Names of nations and territories refer to each other by their exact spelling; a reference to
a name that is not on the map raises `UnknownMapNameError` when the map is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class UnknownMapNameError(ValueError):
    """A border, march, siege, battle, army or owner names a territory or a nation that the picture does not hold."""


class UnreadableBackgroundError(ValueError):
    """The picture behind the map is of a kind that cannot be shown, or its size cannot be read from it."""


class MapTerrain(Enum):
    """Terrain on a border that is more than plain land (clause 4.3)."""

    MARSH = "marsh"
    SEA = "sea"
    MOUNTAINS = "mountains"


class MapMarchKind(Enum):
    """Which kind of arrow a march is drawn as."""

    INVASION = "invasion"
    RAID = "raid"
    WITHDRAWAL = "withdrawal"


@dataclass(frozen=True, slots=True)
class MapTerritory:
    """One territory and its city.

    `owner` is a nation's name, or None for an independent territory. `x` grows to the east and `y` to the south, in any
    unit; with a background picture they are its pixels if they fit into it. `capital_of` is the nation whose capital
    this is.
    """

    name: str
    owner: str | None = None
    x: float | None = None
    y: float | None = None
    capital_of: str | None = None


@dataclass(frozen=True, slots=True)
class MapBorder:
    """A border between two territories, entered once; no terrain means plain land."""

    first: str
    second: str
    terrains: frozenset[MapTerrain] = frozenset()


@dataclass(frozen=True, slots=True)
class MapNation:
    """A nation in the legend.

    `colour` is any CSS colour; without one (or with one that cannot be read) the map gives the nation a tint that the
    colour-blind can tell from its neighbours'. `mark` is the one or two letters that stand for the nation on the map;
    without it one is made from the name, different for every nation.
    """

    name: str
    colour: str | None = None
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class MapMarch:
    """An army's way this season, drawn as an arrow in its nation's colour."""

    nation: str
    origin: str
    target: str
    kind: MapMarchKind = MapMarchKind.INVASION


@dataclass(frozen=True, slots=True)
class MapSiege:
    """A siege under way: a ring of palisades round the city, with the besieger's mark."""

    territory: str
    besieger: str


@dataclass(frozen=True, slots=True)
class MapBattle:
    """A battle fought this season: crossed swords beside the city."""

    territory: str


@dataclass(frozen=True, slots=True)
class MapChangeOfHands:
    """A territory that changed hands this season; `former_owner` is None if it was independent before."""

    territory: str
    former_owner: str | None = None


@dataclass(frozen=True, slots=True)
class MapArmy:
    """An army where the reader may know it stands; `strength` in AP if that is known as well."""

    nation: str
    territory: str
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class MapBackground:
    """A picture behind the cities. `media_type` is `image/png`, `image/jpeg` or `image/svg+xml`."""

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class MapWords:
    """Every word the map prints that is not a name: the language of the reader lives in the templates."""

    legend: str
    capital: str
    city: str
    independent: str
    invasion: str
    raid: str
    withdrawal: str
    siege: str
    battle: str
    change_of_hands: str
    army: str
    nation_border: str
    territory_border: str
    road: str
    no_passage: str
    sea: str
    mountains: str
    marsh: str
    index: str
    north: str


@dataclass(frozen=True, slots=True)
class MapPicture:
    """Everything one map shows.

    `title` and `subtitle` are printed in its cartouche; `description` is the alternative text. Sizes in millimetres.
    """

    title: str
    description: str
    words: MapWords
    territories: tuple[MapTerritory, ...]
    borders: tuple[MapBorder, ...] = ()
    nations: tuple[MapNation, ...] = ()
    marches: tuple[MapMarch, ...] = ()
    sieges: tuple[MapSiege, ...] = ()
    battles: tuple[MapBattle, ...] = ()
    changes_of_hands: tuple[MapChangeOfHands, ...] = ()
    armies: tuple[MapArmy, ...] = ()
    background: MapBackground | None = None
    subtitle: str = ""
    width_mm: float = 174.0
    height_mm: float = 150.0
    with_legend: bool = True


@dataclass(frozen=True, slots=True)
class GazetteerEntry:
    """A name that found no room on the map and is printed there as a number."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """The finished map: standalone SVG, and the names that the map itself shows only by their number."""

    svg: str
    gazetteer: tuple[GazetteerEntry, ...] = ()

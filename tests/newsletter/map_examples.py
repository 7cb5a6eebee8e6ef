"""Pictures to draw in tests: a small world in every detail, and worlds of any size from a seed."""

from __future__ import annotations

import math
import random

from adjudicator.newsletter.map import (
    MapArmy,
    MapBattle,
    MapBorder,
    MapChangeOfHands,
    MapMarch,
    MapMarchKind,
    MapNation,
    MapPicture,
    MapSiege,
    MapTerrain,
    MapTerritory,
    MapWords,
)

WORDS = MapWords(
    legend="Legend",
    capital="Capital",
    city="City",
    independent="Independent",
    invasion="Invasion",
    raid="Raid",
    withdrawal="Withdrawal",
    siege="Siege",
    battle="Battle",
    change_of_hands="Changed hands",
    army="Army",
    nation_border="Border of a nation",
    territory_border="Border of a territory",
    road="Road",
    no_passage="No passage",
    sea="Sea crossing",
    mountains="Mountains",
    marsh="Marsh",
    index="See the index",
    north="N",
)

SEA = frozenset({MapTerrain.SEA})
MARSH = frozenset({MapTerrain.MARSH})
MOUNTAINS = frozenset({MapTerrain.MOUNTAINS})


def tyrrhenian(**changes: object) -> MapPicture:
    """Three nations, nine cities, an island, and one of everything that can happen in a season."""
    content: dict[str, object] = {
        "title": "The Tyrrhenian Sea",
        "subtitle": "Summer 280",
        "description": "Rome holds three cities, Carthage three, Syracuse one; two are free.",
        "words": WORDS,
        "territories": (
            MapTerritory("Rome", "Rome", 12.5, -41.9, "Rome"),
            MapTerritory("Veii", "Rome", 11.4, -42.6),
            MapTerritory("Capua", "Rome", 14.2, -41.1),
            MapTerritory("Tarentum", None, 17.2, -40.5),
            MapTerritory("Messana", None, 15.6, -38.2),
            MapTerritory("Syracuse", "Syracuse", 15.3, -37.1, "Syracuse"),
            MapTerritory("Lilybaeum", "Carthage", 12.4, -37.8),
            MapTerritory("Caralis", "Carthage", 9.1, -39.2),
            MapTerritory("Carthage", "Carthage", 10.3, -36.9, "Carthage"),
        ),
        "borders": (
            MapBorder("Rome", "Veii"),
            MapBorder("Rome", "Capua", MARSH),
            MapBorder("Capua", "Tarentum", MOUNTAINS),
            MapBorder("Tarentum", "Messana", SEA),
            MapBorder("Messana", "Syracuse"),
            MapBorder("Messana", "Lilybaeum", MOUNTAINS),
            MapBorder("Syracuse", "Lilybaeum"),
            MapBorder("Lilybaeum", "Carthage", SEA),
            MapBorder("Carthage", "Caralis", SEA),
            MapBorder("Caralis", "Veii", SEA),
        ),
        "nations": (MapNation("Rome", "#b03030"), MapNation("Carthage", "navy"), MapNation("Syracuse")),
        "marches": (
            MapMarch("Rome", "Capua", "Tarentum"),
            MapMarch("Carthage", "Lilybaeum", "Syracuse", MapMarchKind.RAID),
            MapMarch("Syracuse", "Messana", "Syracuse", MapMarchKind.WITHDRAWAL),
        ),
        "sieges": (MapSiege("Tarentum", "Rome"),),
        "battles": (MapBattle("Messana"),),
        "changes_of_hands": (MapChangeOfHands("Lilybaeum", "Syracuse"), MapChangeOfHands("Veii", None)),
        "armies": (MapArmy("Rome", "Tarentum", 325), MapArmy("Carthage", "Carthage")),
    }
    return MapPicture(**(content | changes))  # type: ignore[arg-type]


def scattered(count: int, nations: int = 3, seed: int = 1, *, placed: bool = True, tangled: bool = False) -> MapPicture:
    """A world from a seed: cities at random, borders between near ones, a few of them sea, marsh or mountains.

    `placed` gives the cities coordinates; `tangled` adds borders between cities far from each other.
    """
    chance = random.Random(seed)
    names = [f"{_name(chance)} {number}" if number % 5 == 0 else f"{_name(chance)}{number}" for number in range(count)]
    places = [(chance.uniform(0, 100), chance.uniform(0, 75)) for _ in names]
    near = 1.35 * math.sqrt(7500 / count)
    borders = []
    for here in range(count):
        for there in range(here):
            distance = math.dist(places[here], places[there])
            if distance < near or (tangled and chance.random() < 2 / count):
                terrain = chance.choice([frozenset(), frozenset(), frozenset(), SEA, MARSH, MOUNTAINS, SEA | MOUNTAINS])
                borders.append(MapBorder(names[here], names[there], terrain))
    powers = [MapNation(f"Power {chr(65 + number)}") for number in range(nations)]
    owners = [chance.choice([*powers, None]) for _ in names]
    territories = tuple(
        MapTerritory(
            name,
            owner.name if owner else None,
            *(place if placed else (None, None)),
            powers[number].name if number < nations else None,
        )
        for number, (name, owner, place) in enumerate(zip(names, owners, places, strict=True))
    )
    holder = {territory.name: territory.owner for territory in territories}
    attacks = [border for border in borders if holder[border.first] and holder[border.first] != holder[border.second]]
    marches = tuple(
        MapMarch(holder[border.first] or "", border.first, border.second, kind)
        for border, kind in zip(attacks[: nations + 1], list(MapMarchKind) * count, strict=False)
    )
    return MapPicture(
        title="A World",
        description="A world from a seed.",
        words=WORDS,
        territories=territories,
        borders=tuple(borders),
        nations=tuple(powers),
        marches=marches,
        sieges=tuple(MapSiege(march.target, march.nation) for march in marches[:1]),
        battles=tuple(MapBattle(march.target) for march in marches[1:2]),
    )


def _name(chance: random.Random) -> str:
    parts = ("ar", "ka", "mo", "ri", "ve", "lo", "tis", "pha", "ne", "dor", "us", "ga", "bel", "ith")
    return "".join(chance.choice(parts) for _ in range(chance.randint(2, 4))).capitalize()

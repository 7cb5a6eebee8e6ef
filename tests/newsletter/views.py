"""What readers may know of made-up seasons: views to lay out pages from, without playing a season first.

`anatolia` is a spring in which everything that can happen happens once; `anatolia_fall`, `anatolia_over` and
`anatolia_founding` are its other editions, `tiny` has three nations and `crowded` forty.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from adjudicator.model.campaign import Border, Season, Standing, Terrain, Territory
from adjudicator.model.dice import Modifier, ModifierKind, Roll, RolledBy, RollKey, RollKind
from adjudicator.model.records import Correction, DieRow
from adjudicator.model.view import (
    Account,
    Chapter,
    Fact,
    KnownArmy,
    Ledger,
    LedgerLine,
    NationCard,
    Notices,
    Outlook,
    PastSeason,
    PrivatePage,
    Readership,
    SeasonView,
    SiegeOutlook,
    Sighting,
    StandingLine,
    TargetChoice,
    Viewer,
)

GM = Viewer(Readership.GM)
PUBLIC = Viewer(Readership.PUBLIC)

SECRET_GOLD = 8731
"""A sum that no nation but the one that owns it may read of, easy to search for."""


def player(nation: str) -> Viewer:
    return Viewer(Readership.NATION, nation)


@dataclass(frozen=True)
class Told:
    """One event with what everyone hears of it (None: nothing) and what only `secret_of` know besides."""

    kind: str
    clause: str
    concerns: tuple[str, ...]
    public: Mapping[str, Fact] | None = None
    own: Mapping[str, Fact] | None = None
    secret_of: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()


def sightings_for(viewer: Viewer, told: Iterable[Told]) -> tuple[Sighting, ...]:
    found = []
    for number, event in enumerate(told):
        knows = viewer.may_see(event.secret_of)
        if event.public is None and not knows:
            continue
        facts: dict[str, Fact] = dict(event.public or {})
        if knows:
            facts.update(event.own or {})
        secret = event.public is None or (knows and bool(event.own))
        found.append(
            Sighting(number, event.kind, event.clause, facts, event.concerns, secret, event.rolls if knows else ())
        )
    return tuple(found)


# --- the land -----------------------------------------------------------------------------------------------------

_CITIES: tuple[tuple[str, str | None, float, float], ...] = (
    ("Constantinople", "Byzantium", 29.0, 41.0),
    ("Nicomedia", "Byzantium", 30.1, 40.8),
    ("Nicaea", "Byzantium", 29.7, 40.2),
    ("Smyrna", "Byzantium", 27.1, 38.4),
    ("Dorylaeum", "Byzantium", 30.5, 39.6),
    ("Amastris", "Byzantium", 32.4, 41.6),
    ("Iconium", "Rûm", 32.5, 37.9),
    ("Amorium", "Rûm", 31.3, 38.9),
    ("Attaleia", "Rûm", 30.7, 36.9),
    ("Ancyra", "Rûm", 32.9, 39.9),
    ("Laodicea", "Rûm", 29.1, 37.8),
    ("Tarsus", "Cilicia", 34.9, 36.9),
    ("Nicosia", "Cilicia", 33.4, 35.2),
    ("Germanicea", "Cilicia", 36.9, 37.6),
    ("Sebasteia", "Danishmend", 37.0, 39.75),
    ("Caesarea", "Danishmend", 35.5, 38.7),
    ("Amaseia", "Danishmend", 35.8, 40.7),
    ("Sinope", "Danishmend", 35.1, 42.0),
    ("Melitene", "Danishmend", 38.3, 38.4),
    ("Kutaisi", "Georgia", 42.7, 42.2),
    ("Tiflis", "Georgia", 44.8, 41.7),
    ("Ani", "Georgia", 43.6, 40.5),
    ("Trebizond", "Georgia", 39.7, 41.0),
    ("Mosul", "Seljuk Empire", 43.1, 36.4),
    ("Manzikert", "Seljuk Empire", 42.5, 39.1),
    ("Theodosiopolis", "Seljuk Empire", 41.3, 39.9),
    ("Amida", "Seljuk Empire", 40.2, 37.9),
    ("Aleppo", "Aleppo", 37.2, 36.2),
    ("Edessa", "Seljuk Empire", 38.8, 37.1),
    ("Antioch", "Cilicia", 36.1, 36.0),
    ("Rhodes", None, 28.2, 36.4),
)

_SEA, _MOUNTAINS, _MARSH = Terrain.SEA, Terrain.MOUNTAINS, Terrain.MARSH

_BORDERS: tuple[tuple[str, str, tuple[Terrain, ...]], ...] = (
    ("Constantinople", "Nicomedia", (_SEA,)),
    ("Constantinople", "Nicaea", (_SEA,)),
    ("Nicomedia", "Nicaea", ()),
    ("Nicomedia", "Amastris", (_MOUNTAINS,)),
    ("Nicaea", "Dorylaeum", ()),
    ("Nicaea", "Smyrna", ()),
    ("Smyrna", "Laodicea", ()),
    ("Smyrna", "Rhodes", (_SEA,)),
    ("Dorylaeum", "Amorium", ()),
    ("Dorylaeum", "Ancyra", ()),
    ("Amastris", "Ancyra", (_MOUNTAINS,)),
    ("Amastris", "Sinope", (_SEA,)),
    ("Laodicea", "Attaleia", (_MOUNTAINS,)),
    ("Laodicea", "Amorium", ()),
    ("Attaleia", "Rhodes", (_SEA,)),
    ("Attaleia", "Iconium", (_MOUNTAINS,)),
    ("Attaleia", "Nicosia", (_SEA,)),
    ("Amorium", "Iconium", (_MARSH,)),
    ("Amorium", "Ancyra", ()),
    ("Iconium", "Ancyra", (_MARSH,)),
    ("Iconium", "Caesarea", ()),
    ("Iconium", "Tarsus", (_MOUNTAINS,)),
    ("Ancyra", "Caesarea", ()),
    ("Ancyra", "Amaseia", ()),
    ("Tarsus", "Nicosia", (_SEA,)),
    ("Tarsus", "Caesarea", (_MOUNTAINS,)),
    ("Tarsus", "Germanicea", (_MOUNTAINS,)),
    ("Tarsus", "Antioch", (_MOUNTAINS, _MARSH)),
    ("Nicosia", "Antioch", (_SEA,)),
    ("Germanicea", "Caesarea", (_MOUNTAINS,)),
    ("Germanicea", "Melitene", (_MOUNTAINS,)),
    ("Germanicea", "Edessa", ()),
    ("Germanicea", "Aleppo", ()),
    ("Sebasteia", "Caesarea", ()),
    ("Sebasteia", "Amaseia", ()),
    ("Sebasteia", "Melitene", (_MOUNTAINS,)),
    ("Sebasteia", "Theodosiopolis", ()),
    ("Sebasteia", "Trebizond", (_MOUNTAINS,)),
    ("Caesarea", "Melitene", ()),
    ("Amaseia", "Sinope", ()),
    ("Amaseia", "Trebizond", (_MOUNTAINS,)),
    ("Sinope", "Trebizond", (_SEA,)),
    ("Melitene", "Amida", ()),
    ("Melitene", "Edessa", ()),
    ("Kutaisi", "Tiflis", ()),
    ("Kutaisi", "Trebizond", (_SEA,)),
    ("Kutaisi", "Ani", (_MOUNTAINS,)),
    ("Tiflis", "Ani", ()),
    ("Ani", "Manzikert", ()),
    ("Ani", "Theodosiopolis", (_MOUNTAINS,)),
    ("Trebizond", "Theodosiopolis", (_MOUNTAINS,)),
    ("Mosul", "Amida", ()),
    ("Mosul", "Edessa", (_MARSH,)),
    ("Manzikert", "Theodosiopolis", ()),
    ("Manzikert", "Amida", (_MOUNTAINS,)),
    ("Manzikert", "Mosul", (_MOUNTAINS,)),
    ("Amida", "Edessa", ()),
    ("Amida", "Theodosiopolis", (_MOUNTAINS,)),
    ("Aleppo", "Edessa", ()),
    ("Aleppo", "Antioch", ()),
)

_TERRITORIES = tuple(Territory(name, round(x * 80, 1), round(-y * 100, 1)) for name, _, x, y in _CITIES)
_OWNERS: dict[str, str | None] = {name: owner for name, owner, _, _ in _CITIES}

_PLAYERS = (
    ("Byzantium", "Anna", "#7b2d8b", "Constantinople", 1),
    ("Rûm", "Bülent", "#1f6f8b", "Iconium", 3),
    ("Cilicia", "Claire", "#b5651d", "Tarsus", 2),
    ("Danishmend", "Dmitri", "#2e7d32", "Sebasteia", 3),
    ("Georgia", "Elene", "#a02c2c", "Kutaisi", 2),
    ("Seljuk Empire", "Farid", "#c9a227", "Mosul", 4),
    ("Aleppo", "Gloria", "", "Aleppo", 0),
)

COMMITMENT = hashlib.sha256(b"a sealed envelope").hexdigest()


# --- the rolls ----------------------------------------------------------------------------------------------------


def _roll(
    kind: RollKind,
    nation: str,
    place: str,
    die: int,
    *modifiers: tuple[ModifierKind, int],
    needed: int | None = None,
    attempt: int = 1,
    by: RolledBy = RolledBy.SEED,
) -> Roll:
    added = tuple(Modifier(each, value) for each, value in modifiers)
    return Roll(RollKey(kind, nation, place, attempt), die, added, needed, by)


_AG, _ARMY = ModifierKind.AG, ModifierKind.ARMY

_INITIATIVE = (
    _roll(RollKind.INITIATIVE, "Rûm", "Byzantium", 3, (_AG, 3)),
    _roll(RollKind.INITIATIVE, "Byzantium", "Rûm", 5, (_AG, 1)),
    _roll(RollKind.INITIATIVE, "Rûm", "Byzantium", 4, (_AG, 3), attempt=2),
    _roll(RollKind.INITIATIVE, "Byzantium", "Rûm", 2, (_AG, 1), attempt=2),
)
_BATTLE = (
    _roll(RollKind.BATTLE, "Rûm", "Dorylaeum", 4, (_ARMY, 4)),
    _roll(RollKind.BATTLE, "Byzantium", "Dorylaeum", 2, (_ARMY, 5)),
)
_SIEGE = _roll(
    RollKind.SIEGE,
    "Seljuk Empire",
    "Trebizond",
    2,
    (ModifierKind.SIEGE_SEASONS, 1),
    (ModifierKind.SIEGE_GOLD, 1),
    needed=5,
)
_SIEGE_WON = _roll(RollKind.SIEGE, "Georgia", "Sinope", 6, needed=5, by=RolledBy.GM)
_RAID = _roll(RollKind.RAID, "Cilicia", "Caesarea", 4, needed=3)
_RAID_LOST = _roll(RollKind.RAID, "Rûm", "Caesarea", 1, needed=3)
_CONTEST = (
    _roll(RollKind.CONTEST, "Georgia", "Sinope", 5, (_AG, 2)),
    _roll(RollKind.CONTEST, "Byzantium", "Sinope", 3, (_AG, 1)),
)
_PRECEDENCE = (
    _roll(RollKind.PRECEDENCE, "Cilicia", "Danishmend", 4, (_AG, 2)),
    _roll(RollKind.PRECEDENCE, "Aleppo", "Danishmend", 2, (_AG, 0)),
)


# --- the season ---------------------------------------------------------------------------------------------------

_OFFENSIVE: dict[str, Fact] = {"order": "Offensive", "origin": "Amorium", "target": "Dorylaeum"}

SPRING: tuple[Told, ...] = (
    Told(
        "order_accepted",
        "2.1",
        ("Rûm",),
        None,
        {"nation": "Rûm", "basis": "ordered", **_OFFENSIVE},
        ("Rûm",),
    ),
    Told(
        "order_accepted",
        "2.3",
        ("Aleppo",),
        None,
        {"nation": "Aleppo", "basis": "silent", "order": "Defend"},
        ("Aleppo",),
    ),
    Told(
        "order_refused",
        "2.2",
        ("Danishmend",),
        None,
        {
            "nation": "Danishmend",
            "order": "Offensive",
            "origin": "Sinope",
            "target": "Tiflis",
            "reason": "not adjacent",
        },
        ("Danishmend",),
    ),
    Told("army_rebuilt", "3.1", ("Rûm",), None, {"nation": "Rûm", "ap": 75, "gold": 1}, ("Rûm",)),
    Told(
        "rebuild_refused",
        "3.1",
        ("Georgia",),
        None,
        {"nation": "Georgia", "reason": "at full strength"},
        ("Georgia",),
    ),
    Told("offensive_paid", "3.2", ("Rûm",), None, {"nation": "Rûm", "gold": 1}, ("Rûm",)),
    Told("siege_gold_paid", "3.3", ("Rûm",), None, {"nation": "Rûm", "gold": 1}, ("Rûm",)),
    Told(
        "siege_gold_refused",
        "3.4",
        ("Cilicia",),
        None,
        {"nation": "Cilicia", "reason": "not enough gold"},
        ("Cilicia",),
    ),
    Told(
        "siege_lifted",
        "3.5",
        ("Danishmend", "Seljuk Empire"),
        {
            "nation": "Danishmend",
            "territory": "Theodosiopolis",
            "owner": "Seljuk Empire",
            "seasons": 1,
            "to": "Sebasteia",
        },
    ),
    Told(
        "initiative_won",
        "4.1",
        ("Rûm", "Byzantium"),
        {"winner": "Rûm", "loser": "Byzantium"},
        {},
        ("Rûm", "Byzantium"),
        _INITIATIVE,
    ),
    Told(
        "order_reverted",
        "4.2",
        ("Byzantium", "Rûm"),
        {"nation": "Byzantium", "enemy": "Rûm"},
        {"order": "Offensive", "origin": "Nicaea", "target": "Laodicea", "gold": 1},
        ("Byzantium",),
    ),
    Told(
        "invasion_marched",
        "4.3",
        ("Rûm", "Byzantium"),
        {"nation": "Rûm", "origin": "Amorium", "target": "Dorylaeum", "owner": "Byzantium", "terrains": ()},
        {"hard": (), "ap": 0},
        ("Rûm",),
    ),
    Told(
        "invasion_marched",
        "4.3",
        ("Seljuk Empire", "Georgia"),
        {
            "nation": "Seljuk Empire",
            "origin": "Theodosiopolis",
            "target": "Trebizond",
            "owner": "Georgia",
            "terrains": ("mountains",),
        },
        {"hard": ("mountains",), "ap": 25},
        ("Seljuk Empire",),
    ),
    Told(
        "army_lost_on_march",
        "4.4",
        ("Aleppo", "Cilicia"),
        {"nation": "Aleppo", "origin": "Antioch", "target": "Nicosia", "owner": "Cilicia"},
    ),
    Told(
        "enemy_intercepted",
        "5.2",
        ("Byzantium", "Rûm"),
        {"nation": "Byzantium", "enemy": "Rûm", "territory": "Dorylaeum", "besieger": False},
        {"entry": "Rûm"},
        ("Byzantium",),
    ),
    Told(
        "interception_declined",
        "5.2",
        ("Georgia",),
        None,
        {"nation": "Georgia", "enemies": ("Seljuk Empire",), "territories": ("Trebizond",)},
        ("Georgia",),
    ),
    Told(
        "battle_fought",
        "6.2",
        ("Rûm", "Byzantium"),
        {
            "territory": "Dorylaeum",
            "attacker": "Rûm",
            "defender": "Byzantium",
            "winner": "Rûm",
            "relief": False,
            "vp": 3,
            "decided_by": "dice",
        },
        {"attacker_ap": 300, "defender_ap": 375, "attacker_loss": 25, "defender_loss": 50},
        ("Rûm", "Byzantium"),
        _BATTLE,
    ),
    Told(
        "territory_conquered",
        "6.3",
        ("Rûm", "Byzantium"),
        {"nation": "Rûm", "territory": "Dorylaeum", "previous_owner": "Byzantium", "by": "battle"},
    ),
    Told(
        "battle_fought",
        "6.8",
        ("Cilicia", "Aleppo"),
        {
            "territory": "Germanicea",
            "attacker": "Aleppo",
            "defender": "Cilicia",
            "winner": None,
            "relief": True,
            "vp": 0,
            "decided_by": "table",
        },
        {"attacker_ap": 150, "defender_ap": 225, "attacker_loss": 25, "defender_loss": 25},
        ("Cilicia", "Aleppo"),
    ),
    Told(
        "raid_blocked",
        "7.2",
        ("Seljuk Empire", "Byzantium"),
        {
            "nation": "Seljuk Empire",
            "origin": "Theodosiopolis",
            "target": "Ani",
            "victim": "Georgia",
            "block": "defender",
        },
    ),
    Told(
        "raid_failed",
        "7.4",
        ("Rûm", "Danishmend"),
        {"nation": "Rûm", "origin": "Ancyra", "target": "Caesarea", "victim": "Danishmend"},
        {},
        ("Rûm", "Danishmend"),
        (_RAID_LOST,),
    ),
    Told(
        "precedence_rolled",
        "7.5",
        ("Danishmend", "Cilicia", "Aleppo"),
        {"victim": "Danishmend", "ranking": ("Cilicia", "Aleppo")},
        {},
        ("Cilicia", "Aleppo", "Danishmend"),
        _PRECEDENCE,
    ),
    Told(
        "raid_succeeded",
        "7.4",
        ("Cilicia", "Danishmend"),
        {"nation": "Cilicia", "origin": "Tarsus", "target": "Caesarea", "victim": "Danishmend", "gold": 1},
        {},
        ("Cilicia", "Danishmend"),
        (_RAID,),
    ),
    Told(
        "siege_contested",
        "8.5",
        ("Georgia", "Byzantium"),
        {"territory": "Sinope", "winner": "Georgia", "losers": ("Byzantium",)},
        {},
        ("Georgia", "Byzantium"),
        _CONTEST,
    ),
    Told(
        "army_turned_back",
        "8.5",
        ("Byzantium", "Georgia"),
        {"nation": "Byzantium", "territory": "Sinope", "by": "contest", "before": "Georgia", "besieged": False},
    ),
    Told(
        "siege_succeeded",
        "8.2",
        ("Georgia", "Danishmend"),
        {"nation": "Georgia", "territory": "Sinope", "owner": "Danishmend", "seasons": 1},
        {"ap": 25},
        ("Georgia",),
        (_SIEGE_WON,),
    ),
    Told(
        "territory_conquered",
        "8.2",
        ("Georgia", "Danishmend"),
        {"nation": "Georgia", "territory": "Sinope", "previous_owner": "Danishmend", "by": "siege"},
    ),
    Told(
        "siege_failed",
        "8.7",
        ("Seljuk Empire", "Georgia"),
        {
            "nation": "Seljuk Empire",
            "origin": "Theodosiopolis",
            "territory": "Trebizond",
            "owner": "Georgia",
            "seasons": 2,
        },
        {"ap": 25},
        ("Seljuk Empire",),
        (_SIEGE,),
    ),
    Told(
        "siege_broken",
        "8.4",
        ("Aleppo",),
        {"nation": "Aleppo", "territory": "Rhodes", "owner": None},
    ),
    Told(
        "army_withdrew",
        "6.6",
        ("Byzantium",),
        {
            "nation": "Byzantium",
            "origin": "Dorylaeum",
            "to": "Nicaea",
            "cause": "beaten defender",
        },
        {"ap": 0},
        ("Byzantium",),
    ),
    Told(
        "army_withdrew",
        "6.4",
        ("Aleppo",),
        {"nation": "Aleppo", "origin": "Germanicea", "to": "Edessa", "cause": "drawn attacker"},
        {"ap": 25},
        ("Aleppo",),
    ),
    Told(
        "siege_succeeded",
        "8.2",
        ("Cilicia", "Aleppo"),
        {"nation": "Cilicia", "territory": "Aleppo", "owner": "Aleppo", "seasons": 3},
        {"ap": 25},
        ("Cilicia",),
        (_roll(RollKind.SIEGE, "Cilicia", "Aleppo", 4, (ModifierKind.SIEGE_SEASONS, 2), needed=5),),
    ),
    Told(
        "territory_conquered",
        "8.2",
        ("Cilicia", "Aleppo"),
        {"nation": "Cilicia", "territory": "Aleppo", "previous_owner": "Aleppo", "by": "siege"},
    ),
    Told("army_dispersed", "6.5", ("Aleppo",), None, {"nation": "Aleppo", "origin": "Edessa", "ap": 25}, ("Aleppo",)),
    Told("nation_eliminated", "1.5", ("Aleppo",), {"nation": "Aleppo"}, {"ap": 25}, ("Aleppo",)),
    Told(
        "season_ended",
        "1.2",
        (),
        {"year": 1072, "season": "spring", "next_year": 1072, "next_season": "summer"},
    ),
)


def _number(kind: str, nation: str, told: tuple[Told, ...] = SPRING) -> int:
    return next(n for n, each in enumerate(told) if each.kind == kind and nation in each.concerns)


def _rolls_of(nation: str, told: tuple[Told, ...] = SPRING) -> tuple[Roll, ...]:
    return tuple(roll for event in told if nation in event.secret_of for roll in event.rolls)


_SEASONS_PLAYED = (
    (1071, Season.WINTER),
    (1071, Season.SPRING),
    (1071, Season.SUMMER),
    (1071, Season.FALL),
    (1072, Season.WINTER),
    (1072, Season.SPRING),
)

_VP = {
    "Byzantium": (0, 3, 3, 15, 18, 18),
    "Rûm": (3, 3, 6, 16, 19, 22),
    "Cilicia": (0, 0, 3, 9, 9, 9),
    "Danishmend": (0, 3, 3, 13, 16, 16),
    "Georgia": (0, 0, 0, 8, 11, 11),
    "Seljuk Empire": (3, 6, 6, 14, 17, 17),
    "Aleppo": (0, 0, 0, 6, 6, 6),
}
_LAND = {
    "Byzantium": (6, 6, 6, 6, 6, 5),
    "Rûm": (4, 5, 5, 5, 5, 6),
    "Cilicia": (4, 4, 4, 4, 4, 5),
    "Danishmend": (5, 5, 5, 5, 5, 4),
    "Georgia": (4, 4, 4, 4, 4, 5),
    "Seljuk Empire": (5, 5, 5, 5, 5, 5),
    "Aleppo": (1, 1, 1, 1, 1, 0),
}


def _history(upto: int) -> tuple[PastSeason, ...]:
    return tuple(
        PastSeason(
            year,
            season,
            nation,
            _LAND[nation][n],
            _VP[nation][n],
            Standing.ELIMINATED if nation == "Aleppo" and n == 5 else Standing.ACTIVE,
        )
        for n, (year, season) in enumerate(_SEASONS_PLAYED[:upto])
        for nation, *_ in _PLAYERS
    )


def ranked(lines: Iterable[StandingLine]) -> tuple[StandingLine, ...]:
    """Standing lines in order, with their ranks filled in."""
    given = list(lines)

    def rank(line: StandingLine, *, before: bool) -> int:
        mine = (line.vp_before, line.territories_before) if before else (line.vp, line.territories)
        better = 0
        for other in given:
            theirs = (other.vp_before, other.territories_before) if before else (other.vp, other.territories)
            better += theirs > mine
        return better + 1

    return tuple(
        sorted(
            (replace(line, rank=rank(line, before=False), rank_before=rank(line, before=True)) for line in given),
            key=lambda line: line.rank,
        )
    )


def _standings(season: int, viewer: Viewer) -> tuple[StandingLine, ...]:
    before = max(season - 1, 0)
    return ranked(
        StandingLine(
            nation,
            0,
            0,
            _VP[nation][season],
            _VP[nation][before],
            _LAND[nation][season],
            _LAND[nation][before],
            Standing.ELIMINATED if nation == "Aleppo" and season == 5 else Standing.ACTIVE,
            gold=_GOLD[nation] if viewer.may_see((nation,)) else None,
            army_ap=_ARMY_AP[nation] if viewer.may_see((nation,)) else None,
        )
        for nation, *_ in _PLAYERS
    )


_GOLD = {
    "Byzantium": SECRET_GOLD,
    "Rûm": 2,
    "Cilicia": 1,
    "Danishmend": 0,
    "Georgia": 3,
    "Seljuk Empire": 1,
    "Aleppo": 0,
}
_ARMY_AP = {
    "Byzantium": 325,
    "Rûm": 350,
    "Cilicia": 200,
    "Danishmend": 375,
    "Georgia": 350,
    "Seljuk Empire": 275,
    "Aleppo": 0,
}
_STANDS = {
    "Byzantium": "Nicaea",
    "Rûm": "Dorylaeum",
    "Cilicia": "Aleppo",
    "Danishmend": "Sebasteia",
    "Georgia": "Sinope",
    "Seljuk Empire": "Trebizond",
    "Aleppo": None,
}


def _flat(account: Account, amount: int) -> Ledger:
    return Ledger(account, amount, (), amount)


def _ledger(account: Account, opening: int, *movements: tuple[int, int]) -> Ledger:
    lines, balance = [], opening
    for sighting, amount in movements:
        balance += amount
        lines.append(LedgerLine(sighting, amount, balance))
    return Ledger(account, opening, tuple(lines), balance)


def _outlook(nation: str, year: int, season: Season) -> Outlook:
    owners = {**_OWNERS, "Dorylaeum": "Rûm", "Sinope": "Georgia", "Aleppo": "Cilicia"}
    free = {Season.WINTER: {_MARSH}, Season.SUMMER: {_SEA, _MOUNTAINS}}.get(season, set())
    targets = []
    for one, other, terrains in _BORDERS:
        for origin, target in ((one, other), (other, one)):
            if owners[origin] == nation and owners[target] != nation:
                hard = [terrain for terrain in terrains if terrain not in free]
                targets.append(
                    TargetChoice(
                        origin,
                        target,
                        owners[target],
                        frozenset(terrains),
                        25 if hard else 0,
                        owners[target] is not None,
                    )
                )
    siege = SiegeOutlook("Trebizond", "Georgia", 2, 3, 2, 4, 5) if nation == "Seljuk Empire" else None
    return Outlook(
        year,
        season,
        _GOLD[nation],
        _ARMY_AP[nation],
        375,
        siege is None and _ARMY_AP[nation] < 375,
        1,
        1,
        1,
        2,
        siege,
        tuple(sorted(targets, key=lambda choice: choice.origin)),
    )


def _private(nation: str) -> PrivatePage:
    fate = tuple(
        n
        for n, event in enumerate(SPRING)
        if nation in event.concerns
        and event.kind.startswith(("order_", "rebuild", "army_", "battle", "siege_", "raid"))
    )
    army = _flat(Account.ARMY, _ARMY_AP[nation])
    treasury = _flat(Account.TREASURY, _GOLD[nation])
    glory = _flat(Account.GLORY, _VP[nation][5])
    if nation == "Rûm":
        treasury = _ledger(
            Account.TREASURY,
            5,
            (_number("army_rebuilt", nation), -1),
            (_number("offensive_paid", nation), -1),
            (_number("siege_gold_paid", nation), -1),
        )
        army = _ledger(
            Account.ARMY, 300, (_number("army_rebuilt", nation), 75), (_number("battle_fought", nation), -25)
        )
        glory = _ledger(Account.GLORY, 19, (_number("battle_fought", nation), 3))
    if nation == "Byzantium":
        army = _ledger(Account.ARMY, 375, (_number("battle_fought", nation), -50))
        treasury = _ledger(Account.TREASURY, SECRET_GOLD - 1, (_number("order_reverted", nation), 1))
    silent = nation == "Aleppo"
    received: tuple[tuple[str, str], ...] = (("Nation", nation), ("Order", "defend "), ("Intercept", "none"))
    if nation == "Rûm":
        received = (
            ("Nation", "rûm"),
            ("Order", "Offensive"),
            ("From", "Amorium"),
            ("Target", "dorylaeum"),
            ("Rebuild", "yes"),
            ("Siege gold", "x"),
            ("Intercept", "Byzantium; Ancyra; none"),
        )
    return PrivatePage(
        nation,
        silent,
        () if silent else received,
        fate,
        treasury,
        army,
        glory,
        _STANDS[nation],
        nation == "Seljuk Empire",
        _rolls_of(nation),
        (("Trebizond", "Seljuk Empire", 2),) if nation == "Georgia" else (),
        _outlook(nation, 1072, Season.SUMMER) if nation != "Aleppo" else None,
    )


def anatolia(viewer: Viewer) -> SeasonView:
    """The spring of 1072: everything that can happen, once."""
    owners = {**_OWNERS, "Dorylaeum": "Rûm", "Sinope": "Georgia", "Aleppo": "Cilicia"}
    shown = {"Rûm", "Cilicia", "Georgia", "Seljuk Empire"} | ({viewer.nation} if viewer.nation else set())
    if viewer.readership is Readership.GM:
        shown = set(_STANDS)
    return SeasonView(
        viewer=viewer,
        title="Anatolia",
        issue=6,
        year=1072,
        season=Season.SPRING,
        next_year=1072,
        next_season=Season.SUMMER,
        over=False,
        nations=tuple(
            NationCard(
                name,
                who,
                colour,
                capital,
                ag,
                Standing.ELIMINATED if name == "Aleppo" else Standing.ACTIVE,
            )
            for name, who, colour, capital, ag in _PLAYERS
        ),
        territories=_TERRITORIES,
        borders=tuple(Border(one, other, frozenset(terrains)) for one, other, terrains in _BORDERS),
        owners_before=_OWNERS,
        owners=owners,
        sightings=sightings_for(viewer, SPRING),
        armies=tuple(
            KnownArmy(nation, place, nation == "Seljuk Empire", _ARMY_AP[nation] if viewer.may_see((nation,)) else None)
            for nation, place in _STANDS.items()
            if place is not None and nation in shown
        ),
        standings=_standings(5, viewer),
        history=_history(6),
        dispatches=_dispatches(viewer),
        notices=Notices(
            silent=("Aleppo",),
            eliminated=("Aleppo",),
            commitment=COMMITMENT,
            public_draw="14 22 31 37 40 45",
            orders_due="Friday, 12 March, at midnight",
            corrections=(
                Correction(
                    1072,
                    Season.WINTER,
                    "Nations!H4",
                    "8",
                    "9",
                    "A battle of the spring had been entered the wrong way round.",
                    "Cilicia",
                    "VP",
                ),
            ),
        ),
        private=tuple(
            _private(name) for name, *_ in _PLAYERS if viewer.readership is Readership.GM or viewer.nation == name
        ),
    )


def _dispatches(viewer: Viewer) -> tuple[str, ...]:
    public = (
        "The heat lies on the plateau like a hand. Caravans from *Melitene* speak of dry wells and of three armies on "
        "the move at once, and in the taverns of Nicaea they say that the emperor has pawned his plate.\n\n"
        "Two matters of business. The club meets on the **first Sunday** of the month; those who have a battle to play "
        "should bring their camels:\n\n"
        "- painted armies get first choice of table,\n"
        "- unpainted ones bring the biscuits."
    )
    return (
        (public, "*For your eyes:* the man from Edessa has asked for you again.")
        if viewer.nation == "Rûm"
        else (public,)
    )


# --- the other editions -------------------------------------------------------------------------------------------

_WINTER = SPRING[16:18]

FALL: tuple[Told, ...] = (
    *(
        Told(
            "income_received",
            "9.1",
            (name,),
            {"nation": name, "owned": _LAND[name][2], "vp": 2 * _LAND[name][2]},
            {"controlled": _LAND[name][2], "gold": _LAND[name][2]},
            (name,),
        )
        for name, *_ in _PLAYERS
    ),
    Told(
        "monuments_built",
        "9.3",
        ("Byzantium",),
        {"nation": "Byzantium", "vp": 1},
        {"asked": 3, "gold": 2},
        ("Byzantium",),
    ),
    Told(
        "army_withdrew",
        "9.2",
        ("Seljuk Empire",),
        {"nation": "Seljuk Empire", "origin": "Ani", "to": "Manzikert", "cause": "fall"},
        {"ap": 0},
        ("Seljuk Empire",),
    ),
    Told("season_ended", "1.2", (), {"year": 1071, "season": "fall", "next_year": 1072, "next_season": "winter"}),
)


def anatolia_fall(viewer: Viewer) -> SeasonView:
    """The fall of 1071: administration, and the year's end."""
    view = anatolia(viewer)
    private = []
    for page in view.private:
        land = _LAND[page.nation][2]
        income = _number("income_received", page.nation, FALL)
        private.append(
            replace(
                page,
                silent=False,
                received=(("Nation", page.nation), ("Monuments", "3")),
                fate=tuple(n for n, event in enumerate(FALL) if page.nation in event.concerns),
                treasury=_ledger(Account.TREASURY, 1, (income, land)),
                army=_flat(Account.ARMY, 300),
                glory=_ledger(Account.GLORY, _VP[page.nation][2], (income, 2 * land)),
                dice=(),
                besieged=(),
                besieging=False,
                outlook=_outlook(page.nation, 1072, Season.WINTER),
            )
        )
    return replace(
        view,
        issue=4,
        year=1071,
        season=Season.FALL,
        next_year=1072,
        next_season=Season.WINTER,
        nations=tuple(replace(card, standing=Standing.ACTIVE) for card in view.nations),
        owners_before=_OWNERS,
        owners=_OWNERS,
        chapters=tuple(
            Chapter(1071, season, sightings_for(viewer, told))
            for season, told in (
                (Season.WINTER, _WINTER),
                (Season.SPRING, SPRING[8:18]),
                (Season.SUMMER, SPRING[18:36]),
            )
        ),
        sightings=sightings_for(viewer, FALL),
        armies=(),
        standings=_standings(3, viewer),
        history=_history(4),
        notices=replace(view.notices, silent=(), eliminated=(), corrections=(), public_draw=""),
        private=tuple(private),
    )


def anatolia_over(viewer: Viewer) -> SeasonView:
    """The end of the campaign, with the seed opened."""
    view = anatolia_fall(viewer)
    ranking = tuple(line.nation for line in view.standings)
    end = Told("campaign_ended", "9.4", ranking, {"year": 1071, "ranking": ranking})
    return replace(
        view,
        over=True,
        sightings=sightings_for(viewer, (*FALL[:-1], end)),
        private=tuple(replace(page, outlook=None) for page in view.private),
        notices=replace(view.notices, orders_due=""),
        dice_revealed=tuple(
            DieRow(1071, season, roll.key, roll.die, roll.modifier, roll.needed, roll.rolled_by)
            for season in (Season.WINTER, Season.SPRING, Season.SUMMER)
            for told in SPRING
            for roll in told.rolls
        ),
    )


def anatolia_founding(viewer: Viewer) -> SeasonView:
    """Before the first season: nothing has happened yet."""
    view = anatolia(viewer)
    return replace(
        view,
        issue=0,
        founding=True,
        year=1071,
        season=Season.WINTER,
        next_year=1071,
        next_season=Season.WINTER,
        nations=tuple(replace(card, standing=Standing.ACTIVE) for card in view.nations),
        owners_before=_OWNERS,
        owners=_OWNERS,
        sightings=(),
        armies=(),
        history=(),
        standings=ranked(
            StandingLine(
                name,
                0,
                0,
                0,
                0,
                sum(owner == name for owner in _OWNERS.values()),
                sum(owner == name for owner in _OWNERS.values()),
                Standing.ACTIVE,
            )
            for name, *_ in _PLAYERS
        ),
        notices=replace(view.notices, silent=(), eliminated=(), corrections=(), public_draw=""),
        private=tuple(
            replace(
                page,
                silent=False,
                received=(),
                fate=(),
                dice=(),
                besieged=(),
                besieging=False,
                army_at=None,
                treasury=_flat(Account.TREASURY, 3),
                army=_flat(Account.ARMY, 375),
                glory=_flat(Account.GLORY, 0),
                outlook=_outlook(page.nation, 1071, Season.WINTER),
            )
            for page in view.private
        ),
    )


# --- other sizes --------------------------------------------------------------------------------------------------


def tiny(viewer: Viewer) -> SeasonView:
    """Three nations, nine territories, a quiet winter long before our era."""
    names = ("Rome", "Veii", "Volsinii")
    cities = ("Rome", "Ostia", "Fidenae", "Veii", "Caere", "Tarquinia", "Volsinii", "Clusium", "Perusia")
    owners: dict[str, str | None] = {city: names[n // 3] for n, city in enumerate(cities)}
    told = (
        Told(
            "order_accepted",
            "2.1",
            ("Rome",),
            None,
            {"nation": "Rome", "basis": "ordered", "order": "Defend"},
            ("Rome",),
        ),
        Told("season_ended", "1.2", (), {"year": -396, "season": "winter", "next_year": -396, "next_season": "spring"}),
    )
    return SeasonView(
        viewer=viewer,
        title="The Tiber",
        issue=1,
        year=-396,
        season=Season.WINTER,
        next_year=-396,
        next_season=Season.SPRING,
        over=False,
        nations=tuple(NationCard(name, "", "", name, 1, Standing.ACTIVE) for name in names),
        territories=tuple(Territory(city) for city in cities),
        borders=tuple(
            Border(one, other, frozenset({_MARSH}) if other == "Ostia" else frozenset())
            for one, other in zip(cities, (*cities[1:], cities[0]), strict=True)
        ),
        owners_before=owners,
        owners=owners,
        sightings=sightings_for(viewer, told),
        armies=(),
        standings=ranked(StandingLine(name, 0, 0, 0, 0, 3, 3, Standing.ACTIVE) for name in names),
        history=tuple(PastSeason(-396, Season.WINTER, name, 3, 0, Standing.ACTIVE) for name in names),
        dispatches=(),
        notices=Notices((), (), COMMITMENT, "", "", ()),
        private=tuple(
            PrivatePage(
                name,
                name == "Veii",
                (("Nation", name), ("Order", "Defend")) if name != "Veii" else (),
                (0,) if name == "Rome" else (),
                _flat(Account.TREASURY, 3),
                _flat(Account.ARMY, 375),
                _flat(Account.GLORY, 0),
                name,
                False,
                (),
                (),
                Outlook(-396, Season.SPRING, 3, 375, 375, False, 1, 1, 1, 2, None, ()),
            )
            for name in names
            if viewer.may_see((name,))
        ),
    )


def crowded(viewer: Viewer, nations: int = 40) -> SeasonView:
    """Forty nations on two hundred territories, most of them at war."""
    names = [f"{_SYLLABLES[n % 8]}{_ENDINGS[n // 8]}" for n in range(nations)]
    cities: list[Territory] = []
    owners: dict[str, str | None] = {}
    for n, name in enumerate(names):
        for k in range(5):
            city = f"{_SYLLABLES[(n + 3 * k) % 8]}{_TOWNS[k]} of {name}"
            angle = 2 * math.pi * k / 5
            cities.append(Territory(city, (n % 8) * 30 + 10 * math.cos(angle), (n // 8) * 30 + 10 * math.sin(angle)))
            owners[city] = name
    borders = [Border(one.name, other.name) for one, other in itertools.pairwise(cities)]
    told: list[Told] = []
    after = dict(owners)
    for n in range(0, nations - 1, 2):
        winner, loser = names[n], names[n + 1]
        place = cities[5 * (n + 1)].name
        told.append(
            Told(
                "invasion_marched",
                "4.3",
                (winner, loser),
                {"nation": winner, "origin": cities[5 * n + 4].name, "target": place, "owner": loser, "terrains": ()},
                {"hard": (), "ap": 0},
                (winner,),
            )
        )
        told.append(
            Told(
                "battle_fought",
                "6.2",
                (winner, loser),
                {
                    "territory": place,
                    "attacker": winner,
                    "defender": loser,
                    "winner": winner,
                    "relief": False,
                    "vp": 3,
                    "decided_by": "dice",
                },
                {"attacker_ap": 300, "defender_ap": 375, "attacker_loss": 25, "defender_loss": 50},
                (winner, loser),
                (
                    _roll(RollKind.BATTLE, winner, place, 4, (_ARMY, 4)),
                    _roll(RollKind.BATTLE, loser, place, 2, (_ARMY, 5)),
                ),
            )
        )
        told.append(
            Told(
                "territory_conquered",
                "6.3",
                (winner, loser),
                {"nation": winner, "territory": place, "previous_owner": loser, "by": "battle"},
            )
        )
        after[place] = winner
    told.append(
        Told("season_ended", "1.2", (), {"year": 300, "season": "spring", "next_year": 300, "next_season": "summer"})
    )
    events = tuple(told)
    land = {name: sum(owner == name for owner in after.values()) for name in names}
    return SeasonView(
        viewer=viewer,
        title="The War of the Forty Princes",
        issue=2,
        year=300,
        season=Season.SPRING,
        next_year=300,
        next_season=Season.SUMMER,
        over=False,
        nations=tuple(
            NationCard(name, "", "", cities[5 * n].name, n % 5, Standing.ACTIVE) for n, name in enumerate(names)
        ),
        territories=tuple(cities),
        borders=tuple(borders),
        owners_before=owners,
        owners=after,
        sightings=sightings_for(viewer, events),
        armies=(),
        standings=ranked(
            StandingLine(name, 0, 0, 3 * (n % 2 == 0), 0, land[name], 5, Standing.ACTIVE)
            for n, name in enumerate(names)
        ),
        history=tuple(
            PastSeason(300, season, name, land[name] if k else 5, 3 * k * (n % 2 == 0), Standing.ACTIVE)
            for k, season in enumerate((Season.WINTER, Season.SPRING))
            for n, name in enumerate(names)
        ),
        dispatches=("Forty princes, forty plans.",),
        notices=Notices(tuple(names[30:35]), (), COMMITMENT, "", "next week", ()),
        private=tuple(
            PrivatePage(
                name,
                False,
                (("Nation", name), ("Order", "Defend")),
                tuple(k for k, event in enumerate(events) if name in event.concerns),
                _flat(Account.TREASURY, 3),
                _flat(Account.ARMY, 350),
                _flat(Account.GLORY, 3 * (n % 2 == 0)),
                cities[5 * n].name,
                False,
                _rolls_of(name, events),
                (),
                Outlook(300, Season.SUMMER, 3, 350, 375, True, 1, 1, 1, 2, None, ()),
            )
            for n, name in enumerate(names)
            if viewer.may_see((name,))
        ),
    )


_SYLLABLES = ("Arn", "Bel", "Cor", "Dur", "Esk", "Fal", "Gor", "Har")
_ENDINGS = ("ia", "mark", "land", "heim", "ovia")
_TOWNS = ("ton", "burg", "ford", "wick", "stead")


def anatolia_post() -> dict[str, SeasonView]:
    """The whole post bag of the spring of 1072, by file stem."""
    stems = {name: name.lower().replace("û", "u").replace(" ", "-") for name, *_ in _PLAYERS}
    return {
        **{stem: anatolia(player(name)) for name, stem in stems.items()},
        "gm": anatolia(GM),
        "public": anatolia(PUBLIC),
    }

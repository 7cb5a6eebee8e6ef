"""A conformance case as the rules take it, and what they make of it in the words of the oracle.

The notation is read by `reading`, the oracle's parser; nothing that decides anything is shared.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from adjudicator.model.campaign import (
    Border,
    Holding,
    Nation,
    Season,
    Standing,
    State,
    Terrain,
    Territory,
    World,
)
from adjudicator.model.dice import RollKey, RollKind, key_text
from adjudicator.model.events import (
    ArmyRebuilt,
    BattleFought,
    Event,
    MonumentsBuilt,
    OffensivePaid,
    OrderReverted,
    SiegeGoldPaid,
)
from adjudicator.model.orders import (
    BattleWord,
    Defend,
    KeepSiege,
    MonumentsOrder,
    Offensive,
    OrderKind,
    Raid,
    SeasonOrders,
    SubmittedOrder,
)
from adjudicator.model.rulebook import SETTINGS, BattleMode, DiceMode, MutualInvasion, Rulebook, SettingKind
from adjudicator.rules.season import Resolution, Waiting, resolve_season
from tests.oracle.reading import parse_borders, parse_order, read_case

KINDS = {
    "offensive": OrderKind.OFFENSIVE,
    "defend": OrderKind.DEFEND,
    "siege": OrderKind.SIEGE,
    "raid": OrderKind.RAID,
}
ACCEPTED = {Offensive: "offensive", Defend: "defend", KeepSiege: "siege", Raid: "raid"}
ENUMS: dict[str, type[MutualInvasion | BattleMode | DiceMode]] = {
    "mutual_invasion": MutualInvasion,
    "battles": BattleMode,
    "dice": DiceMode,
}


def rulebook_from(rules: dict[str, Any]) -> Rulebook:
    """The typed rulebook of a case's `rules`."""
    kinds = {setting.name: setting.kind for setting in SETTINGS}
    values: dict[str, Any] = {}
    for name in (item.name for item in fields(Rulebook)):
        value = rules[name]
        if kinds[name] is SettingKind.SEASONS:
            value = frozenset(Season(word) for word in str(value).split(";") if word != "none")
        elif kinds[name] is SettingKind.YES_NO:
            value = value == "yes"
        elif name in ENUMS:
            value = ENUMS[name](value)
        values[name] = value
    return Rulebook(**values)


def campaign_from(case: dict[str, Any]) -> tuple[World, State, SeasonOrders, Rulebook, str]:
    """Everything `resolve_season` takes, made from a case."""
    rules, owners, nations = read_case(case)
    world = World(
        nations=tuple(Nation(name, capital=nation["capital"], ag=nation["ag"]) for name, nation in nations.items()),
        territories=tuple(Territory(name) for name in owners),
        borders=tuple(
            Border(*sorted(pair), frozenset(Terrain(terrain) for terrain in terrains))
            for pair, terrains in parse_borders(case.get("borders")).items()
        ),
    )
    season = Season(case.get("season", "spring"))
    year = case.get("year", 1)
    state = State(
        year=year,
        season=season,
        holdings={
            name: Holding(
                army_ap=nation["ap"],
                gold=nation["gold"],
                vp=nation["vp"],
                army_at=nation["at"],
                siege_seasons=nation["siege_seasons"],
                came_from=nation["came_from"],
                standing=Standing(nation["standing"]),
            )
            for name, nation in nations.items()
        },
        owners=owners,
    )
    return world, state, orders_from(case), rulebook_from(rules), str(case.get("seed", "case"))


def orders_from(case: dict[str, Any]) -> SeasonOrders:
    """What was handed in."""
    orders: dict[str, SubmittedOrder] = {}
    monuments: dict[str, MonumentsOrder] = {}
    for nation, text in (case.get("orders") or {}).items():
        order = parse_order(text)
        received = (("Order", text),)
        if order["kind"] == "monuments":
            monuments[nation] = MonumentsOrder(nation, order["monuments"], received=received)
            continue
        orders[nation] = SubmittedOrder(
            nation,
            KINDS[order["kind"]],
            order["from"],
            order["target"],
            order["rebuild"],
            order["siege_gold"],
            tuple("none" if name.lower() == "none" else name for name in order["intercept"]),
            received=received,
        )
    dice = {}
    for text, die in (case.get("dice") or {}).items():
        kind, nation, place, attempt = text.split("|")
        dice[RollKey(RollKind(kind), nation, place, int(attempt))] = die
    words = {word.value: word for word in BattleWord}
    battles = {area: words.get(winner, winner) for area, winner in (case.get("battles") or {}).items()}
    return SeasonOrders(orders, monuments, dice, battles, str(case.get("draw") or ""))


def resolve_real(case: dict[str, Any]) -> dict[str, Any]:
    """The project's resolver, its answer in the oracle's words."""
    world, state, orders, rulebook, seed = campaign_from(case)
    outcome = resolve_season(world, state, orders, rulebook, seed)
    if isinstance(outcome, Waiting):
        return _waiting(state, outcome)
    after = outcome.state
    return {
        "status": "over" if after.over else "orders",
        "year": after.year,
        "season": after.season.value,
        "nations": _nations(after),
        "owner": dict(after.owners),
        "rolls": _rolls(state, outcome),
        "battles": _battles(outcome.events),
        "orders": _orders(world, state, outcome),
        "spent": _spent(world, outcome.events),
        "pending": [],
        "pending_dice": [],
    }


def _waiting(state: State, outcome: Waiting) -> dict[str, Any]:
    return {
        "status": "battles" if outcome.battles else "dice",
        "year": state.year,
        "season": state.season.value,
        "nations": _nations(state),
        "owner": dict(state.owners),
        "rolls": [],
        "battles": [
            {
                "area": pending.territory,
                "attacker": pending.attacker,
                "defender": pending.defender,
                "attacker_ap": pending.attacker_ap,
                "defender_ap": pending.defender_ap,
                "winner": None,
            }
            for pending in outcome.battles
        ],
        "orders": {},
        "spent": {},
        "pending": [pending.territory for pending in outcome.battles],
        "pending_dice": [key_text(state.year, state.season.value, pending.key) for pending in outcome.rolls],
    }


def _nations(state: State) -> dict[str, Any]:
    return {
        name: {
            "ap": holding.army_ap,
            "gold": holding.gold,
            "vp": holding.vp,
            "at": holding.army_at,
            "siege_seasons": holding.siege_seasons,
            "came_from": holding.came_from,
            "standing": holding.standing.value,
        }
        for name, holding in state.holdings.items()
    }


def _rolls(state: State, outcome: Resolution) -> list[dict[str, Any]]:
    return [
        {
            "key": key_text(state.year, state.season.value, roll.key),
            "die": roll.die,
            "modifier": roll.modifier,
            "total": roll.total,
            "rolled_by": roll.rolled_by.value,
        }
        for roll in outcome.rolls
    ]


def _battles(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    return [
        {
            "area": event.territory,
            "attacker": event.attacker,
            "defender": event.defender,
            "attacker_ap": event.attacker_ap,
            "defender_ap": event.defender_ap,
            "winner": event.winner or "draw",
        }
        for event in events
        if isinstance(event, BattleFought)
    ]


def _orders(world: World, state: State, outcome: Resolution) -> dict[str, Any]:
    reverted = {event.nation: event.order for event in outcome.events if isinstance(event, OrderReverted)}
    found = {}
    for nation in world.nation:
        order = reverted.get(nation, outcome.orders.get(nation))
        accepted = None if order is None else ACCEPTED[type(order)]
        found[nation] = {"accepted": accepted, "reverted": nation in reverted}
    return found


def _spent(world: World, events: tuple[Event, ...]) -> dict[str, Any]:
    spent = {nation: {"rebuild": 0, "offensive": 0, "siege_gold": 0, "monuments": 0} for nation in world.nation}
    for event in events:
        match event:
            case ArmyRebuilt():
                spent[event.nation]["rebuild"] += event.gold
            case OffensivePaid():
                spent[event.nation]["offensive"] += event.gold
            case SiegeGoldPaid():
                spent[event.nation]["siege_gold"] += event.gold
            case MonumentsBuilt():
                spent[event.nation]["monuments"] += event.gold
            case OrderReverted():
                spent[event.nation]["offensive"] = spent[event.nation]["siege_gold"] = 0
            case _:
                pass
    return spent

"""Who may know what: a rule of the game, kept in one table.

A reader sees an event as a `Sighting` that holds the visible facts and no others. `SIGHT` says, for each kind of event,
which facts everyone sees, which only the nations concerned, and which become public when the campaign says so
(`Public treasuries`, `Public armies`, `Public orders`). A die is seen by the nation that rolled it, and by the GM.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from adjudicator.model import events as happened
from adjudicator.model.campaign import Terrain
from adjudicator.model.events import Event
from adjudicator.model.orders import Defend, KeepSiege, Offensive, Order, Raid, SubmittedOrder
from adjudicator.model.records import Publicity
from adjudicator.model.view import Fact, Readership, Sighting, Viewer
from adjudicator.rules.season import rolls_of


class Publication(Enum):
    """Which of the campaign's three permissions makes a fact public."""

    TREASURIES = "treasuries"
    ARMIES = "armies"
    ORDERS = "orders"


@dataclass(frozen=True, slots=True)
class EventSight:
    """Who sees what of one kind of event.

    `parties` names the fields that hold the nations concerned, the acting one first. `public` are the facts everyone
    sees; empty where the event is no one else's business. `own` gives, for a party's field, the facts that only this
    party sees; a party sees the public ones too. `released` gives the facts that a permission of the campaign makes
    public; an event without public facts is then seen with the names of its parties and these.
    """

    parties: tuple[str, ...]
    public: frozenset[str]
    own: Mapping[str, frozenset[str]]
    released: Mapping[Publication, frozenset[str]]


def _sight(
    parties: str,
    public: str = "",
    *,
    own: str | Mapping[str, str] = "",
    treasuries: str = "",
    armies: str = "",
    orders: str = "",
) -> EventSight:
    names = tuple(parties.split())
    by_party = dict.fromkeys(names, own) if isinstance(own, str) else own
    return EventSight(
        names,
        frozenset(public.split()),
        {party: frozenset(facts.split()) for party, facts in by_party.items()},
        {
            Publication.TREASURIES: frozenset(treasuries.split()),
            Publication.ARMIES: frozenset(armies.split()),
            Publication.ORDERS: frozenset(orders.split()),
        },
    )


_ORDER = "order origin target"

SIGHT: Mapping[type[Event], EventSight] = {
    happened.OrderAccepted: _sight("nation", own=f"nation basis {_ORDER}", orders=f"basis {_ORDER}"),
    happened.OrderRefused: _sight("nation", own=f"nation reason {_ORDER}", orders=f"reason {_ORDER}"),
    happened.OrderIgnored: _sight("nation", own="nation", orders="nation"),
    happened.ArmyRebuilt: _sight("nation", own="nation ap gold", treasuries="gold", armies="ap"),
    happened.RebuildRefused: _sight("nation", own="nation reason", orders="reason"),
    happened.OffensivePaid: _sight("nation", own="nation gold", treasuries="gold"),
    happened.SiegeGoldPaid: _sight("nation", own="nation gold", treasuries="gold"),
    happened.SiegeGoldRefused: _sight("nation", own="nation reason", orders="reason"),
    happened.SiegeLifted: _sight("nation owner", "nation territory owner seasons", own={"nation": "to"}, armies="to"),
    happened.InitiativeWon: _sight("winner loser", own="winner loser", orders="winner loser"),
    happened.OrderReverted: _sight(
        "nation", own=f"nation enemy gold {_ORDER}", treasuries="", orders=f"enemy {_ORDER}"
    ),
    happened.InvasionMarched: _sight(
        "nation owner", "nation origin target owner terrains", own={"nation": "hard ap"}, armies="hard ap"
    ),
    happened.ArmyLostOnMarch: _sight("nation", own="nation origin target owner", armies="origin target owner"),
    happened.EnemyIntercepted: _sight(
        "nation enemy", "nation enemy territory besieger", own={"nation": "entry"}, orders="entry"
    ),
    happened.InterceptionDeclined: _sight("nation", own="nation threats", orders="threats"),
    happened.BattleFought: _sight(
        "attacker defender",
        "territory attacker defender winner relief vp decided_by",
        own={"attacker": "attacker_ap attacker_loss", "defender": "defender_ap defender_loss"},
        armies="attacker_ap attacker_loss defender_ap defender_loss",
    ),
    happened.TerritoryConquered: _sight("nation previous_owner", "nation territory previous_owner by"),
    happened.RaidBlocked: _sight("nation victim", "nation origin target victim block"),
    happened.RaidFailed: _sight("nation victim", "nation origin target victim"),
    happened.PrecedenceRolled: _sight("ranking victim", own="victim ranking", treasuries="ranking"),
    happened.RaidSucceeded: _sight(
        "nation victim", "nation origin target victim", own={"nation": "gold", "victim": "gold"}, treasuries="gold"
    ),
    happened.SiegeContested: _sight("winner losers", "territory winner losers"),
    happened.ArmyTurnedBack: _sight("nation before", "nation territory by before besieged"),
    happened.SiegeSucceeded: _sight(
        "nation owner", "nation territory owner seasons", own={"nation": "ap"}, armies="ap"
    ),
    happened.SiegeFailed: _sight(
        "nation owner", "nation territory owner seasons", own={"nation": "ap origin"}, armies="ap origin"
    ),
    happened.SiegeBroken: _sight("nation owner", "nation territory owner", own={"nation": "to"}, armies="to"),
    happened.ArmyWithdrew: _sight("nation", "nation origin cause", own="nation origin cause to ap", armies="to ap"),
    happened.ArmyDispersed: _sight("nation", own="nation origin ap", armies="origin ap"),
    happened.NationEliminated: _sight("nation", "nation", own="ap", armies="ap"),
    happened.IncomeReceived: _sight("nation", "nation owned vp", own="controlled gold", treasuries="controlled gold"),
    happened.MonumentsBuilt: _sight("nation", "nation vp", own="nation vp asked gold", treasuries="asked gold"),
    happened.SeasonEnded: _sight("", "year season next_year next_season"),
    happened.CampaignEnded: _sight("", "year ranking"),
}
"""The one place that decides what is secret. Every kind of event and every one of its facts stands here."""

KIND: Mapping[type[Event], str] = {
    kind: "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).lstrip("_")
    for kind in SIGHT
}
"""The name of each kind of event in templates and on the `Chronicle` sheet: `SiegeFailed` is `siege_failed`."""


def sightings(events: tuple[Event, ...], viewer: Viewer, publicity: Publicity) -> tuple[Sighting, ...]:
    """The events as this reader may know them, in order; an event he may not know of is left out."""
    seen = (see(number, event, viewer, publicity) for number, event in enumerate(events))
    return tuple(sighting for sighting in seen if sighting is not None)


def see(number: int, event: Event, viewer: Viewer, publicity: Publicity) -> Sighting | None:
    """One event as this reader may know it, or None."""
    sight = SIGHT[type(event)]
    facts = facts_of(event)
    concerned = {party: _nations(facts.get(party)) for party in sight.parties}
    public = _public_facts(event, sight, publicity)
    visible = set(public)
    if viewer.readership is Readership.GM:
        visible = set(facts)
    elif viewer.nation is not None:
        for party, nations in concerned.items():
            if viewer.nation in nations:
                visible |= sight.own.get(party, frozenset())
    if not visible:
        return None
    return Sighting(
        number=number,
        kind=KIND[type(event)],
        clause=event.clause,
        facts={name: fact for name, fact in facts.items() if name in visible},
        concerns=tuple(dict.fromkeys(nation for nations in concerned.values() for nation in nations)),
        secret=visible != public,
        rolls=tuple(roll for roll in rolls_of(event) if viewer.may_see((roll.key.nation,))),
    )


def witnesses(event: Event, nations: tuple[str, ...], publicity: Publicity) -> tuple[str, ...] | None:
    """Which nations hear of the event at all (`Seen by` on the `Chronicle`): None is everyone."""
    sight = SIGHT[type(event)]
    if _public_facts(event, sight, publicity):
        return None
    facts = facts_of(event)
    told = {nation for party in sight.parties if sight.own.get(party) for nation in _nations(facts.get(party))}
    return tuple(nation for nation in nations if nation in told)


def _public_facts(event: Event, sight: EventSight, publicity: Publicity) -> frozenset[str]:
    released: set[str] = set()
    for publication, facts in sight.released.items():
        if facts and getattr(publicity, publication.value):
            released |= facts
    if isinstance(event, happened.ArmyWithdrew) and event.cause is happened.WithdrawalCause.NOT_FRIENDLY:
        # nobody sees an army change its quarters; only where armies are public anyway
        return frozenset({*sight.public, *released} if publicity.armies else ())
    if isinstance(event, happened.MonumentsBuilt) and not event.vp:
        return frozenset({*sight.public, *released} if publicity.treasuries else ())
    if not sight.public and not released:
        return frozenset()
    return frozenset({*sight.public, *released, *(sight.parties if released else ())})


def _nations(fact: Fact) -> tuple[str, ...]:
    if isinstance(fact, tuple):
        return fact
    return (fact,) if isinstance(fact, str) else ()


def facts_of(event: Event) -> dict[str, Fact]:
    """Every fact of an event by the name of its field; orders are spread out as `order`, `origin` and `target`."""
    facts: dict[str, Fact] = {}
    for name in event.__dataclass_fields__:
        if name in ("clause", "roll", "rolls"):
            continue
        value = getattr(event, name)
        if isinstance(value, SubmittedOrder):
            facts["order"] = value.kind.value if value.kind is not None else ""
            facts["origin"], facts["target"] = value.origin or "", value.target or ""
        elif isinstance(value, Offensive | Defend | KeepSiege | Raid):
            facts["order"], facts["origin"], facts["target"] = _order_facts(value)
        elif isinstance(value, frozenset):
            facts[name] = tuple(terrain.value for terrain in Terrain if terrain in value)
        elif name == "threats":
            facts[name] = tuple(dict.fromkeys(enemy for enemy, _ in value))
        elif isinstance(value, Enum):
            facts[name] = str(value.value)
        else:
            facts[name] = value
    return facts


def _order_facts(order: Order) -> tuple[str, str, str]:
    match order:
        case Offensive(origin, target):
            return "Offensive", origin, target
        case Raid(origin, target):
            return "Raid", origin, target
        case KeepSiege(target):
            return "Siege", "", target
        case Defend():
            return "Defend", "", ""

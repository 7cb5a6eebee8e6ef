"""What became of an order, in the words of the order sheet's `Result` column; and an order itself in words."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.model.orders import (
    Defend,
    KeepSiege,
    MonumentsOrder,
    Offensive,
    Order,
    OrderKind,
    Raid,
    SubmittedOrder,
)
from adjudicator.model.view import Sighting
from adjudicator.newsletter.kinds import SightingKind
from adjudicator.newsletter.phrases import Occasion, Phrasebook

_FATES = frozenset({SightingKind.ORDER_ACCEPTED, SightingKind.ORDER_REFUSED, SightingKind.ORDER_IGNORED})


class NoOrderSightingError(ValueError):
    """The sightings do not say what a nation's order was taken for, so nothing can be said of what became of it."""


def result_sentence(phrasebook: Phrasebook, nation: str, sightings: Iterable[Sighting], occasion: Occasion) -> str:
    """One or two sentences for the nation's row: what the order was taken for, and what came of it.

    `sightings` are the season's as this nation (or the GM) sees them; those that do not concern it are passed over.

    Raises:
        NoOrderSightingError: a season with moves, and no sighting of what this nation's order was taken for.
        PhraseError: a phrase is missing or cannot be filled.

    """
    mine = [sighting for sighting in sightings if nation in sighting.concerns]
    fate = next((sighting for sighting in mine if SightingKind(sighting.kind) in _FATES), None)
    told = [phrasebook.result(sighting, occasion, nation) for sighting in mine if sighting is not fate]
    outcomes = tuple(outcome for outcome in told if outcome)
    if fate is None:
        if occasion.season.has_moves:
            raise NoOrderSightingError(f"nothing tells what the order of {nation} was taken for")
        return phrasebook.say("result", "fall", {"outcomes": outcomes})
    if SightingKind(fate.kind) is SightingKind.ORDER_IGNORED:
        outcomes = ()
    order = phrasebook.result(fate, occasion, nation)
    values = {"basis": "", **fate.facts, "kind": fate.kind, "order": order, "outcomes": outcomes}
    return phrasebook.say("result", "season", values)


def describe_order(phrasebook: Phrasebook, order: SubmittedOrder | MonumentsOrder | Order) -> str:
    """An order in a few words, without a full stop: as it was handed in, or as the rules took it."""
    if isinstance(order, MonumentsOrder):
        return phrasebook.say("order", "monuments", {"gold": order.gold})
    submitted = order if isinstance(order, SubmittedOrder) else _as_submitted(order)
    return phrasebook.say(
        "order",
        "order",
        {
            "order": submitted.kind.value if submitted.kind is not None else "",
            "origin": submitted.origin or "",
            "target": submitted.target or "",
            "rebuild": submitted.rebuild,
            "siege_gold": submitted.siege_gold,
            "intercept": submitted.intercept,
        },
    )


def _as_submitted(order: Order) -> SubmittedOrder:
    match order:
        case Offensive(origin, target):
            return SubmittedOrder("", OrderKind.OFFENSIVE, origin, target)
        case Raid(origin, target):
            return SubmittedOrder("", OrderKind.RAID, origin, target)
        case KeepSiege(target):
            return SubmittedOrder("", OrderKind.SIEGE, target=target)
        case Defend():
            return SubmittedOrder("", OrderKind.DEFEND)

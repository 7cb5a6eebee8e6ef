"""Chapter 9: fall's income, monuments, the end of sieges, and the end of the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.model.campaign import Holding
from adjudicator.model.events import (
    ArmyDispersed,
    ArmyWithdrew,
    Event,
    IncomeReceived,
    MonumentsBuilt,
    OrderIgnored,
    WithdrawalCause,
)
from adjudicator.rules.state import nearest_friendly
from adjudicator.rules.turn import Turn


def income(turn: Turn) -> Iterator[Event]:
    """Gold for each territory controlled and VP for each owned (9.1)."""
    owned = turn.now.lands
    unpaid = dict.fromkeys(owned, 0)
    if not turn.rulebook.besieged_pays:
        for nation in owned:
            area = turn.now.besieges(nation)
            owner = turn.now.owners[area] if area is not None else None
            if owner is not None:
                unpaid[owner] += 1
    for nation, territories in owned.items():
        if territories and turn.now.is_active(nation):
            controlled = territories - unpaid[nation]
            gold = controlled * turn.rulebook.income_gold
            yield IncomeReceived(nation, territories, controlled, gold, territories * turn.rulebook.income_vp)


def monuments(turn: Turn) -> Iterator[Event]:
    """Gold becomes VP, after income; an odd or unaffordable amount is lowered (9.3)."""
    for nation in turn.world.nation:
        ordered = turn.submitted.monuments.get(nation)
        if ordered is None:
            continue
        if not turn.now.is_active(nation):
            if ordered.received:
                yield OrderIgnored(nation)
            continue
        if ordered.gold:
            price = turn.rulebook.gold_per_vp
            vp = min(ordered.gold, turn.now.gold[nation]) // price
            yield MonumentsBuilt(nation, ordered.gold, vp * price, vp)


def sieges_end(turn: Turn) -> Iterator[Event]:
    """Every besieging army withdraws to a friendly territory, at no cost (9.2)."""
    for nation in turn.world.nation:
        area = turn.now.besieges(nation)
        if area is None:
            continue
        home = turn.now.came_from[nation]
        if home is None or turn.now.owners[home] != nation:
            home = nearest_friendly(turn.world, turn.now, nation, area)
        if home is None:
            yield ArmyDispersed(nation, area, turn.now.army_ap[nation], clause="9.2")
        else:
            yield ArmyWithdrew(nation, area, home, WithdrawalCause.FALL, 0, clause="9.2")


def final_ranking(holdings: Mapping[str, Holding], lands: Mapping[str, int]) -> tuple[str, ...]:
    """Nations by VP, then territories, then gold (9.4); full equals in `Nations` order."""
    return tuple(sorted(holdings, key=lambda nation: (-holdings[nation].vp, -lands[nation], -holdings[nation].gold)))

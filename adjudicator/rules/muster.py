"""Chapters 2 and 3: what each order is read as, what is paid for it, and who lifts his siege."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.events import (
    ArmyRebuilt,
    Basis,
    Event,
    OffensivePaid,
    OrderAccepted,
    OrderIgnored,
    OrderRefused,
    RebuildRefused,
    Refusal,
    SiegeGoldPaid,
    SiegeGoldRefused,
    SiegeLifted,
)
from adjudicator.model.orders import Defend, KeepSiege, Offensive, Order, OrderKind, Raid, SubmittedOrder
from adjudicator.rules.turn import Turn


def muster(turn: Turn) -> Iterator[Event]:
    """Rebuilds, accepted and refused orders, and gold for them, nation by nation (3.1 to 3.4, 2.1 to 2.4)."""
    for nation in turn.world.nations:
        submitted = turn.submitted.orders.get(nation.name)
        if not turn.now.is_active(nation.name):
            if submitted is not None and submitted.received:
                yield OrderIgnored(nation.name)
            continue
        # 3.4: gold is spent in the order rebuild, offensive, siege gold
        if submitted is not None and submitted.rebuild:
            yield _rebuild(turn, nation.name)
        judged = _judge(turn, nation.name, submitted)
        yield judged
        order: Order = judged.order if isinstance(judged, OrderAccepted) else Defend()
        turn.orders[nation.name] = order
        if isinstance(order, Offensive):
            turn.launched[nation.name] = order
            turn.spent_on_move[nation.name] = turn.rulebook.offensive_cost
            yield OffensivePaid(nation.name, turn.rulebook.offensive_cost)
        if submitted is not None and submitted.siege_gold and isinstance(judged, OrderAccepted):
            yield from _siege_gold(turn, nation.name, order)


def _rebuild(turn: Turn, nation: str) -> Event:
    cost, full = turn.rulebook.rebuild_cost, turn.rulebook.full_army
    if turn.now.besieges(nation) is not None:
        return RebuildRefused(nation, Refusal.BESIEGING)
    if turn.now.army_ap[nation] >= full:
        return RebuildRefused(nation, Refusal.FULL_STRENGTH)
    if turn.now.gold[nation] < cost:
        return RebuildRefused(nation, Refusal.NOT_ENOUGH_GOLD, clause="3.4")
    return ArmyRebuilt(nation, full - turn.now.army_ap[nation], cost)


def _judge(turn: Turn, nation: str, submitted: SubmittedOrder | None) -> OrderAccepted | OrderRefused:
    """What the order is read as. Legality is judged on ownership at the start of the season (2.5)."""
    besieged = turn.start.holdings[nation].besieges
    dispersed = turn.now.army_ap[nation] == 0
    if submitted is None or submitted.kind is None:
        if besieged is not None and not dispersed:
            return OrderAccepted(nation, KeepSiege(besieged), Basis.SILENT, clause="2.3")
        return OrderAccepted(nation, Defend(), Basis.SILENT, clause="2.3")
    if submitted.kind is OrderKind.DEFEND:
        return OrderAccepted(nation, Defend(), Basis.ORDERED)
    if dispersed:
        return OrderRefused(nation, submitted, Refusal.DISPERSED, clause="1.4")
    if submitted.kind is OrderKind.SIEGE:
        if besieged is None:
            return OrderRefused(nation, submitted, Refusal.NOT_BESIEGING)
        return OrderAccepted(nation, KeepSiege(besieged), Basis.ORDERED)
    if submitted.kind is OrderKind.OFFENSIVE and besieged is not None and submitted.target == besieged:
        return OrderAccepted(nation, KeepSiege(besieged), Basis.OWN_SIEGE, clause="2.4")
    origin, target = submitted.origin, submitted.target
    refusal = refuse_move(turn, nation, origin, target)
    if refusal is not None or origin is None or target is None:
        return OrderRefused(nation, submitted, refusal or Refusal.NO_TARGET)
    if submitted.kind is OrderKind.RAID:
        if turn.start.owners[target] is None:
            return OrderRefused(nation, submitted, Refusal.INDEPENDENT, clause="7.5")
        return OrderAccepted(nation, Raid(origin, target), Basis.ORDERED)
    if turn.now.gold[nation] < turn.rulebook.offensive_cost:
        return OrderRefused(nation, submitted, Refusal.NOT_ENOUGH_GOLD, clause="3.4")
    return OrderAccepted(nation, Offensive(origin, target), Basis.ORDERED)


def refuse_move(turn: Turn, nation: str, origin: str | None, target: str | None) -> Refusal | None:
    """Why an offensive or raid between the two territories is not lawful (2.2), or None where it is."""
    owners = turn.start.owners
    if not target:
        return Refusal.NO_TARGET
    if target not in owners:
        return Refusal.UNKNOWN_TARGET
    if not origin:
        return Refusal.NO_FROM
    if origin not in owners:
        return Refusal.UNKNOWN_FROM
    if owners[origin] != nation:
        return Refusal.FROM_NOT_FRIENDLY
    if owners[target] == nation:
        return Refusal.TARGET_FRIENDLY
    if target not in turn.world.neighbours[origin]:
        return Refusal.NOT_ADJACENT
    return None


def _siege_gold(turn: Turn, nation: str, order: Order) -> Iterator[Event]:
    cost = turn.rulebook.siege_gold_cost
    if not isinstance(order, Offensive | KeepSiege):
        yield SiegeGoldRefused(nation, Refusal.WRONG_ORDER)
    elif turn.now.gold[nation] < cost:
        yield SiegeGoldRefused(nation, Refusal.NOT_ENOUGH_GOLD, clause="3.4")
    else:
        turn.siege_gold.add(nation)
        turn.spent_on_move[nation] = turn.spent_on_move.get(nation, 0) + cost
        yield SiegeGoldPaid(nation, cost)


def departures(turn: Turn) -> Iterator[Event]:
    """Besieging armies with another order lift their sieges now (3.5)."""
    for nation in turn.orders:
        besieged = turn.now.besieges(nation)
        if besieged is not None and not isinstance(turn.orders[nation], KeepSiege):
            yield SiegeLifted(
                nation,
                besieged,
                turn.now.owners[besieged],
                turn.now.siege_seasons[nation],
                # a siege whose start is not recorded ends where it was kept: chapter 10 then finds the nearest
                # friendly area
                turn.now.came_from[nation] or besieged,
            )

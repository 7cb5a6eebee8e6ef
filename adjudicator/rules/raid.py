"""Chapter 7: raids, resolved after the battles on ownership at the start of the season."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.dice import Roll, RollKind
from adjudicator.model.events import Event, PrecedenceRolled, RaidBlock, RaidBlocked, RaidFailed, RaidSucceeded
from adjudicator.model.frozen import frozen
from adjudicator.model.orders import Defend, Raid
from adjudicator.rules.dice import Contestant
from adjudicator.rules.march import aggression
from adjudicator.rules.turn import Turn


@frozen
class _Success:
    nation: str
    raid: Raid
    roll: Roll


def raids(turn: Turn) -> Iterator[Event]:
    """Every raid is blocked, fails or succeeds; then the treasuries pay, all at once (7.2 to 7.5)."""
    succeeded: dict[str, list[_Success]] = {}
    undecided: set[str] = set()
    for nation, order in turn.orders.items():
        if not isinstance(order, Raid):
            continue
        victim = turn.start.owners[order.target]
        if victim is None:
            raise ValueError(f"a raid on independent {order.target} was accepted")  # muster refuses it (7.5)
        block = _block(turn, victim, order)
        if block is not None:
            clause = "7.2" if block is RaidBlock.DEFENDER else "7.3"
            yield RaidBlocked(nation, order.origin, order.target, victim, block, clause=clause)
            continue
        target = turn.rulebook.raid_target
        roll = turn.dice.roll(RollKind.RAID, nation, order.target, 1, (), target)
        if roll is None:
            undecided.add(victim)
            continue
        if roll.total < target:
            yield RaidFailed(nation, order.origin, order.target, victim, roll)
        else:
            succeeded.setdefault(victim, []).append(_Success(nation, order, roll))
    # 7.5: no treasury can lose what it did not hold when the raids began, least of all what its own raid brings in
    purses = {victim: turn.now.gold[victim] for victim in succeeded}
    for victim, raiders in succeeded.items():
        if victim in undecided:
            continue  # who must share a purse is known only when every raid die against it is there
        yield from _pay(turn, victim, raiders, purses[victim])


def _block(turn: Turn, victim: str, raid: Raid) -> RaidBlock | None:
    defends = isinstance(turn.orders.get(victim), Defend)
    if defends and victim not in turn.fought and turn.now.army_ap[victim] > 0:  # 1.4: a dispersed army blocks nothing
        return RaidBlock.DEFENDER
    invasion = turn.launched.get(victim)
    if invasion is not None and invasion.origin == raid.target and invasion.target == raid.origin:
        return RaidBlock.INVASION
    return None


def _pay(turn: Turn, victim: str, raiders: list[_Success], purse: int) -> Iterator[Event]:
    loot = turn.rulebook.raid_loot
    order = [success.nation for success in raiders]
    short = loot * len(raiders) > purse
    if short and purse > 0 and len(raiders) > 1:
        ranked = turn.dice.ranking(
            RollKind.PRECEDENCE, [Contestant(nation, victim, aggression(turn, nation)) for nation in order]
        )
        if ranked is None:
            return
        ranking, rolls = ranked
        yield PrecedenceRolled(victim, ranking, rolls)
        raiders = sorted(raiders, key=lambda success: ranking.index(success.nation))
    for success in raiders:
        gold = min(loot, purse)
        purse -= gold
        raid = success.raid
        clause = "7.4" if gold == loot else "7.5"
        yield RaidSucceeded(success.nation, raid.origin, raid.target, victim, gold, success.roll, clause=clause)

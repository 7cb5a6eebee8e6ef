"""Chapter 6, the battles: who wins, what it costs, what it brings. Withdrawals are in `withdrawal`."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.dice import Modifier, ModifierKind, Roll, RollKind
from adjudicator.model.events import (
    BattleDecision,
    BattleFought,
    ConquestBy,
    Event,
    PendingBattle,
    TerritoryConquered,
    WithdrawalCause,
)
from adjudicator.model.orders import BattleWord
from adjudicator.model.rulebook import BattleMode
from adjudicator.rules.dice import Contestant
from adjudicator.rules.turn import Engagement, Turn, Withdrawal


def battles(turn: Turn) -> Iterator[Event]:
    """All battles of the season, which are simultaneous (6.1): no army fights in two of them (5.1)."""
    rank = turn.world.territory_rank
    for engagement in sorted(turn.engagements, key=lambda agreed: rank[agreed.territory]):
        entry = turn.submitted.battles.get(engagement.territory)
        if entry is None and turn.rulebook.battles is BattleMode.DICE:
            entry = BattleWord.DICE
        if entry is BattleWord.DICE:
            decided = _dice(turn, engagement)
            if decided is not None:
                winner, rolls = decided
                yield from _outcome(turn, engagement, winner, BattleDecision.DICE, rolls)
        elif entry is BattleWord.DRAW:
            yield from _outcome(turn, engagement, None, BattleDecision.TABLE, ())
        elif entry in (engagement.attacker, engagement.defender):
            yield from _outcome(turn, engagement, entry, BattleDecision.TABLE, ())
        else:
            # 6.7: it waits, also where the winner entered took no part in it
            turn.pending_battles.append(_pending(turn, engagement))


def _dice(turn: Turn, engagement: Engagement) -> tuple[str, tuple[Roll, ...]] | None:
    sides = [
        Contestant(nation, engagement.territory, _army_modifier(turn, nation))
        for nation in (engagement.attacker, engagement.defender)
    ]
    return turn.dice.highest(RollKind.BATTLE, sides)


def _army_modifier(turn: Turn, nation: str) -> tuple[Modifier, ...]:
    return (Modifier(ModifierKind.ARMY, turn.now.army_ap[nation] // turn.rulebook.ap_per_pip),)


def _outcome(
    turn: Turn, engagement: Engagement, winner: str | None, decided_by: BattleDecision, rolls: tuple[Roll, ...]
) -> Iterator[Event]:
    area, attacker, defender = engagement.territory, engagement.attacker, engagement.defender
    ap, rulebook = turn.now.army_ap, turn.rulebook
    home = turn.came_from(attacker)  # asked before the battle ends a besieger's siege
    beaten = rulebook.winner_loss if winner is None else rulebook.loser_loss
    attacker_loss = rulebook.winner_loss if winner == attacker else beaten
    defender_loss = rulebook.winner_loss if winner == defender else beaten
    yield BattleFought(
        territory=area,
        attacker=attacker,
        defender=defender,
        winner=winner,
        relief=engagement.relief,
        attacker_ap=ap[attacker],
        defender_ap=ap[defender],
        attacker_loss=min(ap[attacker], attacker_loss),
        defender_loss=min(ap[defender], defender_loss),
        vp=rulebook.battle_vp if winner is not None else 0,
        decided_by=decided_by,
        rolls=rolls,
        clause="6.8" if winner is None else "6.2",
    )
    if winner == attacker:
        turn.taken_in_battle[area] = attacker
        turn.withdrawals.append(Withdrawal(defender, area, None, WithdrawalCause.BEATEN_DEFENDER))
        yield TerritoryConquered(attacker, area, turn.now.owners[area], ConquestBy.BATTLE, clause="6.3")
    else:
        cause = WithdrawalCause.DRAWN_ATTACKER if winner is None else WithdrawalCause.BEATEN_ATTACKER
        turn.withdrawals.append(Withdrawal(attacker, area, home, cause))


def _pending(turn: Turn, engagement: Engagement) -> PendingBattle:
    origin = turn.came_from(engagement.attacker)
    beside = turn.world.neighbours[origin] if origin is not None else {}
    return PendingBattle(
        territory=engagement.territory,
        attacker=engagement.attacker,
        attacker_ap=turn.now.army_ap[engagement.attacker],
        defender=engagement.defender,
        defender_ap=turn.now.army_ap[engagement.defender],
        origin=origin,
        relief=engagement.relief,
        terrains=beside.get(engagement.territory, frozenset()),
    )

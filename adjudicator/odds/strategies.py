"""Simple players, good enough to show whether a map is fair; each a pure function of what a player may know.

What they do is documented for the GM in `docs/odds.md`; none looks ahead, bargains, or bears a grudge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.model.orders import SubmittedOrder
from adjudicator.odds.rolls import success_chance
from adjudicator.odds.situation import Move, Situation, StrategyName, defend, invade, keep_siege, raid


@dataclass(frozen=True, slots=True)
class Strategy:
    """What a player orders in winter, spring and summer, and the gold he keeps in fall; the rest goes to monuments."""

    name: StrategyName
    season: Callable[[Situation], SubmittedOrder]
    reserve: int

    def monuments(self, situation: Situation) -> int:
        """Gold for monuments, before income is paid; everything when the campaign ends (9.3)."""
        rules = situation.rulebook
        purse = situation.own.gold + situation.lands[situation.nation] * rules.income_gold
        spare = purse if situation.last_season else purse - self.reserve
        return max(0, spare) // rules.gold_per_vp * rules.gold_per_vp


def cautious(situation: Situation) -> SubmittedOrder:
    """Fights for his own land, keeps the army strong, and takes from nobody but independents."""
    rebuild = _weaker_than(situation, 2, 3)
    if situation.own.besieges is not None:
        return keep_siege(situation, siege_gold=_has_gold(situation, reserve=2))
    if situation.besieged:
        return defend(situation, rebuild=rebuild)
    easy = [move for move in situation.moves if move.owner is None and not move.hard]
    if easy and _may_invade(situation, rebuild=rebuild, reserve=1):
        return invade(situation, situation.lots.pick("target", easy), rebuild=rebuild)
    return defend(situation, rebuild=rebuild)


def raider(situation: Situation) -> SubmittedOrder:
    """Raids, best where the army is away; marches only where there is nobody to raid."""
    rebuild = _weaker_than(situation, 1, 3)
    if situation.own.besieges is not None:
        return keep_siege(situation, siege_gold=False)
    if situation.besieged and not _weaker_than(situation, 1, 2):
        return defend(situation, rebuild=rebuild)
    if not _has_army(situation, rebuild=rebuild):
        return defend(situation)
    victims = _best(_raids(situation), lambda move: _purse(situation, move))
    if victims:
        return raid(situation, situation.lots.pick("target", victims), rebuild=rebuild)
    return _march_on(situation, situation.moves, rebuild=rebuild, siege_gold=False)


def besieger(situation: Situation) -> SubmittedOrder:
    """Always before some city, with siege gold; prefers cities that no army can relieve and easy roads."""
    rebuild = _weaker_than(situation, 1, 2)
    if situation.own.besieges is not None:
        return keep_siege(situation, siege_gold=_has_gold(situation, reserve=0))
    targets = _best(situation.moves, lambda move: 2 * _undefended(situation, move) + (not move.hard))
    return _march_on(situation, targets, rebuild=rebuild, siege_gold=True)


def opportunist(situation: Situation) -> SubmittedOrder:
    """Relieves his own cities first; attacks and raids only whom he sees away, or known to be weak."""
    rebuild = _weaker_than(situation, 3, 5)
    if situation.own.besieges is not None:
        unsure = _siege_chance(situation) < 1
        return keep_siege(situation, siege_gold=unsure and _has_gold(situation, reserve=1))
    if situation.besieged:
        return defend(situation, rebuild=rebuild)
    openings = [move for move in situation.moves if _undefended(situation, move) or _weak(situation, move)]
    if openings and _may_invade(situation, rebuild=rebuild, reserve=0):
        return _march_on(situation, _best(openings, lambda move: not move.hard), rebuild=rebuild, siege_gold=True)
    absent = [move for move in _raids(situation) if move.owner in situation.away and _purse(situation, move) > 0]
    if absent and _has_army(situation, rebuild=rebuild):
        return raid(situation, situation.lots.pick("raid", absent), rebuild=rebuild)
    return defend(situation, rebuild=rebuild)


def random_legal(situation: Situation) -> SubmittedOrder:
    """Any lawful order is as likely as another; a coin decides on each rebuild and on siege gold."""
    rebuild = situation.can_rebuild() and situation.lots.number("rebuild", 2) == 1
    siege_gold = situation.lots.number("siege gold", 2) == 1
    choices: list[SubmittedOrder] = [defend(situation, rebuild=rebuild)]
    if situation.own.besieges is not None and _has_army(situation, rebuild=rebuild):
        choices.append(keep_siege(situation, siege_gold=siege_gold and _has_gold(situation, reserve=0)))
    if _has_army(situation, rebuild=rebuild):
        choices += [raid(situation, move, rebuild=rebuild) for move in _raids(situation)]
    if _may_invade(situation, rebuild=rebuild, reserve=0):
        gold = siege_gold and _affords_siege_gold(situation, rebuild=rebuild)
        choices += [
            invade(situation, move, rebuild=rebuild, siege_gold=gold)
            for move in situation.moves
            if move.target != situation.own.besieges
        ]
    return situation.lots.pick("order", choices)


STRATEGIES: Mapping[StrategyName, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy(StrategyName.CAUTIOUS, cautious, reserve=3),
        Strategy(StrategyName.RAIDER, raider, reserve=2),
        Strategy(StrategyName.BESIEGER, besieger, reserve=6),
        Strategy(StrategyName.OPPORTUNIST, opportunist, reserve=4),
        Strategy(StrategyName.RANDOM, random_legal, reserve=3),
    )
}
"""Every strategy by its name."""


# --- judgements shared by the players -------------------------------------------------------------------------------


def _weaker_than(situation: Situation, share: int, of: int) -> bool:
    """Whether the army is below a share of its full strength and can be rebuilt."""
    return situation.own.army_ap * of < situation.rulebook.full_army * share and situation.can_rebuild()


def _has_army(situation: Situation, *, rebuild: bool) -> bool:
    return situation.own.army_ap > 0 or (rebuild and situation.rulebook.full_army > 0)


def _has_gold(situation: Situation, *, reserve: int) -> bool:
    return situation.own.gold >= situation.rulebook.siege_gold_cost + reserve


def _may_invade(situation: Situation, *, rebuild: bool, reserve: int) -> bool:
    gold = situation.gold_left(rebuild=rebuild)
    return _has_army(situation, rebuild=rebuild) and gold >= situation.rulebook.offensive_cost + reserve


def _affords_siege_gold(situation: Situation, *, rebuild: bool) -> bool:
    rules = situation.rulebook
    return situation.gold_left(rebuild=rebuild) >= rules.offensive_cost + rules.siege_gold_cost


def _march_on(situation: Situation, targets: Sequence[Move], *, rebuild: bool, siege_gold: bool) -> SubmittedOrder:
    """Invade one of the targets, or defend where there is none or it cannot be paid."""
    if not targets or not _may_invade(situation, rebuild=rebuild, reserve=0):
        return defend(situation, rebuild=rebuild)
    gold = siege_gold and _affords_siege_gold(situation, rebuild=rebuild)
    return invade(situation, situation.lots.pick("target", targets), rebuild=rebuild, siege_gold=gold)


def _raids(situation: Situation) -> list[Move]:
    return [move for move in situation.moves if move.owner is not None]


def _undefended(situation: Situation, move: Move) -> bool:
    """Whether nobody will intercept there, as far as one can see: independents, and armies at a siege (5.4)."""
    return move.owner is None or move.owner in situation.away


def _weak(situation: Situation, move: Move) -> bool:
    """Whether the owner's army is known to be less than half of one's own."""
    known = situation.armies.get(move.owner) if move.owner is not None else None
    return known is not None and 2 * known < situation.own.army_ap


def _purse(situation: Situation, move: Move) -> int:
    """What a raid may hope for: the gold it is known to find, twice as dear where the army is away."""
    if move.owner is None:
        return 0
    gold = min(situation.treasuries.get(move.owner, 1), situation.rulebook.raid_loot)
    return gold * (2 if move.owner in situation.away else 1)


def _siege_chance(situation: Situation) -> float:
    bonus = situation.own.siege_seasons * situation.rulebook.siege_season_bonus
    return float(success_chance(bonus, situation.rulebook.siege_target))


def _best(moves: Iterable[Move], worth: Callable[[Move], int]) -> list[Move]:
    """The moves of the highest worth."""
    valued = [(worth(move), move) for move in moves]
    highest = max((value for value, _ in valued), default=0)
    return [move for value, move in valued if value == highest]

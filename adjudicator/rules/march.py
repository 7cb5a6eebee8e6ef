"""Chapter 4: mutual invasions, terrain, and armies lost on the march."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.campaign import Season, Terrain
from adjudicator.model.dice import Modifier, ModifierKind, RollKind
from adjudicator.model.events import ArmyLostOnMarch, Event, InitiativeWon, InvasionMarched, OrderReverted
from adjudicator.model.orders import Defend
from adjudicator.model.rulebook import MutualInvasion, Rulebook
from adjudicator.rules.dice import Contestant
from adjudicator.rules.turn import Turn


def initiative(turn: Turn) -> Iterator[Event]:
    """Where two armies invade each other, the lower roll reverts to Defend (4.1) and gets its gold back (4.2)."""
    rank = turn.world.nation_rank
    for nation, invasion in list(turn.launched.items()):
        enemy = turn.start.owners[invasion.target]
        if enemy is None or rank[enemy] < rank[nation] or not _is_mutual(turn, nation, enemy):
            continue
        sides = [
            Contestant(nation, enemy, aggression(turn, nation)),
            Contestant(enemy, nation, aggression(turn, enemy)),
        ]
        decided = turn.dice.highest(RollKind.INITIATIVE, sides)
        if decided is None:
            continue
        winner, rolls = decided
        loser = enemy if winner == nation else nation
        yield InitiativeWon(winner, loser, rolls)
        reverted = turn.launched.pop(loser)
        turn.orders[loser] = Defend()
        turn.siege_gold.discard(loser)
        yield OrderReverted(loser, winner, reverted, turn.spent_on_move.pop(loser))


def _is_mutual(turn: Turn, nation: str, enemy: str) -> bool:
    own, other = turn.launched[nation], turn.launched.get(enemy)
    if other is None or turn.start.owners[other.target] != nation:
        return False
    if turn.rulebook.mutual_invasion is MutualInvasion.BORDER:
        return own.target == other.origin and other.target == own.origin
    return True


def aggression(turn: Turn, nation: str) -> tuple[Modifier, ...]:
    """The army's aggression as a modifier (4.1, 7.5, 8.5)."""
    return (Modifier(ModifierKind.AG, turn.world.nation[nation].ag),)


def hard_terrains(rulebook: Rulebook, terrains: frozenset[Terrain], season: Season) -> frozenset[Terrain]:
    """Which of a border's terrains cost an invader AP in this season (4.3)."""
    if not terrains:
        return terrains
    return frozenset(terrain for terrain in terrains if season not in rulebook.free_seasons(terrain))


def march(turn: Turn) -> Iterator[Event]:
    """Invaders cross their borders; terrain out of season costs AP, once (4.3), and may be the end of an army (4.4)."""
    for nation, invasion in turn.launched.items():
        terrains = turn.world.neighbours[invasion.origin][invasion.target]
        hard = hard_terrains(turn.rulebook, terrains, turn.start.season)
        loss = min(turn.now.army_ap[nation], turn.rulebook.terrain_attrition) if hard else 0
        owner = turn.start.owners[invasion.target]
        yield InvasionMarched(nation, invasion.origin, invasion.target, owner, terrains, hard, loss)
        if turn.now.army_ap[nation] == 0:
            yield ArmyLostOnMarch(nation, invasion.origin, invasion.target, owner)
        else:
            turn.marching[nation] = invasion

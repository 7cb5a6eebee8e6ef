"""Chapter 8: who besieges, and what the siege rolls bring."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.dice import Modifier, ModifierKind, RollKind
from adjudicator.model.events import (
    ArmyTurnedBack,
    ConquestBy,
    Event,
    SiegeBroken,
    SiegeContested,
    SiegeFailed,
    SiegeSucceeded,
    TerritoryConquered,
    TurnedBackBy,
    WithdrawalCause,
)
from adjudicator.model.orders import KeepSiege
from adjudicator.rules.dice import Contestant
from adjudicator.rules.march import aggression
from adjudicator.rules.turn import Turn, Withdrawal


def sieges(turn: Turn) -> Iterator[Event]:
    """Area by area: who is turned back (8.5, 8.6), and the one siege roll there (8.2 to 8.4, 8.7)."""
    keepers, invaders = _before_the_walls(turn)
    rank = turn.world.territory_rank
    for area in sorted(keepers.keys() | invaders.keys(), key=rank.__getitem__):
        keeper, arrived = keepers.get(area), invaders.get(area, [])
        conqueror = turn.taken_in_battle.get(area)
        if conqueror is not None:
            if keeper is not None:
                yield _turn_back(turn, keeper, area, TurnedBackBy.CONQUEST, conqueror)
            for nation in arrived:
                yield _turn_back(turn, nation, area, TurnedBackBy.CONQUEST, conqueror)
            continue
        besieger = keeper
        if besieger is not None:
            for nation in arrived:
                yield _turn_back(turn, nation, area, TurnedBackBy.BESIEGER, besieger)
        elif len(arrived) == 1:
            besieger = arrived[0]
        else:
            contest = turn.dice.highest(
                RollKind.CONTEST, [Contestant(nation, area, aggression(turn, nation)) for nation in arrived]
            )
            if contest is None:
                continue
            besieger, rolls = contest
            losers = tuple(nation for nation in arrived if nation != besieger)
            yield SiegeContested(area, besieger, losers, rolls)
            for nation in losers:
                yield _turn_back(turn, nation, area, TurnedBackBy.CONTEST, besieger)
        yield from _roll(turn, besieger, area)


def _before_the_walls(turn: Turn) -> tuple[dict[str, str], dict[str, list[str]]]:
    """By area: the army keeping a siege, and the invaders that nobody intercepted, in `Nations` order (8.1)."""
    keepers = {
        order.target: nation
        for nation, order in turn.orders.items()
        if isinstance(order, KeepSiege) and nation not in turn.fought
    }
    invaders: dict[str, list[str]] = {}
    for nation, invasion in turn.marching.items():
        if nation not in turn.fought:
            invaders.setdefault(invasion.target, []).append(nation)
    return keepers, invaders


def _turn_back(turn: Turn, nation: str, area: str, by: TurnedBackBy, before: str) -> Event:
    turn.withdrawals.append(Withdrawal(nation, area, turn.came_from(nation), WithdrawalCause.TURNED_BACK))
    besieged = turn.now.besieges(nation) is not None
    clause = "8.6" if by is TurnedBackBy.CONQUEST else "8.5"
    return ArmyTurnedBack(nation, area, by, before, besieged, clause=clause)


def siege_modifiers(turn: Turn, nation: str) -> tuple[Modifier, ...]:
    """What is added to the siege die: the seasons the siege has lasted, and siege gold (8.2)."""
    found = []
    seasons = turn.now.siege_seasons[nation]
    if seasons and turn.rulebook.siege_season_bonus:
        found.append(Modifier(ModifierKind.SIEGE_SEASONS, seasons * turn.rulebook.siege_season_bonus))
    if nation in turn.siege_gold:
        found.append(Modifier(ModifierKind.SIEGE_GOLD, turn.rulebook.siege_gold_bonus))
    return tuple(found)


def _roll(turn: Turn, nation: str, area: str) -> Iterator[Event]:
    target = turn.rulebook.siege_target
    roll = turn.dice.roll(RollKind.SIEGE, nation, area, 1, siege_modifiers(turn, nation), target)
    if roll is None:
        return
    owner = turn.now.owners[area]
    seasons = turn.now.siege_seasons[nation] + 1
    loss = min(turn.now.army_ap[nation], turn.rulebook.siege_loss)  # 8.3: whatever the die shows
    if roll.total >= target:
        yield SiegeSucceeded(nation, area, owner, seasons, loss, roll)
        yield TerritoryConquered(nation, area, owner, ConquestBy.SIEGE, clause="8.2")
        return
    stood = turn.now.army_at[nation]
    yield SiegeFailed(nation, turn.came_from(nation), area, owner, seasons, loss, roll)
    if turn.now.army_ap[nation] == 0:
        # 10 names no place for it, so it stands where it stood: an invader where he was before, an older besieger in
        # the area, from where `standing_places` takes him to the nearest friendly one
        yield SiegeBroken(nation, area, owner, stood)

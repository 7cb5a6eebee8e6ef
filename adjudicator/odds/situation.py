"""What a player knows when he writes his order, in an imagined campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from adjudicator.model.campaign import Holding, Season, Standing, State, Terrain, World
from adjudicator.model.orders import OrderKind, SubmittedOrder
from adjudicator.model.records import Publicity
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.seeds import Lots
from adjudicator.rules.march import hard_terrains


class StrategyName(Enum):
    """The strategies that an imagined player may follow, by the word the GM types."""

    CAUTIOUS = "cautious"
    RAIDER = "raider"
    BESIEGER = "besieger"
    OPPORTUNIST = "opportunist"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Move:
    """A lawful step out of the nation's land (2.2): `hard` tells that it costs an invader AP in this season (4.3)."""

    origin: str
    target: str
    owner: str | None
    hard: bool


@dataclass(frozen=True, slots=True)
class Situation:
    """One nation's knowledge at the start of a season: its own affairs, and what the newsletters show to all.

    `sieges` gives for each besieged area the besieger; `away` are the besiegers, who can neither intercept nor block a
    raid while they keep their siege (5.4, 7.2). `treasuries` and
    `armies` hold the others' gold and AP where the campaign makes them public, and are empty where not. `moves` are all
    lawful ones. `last_season` tells that the campaign ends with this season, so that gold is of no more use.
    """

    nation: str
    rulebook: Rulebook
    season: Season
    own: Holding
    lands: Mapping[str, int]
    vp: Mapping[str, int]
    sieges: Mapping[str, str]
    away: frozenset[str]
    owners: Mapping[str, str | None]
    moves: tuple[Move, ...]
    treasuries: Mapping[str, int]
    armies: Mapping[str, int]
    last_season: bool
    lots: Lots

    @property
    def besieged(self) -> bool:
        """Whether an enemy keeps a siege in the nation's own land."""
        return any(self.owners[area] == self.nation for area in self.sieges)

    def can_rebuild(self) -> bool:
        """Whether the army may be rebuilt now (3.1, 3.4)."""
        return (
            self.own.besieges is None
            and self.own.army_ap < self.rulebook.full_army
            and self.own.gold >= self.rulebook.rebuild_cost
        )

    def gold_left(self, *, rebuild: bool) -> int:
        """What the treasury holds once a rebuild, if any, is paid."""
        return self.own.gold - (self.rulebook.rebuild_cost if rebuild else 0)


def situations(
    world: World,
    state: State,
    rulebook: Rulebook,
    publicity: Publicity,
    lots: Lots,
    *,
    last_season: bool,
) -> Iterator[Situation]:
    """The knowledge of every nation that still plays, in `Nations` order."""
    lands = dict.fromkeys(state.holdings, 0)
    for owner in state.owners.values():
        if owner is not None:
            lands[owner] += 1
    vp = {nation: holding.vp for nation, holding in state.holdings.items()}
    sieges = {holding.besieges: nation for nation, holding in state.holdings.items() if holding.besieges is not None}
    away = frozenset(sieges.values())
    treasuries = {nation: holding.gold for nation, holding in state.holdings.items()} if publicity.treasuries else {}
    armies = {nation: holding.army_ap for nation, holding in state.holdings.items()} if publicity.armies else {}
    moves = _moves(world, state, rulebook) if state.season.has_moves else {}
    for nation, holding in state.holdings.items():
        if holding.standing is Standing.ACTIVE:
            yield Situation(
                nation=nation,
                rulebook=rulebook,
                season=state.season,
                own=holding,
                lands=lands,
                vp=vp,
                sieges=sieges,
                away=away,
                owners=state.owners,
                moves=tuple(moves.get(nation, ())),
                treasuries=treasuries,
                armies=armies,
                last_season=last_season,
                lots=lots.at(f"{state.year}|{state.season.value}|{nation}"),
            )


def _moves(world: World, state: State, rulebook: Rulebook) -> dict[str, list[Move]]:
    """By nation, every step over a border between two owners; both ways, in the order of `Borders`."""
    found: dict[str, list[Move]] = {}
    costs: dict[frozenset[Terrain], bool] = {}
    for border in world.borders:
        one, other = state.owners[border.one], state.owners[border.other]
        if one == other:
            continue
        hard = costs.get(border.terrains)
        if hard is None:
            hard = costs[border.terrains] = bool(hard_terrains(rulebook, border.terrains, state.season))
        if one is not None:
            found.setdefault(one, []).append(Move(border.one, border.other, other, hard))
        if other is not None:
            found.setdefault(other, []).append(Move(border.other, border.one, one, hard))
    return found


def defend(situation: Situation, *, rebuild: bool = False) -> SubmittedOrder:
    """Stand ready; whom to fight is left to the default (5.3)."""
    return SubmittedOrder(situation.nation, OrderKind.DEFEND, rebuild=rebuild)


def keep_siege(situation: Situation, *, siege_gold: bool) -> SubmittedOrder:
    """Keep the siege."""
    return SubmittedOrder(situation.nation, OrderKind.SIEGE, siege_gold=siege_gold)


def invade(situation: Situation, move: Move, *, rebuild: bool = False, siege_gold: bool = False) -> SubmittedOrder:
    """Invade over one border."""
    return SubmittedOrder(situation.nation, OrderKind.OFFENSIVE, move.origin, move.target, rebuild, siege_gold)


def raid(situation: Situation, move: Move, *, rebuild: bool = False) -> SubmittedOrder:
    """Raid over one border."""
    return SubmittedOrder(situation.nation, OrderKind.RAID, move.origin, move.target, rebuild)

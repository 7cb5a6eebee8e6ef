"""What outcomes of one season are counted as: how each battle, siege and raid ended, and what each nation had then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias

from adjudicator.model import events as happened
from adjudicator.model.campaign import Standing, State
from adjudicator.model.events import Event
from adjudicator.odds.chances import Weight, add_to, merge_into
from adjudicator.rules.administration import final_ranking
from adjudicator.rules.season import Resolution


@dataclass(frozen=True, slots=True)
class Initiative:
    """Two armies that invade each other's land (4.1), in `Nations` order."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle for `territory`; `relief` tells that the attacker is a besieger fought off (5.1)."""

    territory: str
    attacker: str
    defender: str
    relief: bool


@dataclass(frozen=True, slots=True)
class Siege:
    """An army that nobody intercepts before `territory`, or that keeps a siege there (8.1)."""

    territory: str
    besieger: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class Raid:
    """A raid on `victim` (7.1)."""

    territory: str
    raider: str
    victim: str


class InitiativeEnd(Enum):
    """Who attacks; the other reverts to Defend (4.1)."""

    ONE = "one attacks"
    OTHER = "other attacks"


class BattleEnd(Enum):
    """Who wins a battle (6.2, 6.8)."""

    ATTACKER = "attacker wins"
    DEFENDER = "defender wins"
    DRAW = "draw"


class SiegeEnd(Enum):
    """What becomes of a siege in the season."""

    TAKEN = "city taken"
    TAKEN_IN_BATTLE = "city taken in battle"
    STANDS = "siege stands"
    BROKEN = "army worn down"
    FOUGHT_OFF = "fought off"
    TURNED_BACK = "turned back"
    LIFTED = "lifted"
    FALL = "ended by fall"


class RaidEnd(Enum):
    """What a raid brings (7.2 to 7.5)."""

    SUCCEEDED = "gold taken"
    PARTLY = "less than the loot"
    EMPTY = "empty treasury"
    FAILED = "die too low"
    BLOCKED_BY_DEFENDER = "blocked by the defender"
    BLOCKED_BY_INVASION = "blocked by an invasion"


Encounter: TypeAlias = Initiative | Battle | Siege | Raid
Ending: TypeAlias = InitiativeEnd | BattleEnd | SiegeEnd | RaidEnd


@dataclass(frozen=True, slots=True)
class StandingSiege:
    """How a siege that stands goes into the next season: rolls made, the besieger's AP and gold."""

    seasons: int
    army_ap: int
    gold: int


class NationEnd(NamedTuple):
    """What one nation has when the season is over."""

    nation: str
    territories: int
    army_ap: int
    gold: int
    vp: int
    eliminated: bool


@dataclass(slots=True)
class SeasonTally:
    """Counts over many outcomes of one season; small, and the same in whatever order the outcomes come.

    Each weight is a number of runs, or an exact share of all outcomes; `total` is the sum. `new_owners` counts, by
    territory, who owns it where that is not its owner of now; `leading` counts by nation and by how many lead together.
    """

    total: Weight = 0
    endings: dict[tuple[Encounter, Ending], Weight] = field(default_factory=dict)
    standing_sieges: dict[tuple[Siege, StandingSiege], Weight] = field(default_factory=dict)
    nations: dict[NationEnd, Weight] = field(default_factory=dict)
    new_owners: dict[tuple[str, str | None], Weight] = field(default_factory=dict)
    leading: dict[tuple[str, int], Weight] = field(default_factory=dict)

    def add(self, before: State, outcome: Resolution, weight: Weight) -> None:
        """Count one outcome."""
        self.total += weight
        for encounter, ending in dict(endings_of(before, outcome)).items():
            add_to(self.endings, (encounter, ending), weight)
            if ending is SiegeEnd.STANDS and isinstance(encounter, Siege):
                holding = outcome.state.holdings[encounter.besieger]
                standing = StandingSiege(holding.siege_seasons, holding.army_ap, holding.gold)
                add_to(self.standing_sieges, (encounter, standing), weight)
        self._add_state(before, outcome.state, weight)

    def _add_state(self, before: State, state: State, weight: Weight) -> None:
        lands = dict.fromkeys(state.holdings, 0)
        for territory, owner in state.owners.items():
            if owner != before.owners[territory]:
                add_to(self.new_owners, (territory, owner), weight)
            if owner is not None:
                lands[owner] += 1
        for nation, holding in state.holdings.items():
            eliminated = holding.standing is Standing.ELIMINATED
            end = NationEnd(nation, lands[nation], holding.army_ap, holding.gold, holding.vp, eliminated)
            add_to(self.nations, end, weight)
        first = leaders(state, lands)
        for nation in first:
            add_to(self.leading, (nation, len(first)), weight)

    def merge(self, other: SeasonTally) -> None:
        """Count what another tally counted."""
        self.total += other.total
        merge_into(self.endings, other.endings.items())
        merge_into(self.standing_sieges, other.standing_sieges.items())
        merge_into(self.nations, other.nations.items())
        merge_into(self.new_owners, other.new_owners.items())
        merge_into(self.leading, other.leading.items())


def leaders(state: State, lands: Mapping[str, int]) -> tuple[str, ...]:
    """Who is first by VP, then territories, then gold (9.4); several where they are equal in all three."""
    ranking = final_ranking(state.holdings, lands)
    best = state.holdings[ranking[0]]
    merit = (best.vp, lands[ranking[0]], best.gold)
    return tuple(
        nation for nation in ranking if (state.holdings[nation].vp, lands[nation], state.holdings[nation].gold) == merit
    )


def endings_of(before: State, outcome: Resolution) -> Iterator[tuple[Encounter, Ending]]:
    """How each battle, siege and raid of the season ended. Where one is named twice, the later ending holds."""
    for event in outcome.events:
        read = _READ_AS.get(type(event))
        if read is not None:
            yield from read(before, event)


def _initiative(before: State, event: Event) -> Iterator[tuple[Encounter, Ending]]:
    if isinstance(event, happened.InitiativeWon):
        one, other = sorted((event.winner, event.loser), key=list(before.holdings).index)
        yield Initiative(one, other), InitiativeEnd.ONE if event.winner == one else InitiativeEnd.OTHER


def _battle(before: State, event: Event) -> Iterator[tuple[Encounter, Ending]]:
    if not isinstance(event, happened.BattleFought):
        return
    end = BattleEnd.DRAW
    if event.winner is not None:
        end = BattleEnd.ATTACKER if event.winner == event.attacker else BattleEnd.DEFENDER
    yield Battle(event.territory, event.attacker, event.defender, event.relief), end
    if event.relief:
        siege = Siege(event.territory, event.attacker, before.owners[event.territory])
        yield siege, SiegeEnd.TAKEN_IN_BATTLE if end is BattleEnd.ATTACKER else SiegeEnd.FOUGHT_OFF


def _raid(_: State, event: Event) -> Iterator[tuple[Encounter, Ending]]:
    match event:
        case happened.RaidBlocked(block=happened.RaidBlock.DEFENDER):
            end = RaidEnd.BLOCKED_BY_DEFENDER
        case happened.RaidBlocked():
            end = RaidEnd.BLOCKED_BY_INVASION
        case happened.RaidFailed():
            end = RaidEnd.FAILED
        case happened.RaidSucceeded(clause="7.4"):
            end = RaidEnd.SUCCEEDED
        case happened.RaidSucceeded():
            end = RaidEnd.PARTLY if event.gold else RaidEnd.EMPTY
        case _:
            return
    yield Raid(event.target, event.nation, event.victim), end


_SIEGE_ENDS: dict[type[Event], SiegeEnd] = {
    happened.SiegeSucceeded: SiegeEnd.TAKEN,
    happened.SiegeFailed: SiegeEnd.STANDS,
    happened.SiegeBroken: SiegeEnd.BROKEN,
    happened.SiegeLifted: SiegeEnd.LIFTED,
    happened.ArmyTurnedBack: SiegeEnd.TURNED_BACK,
}


def _siege(before: State, event: Event) -> Iterator[tuple[Encounter, Ending]]:
    match event:
        case (
            happened.SiegeSucceeded()
            | happened.SiegeFailed()
            | happened.SiegeBroken()
            | happened.SiegeLifted()
            | happened.ArmyTurnedBack()
        ):
            yield Siege(event.territory, event.nation, before.owners[event.territory]), _SIEGE_ENDS[type(event)]
        case _:
            return


def _fall(before: State, event: Event) -> Iterator[tuple[Encounter, Ending]]:
    match event:
        case (
            happened.ArmyWithdrew(cause=happened.WithdrawalCause.FALL, origin=str(area))
            | happened.ArmyDispersed(clause="9.2", origin=str(area))
        ):
            yield Siege(area, event.nation, before.owners[area]), SiegeEnd.FALL
        case _:
            return


_READ_AS: dict[type[Event], Callable[[State, Event], Iterator[tuple[Encounter, Ending]]]] = {
    happened.InitiativeWon: _initiative,
    happened.BattleFought: _battle,
    happened.RaidBlocked: _raid,
    happened.RaidFailed: _raid,
    happened.RaidSucceeded: _raid,
    **dict.fromkeys(_SIEGE_ENDS, _siege),
    happened.ArmyWithdrew: _fall,
    happened.ArmyDispersed: _fall,
}

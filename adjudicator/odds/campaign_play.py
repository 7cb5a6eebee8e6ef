"""One imagined campaign: strategies write the orders, the season's own resolver decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.model.campaign import Season, State
from adjudicator.model.events import NationEliminated
from adjudicator.model.orders import MonumentsOrder, SeasonOrders
from adjudicator.model.records import Publicity
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.accounts import enter_season
from adjudicator.odds.campaign_tally import CampaignTally, Seat, count
from adjudicator.odds.question import SeasonQuestion, resolve_diced
from adjudicator.odds.season_tally import Siege, SiegeEnd, endings_of, leaders
from adjudicator.odds.seats import Seating
from adjudicator.odds.seeds import dice_seed, lots_of
from adjudicator.odds.situation import Situation, StrategyName, situations
from adjudicator.odds.strategies import STRATEGIES, Strategy
from adjudicator.rules.season import Resolution


@dataclass(frozen=True, slots=True)
class Plan:
    """How campaigns are played: until the fall of `last_year`, by these strategies, under dice of the simulation seed.

    A nation without a strategy of its own draws one at the beginning of each campaign.
    """

    last_year: int
    strategies: Mapping[str, StrategyName]
    publicity: Publicity
    sim_seed: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a campaign ended: who was first (several where they are equal in all of 9.4), and everybody's VP."""

    seats: tuple[Seat, ...]
    first: tuple[str, ...]
    vp: Mapping[str, int]


def play_campaign(seating: Seating, rulebook: Rulebook, plan: Plan, run: int, tally: CampaignTally) -> Ending:
    """Play one campaign to its end and count what happens.

    The same seating, rulebook, plan and run give the same campaign; another rulebook gives the same dice for the same
    rolls and the same lots to the same players.
    """
    seed, lots = dice_seed(plan.sim_seed, run), lots_of(plan.sim_seed, run)
    drawn = lots.at("strategies")
    played_by = {
        nation: STRATEGIES[plan.strategies.get(nation) or drawn.pick(nation, list(StrategyName))]
        for nation in seating.state.holdings
    }
    state = seating.state
    while not state.over and state.year <= plan.last_year:
        last_season = state.season is Season.FALL and state.year in (plan.last_year, rulebook.last_year)
        known = situations(seating.world, state, rulebook, plan.publicity, lots, last_season=last_season)
        orders = _orders(state.season, known, played_by)
        outcome = resolve_diced(SeasonQuestion(seating.world, state, orders, rulebook), seed)
        _count_season(tally, state, outcome, seating.place)
        state = outcome.state
    return _count_ending(tally, seating, state, played_by)


def _orders(season: Season, known: Iterable[Situation], played_by: Mapping[str, Strategy]) -> SeasonOrders:
    if season.has_moves:
        return SeasonOrders({each.nation: played_by[each.nation].season(each) for each in known}, {}, {}, {})
    monuments = {each.nation: MonumentsOrder(each.nation, played_by[each.nation].monuments(each)) for each in known}
    return SeasonOrders({}, monuments, {}, {})


def _count_ending(tally: CampaignTally, seating: Seating, state: State, played_by: Mapping[str, Strategy]) -> Ending:
    seats = {
        nation: Seat(nation, seating.place[nation], played_by[nation].name)
        for nation, holding in seating.state.holdings.items()
    }
    lands = {nation: state.territories_of(nation) for nation in state.holdings}
    first = leaders(state, lands)
    tally.campaigns += 1
    for seat in seats.values():
        count(tally.played, seat)
    for nation in first:
        count(tally.firsts, (seats[nation], len(first)))
    return Ending(tuple(seats.values()), first, {nation: holding.vp for nation, holding in state.holdings.items()})


def _count_season(tally: CampaignTally, before: State, outcome: Resolution, place: Mapping[str, str]) -> None:
    enter_season(tally.accounts, outcome)
    for encounter, ending in dict(endings_of(before, outcome)).items():
        if isinstance(encounter, Siege) and isinstance(ending, SiegeEnd) and ending is not SiegeEnd.STANDS:
            rolls = _rolls_made(before, encounter, ending)
            if rolls:
                count(tally.sieges, (rolls, ending))
    for event in outcome.events:
        if isinstance(event, NationEliminated):
            count(tally.eliminated, (event.nation, place[event.nation], before.year))
    if before.season is Season.FALL:
        for nation, holding in outcome.state.holdings.items():
            count(tally.vp, (nation, place[nation], before.year, holding.vp))
            lands = outcome.state.territories_of(nation)
            count(tally.territories, (nation, place[nation], before.year, lands))


def _rolls_made(before: State, siege: Siege, ending: SiegeEnd) -> int:
    """How many siege rolls the siege saw; 0 where an army was turned back before it made one."""
    holding = before.holdings[siege.besieger]
    earlier = holding.siege_seasons if holding.besieges == siege.territory else 0
    return earlier + (1 if ending in (SiegeEnd.TAKEN, SiegeEnd.BROKEN) else 0)

"""The odds of one season's orders, as the GM is told them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from adjudicator.model.book import Book
from adjudicator.model.campaign import Season
from adjudicator.model.rulebook import BattleMode, DiceMode, Rulebook
from adjudicator.odds.chances import Chance, Distribution, Weight, add_to, chance_of, distribution_of
from adjudicator.odds.crew import Batch
from adjudicator.odds.exact import MOST_OUTCOMES, TooManyOutcomes, every_outcome
from adjudicator.odds.question import SeasonQuestion, question_of, resolve_diced
from adjudicator.odds.season_tally import (
    Battle,
    BattleEnd,
    Encounter,
    Ending,
    Initiative,
    InitiativeEnd,
    NationEnd,
    Raid,
    RaidEnd,
    SeasonTally,
    Siege,
    SiegeEnd,
    StandingSiege,
)
from adjudicator.odds.seeds import dice_seed
from adjudicator.odds.siege_chain import siege_chain


class Method(Enum):
    """How the odds were found."""

    EXACT = "exact"
    SIMULATED = "simulated"


class Assumption(Enum):
    """What the odds take for granted and the season may not; each has a sentence in the templates."""

    BATTLES_DICED = "battles diced"
    DICE_SEEDED = "dice not by hand"
    ENTERED_DICE_STAND = "entered dice stand"
    ENTERED_BATTLES_STAND = "entered battles stand"
    ENTERED_LEFT_OUT = "entered left out"


EncounterT_co = TypeVar("EncounterT_co", bound=Encounter, covariant=True)
Kind = TypeVar("Kind", bound=Encounter)


@dataclass(frozen=True, slots=True)
class EncounterOdds(Generic[EncounterT_co]):
    """One battle, siege, raid or mutual invasion: the chance that it happens, and of each ending.

    The chances of the endings are those of the whole season: they add up to `happens`.
    """

    encounter: EncounterT_co
    happens: Chance
    endings: tuple[tuple[Ending, Chance], ...]


@dataclass(frozen=True, slots=True)
class SiegeProspect:
    """By the end of `season`, if the siege is kept and nobody interferes: the chance that the city has fallen.

    Seen from before the season's own roll; `without_gold` and `with_gold` in the seasons after this one, as far as the
    besieger's treasury goes.
    """

    season: Season
    without_gold: float
    with_gold: float


@dataclass(frozen=True, slots=True)
class SiegeOdds:
    """A siege's odds this season, and how it may go on."""

    this_season: EncounterOdds[Siege]
    later: tuple[SiegeProspect, ...]


@dataclass(frozen=True, slots=True)
class NationOdds:
    """What a nation may have after the season."""

    nation: str
    territories: Distribution
    army_ap: Distribution
    gold: Distribution
    vp: Distribution
    leads: Chance
    eliminated: Chance


@dataclass(frozen=True, slots=True)
class TerritoryOdds:
    """Who may own a territory after the season, likeliest first. `owner` is who owns it now, None for nobody."""

    territory: str
    owner: str | None
    owners: tuple[tuple[str | None, Chance], ...]


@dataclass(frozen=True, slots=True)
class SeasonOdds:
    """The odds of a season's orders. For the GM alone: they tell what the orders are.

    `outcomes` counts the outcomes worked out or the runs made; `asked` is how many runs were asked for, more than
    `outcomes` where the run was stopped. Territories that cannot change hands are left out.
    """

    title: str
    year: int
    season: Season
    method: Method
    outcomes: int
    asked: int
    sim_seed: str
    assumptions: tuple[Assumption, ...]
    initiatives: tuple[EncounterOdds[Initiative], ...]
    battles: tuple[EncounterOdds[Battle], ...]
    sieges: tuple[SiegeOdds, ...]
    raids: tuple[EncounterOdds[Raid], ...]
    nations: tuple[NationOdds, ...]
    territories: tuple[TerritoryOdds, ...]


def tally_exactly(question: SeasonQuestion, most: int = MOST_OUTCOMES) -> tuple[SeasonTally, int] | None:
    """Every outcome with its exact share, and how many there are; None where there are more than `most`."""
    tally = SeasonTally(total=Fraction(0))
    outcomes = 0
    try:
        for share, outcome in every_outcome(question, most):
            tally.add(question.state, outcome, share)
            outcomes += 1
    except TooManyOutcomes:
        return None
    return tally, outcomes


def tally_runs(question: SeasonQuestion, sim_seed: str, batch: Batch) -> SeasonTally:
    """The runs of one batch, each under its own dice. The same wherever they are made."""
    tally = SeasonTally()
    for run in range(batch.first, batch.first + batch.runs):
        tally.add(question.state, resolve_diced(question, dice_seed(sim_seed, run)), 1)
    return tally


def season_odds(
    book: Book,
    tally: SeasonTally,
    method: Method,
    *,
    outcomes: int,
    asked: int,
    sim_seed: str,
    keep_entered: bool = True,
) -> SeasonOdds:
    """The odds that a tally of this book's season tells.

    Raises ZeroDivisionError where nothing was tallied.
    """
    question = question_of(book, keep_entered=keep_entered)
    return SeasonOdds(
        title=book.title,
        year=book.state.year,
        season=book.state.season,
        method=method,
        outcomes=outcomes,
        asked=asked,
        sim_seed=sim_seed,
        assumptions=assumptions_of(book, keep_entered=keep_entered),
        initiatives=_encounters(book, tally, Initiative, InitiativeEnd),
        battles=_encounters(book, tally, Battle, BattleEnd),
        sieges=tuple(
            SiegeOdds(siege, _prospects(question.rulebook, book.state.season, tally, siege))
            for siege in _encounters(book, tally, Siege, SiegeEnd)
        ),
        raids=_encounters(book, tally, Raid, RaidEnd),
        nations=tuple(_nation(tally, nation.name) for nation in book.world.nations),
        territories=tuple(_territories(book, tally)),
    )


def assumptions_of(book: Book, *, keep_entered: bool) -> tuple[Assumption, ...]:
    """What the odds take for granted about this season."""
    found = []
    if book.rulebook.battles is BattleMode.TABLE and book.state.season.has_moves:
        found.append(Assumption.BATTLES_DICED)
    if book.rulebook.dice is DiceMode.TABLE and book.state.season.has_moves:
        found.append(Assumption.DICE_SEEDED)
    if not keep_entered and (book.orders.dice or book.orders.battles):
        found.append(Assumption.ENTERED_LEFT_OUT)
    if keep_entered and book.orders.dice:
        found.append(Assumption.ENTERED_DICE_STAND)
    if keep_entered and book.orders.battles:
        found.append(Assumption.ENTERED_BATTLES_STAND)
    return tuple(found)


def _encounters(book: Book, tally: SeasonTally, kind: type[Kind], ends: type[Enum]) -> tuple[EncounterOdds[Kind], ...]:
    """All encounters of one kind, in the order of the sheets, whatever order the runs met them in."""
    found: dict[Kind, dict[Ending, Weight]] = {}
    for (encounter, ending), weight in tally.endings.items():
        if isinstance(encounter, kind):
            found.setdefault(encounter, {})[ending] = weight
    order = list(ends)
    return tuple(
        EncounterOdds(
            encounter,
            chance_of(sum(found[encounter].values()), tally.total),
            tuple(
                (ending, chance_of(found[encounter][ending], tally.total))
                for ending in sorted(found[encounter], key=order.index)
            ),
        )
        for encounter in sorted(found, key=lambda each: _sheet_order(book, each))
    )


def _sheet_order(book: Book, encounter: Initiative | Battle | Siege | Raid) -> tuple[int, ...]:
    territory, nation = book.world.territory_rank, book.world.nation_rank
    match encounter:
        case Initiative(one, other):
            return nation[one], nation[other]
        case Battle(area, attacker, defender, relief):
            return territory[area], nation[attacker], nation[defender], relief
        case Siege(area, besieger):
            return territory[area], nation[besieger]
        case Raid(area, raider):
            return territory[area], nation[raider]


def _prospects(
    rulebook: Rulebook, season: Season, tally: SeasonTally, siege: EncounterOdds[Siege]
) -> tuple[SiegeProspect, ...]:
    """This season's roll, then every later one, over all the ways in which the siege may still stand."""
    stands: dict[StandingSiege, Weight] = {
        standing: weight for (each, standing), weight in tally.standing_sieges.items() if each == siege.encounter
    }
    if not stands or not season.following.has_moves:
        return ()
    taken = sum(
        chance.value for ending, chance in siege.endings if ending in (SiegeEnd.TAKEN, SiegeEnd.TAKEN_IN_BATTLE)
    )
    later: dict[Season, list[float]] = {}
    for standing, weight in sorted(stands.items(), key=lambda item: (item[0].seasons, item[0].army_ap, item[0].gold)):
        share = float(weight / tally.total)
        for column, gold in enumerate((0, standing.gold)):
            chain = siege_chain(
                rulebook, season.following, seasons=standing.seasons, army_ap=standing.army_ap, gold=gold
            )
            for each in _seasons_left(season):
                fallen = max((float(roll.fallen) for roll in chain if roll.season.number <= each.number), default=0.0)
                later.setdefault(each, [taken, taken])[column] += share * fallen
    return tuple(SiegeProspect(each, *later[each]) for each in _seasons_left(season))


def _seasons_left(season: Season) -> Sequence[Season]:
    return [each for each in Season if each.number > season.number and each.has_moves]


def _nation(tally: SeasonTally, nation: str) -> NationOdds:
    ends = {end: weight for end, weight in tally.nations.items() if end.nation == nation}

    def spread(values: Callable[[NationEnd], int]) -> Distribution:
        found: dict[int, Weight] = {}
        for end, weight in ends.items():
            add_to(found, values(end), weight)
        return distribution_of(found)

    return NationOdds(
        nation=nation,
        territories=spread(lambda end: end.territories),
        army_ap=spread(lambda end: end.army_ap),
        gold=spread(lambda end: end.gold),
        vp=spread(lambda end: end.vp),
        leads=chance_of(sum(weight for (name, _), weight in tally.leading.items() if name == nation), tally.total),
        eliminated=chance_of(sum(weight for end, weight in ends.items() if end.eliminated), tally.total),
    )


def _territories(book: Book, tally: SeasonTally) -> list[TerritoryOdds]:
    found: dict[str, dict[str | None, Weight]] = {}
    for (territory, owner), weight in tally.new_owners.items():
        found.setdefault(territory, {})[owner] = weight
    rank = book.world.nation_rank
    lines = []
    for name in sorted(found, key=book.world.territory_rank.__getitem__):
        owner, owners = book.state.owners[name], found[name]
        kept = tally.total - sum(owners.values())
        if kept:
            owners[owner] = kept
        likeliest = sorted(owners, key=lambda each: (-owners[each], -1 if each is None else rank[each]))
        lines.append(
            TerritoryOdds(name, owner, tuple((each, chance_of(owners[each], tally.total)) for each in likeliest))
        )
    return lines

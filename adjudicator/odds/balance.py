"""Many imagined campaigns, under the rulebook in force and, if asked, under another with the same dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from adjudicator.model.book import Book
from adjudicator.model.campaign import State, World
from adjudicator.model.records import Publicity
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.campaign_play import Ending, Plan, play_campaign
from adjudicator.odds.campaign_tally import CampaignTally, PairedTally, count
from adjudicator.odds.crew import Batch
from adjudicator.odds.question import all_diced
from adjudicator.odds.seats import Seating, seatings
from adjudicator.odds.situation import StrategyName

DEFAULT_YEARS = 10
"""How many years are played where neither the GM nor the rulebook says when the campaign ends."""

_SEASONS_IN_A_BATCH = 1000
"""Enough that handing a batch out costs nothing beside doing it, few enough that whoever stops it need not wait."""


@dataclass(frozen=True, slots=True)
class Study:
    """What is to be found out. It holds neither the campaign's seed nor its orders: it is what workers are sent.

    `strategies` by nation; a nation without one draws it anew for each campaign. `years` counts from the campaign's
    present year. `other` is the rulebook to compare with, None for none. `rotating` moves the nations around the
    starting places from campaign to campaign.
    """

    world: World
    state: State
    rulebook: Rulebook
    publicity: Publicity
    years: int
    strategies: Mapping[str, StrategyName]
    sim_seed: str
    rotating: bool = True
    other: Rulebook | None = None

    @property
    def last_year(self) -> int:
        """The year after whose fall imagined campaigns end."""
        return self.state.year + self.years - 1

    @property
    def batch_size(self) -> int:
        """Campaigns in a batch; it depends on the study alone, never on who does it."""
        return max(1, _SEASONS_IN_A_BATCH // (4 * self.years * (1 if self.other is None else 2)))


def study_of(
    book: Book,
    *,
    years: int | None,
    strategies: Mapping[str, StrategyName],
    sim_seed: str,
    rotating: bool = True,
    other: Rulebook | None = None,
) -> Study:
    """The study of the campaign as the book stands; the orders entered are not used.

    Without `years` campaigns end when the rulebook says so (9.4), or after `DEFAULT_YEARS`. Raises ValueError if the
    campaign is over, and for a year count below 1.
    """
    if book.state.over:
        raise ValueError("the campaign is over")
    if years is None:
        last_year = book.rulebook.last_year
        years = DEFAULT_YEARS if last_year is None else max(1, last_year - book.state.year + 1)
    if years < 1:
        raise ValueError("a campaign lasts a year at least")
    return Study(
        world=book.world,
        state=book.state,
        rulebook=all_diced(book.rulebook),
        publicity=book.publicity,
        years=years,
        strategies=dict(strategies),
        sim_seed=sim_seed,
        rotating=rotating,
        other=None if other is None else all_diced(other),
    )


@dataclass(slots=True)
class StudyTally:
    """What a study counted: under the rulebook in force, under the other, and the two run by run."""

    one: CampaignTally = field(default_factory=CampaignTally)
    other: CampaignTally = field(default_factory=CampaignTally)
    paired: PairedTally = field(default_factory=PairedTally)

    def merge(self, more: StudyTally) -> None:
        """Count what another part of the study counted."""
        self.one.merge(more.one)
        self.other.merge(more.other)
        self.paired.merge(more.paired)


def play_batch(study: Study, batch: Batch) -> StudyTally:
    """Play the campaigns of one batch. The same study and batch give the same tally wherever they are played."""
    plan = Plan(study.last_year, study.strategies, study.publicity, study.sim_seed)
    tables = seatings(study.world, study.state, rotating=study.rotating)
    tally = StudyTally()
    for run in range(batch.first, batch.first + batch.runs):
        seating = tables[run % len(tables)]
        one = play_campaign(seating, study.rulebook, plan, run, tally.one)
        if study.other is not None:
            other = play_campaign(seating, study.other, plan, run, tally.other)
            _pair(tally.paired, seating, one, other)
    return tally


def _pair(paired: PairedTally, seating: Seating, one: Ending, other: Ending) -> None:
    for nation, place in seating.place.items():
        before = len(one.first) if nation in one.first else 0
        after = len(other.first) if nation in other.first else 0
        count(paired.firsts, (nation, place, before, after))
        paired.add_vp(nation, place, other.vp[nation] - one.vp[nation])


def changed_rules(one: Rulebook, other: Rulebook) -> tuple[tuple[str, object, object], ...]:
    """The settings in which two rulebooks differ: name, value in the one, value in the other."""
    return tuple(
        (item.name, getattr(one, item.name), getattr(other, item.name))
        for item in fields(Rulebook)
        if getattr(one, item.name) != getattr(other, item.name)
    )

"""The two roads of this room: the odds of a season, and a study of whole campaigns, done by whatever crew there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from adjudicator.model.book import Book
from adjudicator.odds.balance import Study, StudyTally, play_batch
from adjudicator.odds.crew import Crew, Done, batches_of, work_through
from adjudicator.odds.exact import MOST_OUTCOMES
from adjudicator.odds.question import SeasonQuestion, question_of
from adjudicator.odds.season_odds import Method, SeasonOdds, season_odds, tally_exactly, tally_runs
from adjudicator.odds.season_tally import SeasonTally

DEFAULT_RUNS = 20_000
"""Runs of a season that is simulated: chances within 0.7 of a percent, 95 times out of 100."""

DEFAULT_SIM_SEED = "1"
"""The same orders get the same odds every time, unless the GM asks for other dice."""

_RUNS_IN_A_BATCH = 500


class Wish(Enum):
    """How the GM wants the odds found."""

    AUTO = "auto"
    EXACT = "exact"
    SIMULATED = "simulated"


class NotExact(Exception):  # noqa: N818  not an error of the program: the caller tells the GM
    """Exact odds were asked for, and the season has too many outcomes for them."""


@dataclass(frozen=True, slots=True)
class OddsWish:
    """What the GM asked for. `keep_entered` lets the dice and winners stand that he entered for this season."""

    method: Wish = Wish.AUTO
    runs: int = DEFAULT_RUNS
    sim_seed: str = DEFAULT_SIM_SEED
    keep_entered: bool = True
    most_outcomes: int = MOST_OUTCOMES


def reckon_odds(
    book: Book, wish: OddsWish, crew: Crew, progress: Callable[[int], None] | None = None
) -> SeasonOdds | None:
    """The odds of the season that the book stands before, exact where that is possible and nothing else was asked for.

    None where it was stopped before the first runs were done. Raises ValueError if the campaign is over, and NotExact.
    """
    question = question_of(book, keep_entered=wish.keep_entered)
    if wish.method is not Wish.SIMULATED:
        exact = tally_exactly(question, wish.most_outcomes)
        if exact is not None:
            tally, outcomes = exact
            return _odds(book, wish, tally, Method.EXACT, outcomes, outcomes)
        if wish.method is Wish.EXACT:
            raise NotExact(f"the season has more than {wish.most_outcomes} outcomes")
    done = _simulate(question, wish, crew, progress)
    if not done.runs:
        return None
    return _odds(book, wish, done.result, Method.SIMULATED, done.runs, wish.runs)


def _simulate(
    question: SeasonQuestion, wish: OddsWish, crew: Crew, progress: Callable[[int], None] | None
) -> Done[SeasonTally]:
    return work_through(
        batches_of(wish.runs, _RUNS_IN_A_BATCH),
        partial(tally_runs, question, wish.sim_seed),
        SeasonTally.merge,
        SeasonTally(),
        crew,
        progress,
    )


def _odds(book: Book, wish: OddsWish, tally: SeasonTally, method: Method, outcomes: int, asked: int) -> SeasonOdds:
    return season_odds(
        book,
        tally,
        method,
        outcomes=outcomes,
        asked=asked,
        sim_seed=wish.sim_seed,
        keep_entered=wish.keep_entered,
    )


def run_study(study: Study, runs: int, crew: Crew, progress: Callable[[int], None] | None = None) -> Done[StudyTally]:
    """Play `runs` campaigns of the study. The same study and number of runs give the same tally with any crew."""
    return work_through(
        batches_of(runs, study.batch_size), partial(play_batch, study), StudyTally.merge, StudyTally(), crew, progress
    )

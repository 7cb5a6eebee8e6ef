"""Imagined dice have nothing to do with the campaign's, and lots are fair."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace

import pytest

from adjudicator.model.campaign import Season
from adjudicator.model.dice import RollKey, RollKind
from adjudicator.odds.balance import study_of
from adjudicator.odds.question import question_of
from adjudicator.odds.season_odds import Method, season_odds, tally_exactly
from adjudicator.odds.seeds import dice_seed, lots_of
from adjudicator.rules.dice import draw_die, roll_message
from tests.odds.campaigns import SEED, book_from
from tests.odds.test_exact import RAIDERS

KEYS = [
    roll_message(1071, Season.SPRING, RollKey(kind, nation, place))
    for kind in RollKind
    for nation in ("Rome", "Veii", "Gaul")
    for place in ("Alba", "Ostia", "Nola", "Cumae")
]


def test_no_simulation_seed_gives_the_campaigns_dice_not_even_its_own():
    real = [draw_die(SEED, key) for key in KEYS]
    agreements = []
    for run in range(60):
        imagined = [draw_die(dice_seed(SEED, run), key) for key in KEYS]
        assert imagined != real
        agreements.append(sum(one == other for one, other in zip(real, imagined, strict=True)))
    # no more alike than two strangers: one die in six
    assert abs(sum(agreements) / (60 * len(KEYS)) - 1 / 6) < 0.03


def test_runs_and_simulation_seeds_do_not_run_into_each_other():
    assert dice_seed("1", 12) != dice_seed("11", 2) != dice_seed("1|1", 2)
    assert len({dice_seed(text, run) for text in ("", "1", "2", "1|1") for run in range(50)}) == 200


def test_dice_of_different_runs_are_fair():
    faces = Counter(draw_die(dice_seed("fair", run), KEYS[0]) for run in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in faces.values()) < 20.5  # 5 degrees of freedom, one in a thousand


def test_lots_are_repeatable_fair_and_apart_from_the_dice():
    lots = lots_of("1", 7).at("1071|spring|Rome")
    assert lots.pick("target", range(100)) == lots_of("1", 7).at("1071|spring|Rome").pick("target", range(100))
    assert lots.secret.hex() != dice_seed("1", 7)
    drawn = Counter(lots_of("1", run).at("x").number("target", 7) for run in range(3500))
    assert set(drawn) == set(range(7))
    assert sum((count - 500) ** 2 / 500 for count in drawn.values()) < 22.5  # 6 degrees of freedom, one in a thousand


def test_nothing_to_choose_from_is_an_error():
    with pytest.raises(ValueError, match="nothing to choose"):
        lots_of("1", 0).pick("target", [])


def test_the_campaigns_seed_is_in_nothing_that_is_handed_out():
    """Neither workers nor reports ever see it."""
    book = book_from(RAIDERS)
    question = question_of(book)
    exact = tally_exactly(question)
    assert exact is not None
    odds = season_odds(book, exact[0], Method.EXACT, outcomes=exact[1], asked=exact[1], sim_seed="1")
    study = study_of(book, years=2, strategies={}, sim_seed="1")
    for handed_out in (question, exact, odds, study):
        assert SEED.encode() not in pickle.dumps(handed_out)


def test_the_odds_are_the_same_whatever_the_campaigns_seed():
    """So nobody can learn anything of it from them."""
    one, other = book_from(RAIDERS), replace(book_from(RAIDERS), seed="another")
    assert question_of(one) == question_of(other)

"""Sieges over several seasons, by hand and by the season's own resolver."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.model.campaign import Season
from adjudicator.model.events import SiegeBroken, SiegeSucceeded
from adjudicator.model.orders import OrderKind, SeasonOrders, SubmittedOrder
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.question import SeasonQuestion, resolve_diced
from adjudicator.odds.seeds import dice_seed
from adjudicator.odds.siege_chain import siege_chain
from tests.odds.campaigns import question_from

RULES = Rulebook()
RUNS = 1200


def test_three_seasons_without_gold():
    """5 or more, then 4, then 3: 1/3; of the 2/3 left a half; of the 1/3 left two thirds."""
    chain = siege_chain(RULES, Season.WINTER, seasons=0, army_ap=375, gold=0)
    assert [roll.season for roll in chain] == [Season.WINTER, Season.SPRING, Season.SUMMER]
    assert [roll.falls for roll in chain] == [Fraction(1, 3), Fraction(1, 3), Fraction(2, 9)]
    assert [roll.fallen for roll in chain] == [Fraction(1, 3), Fraction(2, 3), Fraction(8, 9)]


def test_three_seasons_with_gold_for_all():
    """Needs 4, 3, 2: 1/2; of the half left 2/3; of the sixth left 5/6."""
    chain = siege_chain(RULES, Season.WINTER, seasons=0, army_ap=375, gold=3)
    assert [roll.fallen for roll in chain] == [Fraction(1, 2), Fraction(5, 6), Fraction(35, 36)]


def test_gold_goes_as_far_as_it_goes():
    chain = siege_chain(RULES, Season.WINTER, seasons=0, army_ap=375, gold=1)
    assert [roll.modifier for roll in chain] == [1, 1, 2]
    assert [roll.fallen for roll in chain] == [Fraction(1, 2), Fraction(3, 4), Fraction(11, 12)]


def test_a_siege_begun_in_summer_has_one_roll_and_fall_none():
    assert len(siege_chain(RULES, Season.SUMMER, seasons=0, army_ap=375, gold=0)) == 1
    assert siege_chain(RULES, Season.FALL, seasons=2, army_ap=375, gold=0) == ()


def test_an_older_siege_and_one_that_cannot_fail():
    chain = siege_chain(RULES, Season.SUMMER, seasons=2, army_ap=375, gold=1)
    assert [roll.fallen for roll in chain] == [Fraction(5, 6)]
    sure = siege_chain(RULES, Season.WINTER, seasons=4, army_ap=375, gold=0)
    assert [roll.fallen for roll in sure] == [Fraction(1)]


def test_a_weak_army_is_worn_down():
    """50 AP are two rolls; who fails the second is dispersed (8.4)."""
    chain = siege_chain(RULES, Season.WINTER, seasons=0, army_ap=50, gold=0)
    assert [roll.worn_down for roll in chain] == [Fraction(0), Fraction(1, 3)]
    assert chain[-1].fallen == Fraction(2, 3)


@pytest.mark.parametrize(
    ("ap", "gold", "rules"),
    [
        (375, 0, {}),
        (375, 3, {}),
        (375, 2, {"siege_target": 6}),
        (60, 1, {}),
        (375, 0, {"siege_season_bonus": 2, "siege_loss": 150}),
    ],
)
def test_seasons_resolved_one_after_another_agree(ap, gold, rules):
    """The offensive is paid besides: the siege has `gold` to spend. The besieged never comes out."""
    question = question_from(
        {
            "season": "winter",
            "rules": rules,
            "nations": {"Rome": {"ap": ap, "gold": gold + 1}, "Veii": {"ap": 0}},
            "map": {"Roma": "Rome", "Veii": "Veii", "Caere": "Veii"},
            "borders": ["Roma-Veii"],
        }
    )
    chain = siege_chain(question.rulebook, Season.WINTER, seasons=0, army_ap=ap, gold=gold)
    fallen, broken = [0, 0, 0], 0
    for run in range(RUNS):
        taken, dispersed = besiege(question, dice_seed("chain", run), gold)
        broken += dispersed
        for later in range(3):
            fallen[later] += taken is not None and taken <= later
    for number, count in enumerate(fallen):
        exact = chain[min(number, len(chain) - 1)].fallen
        error = (float(exact * (1 - exact)) / RUNS) ** 0.5
        assert abs(count / RUNS - exact) <= 3.5 * error
    exact = chain[-1].worn_down
    assert abs(broken / RUNS - exact) <= 3.5 * (float(exact * (1 - exact)) / RUNS) ** 0.5


def besiege(question: SeasonQuestion, seed: str, gold: int) -> tuple[int | None, bool]:
    """In which season, from 0, the city fell, and whether the army was worn down."""
    state = question.state
    for number in range(3):
        kind = OrderKind.OFFENSIVE if number == 0 else OrderKind.SIEGE
        order = SubmittedOrder("Rome", kind, "Roma", "Veii", siege_gold=number < gold)
        asked = SeasonQuestion(question.world, state, SeasonOrders({"Rome": order}, {}, {}, {}), question.rulebook)
        outcome = resolve_diced(asked, seed)
        if any(isinstance(event, SiegeSucceeded) for event in outcome.events):
            return number, False
        if any(isinstance(event, SiegeBroken) for event in outcome.events):
            return None, True
        state = outcome.state
    return None, False

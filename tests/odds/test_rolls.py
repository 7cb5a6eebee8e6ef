"""Chances that can be counted on one's fingers, and the same from the season's own dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial

import pytest

from adjudicator.model.campaign import Season
from adjudicator.model.dice import Modifier, ModifierKind, RollKey, RollKind
from adjudicator.odds.chances import chance_of, wilson_interval
from adjudicator.odds.rolls import MOST_RANKED, highest_chances, ranking_chances, success_chance
from adjudicator.odds.seeds import dice_seed
from adjudicator.rules.dice import Contestant, Dice

RUNS = 2000


def contestants(modifiers: tuple[int, ...]) -> list[Contestant]:
    return [
        Contestant(f"nation {number}", "Veii", (Modifier(ModifierKind.AG, modifier),))
        for number, modifier in enumerate(modifiers)
    ]


def dice(run: int, entered: dict[RollKey, int] | None = None) -> Dice:
    return Dice(1071, Season.SPRING, dice_seed("rolls", run), entered or {})


@pytest.mark.parametrize(
    ("modifier", "needed", "chance"),
    [
        (0, 5, Fraction(2, 6)),
        (1, 5, Fraction(3, 6)),
        (2, 5, Fraction(4, 6)),
        (4, 5, Fraction(1)),
        (9, 5, Fraction(1)),
        (0, 3, Fraction(4, 6)),
        (0, 7, Fraction(0)),
        (0, 1, Fraction(1)),
    ],
)
def test_one_die_against_a_number(modifier, needed, chance):
    assert success_chance(modifier, needed) == chance


@pytest.mark.parametrize(
    ("ahead", "wins"),
    # of 36 throws: the stronger wins, ties, the weaker wins; ties are thrown again
    [
        (0, Fraction(15, 30)),
        (1, Fraction(21, 31)),
        (2, Fraction(26, 32)),
        (3, Fraction(30, 33)),
        (4, Fraction(33, 34)),
        (5, Fraction(1)),
        (9, Fraction(1)),
    ],
)
def test_opposed_dice_with_ties_rolled_again(ahead, wins):
    assert highest_chances((ahead, 0)) == (wins, 1 - wins)
    assert highest_chances((2, 2 + ahead)) == (1 - wins, wins)


def test_three_equals_share_alike_and_four_do():
    assert highest_chances((1, 1, 1)) == (Fraction(1, 3),) * 3
    assert highest_chances((0, 0, 0, 0)) == (Fraction(1, 4),) * 4


def test_three_unequal_by_counting_every_throw():
    """216 throws; where two are tied for the lead those two go on, where all three are, all."""
    modifiers = (2, 1, 0)
    alone: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    everybody = 0
    for number in range(216):
        totals = [number // 6**place % 6 + 1 + modifiers[place] for place in range(3)]
        leaders = tuple(place for place in range(3) if totals[place] == max(totals))
        if len(leaders) == 1:
            alone[leaders[0]] += 1
        elif len(leaders) == 2:
            pairs[leaders] += 1
        else:
            everybody += 1
    by_two = {(0, 1): Fraction(21, 31), (0, 2): Fraction(26, 32), (1, 2): Fraction(21, 31)}
    first = Fraction(alone[0]) + sum(pairs[pair] * by_two[pair] for pair in ((0, 1), (0, 2)))
    assert highest_chances(modifiers)[0] == first / (216 - everybody)
    assert sum(highest_chances(modifiers)) == 1


def test_a_contestant_out_of_reach_never_wins():
    assert highest_chances((5, 0, 5)) == (Fraction(1, 2), Fraction(0), Fraction(1, 2))


@pytest.mark.parametrize("modifiers", [(0, 0), (1, 0), (3, 0, 2), (0, 0, 0), (4, 1, 1, 0)])
def test_the_seasons_dice_agree_with_highest(modifiers):
    wins = Counter(
        decided[0]
        for run in range(RUNS)
        if (decided := dice(run).highest(RollKind.CONTEST, contestants(modifiers))) is not None
    )
    for number, exact in enumerate(highest_chances(modifiers)):
        error = (float(exact * (1 - exact)) / RUNS) ** 0.5
        assert abs(wins[f"nation {number}"] / RUNS - exact) <= 3.5 * error


@pytest.mark.parametrize("modifiers", [(0, 0), (2, 0), (0, 0, 0), (1, 3, 1), (0, 2, 1, 0)])
def test_the_seasons_dice_agree_with_every_ranking(modifiers):
    seen = Counter(
        ranked[0]
        for run in range(RUNS)
        if (ranked := dice(run).ranking(RollKind.PRECEDENCE, contestants(modifiers))) is not None
    )
    possible = {tuple(f"nation {each}" for each in ranking.order): ranking for ranking in ranking_chances(modifiers)}
    assert sum(ranking.chance for ranking in possible.values()) == 1
    assert set(seen) <= set(possible)
    for order, ranking in possible.items():
        error = (float(ranking.chance * (1 - ranking.chance)) / RUNS) ** 0.5
        assert abs(seen[order] / RUNS - ranking.chance) <= 3.5 * error


@pytest.mark.parametrize("modifiers", [(0, 0, 0), (1, 3, 1), (0, 0, 0, 0), (4, 4, 0, 2, 2)])
def test_dice_given_with_a_ranking_bring_it_about(modifiers):
    for ranking in ranking_chances(modifiers):
        entered = {
            RollKey(RollKind.PRECEDENCE, f"nation {number}", "Veii", attempt + 1): face
            for (number, attempt), face in ranking.dice.items()
        }
        by_hand = Dice(1071, Season.SPRING, None, entered)
        ranked = by_hand.ranking(RollKind.PRECEDENCE, contestants(modifiers))
        assert ranked is not None
        assert ranked[0] == tuple(f"nation {each}" for each in ranking.order)


def test_equals_rank_in_every_order_alike():
    for many in range(1, MOST_RANKED + 1):
        rankings = ranking_chances((1,) * many)
        assert len(rankings) == factorial(many)
        assert {ranking.chance for ranking in rankings} == {Fraction(1, factorial(many))}


def test_too_many_for_a_ranking_is_said():
    with pytest.raises(ValueError, match="too many"):
        ranking_chances((0,) * (MOST_RANKED + 1))


def test_wilsons_interval_at_known_values():
    """The textbook's example: 10 of 20 is 0.299 to 0.701; none of 10 reaches up to 0.278."""
    low, high = wilson_interval(10, 20)
    assert (round(low, 3), round(high, 3)) == (0.299, 0.701)
    low, high = wilson_interval(0, 10)
    assert (low, round(high, 3)) == (0.0, 0.278)
    assert wilson_interval(10, 10)[1] == 1.0


def test_an_exact_chance_has_no_error_and_an_estimate_has_one():
    exact = chance_of(Fraction(1, 3), Fraction(1))
    assert (exact.exact, exact.low, exact.high, exact.standard_error) == (Fraction(1, 3), 1 / 3, 1 / 3, 0.0)
    guess = chance_of(1, 3)
    assert guess.exact is None
    assert guess.low < 1 / 3 < guess.high
    assert guess.standard_error == pytest.approx((2 / 27) ** 0.5)

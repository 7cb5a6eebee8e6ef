"""Every outcome of a season with its exact chance: by hand, and against the season imagined many times."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.model.dice import RollKey, RollKind
from adjudicator.model.events import BattleFought, PrecedenceRolled, RaidSucceeded
from adjudicator.odds.exact import TooManyOutcomes, every_outcome
from adjudicator.odds.question import SeasonQuestion, resolve_diced
from adjudicator.odds.seeds import dice_seed
from adjudicator.rules.season import Resolution
from tests.odds.campaigns import question_from
from tests.oracle.seasons import generate

RAIDERS = {
    "season": "spring",
    "nations": {
        "Rome": {"gold": 0, "ag": 2},
        "Veii": {"gold": 0, "ag": 1},
        "Gaul": {"gold": 0, "ag": 1},
        "Epirus": {"gold": 1},
    },
    "map": {"Roma": "Rome", "Veii": "Veii", "Alesia": "Gaul", "Buthrotum": "Epirus", "Far": None},
    "borders": ["Roma-Buthrotum", "Veii-Buthrotum", "Alesia-Buthrotum", "Buthrotum-Far"],
    "orders": {
        "Rome": "raid Roma Buthrotum",
        "Veii": "raid Veii Buthrotum",
        "Gaul": "raid Alesia Buthrotum",
        # nobody blocks the raids while the army is away, and what its siege brings is another matter
        "Epirus": "raid Buthrotum Roma",
    },
}


def shares(question: SeasonQuestion, told: Any) -> dict[Any, Fraction]:
    """What `told` says of each outcome, with its exact chance."""
    found: dict[Any, Fraction] = {}
    for chance, outcome in every_outcome(question):
        key = told(outcome)
        found[key] = found.get(key, Fraction(0)) + chance
    assert sum(found.values()) == 1
    return found


def state_of(outcome: Resolution) -> bytes:
    return pickle.dumps((dict(outcome.state.holdings), dict(outcome.state.owners)))


def gold_of(nation: str) -> Any:
    return lambda outcome: outcome.state.holdings[nation].gold


def test_a_lone_raid_takes_gold_two_times_in_three():
    case = copy.deepcopy(RAIDERS)
    case["orders"] = {"Rome": "raid Roma Buthrotum", "Epirus": "raid Buthrotum Veii"}
    assert shares(question_from(case), gold_of("Rome")) == {0: Fraction(1, 3), 1: Fraction(2, 3)}


def test_three_raiders_on_one_gold_by_hand():
    """One gold; each succeeds with 2/3. Alone he takes it. Of several the highest d6 + Ag does (7.5).

    Rome has Ag 2, Veii and Gaul 1, so Rome beats one of them 21 times in 31, and both as counted in `highest_chances`.
    """
    case = copy.deepcopy(RAIDERS)
    case["orders"]["Epirus"] = "offensive Buthrotum Far"
    case["nations"]["Epirus"]["gold"] = 2  # the offensive costs one of them
    wins = Fraction(2, 3)
    both = Fraction(21, 31)
    # the leader of three by 216 throws: Rome ahead of both; ties for the lead go on among the tied
    three = lead_of_three()
    rome = wins * (1 - wins) ** 2 + 2 * wins**2 * (1 - wins) * both + wins**3 * three
    assert shares(question_from(case), gold_of("Rome")) == {0: 1 - rome, 1: rome}


def lead_of_three() -> Fraction:
    alone = tied_with_one = everybody = 0
    for rome in range(3, 9):
        for veii in range(2, 8):
            for gaul in range(2, 8):
                best = max(rome, veii, gaul)
                leaders = (rome == best) + (veii == best) + (gaul == best)
                if rome == best and leaders == 1:
                    alone += 1
                elif rome == best and leaders == 2:
                    tied_with_one += 1
                elif leaders == 3:
                    everybody += 1
    return (Fraction(alone) + tied_with_one * Fraction(21, 31)) / (216 - everybody)


def test_precedence_agrees_with_the_season_imagined_many_times():
    question = question_from(RAIDERS)
    exact = shares(question, precedence_of)
    runs = 3000
    seen = Counter(precedence_of(resolve_diced(question, dice_seed("raids", run))) for run in range(runs))
    assert set(seen) <= set(exact)
    assert any(ranking for ranking in exact)
    for told, chance in exact.items():
        assert abs(seen[told] / runs - chance) <= 3.5 * (float(chance * (1 - chance)) / runs) ** 0.5


def precedence_of(outcome: Resolution) -> tuple[str, ...]:
    rolled = [event.ranking for event in outcome.events if isinstance(event, PrecedenceRolled)]
    return rolled[0] if rolled else ()


def test_a_mutual_invasion_and_its_battle_by_hand():
    """Ag 3 against 1: the attacker is Rome 26 times in 32. Either way 375 AP meet 375: an even battle."""
    question = question_from(
        {
            "season": "spring",
            "nations": {"Rome": {"ag": 3}, "Veii": {"ag": 1}},
            "map": {"Roma": "Rome", "Veii": "Veii"},
            "borders": ["Roma-Veii"],
            "orders": {"Rome": "offensive Roma Veii", "Veii": "offensive Veii Roma"},
        }
    )
    found = shares(question, lambda outcome: battles_of(outcome)[0][:2])
    assert found == {("Rome", "Rome"): Fraction(13, 32), ("Rome", "Veii"): Fraction(13, 32)} | {
        ("Veii", "Veii"): Fraction(3, 32),
        ("Veii", "Rome"): Fraction(3, 32),
    }


def battles_of(outcome: Resolution) -> list[tuple[str, str | None, str]]:
    return [
        (event.attacker, event.winner, event.territory) for event in outcome.events if isinstance(event, BattleFought)
    ]


def test_a_battle_after_marching_through_mountains_by_hand():
    """375 less 25 AP are 4 pips against 5: the invader wins 10 times in 31."""
    question = question_from(
        {
            "season": "spring",
            "nations": {"Rome": {}, "Veii": {}},
            "map": {"Roma": "Rome", "Veii": "Veii", "Caere": "Veii"},
            "borders": [{"Roma-Veii": "mountains"}, "Veii-Caere"],
            "orders": {"Rome": "offensive Roma Veii"},
        }
    )
    assert shares(question, lambda outcome: battles_of(outcome)[0][1]) == {
        "Rome": Fraction(10, 31),
        "Veii": Fraction(21, 31),
    }


def test_fall_has_one_outcome():
    question = question_from(
        {
            "season": "fall",
            "nations": {"Rome": {}, "Veii": {}},
            "map": {"Roma": "Rome", "Veii": "Veii"},
            "orders": {"Rome": "monuments 2"},
        }
    )
    assert [chance for chance, _ in every_outcome(question)] == [Fraction(1)]


def test_dice_that_the_gm_entered_stand():
    """His own die is 4 against 5 pips each: the other wins with 5 or 6, and ties with 4, which begins anew."""
    case = {
        "season": "spring",
        "nations": {"Rome": {}, "Veii": {}},
        "map": {"Roma": "Rome", "Veii": "Veii"},
        "borders": ["Roma-Veii"],
        "orders": {"Rome": "offensive Roma Veii"},
        "dice": {"battle|Rome|Veii|1": 4},
    }
    rome = Fraction(3, 6) + Fraction(1, 6) * Fraction(1, 2)
    assert shares(question_from(case), lambda outcome: battles_of(outcome)[0][1]) == {"Rome": rome, "Veii": 1 - rome}


def test_a_die_that_the_gm_entered_for_a_tie_counts_at_a_tie_only():
    case = {
        "season": "spring",
        "nations": {"Rome": {}, "Veii": {}},
        "map": {"Roma": "Rome", "Veii": "Veii"},
        "borders": ["Roma-Veii"],
        "orders": {"Rome": "offensive Roma Veii"},
        "dice": {"battle|Rome|Veii|2": 6},
    }
    # 15 of 36 outright; of the 6 ties five in six at the second attempt, and half of the rest thereafter
    rome = Fraction(15, 36) + Fraction(6, 36) * (Fraction(5, 6) + Fraction(1, 6) * Fraction(1, 2))
    assert shares(question_from(case), lambda outcome: battles_of(outcome)[0][1]) == {"Rome": rome, "Veii": 1 - rome}


def test_entered_dice_in_a_ranking():
    case = {**copy.deepcopy(RAIDERS), "dice": {"precedence|Gaul|Epirus|1": 6, "precedence|Veii|Epirus|2": 1}}
    question = question_from(case)
    exact = shares(question, precedence_of)
    runs = 1500
    seen = Counter(precedence_of(resolve_diced(question, dice_seed("hand", run))) for run in range(runs))
    assert set(seen) <= set(exact)
    for told, chance in exact.items():
        assert abs(seen[told] / runs - chance) <= 3.5 * (float(chance * (1 - chance)) / runs) ** 0.5


def test_a_winner_entered_for_another_battle_leaves_this_one_to_the_dice():
    """Two invaders come to the capital; the default fights the first. The GM's winner is the one who is not met."""
    case = {
        "season": "spring",
        "nations": {"Rome": {}, "Gaul": {}, "Veii": {}},
        "map": {"Roma": "Rome", "Alesia": "Gaul", "Veii": "Veii", "Caere": "Veii"},
        "borders": ["Roma-Veii", "Alesia-Veii", "Veii-Caere"],
        "orders": {"Rome": "offensive Roma Veii", "Gaul": "offensive Alesia Veii"},
        "rules": {"battles": "table"},
        "battles": {"Veii": "Gaul"},
    }
    question = question_from(case)
    assert shares(question, lambda outcome: battles_of(outcome)[0][1]) == {
        "Rome": Fraction(1, 2),
        "Veii": Fraction(1, 2),
    }
    assert battles_of(resolve_diced(question, dice_seed("table", 0)))[0][0] == "Rome"


def test_a_season_too_rich_is_given_up_at_once():
    question = question_from(RAIDERS)
    with pytest.raises(TooManyOutcomes):
        list(every_outcome(question, most=10))
    assert len(list(every_outcome(question, most=100))) > 10


def test_random_seasons_imagined_many_times_agree():
    """Whatever an imagined season shows was among the outcomes, and as often as it should be: chi-square over all."""
    runs = 250
    chi_square, freedom = 0.0, 0
    for number in range(1000, 1040):
        case = generate(number)
        question = question_from(case)
        try:
            exact = shares(question, state_of)
        except TooManyOutcomes:
            continue
        seen = Counter(state_of(resolve_diced(question, dice_seed("random", run))) for run in range(runs))
        assert set(seen) <= set(exact), case["id"]
        often = [told for told, chance in exact.items() if chance * runs >= 8]
        rest = 1 - sum(exact[told] for told in often)
        cells = [(seen[told], float(exact[told]) * runs) for told in often]
        if rest * runs >= 8:
            cells.append((runs - sum(seen[told] for told in often), float(rest) * runs))
        chi_square += sum((count - expected) ** 2 / expected for count, expected in cells)
        freedom += len(cells) - 1
    assert freedom > 60
    assert abs(chi_square - freedom) < 3.5 * (2 * freedom) ** 0.5


def test_a_public_draw_and_the_campaigns_seed_have_no_part_in_it():
    drawn = question_from({**RAIDERS, "draw": "7 19 23"})
    assert drawn.orders.public_draw == ""
    assert resolve_diced(drawn, "x") == resolve_diced(question_from(RAIDERS), "x")


def test_raids_that_find_nothing():
    case = copy.deepcopy(RAIDERS)
    case["nations"]["Epirus"]["gold"] = 0
    for _, outcome in every_outcome(question_from(case)):
        assert all(event.gold == 0 for event in outcome.events if isinstance(event, RaidSucceeded))


def test_a_die_of_its_own_changes_nothing_else():
    """One entered die that no roll asks for leaves every chance as it is."""
    question = question_from(RAIDERS)
    spare = {RollKey(RollKind.SIEGE, "Rome", "Nowhere"): 6}
    with_spare = replace(question, orders=replace(question.orders, dice=spare))
    assert shares(question, state_of) == shares(with_spare, state_of)

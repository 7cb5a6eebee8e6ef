"""What the GM is told about a season."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.model.campaign import Season
from adjudicator.odds.crew import Batch, ThisProcess
from adjudicator.odds.question import question_of
from adjudicator.odds.reckoning import NotExact, OddsWish, Wish, reckon_odds
from adjudicator.odds.records import CSV_COLUMNS, odds_document, odds_lines
from adjudicator.odds.season_odds import Assumption, Method, SeasonOdds, tally_exactly, tally_runs
from adjudicator.odds.season_tally import BattleEnd, RaidEnd, SeasonTally, SiegeEnd
from tests.odds.campaigns import book_from

WAR = {
    "season": "winter",
    "nations": {
        "Rome": {"gold": 3, "ag": 2, "vp": 5},
        "Veii": {"gold": 2, "at": "Alba", "siege_seasons": 1, "came_from": "Veii"},
        "Gaul": {"gold": 1},
        "Epirus": {"gold": 3},
    },
    "map": {
        "Roma": "Rome",
        "Alba": "Rome",
        "Veii": "Veii",
        "Caere": "Veii",
        "Alesia": "Gaul",
        "Buthrotum": "Epirus",
        "Free": None,
    },
    "borders": ["Roma-Veii", "Roma-Alba", "Alba-Veii", "Alesia-Caere", "Buthrotum-Free", "Alesia-Buthrotum"],
    "orders": {
        "Rome": "defend",
        "Veii": "siege siegegold",
        "Gaul": "raid Alesia Caere",
        "Epirus": "offensive Buthrotum Free",
    },
}


def odds_of(case: dict[str, Any], wish: OddsWish | None = None) -> SeasonOdds:
    found = reckon_odds(book_from(case), wish or OddsWish(), ThisProcess())
    assert found is not None
    return found


def test_a_whole_season_by_hand():
    """Rome fights Veii off before Alba, evenly matched; Gaul raids; Epirus besieges a free city."""
    odds = odds_of(WAR)
    assert (odds.method, odds.outcomes) == (Method.EXACT, 8)
    battle = odds.battles[0]
    assert battle.encounter.relief
    assert {ending: chance.exact for ending, chance in battle.endings} == {
        BattleEnd.ATTACKER: Fraction(1, 2),
        BattleEnd.DEFENDER: Fraction(1, 2),
    }
    by_city = {siege.this_season.encounter.territory: siege for siege in odds.sieges}
    assert {ending: chance.exact for ending, chance in by_city["Alba"].this_season.endings} == {
        SiegeEnd.TAKEN_IN_BATTLE: Fraction(1, 2),
        SiegeEnd.FOUGHT_OFF: Fraction(1, 2),
    }
    assert {ending: chance.exact for ending, chance in by_city["Free"].this_season.endings} == {
        SiegeEnd.TAKEN: Fraction(1, 3),
        SiegeEnd.STANDS: Fraction(2, 3),
    }
    assert {ending: chance.exact for ending, chance in odds.raids[0].endings} == {
        RaidEnd.SUCCEEDED: Fraction(2, 3),
        RaidEnd.FAILED: Fraction(1, 3),
    }
    assert {land.territory for land in odds.territories} == {"Alba", "Free"}


def test_how_a_siege_may_go_on():
    """1/3 now; then 4 or more: 2/3 together; then 3 or more: 8/9. The 2 gold left make it 7/9 and 26/27."""
    free = next(siege for siege in odds_of(WAR).sieges if siege.this_season.encounter.territory == "Free")
    assert [each.season for each in free.later] == [Season.SPRING, Season.SUMMER]
    assert [each.without_gold for each in free.later] == pytest.approx([2 / 3, 8 / 9])
    assert [each.with_gold for each in free.later] == pytest.approx([7 / 9, 26 / 27])


def test_what_nations_may_have_by_hand():
    lines = {line.nation: line for line in odds_of(WAR).nations}
    assert lines["Rome"].vp.shares == ((5, 0.5), (8, 0.5))
    assert lines["Rome"].territories.mean == pytest.approx(1.5)
    assert lines["Gaul"].gold.shares == ((1, pytest.approx(1 / 3)), (2, pytest.approx(2 / 3)))
    assert lines["Epirus"].army_ap.shares == ((350, 1.0),)
    assert lines["Rome"].leads.exact == 1
    assert lines["Veii"].eliminated.exact == 0
    assert lines["Rome"].vp.quantile(0.5) == 5
    assert (lines["Rome"].vp.deviation, lines["Rome"].vp.standard_error) == (1.5, 0.0)


def test_simulated_odds_hold_the_exact_ones_within_their_error():
    """95 of 100 intervals should; of these two dozen at most three may not."""
    exact = chances_of(odds_of(WAR))
    guessed = chances_of(odds_of(WAR, OddsWish(Wish.SIMULATED, runs=1500)))
    assert set(guessed) == set(exact)
    outside = 0
    for key, chance in exact.items():
        guess = guessed[key]
        outside += not guess.low <= chance.value <= guess.high
        assert abs(guess.value - chance.value) <= 4 * (chance.value * (1 - chance.value) / 1500) ** 0.5
    assert len(exact) >= 15
    assert outside <= 3


def chances_of(odds: SeasonOdds) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for each in [*odds.battles, *(siege.this_season for siege in odds.sieges), *odds.raids]:
        found |= {(each.encounter, ending): chance for ending, chance in each.endings}
    for land in odds.territories:
        found |= {(land.territory, owner): chance for owner, chance in land.owners}
    found |= {("leads", line.nation): line.leads for line in odds.nations}
    return found


def test_the_same_seed_gives_the_same_odds_and_another_others():
    wish = OddsWish(Wish.SIMULATED, runs=200)
    assert odds_of(WAR, wish) == odds_of(WAR, wish)
    assert odds_of(WAR, wish).battles != odds_of(WAR, OddsWish(Wish.SIMULATED, runs=200, sim_seed="2")).battles


def test_runs_split_in_any_way_count_the_same():
    question = question_of(book_from(WAR))
    whole = tally_runs(question, "1", Batch(0, 90))
    parts = SeasonTally()
    for batch in (Batch(50, 40), Batch(0, 20), Batch(20, 30)):
        parts.merge(tally_runs(question, "1", batch))
    assert parts == whole


def test_battles_and_dice_for_the_table_are_diced_and_it_is_said():
    odds = odds_of({**WAR, "rules": {"battles": "table", "dice": "table"}})
    assert odds.assumptions == (Assumption.BATTLES_DICED, Assumption.DICE_SEEDED)
    assert odds.battles == odds_of(WAR).battles


def test_what_the_gm_entered_stands_unless_he_says_otherwise():
    case = {
        **WAR,
        "rules": {"battles": "table"},
        "battles": {"Alba": "Rome"},
        "dice": {"raid|Gaul|Caere|1": 6},
    }
    odds = odds_of(case)
    assert set(odds.assumptions) >= {Assumption.ENTERED_DICE_STAND, Assumption.ENTERED_BATTLES_STAND}
    assert [chance.exact for _, chance in odds.battles[0].endings] == [Fraction(1)]
    assert [chance.exact for _, chance in odds.raids[0].endings] == [Fraction(1)]
    open_again = odds_of(case, OddsWish(keep_entered=False))
    assert open_again.battles == odds_of(WAR).battles
    assert Assumption.ENTERED_LEFT_OUT in open_again.assumptions


def test_exact_odds_that_cannot_be_had_are_refused_and_auto_simulates():
    with pytest.raises(NotExact, match="more than 4 outcomes"):
        odds_of(WAR, OddsWish(Wish.EXACT, most_outcomes=4))
    odds = odds_of(WAR, OddsWish(Wish.AUTO, runs=50, most_outcomes=4))
    assert (odds.method, odds.outcomes) == (Method.SIMULATED, 50)
    assert odds.battles[0].happens.exact is None


def test_a_campaign_that_is_over_has_no_odds():
    book = book_from(WAR)
    over = type(book.state)(book.state.year, book.state.season, book.state.holdings, book.state.owners, over=True)
    with pytest.raises(ValueError, match="over"):
        question_of(type(book)(**{**fields_of(book), "state": over}))


def fields_of(book: Any) -> dict[str, Any]:
    return {name: getattr(book, name) for name in book.__dataclass_fields__}


def test_mutual_invasions_are_told_with_their_battles():
    case = {
        "season": "spring",
        "nations": {"Rome": {"ag": 3}, "Veii": {"ag": 1}},
        "map": {"Roma": "Rome", "Veii": "Veii"},
        "borders": ["Roma-Veii"],
        "orders": {"Rome": "offensive Roma Veii", "Veii": "offensive Veii Roma"},
    }
    odds = odds_of(case)
    assert [chance.exact for _, chance in odds.initiatives[0].endings] == [Fraction(13, 16), Fraction(3, 16)]
    assert [battle.happens.exact for battle in odds.battles] == [Fraction(3, 16), Fraction(13, 16)]


def test_as_json_and_as_a_table():
    odds = odds_of(WAR)
    document = json.loads(json.dumps(odds_document(odds)))
    assert document["for"] == "GM"
    assert document["method"] == "exact"
    assert document["raids"][0]["endings"][0] == {
        "ending": "gold taken",
        "chance": pytest.approx(2 / 3),
        "low": pytest.approx(2 / 3),
        "high": pytest.approx(2 / 3),
        "standard_error": 0.0,
        "exact": "2/3",
    }
    written = io.StringIO()
    csv.writer(written).writerows([CSV_COLUMNS, *odds_lines(odds)])
    lines = list(csv.DictReader(io.StringIO(written.getvalue())))
    assert {line["for"] for line in lines} == {"GM"}
    raid = next(line for line in lines if line["what"] == "raid" and line["outcome"] == "gold taken")
    assert (raid["territory"], raid["nation"], raid["against"], raid["exact"]) == ("Caere", "Gaul", "Veii", "2/3")
    ends = [line for line in lines if line["what"] == "gold" and line["nation"] == "Gaul"]
    assert sum(float(line["chance"]) for line in ends) == pytest.approx(1)


def test_every_ending_adds_up_and_sieges_that_end_in_fall_are_told():
    odds = odds_of({**WAR, "season": "fall", "orders": {}})
    assert [(ending, chance.exact) for ending, chance in odds.sieges[0].this_season.endings] == [
        (SiegeEnd.FALL, Fraction(1))
    ]
    exact = tally_exactly(question_of(book_from(WAR)))
    assert exact is not None
    happens = {each.encounter: each for each in odds_of(WAR).battles}
    for each in happens.values():
        assert sum(chance.exact for _, chance in each.endings if chance.exact) == each.happens.exact

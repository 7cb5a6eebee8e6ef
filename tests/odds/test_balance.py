"""Studies of whole campaigns: repeatable, whoever plays them, and right in their sums."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.campaign import Standing
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.accounts import Account, Deed
from adjudicator.odds.balance import Study, StudyTally, play_batch, study_of
from adjudicator.odds.campaign_tally import CampaignTally, Seat
from adjudicator.odds.chances import wilson_interval
from adjudicator.odds.crew import Batch, Done, ThisProcess
from adjudicator.odds.reckoning import run_study
from adjudicator.odds.report import report_of
from adjudicator.odds.rule_changes import RuleChangeInvalid, read_rule_changes
from adjudicator.odds.season_tally import SiegeEnd
from adjudicator.odds.seats import seatings
from adjudicator.odds.situation import StrategyName
from adjudicator.odds.tables import By, by_year, comparison, eliminations, first_places, orders, sieges
from tests.odds.campaigns import SEED, book_from, ring, study
from tests.odds.test_season_odds import WAR


@pytest.fixture(scope="module")
def played() -> tuple[Study, StudyTally]:
    asked = study(other=replace(Rulebook(), siege_target=3), years=3)
    return asked, play_batch(asked, Batch(0, 48))


def test_batches_of_any_size_in_any_order_count_the_same():
    asked = study(other=replace(Rulebook(), siege_target=4))
    whole = play_batch(asked, Batch(0, 9))
    parts = StudyTally()
    for batch in (Batch(4, 5), Batch(0, 1), Batch(1, 3)):
        parts.merge(play_batch(asked, batch))
    assert parts == whole


def test_another_simulation_seed_plays_other_campaigns():
    assert play_batch(study(), Batch(0, 4)) == play_batch(study(), Batch(0, 4))
    assert play_batch(study(), Batch(0, 4)) != play_batch(study(sim_seed="another"), Batch(0, 4))


def test_the_same_rules_under_the_same_dice_differ_in_nothing():
    asked = study(other=Rulebook())
    tally = play_batch(asked, Batch(0, 8))
    assert tally.one == tally.other
    assert all(before == after for _, _, before, after in tally.paired.firsts)
    assert all((total, squares) == (0, 0) for _, total, squares in tally.paired.vp.values())


def test_easier_sieges_take_more_cities_sooner(played):
    _, tally = played
    taken, all_sieges = {}, {}
    for name, each in (("one", tally.one), ("other", tally.other)):
        taken[name] = sum(count for (_, end), count in each.sieges.items() if end is SiegeEnd.TAKEN)
        all_sieges[name] = sum(each.sieges.values())
    assert taken["other"] / all_sieges["other"] > taken["one"] / all_sieges["one"] + 0.1


def test_every_siege_that_began_has_ended(played):
    """Campaigns end in fall, when no siege stands: what was begun is what was counted."""
    _, tally = played
    for each in (tally.one, tally.other):
        rolls = sum(rolls * count for (rolls, _), count in each.sieges.items())
        army = sum(account.ap_lost for account in each.accounts.values())
        assert 0 < rolls * Rulebook().siege_loss <= army
        assert all(1 <= length <= 3 for length, _ in each.sieges)
        assert (2, SiegeEnd.TAKEN) in each.sieges


def test_gold_and_land_are_neither_made_nor_lost(played):
    """Loot is taken from somebody; a city won from a nation is one lost; monuments cost two gold a piece."""
    asked, tally = played
    accounts = tally.one.accounts
    assert sum(account.gold_taken for account in accounts.values()) == 0
    won = sum(account.territories_won for account in accounts.values())
    lost = sum(account.territories_lost for account in accounts.values())
    assert won > lost > 0
    free = sum(1 for owner in asked.state.owners.values() if owner is None)
    assert won - lost <= free * tally.one.campaigns
    assert accounts[Deed.MONUMENTS].gold_spent == 2 * accounts[Deed.MONUMENTS].vp
    assert accounts[Deed.RAID].gold_spent == accounts[Deed.DEFEND].gold_spent == 0
    assert accounts[Deed.OFFENSIVE].gold_spent >= accounts[Deed.OFFENSIVE].given


def test_the_vp_at_the_end_are_those_of_the_years(played):
    """Battles, monuments, and two a year for every city: nothing else gives VP."""
    asked, tally = played
    years = range(asked.state.year, asked.last_year + 1)
    last = sum(vp * count for (_, _, year, vp), count in tally.one.vp.items() if year == asked.last_year)
    land = sum(held * count for (_, _, year, held), count in tally.one.territories.items() if year in years)
    earned = sum(account.vp for account in tally.one.accounts.values())
    # a nation eliminated in fall keeps its VP; every other city pays in the fall in which it is counted
    assert last == earned + 2 * land


def test_seats_rotate_through_every_place():
    world, state = ring()
    tables = seatings(world, state, rotating=True)
    assert len(tables) == 4
    assert (tables[0].world, tables[0].state) == (world, state)
    for nation in state.holdings:
        assert {table.place[nation] for table in tables} == set(state.holdings)
    second = tables[1]
    assert second.place["Rome"] == "Veii"
    assert second.state.owners["Veii 0"] == "Rome"
    assert second.world.nation["Rome"].capital == "Veii 0"
    assert second.world.nation["Rome"].ag == world.nation["Rome"].ag
    assert second.state.holdings["Rome"] == state.holdings["Veii"]
    assert [second.place[nation.name] for nation in second.world.nations] == [nation.name for nation in world.nations]


def test_fixed_seats_and_eliminated_nations_stay():
    world, state = ring()
    assert len(seatings(world, state, rotating=False)) == 1
    gone = replace(state.holdings["Gaul"], standing=Standing.ELIMINATED, army_ap=0, army_at=None)
    owners = {city: None if owner == "Gaul" else owner for city, owner in state.owners.items()}
    tables = seatings(world, replace(state, holdings={**state.holdings, "Gaul": gone}, owners=owners), rotating=True)
    assert len(tables) == 3
    assert {table.place["Gaul"] for table in tables} == {"Gaul"}
    assert {table.place["Epirus"] for table in tables} == {"Epirus", "Rome", "Veii"}


def test_a_fair_ring_is_found_fair_and_a_poor_place_poor():
    """On a ring all places are alike but for their neighbours' terrain; a place without gold and land is not."""
    _, state = ring()
    alike = study(strategies=dict.fromkeys(state.holdings, StrategyName.BESIEGER), years=4)
    poor = replace(state.holdings["Gaul"], gold=0, army_ap=25)
    owners = {city: None if city in ("Gaul 1", "Gaul 2") else owner for city, owner in state.owners.items()}
    beggar = replace(alike, state=replace(state, holdings={**state.holdings, "Gaul": poor}, owners=owners))
    fair = first_places(play_batch(alike, Batch(0, 60)).one, By.PLACE).set_index("place")
    unfair = first_places(play_batch(beggar, Batch(0, 60)).one, By.PLACE).set_index("place")
    assert fair["first"].sum() == pytest.approx(1)
    assert unfair.loc["Gaul", "high"] < unfair.loc["Gaul", "even"]
    assert unfair.loc["Gaul", "first"] < fair.loc["Gaul", "first"]


def test_first_places_by_hand():
    """Two nations, ten campaigns: Rome first six times, twice shared; Veii four times, twice shared."""
    rome, veii = Seat("Rome", "Rome", StrategyName.RAIDER), Seat("Veii", "Veii", StrategyName.CAUTIOUS)
    tally = CampaignTally(
        campaigns=10,
        played={rome: 10, veii: 10},
        firsts={(rome, 1): 5, (rome, 2): 2, (veii, 1): 3, (veii, 2): 2},
    )
    found = first_places(tally, By.NATION).set_index("nation")
    assert found["first"].to_dict() == {"Rome": 0.6, "Veii": 0.4}
    assert set(found["even"]) == {0.5}
    assert (found.loc["Rome", "low"], found.loc["Rome", "high"]) == wilson_interval(6.0, 10)
    assert list(first_places(tally, By.STRATEGY)["strategy"]) == ["raider", "cautious"]


def test_spreads_over_the_years_by_hand():
    asked = study()
    counts = {("Rome", "Rome", 1071, 4): 3, ("Rome", "Veii", 1071, 8): 1, ("Veii", "Rome", 1071, 6): 4}
    line = by_year(asked, counts, By.NATION).iloc[0]
    assert (line["nation"], line["mean"], line["p10"], line["p50"], line["p90"]) == ("Rome", 5.0, 4, 4, 8)
    assert line["standard_error"] == pytest.approx((3 * 1 + 9) ** 0.5 / 12**0.5)
    places = by_year(asked, counts, By.PLACE).set_index("place")
    assert places.loc["Rome", "mean"] == pytest.approx(36 / 7)


def test_eliminations_add_up_over_the_years():
    rome, veii = Seat("Rome", "Rome", StrategyName.RAIDER), Seat("Veii", "Veii", StrategyName.RAIDER)
    tally = CampaignTally(
        campaigns=4, played={rome: 4, veii: 4}, eliminated={("Veii", "Veii", 1071): 1, ("Veii", "Veii", 1072): 2}
    )
    found = eliminations(study(), tally, By.NATION)
    assert list(found["eliminated"]) == [0.0, 0.25, 0.0, 0.75]


def test_orders_per_gold_by_hand():
    """An offensive that won a city and a battle: 3 VP, and 2 VP and 1 gold a fall, which is half a VP."""
    tally = CampaignTally(
        campaigns=1,
        accounts={
            Deed.OFFENSIVE: Account(given=2, gold_spent=4, vp=3, territories_won=1, ap_lost=75),
            Deed.DEFEND: Account(given=1, gold_taken=-1, territories_lost=1),
        },
    )
    found = orders(Rulebook(), tally).set_index("order")
    assert found.loc["offensive", "worth_per_gold"] == pytest.approx(5.5 / 4)
    assert found.loc["offensive", "territories_per_gold"] == 0.25
    assert found.loc["defend", "worth_per_order"] == pytest.approx(-3.0)
    assert found["worth_per_gold"].isna().to_dict() == {"offensive": False, "defend": True}


def test_siege_shares_add_up(played):
    _, tally = played
    found = sieges(tally.one)
    assert found["share"].sum() == pytest.approx(1)
    assert list(found["rolls"]) == sorted(found["rolls"])


def test_paired_differences_are_those_of_the_two_columns_with_a_smaller_error(played):
    asked, tally = played
    found = comparison(asked, tally.one, tally.other, tally.paired, By.PLACE).set_index("place")
    ends = {
        name: by_year(asked, each.vp, By.PLACE).query(f"year == {asked.last_year}").set_index("place")
        for name, each in (("one", tally.one), ("other", tally.other))
    }
    for place in asked.state.holdings:
        line = found.loc[place]
        assert line["first_difference"] == pytest.approx(line["first_other"] - line["first"])
        difference = ends["other"].loc[place, "mean"] - ends["one"].loc[place, "mean"]
        assert line["vp_difference"] == pytest.approx(difference)
    paired = (found["vp_difference_error"] ** 2).sum()
    apart = sum((ends[name]["standard_error"] ** 2).sum() for name in ends)
    assert paired < apart


def test_the_report_of_a_study(played):
    asked, tally = played
    report = report_of("A ring", asked, Done(tally, 48, stopped=False), asked=48)
    document = report.document()
    assert document["for"] == "GM"
    assert document["changed_rules"] == [{"rule": "siege_target", "value": "5", "other": "3"}]
    assert {"first-by-place", "other-first-by-place", "difference-by-nation", "orders"} <= set(report.tables)
    files = dict(report.csv_files())
    assert files["first-by-place"].startswith(b"\xef\xbb\xbfplace,campaigns,first")
    raid = next(line for line in report.lines("orders") if line["order"] == "raid")
    assert raid["worth_per_gold"] is None
    with pytest.raises(ValueError, match="no campaign"):
        report_of("Nothing", asked, Done(StudyTally(), 0, stopped=True), asked=48)


def test_a_study_from_a_book_asks_for_neither_orders_nor_seed():
    book = book_from({**WAR, "rules": {"last_year": 4, "battles": "table"}})
    found = study_of(book, years=None, strategies={}, sim_seed="1")
    assert (found.years, found.last_year) == (4, 4)
    assert SEED not in repr(found)
    assert study_of(book_from(WAR), years=None, strategies={}, sim_seed="1").years == 10
    with pytest.raises(ValueError, match="a year at least"):
        study_of(book, years=0, strategies={}, sim_seed="1")
    assert run_study(found, 4, ThisProcess()).result.one.campaigns == 4


@pytest.mark.parametrize(
    ("typed", "changed"),
    [
        (["siege_target=4"], {"siege_target": 4}),
        (["siege_target = 4", "besieged_pays=no"], {"siege_target": 4, "besieged_pays": False}),
        (["mutual_invasion=border"], {"mutual_invasion": type(Rulebook().mutual_invasion)("border")}),
        (["sea_season=none"], {"sea_season": frozenset()}),
        (["last_year="], {"last_year": None}),
    ],
)
def test_rules_as_typed(typed, changed):
    assert read_rule_changes(Rulebook(), typed) == replace(Rulebook(), **changed)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("siege_target", "not a rule and its value"),
        ("siege_goal=4", "siege_target"),
        ("siege_target=four", "a whole number"),
        ("full_army=-1", "0 or more"),
        ("ap_per_pip=0", "1 or more"),
        ("mutual_invasion=perhaps", "nations or border"),
        ("besieged_pays=maybe", "yes or no"),
        ("sea_season=harvest", "seasons separated"),
        ("battles=table", "no difference"),
    ],
)
def test_rules_that_cannot_be_read_say_what_is_possible(typed, says):
    with pytest.raises(RuleChangeInvalid, match=says):
        read_rule_changes(Rulebook(), [typed])


def test_a_rule_given_twice_is_refused():
    with pytest.raises(RuleChangeInvalid, match="twice"):
        read_rule_changes(Rulebook(), ["siege_target=4", "siege_target=3"])

"""What must hold for every season that can be: of the thousands a generator makes, whichever hypothesis picks."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.model import events as happened
from adjudicator.model.campaign import Standing, State, World
from adjudicator.model.events import Event
from adjudicator.model.orders import SeasonOrders
from adjudicator.model.records import Publicity
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.view import Account
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.rules.sight import SIGHT, facts_of, see
from adjudicator.rules.state import WorkingState
from adjudicator.rules.view import GM, PUBLIC, ledgers_of, player
from tests.oracle.adapter import campaign_from
from tests.oracle.seasons import generate

seasons = st.integers(min_value=0, max_value=200_000)
many = settings(max_examples=200, deadline=None)

Campaign = tuple[World, State, SeasonOrders, Rulebook, str]


def resolved(number: int) -> tuple[Campaign, Resolution] | None:
    campaign = campaign_from(generate(number))
    outcome = resolve_season(*campaign)
    return (campaign, outcome) if isinstance(outcome, Resolution) else None


@given(seasons)
@many
def test_gold_comes_from_income_alone_and_goes_only_where_the_rules_spend_it(number: int) -> None:
    season = resolved(number)
    if season is None:
        return
    (_, before, *_), outcome = season
    received = sum(event.gold for event in outcome.events if isinstance(event, happened.IncomeReceived))
    returned = sum(event.gold for event in outcome.events if isinstance(event, happened.OrderReverted))
    paid = (happened.ArmyRebuilt, happened.OffensivePaid, happened.SiegeGoldPaid, happened.MonumentsBuilt)
    spent = sum(event.gold for event in outcome.events if isinstance(event, paid))
    start = sum(holding.gold for holding in before.holdings.values())
    assert sum(holding.gold for holding in outcome.state.holdings.values()) == start + received + returned - spent


@given(seasons)
@many
def test_army_points_come_from_rebuilding_alone(number: int) -> None:
    season = resolved(number)
    if season is None:
        return
    (_, before, _, rulebook, _), outcome = season
    rebuilt = {event.nation for event in outcome.events if isinstance(event, happened.ArmyRebuilt)}
    for nation, holding in outcome.state.holdings.items():
        assert 0 <= holding.army_ap <= max(before.holdings[nation].army_ap, rulebook.full_army)
        assert nation in rebuilt or holding.army_ap <= before.holdings[nation].army_ap


@given(seasons)
@many
def test_every_territory_has_one_owner_who_plays(number: int) -> None:
    season = resolved(number)
    if season is None:
        return
    (world, *_), outcome = season
    assert list(outcome.state.owners) == [territory.name for territory in world.territories]
    for owner in outcome.state.owners.values():
        assert owner is None or outcome.state.holdings[owner].standing is Standing.ACTIVE


@given(seasons)
@many
def test_an_army_stands_among_friends_or_besieges_alone(number: int) -> None:
    season = resolved(number)
    if season is None:
        return
    _, outcome = season
    besieged = []
    for nation, holding in outcome.state.holdings.items():
        if holding.besieges is not None:
            assert outcome.state.owners[holding.besieges] != nation
            assert holding.army_ap > 0
            besieged.append(holding.besieges)
        elif holding.army_at is not None:
            assert outcome.state.owners[holding.army_at] == nation
    assert len(besieged) == len(set(besieged))


@given(seasons)
@many
def test_the_same_season_twice_is_the_same(number: int) -> None:
    one, other = resolved(number), resolved(number)
    assert one is None or other is None or (one[1].events, one[1].state) == (other[1].events, other[1].state)


@given(seasons, st.randoms(use_true_random=False))
@many
def test_the_order_of_borders_and_orders_never_matters(number: int, rng: random.Random) -> None:
    case = generate(number)
    shuffled = {**case, "borders": rng.sample(case["borders"], len(case["borders"]))}
    for part in ("orders", "dice", "battles"):
        if part in case:
            names = list(case[part])
            shuffled[part] = {name: case[part][name] for name in rng.sample(names, len(names))}
    one, other = resolve_season(*campaign_from(case)), resolve_season(*campaign_from(shuffled))
    assert type(one) is type(other)
    if isinstance(one, Resolution) and isinstance(other, Resolution):
        assert (one.events, one.state) == (other.events, other.state)


@given(seasons)
@many
def test_the_next_state_is_the_last_one_with_its_events_applied(number: int) -> None:
    season = resolved(number)
    if season is None:
        return
    (_, before, *_), outcome = season
    working = WorkingState(before)
    for event in outcome.events:
        working.apply(event)
    after = outcome.state
    assert working.freeze(after.year, after.season, over=after.over) == after


@given(seasons)
@many
def test_ledgers_add_up_and_every_movement_is_seen_by_its_nation(number: int) -> None:
    season = resolved(number)
    if season is None:
        return
    (_, before, *_), outcome = season
    for nation, holding in outcome.state.holdings.items():
        ledgers = ledgers_of(nation, before.holdings[nation], outcome.events)
        closing = {Account.TREASURY: holding.gold, Account.ARMY: holding.army_ap, Account.GLORY: holding.vp}
        for account, ledger in ledgers.items():
            assert ledger.closing == closing[account]
            assert ledger.opening + sum(line.amount for line in ledger.lines) == ledger.closing
            for line in ledger.lines:
                assert see(line.sighting, outcome.events[line.sighting], player(nation), Publicity()) is not None


@given(seasons)
@many
def test_one_changed_order_leaves_every_other_roll_as_it_was(number: int) -> None:
    case = generate(number)
    if not case.get("orders") or case["season"] == "fall":
        return
    changed = {**case, "orders": {**case["orders"], next(iter(case["orders"])): "defend"}}
    one, other = resolve_season(*campaign_from(case)), resolve_season(*campaign_from(changed))
    if isinstance(one, Resolution) and isinstance(other, Resolution):
        dice, again = ({roll.key: roll.die for roll in outcome.rolls} for outcome in (one, other))
        assert all(again[key] == die for key, die in dice.items() if key in again)


@given(seasons)
@many
def test_nobody_sees_more_than_the_gm_and_the_public_sees_least(number: int) -> None:
    season = resolved(number)
    if season is None:
        return
    (world, *_), outcome = season
    nothing_public = Publicity()
    for position, event in enumerate(outcome.events):
        everything = see(position, event, GM, nothing_public)
        assert everything is not None
        public = see(position, event, PUBLIC, nothing_public)
        for nation in world.nation:
            own = see(position, event, player(nation), nothing_public)
            if own is None:
                assert public is None
                continue
            assert own.facts.items() <= everything.facts.items()
            assert public is None or public.facts.items() <= own.facts.items()
            assert all(roll.key.nation == nation for roll in own.rolls)
        assert public is None or not public.rolls


def all_events() -> list[type[Event]]:
    return [kind for kind in vars(happened).values() if isinstance(kind, type) and issubclass(kind, Event)][1:]


def test_every_kind_of_event_and_every_fact_has_its_line_in_the_table_of_sight() -> None:
    assert set(SIGHT) == set(all_events())
    for kind, sight in SIGHT.items():
        assert is_dataclass(kind)
        told = set(sight.public) | {fact for facts in sight.own.values() for fact in facts}
        there: set[str] = {item.name for item in fields(kind)} - {"clause", "roll", "rolls"}
        if "submitted" in there or "order" in there:
            there = (there - {"submitted"}) | {"order", "origin", "target"}
        assert told <= there, f"{kind.__name__} has no {told - there}"
        assert there <= told, f"nobody but the GM would see {there - told} of {kind.__name__}"


def test_every_event_says_which_clause_it_carries_out() -> None:
    seen: set[type[Event]] = set()
    for number in range(1500):
        season = resolved(number)
        for event in season[1].events if season is not None else ():
            assert event.clause and all(part.isdigit() for part in event.clause.split("."))
            assert facts_of(event)
            seen.add(type(event))
    rare: set[Any] = set(all_events()) - seen
    assert not rare, f"the generator never brings about {rare}"

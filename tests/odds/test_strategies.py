"""The imagined players: lawful, repeatable, and no wiser than a player may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from adjudicator.model.campaign import Season, State, World
from adjudicator.model.events import MonumentsBuilt, OrderRefused, RebuildRefused, SiegeGoldRefused
from adjudicator.model.orders import MonumentsOrder, OrderKind, SeasonOrders
from adjudicator.model.records import Publicity
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.question import SeasonQuestion, resolve_diced
from adjudicator.odds.seeds import dice_seed, lots_of
from adjudicator.odds.situation import Situation, StrategyName, situations
from adjudicator.odds.strategies import STRATEGIES
from adjudicator.rules.season import Resolution
from tests.odds.campaigns import ring

SECRET = Publicity()
RULES = Rulebook()
OPEN = Publicity(treasuries=True, armies=True, orders=True)


def known(
    world: World, state: State, publicity: Publicity = SECRET, rulebook: Rulebook = RULES, run: int = 0
) -> dict[str, Situation]:
    found = situations(world, state, rulebook, publicity, lots_of("test", run), last_season=False)
    return {each.nation: each for each in found}


def seasons_of(
    strategy: StrategyName, run: int, publicity: Publicity, rulebook: Rulebook = RULES
) -> Iterator[tuple[State, SeasonOrders, Resolution]]:
    """Six years in which everybody plays alike."""
    world, state = ring()
    for _ in range(24):
        ready = known(world, state, publicity, rulebook, run)
        if state.season is Season.FALL:
            monuments = {
                nation: MonumentsOrder(nation, STRATEGIES[strategy].monuments(each)) for nation, each in ready.items()
            }
            orders = SeasonOrders({}, monuments, {}, {})
        else:
            orders = SeasonOrders({n: STRATEGIES[strategy].season(each) for n, each in ready.items()}, {}, {}, {})
        outcome = resolve_diced(SeasonQuestion(world, state, orders, rulebook), dice_seed("test", run))
        yield state, orders, outcome
        state = outcome.state


@pytest.mark.parametrize("publicity", [Publicity(), OPEN], ids=["secret", "open"])
@pytest.mark.parametrize("strategy", StrategyName)
def test_no_order_is_ever_refused(strategy, publicity):
    """Not the order, not the rebuild, not the siege gold, and no monument is lowered."""
    for run in range(4):
        for _, _, outcome in seasons_of(strategy, run, publicity):
            for event in outcome.events:
                assert not isinstance(event, OrderRefused | RebuildRefused | SiegeGoldRefused), event
                assert not isinstance(event, MonumentsBuilt) or event.gold == event.asked


@pytest.mark.parametrize(
    "changed",
    [
        {"offensive_cost": 3, "siege_gold_cost": 2, "rebuild_cost": 0},
        {"full_army": 0},
        {"offensive_cost": 0, "siege_gold_cost": 0},
        {"gold_per_vp": 3, "income_gold": 0},
    ],
)
def test_other_rulebooks_make_no_order_unlawful(changed):
    rulebook = replace(Rulebook(), **changed)
    for strategy in StrategyName:
        for _, _, outcome in seasons_of(strategy, 1, Publicity(), rulebook):
            assert not any(
                isinstance(event, OrderRefused | RebuildRefused | SiegeGoldRefused) for event in outcome.events
            )


@pytest.mark.parametrize("strategy", StrategyName)
def test_each_does_what_it_is_named_for(strategy):
    kinds: Counter[OrderKind | None] = Counter()
    for run in range(3):
        for _, orders, _ in seasons_of(strategy, run, Publicity()):
            kinds.update(order.kind for order in orders.orders.values())
    mostly = kinds.most_common(1)[0][0]
    match strategy:
        case StrategyName.CAUTIOUS:
            assert mostly is OrderKind.DEFEND
            assert kinds[OrderKind.RAID] == 0
        case StrategyName.RAIDER:
            assert mostly is OrderKind.RAID
        case StrategyName.BESIEGER:
            assert kinds[OrderKind.OFFENSIVE] + kinds[OrderKind.SIEGE] > kinds.total() / 2
        case StrategyName.OPPORTUNIST:
            assert min(kinds[OrderKind.OFFENSIVE], kinds[OrderKind.DEFEND], kinds[OrderKind.RAID]) > 0
        case StrategyName.RANDOM:
            assert set(kinds) == set(OrderKind)


@pytest.mark.parametrize("strategy", StrategyName)
def test_what_a_player_may_not_know_does_not_change_his_order(strategy):
    """Others' gold and armies are hidden; with the campaign's permission they are seen."""
    world, start = ring()
    differs = False
    for run in range(30):
        state = replace(start, season=Season.SPRING)
        hidden = replace(
            state,
            holdings={
                nation: holding if nation == "Rome" else replace(holding, gold=line // 2, army_ap=25)
                for line, (nation, holding) in enumerate(state.holdings.items())
            },
        )
        one, other = known(world, state, run=run)["Rome"], known(world, hidden, run=run)["Rome"]
        assert STRATEGIES[strategy].season(one) == STRATEGIES[strategy].season(other)
        seen, open_too = known(world, state, OPEN, run=run)["Rome"], known(world, hidden, OPEN, run=run)["Rome"]
        differs |= STRATEGIES[strategy].season(seen) != STRATEGIES[strategy].season(open_too)
    assert differs or strategy in (StrategyName.CAUTIOUS, StrategyName.BESIEGER, StrategyName.RANDOM)


@pytest.mark.parametrize("strategy", StrategyName)
def test_the_same_knowledge_gives_the_same_order(strategy):
    world, state = ring()
    assert STRATEGIES[strategy].season(known(world, state)["Gaul"]) == STRATEGIES[strategy].season(
        known(world, state)["Gaul"]
    )


def test_a_random_player_gives_every_lawful_order_alike():
    world, state = ring()
    moves = known(world, state)["Rome"].moves
    lawful = 1 + len(moves) + sum(1 for move in moves if move.owner is not None)
    drawn: Counter[tuple[OrderKind | None, str | None, str | None]] = Counter()
    runs = 150 * lawful
    for run in range(runs):
        order = STRATEGIES[StrategyName.RANDOM].season(known(world, state, run=run)["Rome"])
        drawn[order.kind, order.origin, order.target] += 1
    assert len(drawn) == lawful
    chi_square = sum((count - 150) ** 2 / 150 for count in drawn.values())
    assert chi_square < (lawful - 1) + 4 * (2 * (lawful - 1)) ** 0.5


def test_everything_is_spent_when_the_campaign_ends():
    world, start = ring()
    state = replace(start, season=Season.FALL)
    for strategy in STRATEGIES.values():
        last = next(situations(world, state, Rulebook(), Publicity(), lots_of("x", 0), last_season=True))
        assert strategy.monuments(last) == 6  # 3 gold, and 3 for three cities, at 2 a piece
        earlier = replace(last, last_season=False)
        assert strategy.monuments(earlier) == max(0, 6 - strategy.reserve) // 2 * 2


def test_what_is_seen_of_sieges():
    world, start = ring()
    holdings = {
        **start.holdings,
        "Gaul": replace(start.holdings["Gaul"], army_at="Rome 2", siege_seasons=1, came_from="Gaul 0"),
    }
    ready = known(world, replace(start, holdings=holdings))
    assert ready["Rome"].besieged
    assert not ready["Epirus"].besieged
    assert ready["Veii"].away == {"Gaul"}
    assert STRATEGIES[StrategyName.OPPORTUNIST].season(ready["Rome"]).kind is OrderKind.DEFEND
    assert STRATEGIES[StrategyName.BESIEGER].season(ready["Gaul"]).kind is OrderKind.SIEGE

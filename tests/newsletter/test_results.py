"""The `Result` column: in one or two sentences, what an order was taken for and what came of it."""

from __future__ import annotations

import pytest

from adjudicator.model import events as happened
from adjudicator.model.campaign import Season
from adjudicator.model.dice import RollKind
from adjudicator.model.events import Basis, ConquestBy, Event, RaidBlock, Refusal
from adjudicator.model.orders import (
    Defend,
    KeepSiege,
    MonumentsOrder,
    Offensive,
    Order,
    OrderKind,
    Raid,
    SubmittedOrder,
)
from adjudicator.model.records import Publicity
from adjudicator.model.view import Readership, Viewer
from adjudicator.newsletter.phrases import Occasion, Phrasebook
from adjudicator.newsletter.results import NoOrderSightingError, describe_order, result_sentence
from adjudicator.rules.sight import sightings
from tests.newsletter.occurrences import ETRURIA, GAULS, ROME, SAMNITES, rolled

SPRING = Occasion(1071, Season.SPRING)
FALL = Occasion(1071, Season.FALL)
BOOK = Phrasebook()


def result(nation: str, *events: Event, occasion: Occasion = SPRING) -> str:
    seen = sightings(events, Viewer(Readership.NATION, nation), Publicity())
    return result_sentence(BOOK, nation, seen, occasion)


def siege(die: int, seasons: int) -> Event:
    roll = rolled(RollKind.SIEGE, ROME, "Veii", die, seasons=seasons - 1, needed=5)
    return happened.SiegeFailed(
        nation=ROME, origin="Roma", territory="Veii", owner=ETRURIA, seasons=seasons, ap=25, roll=roll
    )


MARCH = happened.InvasionMarched(
    nation=ROME, origin="Roma", target="Veii", owner=ETRURIA, terrains=frozenset(), hard=frozenset(), ap=0
)
BATTLE = happened.BattleFought(
    territory="Veii",
    attacker=ROME,
    defender=ETRURIA,
    winner=ROME,
    relief=False,
    attacker_ap=375,
    defender_ap=300,
    attacker_loss=25,
    defender_loss=50,
    vp=3,
    decided_by=happened.BattleDecision.DICE,
    rolls=(
        rolled(RollKind.BATTLE, ROME, "Veii", 3, army=5),
        rolled(RollKind.BATTLE, ETRURIA, "Veii", 2, army=4),
    ),
)
OFFENSIVE = happened.OrderAccepted(ROME, Offensive("Roma", "Veii"), Basis.ORDERED)


def test_an_offensive_that_becomes_a_siege() -> None:
    assert result(ROME, OFFENSIVE, MARCH, siege(4, seasons=1)) == (
        "Offensive from Roma to Veii: siege failed (die 4, needed 5), −25 AP; the siege stands, one season."
    )


def test_a_siege_kept() -> None:
    ordered = happened.OrderAccepted(ROME, KeepSiege("Veii"), Basis.ORDERED)
    assert result(ROME, ordered, siege(3, seasons=2)) == (
        "Siege of Veii: siege failed (die 3 + 1 = 4, needed 5), −25 AP; the siege stands, two seasons."
    )


def test_an_offensive_won_in_battle_tells_only_the_own_die() -> None:
    taken = happened.TerritoryConquered(ROME, "Veii", ETRURIA, ConquestBy.BATTLE, clause="6.3")
    assert result(ROME, OFFENSIVE, MARCH, BATTLE, taken) == (
        "Offensive from Roma to Veii: battle at Veii won against Etruria (die 3 + 5 = 8), −25 AP, +3 VP; Veii taken."
    )
    defends = happened.OrderAccepted(ETRURIA, Defend(), Basis.ORDERED)
    assert result(ETRURIA, defends, MARCH, BATTLE, taken) == (
        "Defend: battle at Veii lost to Rome (die 2 + 4 = 6), −50 AP; Veii lost to Rome."
    )


def test_a_refused_order_says_why_and_under_which_clause() -> None:
    refused = happened.OrderRefused(
        ROME, SubmittedOrder(ROME, OrderKind.OFFENSIVE, "Roma", "Caere"), Refusal.NOT_ADJACENT
    )
    assert result(ROME, refused) == "Read as Defend: Roma and Caere are not adjacent (2.2)."
    blocked = happened.RaidBlocked(GAULS, "Mediolanum", "Roma", ROME, RaidBlock.DEFENDER, clause="7.2")
    assert result(ROME, refused, blocked) == (
        "Read as Defend: Roma and Caere are not adjacent (2.2). The Gauls’ raid on Roma blocked."
    )


def test_no_order_is_defend_or_the_siege_kept() -> None:
    silent = happened.OrderAccepted(ROME, Defend(), Basis.SILENT, clause="2.3")
    assert result(ROME, silent) == "No order: Defend (2.3)."
    keeping = happened.OrderAccepted(ROME, KeepSiege("Veii"), Basis.SILENT, clause="2.3")
    assert result(ROME, keeping, siege(1, seasons=2)) == (
        "No order: siege of Veii kept (2.3). "
        "Siege failed (die 1 + 1 = 2, needed 5), −25 AP; the siege stands, two seasons."
    )


def test_a_quiet_defence_and_what_was_dropped_from_it() -> None:
    ordered = happened.OrderAccepted(ROME, Defend(), Basis.ORDERED)
    assert result(ROME, ordered) == "Defend: no enemy came."
    assert result(ROME, ordered, happened.RebuildRefused(ROME, Refusal.FULL_STRENGTH)) == (
        "Defend: no rebuild: the army was at full strength already (3.1)."
    )


def test_raids_from_both_sides() -> None:
    ordered = happened.OrderAccepted(GAULS, Raid("Mediolanum", "Caere"), Basis.ORDERED)
    defends = happened.OrderAccepted(ETRURIA, Defend(), Basis.ORDERED)
    took = happened.RaidSucceeded(
        GAULS, "Mediolanum", "Caere", ETRURIA, 1, rolled(RollKind.RAID, GAULS, "Caere", 3, needed=3)
    )
    assert result(GAULS, ordered, took) == "Raid from Mediolanum on Caere: raid took 1 gold (die 3, needed 3)."
    assert result(ETRURIA, defends, took) == "Defend: the Gauls raided Caere: −1 gold."


def test_a_reverted_offensive_comes_with_its_gold() -> None:
    ordered = happened.OrderAccepted(SAMNITES, Offensive("Bovianum", "Roma"), Basis.ORDERED)
    won = happened.InitiativeWon(
        winner=ROME,
        loser=SAMNITES,
        rolls=(
            rolled(RollKind.INITIATIVE, ROME, SAMNITES, 5, ag=1),
            rolled(RollKind.INITIATIVE, SAMNITES, ROME, 1, ag=2),
        ),
    )
    reverted = happened.OrderReverted(nation=SAMNITES, enemy=ROME, order=Offensive("Bovianum", "Roma"), gold=1)
    assert result(SAMNITES, ordered, won, reverted) == (
        "Offensive from Bovianum to Roma: initiative lost to Rome (die 1 + 2 = 3); "
        "reverted to Defend (4.2), 1 gold returned."
    )


def test_an_eliminated_nation_is_told_so_and_nothing_else() -> None:
    assert result(GAULS, happened.OrderIgnored(GAULS)) == "Order ignored: eliminated (1.5)."


def test_fall_tells_income_and_monuments_as_bought() -> None:
    income = happened.IncomeReceived(nation=ROME, owned=3, controlled=2, gold=2, vp=6)
    monuments = happened.MonumentsBuilt(nation=ROME, asked=5, gold=4, vp=2)
    assert result(ROME, income, monuments, occasion=FALL) == (
        "Income 2 gold and 6 VP for three territories, one of them besieged and paying no gold. "
        "Monuments 4 gold for 2 VP (5 gold ordered, lowered to what could be bought, 9.3)."
    )
    assert result(GAULS, occasion=FALL) == "No income and no monuments."


def test_sightings_without_the_order_are_an_error() -> None:
    with pytest.raises(NoOrderSightingError, match="Gauls"):
        result(GAULS, OFFENSIVE, MARCH)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (SubmittedOrder(ROME), "no order"),
        (SubmittedOrder(ROME, rebuild=True), "no order with rebuild"),
        (SubmittedOrder(ROME, OrderKind.DEFEND, intercept=("Veii", "none")), "Defend; intercept Veii; none"),
        (
            SubmittedOrder(ROME, OrderKind.OFFENSIVE, "Roma", "Veii", rebuild=True, siege_gold=True),
            "Offensive from Roma to Veii with rebuild and siege gold",
        ),
        (SubmittedOrder(ROME, OrderKind.RAID, None, "Veii"), "Raid on Veii"),
        (Offensive("Roma", "Veii"), "Offensive from Roma to Veii"),
        (KeepSiege("Veii"), "Siege of Veii"),
        (Raid("Roma", "Veii"), "Raid from Roma on Veii"),
        (Defend(), "Defend"),
        (MonumentsOrder(ROME, 4), "Monuments for 4 gold"),
        (MonumentsOrder(ROME), "No monuments"),
    ],
)
def test_an_order_in_words(order: SubmittedOrder | MonumentsOrder | Order, words: str) -> None:
    assert describe_order(BOOK, order) == words

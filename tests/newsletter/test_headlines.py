"""The news as a chronicler tells it: what belongs together in one story, the weightiest first, no phrase worn out.

Besides a few seasons made by hand, random ones go through the real rules: whatever they bring about must be told whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from adjudicator.model import events as happened
from adjudicator.model.campaign import Season, Standing
from adjudicator.model.dice import RollKind
from adjudicator.model.events import BattleDecision, ConquestBy, Event, RaidBlock, WithdrawalCause
from adjudicator.model.records import Publicity
from adjudicator.model.view import NationCard, Readership, Viewer
from adjudicator.newsletter.edition import Story
from adjudicator.newsletter.kinds import SightingKind
from adjudicator.newsletter.phrases import Occasion, Phrasebook
from adjudicator.newsletter.results import result_sentence
from adjudicator.newsletter.stories import Chronicler
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.rules.sight import sightings
from tests.newsletter.occurrences import ETRURIA, GAULS, ROME, SAMNITES, rolled
from tests.oracle.adapter import campaign_from
from tests.oracle.seasons import generate

BOOK = Phrasebook()
SPRING = Occasion(1071, Season.SPRING)
PUBLIC = Viewer(Readership.PUBLIC)
CARDS = tuple(
    NationCard(name, "", "", capital, 1, Standing.ACTIVE)
    for name, capital in {ROME: "Roma", ETRURIA: "Veii", SAMNITES: "Bovianum", GAULS: "Mediolanum"}.items()
)


def stories(*events: Event, in_full: int = 9) -> tuple[Story, ...]:
    return Chronicler(BOOK, CARDS).stories(sightings(events, PUBLIC, Publicity()), SPRING, in_full)


def march(nation: str, origin: str, target: str, owner: str | None) -> Event:
    return happened.InvasionMarched(
        nation=nation, origin=origin, target=target, owner=owner, terrains=frozenset(), hard=frozenset(), ap=0
    )


def battle(territory: str, attacker: str, defender: str, winner: str | None) -> Event:
    return happened.BattleFought(
        territory,
        attacker,
        defender,
        winner,
        False,
        375,
        300,
        25,
        50,
        3,
        BattleDecision.DICE,
    )


def siege_failed(nation: str, territory: str, owner: str | None, seasons: int) -> Event:
    roll = rolled(RollKind.SIEGE, nation, territory, 1, needed=5)
    return happened.SiegeFailed(
        nation=nation, origin=None, territory=territory, owner=owner, seasons=seasons, ap=25, roll=roll
    )


def test_battle_conquest_and_withdrawal_of_one_city_are_one_story() -> None:
    (story,) = stories(
        march(ROME, "Roma", "Caere", ETRURIA),
        happened.EnemyIntercepted(ETRURIA, ROME, "Caere", besieger=False, entry=None),
        battle("Caere", ROME, ETRURIA, ROME),
        happened.TerritoryConquered(ROME, "Caere", ETRURIA, ConquestBy.BATTLE),
        happened.ArmyWithdrew(ETRURIA, "Caere", "Veii", WithdrawalCause.BEATEN_DEFENDER, 0),
    )
    assert "Caere" in story.headline
    assert story.place == "Caere"
    assert story.text.count(".") >= 4


def test_a_capital_s_fall_comes_before_another_conquest_and_any_battle_before_a_siege() -> None:
    told = stories(
        siege_failed(SAMNITES, "Capua", None, seasons=1),
        happened.RaidBlocked(GAULS, "Mediolanum", "Roma", ROME, RaidBlock.DEFENDER),
        battle("Caere", GAULS, ETRURIA, None),
        happened.TerritoryConquered(SAMNITES, "Ostia", ROME, ConquestBy.SIEGE),
        happened.TerritoryConquered(ROME, "Veii", ETRURIA, ConquestBy.SIEGE),
        happened.NationEliminated(nation=GAULS, ap=0),
    )
    assert [story.place for story in told] == ["Veii", None, "Ostia", "Caere", "Capua", "Roma"]
    assert [story.weight for story in told] == sorted((story.weight for story in told), reverse=True)


def test_a_nation_s_end_is_told_where_its_last_city_fell() -> None:
    told = stories(
        happened.TerritoryConquered(ROME, "Veii", ETRURIA, ConquestBy.SIEGE),
        happened.NationEliminated(nation=ETRURIA, ap=50),
    )
    assert len(told) == 1
    assert ETRURIA in told[0].headline


def test_the_dead_of_no_battle_have_a_story_of_their_own() -> None:
    (story,) = stories(happened.NationEliminated(nation=GAULS, ap=50))
    assert GAULS in story.headline
    assert "50" not in story.text


def test_many_stories_of_a_kind_are_told_in_different_words() -> None:
    told = stories(*(siege_failed(ROME, f"Town {letter}", None, 1) for letter in "ABCDEFGH"), in_full=8)
    headlines = [re.sub(r"Town \w", "T", story.headline) for story in told]
    texts = [re.sub(r"Town \w", "T", story.text) for story in told]
    assert max(Counter(headlines).values()) == 2
    assert max(Counter(texts).values()) == 2


def test_the_rest_is_told_in_one_sentence_each() -> None:
    told = stories(*(siege_failed(ROME, f"Town {letter}", None, 1) for letter in "ABCDE"), in_full=2)
    assert [bool(story.headline) for story in told] == [True, True, False, False, False]
    assert all(story.text.startswith("Rome’s siege of") for story in told[2:])


def test_a_season_without_news_has_no_story() -> None:
    ended = happened.SeasonEnded(year=1071, season=Season.SPRING, next_year=1071, next_season=Season.SUMMER)
    assert stories(ended) == ()


# --- random seasons through the real rules -----------------------------------------------------------------------


@cache
def resolved(number: int) -> tuple[Occasion, tuple[NationCard, ...], tuple[Event, ...]] | None:
    world, state, orders, rulebook, seed = campaign_from(generate(number))  # type: ignore[no-untyped-call]
    outcome = resolve_season(world, state, orders, rulebook, seed)
    if not isinstance(outcome, Resolution):
        return None
    cards = tuple(
        NationCard(nation.name, "", "", nation.capital, nation.ag, outcome.state.holdings[nation.name].standing)
        for nation in world.nations
    )
    return Occasion(state.year, state.season), cards, outcome.events


def faults(text: str, names: list[str]) -> list[str]:
    """What no reader should meet, once the names (which may hold anything) are taken out of a text."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "X")
    marks = ("None", "Undefined", "  ", "\n", "{", "}", "()", "( ", " )", "..", ",,", ";;", "'", " .", " ,", " ;", " :")
    return [mark for mark in marks if mark in text] + re.findall(r"\b(?:1|one) (?:seasons|territories)\b|s’s\b", text)


def readers(cards: tuple[NationCard, ...]) -> Iterator[Viewer]:
    yield PUBLIC
    yield Viewer(Readership.GM)
    for card in cards:
        yield Viewer(Readership.NATION, card.name)


@pytest.mark.parametrize("number", range(60))
def test_whatever_the_rules_bring_about_is_told_whole(number: int) -> None:
    season = resolved(number)
    if season is None:
        pytest.skip("this season waits for the table")
    occasion, cards, events = season
    territories = {
        name for event in events for name in re.findall(r"(?:territory|target|origin|to)='(.*?)'", repr(event))
    }
    names = [*(card.name for card in cards), *territories]
    for reader in readers(cards):
        seen = sightings(events, reader, Publicity())
        for sighting in seen:
            sentence = BOOK.sentence(sighting, occasion)
            assert sentence.endswith(".") and faults(sentence, names) == [], sentence
        told = Chronicler(BOOK, cards).stories(seen, occasion, 9)
        for story in told:
            assert faults(f"{story.headline} {story.text}".strip(), names) == [], story
        assert told == Chronicler(BOOK, cards).stories(seen, occasion, 9), "told twice, told the same"
    for card in cards:
        for reader in (Viewer(Readership.NATION, card.name), Viewer(Readership.GM)):
            seen = sightings(events, reader, Publicity())
            if any(card.name in sighting.concerns for sighting in seen):
                result = result_sentence(BOOK, card.name, seen, occasion)
                assert result.endswith(".") and faults(result, names) == [], result


def test_every_kind_of_news_has_come_up() -> None:
    """The random seasons are worth reading: nearly all that can happen has happened in them."""
    seen = {
        SightingKind(sighting.kind)
        for number in range(150)
        if (season := resolved(number)) is not None
        for sighting in sightings(season[2], Viewer(Readership.GM), Publicity())
    }
    assert set(SightingKind) - seen <= {SightingKind.CAMPAIGN_ENDED, SightingKind.INTERCEPTION_DECLINED}

"""Every kind of event can be told to every reader: complete, in whole words, with and without the secrets."""

from __future__ import annotations

import itertools
import os
import re
from dataclasses import replace
from enum import Enum
from pathlib import Path

import pytest

from adjudicator.model import events as happened
from adjudicator.model.campaign import Season
from adjudicator.model.events import Event
from adjudicator.model.records import Publicity
from adjudicator.model.view import Readership, Sighting, Viewer
from adjudicator.newsletter.kinds import SightingKind
from adjudicator.newsletter.phrases import Occasion, Phrasebook, PhraseError, Rotation
from adjudicator.rules.sight import KIND, see, sightings
from tests.newsletter.occurrences import GAULS, OCCURRENCES, ROME

GOLDEN = Path(__file__).parent / "golden" / "phrases.txt"
SUMMER = Occasion(1071, Season.SUMMER)
FALL = Occasion(1071, Season.FALL)
NATIONS = ("Rome", "Etruria", "Samnites", "Gauls")
VIEWERS = (Viewer(Readership.PUBLIC), Viewer(Readership.GM), *(Viewer(Readership.NATION, name) for name in NATIONS))
PUBLICITIES = tuple(Publicity(*flags) for flags in itertools.product((False, True), repeat=3))
SILENT_KINDS = {  # an administrative matter is told on the private page, and is no story for the gazette
    SightingKind.ORDER_ACCEPTED, SightingKind.ORDER_REFUSED, SightingKind.ORDER_IGNORED, SightingKind.REBUILD_REFUSED,
    SightingKind.OFFENSIVE_PAID, SightingKind.SIEGE_GOLD_PAID, SightingKind.SIEGE_GOLD_REFUSED,
    SightingKind.ORDER_REVERTED, SightingKind.INCOME_RECEIVED, SightingKind.SEASON_ENDED,
}  # fmt: skip


@pytest.fixture(scope="module")
def phrasebook() -> Phrasebook:
    return Phrasebook()


def faults(text: str) -> list[str]:
    """What no reader should meet in a text."""
    marks = (
        "None",
        "Undefined",
        "True",
        "False",
        "  ",
        "\n",
        "{",
        "}",
        "[",
        "]",
        "()",
        "( ",
        " )",
        "..",
        ",,",
        ";;",
        "'",
    )
    found = [mark for mark in (*marks, " .", " ,", " ;", " :") if mark in text]
    return found + re.findall(r"\b(?:1|one) (?:seasons|territories)\b|s’s\b|\ba [aeiou]\w+", text)


def run_together(text: str, sighting: Sighting) -> list[str]:
    """Names and places of the sighting that stand in the text without a space beside them."""
    values = [each for fact in sighting.facts.values() for each in (fact if isinstance(fact, tuple) else (fact,))]
    names = [name for name in values if isinstance(name, str) and name[:1].isupper()]
    return [name for name in names if re.search(rf"\w{re.escape(name)}|{re.escape(name)}\w", text)]


def all_sightings() -> list[tuple[str, Sighting]]:
    """Every occurrence as every reader may see it under every permission, each distinct set of facts once."""
    found: dict[tuple[str, tuple[str, ...], int], tuple[str, Sighting]] = {}
    for label, event in OCCURRENCES:
        for viewer, publicity in itertools.product(VIEWERS, PUBLICITIES):
            sighting = see(0, event, viewer, publicity)
            if sighting is not None:
                found.setdefault((label, tuple(sorted(sighting.facts)), len(sighting.rolls)), (label, sighting))
    return list(found.values())


EVERYTHING = all_sightings()
IDS = [f"{label} ({len(sighting.facts)} facts, {len(sighting.rolls)} dice)" for label, sighting in EVERYTHING]


def told(phrasebook: Phrasebook, sighting: Sighting, family: str, capital_of: str | None = None) -> list[str]:
    """Every variant of a family that this sighting may get."""
    tell = phrasebook.story if family == "story" else phrasebook.headline
    rotation, texts = Rotation(), []
    while (text := tell(sighting, SUMMER, rotation, {"capital_of": capital_of})) not in texts:
        texts.append(text)
    return texts


def test_there_is_a_kind_for_every_event_of_the_rules() -> None:
    assert {kind.value for kind in SightingKind} == set(KIND.values())


def test_the_occurrences_are_complete() -> None:
    events = [event for _, event in OCCURRENCES]
    assert {type(event) for event in events} == set(KIND)
    for words, kind in {
        happened.Refusal: happened.OrderRefused,
        happened.Basis: happened.OrderAccepted,
        happened.TurnedBackBy: happened.ArmyTurnedBack,
        happened.WithdrawalCause: happened.ArmyWithdrew,
        happened.ConquestBy: happened.TerritoryConquered,
        happened.RaidBlock: happened.RaidBlocked,
        happened.BattleDecision: happened.BattleFought,
    }.items():
        used = {value for event in events if isinstance(event, kind) for value in fields_of(event, words)}
        assert used == set(words), words


def fields_of(event: Event, words: type[Enum]) -> list[Enum]:
    values = [getattr(event, name) for name in event.__dataclass_fields__]
    return [value for value in values if isinstance(value, words)]


@pytest.mark.parametrize(("label", "sighting"), EVERYTHING, ids=IDS)
def test_every_reader_gets_a_complete_sentence(phrasebook: Phrasebook, label: str, sighting: Sighting) -> None:
    sentence = phrasebook.sentence(sighting, SUMMER)
    assert faults(sentence) == []
    assert run_together(sentence, sighting) == []
    assert sentence.endswith(".")
    assert sentence[0].isupper()
    assert all(name in sentence for name in sighting.concerns if name == sighting.facts.get("nation"))


@pytest.mark.parametrize(("label", "event"), OCCURRENCES, ids=[label for label, _ in OCCURRENCES])
def test_the_few_words_for_the_order_sheet_can_stand_in_a_row(phrasebook: Phrasebook, label: str, event: Event) -> None:
    for nation in NATIONS:
        sighting = see(0, event, Viewer(Readership.NATION, nation), Publicity())
        if sighting is not None:
            result = phrasebook.result(sighting, SUMMER, nation)
            assert faults(result) == []
            assert run_together(result, sighting) == []
            assert not result.endswith((".", ",", ";", ":"))


@pytest.mark.parametrize(("label", "sighting"), EVERYTHING, ids=IDS)
def test_every_story_and_headline_reads_well(phrasebook: Phrasebook, label: str, sighting: Sighting) -> None:
    if SightingKind(sighting.kind) in SILENT_KINDS:
        assert not phrasebook.variants(sighting.kind, "story_1")
        return
    if "nation" not in sighting.facts and "attacker" not in sighting.facts and "winner" not in sighting.facts:
        return
    capitals = (None, *sighting.concerns) if sighting.kind == "territory_conquered" else (None,)
    for capital_of in capitals:
        for story in told(phrasebook, sighting, "story", capital_of):
            assert faults(story) == []
            assert run_together(story, sighting) == []
            assert story.endswith(".")
            assert story[0].isupper()
        for headline in told(phrasebook, sighting, "headline", capital_of):
            assert faults(headline) == []
            assert run_together(headline, sighting) == []
            assert headline[-1].isalnum()
            assert headline[0].isupper()
            assert len(headline) <= 70


@pytest.mark.parametrize(("label", "sighting"), EVERYTHING, ids=IDS)
def test_stories_and_headlines_tell_no_numbers_of_army_treasury_or_dice(
    phrasebook: Phrasebook, label: str, sighting: Sighting
) -> None:
    """The gazette is the same for all: only sentences may hold what one reader alone may know."""
    if SightingKind(sighting.kind) in SILENT_KINDS or "ranking" in sighting.facts:
        return
    for family in ("story", "headline"):
        for text in told(phrasebook, sighting, family):
            assert re.findall(r"\d+", text) in ([], ["13"], ["13", "13"])  # the thirteenth season of a siege


def test_numbers_names_and_dice_stand_in_the_sentence_of_those_who_may_know(phrasebook: Phrasebook) -> None:
    event = dict(OCCURRENCES)["a siege kept"]
    own = see(0, event, Viewer(Readership.NATION, ROME), Publicity())
    everyone = see(0, event, Viewer(Readership.PUBLIC), Publicity())
    assert own is not None and everyone is not None
    assert phrasebook.sentence(own, SUMMER) == (
        "Rome’s siege of Veii failed (die 3 + 1 for seasons = 4, needed 5), at a loss of 25 AP; "
        "it has lasted two seasons."
    )
    assert phrasebook.sentence(everyone, SUMMER) == "Rome’s siege of Veii failed; it has lasted two seasons."


@pytest.mark.parametrize("name", ["<b>Rome</b>", "Fish & Chips", 'Quo"te', "{{ 7 * 7 }}", "O’Neill", "東京", "None"])
def test_names_are_taken_as_they_are(phrasebook: Phrasebook, name: str) -> None:
    for label, event in OCCURRENCES:
        sighting = see(0, event, Viewer(Readership.GM), Publicity())
        assert sighting is not None
        if "nation" in sighting.facts:
            renamed = replace(sighting, facts={**sighting.facts, "nation": name})
            assert name in phrasebook.sentence(renamed, SUMMER), label


def test_possessives(phrasebook: Phrasebook) -> None:
    rebuilt = see(0, dict(OCCURRENCES)["rebuilt"], Viewer(Readership.PUBLIC), Publicity(treasuries=True))
    assert rebuilt is not None
    for name, possessive in {
        "Rome": "Rome’s",
        "Seljuks": "The Seljuks’",
        "ATHENS": "ATHENS’",
        "Essex": "Essex’s",
    }.items():
        renamed = replace(rebuilt, facts={**rebuilt.facts, "nation": name})
        assert phrasebook.sentence(renamed, SUMMER) == f"{possessive} army was rebuilt to full strength, for 1 gold."


@pytest.mark.parametrize("name", ["Seljuks", "The Seljuks", "Kingdom of Sicily", "Golden Horde", "Genoese", "Norsemen"])
def test_peoples_and_realms_have_their_article(phrasebook: Phrasebook, name: str) -> None:
    bare = name.removeprefix("The ")
    defended = see(0, dict(OCCURRENCES)["a battle won by the defender"], Viewer(Readership.PUBLIC), Publicity())
    assert defended is not None
    renamed = replace(defended, facts={**defended.facts, "attacker": name, "defender": "Rome", "winner": "Rome"})
    assert f" the {bare}’" in phrasebook.sentence(renamed, SUMMER)
    winning = replace(defended, facts={**defended.facts, "attacker": "Rome", "defender": name, "winner": name})
    assert phrasebook.sentence(winning, SUMMER).startswith(f"The {bare}’")
    assert phrasebook.headline(winning, SUMMER, Rotation())[0].isupper()


@pytest.mark.parametrize("name", ["Rome", "Athens", "Orleans", "Epirus", "Thebes", "Naples", "Rûm", "Nation7", "None"])
def test_cities_and_lands_have_none(phrasebook: Phrasebook, name: str) -> None:
    rebuilt = see(0, dict(OCCURRENCES)["rebuilt"], Viewer(Readership.GM), Publicity())
    assert rebuilt is not None
    renamed = replace(rebuilt, facts={**rebuilt.facts, "nation": name})
    assert phrasebook.sentence(renamed, SUMMER).startswith(name)


def test_a_gm_sets_an_article_right(tmp_path: Path) -> None:
    (tmp_path / "phrases").mkdir()
    own = '{% macro nation_name(name) %}{{ "the " if name == "Rûm" else "" }}{{ name }}{% endmacro %}'
    (tmp_path / "phrases" / "words.txt").write_text(own, "utf-8")
    rebuilt = see(0, dict(OCCURRENCES)["rebuilt"], Viewer(Readership.GM), Publicity())
    assert rebuilt is not None
    renamed = replace(rebuilt, facts={**rebuilt.facts, "nation": "Rûm"})
    assert Phrasebook(tmp_path).sentence(renamed, SUMMER).startswith("The Rûm’s army")


def test_lists_and_numbers(phrasebook: Phrasebook) -> None:
    contested = see(0, dict(OCCURRENCES)["three before one city"], Viewer(Readership.PUBLIC), Publicity())
    assert contested is not None
    assert phrasebook.sentence(contested, SUMMER) == (
        "The armies of Rome, the Gauls and the Samnites came before Capua; Rome’s besieged it."
    )
    income = dict(OCCURRENCES)["income"]
    assert isinstance(income, happened.IncomeReceived)
    spelled = {0: "no territories", 1: "one territory", 12: "twelve territories", 13: "13 territories"}
    for owned, words in spelled.items():
        seen = see(0, replace(income, owned=owned, controlled=owned), Viewer(Readership.PUBLIC), Publicity())
        assert seen is not None
        assert phrasebook.sentence(seen, FALL) == f"Rome received 6 VP for {words}."


def test_the_same_event_is_told_in_the_same_words_and_one_issue_does_not_repeat_itself(phrasebook: Phrasebook) -> None:
    event = dict(OCCURRENCES)["a siege begun"]
    assert isinstance(event, happened.SiegeFailed)
    besieged = [replace(event, territory=f"Town {letter}") for letter in "ABCDEFGH"]
    seen = sightings(tuple(besieged), Viewer(Readership.PUBLIC), Publicity())

    def issue() -> list[str]:
        rotation = Rotation()
        return [phrasebook.headline(sighting, SUMMER, rotation) for sighting in seen]

    first = issue()
    assert first == issue()
    variants = len(phrasebook.variants("siege_failed", "headline_begun"))
    assert variants >= 3
    patterns = [re.sub(r"Town \w", "T", headline) for headline in first]
    assert len(set(patterns[:variants])) == variants
    assert len(set(patterns[variants : 2 * variants])) == variants
    lone = [phrasebook.headline(sighting, SUMMER, Rotation()) for sighting in seen]
    assert len({re.sub(r"Town \w", "T", headline) for headline in lone}) > 1, "the event chooses, not its place"


def test_a_gm_changes_one_block_and_keeps_the_rest(tmp_path: Path) -> None:
    own = tmp_path / "phrases"
    own.mkdir()
    (own / "siege_failed.txt").write_text("{% block headline_begun_1 %}Woe to {{ territory }}{% endblock %}", "utf-8")
    (own / "words.txt").write_text("{% macro possessive(name) %}of {{ name }}{% endmacro %}", "utf-8")
    phrasebook = Phrasebook(tmp_path)
    sighting = see(0, dict(OCCURRENCES)["a siege begun"], Viewer(Readership.PUBLIC), Publicity())
    assert sighting is not None
    assert told(phrasebook, sighting, "headline") == ["Woe to Veii"]
    assert phrasebook.sentence(sighting, SUMMER) == "Of Rome siege of Veii failed; it has lasted one season."


def test_a_language_without_templates_falls_back_on_english_block_by_block(tmp_path: Path) -> None:
    folder = tmp_path / "it" / "phrases"
    folder.mkdir(parents=True)
    italian = "{% block sentence %}{{ nation }} assedia {{ territory }}.{% endblock %}"
    (folder / "siege_failed.txt").write_text(italian, "utf-8")
    sighting = see(0, dict(OCCURRENCES)["a siege begun"], Viewer(Readership.PUBLIC), Publicity())
    assert sighting is not None
    assert Phrasebook(tmp_path, "it-CH").sentence(sighting, SUMMER) == "Rome assedia Veii."
    english = "Rome’s siege of Veii failed; it has lasted one season."
    assert Phrasebook(tmp_path, "en").sentence(sighting, SUMMER) == english
    assert Phrasebook(None, "it").headline(sighting, SUMMER, Rotation())


def test_a_broken_template_of_the_gm_is_named(tmp_path: Path) -> None:
    own = tmp_path / "phrases"
    own.mkdir()
    sighting = see(0, dict(OCCURRENCES)["a siege begun"], Viewer(Readership.PUBLIC), Publicity())
    assert sighting is not None
    (own / "siege_failed.txt").write_text("{% block sentence %}{{ natoin }}{% endblock %}", "utf-8")
    with pytest.raises(PhraseError, match=r"siege_failed.*sentence.*natoin"):
        Phrasebook(tmp_path).sentence(sighting, SUMMER)
    (own / "siege_failed.txt").write_text("{% block sentence %}{{ nation }", "utf-8")
    with pytest.raises(PhraseError, match=r"siege_failed"):
        Phrasebook(tmp_path).sentence(sighting, SUMMER)


def test_an_unknown_phrase_is_an_error(phrasebook: Phrasebook) -> None:
    with pytest.raises(PhraseError, match="sunrise"):
        phrasebook.say("sunrise", "sentence", {})
    with pytest.raises(PhraseError, match="postscript"):
        phrasebook.say("siege_failed", "postscript", {})


def golden_text(phrasebook: Phrasebook) -> str:
    """All phrases, in the order of `OCCURRENCES`: public, own and whole sentence, results, stories and headlines."""
    lines: list[str] = []
    readers = {"all": VIEWERS[0], "own": None, "GM": VIEWERS[1]}
    for label, event in OCCURRENCES:
        gm = see(0, event, VIEWERS[1], Publicity())
        assert gm is not None
        lines += ["", f"{gm.kind}: {label}"]
        said = ""
        for name, viewer in readers.items():
            reader = viewer or Viewer(Readership.NATION, gm.concerns[0] if gm.concerns else GAULS)
            sighting = see(0, event, reader, Publicity())
            text = "–" if sighting is None else phrasebook.sentence(sighting, SUMMER)
            if text != said:
                lines.append(f"  {name:8} {text}")
            said = text
        for nation in gm.concerns:
            own = see(0, event, Viewer(Readership.NATION, nation), Publicity())
            if own is not None and (result := phrasebook.result(own, SUMMER, nation)):
                lines.append(f"  result   [{nation}] {result}")
        if SightingKind(gm.kind) in SILENT_KINDS:
            continue
        shown = see(0, event, VIEWERS[0], Publicity()) or gm
        for capital_of in (None, *gm.concerns) if gm.kind == "territory_conquered" else (None,):
            lines += [f"  headline {text}" for text in sorted(told(phrasebook, shown, "headline", capital_of))]
            lines += [f"  story    {text}" for text in sorted(told(phrasebook, shown, "story", capital_of))]
    return "\n".join(lines).lstrip("\n") + "\n"


def test_the_phrases_are_those_that_were_read_and_approved(phrasebook: Phrasebook) -> None:
    """After a change of templates run this with `UPDATE_GOLDEN=1` in the environment, and read the difference."""
    text = golden_text(phrasebook)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")

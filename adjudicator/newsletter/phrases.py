"""Words for what happened: every phrase comes from a template, chosen by the event itself.

A phrase file (`phrases/siege_failed.txt`) has named blocks: `sentence` (one plain sentence), `story` and `headline` in
numbered variants (`headline_1`, `headline_2` …), and `result` (a few words for the order sheet). Blocks are looked up
one by one through the template layers, so a GM's file needs to hold only those it changes; of numbered variants it
replaces the whole set. A file may have a block `flavour`: the word it gives chooses among sets of variants
(`headline_draw_1` …).

Nations come into a phrase as the macro `nation_name` of the language writes them (`the Romans`, `Rome`); what begins a
sentence is made to begin with a capital letter.

All phrases are plain text. A page escapes them when it puts them in; the workbook takes them as they are.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from jinja2 import Template, TemplateError, TemplateNotFound

from adjudicator.model.campaign import Season
from adjudicator.model.dice import Roll
from adjudicator.model.view import Fact, Sighting
from adjudicator.newsletter.environment import layer_name, make_environment, template_folders

Value = Fact | tuple[Roll, ...] | tuple[tuple[object, ...], ...] | Season
"""What a phrase may be filled with."""

_MACRO_FILES = ("words", "reasons")
_SPACES = re.compile(r"[ \t\r\n]+")
_SENTENCE_START = re.compile(r"(?:^|(?<=[.!?] ))\w")

_NATION_FACTS = frozenset(
    [
        "attacker",
        "before",
        "defender",
        "enemy",
        "loser",
        "losers",
        "nation",
        "owner",
        "previous_owner",
        "ranking",
        "threats",
        "victim",
        "winner",
        "capital_of",
        "reader",
        "winners",
    ]
)
"""The facts, and other values, that name nations."""


class PhraseError(ValueError):
    """A phrase is missing from the templates or cannot be filled; the message names file and block."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The season whose events are told."""

    year: int
    season: Season


@dataclass(slots=True)
class Rotation:
    """Which variants one issue has used already, so that it says the same thing in the same words only when it must."""

    used: dict[tuple[str, str], set[str]] = field(default_factory=dict)

    def choose(self, file: str, family: str, variants: tuple[str, ...], start: int) -> str:
        """The first variant from `start` on, round and round, that this issue has not used; all used: begin anew."""
        used = self.used.setdefault((file, family), set())
        if used.issuperset(variants):
            used.clear()
        turned = [variants[(start + step) % len(variants)] for step in range(len(variants))]
        chosen = next(variant for variant in turned if variant not in used)
        used.add(chosen)
        return chosen


class Phrasebook:
    """All phrases of one language, a GM's own before the program's.

    Raises `UnknownLanguageError` where the language is not written like one.
    """

    def __init__(self, beside: Path | None = None, language: str = "en") -> None:
        self._environment = make_environment(beside, language)
        self._layers = len(template_folders(beside, language))
        self._files: dict[str, tuple[Template, ...]] = {}
        self._nation_names: dict[str, str] = {}

    def sentence(self, sighting: Sighting, occasion: Occasion) -> str:
        """One complete sentence with all that the reader may know of it."""
        return _begin_sentences(self.say(sighting.kind, "sentence", self._values(sighting, occasion)))

    def result(self, sighting: Sighting, occasion: Occasion, nation: str) -> str:
        """A few words for the order sheet of `nation`, or nothing where this is not worth a word there."""
        return self.say(sighting.kind, "result", self._values(sighting, occasion, {"reader": nation}))

    def story(
        self, sighting: Sighting, occasion: Occasion, rotation: Rotation, more: Mapping[str, Value] | None = None
    ) -> str:
        """What the chronicler tells of it: one or a few sentences, or nothing. `more` are values besides the facts."""
        return self._told("story", sighting, occasion, rotation, more or {})

    def headline(
        self, sighting: Sighting, occasion: Occasion, rotation: Rotation, more: Mapping[str, Value] | None = None
    ) -> str:
        """A headline, without a full stop. `more` are values besides the facts."""
        return self._told("headline", sighting, occasion, rotation, more or {})

    def _told(
        self, family: str, sighting: Sighting, occasion: Occasion, rotation: Rotation, more: Mapping[str, Value]
    ) -> str:
        values = self._values(sighting, occasion, {"capital_of": None, "told": (), **more})
        key = "|".join((str(occasion.year), occasion.season.value, sighting.kind, *_names(sighting)))
        return _begin_sentences(self.vary(sighting.kind, family, key, values, rotation))

    def grammar(self, macro: str, *arguments: object) -> str:
        """One of the language's own macros (`nation_name`, `listed` …), filled in: plain text, to be escaped by a page.

        Raises:
            PhraseError: no layer has the macro, or it cannot be filled with these arguments.

        """
        found = self._macros.get(macro)
        if not callable(found):
            raise PhraseError(f"templates/phrases/words.txt has no macro {macro!r}")
        try:
            return str(found(*arguments))
        except (TemplateError, TypeError) as fault:
            raise PhraseError(f"templates/phrases/words.txt, macro {macro}: {fault}") from fault

    def say(self, file: str, block: str, values: Mapping[str, Value]) -> str:
        """One block of one phrase file, filled with `values`, on one line.

        Raises:
            PhraseError: no layer has the block, or it asks for a value that is not there.

        """
        for template in self._templates(file):
            if block in template.blocks:
                return self._filled(template, block, values)
        raise PhraseError(f"templates/phrases/{file}.txt has no block {block!r}")

    def has(self, file: str, block: str) -> bool:
        """Whether any layer has this block."""
        return any(block in template.blocks for template in self._templates(file))

    def variants(self, file: str, family: str) -> tuple[str, ...]:
        """The numbered blocks of a family (`headline_1` …) in their order, from the first layer that has any."""
        numbered = re.compile(rf"{re.escape(family)}_(\d+)")
        for template in self._templates(file):
            found = sorted(
                (int(match[1]), block) for block in template.blocks if (match := numbered.fullmatch(block)) is not None
            )
            if found:
                return tuple(block for _, block in found)
        return ()

    def vary(self, file: str, family: str, key: str, values: Mapping[str, Value], rotation: Rotation) -> str:
        """One of a family's variants: which, `key` decides, and what the issue has used already.

        Raises:
            PhraseError: the family has no variants, or the chosen one cannot be filled.

        """
        flavour = self.say(file, "flavour", values) if self.has(file, "flavour") else ""
        families = (f"{family}_{flavour}", family) if flavour else (family,)
        for each in families:
            variants = self.variants(file, each)
            if variants:
                # crc32 is the same everywhere; the campaign's dice and the process's hash seed have no say in it.
                start = zlib.crc32(key.encode("utf-8")) % len(variants)
                return self.say(file, rotation.choose(file, each, variants, start), values)
        raise PhraseError(f"templates/phrases/{file}.txt has no block {families[0]}_1")

    def _templates(self, file: str) -> tuple[Template, ...]:
        if file not in self._files:
            self._files[file] = tuple(self._load(file))
            if not self._files[file]:
                raise PhraseError(f"there is no templates/phrases/{file}.txt")
        return self._files[file]

    def _load(self, file: str) -> list[Template]:
        found = []
        for number in range(self._layers):
            try:
                found.append(self._environment.get_template(layer_name(number, f"phrases/{file}.txt")))
            except TemplateNotFound:
                continue
            except TemplateError as fault:
                raise PhraseError(f"templates/phrases/{file}.txt: {fault}") from fault
        return found

    def _filled(self, template: Template, block: str, values: Mapping[str, Value]) -> str:
        try:
            context = template.new_context({**self._macros, **values})
            text = "".join(template.blocks[block](context))
        except (TemplateError, TypeError) as fault:
            raise PhraseError(f"{template.filename}, block {block}: {fault}") from fault
        return _SPACES.sub(" ", text).strip(" ")

    def _values(
        self, sighting: Sighting, occasion: Occasion, more: Mapping[str, Value] | None = None
    ) -> dict[str, Value]:
        """What a sighting's phrases are filled with: its facts, and a few words that are always there."""
        values: dict[str, Value] = {
            "this_year": occasion.year,
            "this_season": occasion.season.value,
            "clause": sighting.clause,
            "rolls": sighting.rolls,
            **(more or {}),
            **sighting.facts,
        }
        return {name: self._named(value) if name in _NATION_FACTS else value for name, value in values.items()}

    def _named(self, nations: Value) -> Value:
        """Nations as the language writes them within a sentence."""
        if isinstance(nations, tuple):
            return tuple(self._nation_name(each) for each in nations if isinstance(each, str))
        return self._nation_name(nations) if isinstance(nations, str) else nations

    def _nation_name(self, nation: str) -> str:
        if nation not in self._nation_names:
            self._nation_names[nation] = str(self._macros["nation_name"](nation)).strip()
        return self._nation_names[nation]

    @cached_property
    def _macros(self) -> Mapping[str, Callable[..., str]]:
        """The language's grammar (`possessive`, `count`, `listed` …), from the last layer to the first."""
        macros: dict[str, Callable[..., str]] = {}
        for file in _MACRO_FILES:
            for template in reversed(self._templates(file)):
                exported = vars(template.module)
                macros |= {name: value for name, value in exported.items() if not name.startswith("_")}
        return macros


def _begin_sentences(text: str) -> str:
    return _SENTENCE_START.sub(lambda start: start[0].upper(), text)


def _names(sighting: Sighting) -> list[str]:
    """The names in a sighting that all readers share: whom it concerns, and where."""
    places = [sighting.facts.get(fact) for fact in ("territory", "target")]
    return [*sighting.concerns, *(place for place in places if isinstance(place, str))]

"""From an edition in order to HTML: every page goes through here, and everything on it is escaped.

Templates run in a sandbox and see plain data only; a name that is not there stops the run instead of leaving a gap.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, TemplateError, TemplateSyntaxError
from markupsafe import Markup

from adjudicator.model.view import SeasonView
from adjudicator.newsletter.edition import EditionPlan
from adjudicator.newsletter.environment import make_environment
from adjudicator.newsletter.phrases import Phrasebook

FONT_SCHEME = "adjudicator:font/"
PICTURE_SCHEME = "adjudicator:picture/"
"""How pages and stylesheets refer to what belongs to the newsletter itself."""

_PAGE = "newsletter.html.jinja"
_WORDS = "words.html.jinja"
_SUFFIX = ".jinja"

_TEMPLATE_FAULTS = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError)
"""What an expression in a template can raise."""


class TemplateFault(ValueError):  # noqa: N818  named after what it reports, a fault in a template
    """A template cannot be used; the message names the file and, where it is known, the line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that pages show, by media type and content."""

    media_type: str
    data: bytes


class Renderer:
    """Templates of one language, the GM's own before the program's; `grammar` in them is the phrasebook's.

    Raises `UnknownLanguageError` where the language is not written like one, and `TemplateFault` from every method
    where a template is missing or cannot be filled.
    """

    def __init__(self, beside: Path | None, language: str, phrasebook: Phrasebook | None = None) -> None:
        self._environment = make_environment(beside, language)
        self._phrasebook = phrasebook if phrasebook is not None else Phrasebook(beside, language)
        # Phrases and pages share one grammar. A function of ours, not a macro: a macro out of a text file would be
        # taken for HTML that is escaped already.
        self._environment.globals["grammar"] = self._grammar
        self._language = language

    def page(self, plan: EditionPlan, view: SeasonView) -> str:
        """The whole edition as HTML. `view` is what its reader may know."""
        return self.fill(_PAGE, plan=plan, view=view)

    def fill(self, name: str, **content: object) -> str:
        """A page's template filled with plain data; `language` is always there."""
        try:
            return self._environment.get_template(name).render(language=self._language, **content)
        except _TEMPLATE_FAULTS as fault:
            raise _fault(fault) from fault

    def words(self, name: str, *arguments: object) -> str:
        """What the word list says under this name, as plain text; `arguments` for those that are filled in."""
        found = self._word(name)
        try:
            said = found(*arguments) if callable(found) else found
        except _TEMPLATE_FAULTS as fault:
            raise _fault(fault) from fault
        return Markup(str(said)).unescape() if isinstance(said, Markup) else str(said)

    def word_table(self, name: str) -> Mapping[str, str]:
        """A table of words, by their names."""
        found = self._word(name)
        if not isinstance(found, Mapping):
            raise TemplateFault(f"{_WORDS}: {name} is not a table of words")
        return {str(key): str(value) for key, value in found.items()}

    def file(self, name: str) -> str:
        """A stylesheet or vector picture as it stands, from the first layer that has it."""
        loader = self._environment.loader
        assert loader is not None, "the environment is always made with a loader"
        try:
            return loader.get_source(self._environment, name)[0]
        except TemplateError as fault:
            raise _fault(fault) from fault

    def _grammar(self, macro: str, *arguments: object) -> str:
        plain = (each.unescape() if isinstance(each, Markup) else each for each in arguments)
        return self._phrasebook.grammar(macro, *plain)

    def _word(self, name: str) -> object:
        try:
            exported = vars(_module(self._environment))
        except TemplateError as fault:
            raise _fault(fault) from fault
        if name not in exported:
            raise TemplateFault(f"{_WORDS} has no {name}")
        return exported[name]


def _module(environment: Environment) -> object:
    return environment.get_template(_WORDS).module


def _fault(fault: Exception) -> TemplateFault:
    if isinstance(fault, TemplateSyntaxError):
        return TemplateFault(f"{fault.filename or fault.name}, line {fault.lineno}: {fault.message}")
    # Jinja maps the frames of compiled templates back to the lines they were written on.
    places = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename.endswith(_SUFFIX)]
    where = f"{places[-1].filename}, line {places[-1].lineno}: " if places else ""
    return TemplateFault(f"{where}{fault}")

"""One template filled by itself, for what is no newsletter: forms, letters, receipts."""

from __future__ import annotations

from pathlib import Path

from jinja2 import TemplateError, TemplateSyntaxError

from adjudicator.newsletter.environment import make_environment
from adjudicator.newsletter.render import TemplateFault

_FAULTS = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError)
"""What an expression in a template can raise."""


def fill_template(name: str, beside: Path | None, language: str, **content: object) -> str:
    """The template of that name, the GM's own before the program's, filled with plain data.

    Raises `TemplateFault` where it is missing or cannot be filled, `UnknownLanguageError`.
    """
    environment = make_environment(beside, language)
    try:
        return environment.get_template(name).render(language=language, **content)
    except TemplateSyntaxError as fault:
        raise TemplateFault(f"{fault.filename or name}, line {fault.lineno}: {fault.message}") from fault
    except _FAULTS as fault:
        raise TemplateFault(f"{name}: {fault}") from fault


def template_file(name: str, beside: Path | None, language: str) -> str:
    """A stylesheet as it stands, the GM's own before the program's. Raises as `fill_template` does."""
    environment = make_environment(beside, language)
    if environment.loader is None:
        raise TypeError("an environment is always made with a loader")
    try:
        return environment.loader.get_source(environment, name)[0]
    except TemplateError as fault:
        raise TemplateFault(f"{name}: {fault}") from fault

"""The Jinja environment that every word of the newsletter comes through, and where templates are looked for.

A template is taken from the first of these layers that has it:

1. `<language>/` in the `templates` folder beside the workbook, then that folder itself: the GM's own;
2. `<language>/` in the program's templates, then its English ones, then the templates that need no language.

So a GM changes one file and leaves the rest to the program, and a translation may be made bit by bit. The program's own
copy of a template stays within reach under `program/`: `{% extends "program/page.html" %}`; each layer by itself is at
`layer_name`.

Files ending in `.txt` are plain text: what they say is escaped where a page puts it in. All others are escaped as HTML.
"""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

FALLBACK_LANGUAGE = "en"
PROGRAM_PREFIX = "program"

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class UnknownLanguageError(ValueError):
    """The campaign's language is not written like one (`en`, `it`, `pt-BR`)."""


def program_templates() -> Path:
    """The templates that came with the program: inside an installed wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "_shipped" / "templates"
    return shipped if shipped.is_dir() else package.parent / "templates"


def template_folders(beside: Path | None = None, language: str = FALLBACK_LANGUAGE) -> tuple[Path, ...]:
    """The folders to look for a template in; the first that has it wins. `beside` is the GM's `templates` folder.

    Raises:
        UnknownLanguageError: `language` is not written like a language.

    """
    languages = _with_fallbacks(language)
    own = () if beside is None else (*(beside / each for each in languages), beside)
    return (*own, *_program_folders(languages))


def make_environment(beside: Path | None = None, language: str = FALLBACK_LANGUAGE) -> Environment:
    """A sandboxed environment with strict names and escaping, over `template_folders`.

    Raises:
        UnknownLanguageError: `language` is not written like a language.

    """
    folders = template_folders(beside, language)
    program = ChoiceLoader([FileSystemLoader(each) for each in _program_folders(_with_fallbacks(language))])
    loaders: list[BaseLoader] = [FileSystemLoader(each) for each in folders]
    layers = {_layer(number): loader for number, loader in enumerate(loaders)}
    return ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([PrefixLoader({PROGRAM_PREFIX: program, **layers}), *loaders]),
        autoescape=_is_escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
    )


def layer_name(number: int, name: str) -> str:
    """The name under which an environment has one layer's own copy of a template, counted as in `template_folders`."""
    return f"{_layer(number)}/{name}"


def _layer(number: int) -> str:
    return f"layer-{number}"


def _with_fallbacks(language: str) -> tuple[str, ...]:
    """`pt-BR` gives `pt-BR`, `pt`, `en`."""
    if not _LANGUAGE.fullmatch(language):
        raise UnknownLanguageError(f"{language!r} is not a language like en, it or pt-BR")
    primary = language.split("-", maxsplit=1)[0].lower()
    return tuple(dict.fromkeys((language, primary, FALLBACK_LANGUAGE)))


def _program_folders(languages: tuple[str, ...]) -> tuple[Path, ...]:
    program = program_templates()
    return (*(program / each for each in languages), program)


def _is_escaped(name: str | None) -> bool:
    return name is None or not name.endswith(".txt")

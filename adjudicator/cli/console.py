"""How commands print: for people in colour where there is a terminal, plain elsewhere, or one JSON object.

rich is imported only when something is to be drawn.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from adjudicator.model.problems import Problem, Severity

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


class Exit(IntEnum):
    """The exit codes of every command."""

    DONE = 0
    TROUBLE = 1
    WORKBOOK_ERRORS = 2
    WAITING = 3


WORKBOOK = click.Path(path_type=Path, dir_okay=True, exists=False)
"""A workbook argument. Whether it is there, and free, is asked where it is opened, in words a GM understands."""

JsonValue = str | int | float | bool | None | Sequence["JsonValue"] | Mapping[str, "JsonValue"]


def print_json(document: Mapping[str, JsonValue]) -> None:
    """One JSON object on standard output, and nothing else there."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2, sort_keys=False))


def make_console(*, stderr: bool = False) -> Console:
    """A rich console: colours and boxes on a terminal, plain wide text in a pipe or file."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    if stream.isatty():
        return Console(stderr=stderr, highlight=False)
    return Console(stderr=stderr, highlight=False, width=160, no_color=True, force_terminal=False)


def make_table(*headers: str, title: str | None = None) -> Table:
    """A table with rules on a terminal, and bare columns in a pipe or file."""
    from rich import box
    from rich.table import Table

    on_terminal = sys.stdout.isatty()
    return Table(
        *headers,
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD if on_terminal else None,
        pad_edge=on_terminal,
    )


_MARK = {
    Severity.ERROR: ("error", "bold red"),
    Severity.WARNING: ("warning", "yellow"),
    Severity.NOTE: ("note", "cyan"),
}


def print_problems(problems: Iterable[Problem], *, stderr: bool = True) -> None:
    """Every problem, an error, a warning or a note each: place, what is wrong, what to do."""
    stream = sys.stderr if stderr else sys.stdout
    for problem in problems:
        word, style = _MARK[problem.severity]
        click.secho(f"{word}: ", fg=style.split()[-1], bold=True, nl=False, file=stream)
        click.secho(f"{problem.place}: ", bold=True, nl=False, file=stream)
        click.echo(problem.message, file=stream)
        if problem.remedy:
            click.echo(f"    {problem.remedy}", file=stream)


def problem_document(problem: Problem) -> dict[str, JsonValue]:
    """A problem for `--json`."""
    return {
        "severity": problem.severity.value,
        "code": problem.code.value,
        "sheet": problem.place.sheet,
        "cell": problem.place.cell,
        "found": problem.found,
        "message": problem.message,
        "remedy": problem.remedy,
    }


def count_problems(problems: Sequence[Problem]) -> str:
    """`2 errors, 1 warning`; empty where there is nothing but notes."""
    parts = []
    for severity, one, many in ((Severity.ERROR, "error", "errors"), (Severity.WARNING, "warning", "warnings")):
        number = sum(1 for problem in problems if problem.severity is severity)
        if number:
            parts.append(f"{number} {one if number == 1 else many}")
    return ", ".join(parts)


def fail(message: str, *, as_json: bool = False, code: Exit = Exit.TROUBLE) -> NoReturn:
    """End with a clear sentence (and an `error` object on request)."""
    if as_json:
        print_json({"outcome": "failed", "exit": int(code), "error": message})
    else:
        click.secho(message, fg="red", err=True)
    raise click.exceptions.Exit(int(code))


@contextmanager
def working(label: str, *, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on a terminal what long work is at; silent elsewhere. Yields what to call with each step's name."""
    if quiet or not sys.stderr.isatty():
        yield lambda step: None  # noqa: ARG005
        return
    console = make_console(stderr=True)
    with console.status(label) as status:
        yield lambda step: status.update(f"{label} · {step}")

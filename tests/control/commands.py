"""The real commands, called as a user would: in this process where speed matters, in one of their own where it does
not.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from openpyxl import load_workbook

from adjudicator.cli.main import main
from tests.workbook.books import campaign_workbook

SEED = "only the GM knows 5f1c"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ended:
    """How a command ended: exit code, what it printed, what it said on the error stream."""

    code: int
    out: str
    err: str

    @property
    def told(self) -> str:
        return self.out + self.err

    @property
    def document(self) -> dict[str, Any]:
        return dict(json.loads(self.out))


def adjudicate(*words: str | Path, answer: str | None = None) -> Ended:
    """A command in this process. With `answer` there is a terminal, and somebody types that."""
    typed = io.StringIO(answer or "")
    typed.isatty = lambda: answer is not None  # type: ignore[method-assign]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", typed):
        try:
            main([str(word) for word in words])
        except SystemExit as end:
            code = end.code
        else:
            raise AssertionError("every command ends with an exit code")
    assert isinstance(code, int)
    return Ended(code, out.getvalue(), err.getvalue())


def say(*words: str | Path) -> tuple[int, str]:
    """A command in this process: how it ended, and all that it said."""
    ended = adjudicate(*words)
    return ended.code, ended.told


def adjudicate_apart(*words: str | Path) -> Ended:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "adjudicator", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return Ended(done.returncode, done.stdout, done.stderr)


def new_campaign(path: Path, **changes: Any) -> Path:
    """A small campaign with orders of every kind for spring of year 1, under a seed that can be searched for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    settings = {"Seed": SEED, "Silent allowed": 9, **changes.pop("settings", {})}
    return campaign_workbook(path, settings=settings, **changes)


def resolve(workbook: Path) -> Ended:
    """The season resolved without newsletters; it must be."""
    ended = adjudicate("run", workbook, "--no-newsletters", "--no-orders")
    assert ended.code == 0, ended.told
    return ended


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def edit(workbook: Path, sheet: str, cell: str, value: object) -> None:
    """The GM changes a cell."""
    book = load_workbook(workbook)
    book[sheet][cell] = value
    book.save(workbook)


def find_row(workbook: Path, sheet: str, *key: object) -> int:
    """The number of the row that begins with these values."""
    for number, row in enumerate(load_workbook(workbook)[sheet].iter_rows(values_only=True), start=1):
        if tuple(row[: len(key)]) == key:
            return number
    raise AssertionError(f"{sheet} has no row {key}")


def column(workbook: Path, sheet: str, header: str) -> str:
    """The letter of a column."""
    for cell in next(load_workbook(workbook)[sheet].iter_rows(max_row=1)):
        if cell.value == header:
            return str(cell.column_letter)
    raise AssertionError(f"{sheet} has no column {header}")


def rows(workbook: Path, sheet: str) -> list[dict[str, Any]]:
    """The rows of a sheet by header."""
    values = load_workbook(workbook)[sheet].iter_rows(values_only=True)
    headers = [str(header) for header in next(values)]
    return [dict(zip(headers, row, strict=True)) for row in values if row[0] not in (None, "")]

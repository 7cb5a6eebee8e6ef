"""The whole command, run and killed in children of one process that has everything loaded: `python -m
tests.control.killing`. Requests and answers are those of `tests.archive.killing`.
"""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

# loaded once, so that a child begins at once with what changes the disk
import adjudicator.cli.archive_commands
import adjudicator.cli.group
import adjudicator.cli.season_commands
import adjudicator.newsletter.pdf
import adjudicator.season_news
import adjudicator.season_record
import adjudicator.season_run
import adjudicator.undo_run
import adjudicator.workbook.writer  # noqa: F401
from adjudicator.archive.places import Places
from adjudicator.cli.main import main as command_line
from tests.archive import killing


def call(*words: str) -> None:
    """A command; it must succeed unless it is killed."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        try:
            command_line(words)
        except SystemExit as end:
            if end.code:
                raise AssertionError(f"exit {end.code}: {said.getvalue()}") from None


def _run(places: Places) -> None:
    call("run", str(places.workbook), "--no-newsletters", "--no-orders")


def _run_with_newsletters(places: Places) -> None:
    call("run", str(places.workbook), "--no-orders")


def _undo(places: Places) -> None:
    call("undo", str(places.workbook), "--yes")


killing.COMMANDS |= {"run": _run, "run with newsletters": _run_with_newsletters, "undo the run": _undo}

if __name__ == "__main__":
    killing.main()

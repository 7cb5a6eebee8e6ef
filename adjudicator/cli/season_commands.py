"""`adjudicate WORKBOOK`, `preview` and `status`: the season at hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import (
    WORKBOOK,
    Exit,
    JsonValue,
    print_json,
    print_problems,
    problem_document,
    working,
)
from adjudicator.cli.trouble import plain_trouble

if TYPE_CHECKING:
    from adjudicator.season_run import Run

json_option = click.option("--json", "as_json", is_flag=True, help="Print the outcome as one JSON object.")
reports_option = click.option(
    "--reports", type=click.Path(path_type=Path), metavar="DIR", help="Newsletters below DIR, not beside the workbook."
)
archive_option = click.option(
    "--archive", type=click.Path(path_type=Path), metavar="DIR", help="Archive below DIR, not beside the workbook."
)
no_orders_option = click.option(
    "--no-orders", is_flag=True, help="Go on although more nations have no order than `Silent allowed`."
)


@click.command()
@click.argument("workbook", type=WORKBOOK)
@reports_option
@archive_option
@click.option("--no-newsletters", is_flag=True, help="Resolve and archive, but print no newsletters.")
@no_orders_option
@json_option
def run(
    workbook: Path,
    reports: Path | None,
    archive: Path | None,
    *,
    no_newsletters: bool,
    no_orders: bool,
    as_json: bool,
) -> None:
    """Resolve the season that the Campaign sheet names.

    The updated sheets are written back into WORKBOOK, the season is archived, and a newsletter is made for every
    player. With errors in the workbook nothing is written and all of them are listed, each with its cell and the
    remedy.
    """
    from adjudicator.season_run import Ending, RunOptions, run_season

    options = RunOptions(workbook, reports, archive, newsletters=not no_newsletters, no_orders=no_orders)
    with plain_trouble(as_json=as_json), working("Resolving the season", quiet=as_json) as progress:
        done = run_season(options, progress)
    code = {Ending.RESOLVED: Exit.DONE, Ending.WAITING: Exit.WAITING, Ending.ERRORS: Exit.WORKBOOK_ERRORS}[done.ending]
    if as_json:
        print_json(_document(done, code))
    else:
        _print_run(done)
    raise click.exceptions.Exit(int(code))


def _document(done: Run, code: Exit) -> dict[str, JsonValue]:
    """The outcome as one object. The seed is in no part of it."""
    book, committed, waiting = done.book, done.committed, done.waiting
    document: dict[str, JsonValue] = {
        "outcome": done.ending.value,
        "exit": int(code),
        "year": book.state.year if book is not None else None,
        "season": book.state.season.value if book is not None else None,
        "problems": [problem_document(problem) for problem in done.problems],
        "notes": list(done.notes),
    }
    if done.outcome is not None:
        after = done.outcome.state
        document["next"] = {"year": after.year, "season": after.season.value, "over": after.over}
    if committed is not None:
        document["archive"] = str(committed.archive_folder)
        document["reports"] = str(committed.reports_folder) if committed.reports_folder is not None else None
        document["newsletters"] = sorted(committed.manifest.newsletters)
    if waiting is not None:
        document["battles"] = [
            {
                "area": battle.territory,
                "attacker": battle.attacker,
                "attacker_ap": battle.attacker_ap,
                "defender": battle.defender,
                "defender_ap": battle.defender_ap,
            }
            for battle in waiting.battles
        ]
        document["dice"] = [
            {
                "kind": pending.key.kind.value,
                "nation": pending.key.nation,
                "place": pending.key.place,
                "attempt": pending.key.attempt,
                "modifier": sum(modifier.value for modifier in pending.modifiers),
                "needed": pending.needed,
            }
            for pending in waiting.rolls
        ]
    return document


def _print_run(done: Run) -> None:
    from adjudicator.cli.season_printing import print_outcome

    print_problems(done.problems)
    print_outcome(done)


@click.command()
@click.argument("workbook", type=WORKBOOK)
@archive_option
@no_orders_option
@click.option(
    "--newsletters", type=click.Path(path_type=Path), metavar="DIR", help="Also write the newsletters, to DIR."
)
@json_option
def preview(workbook: Path, archive: Path | None, newsletters: Path | None, *, no_orders: bool, as_json: bool) -> None:
    """Show the season as the run will resolve it; the workbook, archive and reports are not touched.

    For the GM only: it tells everything.
    """
    from adjudicator.cli.season_printing import print_preview
    from adjudicator.preview_run import preview_season
    from adjudicator.season_run import Ending

    with plain_trouble(as_json=as_json), working("Looking ahead", quiet=as_json) as progress:
        seen = preview_season(
            workbook, archive=archive, no_orders=no_orders, newsletters=newsletters, progress=progress
        )
    ending = seen.judged.ending
    code = {Ending.RESOLVED: Exit.DONE, Ending.WAITING: Exit.WAITING, Ending.ERRORS: Exit.WORKBOOK_ERRORS}[ending]
    if as_json:
        print_json(
            {
                "outcome": ending.value,
                "exit": int(code),
                "problems": [problem_document(problem) for problem in seen.judged.problems],
                "notes": list(seen.notes),
                "events": [{"clause": told.clause, "text": told.sentence} for told in seen.events],
                "results": dict(seen.results),
            }
        )
    else:
        print_problems(seen.judged.problems)
        print_preview(seen)
    raise click.exceptions.Exit(int(code))

"""`new` and `check`: a workbook to begin with, and everything that is wrong with one."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import (
    WORKBOOK,
    Exit,
    count_problems,
    fail,
    print_json,
    print_problems,
    problem_document,
)
from adjudicator.cli.trouble import plain_trouble
from adjudicator.model.problems import has_errors


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--sample", metavar="NAME", help="One of the samples (tutorial, anatolia, mistakes) instead of a blank one."
)
@click.option("--json", "as_json", is_flag=True, help="Print where it is as one JSON object.")
def new(path: Path, sample: str | None, *, as_json: bool) -> None:
    """Make a new campaign workbook at PATH, blank or one of the samples; never over an existing file.

    Fill in the sheets Nations, Map and Borders; the Guide sheet tells how a season is run.
    """
    from adjudicator.archive.commit import write_new

    if path.suffix.lower() != ".xlsx":
        suggestion = path.with_suffix(".xlsx").name
        fail(f"A new workbook is an .xlsx file; {path.name} is not one. Try {suggestion}.", as_json=as_json)
    with plain_trouble(as_json=as_json):
        write_new(path, _content(sample, path.name, as_json=as_json))
    if as_json:
        print_json({"outcome": "created", "exit": int(Exit.DONE), "workbook": str(path), "sample": sample})
        return
    click.echo(f"{path} is ready.")
    if sample is None:
        click.echo("Open it at the sheet Guide, fill in Nations, Map and Borders, then: adjudicate check " + str(path))
    elif sample == "mistakes":
        click.echo(f"Every mistake the program knows, once. See them: adjudicate check {path}")
    else:
        click.echo(f"Look at it, then run its first season: adjudicate {path}")
        click.echo("For a game of your own put another Seed on the Campaign sheet: this one is known to everybody.")


def _content(sample: str | None, file_name: str, *, as_json: bool) -> bytes:
    from adjudicator.workbook.samples.shipped import sample_bytes, sample_names

    if sample is None:
        from adjudicator.workbook.blank import new_workbook

        return new_workbook(file_name=file_name)
    if sample not in sample_names():
        fail(f"There is no sample {sample!r}; the samples are {', '.join(sample_names())}.", as_json=as_json)
    return sample_bytes(sample)


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option("--mark", is_flag=True, help="Write a note on each wrong cell, and take away those of an earlier check.")
@click.option("--json", "as_json", is_flag=True, help="Print the problems as one JSON object.")
def check(workbook: Path, *, mark: bool, as_json: bool) -> None:
    """List every problem of WORKBOOK, and what the rules will refuse of its orders; nothing is written.

    Errors must be mended before the season can be run. Warnings are worth a look: an order that the rules refuse is
    read as Defend. Notes are for information.
    """
    from adjudicator.check_run import check_workbook, mark_workbook

    with plain_trouble(as_json=as_json):
        problems = mark_workbook(workbook) if mark else check_workbook(workbook)
    if as_json:
        print_json(
            {
                "outcome": "errors" if has_errors(problems) else "ok",
                "exit": int(Exit.WORKBOOK_ERRORS if has_errors(problems) else Exit.DONE),
                "problems": [problem_document(problem) for problem in problems],
            }
        )
    else:
        print_problems(problems, stderr=False)
        counted = count_problems(problems)
        click.echo(f"{workbook.name}: {counted}." if counted else f"{workbook.name}: no errors and no warnings.")
    raise click.exceptions.Exit(int(Exit.WORKBOOK_ERRORS if has_errors(problems) else Exit.DONE))

"""`status`: how the season at hand stands, for the GM, or for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import WORKBOOK, Exit, JsonValue, print_json, print_problems, problem_document
from adjudicator.cli.season_commands import json_option
from adjudicator.cli.trouble import plain_trouble
from adjudicator.model.campaign import Status

if TYPE_CHECKING:
    from adjudicator.model.book import Book
    from adjudicator.status_run import SeasonStatus


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option("--public", is_flag=True, help="Only what every player may read: who has ordered, not what.")
@json_option
def status(workbook: Path, *, public: bool, as_json: bool) -> None:
    """Show who has ordered and who has not, and what the season waits for; nothing is written.

    For the GM it also shows each order and what the rules will refuse. Exit code 3 says that battles or dice are to be
    filled in.
    """
    from adjudicator.status_run import season_status

    with plain_trouble(as_json=as_json):
        found = season_status(workbook, public=public)
    code = Exit.DONE
    if found.book is None:
        code = Exit.WORKBOOK_ERRORS
    elif found.book.status in (Status.BATTLES, Status.DICE):
        code = Exit.WAITING
    if as_json:
        print_json(_document(found, code, public=public))
    else:
        _print(found, workbook, public=public)
    raise click.exceptions.Exit(int(code))


def _document(found: SeasonStatus, code: Exit, *, public: bool) -> dict[str, JsonValue]:
    book = found.book
    document: dict[str, JsonValue] = {
        "outcome": "errors" if book is None else book.status.value,
        "exit": int(code),
    }
    if book is not None:
        document |= {
            "campaign": book.title,
            "year": book.state.year,
            "season": book.state.season.value,
            "orders_due": book.orders_due,
            "ordered": [one.nation for one in found.ordered],
            "missing": list(found.missing),
        }
    if public:
        return document
    if book is not None:
        document |= {
            "orders": [
                {"nation": one.nation, "order": one.reads, "warnings": list(one.warnings)} for one in found.ordered
            ],
            "silent_allowed": found.allowed,
            "stopped_by_silence": found.stopped,
            "battles": [one.territory for one in found.waiting.battles] if found.waiting is not None else [],
            "dice": len(found.waiting.rolls) if found.waiting is not None else 0,
        }
    document["problems"] = [problem_document(problem) for problem in found.problems]
    document["notes"] = list(found.notes)
    return document


def _print(found: SeasonStatus, workbook: Path, *, public: bool) -> None:
    from adjudicator.cli.season_printing import print_waiting, season_name

    book = found.book
    if book is None:
        if not public:
            print_problems(found.problems)
        click.secho("The workbook has errors; `adjudicate check` lists them.", fg="red", err=True)
        return
    for note in found.notes if not public else ():
        click.secho(note, fg="cyan", err=True)
    if book.state.over:
        click.secho(f"{book.title}: the campaign is over.", bold=True)
        return
    now = season_name(book.state.year, book.state.season)
    click.secho(f"{book.title}, {now}: {_awaited(book, found)}", bold=True)
    if book.orders_due:
        click.echo(f"Orders due: {book.orders_due}")
    if public:
        click.echo(f"Have ordered: {', '.join(one.nation for one in found.ordered) or 'nobody yet'}")
    for one in found.ordered if not public else ():
        click.secho(f"  {one.nation}: ", bold=True, nl=False)
        click.echo(one.reads)
        for warning in one.warnings:
            click.secho(f"    warning: {warning}", fg="yellow")
    if found.missing:
        click.secho(f"Still missing: {', '.join(found.missing)}", fg="yellow")
    if not public:
        _print_ahead(found, book, workbook)
        if found.waiting is not None:
            print_waiting(found.waiting)


def _awaited(book: Book, found: SeasonStatus) -> str:
    match book.status:
        case Status.BATTLES:
            return "battles are to be played."
        case Status.DICE:
            return "dice are to be rolled."
        case _ if found.missing:
            return f"{len(found.ordered)} of {len(found.ordered) + len(found.missing)} have ordered."
        case _:
            return "all have ordered."


def _print_ahead(found: SeasonStatus, book: Book, workbook: Path) -> None:
    """What the GM can do next, and whether the guard against a broken mailbox would stop him."""
    if book.status is not Status.ORDERS:
        return
    if book.state.season.has_moves and found.missing:
        allowed = f"{found.allowed} may be silent"
        if found.stopped:
            click.secho(f"The run would stop: {len(found.missing)} have no order, and {allowed}.", fg="red")
            click.echo("Collect their orders, or run with --no-orders if that is meant.")
            return
        left = found.allowed - len(found.missing)
        click.echo(
            f"The run would go on: {allowed}, {left} more than now." if left else f"The run would go on: {allowed}."
        )
    click.echo(f"Next: adjudicate {workbook}")

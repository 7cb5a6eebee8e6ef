"""A season's outcome on the terminal: what each nation's order came to, the standings, what waits, where things lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import count_problems, make_console, make_table
from adjudicator.model.campaign import Season, Standing
from adjudicator.rules.season import Waiting
from adjudicator.season_run import Ending, Run

if TYPE_CHECKING:
    from adjudicator.model.book import Book
    from adjudicator.preview_run import Preview
    from adjudicator.rules.season import Resolution


def season_name(year: int, season: Season) -> str:
    """`Winter 1071`; a negative year is one before the common era, `Winter 280 BC`."""
    return f"{season.value.capitalize()} {year if year >= 0 else f'{-year} BC'}"


def print_outcome(done: Run) -> None:
    """What a GM wants to know after a run."""
    for note in done.notes:
        click.secho(note, fg="cyan", err=True)
    if done.ending is Ending.ERRORS or done.book is None:
        click.secho(f"Nothing was written: {count_problems(done.problems)}.", fg="red", bold=True, err=True)
        return
    now = season_name(done.book.state.year, done.book.state.season)
    if done.waiting is not None:
        click.secho(f"{now} waits for you.", bold=True)
        print_waiting(done.waiting)
        click.echo("Fill in the rows on the sheet, save, and run again; nothing else was changed.")
        return
    if done.outcome is None or done.committed is None:
        raise ValueError("a resolved season has an outcome and was committed")
    click.secho(f"{now} is resolved.", bold=True)
    print_standings(done.book, done.outcome)
    if done.committed.reports_folder is not None:
        click.echo(f"Newsletters: {done.committed.reports_folder}")
    click.echo(f"Archive:     {done.committed.archive_folder}")
    after = done.outcome.state
    if after.over:
        click.secho("The campaign is over.", bold=True)
    else:
        click.echo(f"Next:        {season_name(after.year, after.season)}")


def print_preview(seen: Preview) -> None:
    """The season to come as the GM reads it: every event with its clause, each order's result, the standings."""
    for note in seen.notes:
        click.secho(note, fg="cyan", err=True)
    book, outcome = seen.judged.reading.book, seen.judged.outcome
    if book is None or outcome is None:
        click.secho(f"The season cannot be run: {count_problems(seen.judged.problems)}.", fg="red", bold=True, err=True)
        return
    now = season_name(book.state.year, book.state.season)
    click.secho(f"{now} as it would come out; nothing was written.", bold=True)
    for told in seen.events:
        click.echo(f"  {told.clause:>4}  {told.sentence}")
    if isinstance(outcome, Waiting):
        print_waiting(outcome)
        return
    click.echo()
    for nation, result in seen.results:
        click.secho(f"  {nation}: ", bold=True, nl=False)
        click.echo(result)
    click.echo()
    print_standings(book, outcome)
    if seen.newsletters is not None:
        click.echo(f"Newsletters: {seen.newsletters}")


def print_waiting(waiting: Waiting) -> None:
    """The battles and dice that the season stops for (6.7, 11.4)."""
    console = make_console()
    if waiting.battles:
        table = make_table("Area", "Attacker", "AP", "Defender", "AP", title="Battles to be played")
        for battle in waiting.battles:
            table.add_row(
                battle.territory,
                battle.attacker,
                str(battle.attacker_ap),
                battle.defender,
                str(battle.defender_ap),
            )
        console.print(table)
    if waiting.rolls:
        table = make_table("Kind", "Nation", "Place", "Attempt", "Modifier", "Needed", title="Dice to be rolled")
        for pending in waiting.rolls:
            key = pending.key
            modifier = sum(part.value for part in pending.modifiers)
            table.add_row(
                key.kind.value,
                key.nation,
                key.place,
                str(key.attempt),
                f"{modifier:+d}",
                "" if pending.needed is None else str(pending.needed),
            )
        console.print(table)


def print_standings(book: Book, outcome: Resolution) -> None:
    """The table after the season, best first; AP and gold too, for the GM sees all."""
    from adjudicator.rules.view import GM, season_view

    table = make_table("Nation", "VP", "Territories", "Army AP", "Gold", "Army at")
    for line in season_view(GM, book, outcome).standings:
        holding = outcome.state.holdings[line.nation]
        gone = holding.standing is Standing.ELIMINATED
        table.add_row(
            f"{line.nation} (eliminated)" if gone else line.nation,
            _with_change(line.vp, line.vp_before),
            _with_change(line.territories, line.territories_before),
            str(holding.army_ap),
            str(holding.gold),
            ""
            if holding.army_at is None
            else f"{holding.army_at} (besieging)"
            if holding.besieges
            else holding.army_at,
        )
    make_console().print(table)


def _with_change(value: int, before: int) -> str:
    return str(value) if value == before else f"{value} ({value - before:+d})"

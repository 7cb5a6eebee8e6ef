"""What `verify` and `explain` print on the terminal."""

from __future__ import annotations

import click

from adjudicator.cli.season_printing import print_waiting, season_name
from adjudicator.explain_run import Basis, ExplainedRoll, Explanation, Movement, NationAccount, Step
from adjudicator.model.dice import RolledBy
from adjudicator.model.view import Account
from adjudicator.roll_check import DrawnDie
from adjudicator.verify_findings import Difference, Gravity
from adjudicator.verify_run import Verification, VerifiedSeason

_COLOUR = {Gravity.DIFFERENCE: "red", Gravity.CORRECTION: "yellow", Gravity.NOTE: "cyan"}


def print_verification(found: Verification) -> None:
    """Season by season: a line where all is well, every difference with its place where not."""
    for note in found.notes:
        click.secho(note, fg="cyan", err=True)
    if not found.seasons:
        click.echo(
            "No season of this campaign is archived, so there is nothing to verify. "
            "Name the archive with --archive if it is kept elsewhere."
        )
        return
    for season in found.seasons:
        _print_season(season)
    for each in found.workbook:
        _print_difference(each)
    unexplained = sum(each.gravity is Gravity.DIFFERENCE for each in found.differences)
    corrected = sum(each.gravity is Gravity.CORRECTION for each in found.differences)
    count = _counted(len(found.seasons), "season", "seasons")
    explained = f"; {_counted(corrected, 'correction', 'corrections')} by the GM" if corrected else ""
    if unexplained:
        told = f"{count} verified: {_counted(unexplained, 'unexplained difference', 'unexplained differences')}"
        click.secho(f"{told}{explained}.", fg="red", bold=True)
    else:
        click.secho(f"{count} verified, every one as it was written{explained}.", fg="green", bold=True)


def _print_season(season: VerifiedSeason) -> None:
    name = season_name(season.label.year, season.label.season)
    if season.events is None or season.dice is None:
        told = "could not be resolved again"
    else:
        dice = _counted(season.dice, "die", "dice")
        own = f" ({season.dice_of_the_gm} rolled by the GM)" if season.dice_of_the_gm else ""
        told = f"{_counted(season.events, 'event', 'events')}, {dice}{own}"
    mark, colour = ("✓", "green") if season.is_sound else ("✗", "red")
    click.secho(f"{mark} ", fg=colour, bold=True, nl=False)
    click.secho(f"{name}: ", bold=True, nl=False)
    click.echo(told)
    for each in season.differences:
        _print_difference(each)


def _print_difference(each: Difference) -> None:
    click.secho(f"  {each.gravity.value}: ", fg=_COLOUR[each.gravity], nl=False)
    click.echo(each.text)


def print_die(drawn: DrawnDie) -> None:
    """How one die comes out of the seed (11.2)."""
    click.secho(f"Die: {drawn.die}", bold=True)
    click.echo(f"  signed:       {drawn.message}")
    click.echo(f"  HMAC-SHA256:  {drawn.digest}")
    if drawn.skipped:
        passed = ", ".join(str(byte) for byte in drawn.skipped)
        click.echo(f"  passed over:  {passed} (252 and more would favour low numbers)")
    click.echo(f"  byte:         {drawn.byte} = {drawn.byte:#04x}")
    click.echo(f"  die:          {drawn.byte} modulo 6 is {drawn.byte % 6}, plus 1 is {drawn.die}")


def print_explanation(told: Explanation) -> None:
    """One season, nation by nation."""
    for note in told.notes:
        click.secho(note, fg="cyan", err=True)
    name = season_name(told.year, told.season)
    if told.basis is Basis.ARCHIVE:
        click.secho(f"{name}, resolved again from the archive. For the GM only.", bold=True)
    elif told.waiting is not None:
        click.secho(f"{name}, not run yet: it would wait for you, and this is what leads up to it.", bold=True)
    else:
        click.secho(f"{name}, not run yet: as it would come out now. For the GM only.", bold=True)
    for account in told.nations:
        _print_account(account, closed=told.waiting is None)
    if told.waiting is not None:
        click.echo()
        print_waiting(told.waiting)


def _print_account(account: NationAccount, *, closed: bool) -> None:
    click.echo()
    click.secho(account.nation, bold=True, underline=True)
    if account.received:
        click.echo("  Received")
        for cell in account.received:
            click.echo(f"    {cell.place:<12} {cell.header}: {cell.text}")
        click.echo(f"    understood   {account.understood}")
    else:
        click.echo(f"  Received       nothing on the sheet {account.row}")
    click.echo("  What came of it")
    for step in account.steps:
        _print_step(step)
    if closed:
        for ledger in account.ledgers:
            moved = ledger.closing - ledger.opening
            told = f"{ledger.opening} → {ledger.closing}" if moved else f"{ledger.closing}, unchanged"
            click.echo(f"  {ledger.account.value:<6} {told}" + (f" ({moved:+d})" if moved else ""))
    if account.result:
        click.echo(f"  Result   {account.result}")


def _print_step(step: Step) -> None:
    click.secho(f"    {step.clause:>4}  ", fg="cyan", nl=False)
    click.echo(step.sentence)
    for each in step.rolls:
        click.echo(f"          {_spoken_roll(each)}")
    for moved in step.movements:
        click.secho(f"          {_spoken_movement(moved)}", fg="green" if moved.amount > 0 else "red")


def _spoken_roll(each: ExplainedRoll) -> str:
    roll = each.roll
    parts = "".join(f" {'−' if part.value < 0 else '+'} {abs(part.value)} {part.kind.value}" for part in roll.modifiers)
    total = f" = {roll.total}" if roll.modifiers else ""
    needed = f", needed {roll.needed}" if roll.needed is not None else ""
    by = "entered by the GM" if roll.rolled_by is RolledBy.GM else "from the seed"
    return f"{each.key}: die {roll.die}{parts}{total}{needed} ({by})"


def _spoken_movement(moved: Movement) -> str:
    names = {Account.TREASURY: "gold", Account.ARMY: "AP", Account.GLORY: "VP"}
    return f"{moved.amount:+d} {names[moved.account]}, now {moved.balance}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"

"""`undo`, `verify` and `explain`: the GM in control, and everything checkable."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import (
    WORKBOOK,
    Exit,
    JsonValue,
    fail,
    print_json,
    print_problems,
    problem_document,
    working,
)
from adjudicator.cli.season_commands import archive_option, reports_option
from adjudicator.cli.trouble import plain_trouble

if TYPE_CHECKING:
    from adjudicator.archive.undo import UndoPlan
    from adjudicator.explain_run import Explanation, NationAccount
    from adjudicator.roll_check import DrawnDie
    from adjudicator.verify_run import Verification

json_option = click.option("--json", "as_json", is_flag=True, help="Print the outcome as one JSON object.")


# --- undo -------------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option("--yes", is_flag=True, help="Do it without asking.")
@archive_option
@reports_option
@json_option
def undo(workbook: Path, archive: Path | None, reports: Path | None, *, yes: bool, as_json: bool) -> None:
    """Take the last season back: WORKBOOK is again, byte for byte, as it was handed in for it.

    The season's archive and newsletters are set aside, never deleted. A workbook that was changed since is kept beside
    first. Asked again, the command takes back the season before.
    """
    from adjudicator.undo_run import prepare_undo, take_back

    with plain_trouble(as_json=as_json):
        plan, notes = prepare_undo(workbook, archive, reports)
        if not yes:
            _ask(workbook, plan, notes, as_json=as_json)
        done = take_back(workbook, archive, reports, plan.season.label)
    if as_json:
        print_json(
            {
                "outcome": "undone",
                "exit": int(Exit.DONE),
                "season": str(done.season),
                "archive": str(done.plan.archive_to),
                "reports": str(done.plan.reports_to) if done.plan.reports_to else None,
                "kept_beside": str(done.plan.kept_beside) if done.plan.kept_beside else None,
                "brought_back": [str(label) for label in done.plan.brought_back],
                "notes": [*(notes if yes else ()), *done.notes],
            }
        )
    else:
        click.secho(f"{done.season.spoken.capitalize()} is taken back.", bold=True)
        for note in (*(notes if yes else ()), *done.notes):
            click.echo(note)
        click.echo(f"{workbook} is as it was handed in for {done.season.spoken}: correct it and run again.")


def _ask(workbook: Path, plan: UndoPlan, notes: tuple[str, ...], *, as_json: bool) -> None:
    """Show what would be done and wait for a yes; without a terminal there is nobody to ask."""
    what = _spoken_plan(workbook, plan)
    if as_json or not sys.stdin.isatty():
        fail(" ".join((*what, "Nothing was done: say --yes to do it.")), as_json=as_json)
    for line in (*notes, *what):
        click.echo(line)
    if not click.confirm("Do it?"):
        click.echo("Nothing was done.")
        raise click.exceptions.Exit(int(Exit.TROUBLE))


def _spoken_plan(workbook: Path, plan: UndoPlan) -> list[str]:
    told = [f"The last season is {plan.season.label.spoken}. {workbook} would be as it was handed in for it."]
    if plan.kept_beside is not None:
        told.append(
            f"The workbook has been changed since that season was written; it would be kept as {plan.kept_beside.name}."
        )
    told.append(f"The season's archive would be kept as {plan.archive_to.name}.")
    if plan.reports_to is not None:
        told.append(f"Its newsletters would be kept as {plan.reports_to.name}.")
    told.extend(f"The archived {label.spoken} would take its place again." for label in plan.brought_back)
    return told


# --- verify -----------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("workbook", type=WORKBOOK, required=False)
@click.option("--roll", metavar="KEY", help="Check one die: year|season|kind|nation|place|attempt.")
@click.option("--seed", metavar="TEXT", help="With --roll: the seed, exactly as it stood in the workbook.")
@click.option("--draw", metavar="TEXT", default="", help="With --roll and --seed: that season's public draw.")
@click.option("--commitment", metavar="HEX", help="With --seed: is this the SHA-256 that the newsletters print?")
@archive_option
@reports_option
@json_option
def verify(
    workbook: Path | None,
    roll: str | None,
    seed: str | None,
    draw: str,
    commitment: str | None,
    archive: Path | None,
    reports: Path | None,
    *,
    as_json: bool,
) -> None:
    """Resolve every archived season of WORKBOOK again and compare everything; nothing is written.

    Exit 0: all is as archived, or explained by the GM's corrections. Exit 2: something differs, and is named.

    With --roll one die is worked out step by step: from --seed, without any workbook; or from WORKBOOK alone, with the
    seed and the public draw that its archive holds. The seed is never printed.
    """
    if seed is not None and (roll is not None or commitment is not None):
        with plain_trouble(as_json=as_json):
            _verify_die(roll, seed, draw, commitment, as_json=as_json)
    if workbook is None:
        fail("Name a workbook; or give --roll and --seed to check one die.", as_json=as_json)
    if seed is not None or (commitment is not None and roll is None):
        fail("--seed and --commitment go with each other, or with --roll.", as_json=as_json)
    if roll is not None:
        with plain_trouble(as_json=as_json):
            _verify_archived_die(workbook, archive, roll, commitment, as_json=as_json)
    from adjudicator.cli.archive_printing import print_verification
    from adjudicator.verify_run import verify_campaign

    with plain_trouble(as_json=as_json), working("Resolving every season again", quiet=as_json):
        found = verify_campaign(workbook, archive, reports)
    code = Exit.DONE if found.is_sound else Exit.WORKBOOK_ERRORS
    if as_json:
        print_json(_verification_document(found, code))
    else:
        print_verification(found)
    raise click.exceptions.Exit(int(code))


def _verification_document(found: Verification, code: Exit) -> dict[str, JsonValue]:
    def listed(label: str | None) -> list[JsonValue]:
        group = found.workbook
        if label is not None:
            group = next(season.differences for season in found.seasons if str(season.label) == label)
        return [
            {
                "gravity": each.gravity.value,
                "kind": each.kind.value,
                "place": each.place,
                "expected": each.expected,
                "found": each.found,
                "reason": each.reason,
                "text": each.text,
            }
            for each in group
        ]

    return {
        "outcome": "sound" if found.is_sound else "differences",
        "exit": int(code),
        "seasons": [
            {
                "season": str(season.label),
                "sound": season.is_sound,
                "events": season.events,
                "dice": season.dice,
                "dice_of_the_gm": season.dice_of_the_gm,
                "differences": listed(str(season.label)),
            }
            for season in found.seasons
        ],
        "workbook": listed(None),
        "notes": list(found.notes),
    }


def _verify_die(roll: str | None, seed: str, draw: str, commitment: str | None, *, as_json: bool) -> None:
    """One die from a seed that was told; ends the command."""
    from adjudicator.roll_check import draw_again, read_roll_key
    from adjudicator.rules.dice import seed_commitment

    kept = None if commitment is None else commitment.strip().lower() == seed_commitment(seed)
    drawn = None if roll is None else draw_again(seed, read_roll_key(roll), draw)
    _tell_die(drawn, seed_commitment(seed), kept, as_json=as_json)


def _verify_archived_die(
    workbook: Path, archive: Path | None, roll: str, commitment: str | None, *, as_json: bool
) -> None:
    """One die of an archived season, with that season's seed and draw; ends the command."""
    from adjudicator.verify_roll_run import verify_archived_roll

    found = verify_archived_roll(workbook, archive, roll)
    kept = None if commitment is None else commitment.strip().lower() == found.commitment
    _tell_die(found.drawn, found.commitment, kept, as_json=as_json, remarks=found.remarks)


def _tell_die(
    drawn: DrawnDie | None,
    found: str,
    kept: bool | None,
    *,
    as_json: bool,
    remarks: tuple[str, ...] = (),
) -> None:
    code = Exit.WORKBOOK_ERRORS if kept is False else Exit.DONE
    if as_json:
        print_json(
            {
                "outcome": "differs" if kept is False else "ok",
                "exit": int(code),
                "die": None if drawn is None else drawn.die,
                "message": None if drawn is None else drawn.message,
                "hmac_sha256": None if drawn is None else drawn.digest,
                "bytes_passed_over": [] if drawn is None else list(drawn.skipped),
                "byte": None if drawn is None else drawn.byte,
                "commitment": found,
                "commitment_kept": kept,
                "remarks": list(remarks),
            }
        )
    else:
        from adjudicator.cli.archive_printing import print_die

        if drawn is not None:
            print_die(drawn)
        for remark in remarks:
            click.echo(remark)
        if kept is True:
            click.secho("The seed is the one committed to.", fg="green")
        elif kept is False:
            click.secho(
                f"The seed is not the one committed to: its SHA-256 is {found}. Every space and capital counts.",
                fg="red",
            )
    raise click.exceptions.Exit(int(code))


# --- explain ----------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.argument("nation", required=False)
@click.option(
    "--season",
    metavar="SEASON",
    help="1071-2-spring, spring, `spring 1071`, last, or next for the season not run yet. Default: the last archived.",
)
@archive_option
@json_option
def explain(workbook: Path, nation: str | None, season: str | None, archive: Path | None, *, as_json: bool) -> None:
    """Why a season came out as it did for NATION, or for every nation.

    From the cells of the order to what the rules made of it, every die with its parts, every event with its clause,
    and every movement of AP, gold and VP with the balance after it. For the GM only: it tells everything.
    """
    from adjudicator.cli.archive_printing import print_explanation
    from adjudicator.explain_run import explain_season

    with plain_trouble(as_json=as_json), working("Resolving the season again", quiet=as_json):
        told = explain_season(workbook, nation, season, archive)
    code = Exit.WORKBOOK_ERRORS if told.problems else Exit.DONE
    if as_json:
        print_json(_explanation_document(told, code))
    elif told.problems:
        print_problems(told.problems)
        click.secho("The season at hand cannot be explained before its errors are mended.", fg="red", err=True)
    else:
        print_explanation(told)
    raise click.exceptions.Exit(int(code))


def _explanation_document(told: Explanation, code: Exit) -> dict[str, JsonValue]:
    if told.problems:
        problems: list[JsonValue] = [problem_document(problem) for problem in told.problems]
        return {"outcome": "errors", "exit": int(code), "problems": problems}
    return {
        "outcome": "explained",
        "exit": int(code),
        "year": told.year,
        "season": told.season.value,
        "basis": told.basis.value,
        "waits": told.waiting is not None,
        "nations": [_nation_document(nation) for nation in told.nations],
        "notes": list(told.notes),
    }


def _nation_document(account: NationAccount) -> dict[str, JsonValue]:
    return {
        "nation": account.nation,
        "row": account.row,
        "received": [{"cell": cell.place, "header": cell.header, "text": cell.text} for cell in account.received],
        "understood": account.understood,
        "steps": [
            {
                "kind": step.kind,
                "clause": step.clause,
                "text": step.sentence,
                "rolls": [
                    {
                        "key": each.key,
                        "die": each.roll.die,
                        "modifiers": {modifier.kind.value: modifier.value for modifier in each.roll.modifiers},
                        "total": each.roll.total,
                        "needed": each.roll.needed,
                        "rolled_by": each.roll.rolled_by.value,
                    }
                    for each in step.rolls
                ],
                "movements": [
                    {"account": moved.account.value, "amount": moved.amount, "balance": moved.balance}
                    for moved in step.movements
                ],
            }
            for step in account.steps
        ],
        "accounts": {
            ledger.account.value: {"opening": ledger.opening, "closing": ledger.closing} for ledger in account.ledgers
        },
        "result": account.result,
    }

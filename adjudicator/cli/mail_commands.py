"""`forms`, `collect` and `mail`: order forms out, orders in, newsletters to the players."""

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
from adjudicator.cli.season_commands import archive_option, json_option, reports_option
from adjudicator.cli.trouble import plain_trouble

if TYPE_CHECKING:
    from adjudicator.forms.collect import Collection
    from adjudicator.forms.make import MadeForms
    from adjudicator.mail.prepare import Post

PATHS = click.Path(path_type=Path, exists=False)


# --- forms ------------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option("--no-pdf", is_flag=True, help="Only the spreadsheets, no PDF forms.")
@json_option
def forms(workbook: Path, *, no_pdf: bool, as_json: bool) -> None:
    """Make an order form for every active nation, for the season that the Campaign sheet names.

    They lie in forms/ beside WORKBOOK, a spreadsheet and a fillable PDF each; `adjudicate mail` sends them, and
    `adjudicate collect` reads them when they come back. A form holds nothing of another nation that is not public.
    """
    from adjudicator.forms.make import make_forms

    with plain_trouble(as_json=as_json), working("Making order forms", quiet=as_json) as progress:
        made = make_forms(workbook, pdf=not no_pdf, progress=progress)
    code = Exit.DONE if made.book is not None else Exit.WORKBOOK_ERRORS
    if as_json:
        print_json(_forms_document(made, code))
    elif made.book is None:
        print_problems(made.problems)
        click.secho("No forms were made: mend the errors first.", fg="red", err=True)
    else:
        for note in made.notes:
            click.secho(note, fg="cyan", err=True)
        for name in made.kept:
            click.secho(
                f"{name} is not as it was made: somebody filled it in there, and it was left alone.", fg="yellow"
            )
        click.echo(f"{len(made.files)} order forms: {made.folder}")
    raise click.exceptions.Exit(int(code))


def _forms_document(made: MadeForms, code: Exit) -> dict[str, JsonValue]:
    return {
        "outcome": "made" if made.book is not None else "errors",
        "exit": int(code),
        "folder": str(made.folder) if made.folder is not None else None,
        "forms": [{"nation": nation, "files": list(files)} for nation, files in made.files],
        "left_alone": list(made.kept),
        "problems": [problem_document(problem) for problem in made.problems],
        "notes": list(made.notes),
    }


# --- collect ----------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.argument("paths", type=PATHS, nargs=-1, required=True)
@click.option("--replace", is_flag=True, help="Orders already in the workbook give way, and the last one named counts.")
@click.option("--any-sender", is_flag=True, help="Take orders from any mail address.")
@archive_option
@json_option
def collect(
    workbook: Path, paths: tuple[Path, ...], archive: Path | None, *, replace: bool, any_sender: bool, as_json: bool
) -> None:
    """Read returned order forms and mails, and put the orders into WORKBOOK.

    PATHS are forms (.xlsx, .pdf), mails (.eml, .mbox), texts (.txt), or folders of them; the same folder may be
    collected again and again. Of two orders of a nation the one mailed later counts. What you typed into the workbook
    yourself is kept. Exit code 1 says that something was refused; all that was good is in the workbook all the same.
    """
    from adjudicator.forms.collect import CollectOptions, collect_orders

    options = CollectOptions(workbook, paths, replace=replace, any_sender=any_sender, archive=archive)
    with plain_trouble(as_json=as_json), working("Collecting orders", quiet=as_json):
        found = collect_orders(options)
    code = Exit.TROUBLE if found.refused or found.unopened else Exit.DONE
    if found.book is None:
        code = Exit.WORKBOOK_ERRORS
    if as_json:
        print_json(_collection_document(found, code))
    else:
        _print_collection(found)
    raise click.exceptions.Exit(int(code))


def _collection_document(found: Collection, code: Exit) -> dict[str, JsonValue]:
    return {
        "outcome": "errors" if found.book is None else "collected",
        "exit": int(code),
        "accepted": [
            {
                "nation": one.nation,
                "source": one.taken.candidate.source,
                "how": one.taken.taking.value,
                "replaced": one.taken.replaced,
                "order": one.reads,
                "line": one.line,
                "warnings": list(one.warnings),
            }
            for one in found.accepted
        ],
        "passed_by": [
            {"nation": one.candidate.nation, "source": one.candidate.source, "why": one.why} for one in found.passed_by
        ],
        "refused": [
            {
                "nation": one.nation,
                "source": one.source,
                "reason": one.reason.value,
                "why": one.why,
                "nearest": one.nearest,
            }
            for one in found.refused
        ],
        "unopened": [{"source": one.source, "why": one.why} for one in found.unopened],
        "blank": [{"nation": one.nation, "source": one.source} for one in found.blank],
        "missing": list(found.missing),
        "passed_over": found.passed_over,
        "receipts": str(found.receipts) if found.receipts is not None else None,
        "problems": [problem_document(problem) for problem in found.problems],
        "notes": list(found.notes),
    }


def _print_collection(found: Collection) -> None:
    for note in found.notes:
        click.secho(note, fg="cyan", err=True)
    print_problems(found.problems)
    if found.book is None:
        click.secho("Nothing was collected: mend the errors first.", fg="red", err=True)
        return
    for one in found.accepted:
        click.secho(f"{one.nation}: ", bold=True, nl=False)
        click.secho(one.taken.taking.value, fg="green", nl=False)
        click.echo(f" ({one.taken.candidate.source})")
        click.echo(f"    {one.reads}")
        if one.taken.replaced:
            click.echo(f"    in place of {one.taken.replaced}")
        for warning in one.warnings:
            click.secho(f"    warning: {warning}", fg="yellow")
    for other in found.passed_by:
        click.secho(f"{other.candidate.nation}: ", bold=True, nl=False)
        click.echo(f"not taken ({other.candidate.source}). {other.why}")
    for blank in found.blank:
        click.secho(f"{blank.nation}: ", bold=True, nl=False)
        click.echo(f"not filled in ({blank.source})")
    for refused in found.refused:
        click.secho(f"{refused.nation}: " if refused.nation else "", bold=True, nl=False)
        click.secho("refused", fg="red", nl=False)
        click.echo(f" ({refused.source}). {refused.why}")
        if refused.nearest:
            click.echo(f"    perhaps: {refused.nearest}")
    for unopened in found.unopened:
        click.secho("not read", fg="red", nl=False)
        click.echo(f" ({unopened.source}): {unopened.why}")
    if found.passed_over:
        things = "thing that has" if found.passed_over == 1 else "things that have"
        click.echo(f"{found.passed_over} {things} nothing to do with orders passed over.")
    if found.missing:
        click.secho(f"Still missing: {', '.join(found.missing)}.", fg="yellow")
    else:
        click.secho("Every nation has ordered.", fg="green")
    if found.receipts is not None:
        click.echo(f"Receipts: {found.receipts}")


# --- mail -------------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option("--send", is_flag=True, help="Send the mails, after showing who gets what and asking.")
@click.option("--yes", is_flag=True, help="With --send: do not ask.")
@click.option(
    "--to", "to", metavar="ADDRESS", help="Send all of it to ADDRESS instead, to try it; no player gets a mail."
)
@click.option("--only", "only", multiple=True, metavar="NATION", help="Only this nation's mail; may be repeated.")
@click.option("--again", is_flag=True, help="Also those who were sent this season's mail already.")
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help="The mail server's settings, if not elsewhere."
)
@archive_option
@reports_option
@json_option
def mail(
    workbook: Path,
    archive: Path | None,
    reports: Path | None,
    *,
    send: bool,
    yes: bool,
    to: str | None,
    only: tuple[str, ...],
    again: bool,
    config: Path | None,
    as_json: bool,
) -> None:
    """Write a mail for every player: the last season's newsletter and the order form for the next, attached.

    The mails lie in mail/ beside WORKBOOK and can be opened and sent with any mail program. With --send they are sent
    from here; the server is named in adjudicate.toml or the environment (see docs/orders-by-mail.md), and nobody is
    sent the same season's mail twice.
    """
    from adjudicator.mail.deliver import deliver
    from adjudicator.mail.prepare import MailOptions, prepare_post
    from adjudicator.mail.settings import find_settings

    if to is not None and not send:
        send = True
    with plain_trouble(as_json=as_json):
        settings = find_settings(workbook, config)
        if send:
            settings.require_server()
        with working("Writing mails", quiet=as_json) as progress:
            post = prepare_post(
                MailOptions(workbook, only, to, again=again, archive=archive, reports=reports), settings, progress
            )
        if post.book is None:
            _end_with_errors(post, as_json=as_json)
        if not send:
            _tell_written(post, as_json=as_json)
            return
        _agree(post, yes=yes, as_json=as_json)
        if settings.needs_password and sys.stdin.isatty() and not as_json:
            settings = settings.with_password(click.prompt(f"Password of {settings.user}", hide_input=True))
        with working("Sending", quiet=as_json) as progress:
            sent = deliver(post, settings, progress)
    code = Exit.TROUBLE if sent.failed else Exit.DONE
    if as_json:
        document = _post_document(post, code, "sent")
        document["sent"] = list(sent.sent)
        document["failed"] = [{"nation": nation, "why": why} for nation, why in sent.failed]
        print_json(document)
    else:
        for nation, why in sent.failed:
            click.secho(f"{nation}: not sent. {why}", fg="red", err=True)
        click.echo(f"{len(sent.sent)} mails sent." if len(sent.sent) != 1 else "1 mail sent.")
        if sent.failed:
            click.echo("Run the command again to send the rest; nobody gets a mail twice.")
    raise click.exceptions.Exit(int(code))


def _end_with_errors(post: Post, *, as_json: bool) -> None:
    if as_json:
        print_json(_post_document(post, Exit.WORKBOOK_ERRORS, "errors"))
    else:
        print_problems(post.problems)
        click.secho("No mails were written: mend the errors first.", fg="red", err=True)
    raise click.exceptions.Exit(int(Exit.WORKBOOK_ERRORS))


def _tell_written(post: Post, *, as_json: bool) -> None:
    if as_json:
        print_json(_post_document(post, Exit.DONE, "written"))
        return
    _print_post(post)
    click.echo(f"{len(post.letters)} mails: {post.folder}")
    if post.letters:
        click.echo("Open them with a mail program, or say --send.")


def _agree(post: Post, *, yes: bool, as_json: bool) -> None:
    """Show who gets what and wait for a yes; without a terminal there is nobody to ask."""
    if not as_json:
        _print_post(post)
    if yes or not post.letters:
        return
    if as_json or not sys.stdin.isatty():
        fail("Nothing was sent: say --yes to send without being asked.", as_json=as_json)
    if not click.confirm(f"Send {len(post.letters)} mails?"):
        click.echo("Nothing was sent.")
        raise click.exceptions.Exit(int(Exit.TROUBLE))


def _print_post(post: Post) -> None:
    for note in post.notes:
        click.secho(note, fg="cyan", err=True)
    for letter in post.letters:
        click.secho(f"{letter.nation}: ", bold=True, nl=False)
        click.echo(f"{', '.join(letter.addresses)}: {', '.join(letter.attachments) or 'no attachments'}")
    for nation, why in post.left_out:
        click.secho(f"{nation}: ", bold=True, nl=False)
        click.secho(why, fg="yellow")


def _post_document(post: Post, code: Exit, outcome: str) -> dict[str, JsonValue]:
    return {
        "outcome": outcome,
        "exit": int(code),
        "folder": str(post.folder) if post.folder is not None else None,
        "mails": [
            {
                "nation": letter.nation,
                "to": list(letter.addresses),
                "subject": letter.subject,
                "attachments": list(letter.attachments),
                "file": letter.path.name,
            }
            for letter in post.letters
        ],
        "left_out": [{"nation": nation, "why": why} for nation, why in post.left_out],
        "problems": [problem_document(problem) for problem in post.problems],
        "notes": list(post.notes),
    }

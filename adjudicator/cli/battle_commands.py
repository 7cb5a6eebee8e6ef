"""`battles`: the games that wait for the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import WORKBOOK, Exit, JsonValue, fail, print_json, print_problems, problem_document
from adjudicator.cli.season_commands import archive_option, json_option
from adjudicator.cli.trouble import plain_trouble

if TYPE_CHECKING:
    from adjudicator.battles_run import Game, SeasonBattles


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Also write a battle sheet for each game.")
@archive_option
@json_option
def battles(workbook: Path, pdf: Path | None, archive: Path | None, *, as_json: bool) -> None:
    """The battles of the season at hand, with all that the table needs; WORKBOOK is not touched.

    Also before the run: enter a winner early and it is used. Exit code 3 says that there are battles to be played.
    """
    from adjudicator.archive.commit import write_new
    from adjudicator.battles_run import find_battles, print_sheets, templates_of
    from adjudicator.newsletter.pdf import PdfUnavailable

    with plain_trouble(as_json=as_json):
        found = find_battles(workbook, archive)
        if pdf is not None and found.games:
            try:
                write_new(pdf, print_sheets(found, templates_of(workbook)))
            except PdfUnavailable as missing:
                fail(f"No PDF can be made on this computer: {missing}", as_json=as_json)
    code = Exit.WAITING if found.waiting or found.rolls else Exit.DONE
    if found.problems:
        code = Exit.WORKBOOK_ERRORS
    written = pdf if found.games else None
    if as_json:
        print_json(_document(found, code, written))
    elif found.problems:
        print_problems(found.problems)
        click.secho("Who fights whom is not known before the errors are mended.", fg="red", err=True)
    else:
        _print(found, written)
    raise click.exceptions.Exit(int(code))


def _document(found: SeasonBattles, code: Exit, pdf: Path | None) -> dict[str, JsonValue]:
    return {
        "outcome": {Exit.WAITING: "waiting", Exit.WORKBOOK_ERRORS: "errors"}.get(code, "ok"),
        "exit": int(code),
        "year": found.year if found.book is not None else None,
        "season": found.season.value if found.book is not None else None,
        "battles": [_game_document(game) for game in found.games],
        "dice": [
            f"{roll.key.kind.value}|{roll.key.nation}|{roll.key.place}|{roll.key.attempt}" for roll in found.rolls
        ],
        "pdf": str(pdf) if pdf is not None else None,
        "problems": [problem_document(problem) for problem in found.problems],
        "notes": list(found.notes),
    }


def _game_document(game: Game) -> dict[str, JsonValue]:
    sheet = game.sheet
    return {
        "area": sheet.territory,
        "owner": sheet.owner,
        "attacker": sheet.attacker.nation,
        "attacker_player": sheet.attacker.player,
        "attacker_ap": sheet.attacker.ap,
        "defender": sheet.defender.nation,
        "defender_player": sheet.defender.player,
        "defender_ap": sheet.defender.ap,
        "cause": "relief" if sheet.relief else "invasion",
        "from": sheet.origin,
        "terrain": [terrain.value for terrain in sheet.terrains],
        "march_loss": sheet.march_loss,
        "stands": game.play.value,
        "winner": game.winner,
    }


def _print(found: SeasonBattles, pdf: Path | None) -> None:
    from adjudicator.cli.console import make_console, make_table
    from adjudicator.cli.season_printing import season_name

    for note in found.notes:
        click.secho(note, fg="cyan", err=True)
    name = season_name(found.year, found.season)
    if found.rolls:
        click.echo(f"Who fights whom in {name} is not known before these dice are rolled:")
        for roll in found.rolls:
            click.echo(
                f"  {roll.key.kind.value} of {roll.key.nation} against {roll.key.place}, attempt {roll.key.attempt}"
            )
        return
    if not found.games:
        click.echo(f"No battle is fought in {name}.")
        return
    table = make_table("Area", "Attacker", "AP", "Defender", "AP", "Cause", "Way", "Stands", title=f"Battles of {name}")
    for game in found.games:
        sheet = game.sheet
        way = ", ".join(terrain.value for terrain in sheet.terrains) or ("" if sheet.relief else "open land")
        loss = f" (−{sheet.march_loss} AP, taken off)" if sheet.march_loss else ""
        table.add_row(
            sheet.territory,
            sheet.attacker.nation,
            str(sheet.attacker.ap),
            sheet.defender.nation,
            str(sheet.defender.ap),
            "relief of a siege" if sheet.relief else f"invasion from {sheet.origin}",
            f"{way}{loss}",
            f"won by {game.winner}" if game.winner else game.play.value,
        )
    make_console().print(table)
    if found.waiting:
        click.echo("Enter each winner on the Battles sheet (or draw, or dice), save, and run the season.")
    if pdf is not None:
        click.echo(f"Battle sheets: {pdf}")

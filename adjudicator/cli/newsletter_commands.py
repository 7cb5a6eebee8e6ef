"""`newsletter`: editions again, from the archive, and the founding edition."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import WORKBOOK, print_json, working
from adjudicator.cli.season_commands import archive_option, json_option, reports_option
from adjudicator.cli.trouble import plain_trouble


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option(
    "--season", default="", metavar="S", help="`1071-2-spring`, or `spring` for the latest; else the last one."
)
@click.option("--only", default="", metavar="NATION", help="One edition: a nation's, `gm`, or `public`.")
@click.option("--html", is_flag=True, help="Web pages as well, each complete in itself.")
@click.option("--founding", is_flag=True, help="The edition before the first season: the land, the nations, the rules.")
@reports_option
@archive_option
@json_option
def newsletter(
    workbook: Path,
    season: str,
    only: str,
    reports: Path | None,
    archive: Path | None,
    *,
    html: bool,
    founding: bool,
    as_json: bool,
) -> None:
    """Make newsletters again from the archive, with the templates as they are now.

    The season is resolved again from the workbook as it was handed in, so the news is the same; files of the same name
    are replaced.
    """
    from adjudicator.newsletter_run import ReprintOptions, reprint

    options = ReprintOptions(workbook, season, only, html, founding, reports, archive)
    with plain_trouble(as_json=as_json), working("Printing", quiet=as_json) as progress:
        done = reprint(options, progress)
    if as_json:
        print_json({"outcome": "printed", "exit": 0, "folder": str(done.folder), "files": list(done.names)})
        return
    if done.without_pdf:
        click.secho(done.without_pdf, fg="cyan", err=True)
    click.echo(f"{len(done.names)} editions in {done.folder}")

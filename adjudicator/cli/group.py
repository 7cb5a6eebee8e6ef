"""The click group behind `adjudicate`: commands are loaded when they are run, and a workbook alone means `run`."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

import click

from adjudicator.cli.commands import DEFAULT, find, help_text, names


class LazyGroup(click.Group):
    """Commands by name from the table; the module of one is imported only when that one is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command of the table (shell completion asks)."""
        return list(names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        entry = find(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.target} is no command")
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`adjudicate campaign.xlsx` is `adjudicate run campaign.xlsx`."""
        if args and args[0] not in ("--help", "--version") and find(args[0]) is None:
            if _looks_like_a_command(args):
                near = get_close_matches(args[0].lower(), names(), n=1)
                hint = f" Did you mean '{near[0]}'?" if near else " `adjudicate --help` lists them."
                raise click.UsageError(f"There is no command '{args[0]}'.{hint}", ctx)
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The text of the table, the same that `--help` prints without click."""
        return help_text()


def _looks_like_a_command(args: list[str]) -> bool:
    """Whether the first word is a mistyped command: a bare word that is no file and, alone, is near a command's name.

    `run` takes one workbook, so a word followed by another cannot be that workbook.
    """
    word = args[0]
    if word.startswith("-") or Path(word).suffix or Path(word).name != word or Path(word).exists():
        return False
    followed = any(not other.startswith("-") for other in args[1:2])
    return followed or bool(get_close_matches(word.lower(), names(), n=1, cutoff=0.75))


@click.command(cls=LazyGroup)
@click.version_option(package_name="adjudicator", prog_name="adjudicate", message="%(prog)s %(version)s")
def adjudicate() -> None:
    """Resolve a season of a campaign workbook."""


def run_command(words: list[str]) -> None:
    """Run the command named, or `run` for a workbook; errors of the command line itself exit 1, as all but ours do.

    Exit code 2 is kept for a workbook with errors, so a mistyped option must not end with it.
    """
    try:
        # outside its standalone mode click gives the code of `Exit` back instead of ending the process
        code = adjudicate.main(args=words, prog_name="adjudicate", standalone_mode=False)
    except click.Abort:
        click.echo("Stopped; nothing was written.", err=True)
        raise SystemExit(1) from None
    except click.ClickException as mistake:
        mistake.show(file=sys.stderr)
        raise SystemExit(1) from None
    raise SystemExit(code if isinstance(code, int) else 0)

"""The table of commands and the help of `adjudicate` itself.

Nothing is imported here, so that `--help` and `--version` answer at once; a command's module is loaded when it is run.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command lives (`module:attribute`), what it takes, and what it does in one line."""

    target: str
    arguments: str
    summary: str


DEFAULT = "run"
"""The command meant where the first word is a workbook: `adjudicate campaign.xlsx`."""

COMMANDS: dict[str, dict[str, Command]] = {
    "A season": {
        "run": Command(
            "adjudicator.cli.season_commands:run",
            "WORKBOOK",
            "resolve the season that the Campaign sheet names (the word `run` may be left out)",
        ),
        "check": Command(
            "adjudicator.cli.workbook_commands:check", "WORKBOOK", "every problem and warning; nothing is written"
        ),
        "preview": Command(
            "adjudicator.cli.season_commands:preview", "WORKBOOK", "the season as it would come out; nothing is written"
        ),
        "status": Command(
            "adjudicator.cli.status_command:status", "WORKBOOK", "who has ordered, and what the season waits for"
        ),
        "battles": Command(
            "adjudicator.cli.battle_commands:battles", "WORKBOOK", "the battles that wait to be played at the table"
        ),
    },
    "A campaign": {
        "new": Command(
            "adjudicator.cli.workbook_commands:new", "PATH", "a new campaign workbook, blank or one of the samples"
        ),
        "newsletter": Command(
            "adjudicator.cli.newsletter_commands:newsletter", "WORKBOOK", "newsletters again, from the archive"
        ),
        "undo": Command("adjudicator.cli.archive_commands:undo", "WORKBOOK", "take the last season back"),
        "verify": Command(
            "adjudicator.cli.archive_commands:verify", "WORKBOOK", "resolve every archived season again and compare"
        ),
        "explain": Command(
            "adjudicator.cli.archive_commands:explain", "WORKBOOK [NATION]", "why a season came out as it did"
        ),
    },
    "Orders by mail": {
        "forms": Command(
            "adjudicator.cli.mail_commands:forms", "WORKBOOK", "an order form for every player, to be sent out"
        ),
        "collect": Command(
            "adjudicator.cli.mail_commands:collect", "WORKBOOK PATH...", "read returned forms into the workbook"
        ),
        "mail": Command(
            "adjudicator.cli.mail_commands:mail", "WORKBOOK", "newsletters and forms as mails, written or sent"
        ),
    },
    "Chances": {
        "odds": Command(
            "adjudicator.cli.odds_commands:odds", "WORKBOOK", "chances of this season's orders (for the GM only)"
        ),
        "simulate": Command(
            "adjudicator.cli.odds_commands:simulate", "WORKBOOK", "whole campaigns played many times: is the map fair?"
        ),
    },
}


def find(name: str) -> Command | None:
    """The command of that name, or None."""
    for group in COMMANDS.values():
        if name in group:
            return group[name]
    return None


def names() -> tuple[str, ...]:
    """Every command's name, in the order of the table."""
    return tuple(name for group in COMMANDS.values() for name in group)


def help_text() -> str:
    """What `adjudicate --help` prints."""
    width = max(len(name) for name in names())
    lines = [
        "Usage: adjudicate WORKBOOK [OPTIONS]",
        "       adjudicate COMMAND ...",
        "",
        "  Resolves a season of a wargame campaign that is kept in one Excel workbook,",
        "  writes the results back into it, archives it, and prints a newsletter for",
        "  every player.",
        "",
        "  A first campaign:",
        "",
        "    adjudicate new tutorial.xlsx --sample tutorial",
        "    adjudicate check tutorial.xlsx",
        "    adjudicate tutorial.xlsx",
    ]
    for heading, group in COMMANDS.items():
        lines += ["", f"{heading}:"]
        lines += [f"  {name:<{width}}  {command.summary}" for name, command in group.items()]
    lines += [
        "",
        "Options:",
        "  --version  the version, and nothing else",
        "  --help     this text; `adjudicate COMMAND --help` tells more of a command",
        "",
        "Exit codes: 0 done · 2 the workbook has errors, nothing was written ·",
        "3 the season waits for battles or dice of the GM · 1 anything else.",
    ]
    return "\n".join(lines)

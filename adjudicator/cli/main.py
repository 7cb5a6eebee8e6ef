"""`adjudicate`: finds the command that is meant and hands over to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from adjudicator.cli.commands import help_text


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; the process ends with its exit code.

    Help and version are answered here, before click is even imported: they are asked for by hand and by completion
    scripts, and should be there at once.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    completing = "_ADJUDICATE_COMPLETE" in os.environ
    if words in (["--help"], ["-h"], ["help"], []) and not completing:
        print(help_text())
        raise SystemExit(0)
    if words == ["--version"]:
        from adjudicator import __version__

        print(f"adjudicate {__version__}")
        raise SystemExit(0)
    from adjudicator.cli.group import run_command

    run_command(words)

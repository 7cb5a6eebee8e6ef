"""`python -m benchmarks [PART...]`: every measurement, or only those of the parts named."""

from __future__ import annotations

import sys

from benchmarks import commands, growth, memory, newsletters, resolving, workbooks
from benchmarks.measure import machine

PARTS = {
    "resolving": resolving.measure,
    "workbooks": workbooks.measure,
    "commands": commands.measure,
    "newsletters": newsletters.measure,
    "memory": memory.measure,
    "growth": growth.measure,
}


def main() -> None:
    wanted = sys.argv[1:] or list(PARTS)
    print(machine())
    for part in wanted:
        for measured in PARTS[part]():
            print(measured, flush=True)


main()

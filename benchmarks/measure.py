"""Timing: medians of several runs, taken in turns so that a busy moment strikes both sides alike."""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the report: what was measured, its value, the target, and whether it is met."""

    name: str
    value: float
    target: str
    met: bool
    detail: str = ""

    def __str__(self) -> str:
        """As the report prints it."""
        mark = "met   " if self.met else "MISSED"
        return f"{mark} {self.name}: {self.value:.2f} (target {self.target}){'  ' + self.detail if self.detail else ''}"


def at_most(name: str, value: float, target: float, detail: str = "") -> Measured:
    return Measured(name, value, f"at most {target:g}", value <= target, detail)


def at_least(name: str, value: float, target: float, detail: str = "") -> Measured:
    return Measured(name, value, f"at least {target:g}", value >= target, detail)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians(works: Mapping[str, Callable[[], object]], runs: int = 5) -> dict[str, float]:
    """The median seconds of each piece of work, all of them once in every round."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            taken[name].append(seconds(work))
    return {name: statistics.median(times) for name, times in taken.items()}


def process(*arguments: str, cwd: str | None = None) -> Callable[[], object]:
    """A fresh Python process with these arguments; it must end well."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, check=True, capture_output=True, cwd=cwd)


def peak_mebibytes(arguments: Sequence[str]) -> float:
    """The largest resident set of any process of a command's family, as the kernel reports it for children."""
    code = (
        "import resource, subprocess, sys\n"
        f"subprocess.run([sys.executable, *{list(arguments)!r}], check=True, capture_output=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    scale = 1024 * 1024 if sys.platform == "darwin" else 1024
    return int(done.stdout) / scale


def machine() -> str:
    """The machine, for the heading of a report."""
    limit = resource.getpagesize() * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {limit:.0f} GiB, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )

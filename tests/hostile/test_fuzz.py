"""Thousands of mutated workbooks, each under a real command: never a traceback, never a workbook changed by a command
that failed, never the seed in what is printed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from tests.control.commands import adjudicate, adjudicate_apart
from tests.hostile.mutations import MUTATIONS, SEED, SEEDS, sample_workbook, small_workbook

pytestmark = pytest.mark.slow

BATCHES = 28
IN_A_BATCH = 25
APART_IN_A_BATCH = 1
LONGEST = 20
"""Seconds for one command; a whole season of this campaign takes a fifth of one."""

READING = (("check",), ("preview",), ("verify",), ("explain",), ("battles",), ("undo",))
MARK = ("check", "--mark")
WRITING = (
    ("run", "--no-newsletters"),
    ("run", "--no-newsletters", "--no-orders"),
    MARK,
    ("undo", "--yes"),
)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    folder = tmp_path_factory.mktemp("originals")
    return small_workbook(folder / "small.xlsx"), sample_workbook(folder / "sample.xlsx")


@contextmanager
def in_time(told: str) -> Iterator[None]:
    """Fail where a command takes too long."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"{told}: more than {LONGEST} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def choose_command(chance: random.Random) -> tuple[str, ...]:
    kind = chance.random()
    if kind < 0.45:
        return ("check",)
    return chance.choice(READING if kind < 0.7 else WRITING)


def check_command(workbook: Path, command: tuple[str, ...], told: str, *, apart: bool = False) -> int:
    before = everything(workbook.parent)
    words = (command[0], workbook, *command[1:])
    if apart:
        ended = adjudicate_apart(*words)
        assert ended.code in (0, 1, 2, 3), f"{told}: {ended.told}"
    else:
        with in_time(told):
            ended = adjudicate(*words)
    assert "Traceback" not in ended.told, f"{told}: {ended.told}"
    assert ended.code in (0, 1, 2, 3), told
    assert not any(seed in ended.told for seed in SEEDS), f"{told}: the seed is printed"
    if ended.code:
        assert ended.told.strip(), f"{told}: exit {ended.code} without a word"
    may_write = ended.code in (0, 3) or (command == MARK and ended.code == 2)  # notes on what is wrong were asked for
    if not may_write or command in READING:
        assert everything(workbook.parent) == before, f"{told}: changed with exit {ended.code}"
    if ended.code == 3:
        others = {name: data for name, data in everything(workbook.parent).items() if name != workbook.name}
        assert not others, f"{told}: a season that waits writes nothing but the workbook"
    return ended.code


@pytest.mark.parametrize("kind", MUTATIONS)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_mutated_workbook(originals: tuple[bytes, bytes], kind: str, batch: int, tmp_path: Path) -> None:
    for number in range(IN_A_BATCH):
        told = f"{kind}, batch {batch}, number {number}"
        chance = random.Random(told)
        folder = tmp_path / str(number)
        folder.mkdir()
        workbook = folder / "campaign.xlsx"
        workbook.write_bytes(MUTATIONS[kind](originals[number % 2], chance))
        command = choose_command(chance)
        check_command(
            workbook, command, f"{told}, {' '.join(command)}", apart=number < APART_IN_A_BATCH and batch % 4 == 0
        )


def test_mutations_reach_all_that_can_happen(originals: tuple[bytes, bytes], tmp_path: Path) -> None:
    """A fuzz whose workbooks were all refused at the door, or all fine, would show nothing."""
    for kind, mutate in MUTATIONS.items():
        codes = Counter[int]()
        for number in range(60):
            workbook = tmp_path / f"{kind}-{number}.xlsx"
            workbook.write_bytes(mutate(originals[number % 2], random.Random(f"reach {kind} {number}")))
            codes[adjudicate("check", workbook).code] += 1
        assert codes[0] > 2, (kind, codes)
        assert codes[1] + codes[2] > 2, (kind, codes)
        if kind == "cells":
            assert codes[2] > 10, codes


def test_there_are_two_thousand() -> None:
    assert BATCHES * IN_A_BATCH * len(MUTATIONS) >= 2000


def test_mutated_archive(originals: tuple[bytes, bytes], tmp_path: Path) -> None:
    """A sound workbook with an archive that somebody has been at."""
    workbook = tmp_path / "campaign.xlsx"
    workbook.write_bytes(originals[0])
    assert adjudicate("run", workbook, "--no-newsletters").code == 0
    files = sorted(path for path in (tmp_path / "archive").rglob("*") if path.is_file())
    kept = {path: path.read_bytes() for path in files}
    for number in range(90):
        chance = random.Random(f"archive {number}")
        path = chance.choice(files)
        kinds = ("bytes",) if path.suffix == ".json" else tuple(MUTATIONS)
        path.write_bytes(MUTATIONS[chance.choice(kinds)](kept[path], chance))
        told = f"archive {number}, {path.name}"
        for command in (("verify", "--json"), chance.choice((("explain",), ("undo",), ("preview",)))):
            before = workbook.read_bytes()
            with in_time(told):
                ended = adjudicate(command[0], workbook, *command[1:])
            assert ended.code in (0, 1, 2, 3), told
            assert SEED not in ended.told, told
            assert workbook.read_bytes() == before, told
            if command[0] == "verify" and path.read_bytes() != kept[path]:
                assert ended.code == 2, f"{told}: a changed file is not named"
                assert json.loads(ended.out)["outcome"] == "differences"
        path.write_bytes(kept[path])


def test_seeds_of_chance_are_fixed(originals: tuple[bytes, bytes]) -> None:
    for kind, mutate in MUTATIONS.items():
        one, other = (mutate(originals[1], random.Random(f"{kind} 1")) for _ in range(2))
        assert one == other


if __name__ == "__main__":
    # a longer hunt by hand: python -m tests.hostile.test_fuzz FIRST-BATCH LAST-BATCH
    import tempfile

    first, last = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as place:
        made = small_workbook(Path(place) / "small.xlsx"), sample_workbook(Path(place) / "sample.xlsx")
        for each in range(first, last):
            for which in MUTATIONS:
                folder = Path(place) / f"{which}-{each}"
                folder.mkdir()
                test_mutated_workbook(made, which, each, folder)

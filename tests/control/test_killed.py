"""The real command killed: the workbook is the old one or the new one, whole, and the next run puts the rest right.

Together with the kills of the archive's own steps (`tests/archive/test_killed.py`) there are far more than two hundred.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.control.commands import ROOT, adjudicate, content, new_campaign

pytestmark = pytest.mark.slow

Killer = Callable[..., dict[str, Any]]
HIDDEN = ("adjudicating", "adjudicate-")
RUN = ("--no-newsletters", "--no-orders")


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.control.killing"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        questions, answers = process.stdin, process.stdout
        assert questions is not None
        assert answers is not None

        def ask(workbook: Path, command: str, **request: Any) -> dict[str, Any]:
            spoken = {key.replace("_", " "): value for key, value in request.items()}
            print(json.dumps({"workbook": str(workbook), "command": command, **spoken}), file=questions, flush=True)
            return dict(json.loads(answers.readline()))

        yield ask
        questions.close()
        process.wait(timeout=60)


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where there is such a place: flushing costs nothing there."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    yield made
    shutil.rmtree(made)


@dataclass
class Trial:
    """A season to be resolved, what resolves it, and what the workbook is before it, after it and a season later."""

    folder: Path
    before: bytes
    after: bytes
    later: bytes

    @property
    def workbook(self) -> Path:
        return self.folder / "tiber.xlsx"

    def begin(self) -> Path:
        """The campaign with its season still to be resolved."""
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.workbook.write_bytes(self.before)
        return self.workbook

    def check_put_right(self, told: str) -> None:
        """Whatever is there, the next run ends with each season resolved once, and nothing left over."""
        stands = self.workbook.read_bytes()
        assert stands in (self.before, self.after), f"{told}: the workbook is torn"
        following = adjudicate("run", self.workbook, *RUN)
        assert following.code == 0, f"{told}: {following.told}"
        replaced = stands == self.after
        assert self.workbook.read_bytes() == (self.later if replaced else self.after), told
        seasons = sorted(path.name for path in (self.folder / "archive" / "tiber").iterdir())
        assert seasons == (["1-2-spring", "1-3-summer"] if replaced else ["1-2-spring"]), told
        assert not [name for name in content(self.folder) if any(mark in name for mark in HIDDEN)], told
        verified = adjudicate("verify", self.workbook)
        assert verified.code == 0, f"{told}: {verified.told}"


@pytest.fixture
def trial(folder: Path) -> Trial:
    workbook = new_campaign(folder / "first" / "tiber.xlsx")
    states = [workbook.read_bytes()]
    for _ in range(2):
        assert adjudicate("run", workbook, *RUN).code == 0
        states.append(workbook.read_bytes())
    return Trial(folder / "trial", *states)


def test_killed_before_every_change_to_the_disk(trial: Trial, killer: Killer) -> None:
    steps = killer(trial.begin(), "run")["steps"]
    assert len(steps) > 30
    assert trial.workbook.read_bytes() == trial.after
    for number in range(1, len(steps) + 1):
        ended = killer(trial.begin(), "run", kill_at=number)
        assert ended["killed"], ended
        trial.check_put_right(f"killed at step {number}, {steps[number - 1]}")


def test_killed_at_random_times(trial: Trial, killer: Killer) -> None:
    """Reading, resolving and writing included."""
    start = time.monotonic()
    assert killer(trial.begin(), "run")["code"] == 0
    whole = time.monotonic() - start
    chance = random.Random("random times")
    kills = 0
    for _ in range(30):
        seconds = chance.uniform(0, whole)
        ended = killer(trial.begin(), "run", seconds=seconds)
        kills += ended["killed"]
        trial.check_put_right(f"killed after {seconds:.4f} of {whole:.4f} s")
    assert kills >= 10, "the times are too long to kill anything"


def test_killed_while_taking_back(trial: Trial, killer: Killer) -> None:
    def begin() -> Path:
        workbook = trial.begin()
        assert adjudicate("run", workbook, *RUN).code == 0
        return workbook

    steps = killer(begin(), "undo the run")["steps"]
    assert trial.workbook.read_bytes() == trial.before
    for number in range(1, len(steps) + 1, 3):
        ended = killer(begin(), "undo the run", kill_at=number)
        assert ended["killed"], ended
        told = f"undo killed at step {number}, {steps[number - 1]}"
        stands = trial.workbook.read_bytes()
        assert stands in (trial.before, trial.after), told
        again = adjudicate("undo", trial.workbook, "--yes")
        assert again.code == (1 if stands == trial.before else 0), f"{told}: {again.told}"
        assert trial.workbook.read_bytes() == trial.before, told
        assert adjudicate("run", trial.workbook, *RUN).code == 0, told
        assert trial.workbook.read_bytes() == trial.after, told
        assert adjudicate("verify", trial.workbook).code == 0, told


def test_killed_with_newsletters(trial: Trial, killer: Killer) -> None:
    """Editions are laid out before anything is touched, so there is much time in which nothing is at stake."""
    start = time.monotonic()
    undisturbed = killer(trial.begin(), "run with newsletters")
    whole = time.monotonic() - start
    assert undisturbed["code"] == 0, undisturbed
    printed = sorted(path.name for path in (trial.folder / "reports" / "tiber" / "1-2-spring").iterdir())
    assert "gm.pdf" in printed
    steps: list[str] = undisturbed["steps"]
    replaced = len(steps) - 1 - steps[::-1].index("replace")
    for number in (replaced - 4, replaced + 1, replaced + 2):
        ended = killer(trial.begin(), "run with newsletters", kill_at=number)
        assert ended["killed"], ended
        trial.check_put_right(f"killed at step {number}, {steps[number - 1]}")
    ended = killer(trial.begin(), "run with newsletters", seconds=whole * 0.6)
    trial.check_put_right("killed while the newsletters were laid out")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.8, 0.9, 1.0])
def test_process_of_its_own_killed(trial: Trial, share: float) -> None:
    """`python -m adjudicator WORKBOOK`, from a shell."""
    command = [sys.executable, "-m", "adjudicator", str(trial.begin()), *RUN]
    start = time.monotonic()
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    whole = time.monotonic() - start
    trial.begin()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(whole * share)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=30)
    trial.check_put_right(f"killed after {share:.0%} of a run")

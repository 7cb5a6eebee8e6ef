"""Work is done the same by whoever does it, and stops with what it has."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from adjudicator.odds import balance, reckoning
from adjudicator.odds.balance import Study, StudyTally, play_batch
from adjudicator.odds.crew import Batch, Done, LocalProcesses, ThisProcess, batches_of, work_through
from adjudicator.odds.reckoning import OddsWish, Wish, reckon_odds, run_study
from tests.odds.campaigns import book_from, study
from tests.odds.test_season_odds import WAR


@dataclass
class Numbers:
    """Which runs were done, in the order in which they were merged."""

    runs: list[int] = field(default_factory=list)

    def merge(self, other: Numbers) -> None:
        self.runs += other.runs


def count(batch: Batch) -> Numbers:
    return Numbers(list(range(batch.first, batch.first + batch.runs)))


def count_slowly_at_first(batch: Batch) -> Numbers:
    time.sleep(0.4 if batch.first == 0 else 0)
    return count(batch)


def die_once(marker: Path, batch: Batch) -> Numbers:
    """The worker that comes to run 30 first is killed, without a word."""
    if batch.first == 30 and not marker.exists():
        marker.write_text("dead")
        os.kill(os.getpid(), signal.SIGKILL)
    return count(batch)


def die_always(batch: Batch) -> Numbers:
    os._exit(1)


def stop_at(run: int, batch: Batch) -> Numbers:
    if batch.first == run:
        signal.raise_signal(signal.SIGINT)
    return count(batch)


@pytest.fixture(autouse=True)
def ctrl_c_as_in_a_terminal():
    """What a shell starts in the background begins with Ctrl-C ignored, these tests too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_twice(batch: Batch) -> Numbers:
    signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)
    return count(batch)


def fail(batch: Batch) -> Numbers:
    raise ArithmeticError("a defect")


def test_batches_hold_every_run_once():
    assert batches_of(25, 10) == [Batch(0, 10), Batch(10, 10), Batch(20, 5)]
    assert batches_of(0, 10) == []


def test_results_are_merged_in_the_order_of_the_batches():
    told: list[int] = []
    done = work_through(
        batches_of(100, 10), count_slowly_at_first, Numbers.merge, Numbers(), LocalProcesses(2), told.append
    )
    assert done == Done(Numbers(list(range(100))), 100, stopped=False)
    assert sum(told) == 100


def test_ctrl_c_keeps_the_first_so_many_runs():
    done = work_through(batches_of(100, 10), partial(stop_at, 40), Numbers.merge, Numbers(), ThisProcess())
    assert done == Done(Numbers(list(range(40))), 40, stopped=True)


def test_ctrl_c_pressed_twice_does_not_wait():
    with pytest.raises(KeyboardInterrupt):
        work_through(batches_of(100, 10), press_twice, Numbers.merge, Numbers(), ThisProcess())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_is_what_it_was_afterwards():
    work_through(batches_of(10, 10), count, Numbers.merge, Numbers(), ThisProcess())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_killed_worker_loses_nothing(tmp_path):
    task = partial(die_once, tmp_path / "marker")
    done = work_through(batches_of(100, 10), task, Numbers.merge, Numbers(), LocalProcesses(2))
    assert (tmp_path / "marker").exists()
    assert done == Done(Numbers(list(range(100))), 100, stopped=False)


def test_work_that_kills_every_worker_is_given_up():
    with pytest.raises(RuntimeError, match="terminated abruptly"):
        work_through(batches_of(10, 10), die_always, Numbers.merge, Numbers(), LocalProcesses(1))


def test_a_defect_in_the_work_is_not_hidden():
    for crew in (ThisProcess(), LocalProcesses(1)):
        with pytest.raises(ArithmeticError, match="a defect"):
            work_through(batches_of(10, 10), fail, Numbers.merge, Numbers(), crew)


@pytest.fixture
def small_batches(monkeypatch):
    monkeypatch.setattr(balance, "_SEASONS_IN_A_BATCH", 40)
    monkeypatch.setattr(reckoning, "_RUNS_IN_A_BATCH", 60)


def test_a_study_is_the_same_on_any_number_of_processes(small_batches):
    asked = study()
    alone = run_study(asked, 41, ThisProcess())
    assert asked.batch_size == 5
    assert run_study(asked, 41, LocalProcesses(2)) == alone
    assert alone.result.one.campaigns == 41


def test_the_size_of_the_batches_is_no_part_of_the_result(small_batches, monkeypatch):
    asked = study()
    small = run_study(asked, 12, ThisProcess())
    monkeypatch.undo()
    assert run_study(asked, 12, ThisProcess()) == small


def test_odds_are_the_same_on_any_number_of_processes(small_batches):
    wish = OddsWish(Wish.SIMULATED, runs=400)
    book = book_from(WAR)
    assert reckon_odds(book, wish, LocalProcesses(2)) == reckon_odds(book, wish, ThisProcess())


INTERRUPTED = """
from adjudicator.odds import balance
from adjudicator.odds.crew import LocalProcesses
from adjudicator.odds.reckoning import run_study
from tests.odds.campaigns import study

if __name__ == "__main__":
    balance._SEASONS_IN_A_BATCH = 40
    asked = study()
    started = lambda runs: print("going", flush=True)
    done = run_study(asked, 1_000_000, LocalProcesses(2), started)
    print(done.stopped, done.runs, done.result.one.campaigns, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_a_real_ctrl_c_reaches_everybody_and_only_one_answers(tmp_path):
    """As on a terminal, the signal goes to the whole group of processes; workers leave it to the one that asked."""
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    root = Path(__file__).parents[2]
    running = subprocess.Popen(
        [sys.executable, script],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "going\n"
    os.killpg(running.pid, signal.SIGINT)
    written, complaints = running.communicate(timeout=60)
    stopped, runs, campaigns = written.splitlines()[-1].split()
    assert (stopped, runs) == ("True", campaigns)
    assert complaints == ""
    assert running.returncode == 0


def test_a_stopped_study_is_a_shorter_one():
    asked = study()
    size = 3
    shorter = run_study(asked, 2 * size, ThisProcess())
    done = work_through(
        batches_of(5 * size, size),
        partial(_stopped_study, asked, 2 * size),
        StudyTally.merge,
        StudyTally(),
        ThisProcess(),
    )
    assert (done.result, done.runs, done.stopped) == (shorter.result, 2 * size, True)


def _stopped_study(asked: Study, at: int, batch: Batch) -> StudyTally:
    if batch.first == at:
        signal.raise_signal(signal.SIGINT)
    return play_batch(asked, batch)

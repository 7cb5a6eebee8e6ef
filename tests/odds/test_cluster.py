"""Dask: a real scheduler and real workers, each in a process of its own, on this computer's loopback only."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import adjudicator
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds import balance, reckoning
from adjudicator.odds.balance import Study, StudyTally, play_batch
from adjudicator.odds.cluster import ClusterUnavailable, DaskCluster, join_cluster
from adjudicator.odds.crew import Batch, ThisProcess, batches_of, work_through
from adjudicator.odds.reckoning import OddsWish, Wish, reckon_odds, run_study
from tests.odds.campaigns import book_from, study
from tests.odds.test_season_odds import WAR

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed"),
    pytest.mark.slow,
    pytest.mark.xdist_group("cluster"),
]

ROOT = Path(__file__).parents[2]
SECONDS_TO_START = 60


def start(*arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def until(condition: Callable[[], bool], what: str) -> None:
    ends = time.monotonic() + SECONDS_TO_START
    while not condition():
        assert time.monotonic() < ends, f"{what} did not come about in {SECONDS_TO_START} seconds"
        time.sleep(0.1)


def answers(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


class Cluster:
    """A scheduler and its workers, with one thread each."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = folder
        self.processes = [
            start("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-show")
        ]
        until(lambda: answers(self.port), "the scheduler")

    def add_worker(self) -> subprocess.Popen[bytes]:
        before = self.workers()
        # no nanny: a worker that is killed stays dead
        worker = start(
            "dask_worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self.folder),
        )  # fmt: skip
        self.processes.append(worker)
        until(lambda: self.workers() == before + 1, "a worker")
        return worker

    def workers(self) -> int:
        try:
            return join_cluster(self.address).workers
        except ClusterUnavailable:
            return 0

    def close(self) -> None:
        """Workers would first look for their scheduler, and take their time: nobody needs what they have."""
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    started = Cluster(tmp_path_factory.mktemp("dask"))
    try:
        started.add_worker()
        started.add_worker()
        yield started
    finally:
        started.close()


def slow_batch(asked: Study, marker: Path, batch: Batch) -> StudyTally:
    """Leaves the number of its process when it is in the middle of the third batch."""
    if batch.first == 2 * batch.runs and not marker.exists():
        (marker.parent / "writing").write_text(str(os.getpid()))
        (marker.parent / "writing").rename(marker)
        time.sleep(300)
    return play_batch(asked, batch)


def test_a_cluster_gives_the_same_study_as_this_process(cluster, monkeypatch):
    monkeypatch.setattr(balance, "_SEASONS_IN_A_BATCH", 40)
    asked = study(other=replace(Rulebook(), siege_target=4))
    joined = join_cluster(cluster.address)
    assert joined == DaskCluster(cluster.address, 2)
    done = run_study(asked, 21, joined)
    assert asked.batch_size == 2
    assert (done.runs, done.result.other.campaigns) == (21, 21)
    assert done == run_study(asked, 21, ThisProcess())


def test_a_cluster_gives_the_same_odds_as_this_process(cluster, monkeypatch):
    monkeypatch.setattr(reckoning, "_RUNS_IN_A_BATCH", 60)
    wish = OddsWish(Wish.SIMULATED, runs=400)
    book = book_from(WAR)
    assert reckon_odds(book, wish, join_cluster(cluster.address)) == reckon_odds(book, wish, ThisProcess())


def test_a_worker_killed_in_the_middle_loses_nothing(cluster, tmp_path):
    asked = study()
    marker = tmp_path / "in the middle"
    batches = batches_of(30, 5)
    with killing(marker):
        done = work_through(
            batches, partial(slow_batch, asked, marker), StudyTally.merge, StudyTally(), join_cluster(cluster.address)
        )
    dead = [process for process in cluster.processes[1:] if process.poll() is not None]
    assert [process.returncode for process in dead] == [-signal.SIGKILL]
    assert (done.runs, done.stopped) == (30, False)
    assert done.result == run_study(asked, 30, ThisProcess()).result
    assert cluster.workers() == 1


@contextmanager
def killing(marker: Path) -> Iterator[None]:
    """Kill the process whose number appears at `marker`."""
    script = (
        "import os, signal, sys, time, pathlib\n"
        "marker = pathlib.Path(sys.argv[1])\n"
        "while not marker.exists(): time.sleep(0.05)\n"
        "os.kill(int(marker.read_text()), signal.SIGKILL)\n"
    )
    killer = subprocess.Popen([sys.executable, "-c", script, str(marker)])
    try:
        yield
    finally:
        killer.terminate()
        killer.wait(timeout=30)


def test_a_defect_on_a_worker_is_not_hidden(cluster):
    with pytest.raises(ArithmeticError, match="a defect"):
        work_through(batches_of(10, 5), fail, StudyTally.merge, StudyTally(), join_cluster(cluster.address))


def fail(batch: Batch) -> StudyTally:
    raise ArithmeticError("a defect")


def test_nobody_there_is_said(monkeypatch):
    monkeypatch.setattr("adjudicator.odds.cluster._CONNECT_SECONDS", 1)
    with pytest.raises(ClusterUnavailable, match="does not answer"):
        join_cluster(f"tcp://127.0.0.1:{free_port()}")


def test_an_address_that_is_none_is_said():
    with pytest.raises(ClusterUnavailable, match="does not answer"):
        join_cluster("nowhere://at:all")


def test_workers_with_another_version_are_refused(cluster, monkeypatch):
    monkeypatch.setattr(adjudicator, "__version__", "99.0")
    with pytest.raises(ClusterUnavailable, match=r"workers have version .*, this is 99\.0"):
        join_cluster(cluster.address)


def test_a_cluster_without_workers_is_said(tmp_path):
    empty = Cluster(tmp_path)
    try:
        with pytest.raises(ClusterUnavailable, match="has no workers"):
            join_cluster(empty.address)
    finally:
        empty.close()

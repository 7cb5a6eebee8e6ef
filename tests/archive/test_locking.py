"""Two runs at once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.archive.locking import season_lock
from adjudicator.archive.places import Places
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from tests.archive.campaigns import new_campaign
from tests.archive.conftest import ROOT

HOLD = """
import sys, time
from pathlib import Path
from adjudicator.archive.locking import season_lock
from adjudicator.archive.places import locate
with season_lock(locate(Path(sys.argv[1]))):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""

COUNT = """
import sys
from pathlib import Path
from adjudicator.archive.locking import season_lock
from adjudicator.archive.places import locate
places, counter = locate(Path(sys.argv[1])), Path(sys.argv[2])
for _ in range(25):
    with season_lock(places, wait=60):
        counter.write_text(str(int(counter.read_text()) + 1))
"""


@contextmanager
def held_by_another(places: Places, seconds: float) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLD, str(places.workbook), str(seconds)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.fixture
def campaign(tmp_path: Path) -> Places:
    return new_campaign(tmp_path)


def test_second_run_is_refused(campaign: Places) -> None:
    with held_by_another(campaign, 60):
        start = time.monotonic()
        with pytest.raises(WorkbookUnavailable) as refusal, season_lock(campaign, wait=0.3):
            raise AssertionError("two runs at once")
        assert refusal.value.reason is Reason.RUN_GOING_ON
        assert 0.3 <= time.monotonic() - start < 10


def test_second_run_waits_for_the_first(campaign: Places) -> None:
    with held_by_another(campaign, 0.3), season_lock(campaign, wait=30):
        assert campaign.lock.exists()
    assert not campaign.lock.exists()


def test_killed_run_leaves_no_lock(campaign: Places) -> None:
    with held_by_another(campaign, 60) as process:
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=10)
        assert campaign.lock.exists(), "the file stays, and means nothing"
        with season_lock(campaign, wait=0.3):
            pass
    assert not campaign.lock.exists()


def test_lock_ends_with_an_error(campaign: Places) -> None:
    with pytest.raises(ZeroDivisionError), season_lock(campaign):
        raise ZeroDivisionError
    with season_lock(campaign, wait=0):
        pass


def test_many_runs_one_at_a_time(campaign: Places, tmp_path: Path) -> None:
    """The lock's file is removed each time; no two may hold a removed one and a new one at once."""
    counter = tmp_path / "counter"
    counter.write_text("0", encoding="utf-8")
    command = [sys.executable, "-c", COUNT, str(campaign.workbook), str(counter)]
    runs = [subprocess.Popen(command, cwd=ROOT) for _ in range(4)]
    assert [run.wait(timeout=120) for run in runs] == [0] * 4
    assert counter.read_text(encoding="utf-8") == "100"


def test_two_campaigns_in_one_folder(tmp_path: Path) -> None:
    with season_lock(new_campaign(tmp_path, "a.xlsx")), season_lock(new_campaign(tmp_path, "b.xlsx"), wait=0):
        pass

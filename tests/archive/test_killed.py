"""A command killed at any moment leaves the old workbook or the new one, and the next command puts the rest right.

For each command, `before` and `after` are all that the campaign's folder holds before and after an undisturbed run.
Whatever moment the command is killed at, once the next has put things right the folder holds exactly the one or the
other, the workbook deciding which. So what a run then comes to is certain; now and then it is tried all the same.
"""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.archive.places import Places, locate
from adjudicator.archive.store import check_chain
from tests.archive import campaigns
from tests.archive.campaigns import SPRING, SUMMER, WINTER, Snapshot, new_campaign, snapshot
from tests.archive.conftest import Killer
from tests.archive.killing import COMMANDS

WORKBOOK = "campaign.xlsx"
RUN_AGAIN_EVERY = 4


def before_first_season(folder: Path) -> None:
    new_campaign(folder)


def before_next_season(folder: Path) -> None:
    places = new_campaign(folder)
    campaigns.resolve_year(places, WINTER)
    places.workbook.write_bytes(campaigns.orders(SPRING))


def before_season_again(folder: Path) -> None:
    """The GM has gone back to spring by hand, though summer is archived."""
    places = new_campaign(folder)
    campaigns.resolve_year(places, SUMMER)
    places.workbook.write_bytes(campaigns.orders(SPRING) + b"with a correction")


def before_undo(folder: Path) -> None:
    places = new_campaign(folder)
    campaigns.resolve_year(places, SPRING)
    places.workbook.write_bytes(campaigns.result(SPRING) + b"with orders for summer")


def before_undo_of_season_again(folder: Path) -> None:
    """To be undone is a spring that set an earlier spring and a summer aside."""
    before_season_again(folder)
    campaigns.resolve(locate(folder / WORKBOOK), SPRING)


PREPARATIONS: dict[str, Callable[[Path], None]] = {
    "first season": before_first_season,
    "next season": before_next_season,
    "without newsletters": before_next_season,
    "season again": before_season_again,
    "waiting": before_next_season,
    "undo": before_undo,
    "undo of a season again": before_undo_of_season_again,
}


@dataclass
class Trial:
    """One command on copies of one campaign."""

    command: str
    original: Path
    copies: Path
    before: Snapshot
    after: Snapshot
    steps: list[str]
    audited: list[str]
    killer: Killer
    trials: int = 0

    def copy(self) -> Path:
        folder = self.copies / "campaign"
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(self.original, folder)
        return folder

    def check_put_right(self, folder: Path, told: str) -> None:
        places = locate(folder / WORKBOOK)
        workbook = places.workbook.read_bytes()
        assert workbook in {self.before[WORKBOOK][1], self.after[WORKBOOK][1]}, f"{told}: the workbook is torn"
        replaced = workbook == self.after[WORKBOOK][1]
        campaigns.put_right(places)
        assert snapshot(folder) == (self.after if replaced else self.before), f"{told}: not put right"
        self.trials += 1
        if not replaced and self.trials % RUN_AGAIN_EVERY == 0:
            self.check_run_again(places, told)
        assert check_chain(places) == ()

    def check_run_again(self, places: Places, told: str) -> None:
        COMMANDS[self.command](places)
        assert snapshot(places.folder) == self.after, f"{told}: the second run came out otherwise"


@pytest.fixture(params=PREPARATIONS)
def trial(request: pytest.FixtureRequest, quick_folder: Path, killer: Killer) -> Trial:
    command: str = request.param
    original = quick_folder / "original" / "campaign"
    PREPARATIONS[command](original)
    done = quick_folder / "done" / "campaign"
    shutil.copytree(original, done)
    undisturbed = killer(done / WORKBOOK, command, audit=True)
    assert undisturbed["code"] == 0, undisturbed
    trial = Trial(
        command=command,
        original=original,
        copies=quick_folder / "copies",
        before=snapshot(original),
        after=snapshot(done),
        steps=undisturbed["steps"],
        audited=undisturbed["audited"],
        killer=killer,
    )
    assert trial.before != trial.after
    assert trial.before[WORKBOOK] != trial.after[WORKBOOK]
    assert not [path for path in trial.after if "adjudic" in path], "an undisturbed run leaves nothing hidden"
    return trial


def test_every_change_to_the_disk_is_a_step(trial: Trial) -> None:
    reported = [{"replace": "rename", "unlink": "remove", "create": "open"}.get(step, step) for step in trial.steps]
    assert sorted(trial.audited) == sorted(step for step in reported if step not in {"write", "fsync"})
    assert {"create", "write", "fsync", "replace"} <= set(trial.steps)


def test_killed_at_every_step(trial: Trial) -> None:
    for number in range(1, len(trial.steps) + 1):
        folder = trial.copy()
        ended = trial.killer(folder / WORKBOOK, trial.command, kill_at=number)
        assert ended["killed"], ended
        trial.check_put_right(folder, f"killed at step {number}, {trial.steps[number - 1]}")


@pytest.mark.parametrize("trial", ["first season", "season again", "undo"], indirect=True)
def test_power_cut_at_every_step(trial: Trial) -> None:
    for number in range(1, len(trial.steps) + 1):
        folder = trial.copy()
        ended = trial.killer(folder / WORKBOOK, trial.command, kill_at=number, power_cut=True)
        assert ended["killed"], ended
        trial.check_put_right(folder, f"power cut at step {number}, {trial.steps[number - 1]}")


@pytest.mark.parametrize("trial", ["first season", "season again", "undo of a season again"], indirect=True)
@pytest.mark.parametrize("power_cut", [False, True], ids=["killed", "power cut"])
@pytest.mark.parametrize("late", [0, 1], ids=["before the workbook is replaced", "after the workbook is replaced"])
def test_killed_again_at_every_step_of_putting_right(trial: Trial, late: int, *, power_cut: bool) -> None:
    number = trial.steps.index("replace") + 1 + late
    for again in itertools.count(1):
        folder = trial.copy()
        trial.killer(folder / WORKBOOK, trial.command, kill_at=number)
        ended = trial.killer(folder / WORKBOOK, "recovery", kill_at=again, power_cut=power_cut)
        trial.check_put_right(folder, f"killed at step {number}, and at step {again} of the recovery")
        if not ended["killed"]:
            assert again > 5, "a recovery takes some steps"
            break


def test_killed_at_random_times(trial: Trial) -> None:
    chance = random.Random(trial.command)
    kills = 0
    for _ in range(12):
        folder = trial.copy()
        seconds = chance.uniform(0.0005, 0.02)
        ended = trial.killer(folder / WORKBOOK, trial.command, seconds=seconds)
        kills += ended["killed"]
        trial.check_put_right(folder, f"killed after {seconds:.4f} s")
    assert kills, "the times are too long to kill anything"

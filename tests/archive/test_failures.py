"""A command that fails at any step says why, and leaves everything as it was; nothing hidden stays behind."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.archive import disk
from adjudicator.archive.commit import SeasonFiles, commit_season, commit_waiting, write_new
from adjudicator.archive.guard import check_workbook_free
from adjudicator.archive.places import Places, locate, read_workbook
from adjudicator.archive.store import check_chain
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from adjudicator.archive.undo import undo_season
from tests.archive import campaigns, faults
from tests.archive.campaigns import FACTS, NO_PAUSES, SPRING, SUMMER, TIME, WINTER, new_campaign, snapshot
from tests.archive.conftest import ROOT

REPLACED = "replace"


@pytest.fixture
def campaign(quick_folder: Path) -> Places:
    """Winter and spring are archived, and the orders for summer handed in."""
    places = new_campaign(quick_folder / "campaign")
    campaigns.resolve_year(places, SPRING)
    places.workbook.write_bytes(campaigns.orders(SUMMER))
    return places


def summer(places: Places) -> SeasonFiles:
    return SeasonFiles(
        places=places,
        original=read_workbook(places),
        result=campaigns.result(SUMMER),
        newsletters=campaigns.newsletters(SUMMER),
        label=SUMMER,
        facts=FACTS,
    )


def count_steps(places: Places, command: Callable[[Places], object]) -> list[str]:
    folder = places.folder.with_name("counted")
    shutil.copytree(places.folder, folder)
    steps: list[str] = []
    with faults.watched(lambda step: steps.append(step.name)):
        command(locate(folder / places.workbook.name))
    shutil.rmtree(folder)
    return steps


def commit_summer(places: Places) -> object:
    return commit_season(summer(places), pauses=NO_PAUSES)


def checked_undo(places: Places) -> object:
    check_workbook_free(places)
    return undo_season(places, TIME, pauses=NO_PAUSES)


@pytest.mark.parametrize("lasting", [False, True], ids=["for a moment", "from then on"])
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT], ids=["disk full", "quota used up"])
@pytest.mark.parametrize("command", [commit_summer, checked_undo], ids=["season", "undo"])
def test_disk_full_at_every_step(
    campaign: Places, command: Callable[[Places], object], error: int, *, lasting: bool
) -> None:
    """What needs no room, such as renaming and removing, still works on a full disk."""
    before = snapshot(campaign.folder)
    steps = count_steps(campaign, command)
    to_replacement = steps[: steps.index(REPLACED)]
    refused = 0
    for number, name in enumerate(to_replacement, start=1):
        if name not in faults.NEEDING_ROOM:
            continue
        fault = faults.fail_at(number, error, lasting=lasting, only=faults.NEEDING_ROOM)
        with faults.watched(fault), pytest.raises(WorkbookUnavailable) as refusal:
            command(campaign)
        assert refusal.value.reason is Reason.DISK_FULL, refusal.value
        assert not refusal.value.half_done
        assert snapshot(campaign.folder) == before, f"step {number}, {name}"
        refused += 1
    assert refused > 10


@pytest.mark.parametrize("error", [errno.EIO, errno.EACCES], ids=["device error", "permission taken away"])
@pytest.mark.parametrize("command", [commit_summer, campaigns.take_back], ids=["season", "undo"])
def test_any_single_step_may_fail(campaign: Places, command: Callable[[Places], object], error: int) -> None:
    """All is as it was, or the command is done: nothing between, and no failure is told of a season that is done."""
    before = snapshot(campaign.folder)
    kept = campaign.folder.with_name("kept")
    shutil.copytree(campaign.folder, kept)
    steps = count_steps(campaign, command)
    outcomes = set()
    for number, name in enumerate(steps, start=1):
        try:
            with faults.watched(faults.fail_at(number, error, lasting=False)):
                command(campaign)
        except WorkbookUnavailable as refusal:
            outcomes.add("refused")
            campaigns.put_right(campaign)
            assert snapshot(campaign.folder) == before, f"step {number}, {name}: {refusal}"
        else:
            outcomes.add("done")
            campaigns.put_right(campaign)
            assert snapshot(campaign.folder) != before
            assert not hidden(campaign.folder)
            shutil.rmtree(campaign.folder)
            shutil.copytree(kept, campaign.folder)
    assert outcomes == {"refused", "done"}


@pytest.mark.parametrize("command", [commit_summer, campaigns.take_back], ids=["season", "undo"])
def test_folder_that_goes_away_for_good(campaign: Places, command: Callable[[Places], object]) -> None:
    """Nothing can be taken back while the folder is away: the text says so, and the next run does it."""
    before = snapshot(campaign.folder)
    steps = count_steps(campaign, command)
    half_done = 0
    for number in range(1, steps.index(REPLACED) + 2):
        fault = faults.fail_at(number, errno.EIO, lasting=True)
        with faults.watched(fault), pytest.raises(WorkbookUnavailable) as refusal:
            command(campaign)
        half_done += refusal.value.half_done
        if snapshot(campaign.folder) != before:
            assert refusal.value.half_done or not visible_changes(campaign.folder, before)
        assert campaign.workbook.read_bytes() == before["campaign.xlsx"][1]
        campaigns.put_right(campaign)
        assert snapshot(campaign.folder) == before
    assert half_done > 20


def visible_changes(folder: Path, before: campaigns.Snapshot) -> bool:
    now = {path: held for path, held in snapshot(folder).items() if not any(p[0] == "." for p in path.split("/"))}
    return now != before


def hidden(folder: Path) -> list[Path]:
    return list(folder.rglob(".*"))


def test_interrupted_from_the_keyboard(campaign: Places) -> None:
    before = snapshot(campaign.folder)
    steps = count_steps(campaign, commit_summer)
    for number in range(1, steps.index(REPLACED) + 2):

        def interrupt(step: faults.Step, number: int = number) -> None:
            if step.number == number:
                raise KeyboardInterrupt

        with faults.watched(interrupt), pytest.raises(KeyboardInterrupt):
            commit_season(summer(campaign), pauses=NO_PAUSES)
        assert snapshot(campaign.folder) == before


class CloudFolder:
    """A folder whose program holds the workbook for so many attempts to replace it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, failures: int, error: int = errno.EACCES) -> None:
        self.attempts = 0
        self.replace = os.replace
        self.failures = failures
        self.error = error
        monkeypatch.setattr(os, "replace", self)

    def __call__(self, source: Path, target: Path) -> None:
        self.attempts += 1
        if self.attempts <= self.failures:
            raise OSError(self.error, os.strerror(self.error), str(source), None, str(target))
        self.replace(source, target)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, in seconds; none is waited for."""
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    return pauses


@pytest.mark.parametrize("error", [errno.EACCES, errno.EPERM, errno.EBUSY, errno.EIO], ids=os.strerror)
def test_cloud_folder_holds_the_workbook_for_a_while(
    campaign: Places, monkeypatch: pytest.MonkeyPatch, slept: list[float], error: int
) -> None:
    cloud = CloudFolder(monkeypatch, failures=4, error=error)
    commit_season(summer(campaign))
    assert cloud.attempts == 5
    assert campaign.workbook.read_bytes() == campaigns.result(SUMMER)
    assert slept == sorted(slept)
    assert len(set(slept)) == 4, "each pause is longer than the one before"


def test_cloud_folder_holds_the_workbook_for_good(
    campaign: Places, monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    before = snapshot(campaign.folder)
    CloudFolder(monkeypatch, failures=1000)
    with pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(summer(campaign))
    assert refusal.value.reason is Reason.NOT_REPLACED
    assert refusal.value.saved_beside == "campaign.result.xlsx"
    assert "campaign.result.xlsx" in str(refusal.value)
    assert len(slept) == len(disk.PAUSES)
    now = snapshot(campaign.folder)
    assert now.pop("campaign.result.xlsx")[1] == campaigns.result(SUMMER)
    assert now == before


def test_result_saved_beside_is_not_written_over_an_earlier_one(
    campaign: Places, monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    campaign.beside("result").write_bytes(b"of an earlier season")
    CloudFolder(monkeypatch, failures=1000)
    with pytest.raises(WorkbookUnavailable) as refusal:
        commit_waiting(campaign, read_workbook(campaign), b"waiting")
    assert refusal.value.saved_beside == "campaign.result-2.xlsx"
    assert campaign.beside("result").read_bytes() == b"of an earlier season"
    assert campaign.beside("result-2").read_bytes() == b"waiting"


def test_network_folder_that_reports_a_failure_of_what_it_did(
    campaign: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def replace_and_complain(source: Path, target: Path) -> None:
        replace(source, target)
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(target))

    monkeypatch.setattr(os, "replace", replace_and_complain)
    commit_season(summer(campaign), pauses=NO_PAUSES)
    assert campaign.workbook.read_bytes() == campaigns.result(SUMMER)
    assert check_chain(campaign) == ()


def change_at(number: int, change: Callable[[], object]) -> Callable[[faults.Step], None]:
    def before(step: faults.Step) -> None:
        if step.number == number:
            change()

    return before


@pytest.mark.parametrize("command", ["season", "waiting"])
def test_workbook_changed_while_the_run_goes_on(campaign: Places, command: str) -> None:
    """Up to the last step before the replacement, whatever was saved meanwhile stays, and nothing else is left."""
    original = read_workbook(campaign)
    plan = summer(campaign)

    def run() -> Any:
        if command == "season":
            return commit_season(plan, pauses=NO_PAUSES)
        return commit_waiting(campaign, original, b"waiting", pauses=NO_PAUSES)

    before = snapshot(campaign.folder)
    steps: list[str] = []

    def stop_at_replacement(step: faults.Step) -> None:
        steps.append(step.name)
        if step.name == REPLACED:
            raise KeyboardInterrupt

    with faults.watched(stop_at_replacement), pytest.raises(KeyboardInterrupt):
        run()
    saved = campaigns.orders(SUMMER) + b"one more order"
    for number in range(steps.index(REPLACED)):
        campaign.workbook.write_bytes(campaigns.orders(SUMMER))
        change = change_at(number, lambda: campaign.workbook.write_bytes(saved))
        if number == 0:
            campaign.workbook.write_bytes(saved)
        with faults.watched(change), pytest.raises(WorkbookUnavailable) as refusal:
            run()
        assert refusal.value.reason is Reason.CHANGED_MEANWHILE
        assert snapshot(campaign.folder) == {**before, "campaign.xlsx": (before["campaign.xlsx"][0], saved)}


def test_workbook_renamed_while_the_run_goes_on(campaign: Places) -> None:
    plan = summer(campaign)
    campaign.workbook.rename(campaign.folder / "renamed.xlsx")
    with pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(plan, pauses=NO_PAUSES)
    assert refusal.value.reason is Reason.CHANGED_MEANWHILE
    assert not campaign.workbook.exists()
    assert not (campaign.archive / str(SUMMER)).exists()


def test_folder_made_by_another_in_the_way(campaign: Places) -> None:
    """Nothing is ever written over: a folder that appears in the last moment stays, and the run is taken back."""
    before = snapshot(campaign.folder)
    target = campaign.archive / str(SUMMER)
    steps = count_steps(campaign, commit_summer)
    fault = change_at(steps.index(REPLACED) - 6, lambda: target.mkdir(exist_ok=True))
    with faults.watched(fault), pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(summer(campaign), pauses=NO_PAUSES)
    assert refusal.value.reason is Reason.NAME_TAKEN
    target.rmdir()
    assert snapshot(campaign.folder) == before


def test_new_file_is_never_written_over_another(tmp_path: Path) -> None:
    path = tmp_path / "new.xlsx"
    write_new(path, b"first")
    with pytest.raises(WorkbookUnavailable) as refusal:
        write_new(path, b"second")
    assert refusal.value.reason is Reason.EXISTS
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"new.xlsx": b"first"}


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO], ids=os.strerror)
def test_new_file_is_complete_or_not_there(tmp_path: Path, error: int) -> None:
    for number in range(1, 5):
        with faults.watched(faults.fail_at(number, error, lasting=False)), pytest.raises(WorkbookUnavailable):
            write_new(tmp_path / "new.xlsx", b"content" * 100)
        remaining = list(tmp_path.iterdir())
        assert all(path.read_bytes() == b"content" * 100 for path in remaining if path.name == "new.xlsx")
        for path in remaining:
            path.unlink()


FULL_DISK = """
import sys
from pathlib import Path
from adjudicator.archive.commit import SeasonFiles, commit_season
from adjudicator.archive.undo import undo_season
from adjudicator.archive.unavailable import WorkbookUnavailable
from tests.archive import campaigns
from unittest import mock

folder = Path(sys.argv[1])
places = campaigns.new_campaign(folder / "campaign")
before = campaigns.snapshot(folder)
plan = SeasonFiles(places, campaigns.read_workbook(places), b"r" * 400_000,
                   {"gm.pdf": b"g" * 400_000}, campaigns.WINTER, campaigns.FACTS)
room = mock.patch("adjudicator.archive.disk.check_room") if sys.argv[2] == "unforeseen" else mock.MagicMock()
with room:
    try:
        commit_season(plan, pauses=())
    except WorkbookUnavailable as error:
        print(error.reason.value)
print(campaigns.snapshot(folder) == before)
"""


@pytest.mark.parametrize("foreseen", ["foreseen", "unforeseen"])
def test_real_disk_that_is_full(tmp_path: Path, foreseen: str) -> None:
    """A file system of 600 KiB, in a mount of the test's own."""
    script = tmp_path / "full_disk.py"
    script.write_text(FULL_DISK, encoding="utf-8")
    (tmp_path / "disk").mkdir()
    mount = 'mount -t tmpfs -o size=600k none "$1/disk" && exec "$2" "$1/full_disk.py" "$1/disk" "$3"'
    ran = in_own_mounts(mount, tmp_path, sys.executable, foreseen)
    assert ran.stdout.split("\n")[:2] == ["disk full", "True"], ran.stderr


READ_ONLY = """
import sys
from pathlib import Path
from adjudicator.archive.undo import undo_season
from adjudicator.archive.unavailable import WorkbookUnavailable
from tests.archive import campaigns

places = campaigns.locate(Path(sys.argv[1]) / "campaign.xlsx")
try:
    campaigns.resolve(places, campaigns.WINTER)
except WorkbookUnavailable as error:
    print(error.reason.value)
"""


def test_real_folder_that_is_read_only(tmp_path: Path) -> None:
    """Even for an administrator, whom modes do not stop."""
    new_campaign(tmp_path / "campaign")
    before = snapshot(tmp_path / "campaign")
    (tmp_path / "read_only.py").write_text(READ_ONLY, encoding="utf-8")
    mount = (
        'mount --bind "$1/campaign" "$1/campaign" && mount -o remount,bind,ro "$1/campaign" '
        '&& exec "$2" "$1/read_only.py" "$1/campaign"'
    )
    ran = in_own_mounts(mount, tmp_path, sys.executable)
    assert ran.stdout.strip() == "folder read-only", ran.stderr
    assert snapshot(tmp_path / "campaign") == before


def in_own_mounts(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    if shutil.which("unshare") is None:
        pytest.skip("mounts of one's own need Linux")
    own = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
    if subprocess.run([*own, "true"], capture_output=True, check=False).returncode:
        pytest.skip("mounts of one's own are not allowed here")
    command = [*own, "sh", "-c", script, "sh", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=60)


def test_season_before_whose_manifest_is_damaged(campaign: Places) -> None:
    (campaign.archive / str(SPRING) / "manifest.json").write_bytes(b"{}")
    before = snapshot(campaign.folder)
    with pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(summer(campaign), pauses=NO_PAUSES)
    assert refusal.value.reason is Reason.ARCHIVE_DAMAGED
    assert snapshot(campaign.folder) == before


@pytest.mark.parametrize(
    "names", [["../x.pdf"], ["a/b.pdf"], ["a\\b.pdf"], [""], [".."], ["Rome.pdf", "ROME.PDF"], ["é.pdf", "e\u0301.pdf"]]
)
def test_newsletters_whose_names_would_not_be_files_of_their_own(campaign: Places, names: list[str]) -> None:
    plan = SeasonFiles(
        places=campaign,
        original=read_workbook(campaign),
        result=b"",
        newsletters=dict.fromkeys(names, b"%PDF"),
        label=SUMMER,
        facts=FACTS,
    )
    before = snapshot(campaign.folder)
    with pytest.raises(ValueError, match="newsletter"):
        commit_season(plan, pauses=NO_PAUSES)
    assert snapshot(campaign.folder) == before


def test_first_season_that_fails_leaves_no_empty_folders(quick_folder: Path) -> None:
    places = new_campaign(quick_folder)
    before = snapshot(quick_folder)
    plan = SeasonFiles(places, read_workbook(places), b"r", {"gm.pdf": b"g"}, WINTER, FACTS)
    places.workbook.write_bytes(b"changed")
    with pytest.raises(WorkbookUnavailable):
        commit_season(plan, pauses=NO_PAUSES)
    assert list(snapshot(quick_folder)) == list(before)

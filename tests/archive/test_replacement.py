"""The last step: the workbook replaced, by folders that hold it, under the eyes of whoever saves it meanwhile."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.archive import disk
from adjudicator.archive.commit import commit_season, commit_waiting
from adjudicator.archive.places import Places, read_workbook
from adjudicator.archive.store import check_chain
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from tests.archive import campaigns, faults
from tests.archive.campaigns import NO_PAUSES, REPLACED, SUMMER, hidden_in, plan_for_summer, snapshot


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


@pytest.mark.parametrize("error", [errno.EACCES, errno.EPERM, errno.EBUSY, errno.EIO], ids=os.strerror)
def test_cloud_folder_holds_the_workbook_for_a_while(
    campaign: Places, monkeypatch: pytest.MonkeyPatch, slept: list[float], error: int
) -> None:
    cloud = CloudFolder(monkeypatch, failures=4, error=error)
    commit_season(plan_for_summer(campaign))
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
        commit_season(plan_for_summer(campaign))
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
    commit_season(plan_for_summer(campaign), pauses=NO_PAUSES)
    assert campaign.workbook.read_bytes() == campaigns.result(SUMMER)
    assert check_chain(campaign) == ()


def test_workbook_that_cannot_be_read_for_a_while(
    campaign: Places, monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    """A virus scanner looks at it just as it is to be compared."""
    plan, hash_file = plan_for_summer(campaign), disk.hash_file
    refused: list[Path] = []

    def scanned(path: Path) -> str:
        if campaign.incoming.exists() and len(refused) < 3:
            refused.append(path)
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return hash_file(path)

    monkeypatch.setattr(disk, "hash_file", scanned)
    commit_season(plan)
    assert len(slept) == len(refused) == 3
    assert campaign.workbook.read_bytes() == campaigns.result(SUMMER)


def test_workbook_that_cannot_be_read_any_more(campaign: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, before = plan_for_summer(campaign), snapshot(campaign.folder)

    def gone(path: Path) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(disk, "hash_file", gone)
    with pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(plan, pauses=NO_PAUSES)
    assert refusal.value.path == str(campaign.workbook)
    assert snapshot(campaign.folder) == before


def test_network_folder_that_renames_by_copying_and_stops_halfway(
    campaign: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old name and new name are both there afterwards: the bytes say that the workbook was replaced."""

    def copy_only(source: Path, target: Path) -> None:
        shutil.copyfile(source, target)
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(source))

    monkeypatch.setattr(os, "replace", copy_only)
    commit_season(plan_for_summer(campaign), pauses=NO_PAUSES)
    assert campaign.workbook.read_bytes() == campaigns.result(SUMMER)
    assert not hidden_in(campaign.folder)
    assert check_chain(campaign) == ()


@pytest.mark.parametrize("command", ["season", "waiting"])
def test_workbook_changed_while_the_run_goes_on(campaign: Places, command: str) -> None:
    """Up to the last step before the replacement, whatever was saved meanwhile stays, and nothing else is left."""
    original = read_workbook(campaign)
    plan = plan_for_summer(campaign)

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
        change = faults.call_at(number, lambda: campaign.workbook.write_bytes(saved))
        if number == 0:
            campaign.workbook.write_bytes(saved)
        with faults.watched(change), pytest.raises(WorkbookUnavailable) as refusal:
            run()
        assert refusal.value.reason is Reason.CHANGED_MEANWHILE
        assert snapshot(campaign.folder) == {**before, "campaign.xlsx": (before["campaign.xlsx"][0], saved)}


def test_workbook_renamed_while_the_run_goes_on(campaign: Places) -> None:
    plan = plan_for_summer(campaign)
    campaign.workbook.rename(campaign.folder / "renamed.xlsx")
    with pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(plan, pauses=NO_PAUSES)
    assert refusal.value.reason is Reason.CHANGED_MEANWHILE
    assert not campaign.workbook.exists()
    assert not (campaign.archive / str(SUMMER)).exists()

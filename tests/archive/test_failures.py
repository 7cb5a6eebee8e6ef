"""A command that fails at any step says why, and leaves everything as it was; nothing hidden stays behind."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.archive.commit import SeasonFiles, commit_season
from adjudicator.archive.guard import check_workbook_free
from adjudicator.archive.places import Places, read_workbook
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from adjudicator.archive.undo import undo_season
from tests.archive import campaigns, faults
from tests.archive.campaigns import (
    FACTS,
    NO_PAUSES,
    REPLACED,
    SPRING,
    SUMMER,
    TIME,
    WINTER,
    count_steps,
    hidden_in,
    new_campaign,
    plan_for_summer,
    snapshot,
)


def commit_summer(places: Places) -> object:
    return commit_season(plan_for_summer(places), pauses=NO_PAUSES)


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
            assert not hidden_in(campaign.folder)
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


def test_interrupted_from_the_keyboard(campaign: Places) -> None:
    before = snapshot(campaign.folder)
    steps = count_steps(campaign, commit_summer)
    for number in range(1, steps.index(REPLACED) + 2):

        def interrupt(step: faults.Step, number: int = number) -> None:
            if step.number == number:
                raise KeyboardInterrupt

        with faults.watched(interrupt), pytest.raises(KeyboardInterrupt):
            commit_season(plan_for_summer(campaign), pauses=NO_PAUSES)
        assert snapshot(campaign.folder) == before


def test_folder_made_by_another_in_the_way(campaign: Places) -> None:
    """Nothing is ever written over: a folder that appears in the last moment stays, and the run is taken back."""
    before = snapshot(campaign.folder)
    target = campaign.archive / str(SUMMER)
    steps = count_steps(campaign, commit_summer)
    fault = faults.call_at(steps.index(REPLACED) - 6, lambda: target.mkdir(exist_ok=True))
    with faults.watched(fault), pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(plan_for_summer(campaign), pauses=NO_PAUSES)
    assert refusal.value.reason is Reason.NAME_TAKEN
    target.rmdir()
    assert snapshot(campaign.folder) == before


def test_season_before_whose_manifest_is_damaged(campaign: Places) -> None:
    (campaign.archive / str(SPRING) / "manifest.json").write_bytes(b"{}")
    before = snapshot(campaign.folder)
    with pytest.raises(WorkbookUnavailable) as refusal:
        commit_season(plan_for_summer(campaign), pauses=NO_PAUSES)
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

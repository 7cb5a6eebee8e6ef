"""What a run that was broken off left, in a folder that others have touched since."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.archive.places import STAGING, Places, locate
from adjudicator.archive.recovery import check_unfinished
from adjudicator.archive.store import check_chain, list_seasons
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from tests.archive import campaigns, faults
from tests.archive.campaigns import SPRING, SUMMER, WINTER, new_campaign, put_right, resolve, snapshot
from tests.archive.conftest import Killer


@pytest.fixture
def campaign(tmp_path: Path) -> Places:
    """Spring is to be resolved again, though it is archived, and summer too."""
    places = new_campaign(tmp_path / "campaign")
    campaigns.resolve_year(places, SUMMER)
    places.workbook.write_bytes(campaigns.orders(SPRING) + b"corrected")
    return places


def steps_of(places: Places, killer: Killer) -> list[str]:
    copy = places.folder.with_name("copy")
    shutil.copytree(places.folder, copy)
    steps: list[str] = killer(copy / places.workbook.name, "season again")["steps"]
    shutil.rmtree(copy)
    return steps


def kill_before_replacement(places: Places, killer: Killer, *, after: int = 0) -> None:
    number = steps_of(places, killer).index("replace") + 1 + after
    assert killer(places.workbook, "season again", kill_at=number)["killed"]


def test_notes_of_a_run_taken_back(campaign: Places, killer: Killer) -> None:
    kill_before_replacement(campaign, killer)
    assert "spring 1071" in check_unfinished(campaign)[0], "who only reads is told, too"
    assert put_right(campaign) == (
        "A run that was broken off on spring 1071 left things half done; they were taken back, and the workbook is as "
        "it was.",
    )
    assert check_unfinished(campaign) == ()
    assert put_right(campaign) == ()


def test_notes_of_a_run_that_had_finished(campaign: Places, killer: Killer) -> None:
    kill_before_replacement(campaign, killer, after=1)
    assert campaign.workbook.read_bytes() == campaigns.result(SPRING)
    assert put_right(campaign) == (
        "A run that was broken off on spring 1071 had done all but tidy up; that was done now.",
    )
    assert put_right(campaign) == ()


def test_notes_of_a_run_that_had_only_prepared(campaign: Places, killer: Killer) -> None:
    steps = steps_of(campaign, killer)
    number = len(steps) - steps[::-1].index("chmod")  # the last is that of the new workbook
    before = snapshot(campaign.folder)
    assert killer(campaign.workbook, "season again", kill_at=number)["killed"]
    assert check_unfinished(campaign) == ()
    assert put_right(campaign) == (
        "What a run that was broken off had prepared was removed; nothing had been changed.",
    )
    assert snapshot(campaign.folder) == before


def test_note_of_a_workbook_put_back_by_hand(campaign: Places) -> None:
    campaign.workbook.write_bytes(campaigns.orders(SUMMER))
    assert put_right(campaign) == (
        "The workbook is as it was handed in for summer 1071, which is archived: resolving that season again sets the "
        "archived one aside.",
    )


@pytest.mark.parametrize("after", [0, 1], ids=["before the replacement", "after it"])
def test_workbook_edited_between_the_kill_and_the_next_run(campaign: Places, killer: Killer, after: int) -> None:
    """What the GM typed meanwhile is neither the old workbook nor the new one, and tells nothing: `incoming` does."""
    before = snapshot(campaign.archive)
    kill_before_replacement(campaign, killer, after=after)
    campaign.workbook.write_bytes(b"edited since")
    put_right(campaign)
    assert campaign.workbook.read_bytes() == b"edited since"
    if after:
        assert [season.label for season in list_seasons(campaign)] == [WINTER, SPRING]
        assert (campaign.archive / str(SPRING) / "result.xlsx").read_bytes() == campaigns.result(SPRING)
    else:
        assert snapshot(campaign.archive) == before
    assert check_chain(campaign) == ()


def test_campaign_moved_between_the_kill_and_the_next_run(campaign: Places, killer: Killer, tmp_path: Path) -> None:
    before = snapshot(campaign.folder)
    kill_before_replacement(campaign, killer)
    campaign.folder.rename(tmp_path / "moved")
    put_right(locate(tmp_path / "moved" / "campaign.xlsx"))
    assert snapshot(tmp_path / "moved") == before


def test_archive_elsewhere_is_put_right_whatever_the_next_run_is_told(tmp_path: Path) -> None:
    """The journal lies beside the workbook and knows the folders of the run that was broken off."""
    new_campaign(tmp_path / "campaign")
    places = locate(tmp_path / "campaign" / "campaign.xlsx", tmp_path / "a", tmp_path / "r")
    before = snapshot(tmp_path)

    class PowerCut(BaseException):
        pass

    names: list[str] = []

    def cut(step: faults.Step) -> None:
        names.append(step.name)
        if "replace" in names:  # and at every step from then on, so that nothing is taken back
            raise PowerCut

    with faults.watched(cut), pytest.raises(PowerCut):
        resolve(places, WINTER)
    assert (tmp_path / "a" / "campaign" / "1071-1-winter").exists()
    put_right(locate(places.workbook))
    assert snapshot(tmp_path) == before


def test_staging_removed_by_another_program(campaign: Places, killer: Killer) -> None:
    """Taken back but for the last word, then tidied by a stranger: the old seasons are not taken for the new one."""
    before = snapshot(campaign.archive)
    kill_before_replacement(campaign, killer)
    stopped = campaign.folder.with_name("counting")
    shutil.copytree(campaign.folder, stopped)
    steps = killer(stopped / "campaign.xlsx", "recovery")["steps"]
    last_rename = len(steps) - steps[::-1].index("rename")
    assert killer(campaign.workbook, "recovery", kill_at=last_rename)["killed"]
    for folder in (campaign.archive, campaign.reports):
        shutil.rmtree(folder / STAGING)
    put_right(campaign)
    assert snapshot(campaign.archive) == before


def test_new_workbook_removed_by_another_program(campaign: Places, killer: Killer) -> None:
    """The run is then taken for done, though the workbook is old: nothing is lost, and the season is resolved again."""
    kill_before_replacement(campaign, killer)
    campaign.incoming.unlink()
    put_right(campaign)
    assert campaign.workbook.read_bytes() == campaigns.orders(SPRING) + b"corrected"
    resolve(campaign, SPRING)
    assert campaign.workbook.read_bytes() == campaigns.result(SPRING)
    assert (campaign.archive / "1071-2-spring.set-aside-2").is_dir()
    assert check_chain(campaign) == ()


def test_leftovers_without_a_journal(campaign: Places) -> None:
    before = snapshot(campaign.folder)
    (campaign.archive / STAGING / "1071-2-spring").mkdir(parents=True)
    (campaign.archive / STAGING / "1071-2-spring" / "orders.xlsx").write_bytes(b"half")
    campaign.incoming.write_bytes(b"half")
    put_right(campaign)
    assert snapshot(campaign.folder) == before


def test_link_in_place_of_the_staging_folder(campaign: Places, tmp_path: Path) -> None:
    """A link is removed, not what it leads to."""
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "letter.txt").write_bytes(b"dear Anna")
    (campaign.archive / STAGING).symlink_to(precious)
    put_right(campaign)
    assert (precious / "letter.txt").read_bytes() == b"dear Anna"
    assert not (campaign.archive / STAGING).is_symlink()


def journal(**changes: object) -> bytes:
    document: dict[str, object] = {
        "after": "b" * 64,
        "before": "a" * 64,
        "folders": [],
        "format": 1,
        "label": "1071-2-spring",
        "moves": [],
        "staging": [],
    }
    return json.dumps({**document, **changes}).encode()


@pytest.mark.parametrize("stage", ["preparing", "prepared"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"{",
        b"[]",
        b"[" * 100_000,
        journal(format=2),
        journal(label="1071-2-winter"),
        journal(label=7),
        journal(staging=["precious"]),
        journal(staging=["../.adjudicating"]),
        journal(staging=[7]),
        journal(staging=["a\0b/.adjudicating"]),
        journal(moves=[["1071-2-spring", "precious"]]),
        journal(moves=[["precious", "1071-2-spring"]]),
        journal(moves=[["1071-2-spring"]]),
        journal(moves=[["../1071-2-spring", "1071-2-spring"]]),
    ],
)
def test_journal_that_no_run_wrote(campaign: Places, stage: str, content: bytes) -> None:
    """Refused, with nothing touched: it could have come with a folder from a stranger."""
    campaign.hidden(stage).write_bytes(content)
    (campaign.folder / "precious").mkdir()
    before = snapshot(campaign.folder)
    with pytest.raises(WorkbookUnavailable) as refusal:
        resolve(campaign, SPRING)
    assert refusal.value.reason is Reason.JOURNAL_UNREADABLE
    assert str(campaign.hidden(stage)) in str(refusal.value)
    assert snapshot(campaign.folder) == before


REMAINS: dict[str, Callable[[Places], Path]] = {
    "preparing": lambda places: places.hidden("preparing"),
    "prepared": lambda places: places.hidden("prepared"),
}


@pytest.mark.parametrize("stage", REMAINS)
def test_journal_removed_by_hand_as_the_message_says(campaign: Places, stage: str) -> None:
    REMAINS[stage](campaign).write_bytes(b"{")
    with pytest.raises(WorkbookUnavailable):
        resolve(campaign, SPRING)
    REMAINS[stage](campaign).unlink()
    resolve(campaign, SPRING)
    assert check_chain(campaign) == ()

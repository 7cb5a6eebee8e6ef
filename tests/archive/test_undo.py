"""A season taken back; a season resolved again; nothing of the GM's ever lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.archive.commit import seasons_in_the_way
from adjudicator.archive.places import Places
from adjudicator.archive.store import check_chain, list_seasons
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from adjudicator.archive.undo import plan_undo
from tests.archive import campaigns
from tests.archive.campaigns import SPRING, SUMMER, WINTER, new_campaign, resolve, snapshot, take_back


@pytest.fixture
def campaign(tmp_path: Path) -> Places:
    """Winter, spring and summer are archived, and the workbook is as summer left it."""
    places = new_campaign(tmp_path)
    campaigns.resolve_year(places, SUMMER)
    return places


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_undo(campaign: Places) -> None:
    archived = contents(campaign.archive / str(SUMMER))
    printed = contents(campaign.reports / str(SUMMER))
    undone = take_back(campaign)
    assert campaign.workbook.read_bytes() == campaigns.orders(SUMMER)
    assert not undone.plan.changed_since
    assert undone.plan.kept_beside is None
    kept = contents(campaign.archive / "1071-3-summer.undone-1")
    remark = json.loads(kept.pop("undone.json"))
    assert kept == archived, "the manifest with its files stays as it was"
    assert remark["season"] == "1071-3-summer"
    assert remark["time"] == "2025-03-01T18:30:00+00:00"
    assert contents(campaign.reports / "1071-3-summer.undone-1") == printed
    assert [season.label for season in list_seasons(campaign)] == [WINTER, SPRING]
    assert check_chain(campaign) == ()
    assert "summer 1071" in undone.notes[0]


def test_undo_season_by_season(campaign: Places) -> None:
    """What an undo brings back is in the archive anyway, and is not kept beside again at the next."""
    for label in (SUMMER, SPRING, WINTER):
        undone = take_back(campaign)
        assert undone.plan.season.label == label
        assert campaign.workbook.read_bytes() == campaigns.orders(label)
    assert names(campaign.folder) == {"campaign.xlsx", "notes.txt", "archive", "reports"}
    before = snapshot(campaign.folder)
    with pytest.raises(WorkbookUnavailable) as refusal:
        take_back(campaign)
    assert refusal.value.reason is Reason.NOTHING_TO_UNDO
    assert snapshot(campaign.folder) == before


def test_undo_of_a_workbook_changed_since(campaign: Places) -> None:
    campaign.workbook.write_bytes(b"orders for fall are in it")
    campaign.workbook.chmod(0o600)
    undone = take_back(campaign)
    assert undone.plan.changed_since
    kept = campaign.folder / "campaign.before-undo-1.xlsx"
    assert undone.plan.kept_beside == kept
    assert kept.read_bytes() == b"orders for fall are in it"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert campaign.workbook.read_bytes() == campaigns.orders(SUMMER)
    assert any(kept.name in note for note in undone.notes)
    campaign.workbook.write_bytes(b"changed once more")
    assert take_back(campaign).plan.kept_beside == campaign.folder / "campaign.before-undo-2.xlsx"
    assert kept.read_bytes() == b"orders for fall are in it"


def test_undo_correct_and_run_again(campaign: Places) -> None:
    for number in (1, 2, 3):
        take_back(campaign)
        corrected = campaigns.orders(SUMMER) + b"corrected %d" % number
        campaign.workbook.write_bytes(corrected)
        resolve(campaign, SUMMER)
        assert (campaign.archive / str(SUMMER) / "orders.xlsx").read_bytes() == corrected
    assert names(campaign.archive) == {
        "1071-1-winter",
        "1071-2-spring",
        "1071-3-summer",
        *(f"1071-3-summer.undone-{number}" for number in (1, 2, 3)),
    }
    assert names(campaign.reports) == names(campaign.archive)
    assert check_chain(campaign) == ()


def test_plan_is_what_the_undo_does(campaign: Places) -> None:
    campaign.workbook.write_bytes(b"changed")
    before = snapshot(campaign.folder)
    plan = plan_undo(campaign)
    assert snapshot(campaign.folder) == before
    assert take_back(campaign).plan == plan


def test_undo_without_newsletters(tmp_path: Path) -> None:
    places = new_campaign(tmp_path)
    resolve(places, WINTER, printed=False)
    assert not (tmp_path / "reports").exists()
    assert take_back(places).plan.reports_to is None
    assert places.workbook.read_bytes() == campaigns.orders(WINTER)


def test_undo_of_a_workbook_that_was_put_back_by_hand(campaign: Places) -> None:
    campaign.workbook.write_bytes(campaigns.orders(SUMMER))
    undone = take_back(campaign)
    assert undone.plan.kept_beside is None
    assert campaign.workbook.read_bytes() == campaigns.orders(SUMMER)
    assert [season.label for season in list_seasons(campaign)] == [WINTER, SPRING]


def test_archived_orders_that_are_not_what_was_handed_in(campaign: Places) -> None:
    (campaign.archive / str(SUMMER) / "orders.xlsx").write_bytes(b"something else")
    before = snapshot(campaign.folder)
    for attempt in (plan_undo, take_back):
        with pytest.raises(WorkbookUnavailable) as refusal:
            attempt(campaign)
        assert refusal.value.reason is Reason.ARCHIVE_DAMAGED
    assert snapshot(campaign.folder) == before


def test_season_resolved_again_after_the_gm_went_back_by_hand(campaign: Places) -> None:
    """Later seasons no longer follow from this one: they are set aside with it, and nothing of theirs is lost."""
    before = {label: contents(campaign.archive / str(label)) for label in (SPRING, SUMMER)}
    campaign.workbook.write_bytes(campaigns.orders(SPRING) + b"corrected")
    assert seasons_in_the_way(campaign, SPRING) == (SPRING, SUMMER)
    committed = resolve(campaign, SPRING)
    assert names(campaign.archive) == {
        "1071-1-winter",
        "1071-2-spring",
        "1071-2-spring.set-aside-1",
        "1071-3-summer.set-aside-1",
    }
    assert names(campaign.reports) == names(campaign.archive)
    for label in (SPRING, SUMMER):
        assert contents(campaign.archive / f"{label}.set-aside-1") == before[label]
    assert [kept.label for kept in committed.manifest.set_aside] == [SPRING, SUMMER]
    assert len(committed.notes) == 2
    assert check_chain(campaign) == ()


def test_undo_brings_back_what_the_season_had_set_aside(campaign: Places) -> None:
    """A year mistyped, say: the run sets everything aside, and its undo puts everything back."""
    before = snapshot(campaign.archive)
    printed = snapshot(campaign.reports)
    campaign.workbook.write_bytes(b"with a year mistyped")
    resolve(campaign, WINTER)
    undone = take_back(campaign)
    assert undone.plan.brought_back == (WINTER, SPRING, SUMMER)
    assert campaign.workbook.read_bytes() == b"with a year mistyped"
    for folder, held in ((campaign.archive, before), (campaign.reports, printed)):
        now = {path: entry for path, entry in snapshot(folder).items() if ".undone-1" not in path}
        assert now == held
    assert check_chain(campaign) == ()


def test_reports_of_a_season_that_the_archive_does_not_know(tmp_path: Path) -> None:
    """Whatever lies there is kept, though no newsletters are asked for now."""
    places = new_campaign(tmp_path)
    old = places.reports / str(WINTER)
    old.mkdir(parents=True)
    (old / "gm.pdf").write_bytes(b"%PDF older")
    resolve(places, WINTER, printed=False)
    assert contents(places.reports / "1071-1-winter.set-aside-1") == {"gm.pdf": b"%PDF older"}
    assert not old.exists()


def test_numbers_of_names_are_not_used_twice(campaign: Places) -> None:
    (campaign.archive / "1071-3-summer.undone-7").mkdir()
    (campaign.reports / "1071-3-summer.undone-9").mkdir()
    assert take_back(campaign).plan.archive_to.name == "1071-3-summer.undone-10"

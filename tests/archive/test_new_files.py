"""Files that are no season: a new campaign, newsletters once more."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from adjudicator.archive.commit import write_editions, write_new
from adjudicator.archive.places import Places
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from tests.archive import campaigns, faults
from tests.archive.campaigns import NO_PAUSES, SPRING


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


def test_newsletters_once_more(campaign: Places) -> None:
    folder = campaign.reports / str(SPRING)
    write_editions(folder, {"Rome.pdf": b"%PDF again"}, pauses=NO_PAUSES)
    held = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert held == {**campaigns.newsletters(SPRING), "Rome.pdf": b"%PDF again"}


def test_newsletters_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    write_editions(tmp_path / "a" / "b", {"Rome.pdf": b"%PDF"})
    assert (tmp_path / "a" / "b" / "Rome.pdf").read_bytes() == b"%PDF"
    with pytest.raises(WorkbookUnavailable) as refusal:
        write_editions(tmp_path / "a" / "b" / "Rome.pdf", {"x.pdf": b""})
    assert refusal.value.reason is not Reason.EXISTS


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO], ids=os.strerror)
def test_newsletter_is_replaced_whole_or_not_at_all(tmp_path: Path, error: int) -> None:
    (tmp_path / "Rome.pdf").write_bytes(b"%PDF old")
    for number in range(1, 5):
        with faults.watched(faults.fail_at(number, error, lasting=False)), pytest.raises(WorkbookUnavailable):
            write_editions(tmp_path, {"Rome.pdf": b"%PDF new"}, pauses=())
        assert (tmp_path / "Rome.pdf").read_bytes() in {b"%PDF old", b"%PDF new"}
        assert [path.name for path in tmp_path.iterdir()] == ["Rome.pdf"]

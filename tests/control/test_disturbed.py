"""What else may happen to a run: another beside it, a workbook that changes, a folder or file that takes nothing."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from adjudicator import season_run
from tests.archive import faults
from tests.archive.test_guard import excel_owner
from tests.control.commands import ROOT, adjudicate, content, new_campaign

RUN = ("--no-newsletters", "--no-orders")


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "tiber.xlsx")


def check_refused(workbook: Path, *said: str, command: tuple[str | Path, ...] | None = None) -> None:
    """Exit 1, a sentence, and nothing changed."""
    before = content(workbook.parent)
    ended = adjudicate(*(command or ("run", workbook, *RUN)))
    assert ended.code == 1, ended.told
    for word in said:
        assert word in ended.err
    assert "Traceback" not in ended.told
    assert content(workbook.parent) == before


def test_two_runs_at_once(workbook: Path) -> None:
    """Each resolves a season of its own, one after the other, or is refused; none is resolved twice, none lost."""
    command = [sys.executable, "-m", "adjudicator", str(workbook), *RUN]
    runs = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)
    ]
    told = [run.communicate(timeout=120) for run in runs]
    codes = sorted(run.returncode for run in runs)
    assert set(codes) <= {0, 1}, told
    assert codes[0] == 0, told
    for run, (_, err) in zip(runs, told, strict=True):
        assert run.returncode == 0 or "Another run is at work" in err, err
    seasons = sorted(path.name for path in (workbook.parent / "archive" / "tiber").iterdir())
    assert seasons == ["1-2-spring", "1-3-summer", "1-4-fall"][: codes.count(0)]
    assert adjudicate("verify", workbook).code == 0


@pytest.mark.parametrize("command", ["run", "undo"])
def test_workbook_changed_while_the_run_is_going(workbook: Path, command: str) -> None:
    """What somebody saved meanwhile is kept, and is all that is there."""
    if command == "undo":
        adjudicate("run", workbook, *RUN)
    theirs = workbook.read_bytes() + b"saved meanwhile"
    before = {name: data for name, data in content(workbook.parent).items() if name != workbook.name}
    done = []

    def save(step: faults.Step) -> None:
        # the first file the archive prepares: all has been read and resolved
        if step.name == "create" and ".adjudicating" in str(step.arguments[0]) and not done:
            done.append(step)
            workbook.write_bytes(theirs)

    with faults.watched(save):
        words = ("--yes",) if command == "undo" else RUN
        ended = adjudicate(command, workbook, *words)
    assert done
    assert ended.code == 1
    assert "was changed while the run was going on" in ended.err
    assert workbook.read_bytes() == theirs
    assert {name: data for name, data in content(workbook.parent).items() if name != workbook.name} == before


def test_workbook_changed_while_it_is_resolved(workbook: Path) -> None:
    resolve = season_run.resolve_season

    def slowly(*arguments: Any) -> Any:
        workbook.write_bytes(b"something else")
        return resolve(*arguments)

    with mock.patch.object(season_run, "resolve_season", slowly):
        ended = adjudicate("run", workbook, *RUN)
    assert ended.code == 1
    assert workbook.read_bytes() == b"something else"
    assert not (workbook.parent / "archive").exists()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("~$tiber.xlsx", excel_owner("Livia"), "open in Excel (by Livia)"),
        (".~lock.tiber.xlsx#", b",livia,villa,01.03.2025 18:30,file:///home/livia;", "open in LibreOffice"),
    ],
    ids=["Excel", "LibreOffice"],
)
@pytest.mark.parametrize("command", ["run", "undo", "check --mark"])
def test_open_elsewhere(workbook: Path, name: str, data: bytes, said: str, command: str) -> None:
    assert adjudicate("run", workbook, *RUN).code == 0
    (workbook.parent / name).write_bytes(data)
    words = {
        "run": ("run", workbook, *RUN),
        "undo": ("undo", workbook, "--yes"),
        "check --mark": ("check", workbook, "--mark"),
    }
    check_refused(workbook, said, name, command=words[command])
    assert adjudicate("verify", workbook).code == 0, "reading is still possible"


def test_workbook_marked_read_only(workbook: Path) -> None:
    workbook.chmod(0o444)
    check_refused(workbook, "read-only")


def failing(error: int, names: frozenset[str]) -> Callable[[faults.Step], None]:
    return faults.fail_at(1, error, lasting=True, only=names)


@pytest.mark.parametrize(
    ("error", "said"),
    [(errno.EACCES, "Nothing can be written in the folder"), (errno.EROFS, "Nothing can be written in the folder")],
)
def test_folder_that_takes_no_file(workbook: Path, error: int, said: str) -> None:
    with faults.watched(failing(error, frozenset({"create", "mkdir", "rename", "replace", "unlink"}))):
        check_refused(workbook, said)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="modes do not stop an administrator")
def test_read_only_folder(workbook: Path) -> None:
    workbook.parent.chmod(0o555)
    try:
        check_refused(workbook, "Nothing can be written in the folder")
    finally:
        workbook.parent.chmod(0o755)


def test_full_disk(workbook: Path) -> None:
    for first in (1, 3, 10, 20):
        with faults.watched(faults.fail_at(first, errno.ENOSPC, lasting=True, only=faults.NEEDING_ROOM)):
            before = workbook.read_bytes()
            ended = adjudicate("run", workbook, *RUN)
            assert (ended.code, workbook.read_bytes()) == (1, before)
            assert "room on the disk" in ended.err
    assert adjudicate("run", workbook, *RUN).code == 0
    assert adjudicate("verify", workbook).code == 0


def test_no_such_workbook(tmp_path: Path) -> None:
    for command in ("run", "check", "preview", "undo", "verify", "explain", "battles"):
        ended = adjudicate(command, tmp_path / "none.xlsx")
        assert ended.code == 1
        assert "There is no workbook at" in ended.err
        folder = adjudicate(command, tmp_path)
        assert folder.code == 1
        assert "is not a file" in folder.err


def test_campaign_that_is_over(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx", settings={"Status": "over"}, rules={"last_year": 1})
    before = content(tmp_path)
    for command in ("run", "preview", "explain", "battles"):
        ended = adjudicate(command, workbook)
        assert ended.code == 1, command
        assert "The campaign is over" in ended.err
    assert content(tmp_path) == before


def test_symbolic_link_is_followed(tmp_path: Path) -> None:
    real = new_campaign(tmp_path / "real" / "tiber.xlsx")
    link = tmp_path / "link.xlsx"
    link.symlink_to(real)
    before = real.read_bytes()
    assert adjudicate("run", link, *RUN).code == 0
    assert link.is_symlink()
    assert real.read_bytes() != before
    assert (real.parent / "archive" / "tiber" / "1-2-spring").is_dir()
    assert adjudicate("undo", link, "--yes").code == 0
    assert real.read_bytes() == before

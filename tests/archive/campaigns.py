"""A small campaign on a real disk, and what can be asked of it: seasons resolved into it, its whole content."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.archive.commit import Committed, SeasonFiles, commit_season, commit_waiting
from adjudicator.archive.guard import check_workbook_free
from adjudicator.archive.locking import season_lock
from adjudicator.archive.manifest import ManifestFacts
from adjudicator.archive.places import Places, SeasonLabel, locate, read_workbook
from adjudicator.archive.recovery import recover
from adjudicator.archive.undo import Undone, undo_season
from tests.archive import faults

WINTER = SeasonLabel(1071, 1)
SPRING = SeasonLabel(1071, 2)
SUMMER = SeasonLabel(1071, 3)
FALL = SeasonLabel(1071, 4)

TIME = datetime(2025, 3, 1, 18, 30, tzinfo=UTC)
FACTS = ManifestFacts(
    seed_commitment="5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
    public_draw="7 11 23",
    program_version="0.1",
    status="orders",
    time=TIME,
)
NO_PAUSES = (0.0, 0.0)

REPLACED = "replace"
"""The system call that replaces the workbook; no other step of a command is one."""

Snapshot = dict[str, tuple[str, bytes]]


def orders(label: SeasonLabel) -> bytes:
    """The workbook handed in for a season; for tests, bytes are all that a workbook is."""
    return f"orders for {label}\n".encode() * 40


def result(label: SeasonLabel) -> bytes:
    """The workbook that the season makes."""
    return f"result of {label}\n".encode() * 60


def newsletters(label: SeasonLabel) -> dict[str, bytes]:
    """Two editions of the season."""
    return {"Rome.pdf": f"%PDF Rome {label}".encode() * 30, "gm.pdf": f"%PDF GM {label}".encode() * 50}


def new_campaign(folder: Path, name: str = "campaign.xlsx") -> Places:
    """A folder with a workbook that holds the orders for winter, and something of the GM's own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(orders(WINTER))
    (folder / "notes.txt").write_text("the GM's own", encoding="utf-8")
    return locate(folder / name)


def resolve(places: Places, label: SeasonLabel, *, printed: bool = True) -> Committed:
    """The road of the real command, but for the rules: the workbook is what was handed in, the result is known."""
    with season_lock(places):
        recover(places, pauses=NO_PAUSES)
        check_workbook_free(places)
        plan = SeasonFiles(
            places=places,
            original=read_workbook(places),
            result=result(label),
            newsletters=newsletters(label) if printed else {},
            label=label,
            facts=FACTS,
        )
        return commit_season(plan, pauses=NO_PAUSES)


def resolve_year(places: Places, last: SeasonLabel) -> None:
    """The seasons from winter to `last`, each with the orders handed in for it."""
    label = WINTER
    while label <= last:
        places.workbook.write_bytes(orders(label))
        resolve(places, label)
        label = label.next


def wait_for_battles(places: Places) -> tuple[str, ...]:
    """The season waits: only the workbook is replaced."""
    with season_lock(places):
        recover(places, pauses=NO_PAUSES)
        check_workbook_free(places)
        return commit_waiting(places, read_workbook(places), b"battles to fill in\n" * 50, pauses=NO_PAUSES)


def take_back(places: Places) -> Undone:
    """The last season undone, by the road of the real command."""
    with season_lock(places):
        recover(places, pauses=NO_PAUSES)
        check_workbook_free(places)
        return undo_season(places, TIME, pauses=NO_PAUSES)


def put_right(places: Places) -> tuple[str, ...]:
    """What every command that writes does first."""
    with season_lock(places):
        return recover(places, pauses=NO_PAUSES)


def snapshot(folder: Path) -> Snapshot:
    """All that lies below a folder, hidden things too: kind, permissions and bytes by relative path."""
    found: Snapshot = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        mode = stat.filemode(status.st_mode)
        content = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        found[path.relative_to(folder).as_posix()] = (mode, content)
    return found


def hidden_in(folder: Path) -> list[Path]:
    """Everything hidden below a folder."""
    return list(folder.rglob(".*"))


def plan_for_summer(places: Places) -> SeasonFiles:
    """Summer resolved, and not yet on the disk."""
    return SeasonFiles(
        places=places,
        original=read_workbook(places),
        result=result(SUMMER),
        newsletters=newsletters(SUMMER),
        label=SUMMER,
        facts=FACTS,
    )


def count_steps(places: Places, command: Callable[[Places], object]) -> list[str]:
    """The names of the steps that the command takes on a copy of the campaign."""
    folder = places.folder.with_name("counted")
    shutil.copytree(places.folder, folder)
    steps: list[str] = []
    with faults.watched(lambda step: steps.append(step.name)):
        command(locate(folder / places.workbook.name))
    shutil.rmtree(folder)
    return steps

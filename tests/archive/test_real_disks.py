"""Disks that are really full, folders that are really read-only: in mounts of the tests' own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.archive.campaigns import new_campaign, snapshot
from tests.archive.conftest import ROOT

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

"""Folders in memory for the tests that run hundreds of commands, and the process that kills them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.archive.places import Places
from tests.archive import campaigns

ROOT = Path(__file__).parents[2]
Killer = Callable[..., dict[str, Any]]


@pytest.fixture
def quick_folder() -> Iterator[Path]:
    """An empty folder, in memory where the system has such a place: flushing costs nothing there."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def killer() -> Iterator[Killer]:
    """Runs a command in a process that is killed, and tells how that ended."""
    if not hasattr(os, "fork"):
        pytest.skip("processes cannot be forked here")
    with subprocess.Popen(
        [sys.executable, "-m", "tests.archive.killing"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        questions, answers = process.stdin, process.stdout
        if questions is None or answers is None:
            raise AssertionError("pipes were asked for")

        def ask(workbook: Path, command: str, **request: Any) -> dict[str, Any]:
            spoken = {key.replace("_", " "): value for key, value in request.items()}
            print(json.dumps({"workbook": str(workbook), "command": command, **spoken}), file=questions, flush=True)
            return dict(json.loads(answers.readline()))

        yield ask
        questions.close()
        process.wait(timeout=30)


@pytest.fixture
def campaign(quick_folder: Path) -> Places:
    """Winter and spring are archived, and the orders for summer handed in."""
    places = campaigns.new_campaign(quick_folder / "campaign")
    campaigns.resolve_year(places, campaigns.SPRING)
    places.workbook.write_bytes(campaigns.orders(campaigns.SUMMER))
    return places


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, in seconds; none is waited for."""
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    return pauses

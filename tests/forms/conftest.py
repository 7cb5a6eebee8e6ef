"""The campaign whose forms are sent out and come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.forms.campaigns import tiber


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return tiber(tmp_path)


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    return tmp_path / "inbox"

"""A word that was mistyped is answered with the one that was meant, and never taken for a workbook's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.control.commands import adjudicate


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["nwe", "campaign.xlsx"], "new"),
        (["Check", "campaign.xlsx"], "check"),
        (["simulat", "campaign.xlsx"], "simulate"),
        (["verfy"], "verify"),
    ],
)
def test_a_mistyped_command_is_told_as_such(words: list[str], meant: str) -> None:
    ended = adjudicate(*words)
    assert ended.code == 1
    assert f"There is no command '{words[0]}'. Did you mean '{meant}'?" in ended.err


def test_a_word_like_no_command_points_to_the_list() -> None:
    ended = adjudicate("frobnicate", "campaign.xlsx")
    assert ended.code == 1
    assert "There is no command 'frobnicate'." in ended.err and "adjudicate --help" in ended.err


@pytest.mark.parametrize("name", ["campaign.xlsx", "veii", "status.xlsx", "games/undo"])
def test_a_workbook_that_is_not_there_is_still_looked_for_as_one(name: str) -> None:
    ended = adjudicate(name)
    assert ended.code == 1
    assert "There is no workbook at" in ended.err


def test_a_file_named_like_a_command_but_for_a_letter_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chekc").write_bytes(b"no workbook")
    monkeypatch.chdir(tmp_path)
    assert "not an Excel workbook" in adjudicate("chekc").err

"""The last season taken back, season by season, through the real command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.control.commands import (
    adjudicate,
    adjudicate_apart,
    column,
    content,
    edit,
    find_row,
    new_campaign,
    resolve,
)


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "tiber.xlsx")


def test_season_by_season_to_the_very_first_byte(workbook: Path) -> None:
    handed_in = []
    for _ in range(4):
        handed_in.append(workbook.read_bytes())
        resolve(workbook)
    for season, before in reversed(list(zip(("spring 1", "summer 1", "fall 1", "winter 2"), handed_in, strict=True))):
        ended = adjudicate("undo", workbook, "--yes")
        assert ended.code == 0
        assert season in ended.out.lower()
        assert workbook.read_bytes() == before
    ended = adjudicate("undo", workbook, "--yes")
    assert ended.code == 1
    assert "none to take back" in ended.err


def test_archive_and_newsletters_are_set_aside_and_say_so(workbook: Path) -> None:
    resolve(workbook)
    season = workbook.parent / "archive" / "tiber" / "1-2-spring"
    reports = workbook.parent / "reports" / "tiber" / "1-2-spring"
    reports.mkdir(parents=True)
    (reports / "Rome.pdf").write_bytes(b"%PDF")
    kept = content(season)
    ended = adjudicate("undo", workbook, "--yes", "--json")
    done = ended.document
    assert (done["outcome"], done["season"], done["kept_beside"]) == ("undone", "1-2-spring", None)
    aside = Path(done["archive"])
    assert aside.name == "1-2-spring.undone-1"
    assert not season.exists()
    found = content(aside)
    assert json.loads(found.pop("undone.json"))["season"] == "1-2-spring"
    assert found == kept
    assert (Path(done["reports"]) / "Rome.pdf").read_bytes() == b"%PDF"


def test_what_the_gm_changed_since_is_kept_beside_and_told(workbook: Path) -> None:
    before = workbook.read_bytes()
    resolve(workbook)
    edit(workbook, "Summer", "B2", "Defend")
    changed = workbook.read_bytes()
    ended = adjudicate("undo", workbook, "--yes")
    assert ended.code == 0
    assert "tiber.before-undo-1.xlsx" in ended.out
    assert (workbook.parent / "tiber.before-undo-1.xlsx").read_bytes() == changed
    assert workbook.read_bytes() == before


def test_nobody_to_ask_means_no(workbook: Path) -> None:
    resolve(workbook)
    before = content(workbook.parent)
    for extra in ((), ("--json",)):
        ended = adjudicate("undo", workbook, *extra)
        assert ended.code == 1
        assert "spring 1" in ended.told
        assert "--yes" in ended.told
        assert content(workbook.parent) == before
    apart = adjudicate_apart("undo", workbook)
    assert (apart.code, content(workbook.parent)) == (1, before)


@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("\n", 1), ("", 1), ("y\n", 0)])
def test_asks_on_a_terminal(workbook: Path, answer: str, code: int) -> None:
    before = workbook.read_bytes()
    resolve(workbook)
    after = workbook.read_bytes()
    ended = adjudicate("undo", workbook, answer=answer)
    assert ended.code == code
    assert "The last season is spring 1" in ended.out
    assert workbook.read_bytes() == (after if code else before)


def test_archive_kept_elsewhere(workbook: Path, tmp_path: Path) -> None:
    before, elsewhere = workbook.read_bytes(), tmp_path / "elsewhere"
    assert adjudicate("run", workbook, "--no-newsletters", "--archive", elsewhere).code == 0
    ended = adjudicate("undo", workbook, "--yes")
    assert ended.code == 1, "nothing is archived beside the workbook"
    assert adjudicate("undo", workbook, "--yes", "--archive", elsewhere).code == 0
    assert workbook.read_bytes() == before
    assert (elsewhere / "tiber" / "1-2-spring.undone-1").is_dir()


def test_undone_season_runs_again_to_the_same_result(workbook: Path) -> None:
    resolve(workbook)
    result = workbook.read_bytes()
    adjudicate("undo", workbook, "--yes")
    resolve(workbook)
    assert workbook.read_bytes() == result
    assert adjudicate("verify", workbook).code == 0


def test_damaged_archive_is_not_brought_back(workbook: Path) -> None:
    resolve(workbook)
    after = workbook.read_bytes()
    orders = workbook.parent / "archive" / "tiber" / "1-2-spring" / "orders.xlsx"
    orders.write_bytes(orders.read_bytes()[:-1])
    ended = adjudicate("undo", workbook, "--yes")
    assert ended.code == 1
    assert "damaged" in ended.err
    assert workbook.read_bytes() == after


def test_undo_after_a_correction_by_hand(workbook: Path) -> None:
    """A value of the program's, changed after the season, is neither lost nor in the way."""
    resolve(workbook)
    cell = f"{column(workbook, 'Nations', 'Gold')}{find_row(workbook, 'Nations', 'Rome')}"
    edit(workbook, "Nations", cell, 7)
    resolve(workbook)
    assert adjudicate("undo", workbook, "--yes").code == 0
    assert find_row(workbook, "Nations", "Rome")
    assert adjudicate("verify", workbook).code == 0

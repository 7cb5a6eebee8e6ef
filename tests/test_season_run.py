"""The main job through the real command: a year of a sample, the corrections of the GM, and what stands on the disk."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from adjudicator.workbook.samples.shipped import sample_bytes
from tests.workbook.books import campaign_workbook


def adjudicate(*arguments: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "adjudicator", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tutorial after its first year: newsletters for winter and fall, none for the seasons between."""
    folder = tmp_path_factory.mktemp("year")
    workbook = folder / "tutorial.xlsx"
    workbook.write_bytes(sample_bytes("tutorial"))
    for without in ((), ("--no-newsletters",), ("--no-newsletters",), ()):
        done = adjudicate(workbook, *without)
        assert done.returncode == 0, done.stdout + done.stderr
    return workbook


def test_four_seasons_are_archived_each_with_what_was_handed_in_and_what_came_out(year: Path) -> None:
    seasons = sorted(path.name for path in (year.parent / "archive" / "tutorial").iterdir())
    assert seasons == ["348-1-winter", "348-2-spring", "348-3-summer", "348-4-fall"]
    for season in seasons:
        files = {path.name for path in (year.parent / "archive" / "tutorial" / season).iterdir()}
        assert files == {"orders.xlsx", "result.xlsx", "manifest.json"}


def test_every_player_the_gm_and_the_public_have_an_edition(year: Path) -> None:
    folder = year.parent / "reports" / "tutorial" / "348-1-winter"
    assert {path.name for path in folder.iterdir()} == {
        *("Romans.pdf", "Etruscans.pdf", "Volscians.pdf", "gm.pdf", "public.pdf"),
    }
    title = PdfReader(folder / "Romans.pdf").metadata
    assert title is not None and "Romans" in str(title.title)


def test_the_workbook_stands_before_the_next_winter_with_empty_order_sheets(year: Path) -> None:
    book = load_workbook(year)
    settings = {row[0]: row[1] for row in book["Campaign"].iter_rows(values_only=True)}
    assert (settings["Year"], settings["Season"], settings["Status"]) == (349, "winter", "orders")
    for sheet in ("Winter", "Spring", "Summer"):
        rows = list(book[sheet].iter_rows(min_row=2, values_only=True))
        assert [row[0] for row in rows if row[0]] == ["Romans", "Etruscans", "Volscians"]
        assert not [value for row in rows for value in row[1:] if value not in (None, "")]


def test_the_seed_is_in_no_output(year: Path) -> None:
    book = load_workbook(year)
    seed = str({row[0]: row[1] for row in book["Campaign"].iter_rows(values_only=True)}["Seed"])
    for path in (year.parent / "reports").rglob("*.pdf"):
        reader = PdfReader(path)
        assert seed not in "\n".join(page.extract_text() for page in reader.pages) + str(reader.metadata)
    for path in (year.parent / "archive").rglob("manifest.json"):
        assert seed not in path.read_text(encoding="utf-8")


def test_the_same_season_twice_is_the_same_to_the_byte(tmp_path: Path) -> None:
    results = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "t.xlsx").write_bytes(sample_bytes("tutorial"))
        assert adjudicate(folder / "t.xlsx", "--no-newsletters").returncode == 0
        results.append((folder / "t.xlsx").read_bytes())
    assert results[0] == results[1]


def test_a_workbook_with_errors_is_left_alone_and_every_error_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mistakes.xlsx"
    path.write_bytes(sample_bytes("mistakes"))
    done = adjudicate(path, "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 2
    assert path.read_bytes() == sample_bytes("mistakes")
    assert [child.name for child in tmp_path.iterdir()] == ["mistakes.xlsx"]
    assert len([problem for problem in told["problems"] if problem["severity"] == "error"]) > 20


def test_too_much_silence_stops_the_run_until_it_is_meant(tmp_path: Path) -> None:
    path = campaign_workbook(tmp_path / "campaign.xlsx", orders=[{"Nation": "Rome", "Order": "Defend"}])
    before = path.read_bytes()
    stopped = adjudicate(path, "--no-newsletters")
    assert stopped.returncode == 2 and "2 active nations have no order" in stopped.stderr
    assert path.read_bytes() == before
    assert adjudicate(path, "--no-newsletters", "--no-orders").returncode == 0


def test_what_the_gm_changed_by_hand_is_written_down_with_his_reason(tmp_path: Path) -> None:
    path = tmp_path / "campaign.xlsx"
    path.write_bytes(sample_bytes("tutorial"))
    assert adjudicate(path, "--no-newsletters").returncode == 0
    book = load_workbook(path)
    gold = book["Nations"]["H3"]
    assert book["Nations"]["A3"].value == "Etruscans" and book["Nations"]["H1"].value == "Gold"
    was, gold.value = gold.value, 17
    book["Corrections"].append([348, "spring", "Nations!H3", None, None, "A gift from Caere, forgotten"])
    book.save(path)
    done = adjudicate(path, "--no-newsletters")
    assert done.returncode == 0, done.stderr
    rows = [row for row in load_workbook(path)["Corrections"].iter_rows(min_row=2, values_only=True) if row[0]]
    assert rows == [(348, "spring", "Nations!H3", str(was), "17", "A gift from Caere, forgotten")] or rows == [
        (348, "spring", "Nations!H3", was, 17, "A gift from Caere, forgotten")
    ]


def test_an_archive_split_in_two_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(sample_bytes("tutorial"))
    first = adjudicate(path, "--no-newsletters", "--archive", tmp_path / "other")
    second = adjudicate(path, "--no-newsletters")
    assert (first.returncode, second.returncode) == (0, 0)
    assert "--archive" not in first.stderr and "not in the archive" in second.stderr


def test_a_symbolic_link_to_the_workbook_is_followed(tmp_path: Path) -> None:
    real = tmp_path / "club" / "campaign.xlsx"
    real.parent.mkdir()
    real.write_bytes(sample_bytes("tutorial"))
    link = tmp_path / "link.xlsx"
    link.symlink_to(real)
    assert adjudicate(link, "--no-newsletters").returncode == 0
    assert link.is_symlink() and real.read_bytes() != sample_bytes("tutorial")


def test_a_preview_shows_what_the_run_does_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(sample_bytes("tutorial"))
    seen = json.loads(adjudicate("preview", path, "--json").stdout)
    assert path.read_bytes() == sample_bytes("tutorial") and [child.name for child in tmp_path.iterdir()] == ["t.xlsx"]
    assert adjudicate(path, "--no-newsletters").returncode == 0
    sheet = load_workbook(BytesIO(path.read_bytes()))["Winter"]
    results = {row[0]: row[-1] for row in sheet.iter_rows(min_row=2, values_only=True) if row[0]}
    assert seen["results"] == results

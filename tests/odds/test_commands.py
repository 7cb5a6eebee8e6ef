"""`adjudicate odds` and `adjudicate simulate`, as a GM runs them."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from adjudicator.cli.odds_commands import odds, simulate

SAMPLES = Path(__file__).parents[2] / "sample_workbooks"


@pytest.fixture
def tutorial(tmp_path: Path) -> Path:
    workbook = tmp_path / "tutorial.xlsx"
    workbook.write_bytes((SAMPLES / "tutorial.xlsx").read_bytes())
    return workbook


@pytest.fixture
def anatolia(tmp_path: Path) -> Path:
    workbook = tmp_path / "anatolia.xlsx"
    workbook.write_bytes((SAMPLES / "anatolia.xlsx").read_bytes())
    return workbook


def run(command: Any, *arguments: object) -> Result:
    result = CliRunner().invoke(command, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_odds_on_the_terminal_are_for_the_gm_and_touch_nothing(tutorial):
    before = tutorial.read_bytes()
    result = run(odds, tutorial)
    assert result.exit_code == 0
    assert "For the GM only" in result.stdout
    assert "Exact: the dice can bring about 4 different outcomes." in result.stdout
    assert "city taken: 33.3% (1/3)" in result.stdout
    assert "gold taken: 66.7% (2/3)" in result.stdout
    assert tutorial.read_bytes() == before
    assert [path.name for path in tutorial.parent.iterdir()] == ["tutorial.xlsx"]


def test_odds_simulated_tell_their_error_and_their_seed(tutorial):
    result = run(odds, tutorial, "--method", "simulated", "--runs", 300, "--jobs", 1, "--sim-seed", "mine")
    assert result.exit_code == 0
    assert "Simulated: 300 runs with other dice (--sim-seed mine)" in result.stdout
    assert re.search(r"siege stands: 6\d\.\d% \[\d\d\.\d% to \d\d\.\d%\]", result.stdout)
    assert run(odds, tutorial, "--method", "simulated", "--runs", 300, "--jobs", 1, "--sim-seed", "mine").stdout == (
        result.stdout
    )


def test_odds_as_json(tutorial):
    result = run(odds, tutorial, "--json")
    document = json.loads(result.stdout)
    assert (document["outcome"], document["exit"], document["for"]) == ("ok", 0, "GM")
    assert document["sieges"][0]["endings"][0]["exact"] == "1/3"


def test_odds_as_csv_and_pdf(anatolia, tmp_path):
    table, pages = tmp_path / "out" / "odds.csv", tmp_path / "odds.pdf"
    assert run(odds, anatolia, "--csv", table, "--pdf", pages).exit_code == 0
    with table.open(encoding="utf-8-sig", newline="") as opened:
        lines = list(csv.DictReader(opened))
    edessa = [line for line in lines if line["territory"] == "Edessa" and line["what"] == "siege"]
    assert {line["outcome"]: line["exact"] for line in edessa if line["exact"]} == {
        "city taken": "1/3",
        "siege stands": "2/3",
    }
    read = PdfReader(pages)
    text = "\n".join(page.extract_text() for page in read.pages)
    assert "For the Game Master alone".lower() in text.lower()
    assert "Edessa" in text
    assert "1/3" in text
    assert read.trailer["/Root"]["/MarkInfo"]["/Marked"] == True  # noqa: E712  its own type


def test_pages_are_the_same_every_time(tutorial, tmp_path):
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    run(odds, tutorial, "--pdf", one)
    run(odds, tutorial, "--pdf", other)
    assert one.read_bytes() == other.read_bytes()


def test_a_workbook_with_errors_has_no_odds(tmp_path):
    workbook = tmp_path / "mistakes.xlsx"
    workbook.write_bytes((SAMPLES / "mistakes.xlsx").read_bytes())
    for command in (odds, simulate):
        result = run(command, workbook)
        assert result.exit_code == 2
        assert "error: " in result.stderr
        as_json = json.loads(run(command, workbook, "--json").stdout)
        assert as_json["outcome"] == "errors"
        assert as_json["problems"]


def test_nothing_is_written_over_the_workbook(tutorial):
    before = tutorial.read_bytes()
    result = run(odds, tutorial, "--csv", tutorial)
    assert result.exit_code == 1
    assert "is the workbook itself" in result.stderr
    assert tutorial.read_bytes() == before


def test_a_place_that_cannot_be_written_is_said(tutorial, tmp_path):
    (tmp_path / "file").write_text("in the way")
    result = run(odds, tutorial, "--csv", tmp_path / "file" / "odds.csv")
    assert result.exit_code == 1
    assert "could not be written" in result.stderr


def test_a_study_on_the_terminal_and_in_files(anatolia, tmp_path):
    before = anatolia.read_bytes()
    result = run(
        simulate, anatolia, "--years", 2, "--runs", 14, "--jobs", 1, "--rule", "siege_target=4",
        "--csv", tmp_path / "tables", "--pdf", tmp_path / "study.pdf", "--html", tmp_path / "study.html",
    )  # fmt: skip
    assert result.exit_code == 0
    assert "14 imagined campaigns" in result.stdout
    assert "siege_target: 5 is compared with 4" in result.stdout
    assert anatolia.read_bytes() == before
    tables = {path.stem for path in (tmp_path / "tables").iterdir()}
    assert {"first-by-place", "vp-by-year-and-place", "sieges", "orders", "difference-by-nation"} <= tables
    text = "\n".join(page.extract_text() for page in PdfReader(tmp_path / "study.pdf").pages)
    assert "Seljuks" in text
    page = (tmp_path / "study.html").read_text(encoding="utf-8")
    assert "adjudicator:" not in page
    assert page.count("<svg ") == page.count('aria-label="Victory points of ') == 7
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_study_as_json_is_the_same_on_any_number_of_processes(tutorial):
    asked = (tutorial, "--years", 1, "--runs", 30, "--json", "--strategy", "besieger", "--strategy", " veii =raider")
    result = run(simulate, *asked, "--jobs", 1)
    assert result.exit_code == 1  # there is no Veii among the nations
    asked = (tutorial, "--years", 1, "--runs", 30, "--json", "--strategy", "besieger", "--strategy", "romans=raider")
    one = run(simulate, *asked, "--jobs", 1)
    document = json.loads(one.stdout)
    assert document["strategies"] == {"Romans": "raider", "Etruscans": "besieger", "Volscians": "besieger"}
    assert sum(line["first"] for line in document["tables"]["first-by-place"]) == pytest.approx(1)
    assert run(simulate, *asked, "--jobs", 2).stdout == one.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--strategy", "genius"], "'genius' is no strategy; they are cautious, raider"),
        (["--strategy", "Carthage=raider"], "'Carthage' is no nation; they are Romans"),
        (["--rule", "siege_goal=4"], "siege_target"),
        (["--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "either --jobs or --cluster"),
    ],
)
def test_what_is_mistyped_is_said(tutorial, arguments, says):
    result = run(simulate, tutorial, *arguments)
    assert result.exit_code == 1
    assert says in result.stderr


def test_fixed_seats_leave_everybody_in_his_place(tutorial):
    result = run(simulate, tutorial, "--years", 1, "--runs", 6, "--jobs", 1, "--seats", "fixed", "--json")
    seats = json.loads(result.stdout)["tables"]["first-by-nation-and-place"]
    assert all(line["nation"] == line["place"] and line["campaigns"] == 6 for line in seats)


def test_no_command_shows_the_seed(tutorial):
    from adjudicator.workbook.reader import read_workbook

    book = read_workbook(tutorial).book
    assert book is not None
    for shown in (run(odds, tutorial, "--json"), run(simulate, tutorial, "--years", 1, "--runs", 3, "--json")):
        assert book.seed not in shown.stdout

"""A campaign workbook that LibreOffice has opened and saved: the same campaign, its formulas now with values."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import Workbook

from adjudicator.model.problems import ProblemCode
from adjudicator.workbook.reader import read_workbook
from adjudicator.workbook.samples.shipped import sample_bytes
from tests.workbook.books import campaign_workbook

pytestmark = [pytest.mark.office, pytest.mark.slow]


def saved_by_libreoffice(path: Path) -> Path:
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    folder = path.parent / "saved"
    profile = f"-env:UserInstallation={(path.parent / 'profile').as_uri()}"
    command = [office, profile, "--headless", "--convert-to", "xlsx", "--outdir", str(folder), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return folder / path.name


def test_formulas_are_known_once_an_office_has_saved_them(tmp_path: Path) -> None:
    def change(book: Workbook) -> None:
        book["Nations"]["H2"] = "=1+6"
        book["Map"]["B3"] = "=B2"
        book["Spring"]["E2"] = "=TRUE()"
        book["Spring"]["A3"] = "=Nations!A3"

    path = campaign_workbook(tmp_path / "campaign.xlsx", change=change)
    before = read_workbook(path)
    never = [str(problem.place) for problem in before.problems if problem.code is ProblemCode.FORMULA_NOT_CALCULATED]
    assert never == ["Nations!H2", "Map!B3", "Spring!E2", "Spring!A3"]
    after = read_workbook(saved_by_libreoffice(path))
    assert after.problems == ()
    assert after.book is not None
    assert after.book.state.holdings["Rome"].gold == 7
    assert after.book.state.owners["Ostia"] == "Rome"
    assert after.book.orders.orders["Rome"].rebuild
    assert after.book.orders.orders["Etruria"].target == "Roma"


def test_a_year_with_libreoffice_between_the_seasons_comes_out_the_same(tmp_path: Path) -> None:
    """The GM opens and saves in LibreOffice after every season; the other workbook is never opened by anyone."""
    paths = [tmp_path / "opened" / "t.xlsx", tmp_path / "left" / "t.xlsx"]
    for path in paths:
        path.parent.mkdir()
        path.write_bytes(sample_bytes("tutorial"))
    for _ in range(4):
        for path in paths:
            command = [sys.executable, "-m", "adjudicator", str(path), "--no-newsletters"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
        paths[0].write_bytes(saved_by_libreoffice(paths[0]).read_bytes())
    opened, left = (read_workbook(path).book for path in paths)
    assert opened is not None and left is not None
    assert (opened.state, opened.history, opened.dice) == (left.state, left.history, left.dice)

"""The new workbook in LibreOffice: its lists grow, its highlights work out, and saving it there loses none of it."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest
from openpyxl import load_workbook

from adjudicator.workbook.dropdowns import COLUMN_NAMES
from adjudicator.workbook.reader import read_workbook
from adjudicator.workbook.samples.shipped import sample_bytes

pytestmark = [pytest.mark.office, pytest.mark.slow]

FORMULAS = {
    "ROWS(list_nations)": 8,
    "INDEX(list_nations,8)": "Danishmends",
    "ROWS(list_territories)": 30,
    "INDEX(list_territories,30)": "Tiflis",
    "ROWS(nation_standing)": 8,
    "ROWS(territory_owner)": 30,
    "ROWS(border_from)": 61,
    'COUNTIFS(border_from,"Ani",border_to,"Tiflis")': 1,
    'COUNTIFS(list_territories,"Ikonion",territory_owner,"Romans")': 1,
    'COUNTIFS(list_territories,"Antioch",territory_owner,"Romans")': 0,
    'COUNTIFS(list_nations,"Danishmends",nation_standing,"eliminated")': 1,
    "season_now": "winter",
    "INDEX(list_orders,1)": "Offensive",
}


@pytest.fixture(scope="module")
def saved_there(tmp_path_factory):
    """Anatolia with one more nation and a sheet of formulas, opened and saved by LibreOffice."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("no LibreOffice here")
    folder = tmp_path_factory.mktemp("office")
    book = load_workbook(io.BytesIO(sample_bytes("anatolia")))
    book["Nations"]["A9"], book["Nations"]["M9"] = "Danishmends", "eliminated"
    page = book.create_sheet("Probe")
    for row, formula in enumerate(FORMULAS, 1):
        page[f"A{row}"] = f"={formula}"
    book.save(folder / "campaign.xlsx")
    profile = (folder / "profile").as_uri()
    command = [office, f"-env:UserInstallation={profile}", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"]
    subprocess.run(
        [*command, "--outdir", folder / "out", folder / "campaign.xlsx"], check=True, capture_output=True, timeout=180
    )
    return folder / "out" / "campaign.xlsx"


def test_lists_grow_with_their_columns_and_highlights_find_what_they_look_for(saved_there):
    page = load_workbook(saved_there, data_only=True)["Probe"]
    assert {formula: page[f"A{row}"].value for row, formula in enumerate(FORMULAS, 1)} == FORMULAS


def test_names_lists_limits_and_highlights_survive(saved_there):
    ours, theirs = load_workbook(io.BytesIO(sample_bytes("anatolia"))), load_workbook(saved_there)
    assert set(ours.defined_names) <= set(theirs.defined_names)
    assert {name for name, _, _ in COLUMN_NAMES} <= set(theirs.defined_names)
    for sheet in ("Nations", "Winter", "Borders"):
        wanted = {(str(one.sqref), one.type, one.formula1) for one in ours[sheet].data_validations.dataValidation}
        kept = {(one.type, one.formula1) for one in theirs[sheet].data_validations.dataValidation}
        assert {(kind, formula) for _, kind, formula in wanted if kind == "list"} <= kept
        assert len(theirs[sheet].conditional_formatting) > 0
        assert list(theirs[sheet].tables) == [sheet]


def test_the_program_reads_what_libreoffice_saved(saved_there):
    reading = read_workbook(saved_there)
    assert reading.problems == ()
    assert [nation.name for nation in reading.book.world.nations][-1] == "Danishmends"

"""The page on the workbook: its reference part is the schema's own."""

import runpy
from pathlib import Path

import pytest

from adjudicator.workbook.samples.shipped import sample_names
from adjudicator.workbook.schema import CAMPAIGN_SETTINGS, SHEETS

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "workbook.md").read_text(encoding="utf-8")
MAKE = runpy.run_path(str(DOCS / "make_workbook_page.py"))


def test_the_page_is_current():
    assert MAKE["current_page"](PAGE) == PAGE, "run: python docs/make_workbook_page.py"


def test_every_sheet_column_and_setting_is_on_it():
    for sheet in SHEETS:
        _, _, section = PAGE.partition(f"## `{sheet.name}`\n")
        section, _, _ = section.partition("\n## ")
        for column in sheet.columns:
            assert f"| `{column.header}`" in section
    for setting in CAMPAIGN_SETTINGS:
        assert f"| `{setting.name}` |" in PAGE


def test_every_sample_is_on_it():
    for name in sample_names():
        assert f"| `{name}` |" in PAGE


def test_a_page_that_lost_its_mark_is_not_written_over():
    with pytest.raises(ValueError, match="has lost the line"):
        MAKE["current_page"]("# The workbook\n")

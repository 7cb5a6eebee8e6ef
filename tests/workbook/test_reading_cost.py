"""`check` is quick: reading a workbook loads none of the heavy libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.workbook.books import campaign_workbook

HEAVY = {"openpyxl", "pandas", "numpy", "weasyprint", "jinja2", "shapely", "difflib", "click", "rich"}


def test_reading_a_sound_workbook_loads_nothing_heavy(tmp_path: Path) -> None:
    path = campaign_workbook(tmp_path / "campaign.xlsx")
    code = (
        "import sys; from pathlib import Path; from adjudicator.workbook.reader import read_workbook\n"
        "assert read_workbook(Path(sys.argv[1])).book is not None\n"
        "print(*sorted(name for name in sys.modules if '.' not in name))"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert "adjudicator" in run.stdout.split()
    assert not HEAVY & set(run.stdout.split())

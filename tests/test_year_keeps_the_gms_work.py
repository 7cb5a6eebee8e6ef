"""A whole year by the real command on a workbook full of the GM's own work: all of it comes back.

The tutorial gets, on the `Nations` sheet and beside it, one of each of what a GM may have made: a picture, a chart,
a text box, a form control, notes and threaded comments, an x14 validation, sparklines, a slicer, a pivot table, a
macro project; and a sheet of his own with formulas and their results, one of which reads a treasury.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

from adjudicator.workbook.samples.shipped import sample_bytes
from tests.workbook.making import REAL_PARTS, changed_parts, contents, with_real_parts

OURS = ("Campaign", "Nations", "Map", "Winter", "Spring", "Summer", "Fall", "Battles", "Dice", "Chronicle", "History")
SHARED = {"xl/workbook.xml", "xl/sharedStrings.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"}
OWN_FORMULAS = b'<c r="B1"><f>1+1</f><v>2</v></c><c r="C1"><f>Nations!H2*10</f><v>30</v></c>'


def gms_workbook() -> bytes:
    """The tutorial with a sheet of the GM's own, his formulas' results stored as Excel stores them, and the real
    parts.
    """
    book = load_workbook(io.BytesIO(sample_bytes("tutorial")))
    book.create_sheet("My notes")["A1"] = "Who owes whom"
    saved = io.BytesIO()
    book.save(saved)
    data = with_real_parts(saved.getvalue(), "Nations")
    notes = sheet_part(data, "My notes")
    parts = contents(data)
    grown = re.sub(rb"(<c r=\"A1\".*?</c>)", lambda found: found[1] + OWN_FORMULAS, parts[notes], count=1)
    assert grown != parts[notes]
    return replaced(data, notes, grown)


def replaced(data: bytes, part: str, content: bytes) -> bytes:
    from zipfile import ZIP_DEFLATED, ZipFile

    out = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as source, ZipFile(out, "w", ZIP_DEFLATED) as target:
        for entry in source.infolist():
            target.writestr(entry, content if entry.filename == part else source.read(entry))
    return out.getvalue()


def sheet_part(data: bytes, name: str) -> str:
    parts = contents(data)
    found = re.search(rf'<sheet [^>]*name="{name}"[^>]*r:id="([^"]+)"', parts["xl/workbook.xml"].decode())
    assert found is not None
    target = re.search(rf'<Relationship [^>]*Id="{found[1]}"[^>]*/>', parts["xl/_rels/workbook.xml.rels"].decode())
    assert target is not None
    path = re.search(r'Target="([^"]+)"', target[0])
    assert path is not None
    return path[1].lstrip("/") if path[1].startswith("/") else f"xl/{path[1]}"


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """The workbook before and after four seasons."""
    path: Path = tmp_path_factory.mktemp("gm") / "campaign.xlsm"
    before = gms_workbook()
    path.write_bytes(before)
    for _ in range(4):
        command = [sys.executable, "-m", "adjudicator", str(path), "--no-newsletters"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return before, path.read_bytes()


def test_every_part_the_program_does_not_own_is_the_same_to_the_byte(year: tuple[bytes, bytes]) -> None:
    before, after = year
    ours = {sheet_part(before, name) for name in OURS} | SHARED | {sheet_part(before, "My notes")}
    grown_tables = {part for part in contents(before) if part.startswith("xl/tables/")}
    changed = changed_parts(before, after)
    assert not changed - ours - grown_tables, "parts of the GM's were touched"
    assert not changed & set(REAL_PARTS)
    assert set(REAL_PARTS) <= set(contents(after))


def test_what_hangs_on_the_nations_sheet_still_hangs_there(year: tuple[bytes, bytes]) -> None:
    before, after = (contents(data)[sheet_part(data, "Nations")] for data in year)
    for tag in (b"drawing ", b"legacyDrawing ", b"control ", b"extLst>", b"x14:dataValidation ", b"x14:sparkline>"):
        assert before.count(b"<" + tag) == after.count(b"<" + tag) >= 1, tag
    end = re.compile(rb"</sheetData>.*", re.S)
    found = end.search(before), end.search(after)
    assert found[0] is not None and found[1] is not None
    assert found[0][0].count(b"<dataValidation ") == found[1][0].count(b"<dataValidation ")


def test_a_result_that_reads_nothing_of_ours_is_kept_and_one_that_does_is_asked_for_anew(
    year: tuple[bytes, bytes],
) -> None:
    before, after = year
    notes = contents(after)[sheet_part(after, "My notes")]
    assert b"<f>1+1</f><v>2</v>" in notes
    assert b"<f>Nations!H2*10</f></c>" in notes  # the treasury changed: LibreOffice would show 30 for ever
    assert b'fullCalcOnLoad="1"' in contents(after)["xl/workbook.xml"]
    assert b"<f>Nations!H2*10</f><v>30</v>" in contents(before)[sheet_part(before, "My notes")]


def test_the_macro_project_stays_and_the_file_stays_what_it_was(year: tuple[bytes, bytes]) -> None:
    before, after = year
    assert contents(before)["xl/vbaProject.bin"] == contents(after)["xl/vbaProject.bin"]
    types = (contents(data)["[Content_Types].xml"] for data in year)
    assert len({re.search(rb'PartName="/xl/workbook.xml"[^>]*', each)[0] for each in types}) == 1  # type: ignore[index]

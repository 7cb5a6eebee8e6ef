"""LibreOffice opens what was written and shows the values as they were, plus ours. Few calls for all: it is slow."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from adjudicator.workbook.package import SheetKind, open_package, package_from_bytes
from adjudicator.workbook.refusals import EditRefused
from adjudicator.workbook.sheet_cells import SheetCells
from tests.workbook.making import Book, Sheet, table_xml, with_real_parts, zipped

pytestmark = [
    pytest.mark.office,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed"),
]

CORPUS = os.environ.get("ADJUDICATOR_CORPUS", "")
REFRESHES_PIVOTS = {"pivot_slicer_comments", "pivot_timeline", "pivots_openpyxl_cannot_load"}
"""LibreOffice fills their pivot tables anew from the changed data, so values of theirs differ."""
CHANCE = re.compile(r"\b(RAND|RANDBETWEEN|RANDARRAY|NOW|TODAY)\(")
"""What shows something else each time it is calculated, and with it every formula that reads it."""
CALCULATED_ANYWAY = {"macros", "real_parts"}
"""With a pivot table in the file LibreOffice calculates everything anew."""
NOT_LOADED = {"backslash_zip_names", "zip64"}
"""LibreOffice loads these neither before nor after."""

TEXT = " =1+1 & <two>\nlines _x0041_ "
ROWS = (
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
    '<row r="2"><c r="A2" t="s" s="1"><v>3</v></c><c r="B2"><v>3</v></c><c r="C2"><f>Wealth[[#This Row],[Gold]]*2</f>'
    '<v>6</v></c><c r="E2"><f>1+1</f><v>999</v></c><c r="F2"><f>SUM(Wealth[Gold])</f><v>3</v></c>'
    '<c r="G2"><f t="shared" ref="G2:G4" si="0">$B$2+ROW(A2)</f><v>5</v></c></row>'
    '<row r="3"><c r="G3"><f t="shared" si="0"/><v>6</v></c><c r="H3" t="str"><f>B2&amp;" gold"</f><v>3 gold</v></c>'
    "</row>"
    '<row r="4"><c r="G4"><f t="shared" si="0"/><v>7</v></c>'
    '<c r="H4"><f t="array" ref="H4:H5">B2:B3*10</f><v>30</v></c></row><row r="5"><c r="H5"><v>0</v></c></row>'
)
STRINGS = ["<t>Nation</t>", "<t>Gold</t>", "<t>Twice</t>", "<r><rPr><b/></rPr><t>Ro</t></r><r><t>me</t></r>"]
TABLE = table_xml("Wealth", "A1:C2", ["Nation", "Gold", "Twice"], formulas={"Twice": "Wealth[[#This Row],[Gold]]*2"})


def book(**kind: bool | str) -> Book:
    sheet = Sheet("Nations", rows=ROWS, tables=[] if kind.get("prefix") else [TABLE])
    if kind.get("prefix"):
        sheet.rows = ROWS.replace("Wealth[[#This Row],[Gold]]", "B2").replace("SUM(Wealth[Gold])", "SUM(B2:B9)")
    return Book([sheet], strings=STRINGS, **kind)  # type: ignore[arg-type]


def own_books() -> dict[str, bytes]:
    return {
        "plain": book().build(),
        "strict": book(strict=True).build(),
        "prefixed": book(prefix="x").build(),
        "zip64": book().build(zip64=True),
        "descriptors": book().build(descriptors=True),
        "absolute": book(absolute_targets=True).build(),
        "macros": with_real_parts(book(macro_enabled=True).build(), "Nations"),
        "real_parts": with_real_parts(book().build(), "Nations"),
        "no_strings": Book([Sheet("Nations", rows='<row r="1"><c r="A1"><v>1</v></c></row>')]).build(),
    }


def edit_own(data: bytes) -> bytes:
    package = package_from_bytes(data)
    edit = package.edit("Nations")
    edit.set("B2", 21)
    edit.set("G2", TEXT)
    if package.read_sheet("Nations").row(2) is not None:
        edit.append_rows(2, [{1: "Veii", 2: 8}])
    package.add_sheet("History", ["Year", "Season"], [8, 12])
    package.edit("History").append_rows(1, [{1: 1205, 2: "winter"}], style_row=None)
    package.set_notes("Nations", {"A2": "not a nation\nof the map"}, "adjudicate")
    return package.to_bytes()


def edit_corpus(data: bytes) -> bytes:
    package = package_from_bytes(data)
    for sheet in package.sheets:
        if sheet.kind is not SheetKind.WORKSHEET:
            continue
        edit = package.edit(sheet.name)
        last = max(1, package.read_sheet(sheet.name).last_row)
        for row in ({1: TEXT, 2: 42}, {1: "+x", 3: True}):
            try:
                last = edit.append_rows(last, [row]).stop - 1
            except EditRefused:
                edit.set((last + 40, 30), TEXT)
        package.set_notes(sheet.name, {"A1": "a note", "D40": "another"}, "adjudicate")
    return package.to_bytes()


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `before`, `edited` and, as LibreOffice saved them, `opened` and `result`."""
    folder = tmp_path_factory.mktemp("office")
    for name in ("before", "edited", "opened", "result"):
        (folder / name).mkdir()
    for name, data in own_books().items():
        (folder / "before" / f"{name}.xlsx").write_bytes(data)
        (folder / "edited" / f"{name}.xlsx").write_bytes(edit_own(data))
    for path in sorted(Path(CORPUS).glob("*.xls[xm]")) if CORPUS else ():
        (folder / "before" / f"{path.stem}.xlsx").write_bytes(path.read_bytes())
        (folder / "edited" / f"{path.stem}.xlsx").write_bytes(edit_corpus(path.read_bytes()))
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    for source, target in (("before", "opened"), ("edited", "result")):
        files = sorted((folder / source).glob("*.xlsx"))
        command = ["soffice", profile, "--headless", "--convert-to", "xlsx", "--outdir", str(folder / target)]
        subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=300)
    return folder


def sheets(folder: Path, kind: str, name: str) -> dict[str, SheetCells]:
    package = open_package(folder / kind / f"{name}.xlsx")
    return {sheet.name: package.read_sheet(sheet.name) for sheet in package.sheets if sheet.kind is SheetKind.WORKSHEET}


@pytest.mark.parametrize("name", sorted(own_books().keys() - {"no_strings"} - NOT_LOADED))
def test_values_are_calculated_anew_where_they_were_stale_and_only_there(converted: Path, name: str) -> None:
    cells = sheets(converted, "result", name)["Nations"]
    found = {cell.ref: cell.value for row in cells for cell in row}
    assert found["A2"] == "Rome"
    assert found["B2"] == 21
    assert found["C2"] == 42
    opened = sheets(converted, "opened", name)["Nations"].cell(2, 5).value
    assert found["E2"] == opened, "a cached result that nothing made stale is left, even where it is odd"
    assert opened == (2 if name in CALCULATED_ANYWAY else 999)
    assert found["F2"] == 29
    assert found["G2"] == TEXT
    assert found["G3"] == 24
    assert found["G4"] == 25
    assert found["H3"] == "21 gold"
    assert (found["H4"], found["H5"]) == (210, 80)
    assert (found["A3"], found["B3"]) == ("Veii", 8)
    if name != "prefixed":
        assert found["C3"] == 16, "the calculated column of an added row"


@pytest.mark.filterwarnings("ignore:.*extension is not supported")
@pytest.mark.parametrize("name", sorted(own_books().keys() - NOT_LOADED))
def test_added_sheets_and_notes_are_shown(converted: Path, name: str) -> None:
    history = sheets(converted, "result", name)["History"]
    assert [[cell.value for cell in row] for row in history] == [["Year", "Season"], [1205, "winter"]]
    loaded = openpyxl.load_workbook(io.BytesIO((converted / "result" / f"{name}.xlsx").read_bytes()))
    note = loaded["Nations"]["A2"].comment
    assert note is not None
    assert note.text.endswith("not a nation\nof the map")


@pytest.mark.skipif(not CORPUS, reason="ADJUDICATOR_CORPUS names no folder of workbooks by other programs")
@pytest.mark.parametrize("path", sorted(Path(CORPUS).glob("*.xls[xm]")) if CORPUS else [], ids=lambda path: path.stem)
def test_workbooks_of_other_programs_show_their_values_and_ours(converted: Path, path: Path) -> None:
    name = path.stem
    if name in NOT_LOADED:
        assert not (converted / "opened" / f"{name}.xlsx").exists()
        return
    before, edited = sheets(converted, "before", name), sheets(converted, "edited", name)
    opened, result = sheets(converted, "opened", name), sheets(converted, "result", name)
    formulas = (cell.formula for cells in edited.values() for row in cells for cell in row)
    by_chance = any(formula and CHANCE.search(formula) for formula in formulas)
    for sheet, cells in edited.items():
        for row in cells:
            for cell in row:
                shown = result[sheet].cell(cell.row, cell.column)
                was = before[sheet].cell(cell.row, cell.column)
                if not cell.cached or (by_chance and cell.formula):
                    continue
                if cell != was:
                    if name not in REFRESHES_PIVOTS:
                        assert shown.value == cell.value, f"ours: {sheet}!{cell.ref}"
                elif name not in REFRESHES_PIVOTS:
                    assert shown.value == opened[sheet].cell(cell.row, cell.column).value, f"theirs: {sheet}!{cell.ref}"


def test_a_damaged_file_would_be_noticed(converted: Path, tmp_path: Path) -> None:
    """LibreOffice refuses what is broken, so that these tests are able to fail."""
    parts = book().parts()
    parts["xl/workbook.xml"] = b"<workbook"
    (tmp_path / "broken.xlsx").write_bytes(zipped(parts))
    command = ["soffice", f"-env:UserInstallation={(converted / 'profile').as_uri()}", "--headless"]
    command += ["--convert-to", "csv", "--outdir", str(tmp_path), str(tmp_path / "broken.xlsx")]
    subprocess.run(command, check=False, capture_output=True, timeout=120)
    assert not (tmp_path / "broken.csv").exists()

"""The workbook stays the GM's: what openpyxl would lose comes back to the byte, edit after edit."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pandas
import pytest
from lxml import etree

from adjudicator.workbook.package import Package, SheetKind, package_from_bytes
from adjudicator.workbook.references import column_letters
from adjudicator.workbook.refusals import EditRefused
from tests.workbook.making import (
    REAL_PARTS,
    Book,
    Sheet,
    canonical,
    changed_parts,
    contents,
    raw_entries,
    table_xml,
    with_real_parts,
    without_cells,
)

CORPUS = os.environ.get("ADJUDICATOR_CORPUS", "")
"""A folder of workbooks written by other programs."""

NOT_READ_BY_OPENPYXL = {
    "backslash_zip_names.xlsx": KeyError,
    "pivots_openpyxl_cannot_load.xlsx": TypeError,
}


def corpus() -> list[Path]:
    return sorted(Path(CORPUS).glob("*.xls[xm]")) if CORPUS else []


def own() -> bytes:
    """A workbook with one of everything that `with_real_parts` knows, formulas with results, a table and rich text."""
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
        '<row r="2"><c r="A2" t="s" s="1"><v>3</v></c><c r="B2"><v>3</v></c><c r="C2"><f>B2*2</f><v>6</v></c>'
        '<c r="E2"><f>1+1</f><v>2</v></c></row>'
    )
    strings = ["<t>Nation</t>", "<t>Gold</t>", "<t>Twice</t>", "<r><rPr><b/></rPr><t>Ro</t></r><r><t>me</t></r>"]
    table = table_xml("Wealth", "A1:C2", ["Nation", "Gold", "Twice"], formulas={"Twice": "B2*2"})
    book = Book([Sheet("Nations", rows=rows, tables=[table]), Sheet("Notes", rows=rows)], strings=strings)
    return with_real_parts(book.build(), "Nations")


class Edited:
    """A workbook in which, on each sheet, a row was added below the last and cells were set."""

    def __init__(self, data: bytes) -> None:
        self.before = data
        self.package = Package(data)
        self.cells: dict[str, dict[str, object]] = {}
        self.styled: dict[str, set[str]] = {}
        """All places of the added rows, which take styles from the row above also where no value comes."""
        for sheet in self.package.sheets:
            if sheet.kind is not SheetKind.WORKSHEET:
                continue
            edit = self.package.edit(sheet.name)
            last = max(1, self.package.read_sheet(sheet.name).last_row)
            attempts = (
                lambda edit=edit, last=last: edit.append_rows(last, [{1: "=added", 2: 42}, {1: " two ", 3: True}]),
                lambda edit=edit: edit.set("B2", "set & kept"),
                lambda edit=edit: edit.set("A1", 7),
            )
            refusals = 0
            for attempt in attempts:
                try:
                    attempt()
                except EditRefused:
                    refusals += 1
            assert refusals < len(attempts), f"nothing could be written to {sheet.name}"
            self.cells[sheet.part] = {f"{column}{row}": value for (row, column), value in _lettered(edit.values)}
            self.cells[sheet.part] |= {f"{column}{row}": text for (row, column), text in _lettered(edit.fills)}
            self.styled[sheet.part] = {
                f"{letters}{row}" for row in edit.templates for letters in map(column_letters, range(1, 300))
            }
        self.after = self.package.to_bytes()


def _lettered(values: object) -> Iterator[tuple[tuple[int, str], object]]:
    assert isinstance(values, dict)
    for (row, column), value in values.items():
        yield (row, column_letters(column)), value


def check_only_cells_changed(edited: Edited) -> None:
    """Every part but the sheets and what must follow them is the same to the byte; in a sheet only cells differ."""
    before, after = contents(edited.before), contents(edited.after)
    names = {name.replace("\\", "/").lower(): name for name in before}
    sheets = {names[part.lower()] for part in edited.cells}
    allowed = sheets | {name for name in before if "sharedStrings" in name or "/tables/" in name.replace("\\", "/")}
    allowed |= {name for name in after if name not in before and "sharedStrings" in name}
    if allowed - before.keys() or "xl/calcChain.xml" in before:
        allowed |= {"[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/calcChain.xml"}
    allowed.add("xl/workbook.xml")
    assert changed_parts(edited.before, edited.after) <= allowed
    for part, cells in edited.cells.items():
        name = names[part.lower()]
        refs = set(cells) | edited.styled[part] | stale_cells(edited, part)
        assert without_cells(after[name], refs, ranges=True) == without_cells(before[name], refs, ranges=True)
    workbook = next(name for name in before if name.replace("\\", "/").lower().endswith("xl/workbook.xml"))
    assert without_recalculation(after[workbook]) == without_recalculation(before[workbook])


def stale_cells(edited: Edited, part: str) -> set[str]:
    """The cells whose result was taken out, and those of a group whose master moved."""
    name = next(sheet.name for sheet in edited.package.sheets if sheet.part == part)
    was, now = edited.package.read_sheet(name), package_from_bytes(edited.after).read_sheet(name)
    found = set()
    for row in was:
        for cell in row:
            other = now.cell(cell.row, cell.column)
            if cell.formula is not None and cell.cached and not other.cached:
                assert other.formula == cell.formula
                found.add(cell.ref)
    replaced = {formula.ref for formula in edited.package.replaced_formulas if formula.sheet == name}
    if replaced:
        found |= {cell.ref for row in was for cell in row if cell.formula is not None}
    return found


def without_recalculation(xml: bytes) -> bytes:
    root = etree.fromstring(xml)
    for element in root.iter("{*}calcPr"):
        element.attrib.pop("fullCalcOnLoad", None)
        if not element.attrib:
            parent = element.getparent()
            assert parent is not None
            parent.remove(element)
    for element in root.iter("{*}definedName"):
        if element.get("name") == "_xlnm._FilterDatabase":
            element.text = ""
    return canonical(etree.tostring(root))


def check_values(edited: Edited) -> None:
    """Our values are there, and all others as they were."""
    again = package_from_bytes(edited.after)
    for sheet in edited.package.sheets:
        if sheet.part not in edited.cells:
            continue
        written = edited.cells[sheet.part]
        was, now = edited.package.read_sheet(sheet.name), again.read_sheet(sheet.name)
        stale = stale_cells(edited, sheet.part)
        old = {cell.ref: cell for row in was for cell in row}
        new = {cell.ref: cell for row in now for cell in row}
        for ref in old.keys() | new.keys():
            if ref in written:
                value = new[ref].value if new[ref].number_text is None else float(new[ref].number_text or "")
                assert written[ref] in (value, new[ref].formula)
            elif ref not in stale:
                assert new.get(ref) == old.get(ref), ref
            else:
                assert new[ref].formula == old[ref].formula


def check_openpyxl_reads_it(edited: Edited) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = openpyxl.load_workbook(io.BytesIO(edited.after))
        for sheet in edited.package.sheets:
            if sheet.part not in edited.cells or sheet.name not in loaded.sheetnames:
                continue
            for ref, value in edited.cells[sheet.part].items():
                found = loaded[sheet.name][ref]
                if isinstance(value, str) and value.startswith("="):
                    assert found.data_type == "s", "text that begins with = is text"
                if found.data_type != "f" and not found.is_date:
                    assert found.value == value, ref
    if not loaded.sheetnames:
        assert b"purl.oclc.org" in contents(edited.before)["xl/workbook.xml"], "only Strict sheets are not seen"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frames = pandas.read_excel(io.BytesIO(edited.after), sheet_name=None, header=None)
    assert frames.keys() <= {sheet.name for sheet in edited.package.sheets}


def test_real_parts_come_back_to_the_byte() -> None:
    edited = Edited(own())
    check_only_cells_changed(edited)
    check_values(edited)
    check_openpyxl_reads_it(edited)
    before, after = raw_entries(edited.before), raw_entries(edited.after)
    for part in REAL_PARTS:
        assert after[part] == before[part], part


def test_real_parts_survive_many_edits_one_after_another() -> None:
    first = own()
    data = first
    for season in range(8):
        package = package_from_bytes(data)
        edit = package.edit("Nations")
        last = package.read_sheet("Nations").last_row
        edit.append_rows(last, [{1: f"Nation {season}", 2: season}])
        edit.set("B2", season)
        package.set_notes("Nations", {"A2": f"season {season}"}, "adjudicate")
        data = package.to_bytes()
    package = package_from_bytes(data)
    package.remove_notes("Nations", "adjudicate")
    data = package.to_bytes()
    before, after = raw_entries(first), raw_entries(data)
    for part in REAL_PARTS:
        if "comments77" not in part and "vmlDrawing" not in part:
            assert after[part] == before[part], part
    assert contents(data)["xl/comments77.xml"] == contents(first)["xl/comments77.xml"]
    assert contents(data)["xl/drawings/vmlDrawing77.vml"] == contents(first)["xl/drawings/vmlDrawing77.vml"]
    sheet = package_from_bytes(data).read_sheet("Nations")
    assert sheet.tables[0].range.ref == "A1:C10"
    assert sheet.cell(10, 3).formula == "B10*2"
    assert sheet.cell(2, 5).value == 2, "a result that does not depend on what changed stays"


def test_openpyxl_would_have_lost_them() -> None:
    """What this whole module is for: the usual load and save keeps few of these parts as they are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = openpyxl.load_workbook(io.BytesIO(own()))
        saved = io.BytesIO()
        loaded.save(saved)
    kept = contents(saved.getvalue())
    before = contents(own())
    lost = [part for part in REAL_PARTS if kept.get(part) != before[part]]
    assert len(lost) > len(REAL_PARTS) / 2


@pytest.mark.skipif(not CORPUS, reason="ADJUDICATOR_CORPUS names no folder of workbooks by other programs")
class TestCorpus:
    """The same over workbooks that other programs wrote."""

    @pytest.fixture(params=corpus(), ids=lambda path: path.stem)
    def path(self, request: pytest.FixtureRequest) -> Path:
        path = request.param
        assert isinstance(path, Path)
        return path

    def test_without_edits_it_is_the_same_file(self, path: Path) -> None:
        data = path.read_bytes()
        package = package_from_bytes(data)
        for sheet in package.sheets:
            if sheet.kind is SheetKind.WORKSHEET:
                package.read_sheet(sheet.name)
                package.edit(sheet.name)
        assert package.to_bytes() == data

    def test_one_number_changes_one_sheet(self, path: Path) -> None:
        data = path.read_bytes()
        package = package_from_bytes(data)
        sheet = next(one for one in package.sheets if one.kind is SheetKind.WORKSHEET)
        package.edit(sheet.name).set("CV333", 5)
        after = package.to_bytes()
        changed = {name.replace("\\", "/").lower() for name in changed_parts(data, after)}
        computed = {"xl/workbook.xml"} | {one.part.lower() for one in package.sheets}
        assert sheet.part.lower() in changed
        assert changed <= computed, "only sheets with computed references and their workbook may follow"

    def test_only_cells_change(self, path: Path) -> None:
        edited = Edited(path.read_bytes())
        check_only_cells_changed(edited)
        check_values(edited)

    def test_openpyxl_and_pandas_read_it(self, path: Path) -> None:
        edited = Edited(path.read_bytes())
        expected = NOT_READ_BY_OPENPYXL.get(path.name)
        if expected is not None:
            with pytest.raises(expected), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                openpyxl.load_workbook(io.BytesIO(edited.before))
            return
        check_openpyxl_reads_it(edited)

    def test_notes_come_and_go(self, path: Path) -> None:
        data = path.read_bytes()
        package = package_from_bytes(data)
        sheets = [sheet.name for sheet in package.sheets if sheet.kind is SheetKind.WORKSHEET]
        for name in sheets:
            package.set_notes(name, {"A1": "wrong", "B2": "wrong\ntoo", "D40": "far"}, "adjudicate")
        marked = package.to_bytes()
        assert marked != data
        package = package_from_bytes(marked)
        for name in sheets:
            package.remove_notes(name, "adjudicate")
        assert contents(package.to_bytes()) == contents(data)

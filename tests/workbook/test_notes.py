"""Notes on cells: added and taken away in one author's name, everything of the GM's own left as it is."""

from __future__ import annotations

import io
import re

import openpyxl
import pytest

from adjudicator.workbook.package import Package, package_from_bytes
from adjudicator.workbook.refusals import EditRefusal, EditRefused
from tests.workbook.making import Book, Sheet, changed_parts, contents, raw_entries, with_real_parts, zipped

AUTHOR = "adjudicate"
ROWS = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="H2"><v>1</v></c></row>'
NOTES = {"B2": "What is this?\nWrite a nation.", "A1": "<&> _x0041_ ", "C3000": "far down"}


def plain(**book: bool) -> bytes:
    return Book([Sheet("Nations", rows=ROWS), Sheet("Map", rows=ROWS)], strings=["<t>x</t>"], **book).build()  # type: ignore[arg-type]


def noted(data: bytes, notes: dict[str, str] | None = None, sheet: str = "Nations") -> bytes:
    package = package_from_bytes(data)
    assert package.set_notes(sheet, NOTES if notes is None else notes, AUTHOR) == ()
    return package.to_bytes()


def without(data: bytes, sheet: str = "Nations") -> bytes:
    package = package_from_bytes(data)
    package.remove_notes(sheet, AUTHOR)
    return package.to_bytes()


def read_by_openpyxl(data: bytes, sheet: str = "Nations") -> dict[str, tuple[str, str]]:
    loaded = openpyxl.load_workbook(io.BytesIO(data))
    return {
        cell.coordinate: (cell.comment.author, cell.comment.text)
        for row in loaded[sheet].iter_rows()
        for cell in row
        if cell.comment is not None
    }


@pytest.mark.filterwarnings("ignore:.*extension is not supported")
def test_notes_are_there_for_others_to_read() -> None:
    found = read_by_openpyxl(noted(plain()))
    assert found.keys() == NOTES.keys()
    assert found["B2"] == (AUTHOR, NOTES["B2"])


def test_what_a_workbook_without_notes_gets_is_all_that_excel_wants() -> None:
    data = plain()
    after = noted(data)
    added = {"xl/comments1.xml", "xl/drawings/vmlDrawing1.vml", "xl/worksheets/_rels/sheet1.xml.rels"}
    assert changed_parts(data, after) == {*added, "[Content_Types].xml", "xl/worksheets/sheet1.xml"}
    parts = contents(after)
    assert b'<legacyDrawing r:id="rId2"/></worksheet>' in parts["xl/worksheets/sheet1.xml"]
    vml = parts["xl/drawings/vmlDrawing1.vml"].decode()
    assert len(re.findall(r'<v:shape id="_x0000_s1', vml)) == 3
    assert "<x:Row>2999</x:Row><x:Column>2</x:Column>" in vml
    assert len(set(re.findall(r"_x0000_s\d+", vml))) == 3


def test_taking_them_away_leaves_the_file_as_it_was() -> None:
    data = plain()
    assert contents(without(noted(data))) == contents(data)
    assert list(contents(without(noted(data)))) == list(contents(data))


@pytest.mark.parametrize("book", [{"strict": True}, {"absolute_targets": True}])
def test_other_kinds_of_packages(book: dict[str, bool]) -> None:
    data = plain(**book)
    after = noted(data)
    assert contents(without(after)) == contents(data)
    links = contents(after)["xl/worksheets/_rels/sheet1.xml.rels"].decode()
    (types,) = re.findall(r'Type="([^"]*)/comments"', links)
    assert ("purl.oclc.org" in types) == ("strict" in book)


def test_the_same_notes_again_change_nothing() -> None:
    after = noted(plain())
    package = package_from_bytes(after)
    package.set_notes("Nations", NOTES, AUTHOR)
    assert not package.changed


def test_a_later_check_takes_away_the_notes_of_the_earlier_one() -> None:
    after = noted(noted(plain()), {"B2": "still wrong", "D4": "new"})
    assert read_by_openpyxl(after) == {"B2": (AUTHOR, "still wrong"), "D4": (AUTHOR, "new")}
    vml = contents(after)["xl/drawings/vmlDrawing1.vml"].decode()
    assert vml.count("<v:shape ") == 2


def test_two_sheets_have_parts_of_their_own() -> None:
    package = package_from_bytes(plain())
    package.set_notes("Nations", {"A1": "one"}, AUTHOR)
    package.set_notes("Map", {"A1": "two"}, AUTHOR)
    parts = contents(package.to_bytes())
    assert b">one<" in parts["xl/comments1.xml"]
    assert b">two<" in parts["xl/comments2.xml"]
    blocks = [re.findall(rb'idmap v:ext="edit" data="(\d+)"', parts[f"xl/drawings/vmlDrawing{n}.vml"]) for n in (1, 2)]
    assert blocks == [[b"1"], [b"2"]]


def test_notes_and_values_in_one_go() -> None:
    package = package_from_bytes(plain())
    package.edit("Nations").append_rows(2, [{1: "new", 8: 5}])
    package.set_notes("Nations", {"A3": "here"}, AUTHOR)
    after = package.to_bytes()
    assert package_from_bytes(after).read_sheet("Nations").cell(3, 1).value == "new"
    assert read_by_openpyxl(after) == {"A3": (AUTHOR, "here")}


# A sheet with the GM's own note on H2, a threaded comment on I2, a check box, and more


def real() -> bytes:
    return with_real_parts(plain(), "Nations")


@pytest.mark.filterwarnings("ignore:.*extension is not supported")
def test_the_gms_notes_threads_and_controls_stay() -> None:
    data = real()
    package = package_from_bytes(data)
    assert package.set_notes("Nations", {"H2": "mine", "I2": "mine", "B2": "mine"}, AUTHOR) == ("H2", "I2")
    after = package.to_bytes()
    assert changed_parts(data, after) == {"xl/comments77.xml", "xl/drawings/vmlDrawing77.vml"}
    found = read_by_openpyxl(after)
    assert found["H2"] == ("GM", "Mine: keep this")
    assert found["B2"] == (AUTHOR, "mine")
    before, now = contents(data), contents(after)
    comments = re.findall(rb"<comment .*?</comment>", before["xl/comments77.xml"], re.DOTALL)
    assert all(comment in now["xl/comments77.xml"] for comment in comments)
    shapes = re.findall(rb"<v:shape .*?</v:shape>", before["xl/drawings/vmlDrawing77.vml"], re.DOTALL)
    assert len(shapes) == 2
    assert all(shape in now["xl/drawings/vmlDrawing77.vml"] for shape in shapes)
    assert contents(without(after)) == before


def test_the_pictures_of_a_header_are_not_taken_for_notes() -> None:
    parts = Book([Sheet("Nations", rows=ROWS, tail='<legacyDrawingHF r:id="rId1"/>')], strings=["<t>x</t>"]).parts()
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing"
    parts["xl/worksheets/_rels/sheet1.xml.rels"] = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{kind}" Target="../drawings/vmlDrawing1.vml"/></Relationships>'
    ).encode()
    parts["xl/drawings/vmlDrawing1.vml"] = b'<xml xmlns:v="v"><v:shape id="LH"></v:shape></xml>'
    vml = b'<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"<Override", vml + b"<Override", 1)
    data = zipped(parts)
    after = noted(data)
    header = "xl/drawings/vmlDrawing1.vml"
    assert raw_entries(after)[header] == raw_entries(data)[header]
    sheet = contents(after)["xl/worksheets/sheet1.xml"]
    assert sheet.index(b"<legacyDrawing ") < sheet.index(b"<legacyDrawingHF ")
    assert contents(without(after)) == contents(data)


def test_the_element_stands_where_the_schema_wants_it() -> None:
    tail = (
        '<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/><picture r:id="rId9"/>'
        '<extLst><ext uri="x"/></extLst>'
    )
    data = Book([Sheet("Nations", rows=ROWS, tail=tail)], strings=["<t>x</t>"]).build()
    sheet = contents(noted(data))["xl/worksheets/sheet1.xml"].decode()
    assert re.search(r'footer="1"/><legacyDrawing r:id="rId2"/><picture', sheet)


def test_a_note_inside_a_merge_goes_to_its_top_left_cell() -> None:
    tail = '<mergeCells count="1"><mergeCell ref="B2:C4"/></mergeCells>'
    package = package_from_bytes(Book([Sheet("Nations", rows=ROWS, tail=tail)], strings=["<t>x</t>"]).build())
    package.set_notes("Nations", {"C3": "one", "B2": "two"}, AUTHOR)
    assert read_by_openpyxl(package.to_bytes()) == {"B2": (AUTHOR, "one\ntwo")}


def test_many_notes_have_shapes_of_their_own() -> None:
    notes = {f"A{row}": "wrong" for row in range(1, 1500)}
    vml = contents(noted(plain(), notes))["xl/drawings/vmlDrawing1.vml"].decode()
    shapes = re.findall(r'<v:shape id="(_x0000_s\d+)"', vml)
    assert len(shapes) == len(set(shapes)) == 1499


def test_places_that_cannot_be() -> None:
    package = Package(plain())
    with pytest.raises(EditRefused) as caught:
        package.set_notes("Nations", {"XFE1": "x"}, AUTHOR)
    assert caught.value.reason is EditRefusal.OUTSIDE
    with pytest.raises(KeyError):
        package.set_notes("Nowhere", {}, AUTHOR)

"""Setting and emptying cells: the value is there, its style stays, and nothing else in the sheet moved."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from adjudicator.workbook.package import Package, package_from_bytes
from adjudicator.workbook.refusals import EditRefusal, EditRefused
from adjudicator.workbook.sheet_edit import EditValue
from tests.workbook.making import (
    STRICT,
    TRANSITIONAL,
    Book,
    Sheet,
    canonical,
    changed_parts,
    contents,
    table_xml,
    without_cells,
    zipped,
)

SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
ROWS = (
    '<row r="1" spans="1:3" ht="20" customHeight="1" x14ac:dyDescent="0.25"><c r="A1" s="1" t="s"><v>0</v></c>'
    '<c r="C1" t="s"><v>1</v></c></row>'
    '<row r="3" spans="1:3"><c r="A3" t="b"><v>1</v></c><c r="B3" s="2"><v>45000</v></c><c r="D3" s="3"/></row>'
    '<row r="7"/>'
)


def package(rows: str = ROWS, **sheet: str) -> Package:
    return package_from_bytes(Book([Sheet(rows=rows, **sheet)], strings=["<t>Nation</t>", "<t>Gold</t>"]).build())


def sheet_xml(edited: Package) -> bytes:
    return contents(edited.to_bytes())[SHEET]


def cell_xml(edited: Package, ref: str) -> str:
    """The one cell of a place as it is written."""
    pattern = rf'<c [^>]*?r="{ref}"[^>]*?(?:/>|>.*?</c>)'
    (found,) = re.findall(pattern, sheet_xml(edited).decode())
    return str(found)


@pytest.mark.parametrize(
    ("ref", "value", "written"),
    [
        ("A1", 5, '<c r="A1" s="1"><v>5</v></c>'),
        ("A1", 2.5, '<c r="A1" s="1"><v>2.5</v></c>'),
        ("A1", -0.1, '<c r="A1" s="1"><v>-0.1</v></c>'),
        ("A1", True, '<c r="A1" s="1" t="b"><v>1</v></c>'),
        ("A1", False, '<c r="A1" s="1" t="b"><v>0</v></c>'),
        ("A1", None, '<c r="A1" s="1"/>'),
        ("A1", "", '<c r="A1" s="1"/>'),
        ("A1", "Gold", '<c r="A1" s="1" t="s"><v>1</v></c>'),
        ("A1", "new", '<c r="A1" s="1" t="s"><v>2</v></c>'),
        ("A3", 0, '<c r="A3"><v>0</v></c>'),
        ("A3", None, '<c r="A3"/>'),
        ("D3", "new", '<c r="D3" s="3" t="s"><v>2</v></c>'),
        ("B1", 1, '<c r="B1"><v>1</v></c>'),
        ("E3", 1, '<c r="E3"><v>1</v></c>'),
        ("B7", 1, '<c r="B7"><v>1</v></c>'),
        ("B5", 1, '<c r="B5"><v>1</v></c>'),
        ("AA99", 1, '<c r="AA99"><v>1</v></c>'),
    ],
)
def test_a_value_is_written_and_the_style_stays(ref: str, value: EditValue, written: str) -> None:
    edited = package()
    edited.edit("Sheet1").set(ref, value)
    assert cell_xml(edited, ref) == written
    before = Book([Sheet(rows=ROWS)], strings=[]).parts()[SHEET]
    assert without_cells(sheet_xml(edited), {ref}) == without_cells(before, {ref})


def test_rows_and_cells_go_where_they_belong() -> None:
    edited = package()
    edit = edited.edit("Sheet1")
    for ref in ("B1", "C3", "A7", "E3", "B2", "A2", "D1", "B9", "A4"):
        edit.set(ref, 1)
    root = etree.fromstring(sheet_xml(edited))
    rows = [int(row.get("r", "")) for row in root.iter("{*}row")]
    assert rows == [1, 2, 3, 4, 7, 9]
    assert [cell.get("r") for cell in root.iter("{*}c")] == [
        *("A1", "B1", "C1", "D1", "A2", "B2", "A3", "B3", "C3", "D3", "E3", "A4", "A7", "B9")
    ]


def test_spans_are_widened_and_left_alone_where_they_fit() -> None:
    edited = package()
    edited.edit("Sheet1").set("B1", 1)
    edited.edit("Sheet1").set("F3", 1)
    rows = {row.get("r"): row for row in etree.fromstring(sheet_xml(edited)).iter("{*}row")}
    assert rows["1"].get("spans") == "1:3"
    assert rows["3"].get("spans") == "1:6"


@pytest.mark.parametrize(
    ("dimension", "ref", "expected"),
    [("A1:D7", "C3", "A1:D7"), ("A1:D7", "F9", "A1:F9"), ("B2", "A1", "A1:B2"), ("nonsense", "F9", "nonsense")],
)
def test_the_used_range_is_widened(dimension: str, ref: str, expected: str) -> None:
    edited = package(head=f'<dimension ref="{dimension}"/>')
    edited.edit("Sheet1").set(ref, 1)
    (element,) = etree.fromstring(sheet_xml(edited)).iter("{*}dimension")
    assert element.get("ref") == expected


def test_the_used_range_of_an_empty_sheet_is_what_was_written() -> None:
    edited = package(rows="", head='<dimension ref="A1"/>')
    edited.edit("Sheet1").set("B3", 1)
    (element,) = etree.fromstring(sheet_xml(edited)).iter("{*}dimension")
    assert element.get("ref") == "B3"


def test_an_empty_sheet_takes_values() -> None:
    edited = package(rows="")
    edited.edit("Sheet1").set("B2", "x")
    assert package_from_bytes(edited.to_bytes()).read_sheet("Sheet1").cell(2, 2).value == "x"


def test_a_new_cell_takes_the_format_of_its_row_or_its_column() -> None:
    rows = '<row r="1" s="2" customFormat="1"><c r="A1" s="2"/></row><row r="2" s="2"/>'
    edited = package(rows=rows, head='<cols><col min="2" max="3" width="9" style="1"/></cols>')
    for ref in ("B1", "B2", "B3", "D3"):
        edited.edit("Sheet1").set(ref, 1)
    assert cell_xml(edited, "B1") == '<c r="B1" s="2"><v>1</v></c>'
    assert cell_xml(edited, "B2") == '<c r="B2" s="1"><v>1</v></c>'
    assert cell_xml(edited, "B3") == '<c r="B3" s="1"><v>1</v></c>'
    assert cell_xml(edited, "D3") == '<c r="D3"><v>1</v></c>'


def test_a_value_that_is_there_already_changes_nothing() -> None:
    rich = ["<r><t>Ro</t></r><r><rPr><b/></rPr><t>me</t></r>", "<t>Gold</t>"]
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c><c r="C1" t="b"><v>1</v></c>'
        '<c r="D1" s="1"/><c r="E1" s="1"  ><v/></c><c r="F1"><f>E1</f><v>0</v></c></row>'
    )
    data = Book([Sheet(rows=rows)], strings=rich).build()
    edited = package_from_bytes(data)
    for column, value in enumerate(("Rome", 7, True, None, None), 1):
        edited.edit("Sheet1").set((1, column), value)
    assert not edited.changed
    assert edited.to_bytes() == data


def test_types_are_told_apart_where_python_does_not() -> None:
    edited = package(rows='<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="b"><v>1</v></c></row>')
    edited.edit("Sheet1").set("A1", True)
    edited.edit("Sheet1").set("B1", 1)
    assert cell_xml(edited, "A1") == '<c r="A1" t="b"><v>1</v></c>'
    assert cell_xml(edited, "B1") == '<c r="B1"><v>1</v></c>'


def test_rich_and_inline_text_and_metadata_give_way_to_the_value() -> None:
    rows = (
        '<row r="1"><c r="A1" s="1" t="inlineStr" cm="1" vm="2" ph="1"><is><r><t>x</t></r></is></c>'
        '<c r="B1" t="e" vm="1"><v>#VALUE!</v></c></row>'
    )
    edited = package(rows=rows)
    edited.edit("Sheet1").set("A1", 3)
    edited.edit("Sheet1").set("B1", "picture gone")
    assert cell_xml(edited, "A1") == '<c r="A1" s="1" ph="1"><v>3</v></c>'
    assert cell_xml(edited, "B1") == '<c r="B1" t="s"><v>2</v></c>'


def test_a_cell_without_place_gets_one_and_its_neighbours_keep_theirs() -> None:
    edited = package(rows='<row><c><v>1</v></c><c s="1"><v>2</v></c><c><v>3</v></c></row>')
    edited.edit("Sheet1").set("B1", 9)
    edited.edit("Sheet1").set("D1", 4)
    sheet = package_from_bytes(edited.to_bytes()).read_sheet("Sheet1")
    assert [(cell.ref, cell.value) for cell in sheet.rows[0]] == [("A1", 1), ("B1", 9), ("C1", 3), ("D1", 4)]


def test_two_cells_at_one_place_become_one() -> None:
    edited = package(rows='<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>')
    edited.edit("Sheet1").set("A1", 3)
    assert cell_xml(edited, "A1") == '<c r="A1"><v>3</v></c>'


TEXTS = [
    "=1+1",
    "+SUM(A1)",
    "-2",
    "@cmd",
    '=HYPERLINK("http://x")',
    " leading and trailing ",
    "two\nlines",
    "tab\there",
    "a < b & c > d \"quoted\" 'too'",
    "]]>",
    "_x0041_",
    "__x0041_x0042_",
    "O’Neill",
    "Ἀθῆναι 東京 🏛",
    "007",
    "3.0",
    "TRUE",
    "#N/A",
    "x" * 32_767,
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:12])
def test_text_is_always_text_and_reads_back_as_it_was(text: str) -> None:
    edited = package()
    edited.edit("Sheet1").set("B2", text)
    cell = package_from_bytes(edited.to_bytes()).read_sheet("Sheet1").cell(2, 2)
    assert (cell.value, cell.formula, cell.kind.value) == (text, None, "text")


def test_control_characters_are_removed_and_line_ends_made_one_kind() -> None:
    edited = package()
    edited.edit("Sheet1").set("B2", "a\x0bb\x00c\x1fd\x85e\ud800f\r\ng\rh\ufffe")
    assert package_from_bytes(edited.to_bytes()).read_sheet("Sheet1").cell(2, 2).value == "abcdef\ng\nh"


def test_known_texts_are_used_again_and_new_ones_appended_once() -> None:
    edited = package()
    edit = edited.edit("Sheet1")
    for row, text in enumerate(("Gold", "new", "new", " new"), 10):
        edit.set((row, 1), text)
    strings = contents(edited.to_bytes())[STRINGS].decode()
    assert strings.endswith('<si><t>Gold</t></si><si><t>new</t></si><si><t xml:space="preserve"> new</t></si></sst>')
    assert 'count="6" uniqueCount="4"' in strings


def test_the_count_of_uses_goes_down_when_texts_go() -> None:
    edited = package()
    edited.edit("Sheet1").set("A1", 1)
    assert 'count="1" uniqueCount="2"' in contents(edited.to_bytes())[STRINGS].decode()


def test_rich_text_is_not_used_for_plain_text() -> None:
    book = Book([Sheet(rows='<row r="1"><c r="A1" t="s"><v>0</v></c></row>')], strings=["<r><t>Rome</t></r>"])
    edited = package_from_bytes(book.build())
    edited.edit("Sheet1").set("B1", "Rome")
    assert cell_xml(edited, "B1") == '<c r="B1" t="s"><v>1</v></c>'


def test_an_extension_list_stays_behind_the_strings() -> None:
    parts = Book([Sheet(rows=ROWS)], strings=["<t>a</t>", "<t>b</t>"]).parts()
    parts[STRINGS] = parts[STRINGS].replace(b"</sst>", b'<extLst><ext uri="{1}"/></extLst></sst>')
    edited = package_from_bytes(zipped(parts))
    edited.edit("Sheet1").set("B1", "c")
    assert contents(edited.to_bytes())[STRINGS].endswith(
        b'<si><t>b</t></si><si><t>c</t></si><extLst><ext uri="{1}"/></extLst></sst>'
    )


def test_an_empty_table_of_strings_is_opened_up() -> None:
    parts = Book([Sheet(rows="")], strings=[]).parts()
    parts[STRINGS] = parts[STRINGS].replace(b"></sst>", b"/>")
    edited = package_from_bytes(zipped(parts))
    edited.edit("Sheet1").set("B1", "c")
    assert package_from_bytes(edited.to_bytes()).read_sheet("Sheet1").cell(1, 2).value == "c"


@pytest.mark.parametrize(("strict", "prefix"), [(False, ""), (True, ""), (False, "x"), (True, "x")])
def test_a_missing_table_of_strings_is_made_in_the_workbooks_own_namespace(strict: bool, prefix: str) -> None:
    data = Book([Sheet(rows='<row r="1"><c r="A1"><v>1</v></c></row>')], strict=strict, prefix=prefix).build()
    edited = package_from_bytes(data)
    edited.edit("Sheet1").set("B1", "text")
    after = edited.to_bytes()
    assert changed_parts(data, after) == {
        *(SHEET, STRINGS, "[Content_Types].xml", "xl/_rels/workbook.xml.rels"),
    }
    root = etree.fromstring(contents(after)[STRINGS])
    assert root.tag == f"{{{STRICT if strict else TRANSITIONAL}}}sst"
    assert package_from_bytes(after).read_sheet("Sheet1").cell(1, 2).value == "text"


def test_a_table_of_strings_that_is_named_but_missing_is_made_where_it_is_named() -> None:
    parts = Book([Sheet(rows='<row r="1"><c r="A1"><v>1</v></c></row>')], strings=[]).parts()
    del parts[STRINGS]
    edited = package_from_bytes(zipped(parts))
    edited.edit("Sheet1").set("B1", "text")
    after = edited.to_bytes()
    assert contents(after)["xl/_rels/workbook.xml.rels"] == parts["xl/_rels/workbook.xml.rels"]
    assert package_from_bytes(after).read_sheet("Sheet1").cell(1, 2).value == "text"


def test_numbers_alone_leave_the_strings_alone() -> None:
    data = Book([Sheet(rows=ROWS)], strings=["<t>a</t>", "<t>b</t>"]).build()
    edited = package_from_bytes(data)
    edited.edit("Sheet1").set("B1", 5)
    assert changed_parts(data, edited.to_bytes()) == {SHEET}


def test_the_rest_of_a_sheet_is_the_same_to_the_byte() -> None:
    """Single quotes, references, odd spaces, comments, CDATA and unknown elements: a serialiser would tidy up."""
    odd = (
        "<?xml version='1.0'   encoding='UTF-8' ?>\n<!-- by hand -->\n"
        f"<worksheet  xmlns='{TRANSITIONAL}' xmlns:r='x' xmlns:mc='y' mc:Ignorable='zz' xmlns:zz='z'\n>"
        "<sheetData ><!-- <row r='1'> --><row r='1' >"
        "<c r='A1' t='inlineStr'><is><t><![CDATA[<row r='9'>]]></t></is></c>"
        "<c r='B1'   s='0' ><v >1</v ></c ></row ><?pi <row?></sheetData >\n"
        "<zz:own a='&#65;&amp;'   ></zz:own><pageMargins left='1'></pageMargins>\n</worksheet>\n<!-- end -->"
    )
    parts = Book().parts()
    parts[SHEET] = odd.encode()
    edited = package_from_bytes(zipped(parts))
    edited.edit("Sheet1").set("B1", 2)
    after = contents(edited.to_bytes())[SHEET].decode()
    assert after == odd.replace("<c r='B1'   s='0' ><v >1</v ></c >", "<c r='B1'   s='0'><v>2</v></c>")
    edited.edit("Sheet1").append_rows(1, [{1: 3}])
    sheet = package_from_bytes(edited.to_bytes()).read_sheet("Sheet1")
    assert [(cell.ref, cell.value) for row in sheet for cell in row] == [("A1", "<row r='9'>"), ("B1", 2), ("A2", 3)]


def test_prefixes_are_kept_and_used() -> None:
    data = Book([Sheet(rows=ROWS)], strings=["<t>a</t>", "<t>b</t>"], prefix="ns0").build()
    edited = package_from_bytes(data)
    edited.edit("Sheet1").set("A1", "x")
    edited.edit("Sheet1").set("F9", 1)
    after = contents(edited.to_bytes())
    assert b'<ns0:c r="A1" s="1" t="s"><ns0:v>2</ns0:v></ns0:c>' in after[SHEET]
    assert b'<ns0:row r="9"><ns0:c r="F9"><ns0:v>1</ns0:v></ns0:c></ns0:row>' in after[SHEET]
    assert b"<ns0:si><ns0:t>x</ns0:t></ns0:si></ns0:sst>" in after[STRINGS]
    assert b"mc:Ignorable" in after[SHEET]


def test_clearing_keeps_rows_and_styles() -> None:
    edited = package()
    edited.edit("Sheet1").clear_rows(range(1, 5), [1, 2, 3])
    assert cell_xml(edited, "A1") == '<c r="A1" s="1"/>'
    assert cell_xml(edited, "B3") == '<c r="B3" s="2"/>'
    root = etree.fromstring(sheet_xml(edited))
    assert [row.get("r") for row in root.iter("{*}row")] == ["1", "3", "7"]
    edited.edit("Sheet1").set("A1", "Gold")
    assert cell_xml(edited, "A1") == '<c r="A1" s="1" t="s"><v>1</v></c>'


def reason(edited: Package, ref: str | tuple[int, int], value: object) -> EditRefusal:
    before = edited.to_bytes()
    with pytest.raises(EditRefused) as caught:
        edited.edit("Sheet1").set(ref, value)  # type: ignore[arg-type]
    assert edited.to_bytes() == before, "nothing of it was staged"
    return caught.value.reason


def test_what_cannot_be_written_is_refused_with_its_reason() -> None:
    edited = package(tail='<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>')
    assert reason(edited, "B1", 1) is EditRefusal.MERGED
    assert reason(edited, "A2", None) is EditRefusal.MERGED
    assert reason(edited, "C1", "x" * 32_768) is EditRefusal.TOO_LONG
    assert reason(edited, "C1", "🏛" * 16_384) is EditRefusal.TOO_LONG
    assert reason(edited, "C1", float("nan")) is EditRefusal.NOT_A_VALUE
    assert reason(edited, "C1", float("inf")) is EditRefusal.NOT_A_VALUE
    assert reason(edited, "C1", 10**400) is EditRefusal.NOT_A_VALUE
    assert reason(edited, "C1", b"bytes") is EditRefusal.NOT_A_VALUE
    assert reason(edited, "XFE1", 1) is EditRefusal.OUTSIDE
    assert reason(edited, (0, 1), 1) is EditRefusal.OUTSIDE
    assert reason(edited, "nonsense", 1) is EditRefusal.OUTSIDE
    edited.edit("Sheet1").set("A1", 5)
    assert cell_xml(edited, "A1") == '<c r="A1" s="1"><v>5</v></c>', "the top left cell of a merge takes values"


def test_a_table_header_keeps_its_name() -> None:
    book = Book(
        [Sheet(rows=ROWS, tables=[table_xml("T", "A1:C3", ["Nation", "x", "Gold"])])], strings=["<t>Nation</t>"] * 2
    )
    edited = package_from_bytes(book.build())
    assert reason(edited, "A1", "People") is EditRefusal.TABLE_HEADER
    edited.edit("Sheet1").set("A1", "Nation")


def test_clearing_passes_over_the_inside_of_a_merge() -> None:
    edited = package(tail='<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>')
    edited.edit("Sheet1").clear_rows([1, 2, 3], [1, 2])
    assert cell_xml(edited, "A1") == '<c r="A1" s="1"/>'
    assert cell_xml(edited, "A3") == '<c r="A3"/>'


def test_an_added_sheet_is_a_sheet_like_others() -> None:
    for strict in (False, True):
        data = Book([Sheet("Nations", rows=ROWS)], strings=["<t>a</t>", "<t>b</t>"], strict=strict).build()
        edited = package_from_bytes(data)
        info = edited.add_sheet("History & more", ["Year", "Season"], [8.0, 12.5])
        assert info.index == 1
        edited.edit(info.name).append_rows(1, [{1: 1205, 2: "winter"}], style_row=None)
        after = edited.to_bytes()
        assert SHEET not in changed_parts(data, after)
        again = package_from_bytes(after)
        assert [sheet.name for sheet in again.sheets] == ["Nations", "History & more"]
        values = [[cell.value for cell in row] for row in again.read_sheet("History & more")]
        assert values == [["Year", "Season"], [1205, "winter"]]


@pytest.mark.parametrize("name", ["nations", "", "a" * 32, "a/b", "a:b", "[x]", "'x", "what?"])
def test_a_sheet_name_that_cannot_be(name: str) -> None:
    edited = package_from_bytes(Book([Sheet("Nations")]).build())
    with pytest.raises(ValueError, match=r"name|already"):
        edited.add_sheet(name)
    assert not edited.changed


def test_canonical_comparison_is_able_to_fail() -> None:
    assert canonical(b"<a b='1'/>") == canonical(b'<a b="1"></a>')
    assert canonical(b"<a b='1'/>") != canonical(b'<a b="2"></a>')

"""Reading a sheet: every value as its file means it, whoever wrote it."""

from __future__ import annotations

import time
from datetime import date, datetime
from datetime import time as clock

import pytest

from adjudicator.workbook.cells import Cell, CellKind
from adjudicator.workbook.number_formats import date_of, is_date_code
from adjudicator.workbook.package import PackageRefused, package_from_bytes
from adjudicator.workbook.references import Range, cell_ref, column_letters, parse_cell
from adjudicator.workbook.refusals import Refusal
from adjudicator.workbook.sheet_cells import SheetCells
from tests.workbook.making import Book, Sheet, table_xml, zipped


def read(rows: str, *, strings: list[str] | None = None, **parts: str) -> SheetCells:
    return package_from_bytes(Book([Sheet(rows=rows, **parts)], strings=strings).build()).read_sheet("Sheet1")


def cell(xml: str, *, strings: list[str] | None = None, book: Book | None = None) -> Cell:
    """The cell A1 of a sheet that holds only this."""
    book = book or Book(strings=strings)
    book.sheets = [Sheet(rows=f'<row r="1">{xml}</row>')]
    return package_from_bytes(book.build()).read_sheet("Sheet1").cell(1, 1)


@pytest.mark.parametrize(
    ("xml", "value", "kind"),
    [
        ('<c r="A1"><v>3</v></c>', 3, CellKind.NUMBER),
        ('<c r="A1"><v>3.0</v></c>', 3.0, CellKind.NUMBER),
        ('<c r="A1" t="n"><v> -2 </v></c>', -2, CellKind.NUMBER),
        ('<c r="A1"><v>1.5E3</v></c>', 1500.0, CellKind.NUMBER),
        ('<c r="A1" t="str"><f>A2</f><v>a &amp; b</v></c>', "a & b", CellKind.TEXT),
        ('<c r="A1" t="inlineStr"><is><t>Rome</t></is></c>', "Rome", CellKind.TEXT),
        ('<c r="A1" t="inlineStr"><is><t xml:space="preserve"> Rome </t></is></c>', " Rome ", CellKind.TEXT),
        ('<c r="A1" t="inlineStr"><is><r><t>Ro</t></r><r><rPr><b/></rPr><t>me</t></r></is></c>', "Rome", CellKind.TEXT),
        ('<c r="A1" t="inlineStr"><is><t><![CDATA[a < b]]></t></is></c>', "a < b", CellKind.TEXT),
        ('<c r="A1" t="inlineStr"><is><t>a<!-- no -->b</t></is></c>', "ab", CellKind.TEXT),
        ('<c r="A1" t="inlineStr"><is><t>line_x000D_</t></is></c>', "line\r", CellKind.TEXT),
        ('<c r="A1" t="inlineStr"><is><t>_x005F_x0041_</t></is></c>', "_x0041_", CellKind.TEXT),
        ('<c r="A1" t="b"><v>1</v></c>', True, CellKind.BOOLEAN),
        ('<c r="A1" t="b"><v>0</v></c>', False, CellKind.BOOLEAN),
        ('<c r="A1" t="b"><v>true</v></c>', True, CellKind.BOOLEAN),
        ('<c r="A1" t="e"><v>#REF!</v></c>', "#REF!", CellKind.ERROR),
        ('<c r="A1" t="d"><v>2024-02-29</v></c>', date(2024, 2, 29), CellKind.DATE),
        ('<c r="A1" t="d"><v>2024-02-29T12:30:00</v></c>', datetime(2024, 2, 29, 12, 30), CellKind.DATE),
        ('<c r="A1" s="2"><v>45351</v></c>', date(2024, 2, 29), CellKind.DATE),
        ('<c r="A1" s="3"><v>45351.5</v></c>', datetime(2024, 2, 29, 12), CellKind.DATE),
        ('<c r="A1" s="3"><v>0.25</v></c>', clock(6), CellKind.DATE),
        ('<c r="A1" s="3"><v>-4</v></c>', -4, CellKind.NUMBER),
        ('<c r="A1"><v>12a</v></c>', "12a", CellKind.TEXT),
        ('<c r="A1"><v>1_0</v></c>', "1_0", CellKind.TEXT),
        ('<c r="A1"><v>nan</v></c>', "nan", CellKind.TEXT),
        ('<c r="A1"><v>1e999</v></c>', "1e999", CellKind.TEXT),
        ('<c r="A1"><v>\N{ARABIC-INDIC DIGIT TWO}</v></c>', "\N{ARABIC-INDIC DIGIT TWO}", CellKind.TEXT),
        ('<c r="A1"><v>+.5e+1</v></c>', 5.0, CellKind.NUMBER),
        ('<c r="A1"><v>5.</v></c>', 5.0, CellKind.NUMBER),
        ('<c r="A1"/>', None, CellKind.EMPTY),
        ('<c r="A1" s="1"><v/></c>', None, CellKind.EMPTY),
    ],
)
def test_a_value_is_what_the_file_means(xml: str, value: object, kind: CellKind) -> None:
    found = cell(xml)
    assert (found.value, found.kind) == (value, kind)
    assert type(found.value) is type(value)
    assert found.cached


@pytest.mark.parametrize(
    ("written", "meaning"),
    [
        ("a_xD83D__xDE00_b", "a\N{GRINNING FACE}b"),
        ("_xd83d__xde00__xD83D__xDE00_", "\N{GRINNING FACE}" * 2),
        ("Rome _xD83D_ x", "Rome \ufffd x"),
        ("_xD83D_", "\ufffd"),
        ("_xDE00_x", "\ufffdx"),
        ("_xDE00__xD83D_", "\ufffd\ufffd"),
        ("_xD83D__xD83D__xDE00_", "\ufffd\N{GRINNING FACE}"),
        ("_xD83D_\N{GRINNING FACE}_x000A_", "\ufffd\N{GRINNING FACE}\n"),
        ("_x005F_xD83D_", "_xD83D_"),
    ],
)
def test_escapes_are_utf_16_units_and_half_a_character_is_replaced(written: str, meaning: str) -> None:
    """A lone surrogate could be neither printed nor saved."""
    inline = f'<c r="A1" t="inlineStr"><is><t>{written}</t></is></c>'
    shared = '<c r="A1" t="s"><v>0</v></c>'
    rich = f"<r><t>{written[:3]}</t></r><r><t>{written[3:]}</t></r>"
    assert cell(inline).value == meaning
    assert cell(inline + '<c r="B1"><v>1.5</v></c>').value == meaning, "row by row"
    assert cell("<!-- parsed -->" + inline).value == meaning
    assert [cell(shared, strings=[text]).value for text in (f"<t>{written}</t>", rich)] == [meaning] * 2


def test_a_number_keeps_its_spelling() -> None:
    assert cell('<c r="A1"><v>3.0</v></c>').number_text == "3.0"
    assert cell('<c r="A1" s="2"><v>1205</v></c>').number_text == "1205", "a year in a cell formatted as a date"


def test_shared_strings_are_read_without_phonetic_runs() -> None:
    strings = [
        "<t>plain</t>",
        '<r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r>',
        '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
        "<t/>",
        "",
        "<t>tab\there &#10;and there</t>",
    ]
    rows = '<row r="1">' + "".join(f'<c r="{cell_ref(1, n + 1)}" t="s"><v>{n}</v></c>' for n in range(6)) + "</row>"
    assert [one.value for one in read(rows, strings=strings).rows[0]] == [
        "plain",
        "rich ",
        "東京",
        "",
        "",
        "tab\there \nand there",
    ]


def test_a_text_that_is_not_in_the_table_is_damage() -> None:
    with pytest.raises(PackageRefused) as caught:
        read('<row r="1"><c r="A1" t="s"><v>7</v></c></row>', strings=["<t>x</t>"])
    assert caught.value.reason is Refusal.DAMAGED
    assert "A1" in str(caught.value)


def test_formulas_with_and_without_a_cached_value() -> None:
    assert cell('<c r="A1"><f>1+1</f><v>2</v></c>') == Cell(1, 1, CellKind.NUMBER, 2, "2", "1+1")
    unknown = cell('<c r="A1"><f>1+1</f></c>')
    assert (unknown.cached, unknown.value, unknown.kind, unknown.formula) == (False, None, CellKind.EMPTY, "1+1")
    assert not cell('<c r="A1"><f>1+1</f><v></v></c>').cached
    empty = cell('<c r="A1" t="str"><f>""</f><v></v></c>')
    assert (empty.cached, empty.value) == (True, "")


def test_a_shared_formula_is_read_in_each_cell_as_it_means_there() -> None:
    rows = (
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">$B1*C$1+Map!D1</f><v>1</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0"/></c></row>'
    )
    assert [row.cells[0].formula for row in read(rows)] == ["$B1*C$1+Map!D1", "$B2*C$1+Map!D2", "$B3*C$1+Map!D3"]


def test_rows_and_cells_without_places_are_counted() -> None:
    rows = '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/><row><c r="B3"><v>4</v></c><c><v>5</v></c></row>'
    assert [(one.ref, one.value) for row in read(rows) for one in row] == [("A1", 1), ("C1", 3), ("B3", 4), ("C3", 5)]


def test_rows_without_numbers_after_empty_ones() -> None:
    rows = '<row r="5"/><row/><row><c><v>1</v></c></row>' + '<row><c s="1"/></row>' * 5 + "<row><c><v>2</v></c></row>"
    assert [(one.ref, one.value) for row in read(rows) for one in row] == [("A7", 1), ("A13", 2)]


NAMELESS = (
    '<row><c r="A1"><v>1</v></c></row><row><c s="1"/><c r="B4"><v>4</v></c><c><v>5</v></c></row>'
    '<row><c r="A6" s="1"/></row><row><c><v>7</v></c></row><row spans="1:1"/><row><c r="C"><v>9</v></c></row>'
)


@pytest.mark.parametrize("before", ["", "<!-- parsed -->"])
def test_a_row_without_a_number_stands_where_its_cells_say(before: str) -> None:
    """As in openpyxl and LibreOffice; counted, the row behind a gap would be taken for the one in the gap."""
    package = package_from_bytes(Book([Sheet(rows=before + NAMELESS)]).build())
    places = [(one.ref, one.value) for row in package.read_sheet("Sheet1") for one in row]
    assert places == [("A1", 1), ("B4", 4), ("C4", 5), ("A7", 7), ("C9", 9)]
    edit = package.edit("Sheet1")
    edit.set("B4", 40)
    edit.append_rows(9, [{1: 10}])
    edit.set("A5", 50)
    again = package_from_bytes(package.to_bytes()).read_sheet("Sheet1")
    assert [(one.ref, one.value) for row in again for one in row] == [
        *(("A1", 1), ("B4", 40), ("C4", 5), ("A5", 50), ("A7", 7), ("C9", 9), ("A10", 10)),
    ]


@pytest.mark.parametrize("row", ['<row r="3">{}</row>', "<row r='3'>{}</row>", '<row><c r="A3"/>{}</row>'])
@pytest.mark.parametrize("place", ["H5", "H31", "$H$5", " H5 ", "H2"])
@pytest.mark.parametrize("before", ["", "<!-- parsed -->", '<row r="2"><c r="A2"><v>1.5</v></c></row>'])
def test_a_cell_that_claims_to_stand_in_another_row_is_damage(row: str, place: str, before: str) -> None:
    """Excel goes by one of the two and other programs by the other: whose gold it is, nobody can say."""
    for content in ("<v>1</v>", "<f>1+1</f><v>2</v>"):
        with pytest.raises(PackageRefused, match="its row 3 claims to stand at") as caught:
            read(before + row.format(f'<c r="{place}">{content}</c>'))
        assert caught.value.reason is Refusal.DAMAGED


def test_a_cell_in_another_row_than_its_own_is_not_edited() -> None:
    package = package_from_bytes(Book([Sheet(rows='<row r="3"><c r="H5"><v>1</v></c></row>')]).build())
    with pytest.raises(PackageRefused, match="its row 3 claims to stand at H5"):
        package.edit("Sheet1").set("H3", 1)
        package.to_bytes()


@pytest.mark.parametrize("place", ["H03", "$H$3", "h3", "H", " H3 "])
def test_odd_spellings_of_the_own_row_are_read(place: str) -> None:
    assert read(f'<row r="3"><c r="{place}"><v>1</v></c></row>').cell(3, 8).value == 1


def test_rows_and_cells_out_of_order_are_put_in_order_and_doubles_joined() -> None:
    rows = (
        '<row r="5"><c r="C5"><v>3</v></c><c r="A5"><v>1</v></c></row>'
        '<row r="2"><c r="A2"><v>0</v></c></row>'
        '<row r="5"><c r="B5"><v>2</v></c><c r="A5"><v>9</v></c></row>'
    )
    sheet = read(rows)
    assert [row.number for row in sheet] == [2, 5]
    assert [(one.ref, one.value) for one in sheet.rows[1]] == [("A5", 9), ("B5", 2), ("C5", 3)]


@pytest.mark.parametrize("spelling", ['"1"', '"true"', "'1'"])
def test_hidden_rows_count_and_are_reported(spelling: str) -> None:
    sheet = read(f'<row r="1" hidden={spelling}><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>')
    assert sheet.hidden_rows == {1}
    assert sheet.cell(1, 1).value == 1
    assert not read('<row r="1" hidden="false"><c r="A1"><v>1</v></c></row>').hidden_rows


def test_filters_merges_and_protection() -> None:
    tail = (
        '<sheetProtection sheet="1"/><autoFilter ref="A1:B9"><filterColumn colId="0"><filters><filter val="x"/>'
        '</filters></filterColumn></autoFilter><mergeCells count="2"><mergeCell ref="A1:B1"/>'
        '<mergeCell ref="C3:C5"/></mergeCells>'
    )
    sheet = read('<row r="1"><c r="A1"><v>1</v></c></row>', tail=tail)
    assert sheet.protected
    assert sheet.filtered
    assert sheet.filter_range == Range(1, 1, 9, 2)
    assert sheet.merged == (Range(1, 1, 1, 2), Range(3, 3, 5, 3))
    assert sheet.merge_at(4, 3) == Range(3, 3, 5, 3)
    assert sheet.merge_at(4, 4) is None
    plain = read("", tail='<sheetProtection sheet="0"/><autoFilter ref="A1:B9"/>')
    assert not plain.protected
    assert not plain.filtered


def test_tables_on_a_sheet() -> None:
    xml = table_xml("Armies", "A1:C9", ["Nation", "AP", "Twice"], totals=True, formulas={"Twice": "[@AP]*2"})
    book = Book([Sheet(rows='<row r="1"><c r="A1"><v>1</v></c></row>', tables=[xml])])
    (table,) = package_from_bytes(book.build()).read_sheet("Sheet1").tables
    assert table.name == "Armies"
    assert table.data_range == Range(2, 1, 8, 3)
    assert [(column.name, column.formula) for column in table.columns] == [
        ("Nation", None),
        ("AP", None),
        ("Twice", "[@AP]*2"),
    ]


def test_1904_dates() -> None:
    book = Book(workbook_properties='<workbookPr date1904="1"/>')
    assert cell('<c r="A1" s="2"><v>43889</v></c>', book=book).value == date(2024, 2, 29)
    assert cell('<c r="A1" s="2"><v>0</v></c>', book=book).value == date(1904, 1, 1)


@pytest.mark.parametrize(
    ("number", "meaning"),
    [
        (1, date(1900, 1, 1)),
        (59, date(1900, 2, 28)),
        (60, None),
        (61, date(1900, 3, 1)),
        (2_958_465, date(9999, 12, 31)),
        (2_958_466, None),
        (0, None),
        (1.999999999999, date(1900, 1, 2)),
    ],
)
def test_dates_of_1900(number: float, meaning: object) -> None:
    assert date_of(number, from_1904=False) == meaning


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("General", False),
        ("0.00", False),
        ('#,##0 "days"', False),
        ("[Red]0;[Blue]-0", False),
        ("yyyy\\-mm\\-dd", True),
        ("[$-409]d mmm yy", True),
        ("[h]:mm", True),
        ("@", False),
        ("0\\d", False),
        ("[$£-809]#,##0", False),
        ("mmm-yy;@", True),
    ],
)
def test_which_formats_show_dates(code: str, expected: bool) -> None:
    assert is_date_code(code) is expected


def test_parts_in_other_encodings() -> None:
    parts = Book([Sheet(rows='<row r="1"><c r="A1" t="s"><v>0</v></c></row>')], strings=["<t>Zürich</t>"]).parts()
    for name, encoding in (("xl/worksheets/sheet1.xml", "utf-16"), ("xl/sharedStrings.xml", "iso-8859-1")):
        text = parts[name].decode().replace('encoding="UTF-8"', f'encoding="{encoding}"')
        parts[name] = text.encode(encoding)
    assert package_from_bytes(zipped(parts)).read_sheet("Sheet1").cell(1, 1).value == "Zürich"


def test_a_byte_order_mark_and_a_declaration_of_its_own_kind() -> None:
    parts = Book([Sheet(rows='<row r="1"><c r="A1"><v>5</v></c></row>')]).parts()
    name = "xl/worksheets/sheet1.xml"
    body = parts[name].partition(b"?>")[2].strip()
    for start in (
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?>\n",
        b"",
        b"<?xml version='1.0'?>",
    ):
        package = package_from_bytes(zipped(parts | {name: start + body}))
        assert package.read_sheet("Sheet1").cell(1, 1).value == 5
        package.edit("Sheet1").set("A1", 6)
        assert package_from_bytes(package.to_bytes()).read_sheet("Sheet1").cell(1, 1).value == 6


def test_namespaces_declared_where_they_are_used() -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts = Book().parts()
    name = "xl/worksheets/sheet1.xml"
    parts[name] = (
        f'<a:worksheet xmlns:a="{main}"><a:sheetData><row xmlns="{main}" r="1"><c r="A1"><v>1</v></c></row>'
        f'<b:row xmlns:b="{main}" r="2"><b:c r="A2"><b:v>2</b:v></b:c></b:row></a:sheetData></a:worksheet>'
    ).encode()
    package = package_from_bytes(zipped(parts))
    assert [one.value for row in package.read_sheet("Sheet1") for one in row] == [1, 2]
    edit = package.edit("Sheet1")
    edit.set("A1", 10)
    edit.set("B2", "x")
    edit.append_rows(2, [{1: 3}])
    again = package_from_bytes(package.to_bytes()).read_sheet("Sheet1")
    assert [one.value for row in again for one in row] == [10, 2, "x", 3]


def test_an_attribute_value_may_hold_a_greater_than_sign() -> None:
    rows = '<row r="1" spans="1:1" xr:note="a > b"><c r="A1" xr:note=\'<x>\'><v>1</v></c><c r="B1"><v>2</v></c></row>'
    rows = rows.replace("<x>", "&lt;x>")
    assert [one.value for one in read(rows).rows[0]] == [1, 2]


PLAIN = (
    '<row r="1" spans="1:9"><c r="A1" t="s"><v>0</v></c><c r="B1" s="2"><v>45000</v></c><c r="C1" s="1"/>'
    '<c r="D1" t="n"><v>7</v></c><c r="E1" t="b"><v>1</v></c><c r="F1" t="e"><v>#N/A</v></c></row>'
    '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t xml:space="preserve"> a &amp; b_x000D_</t></is></c>'
    '<c r="B2" t="str"><f>A1&amp;"&lt;"</f><v>x&lt;</v></c><c r="C2"><f>1+1</f></c><c r="D2"><f>2</f><v>-2.5E-3</v></c>'
    '<c r="XFD2"><v>12345678901234567890</v></c></row>'
    '<row r="4"><c r="C4"><v>3</v></c><c r="A4"><v>1</v></c><c r="A4" t="inlineStr"><is><t>&#65;&#13;</t></is></c>'
    "</row>"
)


def test_the_short_cut_for_the_usual_spelling_reads_what_the_parser_reads() -> None:
    """A comment in the sheet, or a namespace on a row, sends all of it through the XML parser."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    short = read(PLAIN, strings=["<t>x</t>"])
    assert [len(row.cells) for row in short] == [5, 5, 2]
    assert read("<!-- -->" + PLAIN, strings=["<t>x</t>"]) == short
    assert read(PLAIN.replace("<row", f'<row xmlns="{main}"'), strings=["<t>x</t>"]) == short
    assert read(PLAIN.replace("<c ", "<c  "), strings=["<t>x</t>"]) == short, "row by row"


def test_an_unknown_entity_is_damage_in_either_way_of_reading() -> None:
    for text in ("&xxe;", "a & b", "&lt"):
        with pytest.raises(PackageRefused):
            read(f'<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>')
        with pytest.raises(PackageRefused):
            read('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings=[f"<t>{text}</t>"])


def million_rows(filled: dict[int, str]) -> bytes:
    """A sheet of 1,048,576 formatted rows with three formatted cells each, some of them with a value in column A."""
    empty = (
        '<row r="{0}" spans="1:8" s="1" customFormat="1">'
        '<c r="A{0}" s="1"{1}<c r="B{0}" s="1"/><c r="C{0}" s="1"/></row>'
    )
    rows = "".join(
        empty.format(number, f"><v>{filled[number]}</v></c>" if number in filled else "/>")
        for number in range(1, 1_048_577)
    )
    return Book([Sheet(rows=rows)]).build()


@pytest.mark.slow
def test_a_million_formatted_empty_rows_cost_neither_time_nor_memory() -> None:
    resource = pytest.importorskip("resource", reason="memory is measured on Unix only")
    data = million_rows({1: "1", 600: "2", 1_048_576: "3"})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    sheet = package_from_bytes(data).read_sheet("Sheet1")
    spent = time.process_time() - started
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert [(one.ref, one.value) for row in sheet for one in row] == [("A1", 1), ("A600", 2), ("A1048576", 3)]
    assert spent < 4, f"{spent:.1f} s of processor time"
    assert grown < 64, f"{grown:.0f} MB more"


def test_references() -> None:
    assert [column_letters(number) for number in (1, 26, 27, 702, 703, 16_384)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]
    assert parse_cell("$xfd$1048576") == (1_048_576, 16_384)
    for wrong in ("XFE1", "A0", "A1048577", "1A", "", "A", "A1:B2"):
        with pytest.raises(ValueError, match="is not a"):
            parse_cell(wrong)
    assert Range.parse("B2:A1") == Range(1, 1, 2, 2)
    assert Range.parse("$B:$C") == Range(1, 2, 1_048_576, 3)
    assert Range.parse("3:4") == Range(3, 1, 4, 16_384)

"""Adding rows below others: their style, and everything that has to grow with them or stands in their way."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from adjudicator.workbook.package import Package, package_from_bytes
from adjudicator.workbook.refusals import EditRefusal, EditRefused
from tests.workbook.making import Book, Sheet, changed_parts, contents, table_xml, without_cells

SHEET = "xl/worksheets/sheet1.xml"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
XM = "http://schemas.microsoft.com/office/excel/2006/main"
ROWS = (
    '<row r="1" spans="1:3"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c></row>'
    '<row r="2" spans="1:3" ht="30" customHeight="1" hidden="1" x14ac:dyDescent="0.25">'
    '<c r="A2" s="2"><v>1</v></c><c r="B2" s="3"><v>2</v></c><c r="C2" s="1"/></row>'
)


def package(rows: str = ROWS, *, book: str = "", tables: tuple[str, ...] = (), **sheet: str) -> Package:
    made = Book([Sheet(rows=rows, tables=list(tables), **sheet)], strings=["<t>Nation</t>", "<t>Gold</t>"])
    made.workbook_xml = book
    return package_from_bytes(made.build())


def sheet_xml(edited: Package) -> str:
    return contents(edited.to_bytes())[SHEET].decode()


def row_xml(edited: Package, number: int) -> str:
    (found,) = re.findall(rf'<row r="{number}"[^>]*?(?:/>|>.*?</row>)', sheet_xml(edited))
    return str(found)


def test_rows_take_the_style_and_height_of_the_row_above_but_not_that_it_is_hidden() -> None:
    edited = package()
    assert edited.edit("Sheet1").append_rows(2, [{1: 10, 2: "x"}, {2: 20}]) == range(3, 5)
    assert row_xml(edited, 3) == (
        '<row r="3" ht="30" customHeight="1" x14ac:dyDescent="0.25"><c r="A3" s="2"><v>10</v></c>'
        '<c r="B3" s="3" t="s"><v>2</v></c><c r="C3" s="1"/></row>'
    )
    assert row_xml(edited, 4).endswith('<c r="A4" s="2"/><c r="B4" s="3"><v>20</v></c><c r="C4" s="1"/></row>')


def test_nothing_else_in_the_workbook_changes() -> None:
    data = Book([Sheet(rows=ROWS), Sheet("Other", rows=ROWS)], strings=["<t>Nation</t>", "<t>Gold</t>"]).build()
    edited = package_from_bytes(data)
    edited.edit("Sheet1").append_rows(2, [{1: 10, 2: 20}])
    after = edited.to_bytes()
    assert changed_parts(data, after) == {SHEET}
    added = {"A3", "B3", "C3"}
    assert without_cells(contents(after)[SHEET], added) == without_cells(contents(data)[SHEET], added)


def test_rows_added_twice_follow_one_another_in_the_same_style() -> None:
    edited = package()
    edit = edited.edit("Sheet1")
    edit.append_rows(2, [{1: 10}])
    edit.append_rows(3, [{1: 20}])
    edit.set("B4", 5)
    assert 's="2"><v>20</v>' in row_xml(edited, 4)
    assert 's="3"><v>5</v>' in row_xml(edited, 4)


def test_a_style_can_be_taken_from_elsewhere_or_nowhere() -> None:
    edited = package()
    edited.edit("Sheet1").append_rows(2, [{1: 10}], style_row=1)
    edited.edit("Sheet1").append_rows(3, [{1: 20}], style_row=None)
    assert '<c r="A3" s="1"><v>10</v>' in row_xml(edited, 3)
    assert row_xml(edited, 4) == '<row r="4"><c r="A4"><v>20</v></c></row>'


def test_rows_that_are_formatted_already_keep_their_format() -> None:
    edited = package(rows=ROWS + '<row r="3" ht="9" customHeight="1"><c r="A3" s="1"/></row>')
    edited.edit("Sheet1").append_rows(2, [{1: 10, 2: 20}])
    assert row_xml(edited, 3) == (
        '<row r="3" ht="9" customHeight="1"><c r="A3" s="1"><v>10</v></c><c r="B3" s="3"><v>20</v></c>'
        '<c r="C3" s="1"/></row>'
    )


def test_a_row_below_a_gap_goes_between() -> None:
    edited = package(rows=ROWS + '<row r="9"><c r="H9"><v>1</v></c></row>')
    edited.edit("Sheet1").append_rows(2, [{1: 10}])
    root = etree.fromstring(sheet_xml(edited).encode())
    assert [row.get("r") for row in root.iter("{*}row")] == ["1", "2", "3", "9"]


def test_no_rows_change_nothing() -> None:
    edited = package()
    assert edited.edit("Sheet1").append_rows(2, []) == range(3, 3)
    assert not edited.changed


GROWING = (
    '<autoFilter ref="A1:B2"/>'
    '<conditionalFormatting sqref="A2:B2"><cfRule type="expression" priority="1"><formula>$A2&gt;5</formula></cfRule>'
    '</conditionalFormatting><conditionalFormatting sqref="A1:B1"><cfRule type="expression" priority="2"><formula>TRUE'
    "</formula></cfRule></conditionalFormatting>"
    '<conditionalFormatting sqref="B2:B6"><cfRule type="expression" priority="3">'
    '<formula>TRUE</formula></cfRule></conditionalFormatting><dataValidations count="3">'
    '<dataValidation type="whole" sqref="B2"><formula1>1</formula1></dataValidation>'
    '<dataValidation type="whole" sqref="A1:A2 H9 F1:F2"><formula1>1</formula1></dataValidation>'
    '<dataValidation type="whole" sqref="C2:C50 D:D"><formula1>1</formula1></dataValidation></dataValidations>'
    f'<extLst><ext uri="a" xmlns:x14="{X14}"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="{XM}">'
    "<xm:sqref>A2:A2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>"
    f'<ext uri="b" xmlns:x14="{X14}"><x14:dataValidations xmlns:xm="{XM}" count="1"><x14:dataValidation type="list">'
    "<x14:formula1><xm:f>Map!$A$2:$A$9</xm:f></x14:formula1><xm:sqref>C1:C2</xm:sqref></x14:dataValidation>"
    f'</x14:dataValidations></ext><ext uri="c" xmlns:x14="{X14}"><x14:sparklineGroups xmlns:xm="{XM}">'
    "<x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>A2:B2</xm:f><xm:sqref>A2</xm:sqref></x14:sparkline>"
    "</x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>"
)


def ranges(xml: str) -> dict[str, list[str]]:
    root = etree.fromstring(xml.encode())
    return {
        "filter": [element.get("ref", "") for element in root.iter("{*}autoFilter")],
        "formats": [
            element.get("sqref", "") for element in root.iter("{*}conditionalFormatting") if element.get("sqref")
        ],
        "validations": [element.get("sqref", "") for element in root.iter("{*}dataValidation") if element.get("sqref")],
        "extended": [element.text or "" for element in root.iter(f"{{{XM}}}sqref")],
    }


def test_ranges_that_reach_the_row_above_grow_and_others_stay() -> None:
    edited = package(tail=GROWING)
    edited.edit("Sheet1").append_rows(2, [{1: 10, 2: 20, 3: "x"}] * 3)
    assert ranges(sheet_xml(edited)) == {
        "filter": ["A1:B5"],
        "formats": ["A2:B5", "A1:B1", "B2:B6"],
        "validations": ["B2:B5", "A1:A5 H9 F1:F2", "C2:C50 D:D"],
        "extended": ["A2:A5", "C1:C2", "A2"],
    }, "C1:C2 would grow into another validation, F1:F2 is not written, sparklines stay"


def test_formats_of_a_header_do_not_go_on_below_it_and_its_filter_does() -> None:
    edited = package(tail=GROWING)
    edited.edit("Sheet1").append_rows(1, [], style_row=None)
    rows = '<row r="1"><c r="A1" t="s" s="1"><v>0</v></c></row>'
    edited = package(
        rows=rows,
        tail='<autoFilter ref="A1:B1"/><conditionalFormatting sqref="A1:B1"><cfRule type="expression" priority="2">'
        "<formula>TRUE</formula></cfRule></conditionalFormatting>",
    )
    edited.edit("Sheet1").append_rows(1, [{1: 10, 2: 20}], style_row=None)
    assert ranges(sheet_xml(edited))["filter"] == ["A1:B2"]
    assert ranges(sheet_xml(edited))["formats"] == ["A1:B1"]
    assert row_xml(edited, 2) == '<row r="2"><c r="A2"><v>10</v></c><c r="B2"><v>20</v></c></row>'


def test_the_hidden_name_of_a_filter_grows_with_it() -> None:
    names = (
        '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Sheet1!$A$1:$B$2'
        '</definedName><definedName name="Treasure">Sheet1!$A$1:$B$2</definedName></definedNames>'
    )
    edited = package(book=names, tail='<autoFilter ref="A1:B2"/>')
    edited.edit("Sheet1").append_rows(2, [{1: 10}])
    workbook = contents(edited.to_bytes())["xl/workbook.xml"].decode()
    assert 'hidden="1">Sheet1!$A$1:$B$3<' in workbook
    assert 'name="Treasure">Sheet1!$A$1:$B$2<' in workbook, "the GM's own names stay as they are"


def test_a_table_and_its_filter_grow() -> None:
    data_tables = (table_xml("Gold", "A1:C2", ["Nation", "Gold", "Own"]),)
    edited = package(tables=data_tables)
    edited.edit("Sheet1").append_rows(2, [{1: 10, 2: 20}])
    edited.edit("Sheet1").append_rows(3, [{1: 30, 2: 40}])
    table = contents(edited.to_bytes())["xl/tables/table1.xml"].decode()
    assert ' ref="A1:C4" ' in table
    assert '<autoFilter ref="A1:C4"/>' in table


def test_a_table_that_reaches_further_down_stays_as_it_is() -> None:
    edited = package(tables=(table_xml("Gold", "A1:C9", ["Nation", "Gold", "Own"]),))
    edited.edit("Sheet1").append_rows(2, [{1: 10, 2: 20}])
    assert ' ref="A1:C9" ' in contents(edited.to_bytes())["xl/tables/table1.xml"].decode()


def test_a_table_beside_the_columns_is_not_touched() -> None:
    edited = package(tables=(table_xml("Own", "E1:F2", ["a", "b"]),))
    edited.edit("Sheet1").append_rows(2, [{1: 10, 2: 20}])
    assert ' ref="E1:F2" ' in contents(edited.to_bytes())["xl/tables/table1.xml"].decode()


def test_calculated_columns_are_filled_from_the_row_above() -> None:
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2" s="1"><f>T[[#This Row],[Gold]]*$A$1+B2</f>'
        '<v>5</v></c><c r="D2"><v>7</v></c></row>'
    )
    table = table_xml(
        "T",
        "A1:D2",
        ["Nation", "Gold", "Twice", "Given up"],
        formulas={"Twice": "T[[#This Row],[Gold]]*2", "Given up": "1"},
    )
    edited = package(rows=rows, tables=(table,))
    edited.edit("Sheet1").append_rows(2, [{1: 10, 2: 20}, {1: 30, 2: 40}])
    assert '<c r="C3" s="1"><f>T[[#This Row],[Gold]]*$A$1+B3</f></c>' in row_xml(edited, 3)
    assert '<c r="C4" s="1"><f>T[[#This Row],[Gold]]*$A$1+B4</f></c>' in row_xml(edited, 4)
    assert "D4" not in row_xml(edited, 4), "where the row above has a value instead of the formula, nothing is invented"
    assert 'fullCalcOnLoad="1"' in contents(edited.to_bytes())["xl/workbook.xml"].decode()


def test_free_rows_of_a_table_are_used_and_formulas_that_wait_there_stay() -> None:
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="C2"><f>A2</f></c></row>'
        '<row r="3"><c r="C3" s="1"><f>A3*2</f><v>0</v></c></row>'
    )
    edited = package(rows=rows, tables=(table_xml("T", "A1:C3", ["a", "b", "c"], formulas={"c": "A2"}),))
    edited.edit("Sheet1").append_rows(2, [{1: 10}, {1: 20}])
    assert '<c r="C3" s="1"><f>A3*2</f></c>' in row_xml(edited, 3), "the GM's own formula, its stale result gone"
    assert '<c r="A3"><v>10</v></c>' in row_xml(edited, 3)
    assert "<f>A4</f>" in row_xml(edited, 4)
    assert ' ref="A1:C4" ' in contents(edited.to_bytes())["xl/tables/table1.xml"].decode()


def test_the_one_empty_row_of_an_empty_table_is_filled_in_its_own_format() -> None:
    rows = (
        '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row><row r="2" ht="9"><c r="A2" s="2"/><c r="B2" s="3"/></row>'
    )
    edited = package(rows=rows, tables=(table_xml("T", "A1:B2", ["a", "b"]),))
    edited.edit("Sheet1").append_rows(1, [{1: 10, 2: 5}, {1: 20, 2: 6}])
    assert row_xml(edited, 2) == '<row r="2" ht="9"><c r="A2" s="2"><v>10</v></c><c r="B2" s="3"><v>5</v></c></row>'
    assert row_xml(edited, 3) == '<row r="3" ht="9"><c r="A3" s="2"><v>20</v></c><c r="B3" s="3"><v>6</v></c></row>'


def test_a_totals_row_is_in_the_way() -> None:
    rows = ROWS + '<row r="3"><c r="A3" t="s"><v>1</v></c></row>'
    edited = package(rows=rows, tables=(table_xml("T", "A1:C3", ["a", "b", "c"], totals=True),))
    assert reason(edited, 2) == (EditRefusal.TOTALS_ROW, "A1:C3")


def test_a_named_column_is_ours_even_if_the_table_calculates_it() -> None:
    rows = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><f>1</f><v>1</v></c></row>'
    edited = package(rows=rows, tables=(table_xml("T", "A1:A2", ["Nation"], formulas={"Nation": "1"}),))
    edited.edit("Sheet1").append_rows(2, [{1: 10}])
    assert '<c r="A3"><v>10</v></c>' in row_xml(edited, 3)


def reason(edited: Package, after_row: int, columns: int = 2) -> tuple[EditRefusal, str]:
    with pytest.raises(EditRefused) as caught:
        edited.edit("Sheet1").append_rows(after_row, [dict.fromkeys(range(1, columns + 1), 5)] * 2)
    assert not edited.changed, "nothing of it was staged"
    return caught.value.reason, caught.value.ref


def test_what_stands_in_the_way_is_named() -> None:
    below = ROWS + '<row r="4"><c r="B4" s="1"/><c r="A4" t="s"><v>1</v></c></row>'
    assert reason(package(rows=below), 2) == (EditRefusal.OCCUPIED, "A4")
    assert reason(package(rows=ROWS + '<row r="3"><c r="B3"><f>1</f></c></row>'), 2) == (EditRefusal.OCCUPIED, "B3")
    merged = package(tail='<mergeCells count="1"><mergeCell ref="B4:D4"/></mergeCells>')
    assert reason(merged, 2) == (EditRefusal.OCCUPIED, "B4:D4")
    table = (table_xml("T", "B4:C6", ["a", "b"]),)
    assert reason(package(tables=table), 2) == (EditRefusal.TABLE_IN_THE_WAY, "B4:C6")
    assert reason(package(), 1_048_575)[0] is EditRefusal.OUTSIDE


def test_formatted_empty_cells_and_the_gms_own_columns_are_not_in_the_way() -> None:
    rows = ROWS + '<row r="3"><c r="A3" s="1"/><c r="B3"><v/></c><c r="H3" t="s"><v>1</v></c></row>'
    edited = package(rows=rows)
    edited.edit("Sheet1").append_rows(2, [{1: 5, 2: 6}])
    sheet = package_from_bytes(edited.to_bytes()).read_sheet("Sheet1")
    assert [(cell.ref, cell.value) for cell in sheet.rows[2]] == [("A3", 5), ("B3", 6), ("H3", "Gold")]


def test_the_gms_own_column_of_a_table_is_in_the_way_where_the_table_grows() -> None:
    rows = ROWS + '<row r="3"><c r="C3"><v>1</v></c></row>'
    edited = package(rows=rows, tables=(table_xml("T", "A1:C2", ["Nation", "Gold", "Own"]),))
    assert reason(edited, 2) == (EditRefusal.OCCUPIED, "C3")


def test_rows_that_were_emptied_are_free_again() -> None:
    edited = package(rows=ROWS + '<row r="3"><c r="A3"><v>1</v></c></row>')
    edited.edit("Sheet1").clear_rows([3], [1])
    edited.edit("Sheet1").append_rows(2, [{1: 5}])
    assert '<c r="A3"><v>5</v></c>' in row_xml(edited, 3)


def test_fifty_thousand_rows_are_added_to_at_little_cost() -> None:
    import time

    rows = "".join(
        f'<row r="{number}" spans="1:4"><c r="A{number}"><v>{number}</v></c><c r="B{number}" t="s"><v>0</v></c>'
        f'<c r="C{number}"><v>3</v></c><c r="D{number}" t="s"><v>1</v></c></row>'
        for number in range(1, 50_001)
    )
    data = Book([Sheet(rows=rows)], strings=["<t>Nation</t>", "<t>Gold</t>"]).build()
    started = time.process_time()
    edited = package_from_bytes(data)
    edited.edit("Sheet1").append_rows(50_000, [{1: 1, 2: "new", 3: 3, 4: "Gold"}] * 20)
    after = edited.to_bytes()
    spent = time.process_time() - started
    assert package_from_bytes(after).read_sheet("Sheet1").last_row == 50_020
    assert spent < 3, f"{spent:.1f} s of processor time"

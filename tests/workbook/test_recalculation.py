"""What becomes of the GM's formulas: stale results go, all others stay, and no formula is broken by a value."""

from __future__ import annotations

import re

import pytest

from adjudicator.workbook.package import Package, package_from_bytes
from adjudicator.workbook.refusals import EditRefusal, EditRefused
from tests.workbook.making import Book, Sheet, changed_parts, contents, table_xml

SHEET = "xl/worksheets/sheet1.xml"
MAIN = "xl/workbook.xml"


def row(number: int, *cells: str) -> str:
    """A row of cells A, B, C, …: a number, a formula with its result (`=A1|5`) or nothing."""
    items = []
    for column, cell in zip("ABCDEFGH", cells, strict=False):
        if cell.startswith("="):
            formula, _, result = cell[1:].partition("|")
            formula = formula.replace("&", "&amp;").replace("<", "&lt;")
            items.append(f'<c r="{column}{number}"><f>{formula}</f><v>{result}</v></c>')
        elif cell:
            items.append(f'<c r="{column}{number}"><v>{cell}</v></c>')
    return f'<row r="{number}">{"".join(items)}</row>'


def package(*rows: str, names: str = "", sheets: tuple[Sheet, ...] = (), tables: tuple[str, ...] = ()) -> Package:
    book = Book([Sheet(rows="".join(rows), tables=list(tables)), *sheets], strings=["<t>x</t>"])
    book.workbook_xml = names
    return package_from_bytes(book.build())


def stale(edited: Package, sheet: str = "Sheet1") -> list[str]:
    """The cells whose formula has lost its result."""
    before, after = edited.read_sheet(sheet), package_from_bytes(edited.to_bytes()).read_sheet(sheet)
    for line in after:
        for cell in line:
            old = before.cell(cell.row, cell.column)
            if cell.formula is not None:
                assert cell.formula == old.formula
                assert not cell.cached or cell == old
    return [cell.ref for line in after for cell in line if cell.formula is not None and not cell.cached]


def test_only_formulas_that_depend_on_a_changed_cell_lose_their_result() -> None:
    edited = package(row(1, "1", "=A1*2|2", "=B1+1|3", "=D5|0"), row(2, "5", "=A2*2|10", "=SUM(A1:A2)|6", "=1+1|2"))
    edited.edit("Sheet1").set("A1", 7)
    assert stale(edited) == ["B1", "C1", "C2"]


def test_a_full_calculation_is_asked_for_on_load() -> None:
    edited = package(row(1, "1", "=A1|1"), names='<calcPr calcId="191029"/>')
    edited.edit("Sheet1").set("A1", 7)
    assert b'<calcPr calcId="191029" fullCalcOnLoad="1"/>' in contents(edited.to_bytes())[MAIN]


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("", '</sheets><calcPr fullCalcOnLoad="1"/></workbook>'),
        ("<definedNames/>", '<definedNames/><calcPr fullCalcOnLoad="1"/></workbook>'),
        ('<oleSize ref="A1"/>', '</sheets><calcPr fullCalcOnLoad="1"/><oleSize ref="A1"/></workbook>'),
        ('<calcPr fullCalcOnLoad="1"/>', '</sheets><calcPr fullCalcOnLoad="1"/></workbook>'),
        ("<calcPr fullCalcOnLoad='0'/>", "</sheets><calcPr fullCalcOnLoad='1'/></workbook>"),
    ],
)
def test_the_wish_stands_where_the_schema_wants_it(around: str, expected: str) -> None:
    edited = package(row(1, "1", "=A1|1"), names=around)
    edited.edit("Sheet1").set("A1", 7)
    assert contents(edited.to_bytes())[MAIN].decode().endswith(expected)


def test_where_no_formula_depends_on_it_the_workbook_part_stays() -> None:
    data = Book([Sheet(rows=row(1, "1", "=C1|1")), Sheet("Other", rows=row(1, "2"))], strings=["<t>x</t>"]).build()
    edited = package_from_bytes(data)
    edited.edit("Other").set("A1", 7)
    assert changed_parts(data, edited.to_bytes()) == {"xl/worksheets/sheet2.xml"}


@pytest.mark.parametrize(
    ("formula", "depends"),
    [
        ("Other!A1", True),
        ("'Other'!A1", True),
        ("other!$A$1", True),
        ("Other!A2", False),
        ("SUM(Other!A:A)", True),
        ("SUM(Other!B:C)", False),
        ("SUM(Other!1:1)", True),
        ("SUM(Other!2:3)", False),
        ("SUM(Sheet1:Third!A1)", True),
        ("SUM(Third:Third!A1)", False),
        ("A1", False),
        ("SUM(Treasure)", True),
        ("Elsewhere", False),
        ("Chained+1", True),
        ("Moving", True),
        ("Sheet1!Local", False),
        ("Other!Local", True),
        ("NOW()", False),
        ('INDIRECT("Third!A1")', True),
        ("SUM(A2:INDEX(A2:A9,2))", True),
        ("SUM(Hoard[Gold])", True),
        ("SUM(Hoard[Own])", False),
        ("ROWS(Hoard)", True),
        ("SUM(Hoard[#All])", True),
        ("Hoard[[#Headers],[Own]]", False),
        ("SUM(Nothing[Gold])", False),
        ('"Other!A1"', False),
    ],
)
def test_every_way_to_read_another_sheet(formula: str, depends: bool) -> None:
    names = (
        '<definedNames><definedName name="Treasure">Other!$A$1:$A$9</definedName>'
        '<definedName name="Elsewhere">Other!$C$1</definedName><definedName name="Chained">Treasure*2</definedName>'
        '<definedName name="Moving">Third!A1</definedName><definedName name="Local" localSheetId="0">Third!$A$1'
        '</definedName><definedName name="Local" localSheetId="1">Other!$A$1</definedName></definedNames>'
    )
    other = Sheet("Other", rows=row(1, "1", "1"), tables=[table_xml("Hoard", "A1:B2", ["Gold", "Own"])])
    other.tables[0] = (
        other.tables[0].replace("<table ", '<table headerRowCount="0" ').replace('<autoFilter ref="A1:B2"/>', "")
    )
    edited = package(row(1, "", f"={formula}|1"), names=names, sheets=(other, Sheet("Third", rows=row(1, "1"))))
    edited.edit("Other").set("A1", 7)
    assert stale(edited) == (["B1"] if depends else [])


def test_added_rows_count_as_changes_of_what_covers_them() -> None:
    table = table_xml("T", "A1:A2", ["Gold"])
    edited = package(
        row(1, "1", "=SUM(T[Gold])|1", "=SUM(A1:A2)|1", "=SUM(A:A)|1", "=A2|1"), row(2, "2"), tables=(table,)
    )
    edited.edit("Sheet1").append_rows(2, [{1: 5}])
    assert stale(edited) == ["B1", "D1"]


def test_this_row_of_a_table_is_that_row_alone() -> None:
    table = table_xml("T", "A1:B3", ["Gold", "Twice"])
    edited = package(
        row(1, "1", "1"), row(2, "2", "=T[[#This Row],[Gold]]*2|4"), row(3, "3", "=[@Gold]*2|6"), tables=(table,)
    )
    edited.edit("Sheet1").set("A3", 5)
    assert stale(edited) == ["B3"]


def test_a_long_chain_and_a_circle_come_to_an_end() -> None:
    rows = [row(1, "1", "=A1|1")] + [row(number, "", f"=B{number - 1}+1|{number}") for number in range(2, 2_000)]
    rows.append(row(2_000, "=B2000|1", "=A2000|1"))
    edited = package(*rows)
    edited.edit("Sheet1").set("A1", 5)
    assert len(stale(edited)) == 1_999
    edited.edit("Sheet1").set("A2000", 5)
    assert len(stale(edited)) == 2_000


def test_a_thousand_running_sums_are_looked_through_quickly() -> None:
    import time

    rows = [row(number, "1", f"=SUM($A$1:A{number})|1", f"=SUM(B$1:B{number})|1") for number in range(1, 3_000)]
    edited = package(*rows)
    edited.edit("Sheet1").set("A2000", 5)
    started = time.process_time()
    assert len(stale(edited)) == 2_000
    assert time.process_time() - started < 5


def test_text_results_lose_their_type_with_their_value() -> None:
    edited = package('<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="1" t="str"><f>A1&amp;"x"</f><v>1x</v></c></row>')
    edited.edit("Sheet1").set("A1", 7)
    assert b'<c r="B1" s="1"><f>A1&amp;"x"</f></c>' in contents(edited.to_bytes())[SHEET]


# A value over a formula


def chained(rows: str) -> bytes:
    book = Book([Sheet(rows=rows)], strings=["<t>x</t>"])
    book.extra = {"xl/calcChain.xml": b'<calcChain xmlns="x"><c r="A1" i="1"/></calcChain>'}
    book.overrides = {"xl/calcChain.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"}
    book.workbook_relationships = [("calcChain", "xl/calcChain.xml")]
    return book.build()


def test_a_value_replaces_a_formula_and_the_run_can_say_so() -> None:
    data = chained(row(1, "=1+1|2", "=A1|2"))
    edited = package_from_bytes(data)
    edited.edit("Sheet1").set("A1", 5)
    (replaced,) = edited.replaced_formulas
    assert (replaced.sheet, replaced.ref, replaced.formula) == ("Sheet1", "A1", "1+1")
    after = contents(edited.to_bytes())
    assert "xl/calcChain.xml" not in after
    assert b"calcChain" not in after["[Content_Types].xml"]
    assert b"calcChain" not in after["xl/_rels/workbook.xml.rels"]
    assert package_from_bytes(edited.to_bytes()).read_sheet("Sheet1").cell(1, 1).value == 5


def test_the_calculation_chain_stays_where_no_formula_goes() -> None:
    data = chained(row(1, "1", "=A1|2"))
    edited = package_from_bytes(data)
    edited.edit("Sheet1").set("A1", 5)
    assert changed_parts(data, edited.to_bytes()) == {SHEET, MAIN}


def shared(*, ref: str = "B1:B4", gap: str = "") -> str:
    cells = {1: f'<f t="shared" ref="{ref}" si="3">$A1*A$9+Map!A1</f><v>1</v>'}
    cells |= dict.fromkeys((2, 3, 4), '<f t="shared" si="3"/><v>1</v>')
    return "".join(
        f'<row r="{number}"><c r="A{number}"><v>1</v></c><c r="B{number}" s="1">{cells[number]}</c></row>{gap}'
        for number in (1, 2, 3, 4)
    )


def formulas(edited: Package) -> dict[str, str | None]:
    sheet = package_from_bytes(edited.to_bytes()).read_sheet("Sheet1")
    return {cell.ref: cell.formula for line in sheet for cell in line if cell.column == 2}


def test_the_master_of_a_shared_formula_is_moved_on() -> None:
    edited = package(shared())
    edited.edit("Sheet1").set("B1", 5)
    assert b'<f t="shared" si="3" ref="B2:B4">$A2*A$9+Map!A2</f>' in contents(edited.to_bytes())[SHEET]
    assert formulas(edited) == {
        "B1": None,
        "B2": "$A2*A$9+Map!A2",
        "B3": "$A3*A$9+Map!A3",
        "B4": "$A4*A$9+Map!A4",
    }
    assert [one.formula for one in edited.replaced_formulas] == ["$A1*A$9+Map!A1"]


def test_a_member_of_a_shared_group_leaves_the_others_alone() -> None:
    edited = package(shared())
    edited.edit("Sheet1").set("B3", 5)
    assert formulas(edited) == {"B1": "$A1*A$9+Map!A1", "B2": "$A2*A$9+Map!A2", "B3": None, "B4": "$A4*A$9+Map!A4"}
    assert [one.formula for one in edited.replaced_formulas] == ["$A3*A$9+Map!A3"]


def test_several_members_with_the_master_among_them() -> None:
    edited = package(shared())
    edited.edit("Sheet1").set("B1", 5)
    edited.edit("Sheet1").set("B2", None)
    assert formulas(edited) == {"B1": None, "B3": "$A3*A$9+Map!A3", "B4": "$A4*A$9+Map!A4"}
    edited.edit("Sheet1").clear_rows(range(1, 5), [2])
    assert formulas(edited) == {}
    assert b"<f" not in contents(edited.to_bytes())[SHEET]


def test_two_groups_of_one_index_are_told_apart() -> None:
    second = (
        '<row r="8"><c r="B8"><f t="shared" ref="B8:B9" si="3">A8</f><v>1</v></c></row>'
        '<row r="9"><c r="B9"><f t="shared" si="3"/><v>1</v></c></row>'
    )
    edited = package(shared() + second)
    edited.edit("Sheet1").set("B1", 5)
    assert formulas(edited)["B9"] == "A9"
    assert formulas(edited)["B2"] == "$A2*A$9+Map!A2"


def test_array_formulas_and_data_tables_are_not_broken() -> None:
    edited = package(
        '<row r="1"><c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>1</v></c><c r="C1"><f t="array" ref="C1">B1</f>'
        "<v>1</v></c></row>"
        '<row r="2"><c r="A2"><v>1</v></c><c r="D2"><f t="dataTable" ref="D2:E3" dt2D="1" dtr="1" r1="B1" r2="B2"/>'
        "<v>1</v></c></row>"
    )
    for ref, expected in (
        ("A1", EditRefusal.ARRAY_FORMULA),
        ("A2", EditRefusal.ARRAY_FORMULA),
        ("D2", EditRefusal.DATA_TABLE),
        ("E3", EditRefusal.DATA_TABLE),
    ):
        with pytest.raises(EditRefused) as caught:
            edited.edit("Sheet1").set(ref, 5)
        assert (caught.value.reason, caught.value.ref) == (expected, ref)
    assert not edited.changed
    edited.edit("Sheet1").set("C1", 5)
    assert [one.ref for one in edited.replaced_formulas] == ["C1"]


def test_all_results_of_a_stale_array_go_and_its_dependents_with_them() -> None:
    edited = package(
        '<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A2">B1:B2*2</f><v>2</v></c><c r="B1"><v>1</v></c>'
        '<c r="C1"><f>A2</f><v>4</v></c></row><row r="2"><c r="A2" s="1"><v>4</v></c><c r="B2"><v>2</v></c></row>'
    )
    edited.edit("Sheet1").set("B1", 5)
    xml = contents(edited.to_bytes())[SHEET].decode()
    assert '<c r="A1" cm="1"><f t="array" ref="A1:A2">B1:B2*2</f></c>' in xml
    assert '<c r="A2" s="1"></c>' in xml
    assert '<c r="C1"><f>A2</f></c>' in xml


def test_the_results_of_a_data_table_stay_and_pass_the_change_on() -> None:
    rows = (
        '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><f>D2</f><v>1</v></c></row>'
        '<row r="2"><c r="D2"><f t="dataTable" ref="D2:D3" r1="A1"/><v>1</v></c></row>'
    )
    edited = package(rows)
    edited.edit("Sheet1").set("A1", 5)
    xml = contents(edited.to_bytes())[SHEET].decode()
    assert 'r1="A1"/><v>1</v></c>' in xml
    assert '<c r="C1"><f>D2</f></c>' in xml


def test_formulas_of_a_prefixed_sheet_are_seen() -> None:
    book = Book([Sheet(rows=row(1, "1", "=A1|1"))], strings=["<t>x</t>"], prefix="x", strict=True)
    edited = package_from_bytes(book.build())
    edited.edit("Sheet1").set("A1", 5)
    assert stale(edited) == ["B1"]
    assert re.search(rb'<x:calcPr fullCalcOnLoad="1"/>', contents(edited.to_bytes())[MAIN])

"""Formulas as text: what they read, and how they read elsewhere."""

from __future__ import annotations

import pytest
from openpyxl.formula.translate import Translator

from adjudicator.workbook.formulas import read_references, translate_formula
from adjudicator.workbook.references import cell_ref


def read(formula: str) -> list[tuple[str | None, str]]:
    """Sheet and range of each reference of a formula that stands where it is written."""
    found = []
    for reference in read_references(formula).references:
        area = reference.range_at(0, 0)
        found.append((reference.sheet, area.ref if area is not None else "outside"))
    return found


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("A1", [(None, "A1")]),
        ("$A$1+b2*C$3", [(None, "A1"), (None, "B2"), (None, "C3")]),
        ("SUM(A1:B2,D4)", [(None, "A1:B2"), (None, "D4")]),
        ("SUM(B2:A1)", [(None, "A1:B2")]),
        ("SUM(A:B)", [(None, "A1:B1048576")]),
        ("SUM($3:$3)", [(None, "A3:XFD3")]),
        ("Map!A1", [("Map", "A1")]),
        ("'My sheet'!A1:A3", [("My sheet", "A1:A3")]),
        ("'O''Neill'!A1", [("O'Neill", "A1")]),
        ("Zürich!A1", [("Zürich", "A1")]),
        ("[1]Map!A1+[2]Other!B2", []),
        ("'[Book 2.xlsx]Map'!A1", []),
        ('"A1:B2"&"C3"', []),
        ('IF(A1="x""B2",1,2)', [(None, "A1")]),
        ("LOG10(A1)+ATAN2(B1,C1)", [(None, "A1"), (None, "B1"), (None, "C1")]),
        ("1E5+A1E", []),
        ("#REF!+A1", [(None, "A1")]),
        ("XFE1+A1048577+XFD1048576", [(None, "XFD1048576")]),
        ("A1#+@B2", [(None, "A1"), (None, "B2")]),
        ("{1,2;3,4}+A1", [(None, "A1")]),
        ("A1:B2 B1:C2", [(None, "A1:B2"), (None, "B1:C2")]),
    ],
)
def test_what_a_formula_reads(formula: str, expected: list[tuple[str | None, str]]) -> None:
    assert read(formula) == expected


@pytest.mark.parametrize(
    "formula",
    [
        "OFFSET(A1,1,1)",
        'INDIRECT("A1")',
        "SUM(A1:INDEX(A:A,5))",
        'cell("row")',
        "_xlfn.RTD(A1)",
    ],
)
def test_what_cannot_be_told_from_the_text(formula: str) -> None:
    assert read_references(formula).unpredictable


@pytest.mark.parametrize("formula", ["NOW()", "today()", "B13+RANDBETWEEN(20,50)", "_xlfn.RANDARRAY(3)"])
def test_the_clock_and_chance_read_no_cell_that_an_edit_could_change(formula: str) -> None:
    assert not read_references(formula).unpredictable


@pytest.mark.parametrize("formula", ["SUM(A1:A9)", "INDEX(A1:A9,3)", '"NOW()"', "NOWHERE", "VLOOKUP(A1,B:C,2,FALSE)"])
def test_what_can(formula: str) -> None:
    assert not read_references(formula).unpredictable


def test_names_are_told_from_functions_and_cells() -> None:
    assert read_references("SUM(Treasure)+Map!Local+TRUE").names == (
        (None, "Treasure"),
        ("Map", "Local"),
        (None, "TRUE"),
    )


@pytest.mark.parametrize(
    ("formula", "table", "whole", "this_row", "columns"),
    [
        ("Armies[AP]", "Armies", False, False, (("AP", "AP"),)),
        ("Armies[]", "Armies", False, False, ()),
        ("Armies[#All]", "Armies", True, False, ()),
        ("Armies[#Data]", "Armies", False, False, ()),
        ("Armies[[#This Row],[AP]]", "Armies", False, True, (("AP", "AP"),)),
        ("[@AP]", "", False, True, (("AP", "AP"),)),
        ("[@[Siege gold]]", "", False, True, (("Siege gold", "Siege gold"),)),
        ("Armies[[From]:[To]]", "Armies", False, False, (("From", "To"),)),
        ("Armies[[#Headers],[#Data],[AP]]", "Armies", True, False, (("AP", "AP"),)),
        ("Armies[[#Totals],[From]:[To]]", "Armies", True, False, (("From", "To"),)),
        ("Armies[[From],[To]]", "Armies", False, False, (("From", "From"), ("To", "To"))),
        ("Armies['[odd'] name]", "Armies", False, False, (("[odd] name", "[odd] name"),)),
        ("Armies[[#This Row],['#]]", "Armies", False, True, (("#", "#"),)),
    ],
)
def test_structured_references(
    formula: str, table: str, whole: bool, this_row: bool, columns: tuple[tuple[str, str], ...]
) -> None:
    (found,) = read_references(f"SUM({formula})").tables
    assert (found.table, found.whole, found.this_row, found.columns) == (table, whole, this_row, columns)


FORMULAS = [
    "A1+$B2*C$3-$D$4",
    "SUM(A1:B2)/SUM($A:C)+SUM(3:$4)",
    "'My sheet'!A1&Map!$B$2",
    'IF(A1="B2","C3",D4)',
    "LOG10(E5)+Treasure",
    "VLOOKUP(A1,Map!$A$1:$C$9,2,FALSE)",
]


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("move", [(1, 0), (0, 1), (7, 3)])
def test_formulas_move_as_openpyxl_moves_them(formula: str, move: tuple[int, int]) -> None:
    expected = Translator(f"={formula}", "J20").translate_formula(cell_ref(20 + move[0], 10 + move[1]))
    assert "=" + translate_formula(formula, *move) == expected


def test_structured_references_and_names_do_not_move() -> None:
    for formula in ("T[[#This Row],[A1]]*2", "T[A1]", "[@[B2 C3]]", "A1B", "Tax2024Rate(1)", '"A1"'):
        assert translate_formula(formula, 5, 5) == formula


def test_a_reference_that_leaves_the_sheet_is_lost() -> None:
    assert translate_formula("A1+XFD1", 0, 1) == "B1+#REF!"
    assert translate_formula("A1", -1, 0) == "#REF!"
    assert translate_formula("A1:B2", 0, -1) == "#REF!"

"""Rows are decoded when somebody looks at them: the same rows as ever, and nothing damaged slips through unread."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.workbook.package import PackageRefused, package_from_bytes
from adjudicator.workbook.sheet_cells import SheetCells
from tests.workbook.making import Book, Sheet

MANY = 1_300
"""Rows enough for several blocks."""
STRINGS = ["<t>spring</t>", "<t>Rome</t>", "<t>Veii</t>"]


def read(rows: str) -> SheetCells:
    book = Book([Sheet(rows=rows)], strings=STRINGS)
    return package_from_bytes(book.build()).read_sheet("Sheet1")


def row(number: int, cells: str = "", attributes: str = "") -> str:
    return f'<row r="{number}"{attributes}>{cells}</row>'


def many(change: Callable[[int], str] = lambda number: f'<c r="A{number}"><v>{number}</v></c>') -> str:
    return "".join(row(number, change(number)) for number in range(1, MANY + 1))


CELLS = st.sampled_from(
    [
        '<c r="{c}{r}"><v>7</v></c>',
        '<c r="{c}{r}" t="n"><v>-12</v></c>',
        '<c r="{c}{r}" s="0" t="s"><v>1</v></c>',
        '<c r="{c}{r}" s="0"/>',
        '<c r="{c}{r}" s="0" t="n"></c>',
        '<c r="{c}{r}" t="inlineStr"><is><t>A &amp; B, é</t></is></c>',
        '<c r="{c}{r}" t="inlineStr"><is><t xml:space="preserve"> _x0041_ </t></is></c>',
        '<c r="{c}{r}"><v>1.5</v></c>',
        '<c r="{c}{r}" t="b"><v>1</v></c>',
        '<c r="{c}{r}"><f>A1+1</f><v>8</v></c>',
    ]
)
ROWS = st.lists(
    st.tuples(
        st.integers(1, 9),
        st.sampled_from(["", ' hidden="1"', ' spans="1:3" ht="12.8" hidden="false"', ' customFormat="1" s="0"']),
        st.lists(st.tuples(st.sampled_from("CABA"), CELLS), max_size=4),
    ),
    max_size=7,
)


@settings(max_examples=150, deadline=None)
@given(ROWS, st.booleans())
def test_late_rows_are_those_the_parser_finds(
    made: list[tuple[int, str, list[tuple[str, str]]]], in_order: bool
) -> None:
    """A comment among the rows sends all of them through the XML parser; without it they are decoded late."""
    if in_order:
        made = [one for _, one in sorted({one[0]: one for one in made}.items())]
    rows = "".join(
        row(number, "".join(cell.format(c=column, r=number) for column, cell in cells), attributes)
        for number, attributes, cells in made
    )
    late, parsed = read(rows), read("<!-- a comment -->" + rows)
    assert late.rows == parsed.rows
    assert late.hidden_rows == parsed.hidden_rows
    assert late.last_row == parsed.last_row


def test_every_row_of_a_long_sheet_is_found() -> None:
    sheet = read(many())
    assert len(sheet.rows) == MANY
    assert [one.number for one in sheet] == list(range(1, MANY + 1))
    assert [one.number for one in reversed(sheet.rows)] == list(range(MANY, 0, -1))
    assert [sheet.cell(number, 1).value for number in (1, 500, 501, 1000, MANY)] == [1, 500, 501, 1000, MANY]
    assert sheet.row(MANY + 1) is None
    assert sheet.rows[499:502] == tuple(sheet.rows)[499:502]


def test_gaps_between_and_within_blocks_hold_nothing() -> None:
    sheet = read("".join(row(number, f'<c r="A{number}"><v>1</v></c>') for number in range(10, 10 * MANY, 10)))
    assert sheet.row(9) is None
    assert sheet.row(5_005) is None
    assert sheet.row(5_010) is not None
    assert sheet.last_row == 10 * (MANY - 1)


def test_a_long_sheet_of_formatted_empty_rows_holds_nothing() -> None:
    sheet = read(many(lambda number: f'<c r="A{number}" s="0"/>'))
    assert not sheet.rows
    assert len(sheet.rows) == sheet.last_row == 0


@pytest.mark.parametrize(
    "damage",
    [
        '<c r="A700" t="s"><v>99</v></c>',
        '<c r="A700" t="s"><v>-1</v></c>',
        '<c r="A700" t="s"><v>-0</v></c>',
        '<c r="A700" s="0" t="s"><v>-0</v></c>',
        '<c r="A700"><v>7</v>',
        '<c r="A700" t="inlineStr"><is><t>\x01</t></is></c>',
        '<c r="A700" t="inlineStr"><is><t>&nbsp;</t></is></c>',
    ],
)
def test_damage_in_the_middle_is_refused_though_nobody_looks_there(damage: str) -> None:
    with pytest.raises(PackageRefused, match="Sheet1"):
        read(many(lambda number: damage if number == 700 else f'<c r="A{number}"><v>1</v></c>'))

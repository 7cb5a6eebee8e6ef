"""Random sheets, random edits: the editor against a dictionary, the search for stale results against brute force."""

from __future__ import annotations

import io
import itertools
import warnings
from collections.abc import Iterator

import openpyxl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.references import cell_ref
from adjudicator.workbook.sheet_edit import EditValue
from tests.workbook.making import Book, Sheet, changed_parts, contents, without_cells

SHEET = "xl/worksheets/sheet1.xml"
SMALL = st.integers(1, 6)
PLACES = st.tuples(SMALL, SMALL)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), max_size=8)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(-1e9, 1e9).map(float),
    TEXTS.map(lambda t: t or None),
)

Values = dict[tuple[int, int], EditValue]


@st.composite
def sheets(draw: st.DrawFn) -> tuple[Book, Values]:
    """A sheet in one of the many spellings that programs have for the same values."""
    values: Values = {}
    strings: list[str] = []
    rows: list[str] = []
    named_rows, quote = draw(st.booleans()), draw(st.sampled_from("\"'"))
    space = draw(st.sampled_from(["", " ", "\n"]))
    last = 0
    for number in sorted(draw(st.sets(SMALL, max_size=6))):
        rows += [f"<row{space}/>" for _ in range(last + 1, number)] if not named_rows else []
        last = number
        cells: list[str] = []
        for column in sorted(draw(st.sets(SMALL, max_size=6))):
            value = draw(VALUES)
            style = draw(st.sampled_from(["", " s='1'"]))
            place = f" r={quote}{cell_ref(number, column)}{quote}{space}"
            kind, content = "", ""
            if isinstance(value, bool):
                kind, content = " t='b'", f"<v>{int(value)}</v>"
            elif isinstance(value, str):
                escaped = value.replace("&", "&amp;").replace("<", "&lt;")
                if draw(st.booleans()):
                    kind, content = " t='s'", f"<v>{len(strings)}</v>"
                    strings.append(f'<t xml:space="preserve">{escaped}</t>')
                else:
                    kind, content = " t='inlineStr'", f'<is><t xml:space="preserve">{escaped}</t></is>'
            elif value is not None:
                content = f"<v>{value!r}</v>"
            if value is not None and "_x" not in str(value):
                values[number, column] = value
            elif value is not None:
                content = kind = ""
            cells.append(f"<c{place}{kind}{style}>{content}</c>" if content else f"<c{place}{style}/>")
        name = f" r={quote}{number}{quote}" if named_rows else ""
        rows.append(f"<row{name}>{space}{space.join(cells)}</row{space}>" if cells else f"<row{name}/>")
    book = Book([Sheet(rows=space.join(rows))], strings=strings if strings or draw(st.booleans()) else None)
    book.prefix = draw(st.sampled_from(["", "x"]))
    book.strict = draw(st.booleans())
    return book, values


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sheets(), st.lists(st.tuples(PLACES, VALUES), max_size=8), st.lists(st.dictionaries(SMALL, VALUES, min_size=1)))
def test_the_editor_does_what_a_dictionary_does(
    made: tuple[Book, Values], sets: list[tuple[tuple[int, int], EditValue]], added: list[dict[int, EditValue]]
) -> None:
    book, expected = made
    data = book.build()
    package = package_from_bytes(data)
    read = {(cell.row, cell.column): cell.value for row in package.read_sheet("Sheet1") for cell in row}
    assert {place: value for place, value in read.items() if value != ""} == expected
    edit = package.edit("Sheet1")
    for place, value in sets:
        edit.set(place, value)
        expected[place] = value
    edit.append_rows(6, added)
    expected |= {(7 + n, column): value for n, row in enumerate(added) for column, value in row.items()}
    wanted = {place: value for place, value in expected.items() if value is not None}
    after = package.to_bytes()
    again = {
        (cell.row, cell.column): cell.value for row in package_from_bytes(after).read_sheet("Sheet1") for cell in row
    }
    assert again == wanted
    assert all(type(again[place]) is type(wanted[place]) for place in wanted)
    refs = {cell_ref(*place) for place in edit.values} | {
        cell_ref(row, c) for row in edit.templates for c in range(1, 7)
    }
    if all(" r=" in row for row in book.sheets[0].rows.split("<row")[1:]):
        assert without_cells(contents(after)[SHEET], refs) == without_cells(contents(data)[SHEET], refs)
    if not book.strict:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded = openpyxl.load_workbook(io.BytesIO(after))["Sheet1"]
        seen = {(cell.row, cell.column): cell.value for row in loaded.iter_rows() for cell in row}
        assert {place: value for place, value in seen.items() if value is not None} == wanted
    if not added and all((type(old), old) == (type(new), new) for old, new in both(read, wanted)):
        assert changed_parts(data, after) == set()


def both(one: Values, other: Values) -> Iterator[tuple[EditValue, EditValue]]:
    for place in one.keys() | other.keys():
        yield one.get(place), other.get(place)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(PLACES, st.lists(st.tuples(PLACES, PLACES), min_size=1, max_size=3), max_size=14),
    st.sets(PLACES, min_size=1, max_size=3),
)
def test_stale_results_are_those_that_brute_force_finds(
    reads: dict[tuple[int, int], list[tuple[tuple[int, int], tuple[int, int]]]], changed: set[tuple[int, int]]
) -> None:
    rows: dict[int, str] = {}
    for (row, column), areas in sorted(reads.items()):
        text = "+".join(f"SUM({cell_ref(*first)}:{cell_ref(*last)})" for first, last in areas)
        rows[row] = rows.get(row, "") + f'<c r="{cell_ref(row, column)}"><f>{text}</f><v>1</v></c>'
    xml = "".join(f'<row r="{row}">{cells}</row>' for row, cells in sorted(rows.items()))
    package = package_from_bytes(Book([Sheet(rows=xml)], strings=[]).build())
    for place in changed:
        package.edit("Sheet1").set(place, 77)
    dirty = set(changed)
    while True:
        more = {
            place
            for place, areas in reads.items()
            if place not in dirty and any(inside(one, first, last) for first, last in areas for one in dirty)
        }
        if not more:
            break
        dirty |= more
    sheet = package_from_bytes(package.to_bytes()).read_sheet("Sheet1")
    stale = {(cell.row, cell.column) for row in sheet for cell in row if not cell.cached}
    assert stale == dirty - changed


def inside(place: tuple[int, int], first: tuple[int, int], last: tuple[int, int]) -> bool:
    return all(
        min(one, other) <= where <= max(one, other) for where, one, other in zip(place, first, last, strict=True)
    )


def test_every_pair_of_corners_is_the_same_range() -> None:
    for first, last in itertools.product([(1, 1), (3, 2)], [(2, 4), (5, 1)]):
        assert inside((2, 2), first, last) == inside((2, 2), last, first)

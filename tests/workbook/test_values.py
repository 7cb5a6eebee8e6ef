"""Names and numbers by their laws: whatever is typed is read one way or refused, never guessed, never a crash."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.workbook.cells import Cell, CellKind
from adjudicator.workbook.columns import Limits
from adjudicator.workbook.names import NameList, name_key, plain, without_footnotes
from adjudicator.workbook.values import (
    Doubtful,
    Misread,
    read_number,
    read_season,
    read_text,
    read_whole,
    read_word,
    read_yes_no,
)

WIDE = Limits(-(10**12), 10**12)


def text(value: str) -> Cell:
    return Cell(1, 1, CellKind.TEXT, value)


@given(st.integers(-(10**12), 10**12), st.sampled_from(["{}", " {} ", "{}.0", "{},00", "\u00a0{}\u200b"]))
def test_a_whole_number_in_plain_digits_is_itself(number: int, form: str) -> None:
    assert read_whole(text(form.format(number)), WIDE) == number


@given(st.integers(1_000, 10**12), st.sampled_from([",", " ", "'", "\u00a0", "\u202f", "’"]))
def test_a_whole_number_in_groups_of_three_is_itself(number: int, mark: str) -> None:
    assert read_whole(text(f"{number:,}".replace(",", mark)), WIDE) == number


@given(st.integers(1_000_000, 10**12))
def test_two_full_stops_can_only_be_thousands(number: int) -> None:
    assert read_whole(text(f"{number:,}".replace(",", ".")), WIDE) == number


@given(st.integers(1, 999), st.integers(0, 999))
def test_one_full_stop_before_three_digits_is_doubtful(thousands: int, rest: int) -> None:
    read = read_whole(text(f"{thousands}.{rest:03}"), WIDE)
    assert read == Doubtful(float(1_000 * thousands + rest))


@given(st.floats(-1e6, 1e6).map(lambda number: round(number, 2)))
def test_a_number_with_a_decimal_point_or_comma_is_itself(number: float) -> None:
    typed = f"{number:.2f}"
    assert read_number(text(typed)) == float(typed)
    assert read_number(text(typed.replace(".", ","))) == float(typed)


@given(st.one_of(st.floats(), st.integers()))
def test_any_number_of_a_file_is_read_or_refused(number: float) -> None:
    read = read_whole(Cell(1, 1, CellKind.NUMBER, number), Limits(0, 100))
    assert isinstance(read, Misread) or read in range(101)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(typed: str) -> None:
    for read in (read_whole(text(typed), WIDE), read_number(text(typed)), read_yes_no(text(typed))):
        assert read is None or isinstance(read, (int, float, Misread, Doubtful))
    assert read_season(text(typed)) is None or plain(typed)
    assert read_word(text(typed), ("draw", "dice")) in (None, "draw", "dice") or plain(typed)
    assert read_text(text(typed)) == plain(typed)


@given(st.text(max_size=40))
def test_a_name_is_known_in_every_form_that_looks_the_same(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key
    assert name_key(f" \u200b{name}\u00a0 ") == key
    for form in ("NFC", "NFD"):
        assert name_key(unicodedata.normalize(form, name)) == key
    assert name_key(name.replace("'", "’").replace(" ", "\u00a0 ")) == key


@pytest.mark.parametrize("name", ["Rome", "İzmir", "ΣΊΣΥΦΟΣ", "straße", "Ǆ", "Å", "O'Neill"])
def test_case_makes_no_difference(name: str) -> None:
    assert name_key(name.casefold()) == name_key(name)
    assert name_key(name.lower()) == name_key(name)


@given(st.text(max_size=40))
def test_only_the_ends_are_stripped(name: str) -> None:
    assert plain(plain(name)) == plain(name)
    assert plain(name) in name


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Vei", "Veii"),
        ("vieii", "Veii"),
        ("Cordoba", "Córdoba"),
        ("Tarquini", "Tarquinii"),
        ("Byzantium", ""),
        ("", ""),
    ],
)
def test_the_nearest_name_is_offered(typed: str, near: str) -> None:
    assert NameList(["Roma", "Veii", "Tarquinii", "Córdoba"]).nearest(typed) == near


def test_looking_for_near_names_comes_to_an_end() -> None:
    names = NameList(f"Territory number {number}" for number in range(5_000))
    offered = [names.nearest(f"Teritory nmber {number}") for number in range(100)]
    assert offered[0]
    assert not offered[-1], "a workbook of nothing but mistakes must not take minutes"
    assert names.nearest("x" * 1_000_000) == ""


@pytest.mark.parametrize(
    ("header", "bare"),
    [
        ("gold *", "gold"),
        ("gold¹", "gold"),
        ("gold [2]", "gold"),
        ("gold (1)†:", "gold"),
        ("x", "x"),
        ("siege (gold)", "siege (gold)"),
    ],
)
def test_footnote_marks_are_no_part_of_a_header(header: str, bare: str) -> None:
    assert without_footnotes(header) == bare


@pytest.mark.parametrize("value", ["#REF!", "#N/A"])
def test_an_error_is_an_error_wherever_it_stands(value: str) -> None:
    cell = Cell(1, 1, CellKind.ERROR, value)
    reads = [read_text(cell), read_number(cell), read_whole(cell, WIDE), read_yes_no(cell), read_season(cell)]
    assert all(isinstance(read, Misread) for read in reads)


def test_a_formula_without_a_value_is_never_empty() -> None:
    cell = Cell(1, 1, CellKind.EMPTY, None, None, "A1", cached=False)
    reads = [read_text(cell), read_number(cell), read_whole(cell, WIDE), read_yes_no(cell), read_season(cell)]
    assert all(isinstance(read, Misread) for read in reads)

"""Columns dealt out before the layout: in order, as even as can be, in rows that stay on a page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.newsletter.columns import deal_columns, deal_rows

heights = st.lists(st.floats(0.5, 30), max_size=12)


def highest(columns: tuple[tuple[float, ...], ...]) -> float:
    return max((sum(column) for column in columns), default=0.0)


def best_split(items: list[float], columns: int) -> float:
    """The lowest possible highest column, by trying every split."""
    if columns == 1 or len(items) < 2:
        return sum(items)
    return min(max(sum(items[:end]), best_split(items[end:], columns - 1)) for end in range(len(items) + 1))


def test_two_columns_of_equal_items() -> None:
    assert deal_columns([1.0, 1, 1, 1], 2, float) == ((1, 1), (1, 1))


def test_a_column_without_items_is_still_a_column() -> None:
    assert deal_columns([4.0], 3, float) == ((4,), (), ())
    assert deal_columns([], 2, float) == ((), ())


@given(heights, st.integers(1, 3))
def test_nothing_is_lost_and_the_order_is_kept(items: list[float], columns: int) -> None:
    dealt = deal_columns(items, columns, float)
    assert len(dealt) == columns
    assert [item for column in dealt for item in column] == items


@given(heights, st.integers(2, 3))
def test_the_highest_column_is_as_low_as_can_be(items: list[float], columns: int) -> None:
    assert highest(deal_columns(items, columns, float)) <= best_split(items, columns) + 0.51


@given(heights, st.integers(1, 3), st.floats(5, 40))
def test_a_row_is_no_higher_than_its_page_unless_one_item_is(items: list[float], columns: int, room: float) -> None:
    rows = deal_rows(items, columns, float, room)
    assert [item for row in rows for column in row for item in column] == items
    for row in rows:
        if sum(len(column) for column in row) > 1:
            assert highest(row) <= room

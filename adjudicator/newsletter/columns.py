"""Columns of news, dealt out before anything is laid out.

The layout engine can balance columns by itself, but tries many times over and takes most of its time doing so. The
lengths of texts tell well enough how high they will stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

Columns = tuple[tuple[Item, ...], ...]
"""Items in columns that stand side by side, read down and then across."""


def deal_columns(items: Sequence[Item], columns: int, height: Callable[[Item], float]) -> Columns[Item]:
    """Deal items out in order, so that the highest column is as low as can be."""
    heights = [height(item) for item in items]
    lowest = max(heights, default=0.0)
    highest = sum(heights)
    while highest - lowest > 0.5:
        middle = (lowest + highest) / 2
        if len(_filled(heights, middle)) <= columns:
            highest = middle
        else:
            lowest = middle
    ends = _filled(heights, highest)
    starts = [0, *ends]
    dealt = tuple(tuple(items[start:end]) for start, end in zip(starts, ends, strict=False))
    return (*dealt, *(() for _ in range(columns - len(dealt))))


def deal_rows(
    items: Sequence[Item], columns: int, height: Callable[[Item], float], room: float
) -> tuple[Columns[Item], ...]:
    """Rows of columns, none higher than `room` unless one item is: so that a row can be kept on one page."""
    rows: list[list[Item]] = []
    for item in items:
        if not rows or _height_dealt([*rows[-1], item], columns, height) > room:
            rows.append([])
        rows[-1].append(item)
    return tuple(deal_columns(row, columns, height) for row in rows)


def _filled(heights: Sequence[float], room: float) -> list[int]:
    """Where each column ends when columns of this room are filled one after the other."""
    ends: list[int] = []
    used = 0.0
    for number, height in enumerate(heights):
        if used and used + height > room:
            ends.append(number)
            used = 0.0
        used += height
    return [*ends, len(heights)] if heights else []


def _height_dealt(items: Sequence[Item], columns: int, height: Callable[[Item], float]) -> float:
    return max((sum(height(item) for item in column) for column in deal_columns(items, columns, height)), default=0.0)

"""The rows of a sheet in blocks, each decoded when somebody first looks at one of its rows.

A record grows by a thousand rows a year, and most commands need its header and its end. What is not decoded has been
verified all the same: decoding a block never fails.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import overload

from adjudicator.workbook.cells import Cell, Row


class RowBlock:
    """Rows with content in the order of their numbers; `first` and `last` bound those numbers."""

    __slots__ = ("_decode", "_rows", "first", "last")

    def __init__(self, first: int, last: int, decode: Callable[[], tuple[Row, ...]]) -> None:
        self.first = first
        self.last = last
        self._decode: Callable[[], tuple[Row, ...]] | None = decode
        self._rows: tuple[Row, ...] = ()

    @classmethod
    def of(cls, rows: tuple[Row, ...]) -> RowBlock:
        """At least one row, there already."""
        return cls(rows[0].number, rows[-1].number, lambda: rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, decoded now if they have not been."""
        if self._decode is not None:
            self._rows = self._decode()
            self._decode = None
        return self._rows


class RowBlocks(Sequence[Row]):
    """All rows of a sheet that hold anything, in the order of their numbers; each number once."""

    def __init__(self, blocks: Sequence[RowBlock]) -> None:
        """`blocks` in the order of their rows' numbers, none overlapping another."""
        self._blocks = blocks

    @classmethod
    def of(cls, rows: tuple[Row, ...]) -> RowBlocks:
        """Rows that are there already, in the order of their numbers."""
        return cls([RowBlock.of(rows)] if rows else [])

    def __iter__(self) -> Iterator[Row]:
        for block in self._blocks:
            yield from block.rows

    def __reversed__(self) -> Iterator[Row]:
        for block in reversed(self._blocks):
            yield from reversed(block.rows)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        return sum(len(block.rows) for block in self._blocks)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        return tuple(self)[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowBlocks) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def numbered(self, number: int) -> Row | None:
        """The row of a number, or None when it holds nothing."""
        at = bisect_right(self._blocks, number, key=lambda block: block.first) - 1
        if at < 0:
            return None
        rows = self._blocks[at].rows
        at = bisect_right(rows, number, key=lambda row: row.number) - 1
        return rows[at] if at >= 0 and rows[at].number == number else None


class RowGatherer:
    """Gathers rows and blocks as they are found, in whatever order."""

    def __init__(self) -> None:
        self._blocks: list[RowBlock] = []
        self._loose: list[Row] = []
        self._last = 0
        self._growing = True

    def add(self, row: Row) -> None:
        """The next row."""
        self._follow(row.number, row.number)
        self._loose.append(row)

    def add_block(self, block: RowBlock) -> None:
        """The next rows, together."""
        self._follow(block.first, block.last)
        self._close()
        self._blocks.append(block)

    def _follow(self, first: int, last: int) -> None:
        self._growing &= first > self._last
        self._last = last

    def _close(self) -> None:
        if self._loose:
            self._blocks.append(RowBlock.of(tuple(self._loose)))
            self._loose = []

    def gathered(self) -> RowBlocks:
        """All rows in the order of their numbers; two row elements of one number are joined."""
        self._close()
        if self._growing:
            return RowBlocks(self._blocks)
        return RowBlocks.of(_joined(row for block in self._blocks for row in block.rows))


def _joined(rows: Iterable[Row]) -> tuple[Row, ...]:
    found: dict[int, Row] = {}
    for row in rows:
        known = found.get(row.number)
        if known is not None:
            row = Row(row.number, known.hidden or row.hidden, by_column((*known.cells, *row.cells)))  # noqa: PLW2901
        found[row.number] = row
    return tuple(found[number] for number in sorted(found))


def by_column(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """In the order of columns; of two cells at one place the later counts, as in Excel."""
    last = {cell.column: cell for cell in cells}
    return tuple(last[column] for column in sorted(last))

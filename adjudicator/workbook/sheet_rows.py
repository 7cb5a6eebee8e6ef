"""The rows of one sheet, read column by column; what is wrong is reported at its cell and then counts as empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeVar

from adjudicator.model.campaign import Season
from adjudicator.model.problems import ProblemCode
from adjudicator.workbook.cells import Cell, Row
from adjudicator.workbook.columns import Kind
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import SheetLayout
from adjudicator.workbook.names import NameList
from adjudicator.workbook.references import Range
from adjudicator.workbook.schema import SHORT_TEXT_LIMIT, TEXT_LIMIT, YEARS
from adjudicator.workbook.values import (
    Doubtful,
    Misread,
    is_empty,
    read_date_or_text,
    read_number,
    read_season,
    read_text,
    read_whole,
    read_word,
    read_year,
    read_yes_no,
    shown,
)

_MERGE_IS_SAFE: Final = frozenset({Kind.OWNER, Kind.TERRAIN, Kind.TEXT, Kind.YEAR, Kind.SEASON, Kind.NATIONS})
"""Kinds of column in which one value for several rows can mean only one thing."""
_MOST_SPREAD: Final = 200_000
"""How many cells of one sheet merged cells may fill; beyond it they count for nothing."""
_ROWS_NAMED: Final = 8
_SECRET_SETTING: Final = "Seed"
"""What stands there goes to the dice and into no text, no problem's either (11.3)."""
_NOT_SHOWN: Final = "(not shown)"
_EXAMPLES: Final = {"Year": "1071", "Army AP": "375", "Die": "4"}

T = TypeVar("T")


class SheetRow:
    """One row. Reading a cell that has no meaning reports it, gives None, and adds its header to `invalid`."""

    __slots__ = ("_sheet", "_values", "invalid", "label", "number")

    def __init__(self, sheet: SheetRows, number: int, values: Mapping[str, Cell]) -> None:
        self.number = number
        self.label = ""
        """What a row of settings is about, for problems to name instead of the column."""
        self.invalid: set[str] = set(sheet.layout.missing)
        self._sheet = sheet
        self._values = values

    def cell(self, header: str) -> Cell:
        """The cell under a header; empty where the column is not there."""
        found = self._values.get(header)
        return self._sheet.layout.cell(self.number, header) if found is None else found

    def is_empty(self, header: str) -> bool:
        """Whether nothing stands under a header."""
        found = self._values.get(header)
        return found is None or is_empty(found)

    def shown(self, header: str) -> str:
        """The cell as a problem quotes it."""
        return shown(self.cell(header))

    def problem(
        self, code: ProblemCode, at: str, /, *, found: str | None = None, near: str = "", **values: str
    ) -> None:
        """Reports a problem at the cell under the header `at`; `found` is what stands there unless it is given."""
        layout = self._sheet.layout
        text = self.shown(at) if found is None else found
        if self.label == _SECRET_SETTING:
            text = _NOT_SHOWN
        column = layout.columns.get(at, 0)
        self._sheet.findings.add(code, layout.schema.name, self.number, column, found=text, near=near, **values)

    def invalidate(
        self, code: ProblemCode, at: str, /, *, found: str | None = None, near: str = "", **values: str
    ) -> None:
        """Reports a problem and marks the cell as one without meaning."""
        self.problem(code, at, found=found, near=near, **values)
        self.invalid.add(at)

    def _understood(self, header: str, read: T | Misread) -> T | None:
        if not isinstance(read, Misread):
            return read
        name = self.label or header
        values = {"header": name, "example": _EXAMPLES.get(name, "3"), **dict(read.values)}
        self.invalidate(read.code, header, near=read.near, **values)
        return None

    def text(self, header: str) -> str:
        """Text without white space at its ends; empty where nothing stands."""
        found = self._values.get(header)
        if found is None:
            return ""
        return self._within(header, self._understood(header, read_text(found)) or "")

    def date_or_text(self, header: str) -> str:
        """As `text`, with a date in words."""
        return self._within(header, self._understood(header, read_date_or_text(self.cell(header))) or "")

    def _within(self, header: str, text: str) -> str:
        limit = TEXT_LIMIT if header == "Text" else SHORT_TEXT_LIMIT
        if len(text) <= limit:
            return text
        self.invalidate(ProblemCode.TEXT_TOO_LONG, header, length=f"{len(text):,}", limit=f"{limit:,}")
        return ""

    def whole(self, header: str) -> int | None:
        """A whole number within the column's limits."""
        found = self._values.get(header)
        if found is None:
            return None
        limits = self._sheet.layout.schema.column(header).limits
        if limits is None:
            raise ValueError(f"{header} has no limits")
        return self._certain(header, self._understood(header, read_whole(found, limits)))

    def _certain(self, header: str, read: int | Doubtful | None) -> int | None:
        if not isinstance(read, Doubtful):
            return read
        self.problem(ProblemCode.THOUSANDS_READ, header, number=f"{round(read.number)}")
        return round(read.number)

    def fraction(self, header: str) -> float | None:
        """Any number within the column's limits."""
        read = self._understood(header, read_number(self.cell(header)))
        if isinstance(read, Doubtful):
            self.problem(ProblemCode.THOUSANDS_READ, header, number=f"{read.number:g}")
            read = read.number
        limits = self._sheet.layout.schema.column(header).limits
        if read is not None and limits is not None and not limits.lowest <= read <= limits.highest:
            values = {"header": header, "lowest": f"{limits.lowest}", "highest": f"{limits.highest}"}
            self.invalidate(ProblemCode.NUMBER_OUT_OF_RANGE, header, **values)
            return None
        return read

    def yes_no(self, header: str) -> bool:
        """Yes or no; an empty cell is no."""
        found = self._values.get(header)
        return found is not None and bool(self._understood(header, read_yes_no(found)))

    def word(self, header: str, words: Iterable[str]) -> str | None:
        """One of the words, as the list spells it."""
        found = self._values.get(header)
        return None if found is None else self._understood(header, read_word(found, words))

    def season(self, header: str = "Season") -> Season | None:
        """A season by its name."""
        found = self._values.get(header)
        return None if found is None else self._understood(header, read_season(found))

    def year(self, header: str = "Year") -> int | None:
        """A year as a whole number."""
        found = self._values.get(header)
        return None if found is None else self._understood(header, read_year(found, YEARS))

    def one_of(self, header: str, names: NameList, unknown: ProblemCode, **values: str) -> str | None:
        """A name of the list as its sheet spells it; `unknown` is reported for one that is not on it."""
        text = self.text(header)
        if not text:
            return None
        name = names.find(text)
        if name is None:
            self.invalidate(unknown, header, near=names.nearest(text), **values)
        return name


class SheetRows:
    """The rows of one sheet that count: those whose first column is not empty.

    Iterating reports rows that hold something but lack their first column, merged cells that leave a doubt, and how
    many rows are hidden.
    """

    def __init__(self, layout: SheetLayout, findings: Findings) -> None:
        self.layout = layout
        self.findings = findings
        self._header_of = {column: header for header, column in layout.columns.items()}
        self._spread_left = _MOST_SPREAD

    def __iter__(self) -> Iterator[SheetRow]:
        key = self.layout.schema.key.header
        spread = self._merged_values()
        hidden: list[int] = []
        for row in self.layout.data_rows():
            values = self._values(row)
            if spread:
                values.update(spread.get(row.number, {}))
            first = values.get(key)
            if first is None or is_empty(first):
                self._report_nameless(row, values)
                continue
            if row.hidden:
                hidden.append(row.number)
            yield SheetRow(self, row.number, values)
        if hidden:
            self._report_hidden(hidden)

    def _values(self, row: Row) -> dict[str, Cell]:
        headers = self._header_of
        return {headers[cell.column]: cell for cell in row.cells if cell.column in headers}

    def _report_nameless(self, row: Row, values: Mapping[str, Cell]) -> None:
        schema = self.layout.schema
        for column in schema.columns[1:]:
            cell = values.get(column.header)
            if cell is not None and column.required and column.header != "Result" and not is_empty(cell):
                self.findings.add(
                    ProblemCode.ROW_WITHOUT_NAME,
                    schema.name,
                    row.number,
                    self.layout.columns.get(schema.key.header, 0),
                    # on the Campaign sheet it may be the seed, whose label somebody deleted
                    found=f"a value in {cell.ref}" if schema.name == "Campaign" else shown(cell),
                    header=schema.key.header,
                )
                return

    def _report_hidden(self, rows: list[int]) -> None:
        more = len(rows) - _ROWS_NAMED
        named = ", ".join(map(str, rows[:_ROWS_NAMED])) + (f" and {more:,} more" if more > 0 else "")
        self.findings.add(ProblemCode.ROWS_HIDDEN, self.layout.schema.name, rows=named)

    def _merged_values(self) -> dict[int, dict[str, Cell]]:
        """What merged cells hold for the rows they span, where that is safe; the others are reported."""
        spread: dict[int, dict[str, Cell]] = {}
        last = max(self.layout.last_row, self.layout.header_row)
        for merge in self.layout.cells.merged:
            if merge.max_row <= self.layout.header_row or merge.min_row > last:
                continue
            headers = [
                name for column, name in self._header_of.items() if merge.min_column <= column <= merge.max_column
            ]
            if headers and merge.min_row > self.layout.header_row:
                self._spread(merge, headers, spread, last)
        return spread

    def _spread(self, merge: Range, headers: list[str], spread: dict[int, dict[str, Cell]], last: int) -> None:
        header = min(headers, key=self.layout.columns.__getitem__)
        top = self.layout.cells.cell(merge.min_row, merge.min_column)
        if is_empty(top) or header == "Result":
            return
        column = self.layout.schema.column(header)
        is_new_name = column.kind in (Kind.NEW_NATION, Kind.NEW_TERRITORY)
        is_one_column = len(headers) == 1 and merge.min_column == self.layout.columns[header]
        if is_one_column and merge.min_row == merge.max_row:
            return
        is_safe = column.kind in _MERGE_IS_SAFE or (self.layout.schema.name == "Borders" and header == "From")
        self._spread_left -= min(merge.max_row, last) - merge.min_row
        place = (self.layout.schema.name, merge.min_row, self.layout.columns[header])
        if is_new_name or not (is_one_column and is_safe) or self._spread_left < 0:
            self.findings.add(
                ProblemCode.MERGED_CELLS, *place, found=shown(top), range=merge.ref, header=", ".join(headers)
            )
            return
        self.findings.add(ProblemCode.MERGED_CELLS_COUNT, *place, found=shown(top), range=merge.ref)
        for number in range(merge.min_row + 1, min(merge.max_row, last) + 1):
            spread.setdefault(number, {})[header] = top

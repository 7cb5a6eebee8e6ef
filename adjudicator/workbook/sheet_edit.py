"""Edits of one sheet, staged cell by cell; every check is made when an edit is staged, nothing is written here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from adjudicator.workbook.cells import Table
from adjudicator.workbook.formulas import translate_formula
from adjudicator.workbook.growth import Growth
from adjudicator.workbook.references import MAX_ROW, Range, cell_ref, parse_cell
from adjudicator.workbook.refusals import EditRefusal, EditRefused, refusing
from adjudicator.workbook.sheet_formulas import FormulaKind, SheetFormulas, read_formulas
from adjudicator.workbook.sheet_reading import merged_ranges
from adjudicator.workbook.sheet_xml import SheetXml
from adjudicator.workbook.strings import MAX_TEXT, clean_text

EditValue = str | int | float | bool | None
"""What may be written: text (never a formula, whatever it begins with), a number, a boolean, or None for empty."""

_BUCKET: Final = 64
_TOO_LARGE: Final = 1e308
"""Numbers from here on, infinity and what is no number at all have no spelling that a spreadsheet reads."""


@dataclass(frozen=True, slots=True)
class ReplacedFormula:
    """A formula of the GM's that a value replaces."""

    sheet: str
    ref: str
    formula: str


class SheetEdit:
    """What will change on one sheet. Cells keep their style.

    Every method that stages something raises `PackageRefused` where the sheet turns out to be damaged.
    """

    def __init__(self, name: str, sheet: SheetXml, tables: Sequence[Table]) -> None:
        """`sheet` and `tables` as they are in the file; they stay as they are."""
        self.name: Final = name
        self.sheet: Final = sheet
        self.tables: Final = tuple(tables)
        self.values: Final[dict[tuple[int, int], EditValue]] = {}
        """What is staged, by row and column."""
        self.fills: Final[dict[tuple[int, int], str]] = {}
        """Formulas of calculated columns for added rows, copied from the GM's own."""
        self.templates: Final[dict[int, int | None]] = {}
        """For each added row the row of the file whose styles it takes."""
        self.growths: Final[list[Growth]] = []
        self.grown_tables: Final[dict[str, Table]] = {}
        """Tables that grow, by the name of their part, as they will be."""
        self._replaced: dict[tuple[int, int], ReplacedFormula] = {}

    def set(self, place: str | tuple[int, int], value: EditValue) -> None:
        """Gives the cell at `"C7"` or `(7, 3)` (row, column) a value; None empties it. Its style stays.

        A formula there is replaced and recorded in `replaced_formulas`. An empty text empties the cell.
        Raises `EditRefused` for a cell inside a merge or an array formula, for a table's header, for a text too long
        and a number that is not finite.
        """
        row, column = self._checked_place(place)
        value = self._checked_value(row, column, value)
        with self._reading:
            self._check_cell(row, column, value)
            self._stage(row, column, value)

    def clear_rows(self, rows: Iterable[int], columns: Iterable[int]) -> None:
        """Empties the cells of these columns in these rows, keeping styles; the rows stay and can be filled again.

        Cells inside a merge that are not its top left one are passed over. Raises `EditRefused` as `set` does; then
        none of the cells is staged.
        """
        wanted = sorted(set(columns))
        places: list[tuple[int, int]] = []
        with self._reading:
            for row in rows:
                for column in wanted:
                    self._checked_place((row, column))
                    if not self._inside_merge(row, column):
                        self._check_cell(row, column, None)
                        places.append((row, column))
            for row, column in places:
                self._stage(row, column, None)

    def append_rows(
        self, after_row: int, rows: Sequence[Mapping[int, EditValue]], *, style_row: int | None = 0
    ) -> range:
        """Puts rows (`{column: value}`) directly below `after_row`, and returns their numbers.

        They take their styles and height from `style_row`: 0 means from `after_row` (unless it is a table's header),
        None from nowhere; cells that are formatted already keep their format. A table, filters, validations and
        conditional formats (x14 ones too) that reach `after_row` grow with the rows; those of a header do not. Where a
        table grows, its calculated columns that `rows` does not name take the formula of the row above.
        Raises `EditRefused` when something is in the way, and as `set` does; then none of the rows is staged.
        """
        with self._reading:
            return self._append_rows(after_row, rows, style_row)

    def _append_rows(self, after_row: int, rows: Sequence[Mapping[int, EditValue]], style_row: int | None) -> range:
        first, last = after_row + 1, after_row + len(rows)
        if not rows:
            return range(first, first)
        if after_row < 1 or last > MAX_ROW:
            raise self._refused(EditRefusal.OUTSIDE, f"{first}:{last}", "the rows would lie outside the sheet")
        columns = sorted({column for row in rows for column in row})
        for column in columns:
            self._checked_place((first, column))
        table = self._table_ending_at(after_row, columns)
        width = set(columns)
        if table is not None:
            width |= set(range(table.range.min_column, table.range.max_column + 1))
        self._check_free(range(first, last + 1), frozenset(columns), width, table)
        header = table is not None and table.header_rows > 0 and after_row < table.range.min_row + table.header_rows
        values = {
            (number, column): self._checked_value(number, column, value)
            for number, row in enumerate(rows, first)
            for column, value in row.items()
        }
        template = self._template(after_row, style_row, header=header)
        if header and style_row == 0 and table is not None and table.range.max_row > after_row:
            template = first  # a table without rows keeps one for its format
        below_header = header or style_row is None
        self.growths.append(Growth(after_row, last, min(width), max(width), below_header))
        if table is not None:
            grown = replace(table.range, max_row=max(last, table.range.max_row))
            self.grown_tables[table.part] = replace(table, range=grown)
            if not header:
                self._fill_calculated(table, after_row, range(first, last + 1), set(columns))
        for number in range(first, last + 1):
            self.templates[number] = template
        for (number, column), value in values.items():
            self._stage(number, column, value)
        return range(first, last + 1)

    @property
    def replaced_formulas(self) -> tuple[ReplacedFormula, ...]:
        """The GM's formulas that the staged values of this sheet replace, in the order of their cells."""
        return tuple(self._replaced[place] for place in sorted(self._replaced))

    @property
    def staged(self) -> bool:
        """Whether anything is staged."""
        return bool(self.values or self.growths)

    @property
    def _reading(self) -> AbstractContextManager[None]:
        """What the sheet holds is read when an edit asks for it; damage comes to light here as in reading."""
        return refusing(f"The sheet {self.name}")

    # Checks

    def _refused(self, reason: EditRefusal, ref: str, text: str) -> EditRefused:
        return EditRefused(reason, self.name, ref, f"{self.name}!{ref}: {text}")

    def _checked_place(self, place: str | tuple[int, int]) -> tuple[int, int]:
        try:
            row, column = parse_cell(place) if isinstance(place, str) else place
            cell_ref(row, column)
        except ValueError as error:
            raise self._refused(EditRefusal.OUTSIDE, str(place), str(error)) from error
        return row, column

    def _checked_value(self, row: int, column: int, value: EditValue) -> EditValue:
        if isinstance(value, str):
            text = clean_text(value)
            if len(text) > MAX_TEXT or len(text.encode("utf-16-le")) > 2 * MAX_TEXT:
                raise self._refused(
                    EditRefusal.TOO_LONG, cell_ref(row, column), f"a cell holds at most {MAX_TEXT:,} characters"
                )
            return text or None
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (int, float)) and abs(value) < _TOO_LARGE:
            return value
        raise self._refused(EditRefusal.NOT_A_VALUE, cell_ref(row, column), f"{value!r} cannot stand in a cell")

    def _check_cell(self, row: int, column: int, value: EditValue) -> None:
        ref = cell_ref(row, column)
        if self._inside_merge(row, column):
            raise self._refused(EditRefusal.MERGED, ref, "the cell is merged with the one above or to the left of it")
        area = self._formulas.area_at(row, column) if self._formulas is not None else None
        if area is not None:
            assert area.area is not None  # area_at gives no other
            reason, what = EditRefusal.ARRAY_FORMULA, "an array formula"
            if area.kind is FormulaKind.DATA_TABLE:
                reason, what = EditRefusal.DATA_TABLE, "a data table"
            raise self._refused(reason, ref, f"the cell is part of {what} over {area.area.ref}")
        for table in self.tables:
            header = Range(
                table.range.min_row,
                table.range.min_column,
                table.range.min_row + table.header_rows - 1,
                table.range.max_column,
            )
            if table.header_rows and (row, column) in header:
                name = table.columns[column - table.range.min_column].name if table.columns else ""
                if value != name:
                    raise self._refused(
                        EditRefusal.TABLE_HEADER, ref, f"the cell is a header of the table {table.name}"
                    )

    def _check_free(self, rows: range, columns: Set[int], width: Set[int], table: Table | None) -> None:
        """Raises when something stands where rows are to go, or where the table is to grow: `width` are its columns."""
        area = Range(rows.start, min(width), rows.stop - 1, max(width))
        for other in self.tables:
            current = self.grown_tables.get(other.part, other)
            if current.range.meets(area) and (table is None or other.part != table.part):
                inside = current.data_range is not None and current.data_range.max_row >= area.max_row
                if table is None and inside and current.range.min_row < rows.start:
                    continue
                raise self._refused(
                    EditRefusal.TABLE_IN_THE_WAY,
                    current.range.ref,
                    f"the table {current.name} is in the way of new rows in {area.ref}",
                )
        for merge in self._merges:
            if merge.meets(area):
                raise self._refused(
                    EditRefusal.OCCUPIED, merge.ref, f"the merged cells are in the way of new rows in {area.ref}"
                )
        bottom = table.range.max_row if table is not None else rows.stop - 1
        within = range(rows.start, min(bottom + 1, rows.stop))
        beyond = range(max(bottom + 1, rows.start), rows.stop)
        for place in (*self._occupied(within, columns), *self._occupied(beyond, width)):
            raise self._refused(
                EditRefusal.OCCUPIED, cell_ref(*place), f"something stands there, in the way of new rows in {area.ref}"
            )

    def _occupied(self, rows: range, columns: Set[int]) -> Iterator[tuple[int, int]]:
        for place in self.sheet.occupied(rows, columns):
            if self.values.get(place, place) is not None:
                yield place
        for (row, column), value in self.values.items():
            if row in rows and column in columns and value is not None:
                yield row, column
        for row, column in self.fills:
            if row in rows and column in columns:
                yield row, column

    # Tables and styles

    def _table_ending_at(self, row: int, columns: Sequence[int]) -> Table | None:
        """The table this row is in, rows still free below it included; raises when a totals row stands below it."""
        for original in self.tables:
            table = self.grown_tables.get(original.part, original)
            if not any(table.range.min_column <= column <= table.range.max_column for column in columns):
                continue
            if table.totals_rows and table.range.max_row - table.totals_rows == row:
                raise self._refused(
                    EditRefusal.TOTALS_ROW,
                    table.range.ref,
                    f"the table {table.name} ends with a totals row; switch it off so that rows can be added",
                )
            if not table.totals_rows and table.range.min_row <= row <= table.range.max_row:
                return table
        return None

    def _template(self, after_row: int, style_row: int | None, *, header: bool) -> int | None:
        if style_row is None or (style_row == 0 and header):
            return None
        wanted = style_row or after_row
        return self.templates.get(wanted, wanted)

    def _fill_calculated(self, table: Table, above: int, rows: range, named: Set[int]) -> None:
        for column, definition in enumerate(table.columns, table.range.min_column):
            if definition.formula is None or column in named:
                continue
            formula = self.fills.get((above, column))
            if formula is None:
                known = self._formulas.cells.get((above, column)) if self._formulas is not None else None
                if (
                    known is None
                    or known.kind not in (FormulaKind.PLAIN, FormulaKind.SHARED)
                    or not (known.own_text or known.master)
                ):
                    continue
                formula = known.text
            for row in rows:
                if next(self._occupied(range(row, row + 1), {column}), None) is None:
                    self.fills[row, column] = translate_formula(formula, row - above, 0)

    # What the sheet holds

    @cached_property
    def _formulas(self) -> SheetFormulas | None:
        return read_formulas(self.sheet) if self.sheet.has_formulas else None

    @property
    def formulas(self) -> SheetFormulas | None:
        """The formulas of the sheet as it is in the file; None when it has none."""
        return self._formulas

    @cached_property
    def _merges(self) -> tuple[Range, ...]:
        return merged_ranges(self.sheet.root)

    @cached_property
    def _merges_by_rows(self) -> dict[int, list[Range]]:
        found: dict[int, list[Range]] = {}
        for merge in self._merges:
            for bucket in range(merge.min_row // _BUCKET, merge.max_row // _BUCKET + 1):
                found.setdefault(bucket, []).append(merge)
        return found

    def anchor(self, row: int, column: int) -> tuple[int, int]:
        """The top left cell of the merge that a place lies in; the place itself outside merges."""
        for merge in self._merges_by_rows.get(row // _BUCKET, ()):
            if (row, column) in merge:
                return merge.min_row, merge.min_column
        return row, column

    def _inside_merge(self, row: int, column: int) -> bool:
        """Whether the place lies in a merge and is not its top left cell."""
        return self.anchor(row, column) != (row, column)

    def _stage(self, row: int, column: int, value: EditValue) -> None:
        place = (row, column)
        self.values[place] = value
        self.fills.pop(place, None)
        if self._formulas is not None and place in self._formulas.cells:
            self._replaced[place] = ReplacedFormula(self.name, cell_ref(row, column), self._formulas.cells[place].text)

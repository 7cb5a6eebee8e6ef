"""Edits of one sheet, staged cell by cell and applied in one go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

EditValue = str | int | float | bool | None
"""What may be written: text (never a formula, whatever it begins with), a number, a boolean, or None for an empty
cell."""


@dataclass(frozen=True, slots=True)
class ReplacedFormula:
    """A formula of the GM's that a value replaces."""

    sheet: str
    ref: str
    formula: str


class SheetEdit:
    """What will change on one sheet. Cells keep their style; all checks are made when an edit is staged."""

    name: str

    def set(self, place: str | tuple[int, int], value: EditValue) -> None:
        """Gives the cell at `"C7"` or `(7, 3)` (row, column) a value; None empties it. Its style stays.

        A formula there is replaced and recorded in `replaced_formulas`.
        Raises `EditRefused` for a cell inside a merge or an array formula, for a table's header, a text too long, a
        number not finite.
        """
        raise NotImplementedError

    def clear_rows(self, rows: Iterable[int], columns: Iterable[int]) -> None:
        """Empties the cells of these columns in these rows, keeping styles; the rows stay and can be filled again.

        Cells inside a merge that are not its top left one are passed over. Raises as `set` does.
        """
        raise NotImplementedError

    def append_rows(
        self, after_row: int, rows: Sequence[Mapping[int, EditValue]], *, style_row: int | None = 0
    ) -> range:
        """Puts rows (`{column: value}`) directly below `after_row`, and returns their numbers.

        They take their styles and height from `style_row`: 0 means from `after_row` (unless it is a table's header),
        None from nowhere; rows that are formatted already keep what they have. A table, filters, validations,
        conditional formats (and x14 ones) that reach `after_row` grow with them. A table's calculated columns that
        `rows` does not name are filled with the formula of the row above.
        Raises `EditRefused` when something is in the way, and as `set` does; then none of the rows is staged.
        """
        raise NotImplementedError

    @property
    def replaced_formulas(self) -> tuple[ReplacedFormula, ...]:
        """The GM's formulas that the staged values of this sheet replace, in the order of their cells."""
        raise NotImplementedError

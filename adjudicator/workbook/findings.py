"""The problems of one workbook, gathered while it is read and put in the order of its sheets, rows and columns."""

from __future__ import annotations

from typing import Final

from adjudicator.model.problems import CATALOGUE, Place, Problem, ProblemCode, Severity
from adjudicator.workbook.references import cell_ref
from adjudicator.workbook.schema import SHEETS

_SHEET_RANK: Final = {sheet.name: rank for rank, sheet in enumerate(SHEETS)}


class Findings:
    """Gathers problems; `problems` gives them sheet by sheet, row by row, column by column, each only once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, int, Problem], None] = {}
        self._errors = 0

    def add(
        self,
        code: ProblemCode,
        sheet: str,
        row: int = 0,
        column: int = 0,
        /,
        *,
        found: str = "",
        near: str = "",
        **values: str,
    ) -> None:
        """Adds a problem at a cell, or at a sheet as a whole where `row` is 0. `sheet` is the schema's name."""
        place = Place(sheet, cell_ref(row, max(column, 1)) if row else None)
        problem = Problem(code, place, found, near, tuple(values.items()))
        self._found[sheet, row, column, problem] = None
        self._errors += CATALOGUE[code].severity is Severity.ERROR

    @property
    def has_errors(self) -> bool:
        """Whether anything found stops the run."""
        return self._errors > 0

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems in their order; those of one cell in the order in which they were found."""
        found = sorted(self._found, key=lambda entry: (_SHEET_RANK[entry[0]], entry[1], entry[2]))
        return tuple(entry[3] for entry in found)

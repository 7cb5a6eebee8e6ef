"""The problems of one workbook, gathered while it is read and put in the order of its sheets, rows and columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from adjudicator.model.problems import CATALOGUE, Place, Problem, ProblemCode, Severity
from adjudicator.workbook.references import cell_ref
from adjudicator.workbook.schema import SHEETS

_SHEET_RANK: Final = {sheet.name: rank for rank, sheet in enumerate(SHEETS)}


LISTED: Final = 500
"""How many problems of one kind on one sheet are listed; the rest are counted."""


class Findings:
    """Gathers problems; `problems` gives them sheet by sheet, row by row, column by column, each only once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, int, Problem], None] = {}
        self._counts: Counter[tuple[str, ProblemCode]] = Counter()
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
        self._counts[sheet, code] += 1
        self._errors += CATALOGUE[code].severity is Severity.ERROR
        if self._counts[sheet, code] <= LISTED:
            place = Place(sheet, cell_ref(row, max(column, 1)) if row else None)
            self._found[sheet, row, column, Problem(code, place, found, near, tuple(values.items()))] = None

    @property
    def has_errors(self) -> bool:
        """Whether anything found stops the run."""
        return self._errors > 0

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems in their order; those of one cell in the order in which they were found."""
        found = sorted(self._found, key=lambda entry: (_SHEET_RANK[entry[0]], entry[1], entry[2]))
        return (*(entry[3] for entry in found), *self._unlisted())

    def _unlisted(self) -> Iterator[Problem]:
        for (sheet, code), count in self._counts.items():
            if count > LISTED:
                values = (("count", f"{count - LISTED:,}"), ("code", code.value))
                yield Problem(ProblemCode.MORE_OF_THE_KIND, Place(sheet), values=values)

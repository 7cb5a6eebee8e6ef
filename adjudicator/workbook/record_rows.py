"""The rows of a sheet as they stand, cell by cell as text: to compare what two workbooks say of the past."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import LayoutFinder
from adjudicator.workbook.names import plain
from adjudicator.workbook.package import Package
from adjudicator.workbook.schema import SHEET
from adjudicator.workbook.values import shown


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One row under its headers. `values` are texts as a reader would quote them (`5` for 5.0), `cells` their places
    (`G7`); headers that the sheet does not have are in neither.
    """

    sheet: str
    number: int
    values: Mapping[str, str]
    cells: Mapping[str, str]

    def place(self, header: str) -> str:
        """The cell under a header as a formula names it, `Dice!G7`; the sheet where it has no such column."""
        cell = self.cells.get(header)
        return self.sheet if cell is None else f"{self.sheet}!{cell}"


def record_rows(package: Package, sheet: str) -> tuple[RecordRow, ...]:
    """The rows of a sheet of the schema whose first column is filled; none where the workbook has no such sheet.

    Raises `PackageRefused` where the sheet's part is damaged.
    """
    # Not by the layout of a reading: that holds only the sheets its own season needed. What is wrong with the sheet is
    # the reading's to report.
    found = LayoutFinder(package, Findings()).find(SHEET[sheet], needed=False)
    if found is None:
        return ()
    first = found.schema.columns[0].header
    rows = (
        RecordRow(
            sheet,
            row.number,
            {header: plain(shown(found.cell(row.number, header))) for header in found.columns},
            {header: found.ref(row.number, header) for header in found.columns},
        )
        for row in found.data_rows()
    )
    return tuple(row for row in rows if row.values.get(first))

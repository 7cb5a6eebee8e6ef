"""What can be wrong with a workbook: a code, a place, what was found there.

The sentence the GM reads comes from one catalogue, `CATALOGUE`; nothing else in the program words a problem.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """An error stops the run; a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the workbook: a sheet, and a cell such as `C7` where there is one."""

    sheet: str
    cell: str | None = None

    def __str__(self) -> str:
        """As a formula would name it: `Winter!C7`."""
        return f"{self.sheet}!{self.cell}" if self.cell else self.sheet

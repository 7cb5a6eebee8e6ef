"""Problems shown where the GM works: a note on each cell that has one, and none left from an earlier check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from adjudicator.model.problems import Problem, Severity
from adjudicator.workbook.package import SheetKind
from adjudicator.workbook.reader import Reading

AUTHOR: Final = "adjudicate"
"""The author of the program's notes; notes of any other author are never touched."""
_TITLES: Final = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.NOTE: "Note"}


def mark_problems(reading: Reading, problems: Iterable[Problem]) -> bytes:
    """The workbook with a note on each cell that has a problem, the notes of an earlier check taken away.

    Problems without a cell are left to the printed list. With nothing to put on and nothing to take away the very bytes
    of the file come back. Raises `EditRefused` or `WriteDamaged` where notes cannot be written.
    """
    texts = _texts(problems)
    package = reading.package
    for info in package.sheets:
        if info.kind is SheetKind.WORKSHEET:
            package.remove_notes(info.name, AUTHOR)
    for sheet, notes in texts.items():
        tab = reading.layout.tab(sheet)
        if tab is not None:
            package.set_notes(tab, notes, AUTHOR)
    return package.to_bytes()


def _texts(problems: Iterable[Problem]) -> Mapping[str, Mapping[str, str]]:
    """The text of each note by sheet and cell; several problems of one cell share a note."""
    texts: dict[str, dict[str, str]] = {}
    for problem in problems:
        if problem.place.cell is None:
            continue
        text = f"{_TITLES[problem.severity]}: {problem.message}"
        if problem.remedy:
            text += f"\n{problem.remedy}"
        notes = texts.setdefault(problem.place.sheet, {})
        earlier = notes.get(problem.place.cell)
        notes[problem.place.cell] = f"{earlier}\n\n{text}" if earlier else text
    return texts

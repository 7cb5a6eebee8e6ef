"""Writes the reference part of `workbook.md` anew from the schema: `python docs/make_workbook_page.py`."""

from __future__ import annotations

from pathlib import Path

from adjudicator.workbook.documentation import documentation

PAGE = Path(__file__).resolve().parent / "workbook.md"
MARK = "<!-- From here on this page is made from the schema by make_workbook_page.py. -->\n"


def current_page(page: str) -> str:
    """The page with its reference part as the schema has it now. Raises `ValueError` when the mark is not there."""
    written, mark, _ = page.partition(MARK)
    if not mark:
        raise ValueError(f"{PAGE.name} has lost the line {MARK!r}")
    return f"{written}{MARK}\n{documentation()}"


if __name__ == "__main__":
    PAGE.write_text(current_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

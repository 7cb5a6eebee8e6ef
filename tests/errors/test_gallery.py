"""The gallery of mistakes: every code has a workbook, and of every workbook the GM is told as in `gallery.txt`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.model.problems import CATALOGUE, ProblemCode, Severity
from adjudicator.workbook.reader import read_workbook
from tests.errors.gallery import EXPECTED, MISTAKES, Mistake, told

JUDGED_WITH_THE_RULES = {
    ProblemCode.ORDER_REFUSED,
    ProblemCode.REBUILD_REFUSED,
    ProblemCode.SIEGE_GOLD_REFUSED,
    ProblemCode.MONUMENTS_LOWERED,
    ProblemCode.TOO_MANY_SILENT,
    ProblemCode.NATION_SILENT,
    ProblemCode.ENTRY_NOT_NEEDED,
}
"""What the reader cannot know; the rules find it."""
TOO_MANY_TO_SHOW = {ProblemCode.MORE_OF_THE_KIND}
MET_WHEN_WRITING = {ProblemCode.FORMULA_REPLACED, ProblemCode.ROWS_SET_APART, ProblemCode.SHEET_NOT_WRITABLE}


def expected() -> dict[str, str]:
    parts = re.split(r"^## (\S+)\n", EXPECTED.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_the_gm_is_told(mistake: Mistake, tmp_path: Path) -> None:
    reading = read_workbook(mistake.save(tmp_path))
    assert told(mistake, reading.problems).split("\n", 1)[1].strip() == expected()[mistake.name]
    assert mistake.code in {problem.code for problem in reading.problems}
    is_error = any(problem.severity is Severity.ERROR for problem in reading.problems)
    assert (reading.book is None) == is_error


def test_every_code_has_its_workbook() -> None:
    shown = {mistake.code for mistake in MISTAKES}
    assert set(ProblemCode) - shown == JUDGED_WITH_THE_RULES | MET_WHEN_WRITING | TOO_MANY_TO_SHOW


def test_the_gallery_holds_nothing_else() -> None:
    assert list(expected()) == [mistake.name for mistake in MISTAKES]


def test_every_code_is_worded_and_tells_what_to_do() -> None:
    assert set(CATALOGUE) == set(ProblemCode)
    for code, wording in CATALOGUE.items():
        assert wording.message.endswith((".", "}")), code
        assert wording.remedy.endswith(".") or wording.severity is Severity.NOTE, code

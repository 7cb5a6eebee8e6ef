"""Problems as notes on their cells: put on, renewed, taken away, and nothing else changed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment

from adjudicator.workbook.marking import AUTHOR, mark_problems
from adjudicator.workbook.reader import read_workbook
from tests.workbook.books import campaign_workbook


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "campaign.xlsx"


def notes(data: bytes) -> dict[str, tuple[str, str]]:
    """Author and text of every note, by its place."""
    book = load_workbook(io.BytesIO(data))
    return {
        f"{sheet.title}!{cell.coordinate}": (cell.comment.author, cell.comment.text)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.comment is not None
    }


def mistaken(book: Workbook) -> None:
    book["Nations"]["H2"] = "many"
    book["Spring"]["D2"] = "Fregelae"


def test_each_wrong_cell_has_a_note(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path, change=mistaken))
    assert notes(mark_problems(reading, reading.problems)) == {
        "Nations!H2": (AUTHOR, 'Error: "many" is not a number.\nWrite digits only under "Gold", such as 3.'),
        "Spring!D2": (
            AUTHOR,
            'Warning: "Fregelae" is no territory on the Map sheet; the order will be read as Defend (2.2). '
            'Did you mean "Fregellae"?\nSpell it as the Map sheet does.',
        ),
    }


def test_several_problems_of_a_cell_share_its_note(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path, change=lambda book: book["Borders"].__setitem__("C2", "lava; ice")))
    (note,) = notes(mark_problems(reading, reading.problems)).values()
    assert note[1].count("Error: ") == 2


def test_the_notes_of_an_earlier_check_go(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path, change=mistaken))
    marked = mark_problems(reading, reading.problems)
    again = read_workbook(path, marked)
    left = [problem for problem in again.problems if problem.place.sheet == "Spring"]
    assert list(notes(mark_problems(again, left))) == ["Spring!D2"]
    again = read_workbook(path, marked)
    assert notes(mark_problems(again, ())) == {}


def test_the_gms_own_notes_stay(path: Path) -> None:
    def change(book: Workbook) -> None:
        mistaken(book)
        book["Nations"]["A2"].comment = Comment("Livia is away in May", "GM")

    reading = read_workbook(campaign_workbook(path, change=change))
    marked = mark_problems(reading, reading.problems)
    assert notes(marked)["Nations!A2"] == ("GM", "Livia is away in May")
    again = read_workbook(path, marked)
    assert list(notes(mark_problems(again, ()))) == ["Nations!A2"]


def test_a_sound_workbook_stays_as_it_is(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path))
    assert mark_problems(reading, reading.problems) == path.read_bytes()


def test_problems_on_a_sheet_that_is_missing_have_no_cell_to_mark(path: Path) -> None:
    reading = read_workbook(campaign_workbook(path, omit=["Map"]))
    assert reading.problems
    assert mark_problems(reading, reading.problems) == path.read_bytes()

"""`check`: every problem of a workbook and every order the rules will refuse, without writing anything but notes."""

from __future__ import annotations

from pathlib import Path

from adjudicator.archive.commit import commit_waiting
from adjudicator.archive.guard import check_workbook_free
from adjudicator.archive.locking import season_lock
from adjudicator.archive.places import locate, read_workbook
from adjudicator.archive.recovery import recover
from adjudicator.model.problems import Problem
from adjudicator.order_warnings import check_orders, check_silence
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import Reading, read_package


def check_workbook(workbook: Path) -> tuple[Problem, ...]:
    """Every problem of the workbook: errors, and warnings of what the rules will refuse (2.2).

    Raises `WorkbookUnavailable`, or `PackageRefused` for a file that is no workbook.
    """
    places = locate(workbook)
    return problems_of(read_package(places.workbook, package_from_bytes(read_workbook(places).content)))


def mark_workbook(workbook: Path) -> tuple[Problem, ...]:
    """The same, and a note on each cell that is meant; the notes of an earlier check are taken away.

    Raises as `check_workbook` does, and `WorkbookUnavailable` where the workbook cannot be replaced now.
    """
    from adjudicator.workbook.marking import mark_problems

    places = locate(workbook)
    with season_lock(places):
        recover(places)
        check_workbook_free(places)
        original = read_workbook(places)
        reading = read_package(places.workbook, package_from_bytes(original.content))
        problems = problems_of(reading)
        marked = mark_problems(reading, problems)
        if marked != original.content:
            commit_waiting(places, original, marked)
    return problems


def problems_of(reading: Reading) -> tuple[Problem, ...]:
    """What is wrong with a workbook already read, and what the rules will make of its orders."""
    book = reading.book
    if book is None:
        return reading.problems
    silence = check_silence(book)
    return (*reading.problems, *(() if silence is None else (silence,)), *check_orders(book, reading.layout))

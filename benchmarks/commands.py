"""Whole commands in fresh processes: starting, checking, and a season with newsletters."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.campaigns import sample_path
from benchmarks.measure import Measured, at_most, medians, process

RENDER_ONE = """
import weasyprint
from pathlib import Path
from adjudicator.workbook.reader import read_workbook
from adjudicator.rules.season import resolve_season
from adjudicator.season_news import reader_views
from adjudicator.newsletter.editions import compose, write_pdf
book = read_workbook(Path({path!r})).book
outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
views = reader_views(book, outcome)
write_pdf(compose(next(iter(views.values())), common=views["public"]))
"""


def season_command(folder: Path) -> Callable[[], object]:
    def run() -> None:
        for place in ("archive", "reports"):
            shutil.rmtree(folder / place, ignore_errors=True)
        workbook = folder / "anatolia.xlsx"
        shutil.copyfile(sample_path(), workbook)
        process("-m", "adjudicator", str(workbook))()

    return run


def measure() -> Iterator[Measured]:
    path = str(sample_path())
    starting = medians({"help": process("-m", "adjudicator", "--help"), "bare": process("-c", "pass")}, 15)
    yield at_most("adjudicate --help against a bare python -c pass", starting["help"] / starting["bare"], 4)
    load = f"import openpyxl; openpyxl.load_workbook({path!r})"
    checking = medians({"check": process("-m", "adjudicator", "check", path), "openpyxl": process("-c", load)}, 9)
    yield at_most("check against importing openpyxl and loading", checking["check"] / checking["openpyxl"], 1.5)
    folder = Path(tempfile.mkdtemp())
    try:
        whole = medians({"season": season_command(folder), "one": process("-c", RENDER_ONE.format(path=path))}, 3)
    finally:
        shutil.rmtree(folder)
    yield at_most("a season with newsletters against one newsletter", whole["season"] / whole["one"], 2.2)

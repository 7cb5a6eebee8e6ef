"""The workbook: reading and editing in place against openpyxl's load and save of the same file, young and old."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from openpyxl import load_workbook

from adjudicator.model.campaign import Season
from adjudicator.newsletter.phrases import Phrasebook
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.season_record import make_record
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import read_package
from adjudicator.workbook.writer import write_season
from benchmarks.campaigns import sample_path
from benchmarks.measure import Measured, at_most, medians

PHRASES = Phrasebook()


def season_in_place(data: bytes) -> bytes:
    """Read the workbook, and write a resolved season into it; resolving and wording are not what is measured."""
    reading = read_package(Path("campaign.xlsx"), package_from_bytes(data))
    book = reading.book
    if book is None:
        raise ValueError(reading.problems[0])
    outcome = resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed)
    if not isinstance(outcome, Resolution):
        raise TypeError("the sample never waits")
    return write_season(reading, make_record(book, outcome, PHRASES)).data


def through_openpyxl(data: bytes) -> bytes:
    book = load_workbook(BytesIO(data))
    book["Campaign"]["B3"] = "spring"
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def aged(data: bytes, years: int, nations: int = 40) -> bytes:
    """The same workbook after many years: `History`, `Chronicle` and `Dice` with a row for each thing that happened."""
    book = load_workbook(BytesIO(data))
    names = [row[0].value for row in book["Nations"].iter_rows(min_row=2) if row[0].value]
    first = int(book["Campaign"]["B3"].value if str(book["Campaign"]["B3"].value).isdigit() else 1072) - years
    for year in range(first, first + years):
        for season in Season:
            for number in range(nations):
                name = names[number % len(names)]
                book["History"].append([year, season.value, name, 5, 375, 3, 2 * year, "active"])
                text = f"In {year} something befell {name}, number {number}."
                book["Chronicle"].append([year, season.value, "siege_failed", "all", text])
                book["Dice"].append([year, season.value, "siege", name, "Antioch", number + 1, 3, 1, 4, 5, "seed"])
    for sheet in ("History", "Chronicle", "Dice"):
        for table in book[sheet].tables.values():
            columns = table.ref.split(":")[1].rstrip("0123456789")
            table.ref = f"A1:{columns}{book[sheet].max_row}"
            if table.autoFilter is not None:
                table.autoFilter.ref = table.ref
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def measure() -> Iterator[Measured]:
    data = sample_path().read_bytes()
    season_in_place(data)
    taken = medians({"ours": lambda: season_in_place(data), "openpyxl": lambda: through_openpyxl(data)}, 7)
    yield at_most("read and edit in place, against openpyxl's load and save", taken["ours"] / taken["openpyxl"], 0.8)
    old = aged(data, 30)
    taken_old = medians({"ours": lambda: season_in_place(old), "openpyxl": lambda: through_openpyxl(old)}, 3)
    yield at_most("the same after 30 years of 40 nations", taken_old["ours"] / taken_old["openpyxl"], 0.8)


def write_aged(folder: str | None = None) -> Path:
    """An aged workbook on the disk, for profiling by hand."""
    path = Path(folder or tempfile.mkdtemp()) / "aged.xlsx"
    path.write_bytes(aged(sample_path().read_bytes(), 30))
    return path

"""What the GM changes by hand between two seasons: all of it stands on `Corrections`, nothing else does, and `verify`
finds the campaign sound.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.control.commands import adjudicate, column, edit, find_row, new_campaign, resolve, rows
from tests.workbook.making import contents, zipped

Told = tuple[str, str, str]


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A campaign with its spring behind it."""
    path = new_campaign(tmp_path / "tiber.xlsx")
    resolve(path)
    return path


def told(workbook: Path) -> set[Told]:
    """Cell, was and now of every row of `Corrections`."""
    found = rows(workbook, "Corrections")
    return {tuple("" if row[name] is None else str(row[name]) for name in ("Cell", "Was", "Now")) for row in found}


def cell(workbook: Path, sheet: str, name: str, header: str) -> str:
    return f"{column(workbook, sheet, header)}{find_row(workbook, sheet, name)}"


def assert_sound(workbook: Path) -> None:
    ended = adjudicate("verify", workbook)
    assert ended.code == 0, ended.told


def test_nothing_changed_is_nothing_told(workbook: Path) -> None:
    resolve(workbook)
    assert told(workbook) == set()
    assert_sound(workbook)


def test_another_spelling_of_a_nation_is_no_correction_and_hides_none(workbook: Path) -> None:
    gold = cell(workbook, "Nations", "Rome", "Gold")
    was = load_workbook(workbook)["Nations"][gold].value
    edit(workbook, "Nations", cell(workbook, "Nations", "Rome", "Nation"), "ROME")
    edit(workbook, "Nations", gold, 30)
    resolve(workbook)
    assert told(workbook) == {(f"Nations!{gold}", str(was), "30")}
    assert_sound(workbook)


def test_another_spelling_of_a_territory_hides_no_new_owner(workbook: Path) -> None:
    armies = {row["Army at"] for row in rows(workbook, "Nations")}
    name, was = next(
        (row["Territory"], row["Owner"]) for row in rows(workbook, "Map") if row["Territory"] not in armies
    )
    now = next(row["Nation"] for row in rows(workbook, "Nations") if row["Nation"] != was)
    owner = cell(workbook, "Map", name, "Owner")
    edit(workbook, "Map", cell(workbook, "Map", name, "Territory"), f"  {name.upper()} ")
    edit(workbook, "Map", owner, now)
    resolve(workbook)
    assert told(workbook) == {(f"Map!{owner}", str(was or ""), str(now))}
    assert_sound(workbook)


def test_a_nation_that_joins_is_told_with_what_it_brings(workbook: Path) -> None:
    number = len(rows(workbook, "Nations")) + 2
    for header, value in {"Nation": "Tarquinii", "Ag": 1, "Army AP": 300, "Gold": 77, "VP": 40}.items():
        edit(workbook, "Nations", f"{column(workbook, 'Nations', header)}{number}", value)
    territory = len(rows(workbook, "Map")) + 2
    edit(workbook, "Map", f"{column(workbook, 'Map', 'Territory')}{territory}", "Norchia")
    edit(workbook, "Map", f"{column(workbook, 'Map', 'Owner')}{territory}", "Tarquinii")
    resolve(workbook)
    nations = {header: f"Nations!{column(workbook, 'Nations', header)}{number}" for header in ("Nation", "Gold", "VP")}
    assert {
        (nations["Nation"], "", "Tarquinii"),
        (nations["Gold"], "", "77"),
        (nations["VP"], "", "40"),
        (f"Map!{column(workbook, 'Map', 'Territory')}{territory}", "", "Norchia"),
        (f"Map!{column(workbook, 'Map', 'Owner')}{territory}", "", "Tarquinii"),
    } <= told(workbook)
    assert_sound(workbook)


def calculated(workbook: Path, place: str, formula: str, value: str) -> None:
    """A formula in a cell of `Campaign`, with the result that a spreadsheet has saved beside it."""
    parts = contents(workbook.read_bytes())
    written = f'<c r="{place}" t="str"><f>{formula}</f><v>{value}</v></c>'.encode()
    part = next(name for name, data in parts.items() if name.startswith("xl/worksheets/") and b">Seed<" in data)
    found = re.compile(rb'<c r="%b"[^>]*>.*?</c>' % place.encode())
    parts[part], count = found.subn(lambda _: written, parts[part])
    assert count == 1
    workbook.write_bytes(zipped(parts))


def test_a_title_that_is_calculated_ends_no_correction(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx", settings={"Title": "to be replaced"})
    title, year = (f"B{find_row(workbook, 'Campaign', name)}" for name in ("Title", "Season"))
    calculated(workbook, title, f'"Tiber in "&amp;{year}', "Tiber in spring")
    resolve(workbook)
    gold = cell(workbook, "Nations", "Rome", "Gold")
    edit(workbook, "Nations", gold, 30)
    calculated(workbook, title, f'"Tiber in "&amp;{year}', "Tiber in summer")
    resolve(workbook)
    assert {place for place, _, _ in told(workbook)} == {f"Nations!{gold}"}
    calculated(workbook, title, f'"Tiber in "&amp;{year}', "Tiber in fall")
    assert_sound(workbook)


def test_a_mistake_in_the_orders_to_come_leaves_the_season_before_sound(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    edit(workbook, "Summer", "B2", "Ofensiv")
    resolve(workbook)
    edit(workbook, "Summer", "B2", "Defend")
    edit(workbook, "Nations", cell(workbook, "Nations", "Rome", "Gold"), 30)
    resolve(workbook)
    assert len(told(workbook)) == 1
    assert_sound(workbook)


def test_a_die_entered_seasons_ahead_is_the_gms(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    resolve(workbook)
    number = len(rows(workbook, "Dice")) + 2
    entered = {"Year": 2, "Season": "winter", "Kind": "raid", "Nation": "Rome", "Place": "Veii", "Attempt": 1, "Die": 6}
    for header, value in entered.items():
        edit(workbook, "Dice", f"{column(workbook, 'Dice', header)}{number}", value)
    resolve(workbook)
    assert_sound(workbook)


@pytest.mark.parametrize("typed", ["nations!{}", "'Nations'!{}", " Nations ! {} "])
def test_a_reason_given_beforehand_is_found_however_its_cell_is_typed(workbook: Path, typed: str) -> None:
    gold = cell(workbook, "Nations", "Rome", "Gold")
    edit(workbook, "Nations", gold, 30)
    for header, value in {
        "Year": 1,
        "Season": "summer",
        "Cell": typed.format(f"${gold.lower()[0]}${gold[1:]}"),
        "Reason": "the treasurer miscounted",
    }.items():
        edit(workbook, "Corrections", f"{column(workbook, 'Corrections', header)}2", value)
    resolve(workbook)
    (row,) = rows(workbook, "Corrections")
    assert (row["Now"], row["Reason"]) in ((30, "the treasurer miscounted"), ("30", "the treasurer miscounted"))
    assert_sound(workbook)


def test_seasons_missing_from_the_archive_are_no_corrections(workbook: Path) -> None:
    resolve(workbook)
    shutil.rmtree(workbook.parent / "archive" / "tiber" / "1-3-summer")
    ended = resolve(workbook)
    assert told(workbook) == set()
    assert "Earlier seasons of this campaign are not in the archive" in ended.told


def test_a_record_changed_by_hand_is_explained_by_its_own_cell(workbook: Path) -> None:
    place = f"{column(workbook, 'Chronicle', 'Text')}3"
    edit(workbook, "Chronicle", place, "It was all quite different.")
    resolve(workbook)
    assert adjudicate("verify", workbook).code == 2
    number = len(rows(workbook, "Corrections")) + 2
    explained = {"Year": 1, "Season": "summer", "Cell": f"Chronicle!{place}", "Reason": "the scribe erred"}
    for header, value in explained.items():
        edit(workbook, "Corrections", f"{column(workbook, 'Corrections', header)}{number}", value)
    ended = adjudicate("verify", workbook)
    assert ended.code == 0, ended.told
    assert "the scribe erred" in ended.out

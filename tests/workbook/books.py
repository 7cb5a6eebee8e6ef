"""Campaign workbooks for tests of every room, made with openpyxl as a GM's own might be.

`campaign_workbook` makes a small valid campaign; every part of it can be replaced, and `change` may do anything to the
workbook before it is saved. `workbook_from_case` makes one from a conformance case (see `tests/cases/README.md`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

HEADERS: Mapping[str, tuple[str, ...]] = {
    "Campaign": ("Setting", "Value", "Meaning"),
    "Rules": ("Rule", "Value", "Default", "Meaning", "Clause"),
    "Nations": (
        *("Nation", "Player", "Email", "Colour", "Capital", "Ag", "Army AP", "Gold", "VP", "Army at"),
        *("Siege seasons", "Came from", "Standing"),
    ),
    "Map": ("Territory", "Owner", "X", "Y"),
    "Borders": ("From", "To", "Terrain"),
    "Winter": ("Nation", "Order", "From", "Target", "Rebuild", "Siege gold", "Intercept", "Result"),
    "Spring": ("Nation", "Order", "From", "Target", "Rebuild", "Siege gold", "Intercept", "Result"),
    "Summer": ("Nation", "Order", "From", "Target", "Rebuild", "Siege gold", "Intercept", "Result"),
    "Fall": ("Nation", "Monuments", "Result"),
    "Battles": (
        *("Year", "Season", "Area", "Attacker", "Attacker AP", "Defender", "Defender AP", "Winner", "Decided by"),
    ),
    "Dice": (
        *("Year", "Season", "Kind", "Nation", "Place", "Attempt", "Die", "Modifier", "Total", "Needed", "Rolled by"),
    ),
    "Chronicle": ("Year", "Season", "Kind", "Seen by", "Text"),
    "History": ("Year", "Season", "Nation", "Territories", "Army AP", "Gold", "VP", "Standing"),
    "Dispatches": ("Year", "Season", "For", "Text"),
    "Corrections": ("Year", "Season", "Cell", "Was", "Now", "Reason"),
}
"""The headers of every sheet, written out here so that a slip in the schema cannot hide."""

SEASONS = ("winter", "spring", "summer", "fall")

Row = Mapping[str, Any]

NATIONS: tuple[Row, ...] = (
    {
        "Nation": "Rome",
        "Player": "Livia",
        "Capital": "Roma",
        "Ag": 3,
        "Army AP": 375,
        "Gold": 3,
        "VP": 0,
        "Army at": "Roma",
    },
    {
        "Nation": "Etruria",
        "Player": "Aule",
        "Capital": "Veii",
        "Ag": 1,
        "Army AP": 375,
        "Gold": 3,
        "VP": 0,
        "Army at": "Veii",
    },
    {"Nation": "Samnium", "Player": "Gaius", "Capital": "Bovianum", "Ag": 2, "Army AP": 375, "Gold": 3, "VP": 0},
)
TERRITORIES: tuple[Row, ...] = (
    {"Territory": "Roma", "Owner": "Rome", "X": 0, "Y": 0},
    {"Territory": "Ostia", "Owner": "Rome", "X": -10, "Y": 10},
    {"Territory": "Veii", "Owner": "Etruria", "X": -5, "Y": -12},
    {"Territory": "Tarquinii", "Owner": "Etruria", "X": -30, "Y": -30},
    {"Territory": "Bovianum", "Owner": "Samnium", "X": 60, "Y": 20},
    {"Territory": "Fregellae", "Owner": None, "X": 40, "Y": 22},
)
BORDERS: tuple[Row, ...] = (
    {"From": "Roma", "To": "Ostia"},
    {"From": "Roma", "To": "Veii", "Terrain": "land"},
    {"From": "Ostia", "To": "Tarquinii", "Terrain": "sea"},
    {"From": "Veii", "To": "Tarquinii"},
    {"From": "Roma", "To": "Fregellae", "Terrain": "marsh"},
    {"From": "Fregellae", "To": "Bovianum", "Terrain": "mountains"},
)
ORDERS: tuple[Row, ...] = (
    {"Nation": "Rome", "Order": "Offensive", "From": "Roma", "Target": "Fregellae", "Siege gold": "yes"},
    {"Nation": "Etruria", "Order": "Raid", "From": "Veii", "Target": "Roma"},
    {"Nation": "Samnium", "Order": "Defend", "Intercept": "Rome; none"},
)
MONUMENTS: tuple[Row, ...] = (
    {"Nation": "Rome", "Monuments": 2},
    {"Nation": "Etruria", "Monuments": None},
    {"Nation": "Samnium"},
)


def campaign_workbook(
    path: Path,
    *,
    year: Any = 1,
    season: Any = "spring",
    settings: Row | None = None,
    rules: Row | None = None,
    nations: Sequence[Row] = NATIONS,
    territories: Sequence[Row] = TERRITORIES,
    borders: Sequence[Row] = BORDERS,
    orders: Sequence[Row] | None = None,
    dice: Sequence[Row] = (),
    battles: Sequence[Row] = (),
    history: Sequence[Row] = (),
    dispatches: Sequence[Row] = (),
    omit: Iterable[str] = (),
    change: Callable[[Workbook], None] | None = None,
) -> Path:
    """Saves a campaign workbook at `path` and gives the path back.

    `settings` replaces or adds rows of the `Campaign` sheet (a value of None leaves the row out), `orders` are the rows
    of the season's sheet, `omit` names sheets to leave out. Rows map headers to values.
    """
    campaign: dict[str, Any] = {
        "Title": "The Tiber",
        "Year": year,
        "Season": season,
        "Status": "orders",
        "Seed": "a long secret",
        "Public draw": "",
        "Public treasuries": "no",
        "Public armies": "no",
        "Public orders": "no",
        "Orders due": "",
        "Silent allowed": "",
    }
    campaign.update(settings or {})
    current = str(season).lower()
    if orders is None:
        orders = MONUMENTS if current == "fall" else ORDERS
    blank = tuple({"Nation": nation["Nation"]} for nation in nations)
    content: dict[str, Sequence[Row]] = {
        "Campaign": [{"Setting": name, "Value": value} for name, value in campaign.items() if value is not None],
        "Rules": [{"Rule": name, "Value": value} for name, value in (rules or {}).items()],
        "Nations": nations,
        "Map": territories,
        "Borders": borders,
        **{word.capitalize(): orders if word == current else blank for word in SEASONS},
        "Battles": battles,
        "Dice": dice,
        "Chronicle": (),
        "History": history,
        "Dispatches": dispatches,
        "Corrections": (),
    }
    book = Workbook()
    book.remove(book.worksheets[0])
    left_out = set(omit)
    for name, rows in content.items():
        if name in left_out:
            continue
        sheet = book.create_sheet(name)
        sheet.append(HEADERS[name])
        for row in rows:
            unknown = set(row) - set(HEADERS[name])
            if unknown:
                raise ValueError(f"{name} has no column {unknown}")
            sheet.append([row.get(header) for header in HEADERS[name]])
    if change is not None:
        change(book)
    book.save(path)
    return path


def workbook_from_case(case: Mapping[str, Any], path: Path) -> Path:
    """Saves the workbook of a case: seed `case`, year 1, spring, its dice as the GM's; gives the path back."""
    season = str(case.get("season", "spring"))
    year = case.get("year", 1)
    territories = case.get("map") or {}
    rules = dict(case.get("rules") or {})
    if "battles" in case:
        rules["battles"] = "table"
    nations = [_nation_row(name, given or {}, territories) for name, given in (case.get("nations") or {}).items()]
    dice = []
    for key, die in (case.get("dice") or {}).items():
        kind, nation, place, attempt = key.split("|")
        place_row = {"Kind": kind, "Nation": nation, "Place": place, "Attempt": int(attempt), "Die": die}
        dice.append({"Year": year, "Season": season, **place_row})
    battles = [
        {"Year": year, "Season": season, "Area": area, "Winner": winner}
        for area, winner in (case.get("battles") or {}).items()
    ]
    return campaign_workbook(
        path,
        year=year,
        season=season,
        settings={"Seed": case.get("seed", "case"), "Public draw": case.get("draw", "")},
        rules={name: ("yes" if value else "no") if isinstance(value, bool) else value for name, value in rules.items()},
        nations=nations,
        territories=[{"Territory": name, "Owner": owner} for name, owner in territories.items()],
        borders=[_border_row(entry) for entry in case.get("borders") or ()],
        orders=[_order_row(name, str(order)) for name, order in (case.get("orders") or {}).items()],
        dice=dice,
        battles=battles,
    )


def _nation_row(name: str, given: Row, territories: Mapping[str, str | None]) -> Row:
    own = [territory for territory, owner in territories.items() if owner == name]
    capital = given.get("capital", own[0] if own else None)
    return {
        "Nation": name,
        "Capital": capital,
        "Ag": given.get("ag", 1),
        "Army AP": given.get("ap", 375),
        "Gold": given.get("gold", 3),
        "VP": given.get("vp", 0),
        "Army at": given.get("at", capital),
        "Siege seasons": given.get("siege_seasons", 0),
        "Came from": given.get("came_from"),
        "Standing": given.get("standing", "active"),
    }


def _border_row(entry: Any) -> Row:
    pair, terrain = next(iter(entry.items())) if isinstance(entry, dict) else (entry, None)
    one, other = str(pair).split("-")
    return {"From": one.strip(), "To": other.strip(), "Terrain": terrain}


def _order_row(nation: str, text: str) -> Row:
    words, _, intercept = text.partition(" intercept ")
    parts = words.split()
    row: dict[str, Any] = {"Nation": nation}
    kind = parts.pop(0)
    if kind == "monuments":
        return {**row, "Monuments": int(parts.pop(0))}
    row["Order"] = kind.capitalize()
    if kind in ("offensive", "raid"):
        row["From"], row["Target"] = parts.pop(0), parts.pop(0)
    for flag in parts:
        row[{"rebuild": "Rebuild", "siegegold": "Siege gold"}[flag]] = "yes"
    if intercept:
        row["Intercept"] = re.sub(r"\s*;\s*", "; ", intercept.strip())
    return row

"""What the GM changed by hand since the last season's result: allowed, and told to the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.model.campaign import Holding, State
from adjudicator.model.records import Correction
from adjudicator.workbook.layout import Layout
from adjudicator.workbook.names import name_key


class _Changed(NamedTuple):
    """A cell with what stood and what stands in it, the nation or territory of its row, and its column's header."""

    cell: str
    was: str
    now: str
    subject: str
    column: str


_NOTHING = Holding(army_ap=0, gold=0)


def find_corrections(
    layout: Layout, now: State, previous: State | None, listed: Iterable[Correction]
) -> tuple[Correction, ...]:
    """Every W cell of state that differs from the last result, with the reason where one of `listed` gives it.

    `layout` and `now` are of one workbook. `previous` is the state of the last archived result; None for the first
    season, which corrects nothing. A nation or territory that is new is told with all that it came with; another
    spelling of the same name is no correction.
    """
    if previous is None:
        return ()
    season = (now.year, now.season)
    reasons = {row.cell: row.reason for row in listed if (row.year, row.season) == season}
    return tuple(
        Correction(*season, each.cell, each.was, each.now, reasons.get(each.cell, ""), each.subject, each.column)
        for found in (_calendar, _nations, _land)
        for each in found(layout, now, previous)
    )


def _calendar(layout: Layout, now: State, previous: State) -> Iterator[_Changed]:
    campaign = layout.get("Campaign")
    if campaign is None:
        return
    for setting, was, stands in (
        ("Year", str(previous.year), str(now.year)),
        ("Season", previous.season.value, now.season.value),
    ):
        if was != stands and setting in campaign.rows:
            cell = f"Campaign!{campaign.ref(campaign.rows[setting], 'Value')}"
            yield _Changed(cell, was, stands, "", setting)


def _nations(layout: Layout, now: State, previous: State) -> Iterator[_Changed]:
    nations = layout.get("Nations")
    if nations is None:
        return
    known = {name_key(nation): holding for nation, holding in previous.holdings.items()}
    for nation, holding in now.holdings.items():
        row = nations.rows[nation]
        before = known.get(name_key(nation))
        if before is None:
            yield _Changed(f"Nations!{nations.ref(row, 'Nation')}", "", nation, nation, "Nation")
        for header, was, stands in _holding_differences(before or _NOTHING, holding):
            if header in nations.columns:
                cell = f"Nations!{nations.ref(row, header)}"
                yield _Changed(cell, "" if before is None else was, stands, nation, header)


def _holding_differences(before: Holding, now: Holding) -> Iterator[tuple[str, str, str]]:
    pairs: tuple[tuple[str, str | int | None, str | int | None], ...] = (
        ("Army AP", before.army_ap, now.army_ap),
        ("Gold", before.gold, now.gold),
        ("VP", before.vp, now.vp),
        ("Army at", before.army_at, now.army_at),
        ("Siege seasons", before.siege_seasons, now.siege_seasons),
        ("Came from", before.came_from, now.came_from),
        ("Standing", before.standing.value, now.standing.value),
    )
    for header, was, stands in pairs:
        earlier, later = ("" if value is None else str(value) for value in (was, stands))
        if name_key(earlier) != name_key(later):
            yield header, earlier, later


def _land(layout: Layout, now: State, previous: State) -> Iterator[_Changed]:
    land = layout.get("Map")
    if land is None:
        return
    known = {name_key(territory): owner or "" for territory, owner in previous.owners.items()}
    for territory, owner in now.owners.items():
        row = land.rows[territory]
        key = name_key(territory)
        if key not in known:
            yield _Changed(f"Map!{land.ref(row, 'Territory')}", "", territory, territory, "Territory")
        was, stands = known.get(key, ""), owner or ""
        if name_key(was) != name_key(stands) and "Owner" in land.columns:
            yield _Changed(f"Map!{land.ref(row, 'Owner')}", was, stands, territory, "Owner")

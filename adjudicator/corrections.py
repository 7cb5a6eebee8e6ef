"""What the GM changed by hand since the last season's result: allowed, and told to the players."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.book import Book
from adjudicator.model.campaign import Holding, State
from adjudicator.model.records import Correction
from adjudicator.workbook.reader import Reading


def find_corrections(reading: Reading, book: Book, previous: State | None) -> tuple[Correction, ...]:
    """Every W cell of state that differs from the last result, with the reason from `Corrections` where the GM gave
    one.

    `previous` is the state of the last archived result; None for the first season, which corrects nothing.
    """
    if previous is None:
        return ()
    now = (book.state.year, book.state.season)
    reasons = {row.cell: row.reason for row in book.corrections if (row.year, row.season) == now}
    return tuple(
        Correction(*now, cell, was, then, reasons.get(cell, ""), subject, column)
        for cell, was, then, subject, column in _differences(reading, book, previous)
    )


def _differences(reading: Reading, book: Book, previous: State) -> Iterator[tuple[str, str, str, str, str]]:
    """Cell, value before, value now, the nation or territory of the row, the column's header."""
    campaign = reading.layout.get("Campaign")
    if campaign is not None:
        for setting, was, now in (
            ("Year", str(previous.year), str(book.state.year)),
            ("Season", previous.season.value, book.state.season.value),
        ):
            if was != now and setting in campaign.rows:
                yield f"Campaign!{campaign.ref(campaign.rows[setting], 'Value')}", was, now, "", setting
    nations = reading.layout.get("Nations")
    if nations is not None:
        for nation, holding in book.state.holdings.items():
            before = previous.holdings.get(nation)
            if before is None:
                continue
            for header, was, now in _holding_differences(before, holding):
                yield f"Nations!{nations.ref(nations.rows[nation], header)}", was, now, nation, header
    land = reading.layout.get("Map")
    if land is not None:
        for territory, owner in book.state.owners.items():
            if territory not in previous.owners:
                continue
            before_owner = previous.owners[territory]
            if before_owner != owner:
                cell = f"Map!{land.ref(land.rows[territory], 'Owner')}"
                yield cell, before_owner or "", owner or "", territory, "Owner"


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
    for header, was, then in pairs:
        if was != then:
            yield header, "" if was is None else str(was), "" if then is None else str(then)

"""The `Nations`, `Map` and `Borders` sheets: who plays, what the land is like, and how things stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator.model.campaign import Border, Holding, Nation, Standing, Terrain, Territory
from adjudicator.model.problems import ProblemCode
from adjudicator.model.rulebook import Rulebook
from adjudicator.workbook.colours import colour_names, read_colour
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import SheetLayout
from adjudicator.workbook.names import NameList, name_key, nearest_of, plain
from adjudicator.workbook.schema import (
    EVERYONE,
    LAND,
    NAME_LIMIT,
    NATION_LIMIT,
    NONE,
    SHEET,
    TERRAIN_WORDS,
    TERRITORY_LIMIT,
)
from adjudicator.workbook.sheet_rows import SheetRow, SheetRows

_SEPARATORS: Final = (";", "|")
_NATION_WORDS: Final = {EVERYONE: "For", NONE: "Intercept", "draw": "Winner", "dice": "Winner"}
_TERRITORY_WORDS: Final = {NONE: "Intercept"}


@dataclass(frozen=True, slots=True)
class NamedRows:
    """The rows of a sheet that introduces names: each name once, in sheet order, with its row."""

    layout: SheetLayout
    rows: Mapping[str, SheetRow]
    names: NameList


@dataclass(frozen=True, slots=True)
class Land:
    """The three sheets, read; `holdings` has an entry for every nation and `owners` one for every territory."""

    nations: tuple[Nation, ...]
    territories: tuple[Territory, ...]
    borders: tuple[Border, ...]
    holdings: Mapping[str, Holding]
    owners: Mapping[str, str | None]
    border_rows: Mapping[Border, SheetRow]


def read_nation_names(layout: SheetLayout, findings: Findings) -> NamedRows:
    """The nations, by the first column of `Nations`."""
    return _named_rows(layout, findings, NATION_LIMIT, _NATION_WORDS)


def read_territory_names(layout: SheetLayout, findings: Findings) -> NamedRows:
    """The territories, by the first column of `Map`."""
    return _named_rows(layout, findings, TERRITORY_LIMIT, _TERRITORY_WORDS)


def _named_rows(layout: SheetLayout, findings: Findings, limit: int, words: Mapping[str, str]) -> NamedRows:
    header = layout.schema.key.header
    rows: dict[str, SheetRow] = {}
    first: dict[str, int] = {}
    every = list(SheetRows(layout, findings))
    if not every and header not in layout.missing:
        findings.add(ProblemCode.NO_ROWS, layout.schema.name, header=header)
    if len(every) > limit:
        findings.add(ProblemCode.TOO_MANY_ROWS, layout.schema.name, count=f"{len(every):,}", limit=f"{limit:,}")
    for row in every[:limit]:
        name = row.text(header)
        if not name or header in row.invalid:
            continue
        if len(name) > NAME_LIMIT:
            length = f"{len(name):,}"
            row.problem(ProblemCode.NAME_TOO_LONG, header, length=length, limit=f"{NAME_LIMIT}")
        key = name_key(name)
        if key in first:
            row.problem(ProblemCode.NAME_DOUBLED, header, other=layout.ref(first[key], header))
            continue
        for mark in _SEPARATORS:
            if mark in name:
                row.problem(ProblemCode.NAME_WITH_SEPARATOR, header, mark=mark)
        if key in words:
            row.problem(ProblemCode.NAME_IS_A_WORD, header, header=words[key])
        first[key] = row.number
        rows[name] = row
        layout.rows[name] = row.number
    return NamedRows(layout, rows, NameList(rows))


def read_land(
    nations: NamedRows,
    territories: NamedRows,
    borders: SheetLayout | None,
    rulebook: Rulebook,
    findings: Findings,
    *,
    in_play: bool,
) -> Land:
    """Reads the rest of the three sheets; `in_play` tells that a season has been resolved already."""
    owners = {
        name: row.one_of("Owner", nations.names, ProblemCode.OWNER_UNKNOWN, territory=name)
        for name, row in territories.rows.items()
    }
    read_nations: list[Nation] = []
    holdings: dict[str, Holding] = {}
    for name, row in nations.rows.items():
        nation = _nation(name, row, territories.names)
        read_nations.append(nation)
        holdings[name] = _holding(nation, row, territories.names, owners, rulebook, in_play=in_play)
    border_rows = _borders(borders, territories.names, findings) if borders is not None else {}
    return Land(
        nations=tuple(read_nations),
        territories=tuple(_territory(name, row) for name, row in territories.rows.items()),
        borders=tuple(border_rows),
        holdings=holdings,
        owners=owners,
        border_rows=border_rows,
    )


def _nation(name: str, row: SheetRow, territories: NameList) -> Nation:
    ag = row.whole("Ag")
    return Nation(
        name=name,
        capital=row.one_of("Capital", territories, ProblemCode.TERRITORY_UNKNOWN),
        ag=1 if ag is None else ag,
        player=row.text("Player"),
        email=_email(row),
        colour=_colour(row),
    )


def _email(row: SheetRow) -> str:
    text = row.text("Email")
    addresses = [part.strip() for part in text.replace(",", ";").split(";") if part.strip()]
    if all(0 < address.find("@") < len(address) - 1 and not set(address) & set("\r\n") for address in addresses):
        return text
    row.problem(ProblemCode.EMAIL_NOT_UNDERSTOOD, "Email")
    return ""


def _colour(row: SheetRow) -> str:
    text = row.text("Colour")
    if not text:
        return ""
    colour = read_colour(text)
    if colour is None:
        row.problem(ProblemCode.COLOUR_NOT_UNDERSTOOD, "Colour", near=nearest_of(text, colour_names()))
    return colour or ""


def _holding(
    nation: Nation,
    row: SheetRow,
    territories: NameList,
    owners: Mapping[str, str | None],
    rulebook: Rulebook,
    *,
    in_play: bool,
) -> Holding:
    """How things stand for one nation; what is empty counts as the start (1.1), or as nothing once eliminated (1.5)."""
    words = SHEET["Nations"].column("Standing").words
    standing = Standing(row.word("Standing", words) or Standing.ACTIVE.value)
    active = standing is Standing.ACTIVE

    def number(header: str, at_start: int) -> int:
        value = row.whole(header)
        if value is not None:
            return value
        default = at_start if active else 0
        if in_play and active and header not in row.invalid:
            row.problem(ProblemCode.VALUE_EMPTY_IN_PLAY, header, nation=nation.name, header=header, value=f"{default}")
        return default

    army_ap = number("Army AP", rulebook.full_army)
    gold = number("Gold", rulebook.starting_gold)
    vp = number("VP", 0)
    army_at = row.one_of("Army at", territories, ProblemCode.TERRITORY_UNKNOWN)
    siege_seasons = row.whole("Siege seasons") or 0
    if (
        army_at is None
        and not siege_seasons
        and active
        and nation.capital
        and owners.get(nation.capital) == nation.name
    ):
        army_at = nation.capital
    if not active:
        for header in ("Army AP", "Army at", "Siege seasons"):
            if not row.is_empty(header) and row.shown(header) != "0":
                row.problem(ProblemCode.ELIMINATED_WITH_ARMY, header, nation=nation.name)
        return Holding(0, gold, vp, standing=standing)
    return Holding(
        army_ap=army_ap,
        gold=gold,
        vp=vp,
        army_at=army_at,
        siege_seasons=siege_seasons,
        came_from=_came_from(nation.name, row, territories, army_at) if siege_seasons else None,
        standing=standing,
    )


def _came_from(nation: str, row: SheetRow, territories: NameList, area: str | None) -> str | None:
    """Where a siege began from. Unknown is no error: the army then withdraws to the nearest friendly area (6.5)."""
    typed = row.text("Came from")
    name = territories.find(typed) if typed else None
    if name is None and "Came from" not in row.invalid:
        near = territories.nearest(typed)
        row.problem(ProblemCode.CAME_FROM_UNKNOWN, "Came from", near=near, nation=nation, area=area or "its area")
    return name


def _territory(name: str, row: SheetRow) -> Territory:
    x, y = row.fraction("X"), row.fraction("Y")
    if x is None or y is None:
        lacking = "X" if x is None else "Y"
        if (x is None) != (y is None) and lacking not in row.invalid:
            row.problem(ProblemCode.HALF_A_PLACE, lacking, territory=name)
        return Territory(name)
    return Territory(name, x, y)


def _borders(layout: SheetLayout, territories: NameList, findings: Findings) -> dict[Border, SheetRow]:
    found: dict[Border, SheetRow] = {}
    seen: dict[frozenset[str], int] = {}
    for row in SheetRows(layout, findings):
        one = row.one_of("From", territories, ProblemCode.TERRITORY_UNKNOWN)
        other = row.one_of("To", territories, ProblemCode.TERRITORY_UNKNOWN)
        terrains = _terrains(row)
        if other is None and "To" not in row.invalid:
            row.invalidate(ProblemCode.CELL_EMPTY, "To", header="To")
        if one is None or other is None:
            continue
        if one == other:
            row.problem(ProblemCode.BORDER_TO_ITSELF, "To")
            continue
        ends = frozenset((one, other))
        if ends in seen:
            first = layout.ref(seen[ends], "From")
            row.problem(ProblemCode.BORDER_DOUBLED, "To", one=one, other=first)
            continue
        seen[ends] = row.number
        found[Border(one, other, terrains)] = row
    return found


def _terrains(row: SheetRow) -> frozenset[Terrain]:
    """The terrains of a border; empty or `land` is none of them."""
    found: set[Terrain] = set()
    for part in row.text("Terrain").replace(",", ";").replace("\n", ";").split(";"):
        word = name_key(part)
        if word in _TERRAINS:
            found.add(_TERRAINS[word])
        elif word and word != LAND:
            near = nearest_of(word, TERRAIN_WORDS)
            row.invalidate(ProblemCode.TERRAIN_NOT_UNDERSTOOD, "Terrain", found=plain(part), near=near)
    return frozenset(found)


_TERRAINS: Final = {
    **{terrain.value: terrain for terrain in Terrain},
    "mountain": Terrain.MOUNTAINS,
    "marshes": Terrain.MARSH,
    "seas": Terrain.SEA,
}

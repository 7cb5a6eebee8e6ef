"""The `Battles`, `Dice`, `History`, `Dispatches` and `Corrections` sheets.

Rows of the season now played are the GM's input and are read strictly; rows of past seasons are records, and what is
wrong there stops nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from adjudicator.model.campaign import Season, Standing
from adjudicator.model.dice import RolledBy, RollKey, RollKind, key_text
from adjudicator.model.orders import BattleWord
from adjudicator.model.problems import ProblemCode
from adjudicator.model.records import BattleRow, Correction, DieRow, Dispatch, HistoryRow
from adjudicator.workbook.cells import Cell
from adjudicator.workbook.columns import Limits
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import SheetLayout
from adjudicator.workbook.names import NameList, name_key, plain
from adjudicator.workbook.schema import ATTEMPTS, BATTLE_WORDS, DIE, EVERYONE, LIST_SEPARATOR, MODIFIERS, SHEET, YEARS
from adjudicator.workbook.sheet_rows import SheetRow, SheetRows
from adjudicator.workbook.values import Misread, read_season, read_text, read_whole, read_year

_PLACE_IS_A_NATION: Final = frozenset({RollKind.INITIATIVE, RollKind.PRECEDENCE})
_KINDS: Final = {kind.value: kind for kind in RollKind}
_KIND_WORDS: Final = tuple(_KINDS)
_ROLLED_BY: Final = {name_key(source.value): source for source in RolledBy}


@dataclass(frozen=True, slots=True)
class Now:
    """The season now played, and the names that its rows may use."""

    year: int
    season: Season
    nations: NameList
    territories: NameList

    @property
    def when(self) -> tuple[int, Season]:
        """Year and season."""
        return self.year, self.season


When = tuple[int, Season]


def _when(row: SheetRow) -> When | None:
    """The year and season of a row; None where they are not understood, which is reported."""
    year, season = row.year(), row.season()
    if season is None and "Season" not in row.invalid:
        row.invalidate(ProblemCode.CELL_EMPTY, "Season", header="Season")
    return None if year is None or season is None else (year, season)


# --- Battles ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BattlePage:
    """All battles, and by area what the GM entered as winner for those of the season now played (6.7)."""

    rows: tuple[BattleRow, ...]
    winners: dict[str, str | BattleWord]


def read_battles(layout: SheetLayout, findings: Findings, now: Now) -> BattlePage:
    """Reads the `Battles` sheet. The rows of the season now played are noted in the layout by their area."""
    rows: list[BattleRow] = []
    winners: dict[str, str | BattleWord] = {}
    for row in SheetRows(layout, findings):
        when = _when(row)
        if when is None:
            continue
        if when != now.when:
            rows.append(_battle_of(row, *when))
            continue
        battle = _battle_now(row, now)
        if battle is None:
            continue
        if battle.territory in layout.rows:
            row.problem(ProblemCode.BATTLE_DOUBLED, "Area", other=layout.ref(layout.rows[battle.territory], "Area"))
            continue
        layout.rows[battle.territory] = row.number
        rows.append(battle)
        if battle.winner:
            word = next((word for word in BattleWord if word.value == battle.winner), None)
            winners[battle.territory] = battle.winner if word is None or battle.winner in now.nations else word
    return BattlePage(tuple(rows), winners)


def _battle_of(row: SheetRow, year: int, season: Season) -> BattleRow:
    """A battle of the past, taken as it stands."""
    return BattleRow(
        year=year,
        season=season,
        territory=_text(row.cell("Area")),
        attacker=_text(row.cell("Attacker")),
        attacker_ap=_number(row.cell("Attacker AP"), MODIFIERS),
        defender=_text(row.cell("Defender")),
        defender_ap=_number(row.cell("Defender AP"), MODIFIERS),
        winner=_text(row.cell("Winner")),
        decided_by=_text(row.cell("Decided by")),
    )


def _battle_now(row: SheetRow, now: Now) -> BattleRow | None:
    area = row.one_of("Area", now.territories, ProblemCode.TERRITORY_UNKNOWN)
    attacker = row.one_of("Attacker", now.nations, ProblemCode.NATION_UNKNOWN)
    defender = row.one_of("Defender", now.nations, ProblemCode.NATION_UNKNOWN)
    if area is None:
        if "Area" not in row.invalid:
            row.invalidate(ProblemCode.CELL_EMPTY, "Area", header="Area")
        return None
    sides = [side for side in (attacker, defender) if side is not None]
    return BattleRow(
        year=now.year,
        season=now.season,
        territory=area,
        attacker=attacker or "",
        attacker_ap=row.whole("Attacker AP"),
        defender=defender or "",
        defender_ap=row.whole("Defender AP"),
        winner=_winner(row, area, now.nations, sides),
        decided_by=row.word("Decided by", SHEET["Battles"].column("Decided by").words) or "",
    )


def _winner(row: SheetRow, area: str, nations: NameList, sides: list[str]) -> str:
    """One of the two who fought, `draw` or `dice`; empty where the battle still waits.

    Any nation will do where the row does not say who fights: the GM may enter a winner before the battle is listed.
    """
    typed = row.text("Winner")
    if not typed:
        return ""
    words = NameList(BATTLE_WORDS)
    fighters = NameList(sides) if len(sides) == 2 else nations
    name = words.find(typed) or fighters.find(typed)
    if name is None:
        near = "" if typed in nations else fighters.nearest(typed) or words.nearest(typed)
        known = ", ".join((*sides, *BATTLE_WORDS))
        row.invalidate(ProblemCode.WINNER_NOT_UNDERSTOOD, "Winner", near=near, area=area, words=known)
    return name or ""


# --- Dice -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DicePage:
    """All dice, and by key those entered for the season now played (11.4)."""

    rows: tuple[DieRow, ...]
    entered: dict[RollKey, int]


def read_dice(layout: SheetLayout, findings: Findings, now: Now) -> DicePage:
    """Reads the `Dice` sheet. The rows of the season now played are noted in the layout by their key."""
    rows: list[DieRow] = []
    entered: dict[RollKey, int] = {}
    for row in SheetRows(layout, findings):
        when = _when(row)
        if when is None:
            continue
        if when != now.when:
            past = _die_of(row, *when)
            if past is not None:
                rows.append(past)
            continue
        die = _die_now(row, now)
        if die is None:
            continue
        if die.key in layout.rows:
            key = key_text(now.year, now.season.value, die.key)
            row.problem(ProblemCode.DIE_DOUBLED, "Die", found=key, other=layout.ref(layout.rows[die.key], "Die"))
            continue
        layout.rows[die.key] = row.number
        rows.append(die)
        if die.die is not None:
            entered[die.key] = die.die
            if die.rolled_by is RolledBy.SEED:
                row.problem(ProblemCode.DIE_OF_THE_SEED, "Die")
    return DicePage(tuple(rows), entered)


def _die_of(row: SheetRow, year: int, season: Season) -> DieRow | None:
    """A die of the past, taken as it stands; None where its key cannot be told."""
    kind = _KINDS.get(name_key(_text(row.cell("Kind"))))
    if kind is None:
        return None
    attempt = _number(row.cell("Attempt"), ATTEMPTS) or 1
    return DieRow(
        year=year,
        season=season,
        key=RollKey(kind, _text(row.cell("Nation")), _text(row.cell("Place")), attempt),
        die=_number(row.cell("Die"), DIE),
        modifier=_number(row.cell("Modifier"), MODIFIERS),
        needed=_number(row.cell("Needed"), MODIFIERS),
        rolled_by=_ROLLED_BY.get(name_key(_text(row.cell("Rolled by")))),
    )


def _die_now(row: SheetRow, now: Now) -> DieRow | None:
    word = row.word("Kind", _KIND_WORDS)
    nation = row.one_of("Nation", now.nations, ProblemCode.NATION_UNKNOWN)
    kind = None if word is None else _KINDS[word]
    if kind in _PLACE_IS_A_NATION:
        place = row.one_of("Place", now.nations, ProblemCode.NATION_UNKNOWN)
    else:
        place = row.one_of("Place", now.territories, ProblemCode.TERRITORY_UNKNOWN)
    attempt = row.whole("Attempt")
    die = row.whole("Die")
    for header in ("Kind", "Nation", "Place"):
        if row.is_empty(header) and header not in row.invalid:
            row.invalidate(ProblemCode.CELL_EMPTY, header, header=header)
    if kind is None or nation is None or place is None:
        return None
    return DieRow(
        year=now.year,
        season=now.season,
        key=RollKey(kind, nation, place, 1 if attempt is None else attempt),
        die=die,
        modifier=_number(row.cell("Modifier"), MODIFIERS),
        needed=_number(row.cell("Needed"), MODIFIERS),
        rolled_by=_ROLLED_BY.get(name_key(_text(row.cell("Rolled by")))),
    )


# --- records ----------------------------------------------------------------------------------------------------------


def read_history(layout: SheetLayout, findings: Findings, now: Now) -> tuple[HistoryRow, ...]:
    """Reads the `History` sheet; a row that is not understood is left out of tables and charts.

    Rows of the season now played, there when the GM has gone back to it by hand, are noted in the layout by nation;
    the first of them, or of a later season, is warned of: stepping back by hand takes nothing back.
    """
    rows: list[HistoryRow] = []
    warned = False
    columns = {column.header: column.limits for column in layout.schema.columns if column.limits is not None}
    standings = {standing.value: standing for standing in Standing}
    for row in SheetRows(layout, findings):
        year = read_year(row.cell("Year"), YEARS)
        season = read_season(row.cell("Season"))
        typed = _text(row.cell("Nation"))
        standing = standings.get(name_key(_text(row.cell("Standing"))) or Standing.ACTIVE.value)
        counted: dict[str, int] = {}
        for header, limits in columns.items():
            number = read_whole(row.cell(header), limits)
            if isinstance(number, int):
                counted[header] = number
        if not isinstance(year, int) or not isinstance(season, Season) or not typed or standing is None:
            known = {"Year": isinstance(year, int), "Season": isinstance(season, Season), "Nation": bool(typed)}
            at = next((header for header, understood in known.items() if not understood), "Standing")
            row.problem(ProblemCode.RECORD_NOT_UNDERSTOOD, at, header=at)
            continue
        if len(counted) < len(columns):
            at = next(header for header in columns if header not in counted)
            row.problem(ProblemCode.RECORD_NOT_UNDERSTOOD, at, header=at)
            continue
        nation = now.nations.find(typed) or typed
        if year == now.year and season is now.season:
            layout.rows[nation] = row.number
        if not warned and (year, season.number) >= (now.year, now.season.number):
            row.problem(ProblemCode.SEASON_PLAYED_ALREADY, "Season")
            warned = True
        rows.append(
            HistoryRow(
                year=year,
                season=season,
                nation=nation,
                territories=counted["Territories"],
                army_ap=counted["Army AP"],
                gold=counted["Gold"],
                vp=counted["VP"],
                standing=standing,
            )
        )
    return tuple(rows)


def read_dispatches(layout: SheetLayout, findings: Findings, now: Now) -> tuple[Dispatch, ...]:
    """Reads the `Dispatches` sheet. A name that is no nation is an error while its season is being played."""
    rows: list[Dispatch] = []
    for row in SheetRows(layout, findings):
        when = _when(row)
        if when is None:
            continue
        text = row.text("Text") if when == now.when else _text(row.cell("Text"))
        addressees, unknown = _addressees(_text(row.cell("For")), now.nations)
        if when == now.when:
            row.text("For")
            for name in unknown:
                row.problem(ProblemCode.NATION_UNKNOWN, "For", found=name, near=now.nations.nearest(name))
        if text and (addressees or not unknown):
            rows.append(Dispatch(*when, addressees, text))
    return tuple(rows)


def _addressees(text: str, nations: NameList) -> tuple[tuple[str, ...], list[str]]:
    """The nations named in a list, empty for all; and the names in it that are none."""
    if not text or name_key(text) == EVERYONE:
        return (), []
    known: list[str] = []
    unknown: list[str] = []
    for part in text.replace("\n", LIST_SEPARATOR).split(LIST_SEPARATOR):
        typed = plain(part)
        nation = nations.find(typed)
        if nation is not None:
            known.append(nation)
        elif typed:
            unknown.append(typed)
    return tuple(dict.fromkeys(known)), unknown


def read_corrections(layout: SheetLayout, findings: Findings, now: Now) -> tuple[Correction, ...]:
    """Reads the `Corrections` sheet, as far as its rows are understood.

    Those of the season now played, where the GM has given a reason beforehand, are noted in the layout by their cell.
    """
    rows: list[Correction] = []
    for row in SheetRows(layout, findings):
        year = read_year(row.cell("Year"), YEARS)
        season = read_season(row.cell("Season"))
        if not isinstance(year, int) or not isinstance(season, Season):
            continue
        typed, was, then, reason = (_text(row.cell(header)) for header in ("Cell", "Was", "Now", "Reason"))
        cell = _cell_named(typed)
        rows.append(Correction(year, season, cell, was, then, reason))
        if (year, season) == now.when:
            layout.rows.setdefault(cell, row.number)
    return tuple(rows)


def _cell_named(typed: str) -> str:
    """`Nations!H3` for `nations!$h$3` as well; what names no cell of a sheet of ours stays as typed."""
    sheet, mark, place = typed.rpartition("!")
    known = {name_key(name): name for name in SHEET}.get(name_key(sheet.strip("' ")))
    return typed if not mark or known is None else f"{known}!{plain(place).replace('$', '').upper()}"


# --- cells of the past, which stop nothing ----------------------------------------------------------------------------


def _text(cell: Cell) -> str:
    read = read_text(cell)
    return "" if isinstance(read, Misread) else read


def _number(cell: Cell, limits: Limits) -> int | None:
    read = read_whole(cell, limits)
    return read if isinstance(read, int) else None


def past_seasons(rows: Iterable[HistoryRow], now: Now) -> bool:
    """Whether any season before the one now played has been recorded."""
    return any((row.year, row.season.number) < (now.year, now.season.number) for row in rows)

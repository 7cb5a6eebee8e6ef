"""From results to cells: what a season, or its waiting, writes into the workbook, and nothing else.

Values that did not change are not touched, so that a GM's number formats and numbers typed as text stay. Text is
written as text whatever it begins with. The same reading and record always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.model.book import Book, SeasonRecord, WaitingRecord
from adjudicator.model.campaign import Holding, Season, Standing
from adjudicator.model.events import PendingBattle, PendingRoll
from adjudicator.model.problems import Place, Problem, ProblemCode, has_errors
from adjudicator.model.records import BattleRow, ChronicleRow, Correction, DieRow, HistoryRow
from adjudicator.workbook.layout import RowKey
from adjudicator.workbook.reader import Reading
from adjudicator.workbook.references import Range
from adjudicator.workbook.schema import EVERYONE, LIST_SEPARATOR, ORDER_SHEETS, SHEET, SHEETS
from adjudicator.workbook.sheet_writer import SheetWriter, Values


@dataclass(frozen=True, slots=True)
class WrittenWorkbook:
    """The workbook with its results. `notes` say what the GM should know.

    An error among them means that a result has no place in the workbook; `data` is then empty.
    """

    data: bytes
    notes: tuple[Problem, ...]


def write_season(reading: Reading, record: SeasonRecord) -> WrittenWorkbook:
    """Writes a resolved season. `reading` must have a book, and can be written once.

    Raises `ValueError` for a reading with errors, and `WriteDamaged` where the result would not hold what it should.
    """
    writer = _Writer(reading)
    writer.campaign(record)
    writer.nations(record)
    writer.owners(record)
    if record.season is Season.FALL:
        writer.empty_orders(record)
    else:
        writer.results(record)
    writer.dice(record.dice)
    writer.battles(record.battles)
    writer.chronicle(record.chronicle)
    writer.history(record.history)
    writer.corrections(record.corrections)
    return writer.written()


def write_waiting(reading: Reading, record: WaitingRecord) -> WrittenWorkbook:
    """Writes what a season waits for (6.7, 11.4): `Status`, and rows of `Battles` and `Dice` that are not there yet.

    When all of it is there already the very bytes of the file come back. Raises as `write_season`.
    """
    writer = _Writer(reading)
    writer.status(record)
    writer.pending_battles(record)
    writer.pending_rolls(record)
    return writer.written()


class _Writer:
    """Writes one record into one workbook."""

    def __init__(self, reading: Reading) -> None:
        if reading.book is None:
            raise ValueError("a workbook with errors is not written to")
        self._book: Book = reading.book
        self._reading = reading
        self._problems: list[Problem] = []

    def _sheet(self, name: str) -> SheetWriter:
        return SheetWriter(self._reading.package, self._reading.layout, SHEET[name], self._problems)

    def written(self) -> WrittenWorkbook:
        """The bytes, and what the GM should know of them."""
        package = self._reading.package
        names = {self._reading.layout.tab(sheet.name): sheet.name for sheet in SHEETS}
        for formula in package.replaced_formulas:
            place = Place(names.get(formula.sheet, formula.sheet), formula.ref)
            self._problems.append(Problem(ProblemCode.FORMULA_REPLACED, place, f"={formula.formula}"))
        if has_errors(self._problems):
            return WrittenWorkbook(b"", tuple(self._problems))
        return WrittenWorkbook(package.to_bytes(), tuple(self._problems))

    # --- what stands now ----------------------------------------------------------------------------------------------

    def status(self, record: WaitingRecord) -> None:
        """What the season waits for."""
        self._settings({"Status": record.status.value})

    def campaign(self, record: SeasonRecord) -> None:
        """The season to come; a public draw has served."""
        self._settings(
            {
                "Year": record.state.year,
                "Season": record.state.season.value,
                "Status": record.status.value,
                "Public draw": None,
            }
        )

    def _settings(self, values: Values) -> None:
        sheet = self._sheet("Campaign")
        added: list[Values] = []
        for name, value in values.items():
            row = sheet.row_of(name)
            if row is not None:
                sheet.put(row, {"Value": value})
            elif value is not None:
                added.append({"Setting": name, "Value": value})
        sheet.add(added)

    def nations(self, record: SeasonRecord) -> None:
        """The W columns of `Nations`."""
        sheet = self._sheet("Nations")
        for name, holding in record.state.holdings.items():
            row = sheet.row_of(name)
            if row is not None:
                sheet.put(row, _holding_values(holding, sheet, row))

    def owners(self, record: SeasonRecord) -> None:
        """The W column of `Map`. Merged cells are written where all the rows that they span have the same owner."""
        sheet = self._sheet("Map")
        layout = self._reading.layout.get("Map")
        shared: dict[Range, list[tuple[int, str | None]]] = {}
        for territory, owner in record.state.owners.items():
            row = sheet.row_of(territory)
            if row is None or layout is None:
                continue
            merge = layout.cells.merge_at(row, layout.columns["Owner"])
            if merge is None:
                sheet.put(row, {"Owner": owner})
            else:
                shared.setdefault(merge, []).append((row, owner))
        for merge, rows in shared.items():
            owners = {owner for _, owner in rows}
            if len(owners) == 1:
                sheet.put(merge.min_row, {"Owner": owners.pop()})
                continue
            for row, owner in rows:
                sheet.put(row, {"Owner": owner})

    # --- orders -------------------------------------------------------------------------------------------------------

    def results(self, record: SeasonRecord) -> None:
        """What became of each order; a nation without a row gets one when there is something to say."""
        sheet = self._sheet(ORDER_SHEETS[record.season].name)
        added: list[Values] = []
        for nation in self._book.world.nation:
            result = record.results.get(nation)
            row = sheet.row_of(nation)
            if row is not None:
                if result or sheet.cell(row, "Result").formula is None:
                    sheet.put(row, {"Result": result})
            elif result:
                added.append({"Nation": nation, "Result": result})
        sheet.add(added)

    def empty_orders(self, record: SeasonRecord) -> None:
        """The four order sheets made ready for the next year: emptied, with a row for every active nation."""
        holdings = record.state.holdings
        active = [name for name in self._book.world.nation if holdings[name].standing is Standing.ACTIVE]
        gone = [name for name in self._book.world.nation if holdings[name].standing is Standing.ELIMINATED]
        for schema in ORDER_SHEETS.values():
            sheet = self._sheet(schema.name)
            layout = self._reading.layout.get(schema.name)
            emptied = [column.header for column in schema.columns if column.emptied]
            for row in layout.data_rows() if layout is not None else ():
                sheet.empty(row.number, emptied)
            for nation in gone:
                own = sheet.row_of(nation)
                if own is not None:
                    sheet.empty(own, [schema.key.header])
            sheet.add([{schema.key.header: nation} for nation in active if sheet.row_of(nation) is None])

    # --- dice and battles ---------------------------------------------------------------------------------------------

    def dice(self, rows: Iterable[DieRow]) -> None:
        """Every die of the season; the rows that the GM made are completed in place."""
        sheet = self._sheet("Dice")
        added: list[Values] = []
        for die in rows:
            row = sheet.row_of(die.key)
            values = _die_values(die)
            if row is None:
                added.append(values)
            else:
                own = ("Attempt", "Die", "Modifier", "Total", "Needed", "Rolled by")
                sheet.put(row, {header: values[header] for header in own})
        sheet.add(added)

    def pending_rolls(self, record: WaitingRecord) -> None:
        """The dice the GM is to roll, each in a row with `Die` empty."""
        sheet = self._sheet("Dice")
        added: list[Values] = []
        for roll in record.rolls:
            row = sheet.row_of(roll.key)
            values = _roll_values(roll, record.year, record.season)
            if row is None:
                added.append(values)
            else:
                sheet.put(row, {header: values[header] for header in ("Attempt", "Modifier", "Needed")})
        sheet.add(added)

    def battles(self, rows: Iterable[BattleRow]) -> None:
        """Every battle of the season; the rows that waited for a winner are completed in place."""
        sheet = self._sheet("Battles")
        self._by_key(sheet, ((battle.territory, _battle_values(battle)) for battle in rows))

    def pending_battles(self, record: WaitingRecord) -> None:
        """The battles to be played, each in a row with `Winner` left to the GM."""
        sheet = self._sheet("Battles")
        rows = ((battle.territory, _pending_values(battle, record)) for battle in record.battles)
        self._by_key(sheet, rows)

    # --- records ------------------------------------------------------------------------------------------------------

    def chronicle(self, rows: Iterable[ChronicleRow]) -> None:
        """A row for each thing that happened."""
        self._sheet("Chronicle").add([_chronicle_values(row) for row in rows])

    def history(self, rows: Iterable[HistoryRow]) -> None:
        """The state at the end of the season; written over where the GM has gone back to a season already played."""
        self._by_key(self._sheet("History"), ((row.nation, _history_values(row)) for row in rows))

    def corrections(self, rows: Iterable[Correction]) -> None:
        """What the GM changed by hand; a row with a reason that he made beforehand is completed."""
        self._by_key(self._sheet("Corrections"), ((row.cell, _correction_values(row)) for row in rows))

    @staticmethod
    def _by_key(sheet: SheetWriter, rows: Iterable[tuple[RowKey, Values]]) -> None:
        added: list[Values] = []
        for key, values in rows:
            row = sheet.row_of(key)
            if row is None:
                added.append(values)
            else:
                sheet.put(row, values)
        sheet.add(added)


# --- values by header -------------------------------------------------------------------------------------------------


def _holding_values(holding: Holding, sheet: SheetWriter, row: int) -> Values:
    values: dict[str, str | int | None] = {
        "Army AP": holding.army_ap,
        "Gold": holding.gold,
        "VP": holding.vp,
        "Army at": holding.army_at,
        "Siege seasons": holding.siege_seasons,
        "Came from": holding.came_from,
        "Standing": holding.standing.value,
    }
    seasons = sheet.cell(row, "Siege seasons")
    if not holding.siege_seasons and seasons.value is None and seasons.formula is None:
        del values["Siege seasons"]  # empty says 0 already
    return values


def _die_values(die: DieRow) -> Values:
    total = None if die.die is None or die.modifier is None else die.die + die.modifier
    return {
        "Year": die.year,
        "Season": die.season.value,
        "Kind": die.key.kind.value,
        "Nation": die.key.nation,
        "Place": die.key.place,
        "Attempt": die.key.attempt,
        "Die": die.die,
        "Modifier": die.modifier,
        "Total": total,
        "Needed": die.needed,
        "Rolled by": die.rolled_by.value if die.rolled_by is not None else None,
    }


def _roll_values(roll: PendingRoll, year: int, season: Season) -> Values:
    modifier = sum(modifier.value for modifier in roll.modifiers)
    values = _die_values(DieRow(year, season, roll.key, None, modifier, roll.needed))
    return {header: value for header, value in values.items() if header not in ("Die", "Total", "Rolled by")}


def _battle_values(battle: BattleRow) -> Values:
    return {
        "Year": battle.year,
        "Season": battle.season.value,
        "Area": battle.territory,
        "Attacker": battle.attacker,
        "Attacker AP": battle.attacker_ap,
        "Defender": battle.defender,
        "Defender AP": battle.defender_ap,
        "Winner": battle.winner,
        "Decided by": battle.decided_by,
    }


def _pending_values(battle: PendingBattle, record: WaitingRecord) -> Values:
    return {
        "Year": record.year,
        "Season": record.season.value,
        "Area": battle.territory,
        "Attacker": battle.attacker,
        "Attacker AP": battle.attacker_ap,
        "Defender": battle.defender,
        "Defender AP": battle.defender_ap,
    }


def _chronicle_values(row: ChronicleRow) -> Values:
    seen_by = f"{LIST_SEPARATOR} ".join(row.seen_by) if row.seen_by else EVERYONE
    return {"Year": row.year, "Season": row.season.value, "Kind": row.kind, "Seen by": seen_by, "Text": row.text}


def _history_values(row: HistoryRow) -> Values:
    return {
        "Year": row.year,
        "Season": row.season.value,
        "Nation": row.nation,
        "Territories": row.territories,
        "Army AP": row.army_ap,
        "Gold": row.gold,
        "VP": row.vp,
        "Standing": row.standing.value,
    }


def _correction_values(row: Correction) -> Values:
    return {
        "Year": row.year,
        "Season": row.season.value,
        "Cell": row.cell,
        "Was": row.was,
        "Now": row.now,
        "Reason": row.reason,
    }

"""From a workbook file to a `Book`: every sheet read, everything wrong with it gathered, nothing written.

Reading never stops at the first mistake. Only a file that cannot be opened as a workbook at all raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudicator.model.book import Book
from adjudicator.model.campaign import Season, State, Status, World
from adjudicator.model.orders import MonumentsOrder, SeasonOrders, SubmittedOrder
from adjudicator.model.problems import Problem
from adjudicator.model.records import Correction, Dispatch, HistoryRow
from adjudicator.model.rulebook import Rulebook
from adjudicator.workbook.checks import check_connected, check_land, check_seed
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import Layout, LayoutFinder, SheetLayout
from adjudicator.workbook.package import Package, open_package, package_from_bytes
from adjudicator.workbook.read_campaign import CampaignPage, read_campaign, read_rules
from adjudicator.workbook.read_land import Land, NamedRows, read_land, read_nation_names, read_territory_names
from adjudicator.workbook.read_orders import OrderReader, note_rows
from adjudicator.workbook.read_records import (
    BattlePage,
    DicePage,
    Now,
    past_seasons,
    read_battles,
    read_corrections,
    read_dice,
    read_dispatches,
    read_history,
)
from adjudicator.workbook.schema import ORDER_SHEETS, SHEET

_STATE: Final = frozenset(
    ("Nation", "Territory", "Owner", "Army AP", "Gold", "VP", "Army at", "Siege seasons", "Came from", "Standing")
)
"""The columns of `Nations` and `Map` that a state is read from."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A workbook as it was read. `book` is None exactly when a problem is an error.

    `package` is the opened file, for the writer; `layout` says where everything stands in it.
    """

    path: Path
    package: Package
    book: Book | None
    problems: tuple[Problem, ...]
    layout: Layout


def read_workbook(path: Path, content: bytes | None = None) -> Reading:
    """Reads a campaign workbook and everything that is wrong with it.

    `content` are the bytes of the file where they have been read already; `path` still says where it lies. Raises
    `OSError` when the file cannot be read, and `PackageRefused` when it is no workbook that can be opened or a part of
    it is damaged.
    """
    return read_package(path, open_package(path) if content is None else package_from_bytes(content))


def read_package(path: Path, package: Package) -> Reading:
    """Reads an opened workbook; `path` is where it lies. Raises `PackageRefused` when a part of it is damaged."""
    return _WorkbookReader(path, package).read()


@dataclass(frozen=True, slots=True)
class ResultReading:
    """What an archived result is compared by. `state` is None where not all of it is understood.

    Whatever else is wrong in the workbook, in the orders of the season to come for example, makes no difference here.
    """

    package: Package
    layout: Layout
    status: Status
    seed: str
    rulebook: Rulebook
    state: State | None
    corrections: tuple[Correction, ...]


def read_result(path: Path, package: Package) -> ResultReading:
    """Reads of an opened workbook only what a result is compared by: settings, rules, state and corrections.

    Raises `PackageRefused` when a part of it is damaged.
    """
    return _WorkbookReader(path, package).read_result()


class _WorkbookReader:
    """Reads one workbook: first what names things, then what uses the names."""

    def __init__(self, path: Path, package: Package) -> None:
        self._path = path
        self._package = package
        self._findings = Findings()
        self._finder = LayoutFinder(package, self._findings)

    def read(self) -> Reading:
        """Reads every sheet in turn."""
        page, rulebook = self._campaign()
        nations, territories = self._names()
        now = None
        if page.year is not None and page.season is not None and nations is not None and territories is not None:
            now = Now(page.year, page.season, nations.names, territories.names)
        history = self._history(now)
        in_play = now is not None and past_seasons(history, now)
        land = self._land(nations, territories, rulebook, in_play=in_play)
        orders, monuments = self._orders(page.season, now, land)
        battles, dice = self._battles(now), self._dice(now)
        dispatches, corrections = self._dispatches(now), self._corrections(now)
        self._find("Chronicle")
        book = None
        if now is not None and land is not None and not self._findings.has_errors:
            book = Book(
                title=page.title,
                status=page.status,
                world=World(land.nations, land.territories, land.borders),
                state=State(now.year, now.season, land.holdings, land.owners, over=page.status is Status.OVER),
                rulebook=rulebook,
                orders=SeasonOrders(orders, monuments, dice.entered, battles.winners, page.public_draw),
                publicity=page.publicity,
                seed=page.seed,
                orders_due=page.orders_due,
                silent_allowed=page.silent_allowed,
                paper=page.paper,
                language=page.language,
                map_picture=page.map_picture,
                history=history,
                dice=dice.rows,
                battles=battles.rows,
                dispatches=dispatches,
                corrections=corrections,
            )
        return Reading(self._path, self._package, book, self._findings.problems, self._finder.layout)

    def read_result(self) -> ResultReading:
        """Reads what a result is compared by."""
        page, rulebook = self._campaign()
        nations, territories = self._names()
        state = None
        corrections: tuple[Correction, ...] = ()
        if page.year is not None and page.season is not None and nations is not None and territories is not None:
            corrections = self._corrections(Now(page.year, page.season, nations.names, territories.names))
            land = read_land(nations, territories, None, rulebook, self._findings, in_play=True)
            if not _is_doubtful(nations) and not _is_doubtful(territories):
                state = State(page.year, page.season, land.holdings, land.owners, over=page.status is Status.OVER)
        return ResultReading(self._package, self._finder.layout, page.status, page.seed, rulebook, state, corrections)

    def _find(self, name: str, *, needed: bool = False) -> SheetLayout | None:
        return self._finder.find(SHEET[name], needed=needed)

    def _campaign(self) -> tuple[CampaignPage, Rulebook]:
        layout = self._find("Campaign", needed=True)
        page = CampaignPage(seed_invalid=True)
        if layout is not None:
            page = read_campaign(layout, self._findings, self._path.parent)
        rules = self._find("Rules")
        rulebook = Rulebook() if rules is None else read_rules(rules, self._findings)
        if layout is not None:
            row = layout.rows.get("Seed", 0)
            check_seed(page, rulebook, row, layout.columns.get("Value", 0), self._findings)
        return page, rulebook

    def _names(self) -> tuple[NamedRows | None, NamedRows | None]:
        nations = self._find("Nations", needed=True)
        territories = self._find("Map", needed=True)
        return (
            None if nations is None else read_nation_names(nations, self._findings),
            None if territories is None else read_territory_names(territories, self._findings),
        )

    def _land(
        self, nations: NamedRows | None, territories: NamedRows | None, rulebook: Rulebook, *, in_play: bool
    ) -> Land | None:
        borders = self._find("Borders", needed=True)
        if nations is None or territories is None:
            return None
        land = read_land(nations, territories, borders, rulebook, self._findings, in_play=in_play)
        check_land(land, nations, territories, rulebook, in_play=in_play)
        if borders is not None:
            check_connected(land, territories)
        return land

    def _orders(
        self, season: Season | None, now: Now | None, land: Land | None
    ) -> tuple[dict[str, SubmittedOrder], dict[str, MonumentsOrder]]:
        """The orders of the season. In fall the other three sheets are found as well: they will be emptied."""
        if season is None:
            return {}, {}
        layout = self._find(ORDER_SHEETS[season].name, needed=True)
        others = [sheet.name for other, sheet in ORDER_SHEETS.items() if other is not season]
        for name in others if season is Season.FALL else ():
            other = self._find(name)
            if other is not None and now is not None:
                note_rows(other, now.nations)
        if layout is None or now is None or land is None:
            return {}, {}
        reader = OrderReader(now.nations, now.territories, land.holdings)
        if season.has_moves:
            return reader.moves(layout, self._findings), {}
        return {}, reader.monuments(layout, self._findings)

    def _history(self, now: Now | None) -> tuple[HistoryRow, ...]:
        layout = self._find("History")
        return () if layout is None or now is None else read_history(layout, self._findings, now)

    def _battles(self, now: Now | None) -> BattlePage:
        layout = self._find("Battles")
        return BattlePage((), {}) if layout is None or now is None else read_battles(layout, self._findings, now)

    def _dice(self, now: Now | None) -> DicePage:
        layout = self._find("Dice")
        return DicePage((), {}) if layout is None or now is None else read_dice(layout, self._findings, now)

    def _dispatches(self, now: Now | None) -> tuple[Dispatch, ...]:
        layout = self._find("Dispatches")
        return () if layout is None or now is None else read_dispatches(layout, self._findings, now)

    def _corrections(self, now: Now | None) -> tuple[Correction, ...]:
        layout = self._find("Corrections")
        return () if layout is None or now is None else read_corrections(layout, self._findings, now)


def _is_doubtful(named: NamedRows) -> bool:
    """Whether anything that a run writes is not understood in one of these rows."""
    return any(not row.invalid.isdisjoint(_STATE) for row in named.rows.values())

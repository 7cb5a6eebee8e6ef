"""The campaign workbook as the rest of the program sees it: what was read from it, and what is to be written back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.model.campaign import Season, State, Status, World
from adjudicator.model.events import PendingBattle, PendingRoll
from adjudicator.model.orders import SeasonOrders
from adjudicator.model.records import (
    BattleRow,
    ChronicleRow,
    Correction,
    DieRow,
    Dispatch,
    HistoryRow,
    Publicity,
)
from adjudicator.model.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Book:
    """All that a workbook without errors says, every sheet understood.

    `seed` is the campaign's secret (11.2): it goes to the dice and into no text. `silent_allowed` is how many active
    nations may have no order, None where the cell is empty. `map_picture` is the file name the GM gave for the map, or
    empty. `history`, `dice`, `battles`, `dispatches` and `corrections` are all rows of their sheets, past seasons
    included, in sheet order.
    """

    title: str
    status: Status
    world: World
    state: State
    rulebook: Rulebook
    orders: SeasonOrders
    publicity: Publicity
    seed: str
    orders_due: str = ""
    silent_allowed: int | None = None
    paper: str = "A4"
    language: str = "en"
    map_picture: str = ""
    history: tuple[HistoryRow, ...] = ()
    dice: tuple[DieRow, ...] = ()
    battles: tuple[BattleRow, ...] = ()
    dispatches: tuple[Dispatch, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """What a resolved season writes into the workbook.

    `state` is the state after it, with the year and season to come. `results` has the sentence of the `Result` column
    for each nation. The rows are those of this season only; dice rows include the GM's own, to be completed in place.
    """

    year: int
    season: Season
    state: State
    status: Status
    results: Mapping[str, str]
    dice: tuple[DieRow, ...]
    battles: tuple[BattleRow, ...]
    chronicle: tuple[ChronicleRow, ...]
    history: tuple[HistoryRow, ...]
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitingRecord:
    """What a waiting season writes into the workbook, and nothing else (6.7, 11.4)."""

    year: int
    season: Season
    status: Status
    battles: tuple[PendingBattle, ...]
    rolls: tuple[PendingRoll, ...]

"""Rows the workbook keeps over the years: what was, what was said, and what the GM changed by hand."""

from __future__ import annotations

from adjudicator.model.campaign import Season, Standing
from adjudicator.model.dice import RolledBy, RollKey
from adjudicator.model.frozen import frozen


@frozen
class HistoryRow:
    """One nation at the end of one season (`History`): territories, AP, gold and VP then."""

    year: int
    season: Season
    nation: str
    territories: int
    army_ap: int
    gold: int
    vp: int
    standing: Standing


@frozen
class ChronicleRow:
    """One thing that happened, in a sentence (`Chronicle`).

    `seen_by` is empty for all, else the nations that may know.
    """

    year: int
    season: Season
    kind: str
    seen_by: tuple[str, ...]
    text: str


@frozen
class Dispatch:
    """The GM's own words for a season's newsletters, in Markdown (`Dispatches`). `addressees` is empty for all."""

    year: int
    season: Season
    addressees: tuple[str, ...]
    text: str


@frozen
class Correction:
    """What the GM changed by hand since the last season's result (`Corrections`). `cell` is like `Nations!G3`.

    `subject` is the nation whose row it is, or empty; `column` the sheet's header: the two decide who may read of it.
    """

    year: int
    season: Season
    cell: str
    was: str
    now: str
    reason: str = ""
    subject: str = ""
    column: str = ""


@frozen
class DieRow:
    """One row of the `Dice` sheet; `die` is None where it still waits for the GM (11.4)."""

    year: int
    season: Season
    key: RollKey
    die: int | None
    modifier: int | None = None
    needed: int | None = None
    rolled_by: RolledBy | None = None


@frozen
class BattleRow:
    """One row of the `Battles` sheet; `winner` is empty where it waits, else a nation, `draw` or `dice` (6.7)."""

    year: int
    season: Season
    territory: str
    attacker: str
    attacker_ap: int | None
    defender: str
    defender_ap: int | None
    winner: str = ""
    decided_by: str = ""


@frozen
class Publicity:
    """What every newsletter shows of the others (`Public treasuries`, `Public armies`, `Public orders`)."""

    treasuries: bool = False
    armies: bool = False
    orders: bool = False

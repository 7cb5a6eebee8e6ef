"""What was handed in, and what it was read as.

A `SubmittedOrder` is the row of the order sheet, understood but not yet judged. `Offensive`, `Defend`, `KeepSiege` and
`Raid` are what the rules accepted (chapter 2). The two are kept apart so that a result can always say how one became
the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from adjudicator.model.dice import RollKey
from adjudicator.model.frozen import frozen


class OrderKind(Enum):
    """The four orders of 2.1, as the `Order` column spells them."""

    OFFENSIVE = "Offensive"
    DEFEND = "Defend"
    SIEGE = "Siege"
    RAID = "Raid"


@frozen
class SubmittedOrder:
    """One row of `Winter`, `Spring` or `Summer`.

    `kind` is None where the row gives no order (2.3). `origin` (the column `From`) and `target` hold a territory's
    name as the `Map` sheet spells it, or what was typed where no such territory exists. `intercept` keeps the order
    of the list; names that are nations or territories are spelled as on their sheets, `none` is the lower-case word
    (5.2). `row` is the row on the sheet; `received` holds header and text of each filled cell, exactly as read.
    """

    nation: str
    kind: OrderKind | None = None
    origin: str | None = None
    target: str | None = None
    rebuild: bool = False
    siege_gold: bool = False
    intercept: tuple[str, ...] = ()
    row: int | None = None
    received: tuple[tuple[str, str], ...] = ()


@frozen
class MonumentsOrder:
    """One row of `Fall`: how much gold to spend on monuments (9.3)."""

    nation: str
    gold: int = 0
    row: int | None = None
    received: tuple[tuple[str, str], ...] = ()


@frozen
class Offensive:
    """The army invades `target` from `origin` (2.1)."""

    origin: str
    target: str


@frozen
class Defend:
    """The army stands ready to intercept (5.1) and to block raids (7.2)."""


@frozen
class KeepSiege:
    """The army keeps the siege of `target` (2.1, 2.4)."""

    target: str


@frozen
class Raid:
    """A raid on `target` from `origin` (7.1)."""

    origin: str
    target: str


Order = Offensive | Defend | KeepSiege | Raid


class BattleWord(Enum):
    """What the GM may enter as winner besides a nation (6.7, 6.8)."""

    DRAW = "draw"
    DICE = "dice"


@frozen
class SeasonOrders:
    """Everything handed in for one season, as the rules take it.

    `orders` and `monuments` by nation, at most one each; a nation without an entry gave no order (2.3). `dice` holds
    the dice the GM entered (11.4). `battles` holds, by area, the winner's name or a `BattleWord` (6.7). `public_draw`
    is the text published after orders closed (11.2), or empty.
    """

    orders: Mapping[str, SubmittedOrder]
    monuments: Mapping[str, MonumentsOrder]
    dice: Mapping[RollKey, int]
    battles: Mapping[str, str | BattleWord]
    public_draw: str = ""

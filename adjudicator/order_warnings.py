"""What the rules will refuse of the orders as entered: no workbook errors, but the GM hears of it before the run (2.2).

The answers come from the resolver itself, so they cannot differ from what the run will do.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from adjudicator.model.book import Book
from adjudicator.model.campaign import Standing
from adjudicator.model.dice import key_text
from adjudicator.model.events import (
    Basis,
    BattleFought,
    MonumentsBuilt,
    OrderAccepted,
    OrderRefused,
    RebuildRefused,
    Refusal,
    SiegeGoldRefused,
)
from adjudicator.model.orders import KeepSiege
from adjudicator.model.problems import Place, Problem, ProblemCode
from adjudicator.rules.season import Resolution, Waiting, resolve_season
from adjudicator.rules.view import silent_nations
from adjudicator.workbook.layout import Layout

REASONS: Mapping[Refusal, str] = {
    Refusal.NO_FROM: "From is empty (2.2)",
    Refusal.NO_TARGET: "Target is empty (2.2)",
    Refusal.UNKNOWN_FROM: "From is no territory on the Map sheet (2.2)",
    Refusal.UNKNOWN_TARGET: "Target is no territory on the Map sheet (2.2)",
    Refusal.FROM_NOT_FRIENDLY: "From is not its own territory at the start of the season (2.2, 2.5)",
    Refusal.TARGET_FRIENDLY: "Target is its own territory (2.2)",
    Refusal.NOT_ADJACENT: "no border joins From and Target (2.2)",
    Refusal.INDEPENDENT: "an independent area cannot be raided (7.5)",
    Refusal.NOT_BESIEGING: "its army besieges nothing (2.2)",
    Refusal.NOT_ENOUGH_GOLD: "its treasury cannot pay for it (3.4)",
    Refusal.DISPERSED: "its army is dispersed, at 0 AP (1.4)",
    Refusal.FULL_STRENGTH: "the army is at full strength (3.1)",
    Refusal.BESIEGING: "a besieging army cannot be rebuilt (3.1)",
    Refusal.WRONG_ORDER: "siege gold goes with Offensive or Siege only (3.3)",
}
"""Why something was refused, as the warning says it."""

_COLUMN: Mapping[Refusal, str] = {
    Refusal.NO_FROM: "From",
    Refusal.UNKNOWN_FROM: "From",
    Refusal.FROM_NOT_FRIENDLY: "From",
    Refusal.NO_TARGET: "Target",
    Refusal.UNKNOWN_TARGET: "Target",
    Refusal.TARGET_FRIENDLY: "Target",
    Refusal.NOT_ADJACENT: "Target",
    Refusal.INDEPENDENT: "Target",
}
"""Under which header the reason lies; otherwise it is the order itself."""


def check_silence(book: Book) -> Problem | None:
    """The guard against a broken mailbox: more nations without an order than `Silent allowed` (default a third,
    rounded up). None once the campaign is over: nobody owes an order then.
    """
    if book.state.over:
        return None
    silent = silent_nations(book)
    allowed = silent_allowed(book)
    if len(silent) <= allowed:
        return None
    return Problem(
        ProblemCode.TOO_MANY_SILENT,
        Place(_sheet(book)),
        values=(("count", str(len(silent))), ("nations", ", ".join(silent)), ("allowed", str(allowed))),
    )


def silent_allowed(book: Book) -> int:
    """How many active nations may have no order this season."""
    if book.silent_allowed is not None:
        return book.silent_allowed
    active = sum(1 for holding in book.state.holdings.values() if holding.standing is Standing.ACTIVE)
    return -(-active // 3)


def check_orders(book: Book, layout: Layout | None = None) -> tuple[Problem, ...]:
    """Warnings for orders that will become Defend, and notes for nations without one; none once the campaign is over.

    With the layout of the workbook each names its cell, without it the order sheet.
    """
    if book.state.over:
        return ()
    return refusals(book, resolve_season(book.world, book.state, book.orders, book.rulebook, book.seed), layout)


def refusals(book: Book, outcome: Resolution | Waiting, layout: Layout | None = None) -> tuple[Problem, ...]:
    """The warnings of `check_orders`, from a season already resolved."""
    return tuple(_warnings(book, outcome, layout))


def _warnings(book: Book, outcome: Resolution | Waiting, layout: Layout | None) -> Iterator[Problem]:
    sheet = _sheet(book)
    for event in outcome.events:
        match event:
            case OrderRefused(nation=nation, submitted=submitted, reason=reason):
                kind = submitted.kind.value if submitted.kind is not None else "order"
                yield Problem(
                    ProblemCode.ORDER_REFUSED,
                    _place(book, nation, _COLUMN.get(reason, "Order"), layout),
                    submitted.target or "",
                    values=(("order", kind), ("nation", nation), ("reason", REASONS[reason])),
                )
            case RebuildRefused(nation=nation, reason=reason):
                yield Problem(
                    ProblemCode.REBUILD_REFUSED,
                    _place(book, nation, "Rebuild", layout),
                    values=(("nation", nation), ("reason", REASONS[reason])),
                )
            case SiegeGoldRefused(nation=nation, reason=reason):
                yield Problem(
                    ProblemCode.SIEGE_GOLD_REFUSED,
                    _place(book, nation, "Siege gold", layout),
                    values=(("nation", nation), ("reason", REASONS[reason])),
                )
            case MonumentsBuilt(nation=nation, asked=asked, gold=gold) if gold < asked:
                yield Problem(
                    ProblemCode.MONUMENTS_LOWERED,
                    _place(book, nation, "Monuments", layout),
                    str(asked),
                    values=(("nation", nation), ("spent", str(gold)), ("asked", str(asked))),
                )
            case OrderAccepted(nation=nation, basis=Basis.SILENT, order=order):
                word = "Siege" if isinstance(order, KeepSiege) else "Defend"
                yield Problem(ProblemCode.NATION_SILENT, Place(sheet), values=(("nation", nation), ("order", word)))
            case _:
                pass
    if isinstance(outcome, Resolution):
        yield from _not_needed(book, outcome, layout)


def _not_needed(book: Book, outcome: Resolution, layout: Layout | None) -> Iterator[Problem]:
    """Winners (6.7) and dice (11.4) that the GM entered and the season made no use of."""
    fought = {event.territory for event in outcome.events if isinstance(event, BattleFought)}
    rolled = {roll.key for roll in outcome.rolls}
    for area in book.orders.battles:
        if area not in fought:
            yield _entry("Battles", "Winner", area, area, "battle", layout)
    for key in book.orders.dice:
        if key not in rolled:
            yield _entry("Dice", "Die", key, key_text(book.state.year, book.state.season.value, key), "roll", layout)


def _entry(sheet: str, header: str, row: Hashable, entry: str, kind: str, layout: Layout | None) -> Problem:
    found = None if layout is None else layout.get(sheet)
    at = None if found is None or row not in found.rows else found.ref(found.rows[row], header)
    return Problem(ProblemCode.ENTRY_NOT_NEEDED, Place(sheet, at), values=(("entry", entry), ("kind", kind)))


def _sheet(book: Book) -> str:
    return book.state.season.value.capitalize()


def _place(book: Book, nation: str, header: str, layout: Layout | None) -> Place:
    """The cell in the nation's row that is meant."""
    orders = book.orders.orders if book.state.season.has_moves else book.orders.monuments
    order = orders.get(nation)
    sheet = None if layout is None else layout.get(_sheet(book))
    if order is None or order.row is None or sheet is None or header not in sheet.columns:
        return Place(_sheet(book))
    return Place(_sheet(book), sheet.ref(order.row, header))

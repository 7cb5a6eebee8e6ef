"""The order sheets: what was handed in for the season, understood but not judged (2.1).

A territory that does not exist makes an order Defend by 2.2, so it is a warning and the typed name is kept; a word that
is no order at all cannot be understood, so it is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from adjudicator.model.campaign import Holding, Standing
from adjudicator.model.orders import MonumentsOrder, OrderKind, SubmittedOrder
from adjudicator.model.problems import ProblemCode
from adjudicator.workbook.cells import CellKind
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import SheetLayout
from adjudicator.workbook.names import NameList, name_key, nearest_of, plain
from adjudicator.workbook.schema import LIST_SEPARATOR, NAME_LIMIT, NONE, ORDER_WORDS
from adjudicator.workbook.sheet_rows import SheetRow, SheetRows
from adjudicator.workbook.values import shown

_FORMS: Final[Mapping[str, OrderKind]] = {
    **{kind.value.casefold(): kind for kind in OrderKind},
    "offence": OrderKind.OFFENSIVE,
    "offense": OrderKind.OFFENSIVE,
    "wage an offensive": OrderKind.OFFENSIVE,
    "defence": OrderKind.DEFEND,
    "defense": OrderKind.DEFEND,
    "keep siege": OrderKind.SIEGE,
    "keep a siege": OrderKind.SIEGE,
    "keep the siege": OrderKind.SIEGE,
}
"""The spellings that can mean only one order: those of the rule text and of the sheet."""
_HINTS: Final[Mapping[str, OrderKind]] = {
    **dict.fromkeys(("attack", "invade", "invasion", "conquer", "march"), OrderKind.OFFENSIVE),
    **dict.fromkeys(("hold", "stand", "guard", "wait", "rest"), OrderKind.DEFEND),
    **dict.fromkeys(("besiege", "sieging"), OrderKind.SIEGE),
    **dict.fromkeys(("plunder", "pillage", "loot"), OrderKind.RAID),
}
"""Words that probably mean an order, offered but not taken for it."""
_NATION, _RESULT = "Nation", "Result"

Order = TypeVar("Order", SubmittedOrder, MonumentsOrder)


class OrderReader:
    """Reads an order sheet against the names and standings of the campaign."""

    def __init__(self, nations: NameList, territories: NameList, holdings: Mapping[str, Holding]) -> None:
        self._nations = nations
        self._territories = territories
        self._holdings = holdings

    def moves(self, layout: SheetLayout, findings: Findings) -> dict[str, SubmittedOrder]:
        """The orders of `Winter`, `Spring` or `Summer` by nation; a row that gives none has the kind None."""
        return self._by_nation(layout, findings, self._move)

    def monuments(self, layout: SheetLayout, findings: Findings) -> dict[str, MonumentsOrder]:
        """The orders of `Fall` by nation."""
        return self._by_nation(layout, findings, self._monuments)

    def _by_nation(
        self, layout: SheetLayout, findings: Findings, read: Callable[[SheetRow, str], Order]
    ) -> dict[str, Order]:
        asked = [column.header for column in layout.schema.columns if column.header not in (_NATION, _RESULT)]
        chosen: dict[str, tuple[SheetRow, bool]] = {}
        for row in SheetRows(layout, findings):
            typed = row.text(_NATION)
            if not typed:
                continue
            filled = any(not row.is_empty(header) for header in asked)
            nation = self._nations.find(typed)
            if nation is None:
                code = ProblemCode.ORDER_OF_UNKNOWN_NATION if filled else ProblemCode.ORDER_ROW_OF_UNKNOWN_NATION
                row.problem(code, _NATION, near=self._nations.nearest(typed))
            elif nation not in chosen:
                chosen[nation] = (row, filled)
            elif filled and chosen[nation][1]:
                row.problem(ProblemCode.ORDER_DOUBLED, _NATION, other=layout.ref(chosen[nation][0].number, _NATION))
            else:
                spare = chosen[nation][0] if filled else row
                spare.problem(ProblemCode.ORDER_ROW_DOUBLED, _NATION)
                if filled:
                    chosen[nation] = (row, filled)
        orders: dict[str, Order] = {}
        for nation, (row, filled) in chosen.items():
            layout.rows[nation] = row.number
            if filled and self._holdings[nation].standing is Standing.ELIMINATED:
                row.problem(ProblemCode.ORDER_OF_ELIMINATED, _NATION)
            orders[nation] = read(row, nation)
        return orders

    def _move(self, row: SheetRow, nation: str) -> SubmittedOrder:
        kind = _kind(row)
        goes = kind in (OrderKind.OFFENSIVE, OrderKind.RAID)
        order = SubmittedOrder(
            nation=nation,
            kind=kind,
            origin=self._place(row, "From", warn=goes),
            target=self._place(row, "Target", warn=goes),
            rebuild=row.yes_no("Rebuild"),
            siege_gold=row.yes_no("Siege gold"),
            intercept=self._intercept(row),
            row=row.number,
            received=_received(row, ("Order", "From", "Target", "Rebuild", "Siege gold", "Intercept")),
        )
        if kind is None and "Order" not in row.invalid and (order.origin or order.target or order.siege_gold):
            filled = ", ".join(header for header in ("From", "Target", "Siege gold") if not row.is_empty(header))
            row.problem(ProblemCode.ORDER_WORD_MISSING, "Order", found=filled, nation=nation)
        return order

    def _place(self, row: SheetRow, header: str, *, warn: bool) -> str | None:
        typed = row.text(header)
        if not typed:
            return None
        name = self._territories.find(typed)
        if name is None and warn:
            row.problem(ProblemCode.ORDER_PLACE_UNKNOWN, header, near=self._territories.nearest(typed))
        return typed[: 2 * NAME_LIMIT] if name is None else name

    def _intercept(self, row: SheetRow) -> tuple[str, ...]:
        entries: list[str] = []
        for part in row.text("Intercept").replace("\n", LIST_SEPARATOR).split(LIST_SEPARATOR):
            typed = plain(part)
            if not typed:
                continue
            found = self._entry(typed)
            if not found and "," in typed:
                found = [name for piece in typed.split(",") for name in self._entry(piece) or [""]]
                found = found if all(found) else []
            if not found:
                near = self._nations.nearest(typed) or self._territories.nearest(typed)
                row.problem(ProblemCode.INTERCEPT_UNKNOWN, "Intercept", found=typed, near=near)
                found = [typed[: 2 * NAME_LIMIT]]
            entries.extend(found)
        return tuple(entries)

    def _entry(self, typed: str) -> list[str]:
        """The names one entry stands for: `none`, a nation, a territory, or both where they share a name."""
        if name_key(typed) == NONE:
            return [NONE]
        both = (self._nations.find(typed), self._territories.find(typed))
        return list(dict.fromkeys(name for name in both if name is not None))

    def _monuments(self, row: SheetRow, nation: str) -> MonumentsOrder:
        gold = row.whole("Monuments") or 0
        return MonumentsOrder(nation, gold, row.number, _received(row, ("Monuments",)))


def _kind(row: SheetRow) -> OrderKind | None:
    typed = row.text("Order")
    if not typed:
        return None
    key = name_key(typed).strip(".!")
    kind = _FORMS.get(key)
    if kind is None:
        near = _HINTS[key].value if key in _HINTS else nearest_of(typed, ORDER_WORDS)
        row.invalidate(ProblemCode.ORDER_NOT_UNDERSTOOD, "Order", near=near)
    return kind


def _received(row: SheetRow, headers: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Header and text of each filled cell, as the player's newsletter quotes them."""
    return tuple((header, row.shown(header)) for header in headers if not row.is_empty(header))


def note_rows(layout: SheetLayout, nations: NameList) -> None:
    """Notes in the layout where each nation's row is on an order sheet whose orders are not read now."""
    for row in layout.data_rows():
        cell = layout.cell(row.number, _NATION)
        nation = nations.find(shown(cell)) if cell.kind is CellKind.TEXT else None
        if nation is not None:
            layout.rows.setdefault(nation, row.number)

"""Collected orders put into the season's order sheet, in place."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.model.problems import Place, Problem, ProblemCode, has_errors
from adjudicator.workbook.drafting import WriteDamaged
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import Reading, read_package
from adjudicator.workbook.schema import LIST_SEPARATOR, ORDER_SHEETS
from adjudicator.workbook.sheet_writer import SheetWriter, Values
from adjudicator.workbook.writer import WrittenWorkbook

CollectedOrder = SubmittedOrder | MonumentsOrder


def order_values(order: CollectedOrder) -> Values:
    """An order as the cells of its row, by header; None for those that are empty."""
    if isinstance(order, MonumentsOrder):
        return {"Monuments": order.gold}
    return {
        "Order": order.kind.value if order.kind is not None else None,
        "From": order.origin,
        "Target": order.target,
        "Rebuild": "yes" if order.rebuild else None,
        "Siege gold": "yes" if order.siege_gold else None,
        "Intercept": f"{LIST_SEPARATOR} ".join(order.intercept) or None,
    }


def is_given(order: CollectedOrder | None) -> bool:
    """Whether anything stands in the row."""
    return order is not None and bool(order.received)


def write_orders(reading: Reading, orders: Mapping[str, CollectedOrder]) -> tuple[WrittenWorkbook, Reading | None]:
    """The workbook with these orders in their nations' rows, and that workbook read again.

    With an error among the notes the data is empty and there is no second reading. Raises `ValueError` for a reading
    with errors, `WriteDamaged` where an order would not be read back as it was collected.
    """
    book = reading.book
    if book is None:
        raise ValueError("a workbook with errors is not written to")
    problems: list[Problem] = []
    schema = ORDER_SHEETS[book.state.season]
    sheet = SheetWriter(reading.package, reading.layout, schema, problems)
    added: list[Values] = []
    for nation, order in orders.items():
        row = sheet.row_of(nation)
        if row is None:
            added.append({schema.key.header: nation, **order_values(order)})
        else:
            sheet.put(row, order_values(order))
    sheet.add(added)
    problems.extend(
        Problem(ProblemCode.FORMULA_REPLACED, Place(schema.name, formula.ref), f"={formula.formula}")
        for formula in reading.package.replaced_formulas
    )
    if has_errors(problems):
        return WrittenWorkbook(b"", tuple(problems)), None
    data = reading.package.to_bytes()
    again = read_package(reading.path, package_from_bytes(data))
    _check(again, orders)
    return WrittenWorkbook(data, tuple(problems)), again


def _check(again: Reading, orders: Mapping[str, CollectedOrder]) -> None:
    if again.book is None:
        raise WriteDamaged("the workbook would not be understood after the orders were put in")
    found: Mapping[str, CollectedOrder] = (
        again.book.orders.orders if again.book.state.season.has_moves else again.book.orders.monuments
    )
    for nation, order in orders.items():
        if nation not in found or order_values(found[nation]) != order_values(order):
            raise WriteDamaged(f"the order of {nation} would not be read back as it was collected")

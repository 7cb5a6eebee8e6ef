"""A returned order form: found by its labels, wherever they stand, and its answers read as the order sheet's are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator.model.book import Book
from adjudicator.model.order_form import CODE, PROOFS, QUESTIONS
from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.model.problems import Problem
from adjudicator.workbook.cells import Cell, CellKind, Row
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import SheetLayout
from adjudicator.workbook.names import NameList, name_key, plain
from adjudicator.workbook.package import Package, SheetKind
from adjudicator.workbook.read_orders import OrderReader
from adjudicator.workbook.references import parse_cell
from adjudicator.workbook.row_blocks import RowBlocks
from adjudicator.workbook.schema import ORDER_SHEETS
from adjudicator.workbook.sheet_cells import SheetCells
from adjudicator.workbook.values import is_empty, shown

_MOST_SHEETS: Final = 10
_MOST_ROWS: Final = 300
_MOST_COLUMNS: Final = 12
"""How far on a sheet a form's labels are looked for: it is a small sheet, though programs may have moved it."""
_ROW: Final = 2


@dataclass(frozen=True, slots=True)
class FormCells:
    """What stands beside the labels of a form: proofs as text, answers as cells, the empty ones left out."""

    proofs: Mapping[str, str]
    answers: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """An order as the order sheet would read it. `problems` are what the sheet would say of it, by column header."""

    order: SubmittedOrder | MonumentsOrder
    problems: tuple[tuple[str, Problem], ...]


def text_cell(text: str) -> Cell:
    """A cell that holds a text, as a form of another kind gives it."""
    return Cell(_ROW, 1, CellKind.TEXT, text)


def find_form(package: Package) -> FormCells | None:
    """The form in a workbook, or None where no sheet has one.

    Raises `PackageRefused` where a sheet is damaged or too large.
    """
    for info in package.sheets[:_MOST_SHEETS]:
        if info.kind is SheetKind.WORKSHEET:
            found = _labelled(package.read_sheet(info.name))
            if CODE in found:
                proofs: dict[str, str] = {label: plain(shown(found[label])) for label in PROOFS if label in found}
                answers: dict[str, Cell] = {
                    label: found[label] for label in QUESTIONS if label in found and not is_empty(found[label])
                }
                return FormCells(proofs, answers)
    return None


def _labelled(cells: SheetCells) -> dict[str, Cell]:
    """The cell to the right of each label; the first of two equal labels counts."""
    labels = {name_key(label): label for label in (*PROOFS, *QUESTIONS)}
    found: dict[str, Cell] = {}
    for row in cells.rows[:_MOST_ROWS]:
        for cell in row:
            if cell.kind is not CellKind.TEXT or cell.column > _MOST_COLUMNS:
                continue
            label = labels.get(name_key(str(cell.value)[:60]).rstrip(": "))
            if label is not None and label not in found:
                found[label] = cells.cell(row.number, cell.column + 1)
                break
    return found


def judge_order(book: Book, nation: str, answers: Mapping[str, Cell]) -> JudgedRow:
    """The order that a row of the season's sheet with these cells, by header, would be read as.

    The same reader does it, so a form and a row cannot be understood differently.
    """
    schema = ORDER_SHEETS[book.state.season]
    columns = {column.header: number for number, column in enumerate(schema.columns, start=1)}
    placed = {schema.key.header: text_cell(nation), **answers}
    row = tuple(
        placed[header]._replace(row=_ROW, column=column) for header, column in columns.items() if header in placed
    )
    cells = SheetCells(schema.name, RowBlocks.of((Row(_ROW, False, row),)), (), (), None, False, False)
    layout = SheetLayout(schema, schema.name, cells, 1, columns, frozenset(), _ROW, None)
    reader = OrderReader(NameList(book.world.nation), NameList(book.state.owners), book.state.holdings)
    findings = Findings()
    orders: Mapping[str, SubmittedOrder | MonumentsOrder] = (
        reader.moves(layout, findings) if book.state.season.has_moves else reader.monuments(layout, findings)
    )
    headers = {number: header for header, number in columns.items()}
    return JudgedRow(orders[nation], tuple((_header(problem, headers), problem) for problem in findings.problems))


def _header(problem: Problem, headers: Mapping[int, str]) -> str:
    return "" if problem.place.cell is None else headers[parse_cell(problem.place.cell)[1]]

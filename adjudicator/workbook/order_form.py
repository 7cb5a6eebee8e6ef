"""An order form as a small workbook: one sheet to fill in from drop-downs, one sheet of lists behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Protection, Side
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.model.order_form import OrderForm, Question
from adjudicator.workbook.saving import workbook_bytes
from adjudicator.workbook.styles import (
    BOLD_FONT,
    HEADER_FILL,
    HEADER_FONT,
    INK,
    MIDDLE,
    NOTE_FONT,
    PARCHMENT_FILL,
    ROW_LINE,
    SECTION_FONT,
    TEXT_FONT,
    TITLE_FONT,
    WRITTEN_FONT,
)

FORM_SHEET: Final = "Order form"
LISTS_SHEET: Final = "Choices"
_WIDTHS: Final = (20, 46, 46, 24, 18)
_EDGE: Final = Side(style="medium", color=INK)
_BOX: Final = Border(left=_EDGE, right=_EDGE, top=_EDGE, bottom=_EDGE)
_HINT_LIMIT: Final = 250


def order_form_workbook(form: OrderForm) -> bytes:
    """The form as a workbook; the same form gives the same bytes."""
    book = Workbook()
    page = book.active
    if not isinstance(page, Worksheet):
        raise TypeError("a new workbook begins with a worksheet")
    page.title = FORM_SHEET
    book.properties.title = form.purpose
    lists = book.create_sheet(LISTS_SHEET)
    lists.sheet_state = "hidden"
    _FormPage(book, page, lists).fill(form)
    return workbook_bytes(book)


class _FormPage:
    """Writes one form, row by row."""

    def __init__(self, book: Workbook, page: Worksheet, lists: Worksheet) -> None:
        self._book = book
        self._page = page
        self._lists = lists
        self._row = 0
        self._columns = 0

    def fill(self, form: OrderForm) -> None:
        page = self._page
        page.sheet_view.showGridLines = False
        for column, width in enumerate(_WIDTHS, start=1):
            page.column_dimensions[get_column_letter(column)].width = width
        self._line((form.heading,), height=38)
        for column in range(1, len(_WIDTHS) + 1):
            page.cell(1, column).fill = HEADER_FILL
        page.cell(1, 1).font = TITLE_FONT
        page.cell(1, 1).alignment = Alignment(vertical="center", indent=1)
        self._sentence(form.instruction)
        for question in form.questions:
            self._question(question)
        self._sentence(form.returning)
        self._section(form.known_title)
        for label, text in form.known:
            self._line((label, text))
            page.cell(self._row, 1).font = BOLD_FONT
        if form.reach:
            self._section(form.reach_title)
            self._line(form.reach_headers)
            for column in range(1, len(form.reach_headers) + 1):
                page.cell(self._row, column).font = HEADER_FONT
                page.cell(self._row, column).fill = HEADER_FILL
            for row in form.reach:
                self._line(row)
                for column in range(1, len(row) + 1):
                    page.cell(self._row, column).border = ROW_LINE
        self._row += 1
        for label, text in form.proofs:
            self._line((label, text))
            page.cell(self._row, 1).font = WRITTEN_FONT
            page.cell(self._row, 2).font = WRITTEN_FONT
        page.page_setup.orientation = "landscape"
        page.page_setup.fitToWidth = 1
        page.page_setup.fitToHeight = 0
        if page.sheet_properties.pageSetUpPr is not None:
            page.sheet_properties.pageSetUpPr.fitToPage = True

    def _line(self, texts: Sequence[str], height: float | None = None) -> None:
        self._row += 1
        for column, text in enumerate(texts, start=1):
            cell = self._page.cell(self._row, column)
            cell.value = text
            cell.data_type = "s"  # a name that begins with = is a name
            cell.number_format = "@"
            cell.font = TEXT_FONT
            cell.alignment = MIDDLE
        if height is not None:
            self._page.row_dimensions[self._row].height = height

    def _sentence(self, text: str) -> None:
        self._line((text,), height=15 * (1 + len(text) // 120) + 8)
        self._page.merge_cells(start_row=self._row, end_row=self._row, start_column=1, end_column=len(_WIDTHS))
        self._page.cell(self._row, 1).font = NOTE_FONT

    def _section(self, text: str) -> None:
        self._row += 1
        self._line((text,), height=24)
        self._page.cell(self._row, 1).font = SECTION_FONT
        self._page.cell(self._row, 1).alignment = Alignment(vertical="center", indent=1)

    def _question(self, question: Question) -> None:
        self._line((question.label, "", question.hint), height=24)
        label, answer, hint = (self._page.cell(self._row, column) for column in (1, 2, 3))
        label.font = BOLD_FONT
        answer.value = None
        answer.fill = PARCHMENT_FILL
        answer.border = _BOX
        answer.protection = Protection(locked=False)
        hint.font = NOTE_FONT
        self._page.merge_cells(start_row=self._row, end_row=self._row, start_column=3, end_column=len(_WIDTHS))
        if question.choices:
            offered = DataValidation("list", formula1=self._offer(question.choices), allow_blank=True)
            offered.showErrorMessage = True
            offered.errorStyle = "stop"
            offered.errorTitle = "Not on the list"
            offered.error = "Please choose from the list: open it with the arrow beside the cell."
            offered.promptTitle = question.label
            offered.prompt = question.hint[:_HINT_LIMIT]
            offered.showInputMessage = bool(question.hint)
            offered.add(answer)
            self._page.add_data_validation(offered)

    def _offer(self, words: Sequence[str]) -> str:
        """A list under a defined name, which Excel, LibreOffice, Google and Numbers all keep."""
        self._columns += 1
        letter = get_column_letter(self._columns)
        for row, word in enumerate(words, start=1):
            cell = self._lists[f"{letter}{row}"]
            cell.value = word
            cell.data_type = "s"
            cell.number_format = "@"
        name = f"choices_{self._columns}"
        self._book.defined_names[name] = DefinedName(
            name, attr_text=f"{LISTS_SHEET}!${letter}$1:${letter}${len(words)}"
        )
        return name

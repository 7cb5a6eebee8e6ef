"""`mistakes.xlsx`: the Anatolian campaign with every kind of mistake once, as far as one file can hold them.

Beside each row that is wrong, and on the first sheet, stands which problem it is; `adjudicate check` tells the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Alignment
from openpyxl.utils import coordinate_to_tuple, get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import TableColumn
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.model.problems import ProblemCode
from adjudicator.workbook.blank import build_workbook
from adjudicator.workbook.guide import GUIDE_SHEET
from adjudicator.workbook.samples.anatolia import ANATOLIA
from adjudicator.workbook.samples.slips import RIGHT_ROWS, SLIPS, SUPPORTS, WRONG_ROWS, SlipValue
from adjudicator.workbook.saving import workbook_bytes
from adjudicator.workbook.schema import SHEET
from adjudicator.workbook.styles import (
    BOLD_FONT,
    FLUSH,
    HEADER_FILL,
    HEADER_FONT,
    LINK_FONT,
    NOTE_FONT,
    SECTION_FONT,
    TEXT_FONT,
)

CODE = ProblemCode
TITLE: Final = "A campaign full of mistakes"
INDEX_SHEET: Final = "Mistakes"
NOTE_HEADER: Final = "Mistake"
_SHOWN_WHOLE: Final = 60
"""Longer texts are mistakes themselves, and are shown on one line."""
_INTRODUCTION: Final = (
    "Nearly everything that can be wrong with a campaign workbook is wrong with this one, once each. Run",
    "adjudicate check mistakes.xlsx",
    "and compare: each problem is told with its sheet and cell, what was found there, and what to do about it. With "
    "--mark the same is put on the cells as notes.",
)


def mistakes() -> bytes:
    """The workbook, the same bytes every time."""
    return workbook_bytes(_Mistaken().book)


class _Mistaken:
    """Makes the mistakes one after the other, and notes where each one is."""

    def __init__(self) -> None:
        self.book: Workbook = build_workbook(replace(ANATOLIA, title=TITLE), seed="", file_name="mistakes.xlsx")
        self._places: list[tuple[ProblemCode, str, str]] = []
        for sheet, values in RIGHT_ROWS:
            self._add_row(sheet, values)
        for wrong in WRONG_ROWS:
            row = self._add_row(wrong.sheet, wrong.values)
            self._note(wrong.code, wrong.sheet, _letter(wrong.sheet, wrong.at), row)
        for sheet, key, header, value in SUPPORTS:
            self._put(sheet, key, header, value)
        for slip in SLIPS:
            row = self._put(slip.sheet, slip.row, slip.header, slip.value)
            self._note(slip.code, slip.sheet, _letter(slip.sheet, slip.header), row)
        self._misspell_names()
        self._merge_cells()
        self._spoil_sheets()
        self._write_index()

    def _page(self, sheet: str) -> Worksheet:
        page = self.book[sheet]
        if not isinstance(page, Worksheet):
            raise TypeError(f"{sheet} has no cells")
        return page

    def _row_of(self, sheet: str, key: str) -> int:
        for (cell,) in self._page(sheet).iter_rows(min_row=2, max_col=1):
            if cell.value == key:
                return int(cell.row or 0)
        raise KeyError(key)

    def _put(self, sheet: str, key: str, header: str, value: SlipValue) -> int:
        row = self._row_of(sheet, key)
        self._set(sheet, header, row, value)
        return row

    def _set(self, sheet: str, header: str, row: int, value: SlipValue) -> None:
        cell = self._page(sheet)[f"{_letter(sheet, header)}{row}"]
        cell.value = value
        if isinstance(value, str) and len(value) > _SHOWN_WHOLE:
            cell.alignment = Alignment(vertical="top", indent=1)

    def _add_row(self, sheet: str, values: Mapping[str, SlipValue]) -> int:
        """Fills the first row without a value; the table grows where there is none left."""
        page = self._page(sheet)
        width = len(SHEET[sheet].columns)
        row = 2
        while any(page.cell(row, column).value is not None for column in range(1, width + 1)):
            row += 1
        for header, value in values.items():
            self._set(sheet, header, row, value)
        (table,) = page.tables.values()
        last = max(row, page.max_row if row <= page.max_row else row)
        table.ref = f"A1:{get_column_letter(width)}{last}"
        if table.autoFilter is not None:
            table.autoFilter.ref = table.ref
        return row

    def _note(self, code: ProblemCode, sheet: str, letter: str, row: int | None) -> None:
        """Notes the mistake for the index, and beside its row in a column that is the GM's own."""
        self._places.append((code, sheet, f"{letter}{row}" if row is not None else f"{letter}1" if letter else ""))
        if row is None or sheet not in SHEET:
            return
        page = self._page(sheet)
        own = get_column_letter(len(SHEET[sheet].columns) + 2)
        if page[f"{own}1"].value is None:
            page[f"{own}1"] = NOTE_HEADER
            page[f"{own}1"].font, page[f"{own}1"].fill = HEADER_FONT, HEADER_FILL
            page[f"{own}1"].alignment = FLUSH
            page.column_dimensions[own].width = 44
        cell = page[f"{own}{row}"]
        said = code.value.replace("-", " ")
        cell.value = f"{cell.value}; {said}" if cell.value else said
        cell.font, cell.alignment = NOTE_FONT, FLUSH

    def _misspell_names(self) -> None:
        """Settings, rules and headers that are not quite those."""
        for code, sheet, name, typed in (
            (CODE.SETTING_UNKNOWN, "Campaign", "Silent allowed", "Silents allowed"),
            (CODE.RULE_UNKNOWN, "Rules", "siege_target", "sege_target"),
        ):
            row = self._row_of(sheet, name)
            key = SHEET[sheet].key.header
            self._set(sheet, key, row, typed)
            self._set(sheet, "Value", row, 4)
            self._note(code, sheet, _letter(sheet, key), row)
        self._set("Dispatches", "Text", 1, "Txet")
        self._note(CODE.COLUMN_MISSING, "Dispatches", _letter("Dispatches", "Text"), None)
        page = self._page("Nations")
        doubled = get_column_letter(len(SHEET["Nations"].columns) + 1)
        page[f"{doubled}1"] = "Gold"
        self._note(CODE.COLUMN_DOUBLED, "Nations", doubled, None)

    def _merge_cells(self) -> None:
        """Merges cells, which a table cannot have; so these sheets have none."""
        for code, sheet, header, first, last in (
            (CODE.MERGED_CELLS, "Nations", "Ag", "Georgians", "Marwanids"),
            (CODE.MERGED_CELLS_COUNT, "Map", "Owner", "Amida", "Mayyafariqin"),
        ):
            letter, row = _letter(sheet, header), self._row_of(sheet, first)
            self._page(sheet).tables.clear()
            self._page(sheet).merge_cells(f"{letter}{row}:{letter}{self._row_of(sheet, last)}")
            self._note(code, sheet, letter, row)

    def _spoil_sheets(self) -> None:
        """Sheets hidden, protected, doubled, without header or cells, with hidden rows or a totals row."""
        self.book.create_sheet("Borders ").append(["a second sheet of this name, but for a space"])
        self._note(CODE.SHEET_DOUBLED, "Borders ", "", None)
        hidden = self._row_of("Borders", "Antioch")
        self._page("Borders").row_dimensions[hidden].hidden = True
        self._note(CODE.ROWS_HIDDEN, "Borders", "A", hidden)
        self._page("Battles").sheet_state = "hidden"
        self._note(CODE.SHEET_HIDDEN, "Battles", "", None)
        self._page("Dice").protection.sheet = True
        self._note(CODE.SHEET_PROTECTED, "Dice", "", None)
        chronicle = self._page("Chronicle")
        chronicle.tables.clear()
        for column, word in enumerate(("When", "Which", "What", "Who", "How"), start=1):
            chronicle.cell(1, column).value = word
        self._note(CODE.HEADER_MISSING, "Chronicle", "", None)
        place = self.book.sheetnames.index("Corrections")
        del self.book["Corrections"]
        chart = BarChart()
        chart.add_data(Reference(self._page("History"), min_col=4, min_row=1, max_row=3), titles_from_data=True)
        self.book.create_chartsheet("Corrections", place).add_chart(chart)
        self._note(CODE.SHEET_WITHOUT_CELLS, "Corrections", "", None)
        self._add_totals("History")

    def _add_totals(self, sheet: str) -> None:
        page = self._page(sheet)
        columns = SHEET[sheet].columns
        row = self._add_row(sheet, {columns[0].header: "Total"})
        (table,) = page.tables.values()
        table.tableColumns = [TableColumn(id=number, name=column.header) for number, column in enumerate(columns, 1)]
        table.tableColumns[0].totalsRowLabel = "Total"
        table.totalsRowCount = 1
        if table.autoFilter is not None:
            table.autoFilter.ref = f"A1:{get_column_letter(len(columns))}{row - 1}"
        self._note(CODE.TOTALS_ROW, sheet, "A", row)

    def _ordered(self) -> list[tuple[ProblemCode, str, str]]:
        """The places in the order of the sheets, each sheet from the top to the bottom and from left to right."""
        order = {name: number for number, name in enumerate(self.book.sheetnames)}

        def position(place: tuple[ProblemCode, str, str]) -> tuple[int, int, int]:
            _, sheet, ref = place
            row, column = coordinate_to_tuple(ref) if ref[-1:].isdigit() else (0, 0)
            return order[sheet], row, column

        return sorted(self._places, key=position)

    def _write_index(self) -> None:
        """The first sheet: every mistake in the order of the sheets, with a way to it."""
        page: Worksheet = self.book.create_sheet(INDEX_SHEET, 0)
        page.sheet_view.showGridLines = False
        page.column_dimensions["A"].width, page.column_dimensions["B"].width = 24, 60
        page["A1"] = TITLE
        page["A1"].font = SECTION_FONT
        page.row_dimensions[1].height = 26
        for row, (text, lines) in enumerate(zip(_INTRODUCTION, (1, 1, 2), strict=True), start=2):
            page[f"A{row}"] = text
            page[f"A{row}"].font = BOLD_FONT if text.startswith("adjudicate") else TEXT_FONT
            page[f"A{row}"].alignment = FLUSH
            page.merge_cells(f"A{row}:B{row}")
            page.row_dimensions[row].height = 17.0 * lines
        for letter, text in (("A", "Where"), ("B", NOTE_HEADER)):
            page[f"{letter}6"] = text
            page[f"{letter}6"].font, page[f"{letter}6"].fill = HEADER_FONT, HEADER_FILL
        for row, (code, sheet, ref) in enumerate(self._ordered(), start=7):
            where = page[f"A{row}"]
            where.value = f"{sheet}!{ref}" if ref else sheet
            where.font = TEXT_FONT
            if isinstance(self.book[sheet], Worksheet) and self.book[sheet].sheet_state == "visible":
                where.hyperlink = Hyperlink(ref=where.coordinate, location=f"'{sheet}'!{ref or 'A1'}")
                where.font = LINK_FONT
            page[f"B{row}"] = code.value.replace("-", " ")
            page[f"B{row}"].font = TEXT_FONT
        page.freeze_panes = "A7"
        page.print_title_rows = "6:6"
        page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
        page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        del self.book[GUIDE_SHEET]
        self.book.active = 0
        for other in self.book.worksheets:
            other.sheet_view.tabSelected = other.title == INDEX_SHEET


def _letter(sheet: str, header: str) -> str:
    headers = [column.header for column in SHEET[sheet].columns]
    return get_column_letter(headers.index(header) + 1)

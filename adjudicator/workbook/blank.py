"""A new campaign workbook, made from the schema: tables, drop-downs, limits, prompts, highlights and print set-up.

openpyxl is used to make new workbooks only; one that exists is edited in place and never goes through it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.model.rulebook import SETTINGS, SettingKind
from adjudicator.workbook.columns import Column, Filled, Kind, Need, Sheet
from adjudicator.workbook.dropdowns import LAST_ROW, LISTS_SHEET, Lists
from adjudicator.workbook.first_rows import FirstRow, first_rows
from adjudicator.workbook.guide import GUIDE_SHEET, add_guide
from adjudicator.workbook.highlights import highlight
from adjudicator.workbook.new_campaign import NewCampaign, empty_campaign, new_seed
from adjudicator.workbook.saving import workbook_bytes
from adjudicator.workbook.schema import CAMPAIGN_SETTING, SHEETS, rule_limits, rule_words
from adjudicator.workbook.styles import (
    BOLD_FONT,
    GOLD,
    HEADER_FILL,
    HEADER_FONT,
    OLIVE,
    ROW_LINE,
    SHADE_FILL,
    STONE,
    TEXT_FONT,
    WINE,
    WRITTEN_FONT,
    WRITTEN_HEADER_FILL,
    WRITTEN_HEADER_FONT,
    alignment_of,
    header_alignment_of,
    number_format_of,
)
from adjudicator.workbook.validations import (
    column_prompt,
    column_validation,
    explanation,
    limited,
    offered,
    setting_validation,
)

DEFAULT_FILE_NAME: Final = "campaign.xlsx"
_ROOM: Final = {"Nations": 8, "Map": 20, "Borders": 30, "Dispatches": 4}
"""Rows a new sheet has ready at least, filled or not."""
_ROOM_FOR_ORDERS: Final = _ROOM["Nations"]
_LINE_HEIGHT: Final = 15.0
_ROOM_FOR_RESULT: Final = 2
"""Lines an order's row has from the start: its result comes later, and LibreOffice keeps the height as given."""
_LETTERS_PER_UNIT: Final = 1.1
_PAPER_SIZES: Final = {"A4": "9", "Letter": "1"}
_FROZEN: Final = {Need.OUTPUT: "A2"}


def new_workbook(
    content: NewCampaign | None = None, *, seed: str | None = None, file_name: str = DEFAULT_FILE_NAME
) -> bytes:
    """A new campaign workbook; blank where there is no content.

    `seed` is the campaign's secret; where it is None a new one is drawn, and every call gives another workbook. With a
    seed the same arguments give the same bytes. `file_name` is what the commands on the `Guide` sheet call it.
    """
    chosen = content if content is not None else empty_campaign()
    return workbook_bytes(build_workbook(chosen, seed if seed is not None else new_seed(), file_name))


def build_workbook(content: NewCampaign, seed: str, file_name: str = DEFAULT_FILE_NAME) -> Workbook:
    """The workbook before it is saved, for those who want to change something in it first."""
    book = Workbook()
    book.remove(book.worksheets[0])
    lists = Lists(book)
    add_guide(book, content.title, content.rulebook, file_name)
    for sheet in SHEETS:
        page: Worksheet = book.create_sheet(sheet.name)
        rows = first_rows(sheet, content, seed)
        _lay_out(page, sheet, rows)
        if sheet.name == "Campaign":
            _offer_setting_values(page, rows)
        elif sheet.name == "Rules":
            _offer_rule_values(page, lists)
        else:
            _offer_column_values(page, sheet)
        _explain_headers(page, sheet)
        highlight(page, sheet)
    book.move_sheet(LISTS_SHEET, offset=len(book.sheetnames))
    book.active = book.sheetnames.index(GUIDE_SHEET)
    for page in book.worksheets:
        page.sheet_view.tabSelected = page.title == GUIDE_SHEET
        _set_up_printing(page, content)
    book.properties.title = content.title
    return book


def _is_written(sheet: Sheet, column: Column, row: FirstRow | None) -> bool:
    """Whether the program alone fills this cell; on `Campaign` that depends on the row."""
    if sheet.name == "Campaign" and column.header == "Value" and row is not None:
        return CAMPAIGN_SETTING[str(row["Setting"])].filled is Filled.BY_PROGRAM
    return column.filled is Filled.BY_PROGRAM


def _lay_out(page: Worksheet, sheet: Sheet, rows: Sequence[FirstRow]) -> None:
    """Header, rows, widths, panes and the table."""
    room = _ROOM_FOR_ORDERS if sheet.season is not None else _ROOM.get(sheet.name, 1)
    if sheet.need is not Need.OUTPUT and sheet.name not in ("Campaign", "Rules"):
        room = max(room, len(rows))
    else:
        room = max(len(rows), 1)
    for number, column in enumerate(sheet.columns, start=1):
        letter = get_column_letter(number)
        written = column.filled is Filled.BY_PROGRAM
        head = page[f"{letter}1"]
        head.value = column.header
        head.font = WRITTEN_HEADER_FONT if written else HEADER_FONT
        head.fill = WRITTEN_HEADER_FILL if written else HEADER_FILL
        head.alignment = header_alignment_of(column)
        dimension = page.column_dimensions[letter]
        dimension.width = max(column.width, len(column.header) + 4)
        dimension.alignment = alignment_of(column)
        dimension.number_format = number_format_of(column)
        dimension.font = TEXT_FONT
        for row in range(2, room + 2):
            content = rows[row - 2] if row - 2 < len(rows) else None
            cell = page[f"{letter}{row}"]
            cell.value = content.get(column.header) if content is not None else None
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a name may begin with an equals sign
            cell.alignment = alignment_of(column)
            cell.number_format = number_format_of(column)
            cell.border = ROW_LINE
            cell.font = BOLD_FONT if number == 1 and column.kind is not Kind.YEAR else TEXT_FONT
            if _is_written(sheet, column, content):
                cell.fill = SHADE_FILL
                cell.font = WRITTEN_FONT
    page.row_dimensions[1].height = 24
    for row, content in enumerate(rows, start=2):
        lines = max(_lines(sheet, content), _ROOM_FOR_RESULT if sheet.season is not None else 1)
        if lines > 1:
            page.row_dimensions[row].height = lines * _LINE_HEIGHT
    page.freeze_panes = _FROZEN.get(sheet.need, "B2")
    page.sheet_properties.tabColor = _tab_colour(sheet)
    _add_table(page, sheet, room + 1)


def _lines(sheet: Sheet, row: FirstRow) -> int:
    """How many lines the row's longest text needs. Excel sees for itself; LibreOffice takes the height as given."""
    return max(
        sum(
            max(1, math.ceil(len(line) / (column.width * _LETTERS_PER_UNIT)))
            for line in str(row.get(column.header) or "").split("\n")
        )
        for column in sheet.columns
    )


def _tab_colour(sheet: Sheet) -> str:
    if sheet.season is not None:
        return OLIVE
    if sheet.name == "Dispatches":
        return GOLD
    return STONE if sheet.need is Need.OUTPUT else WINE


def _add_table(page: Worksheet, sheet: Sheet, last_row: int) -> None:
    last = get_column_letter(len(sheet.columns))
    table = Table(displayName=sheet.name, name=sheet.name, ref=f"A1:{last}{last_row}")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
    page.add_table(table)


def _offer_column_values(page: Worksheet, sheet: Sheet) -> None:
    for number, column in enumerate(sheet.columns, start=1):
        if sheet.need is Need.OUTPUT and column.filled is Filled.BY_PROGRAM:
            continue
        validation = column_validation(sheet, column)
        validation.add(f"{get_column_letter(number)}2:{get_column_letter(number)}{LAST_ROW}")
        page.add_data_validation(validation)


def _offer_setting_values(page: Worksheet, rows: Sequence[FirstRow]) -> None:
    for number, row in enumerate(rows, start=2):
        validation = setting_validation(CAMPAIGN_SETTING[str(row["Setting"])])
        validation.add(f"B{number}")
        page.add_data_validation(validation)


def _offer_rule_values(page: Worksheet, lists: Lists) -> None:
    for number, setting in enumerate(SETTINGS, start=2):
        words, limits = rule_words(setting), rule_limits(setting)
        if words:
            name = lists.offer(f"list_rule_{setting.name}", words)
            validation = offered(name, strict=setting.kind is not SettingKind.SEASONS)
        elif limits is not None:
            validation = limited(limits)
        else:
            continue
        validation.promptTitle = setting.name
        validation.prompt = f"{setting.meaning} ({setting.clause}). Empty: {setting.default_text or 'none'}."
        validation.showInputMessage = True
        validation.add(f"B{number}")
        page.add_data_validation(validation)


def _explain_headers(page: Worksheet, sheet: Sheet) -> None:
    for number, column in enumerate(sheet.columns, start=1):
        validation = explanation(column.header, column_prompt(column))
        validation.add(f"{get_column_letter(number)}1")
        page.add_data_validation(validation)


def _set_up_printing(page: Worksheet, content: NewCampaign) -> None:
    """Every sheet as wide as a page, its header on each, the campaign's title above and page numbers below."""
    guide = page.title == GUIDE_SHEET
    page.page_setup.orientation = "portrait" if guide else "landscape"
    page.page_setup.paperSize = _PAPER_SIZES[content.paper]
    page.page_setup.fitToWidth = 1
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.page_margins = PageMargins(left=0.5, right=0.5, top=0.75, bottom=0.7, header=0.35, footer=0.35)
    page.print_options.horizontalCentered = True
    if not guide:
        page.print_title_rows = "1:1"
    legend = _HeaderFooterPart(text=None if guide else "Shaded: filled in by the program")
    title = _HeaderFooterPart(text=content.title.replace("&", "&&"))
    page.HeaderFooter.oddHeader = HeaderFooterItem(left=title, right=_HeaderFooterPart(text="&A"))
    page.HeaderFooter.oddFooter = HeaderFooterItem(left=legend, right=_HeaderFooterPart(text="Page &P of &N"))

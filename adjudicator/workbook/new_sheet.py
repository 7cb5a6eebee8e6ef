"""A plain worksheet part for a sheet that a workbook lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.workbook.parts import Parts
from adjudicator.workbook.workbook_part import WorkbookPart, check_sheet_name

_WORKSHEET_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_FROZEN: Final = (
    '<sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>'
)


def add_worksheet(parts: Parts, workbook: WorkbookPart, name: str, *, frozen: bool, widths: Sequence[float]) -> None:
    """Stages an empty worksheet behind the others. `frozen` keeps its first row in view; `widths` are in characters.

    Raises `ValueError` for a name that is taken or not allowed.
    """
    check_sheet_name(name)
    if any(sheet.name.lower() == name.lower() for sheet in workbook.sheets):
        raise ValueError(f"there is a sheet {name!r} already")
    folder = workbook.name.rpartition("/")[0]
    part = parts.free_name(f"{folder}/worksheets/sheet{{}}.xml".lstrip("/"))
    columns = "".join(
        f'<col min="{number}" max="{number}" width="{width:g}" customWidth="1"/>'
        for number, width in enumerate(widths, 1)
    )
    content = "".join(
        (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n',
            f'<worksheet xmlns="{workbook.namespace}">',
            _FROZEN if frozen else "",
            f"<cols>{columns}</cols>" if columns else "",
            "<sheetData></sheetData></worksheet>",
        )
    )
    parts.add(part, content.encode(), _WORKSHEET_TYPE)
    identifier = parts.relate(workbook.name, f"{workbook.relationships}/worksheet", part)
    parts.stage(workbook.name, workbook.with_sheet(name, identifier))

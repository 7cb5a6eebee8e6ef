"""What the cells of a new workbook offer, refuse and explain: drop-downs, limits and prompts, all from the schema."""

from __future__ import annotations

from typing import Final, Literal

from openpyxl.worksheet.datavalidation import DataValidation

from adjudicator.workbook.columns import CampaignSetting, Column, Filled, Kind, Limits, Sheet
from adjudicator.workbook.dropdowns import COLOUR_LIST, LAST_ROW, column_letter
from adjudicator.workbook.schema import NAME_LIMIT

_PROMPT_LIMIT: Final = 255
_TITLE_LIMIT: Final = 32
_SEVERAL: Final = (Kind.TERRAIN, Kind.INTERCEPT, Kind.NATIONS)
_HINTS: Final = {
    Kind.TERRAIN: "Several are separated by ;",
    Kind.INTERCEPT: "Nations or territories separated by ; and none to stop there",
    Kind.NATIONS: "Nations separated by ;",
    Kind.WINNER: "Choose the nation, or type draw or dice",
}
_OFFERED_BESIDES: Final = {
    ("Nations", "Colour"): COLOUR_LIST,
    ("Battles", "Winner"): "list_nations",
    (None, Kind.INTERCEPT): "list_nations",
    (None, Kind.NATIONS): "list_nations",
}
"""Lists offered where the schema asks for none because other words may stand there too."""


def _sentence(text: str) -> str:
    return text.replace("`", "").rstrip(".") + "."


def column_prompt(column: Column) -> str:
    """What an input prompt says of a column."""
    parts = [_sentence(column.meaning)]
    if column.kind in _HINTS:
        parts.append(_sentence(_HINTS[column.kind]))
    if column.when_empty:
        parts.append(_sentence(f"Empty: {column.when_empty}"))
    if column.filled is Filled.BY_PROGRAM:
        parts.append("The program fills this in; you may correct it.")
    elif column.filled is Filled.BY_EITHER:
        parts.append("The program fills this in where you do not.")
    return " ".join(parts)


def _prompted(validation: DataValidation, title: str, prompt: str) -> DataValidation:
    if len(prompt) > _PROMPT_LIMIT:
        raise ValueError(f"a prompt may have {_PROMPT_LIMIT} characters: {prompt}")
    validation.promptTitle = title[:_TITLE_LIMIT]
    validation.prompt = prompt
    validation.showInputMessage = True
    return validation


def explanation(title: str, prompt: str) -> DataValidation:
    """A cell that explains itself and takes anything."""
    return _prompted(DataValidation(allow_blank=True, showErrorMessage=False), title, prompt)


def offered(name: str, *, strict: bool, warn: bool = False) -> DataValidation:
    """A drop-down of the list with this defined name: `strict` refuses anything else, `warn` asks back."""
    validation = DataValidation("list", formula1=name, allow_blank=True)
    validation.showErrorMessage = strict or warn
    validation.errorStyle = "stop" if strict else "warning" if warn else "information"
    validation.errorTitle = "Not on the list"
    validation.error = (
        "Please choose from the list: open it with the arrow beside the cell."
        if strict
        else "This name is not on the list. Keep it all the same?"
        if warn
        else "This is not on the list, which may be as it should be."
    )
    return validation


def limited(limits: Limits, kind: Literal["whole", "decimal"] = "whole") -> DataValidation:
    """A number between two limits, both included; nothing else is taken."""
    validation = DataValidation(
        kind, operator="between", formula1=str(limits.lowest), formula2=str(limits.highest), allow_blank=True
    )
    number = "number" if kind == "decimal" else "whole number"
    validation.showErrorMessage = True
    validation.errorStyle = "stop"
    validation.errorTitle = f"A {number}, please"
    validation.error = f"Here stands a {number} from {limits.lowest:,} to {limits.highest:,}."
    return validation


def _unique(sheet: Sheet, column: Column) -> DataValidation:
    letter = column_letter(sheet.name, column.header)
    formula = f"AND(COUNTIF(${letter}$2:${letter}${LAST_ROW},{letter}2)=1,LEN({letter}2)<={NAME_LIMIT})"
    validation = DataValidation("custom", formula1=formula, allow_blank=True)
    validation.showErrorMessage = True
    validation.errorStyle = "warning"
    validation.errorTitle = "Twice, or too long"
    validation.error = f"Each name stands here once, with at most {NAME_LIMIT} characters. Keep it all the same?"
    return validation


def column_validation(sheet: Sheet, column: Column) -> DataValidation:
    """What the cells below a header offer and take."""
    validation = _plain_validation(sheet, column)
    return _prompted(validation, column.header, column_prompt(column))


def _plain_validation(sheet: Sheet, column: Column) -> DataValidation:
    besides = _OFFERED_BESIDES.get((sheet.name, column.header)) or _OFFERED_BESIDES.get((None, column.kind))
    if column.kind in (Kind.NEW_NATION, Kind.NEW_TERRITORY):
        return _unique(sheet, column)
    if column.drop_down is not None:
        several = column.kind in _SEVERAL
        return offered(column.drop_down.value, strict=column.strict and not several, warn=not several)
    if besides is not None:
        return offered(besides, strict=False)
    if column.limits is not None:
        return limited(column.limits, "decimal" if column.kind is Kind.NUMBER else "whole")
    return DataValidation(allow_blank=True, showErrorMessage=False)


def setting_validation(setting: CampaignSetting) -> DataValidation:
    """What the value of a `Campaign` setting offers and takes."""
    if setting.drop_down is not None:
        validation = offered(setting.drop_down.value, strict=True)
    elif setting.limits is not None:
        validation = limited(setting.limits)
    else:
        validation = DataValidation(allow_blank=True, showErrorMessage=False)
    default = f" {_sentence(f'Empty: {setting.default}')}" if setting.default else ""
    return _prompted(validation, setting.name, _sentence(setting.meaning) + default)

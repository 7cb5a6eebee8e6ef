"""Which cell styles show a number as a date (ECMA-376 part 1, 18.8.30), and the dates that numbers mean (18.17.4)."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Final

from adjudicator.workbook.xml_bytes import Element, whole_number

_BUILT_IN_DATES: Final = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_LITERALS: Final = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!hh?\]|mm?\]|ss?\])[^\]]*\]', re.IGNORECASE)
_SECONDS_A_DAY: Final = 86_400
_LAST_DAY: Final = 2_958_465
_EPOCH_1904: Final = date(1904, 1, 1)
_EPOCH_1900: Final = date(1899, 12, 30)
_PHANTOM_LEAP_DAY: Final = 60


def is_date_code(code: str) -> bool:
    """Whether a number format shows a date or a time of day."""
    section = _LITERALS.sub("", code).partition(";")[0]
    if section.strip().lower() in ("general", "@", ""):
        return False
    return any(letter in section.lower() for letter in "dmyhs")


def date_styles(styles: Element) -> frozenset[int]:
    """The indices of the cell formats (`cellXfs`) that show dates, from the root of the styles part."""
    custom: dict[str, str] = {}
    formats = styles.find("numFmts")
    if formats is not None:
        custom = {
            child.attributes.get("numFmtId", ""): child.attributes.get("formatCode", "") for child in formats.children
        }
    cell_formats = styles.find("cellXfs")
    found: set[int] = set()
    for index, cell_format in enumerate(cell_formats.find_all("xf") if cell_formats is not None else ()):
        number = cell_format.attributes.get("numFmtId", "0")
        if number in custom:
            if is_date_code(custom[number]):
                found.add(index)
        elif whole_number(number) in _BUILT_IN_DATES:
            found.add(index)
    return frozenset(found)


def date_of(number: float, *, from_1904: bool) -> date | datetime | time | None:
    """The date a number means: a `date` when it is whole, a `datetime` otherwise, a `time` below one day.

    None when it is outside the calendar, and for 29 February 1900, which only spreadsheets know.
    """
    if not 0 <= number < _LAST_DAY + 1:
        return None
    days = int(number)
    seconds = round((number - days) * _SECONDS_A_DAY, 3)
    if seconds >= _SECONDS_A_DAY:
        days, seconds = days + 1, 0.0
    if from_1904:
        day = _EPOCH_1904 + timedelta(days=days) if days <= _LAST_DAY - 1462 else None
    elif days == _PHANTOM_LEAP_DAY:
        day = None
    else:
        day = _EPOCH_1900 + timedelta(days=days + (1 if days < _PHANTOM_LEAP_DAY else 0))
    if days == 0 and seconds:
        return (datetime.min + timedelta(seconds=seconds)).time()
    if day is None or (days == 0 and not from_1904):
        return None
    if not seconds:
        return day
    return datetime(day.year, day.month, day.day) + timedelta(seconds=seconds)

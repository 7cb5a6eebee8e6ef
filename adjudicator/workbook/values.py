"""What a cell means: numbers, yes or no, words, seasons and text, out of whatever people and programs write there.

Each function gives the value, None for an empty cell, or a `Misread` that says what is wrong. Nothing is guessed: what
has two meanings is an error or is reported.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Final

from adjudicator.model.campaign import Season
from adjudicator.model.problem_catalogue import ProblemCode
from adjudicator.workbook.cells import Cell, CellKind
from adjudicator.workbook.columns import Limits
from adjudicator.workbook.names import name_key, nearest_of, plain

_YES: Final = frozenset(
    (
        *("yes", "y", "true", "t", "1", "x", "on", "si", "sì", "sí", "s", "oui", "ja", "j", "sim", "da", "tak", "evet"),
        *("wahr", "vrai", "vero", "verdadero", "verdadeiro", "waar", "ναι", "да", "✓", "✔", "☑", "☒", "✅"),
    )
)
_NO: Final = frozenset(
    (
        *(
            "no",
            "n",
            "false",
            "f",
            "0",
            "off",
            "non",
            "nein",
            "nee",
            "não",
            "nao",
            "nie",
            "ne",
            "hayır",
            "-",
            "☐",
            "⬜",
        ),
        *("falsch", "faux", "falso", "onwaar", "όχι", "нет"),
    )
)
_SEASONS: Final = {season.value: season for season in Season} | {"autumn": Season.FALL}
_WHOLE: Final = re.compile(r"[+-]?\d+\Z")
_DECIMAL: Final = re.compile(r"[+-]?(?:\d+[.,]?\d*|[.,]\d+)\Z")
_GROUPED: Final = re.compile(r"[+-]?[1-9]\d{0,2}(?:([,.' _\u066c])\d{3})(?:\1\d{3})*(?:[.,]0*)?\Z")
_LONGEST_NUMBER: Final = 40
"""Longest text that is looked at as a number or a season, in characters."""
_NEARLY_WHOLE: Final = 1e-9
_EXACT_WHOLE: Final = 10**15
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class Misread:
    """Why a cell has no meaning where it stands. `values` fills the wording of the problem."""

    code: ProblemCode
    near: str = ""
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A number that was read, but whose thousands mark might have been meant otherwise."""

    number: float


def shown(cell: Cell) -> str:
    """The cell as its reader would quote it: the formula where there is no value, an error by its name."""
    if not cell.cached:
        return f"={cell.formula or ''}"
    value = cell.value
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float_text(value, cell.number_text)
    return "" if value is None else value.isoformat().replace("T", " ")


def _float_text(value: float, written: str | None) -> str:
    if value.is_integer() and abs(value) < _EXACT_WHOLE:
        return str(int(value))
    return written or repr(value)


def is_empty(cell: Cell) -> bool:
    """Whether nothing stands there; white space is nothing, a formula without a value is something."""
    if cell.kind is CellKind.EMPTY:
        return cell.cached
    return cell.kind is CellKind.TEXT and not plain(str(cell.value))


def trouble(cell: Cell) -> Misread | None:
    """What makes a cell unreadable whatever is expected there: a formula never calculated, or an error value."""
    if not cell.cached:
        return Misread(ProblemCode.FORMULA_NOT_CALCULATED)
    if cell.kind is CellKind.ERROR:
        return Misread(ProblemCode.CELL_ERROR)
    return None


def read_text(cell: Cell) -> str | Misread:
    """Text without white space at its ends; numbers as typed, `5` where the file says `5.0`; empty for an empty cell.

    A date is refused: it may be `1-2` or `MAR1` that a spreadsheet has changed.
    """
    found = trouble(cell)
    if found is not None:
        return found
    if cell.kind is CellKind.DATE:
        return Misread(ProblemCode.DATE_NOT_TEXT)
    return plain(shown(cell))


def read_date_or_text(cell: Cell) -> str | Misread:
    """Text as `read_text`, and a date in words, such as `1 May 2026`."""
    if cell.kind is not CellKind.DATE or not cell.cached:
        return read_text(cell)
    value = cell.value
    if not isinstance(value, date):
        return shown(cell)[:5]
    text = f"{value.day} {_MONTHS[value.month - 1]} {value.year}"
    if isinstance(value, datetime):
        text += f", {value.hour:02}:{value.minute:02}"
    return text


def read_number(cell: Cell) -> float | Misread | Doubtful | None:
    """A number, or text that is one; a comma may stand for the decimal point."""
    if is_empty(cell):
        return None
    found = trouble(cell)
    if found is not None:
        return found
    if cell.kind is CellKind.DATE:
        return Misread(ProblemCode.DATE_NOT_NUMBER)
    if cell.kind is CellKind.NUMBER and isinstance(cell.value, int | float):
        return float(cell.value) if math.isfinite(cell.value) else Misread(ProblemCode.NOT_A_NUMBER)
    if cell.kind is CellKind.TEXT:
        return _number_in(str(cell.value), whole=False)
    return Misread(ProblemCode.NOT_A_NUMBER)


def read_whole(cell: Cell, limits: Limits) -> int | Misread | Doubtful | None:
    """A whole number within its limits, both included; `3.0`, `"375"` and `"1,000"` are whole numbers."""
    value = cell.value
    if type(value) is int and cell.kind is CellKind.NUMBER:
        return value if limits.lowest <= value <= limits.highest else _out_of_range(limits)
    if is_empty(cell):
        return None
    if cell.kind is CellKind.TEXT and cell.cached:
        read: float | Misread | Doubtful | None = _number_in(str(value), whole=True)
    else:
        read = read_number(cell)
    if read is None or isinstance(read, Misread):
        return read
    number = read.number if isinstance(read, Doubtful) else read
    if not limits.lowest - 1 < number < limits.highest + 1:
        return _out_of_range(limits)
    if abs(number - round(number)) > _NEARLY_WHOLE:
        return Misread(ProblemCode.NOT_WHOLE)
    if not limits.lowest <= round(number) <= limits.highest:
        return _out_of_range(limits)
    return read if isinstance(read, Doubtful) else round(number)


def _out_of_range(limits: Limits) -> Misread:
    return Misread(
        ProblemCode.NUMBER_OUT_OF_RANGE, values=(("lowest", f"{limits.lowest}"), ("highest", f"{limits.highest}"))
    )


def _number_in(text: str, *, whole: bool) -> float | Misread | Doubtful:
    """A number typed as text. One full stop (or, in a fraction, comma) before three digits may be a decimal point."""
    if len(text) > _LONGEST_NUMBER:
        return Misread(ProblemCode.NOT_A_NUMBER)
    typed = name_key(text).replace("- ", "-", 1)
    if _WHOLE.match(typed):
        return float(int(typed))
    grouped = _GROUPED.match(typed)
    if grouped is not None:
        mark = grouped[1]
        head, *rest = typed.split(mark)
        fraction = rest[-1][3:] if rest else ""
        number = float(int(head + "".join(group[:3] for group in rest)))
        if fraction.startswith(mark):
            return Misread(ProblemCode.NOT_A_NUMBER)
        alone = len(rest) == 1 and not fraction
        if whole:
            return Doubtful(number) if alone and mark == "." else number
        if alone and mark == ".":
            return float(f"{head}.{rest[0]}")
        return Doubtful(number) if alone and mark == "," else number
    if _DECIMAL.match(typed):
        return float(typed.replace(",", "."))
    return Misread(ProblemCode.NOT_A_NUMBER)


def read_yes_no(cell: Cell) -> bool | Misread | None:
    """Yes or no in many spellings and languages, or a boolean; None for an empty cell, which counts as no."""
    if is_empty(cell):
        return None
    if cell.kind is CellKind.BOOLEAN and cell.cached:
        return bool(cell.value)
    text = read_text(cell)
    if isinstance(text, Misread):
        return text if text.code is not ProblemCode.DATE_NOT_TEXT else Misread(ProblemCode.NOT_YES_NO)
    key = name_key(text).rstrip(".!")
    key = key.removesuffix(".0") if cell.kind is CellKind.TEXT else key
    if key in _YES:
        return True
    return False if key in _NO else Misread(ProblemCode.NOT_YES_NO)


def read_word(cell: Cell, words: Iterable[str]) -> str | Misread | None:
    """One of the words, in any case, as the list spells it."""
    if is_empty(cell):
        return None
    text = read_text(cell)
    if isinstance(text, Misread):
        return text
    words = tuple(words)
    key = name_key(text).rstrip(".")
    for word in words:
        if name_key(word) == key:
            return word
    return Misread(ProblemCode.NOT_A_WORD, nearest_of(text, words), (("words", ", ".join(words)),))


@lru_cache(maxsize=1_024)
def season_of(text: str) -> Season | None:
    """The season a text names, in any case; `autumn` is fall."""
    return _SEASONS.get(name_key(text).rstrip("."))


def read_season(cell: Cell) -> Season | Misread | None:
    """A season by its name."""
    if cell.kind is CellKind.TEXT and cell.cached and len(str(cell.value)) <= _LONGEST_NUMBER:
        season = season_of(str(cell.value))
        if season is not None:
            return season
    if is_empty(cell):
        return None
    found = trouble(cell)
    if found is not None:
        return found
    return Misread(ProblemCode.SEASON_NOT_UNDERSTOOD, nearest_of(shown(cell), _SEASONS))


def read_year(cell: Cell, limits: Limits) -> int | Misread | None:
    """A year as a whole number; negative before our era. A date is refused, even where only its year was meant."""
    read = read_whole(cell, limits)
    if isinstance(read, Doubtful):
        return round(read.number)
    if isinstance(read, Misread) and read.code in (
        ProblemCode.NOT_A_NUMBER,
        ProblemCode.NOT_WHOLE,
        ProblemCode.DATE_NOT_NUMBER,
    ):
        return Misread(ProblemCode.YEAR_NOT_UNDERSTOOD)
    return read

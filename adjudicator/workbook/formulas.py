"""Formulas as text: what they refer to, and how they read in another cell.

This is no parser of the whole language (ECMA-376 part 1, 18.17): it tells references, names, tables and functions
apart, and calls a formula *unpredictable* wherever what it reads cannot be told from its text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from adjudicator.workbook.references import MAX_COLUMN, MAX_ROW, Range, column_letters, column_number

_COMPUTED: Final = frozenset(("CELL", "INDIRECT", "INFO", "OFFSET", "RTD"))
"""Functions that may read any cell. The clock and chance (NOW, TODAY, RAND and its kin) read none: no edit makes their
results stale, and every program calculates them anew when it opens the file."""
_CELL: Final = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_TOKEN: Final = re.compile(
    rf"""
      (?P<string> "(?:[^"]|"")*" )
    | (?P<error> \#(?:REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!
               |GETTING_DATA) )
    | (?P<sheet> '(?:[^']|'')*'! | (?:\[[^\[\]]*\])?[^\W\d][\w.]*(?::[^\W\d][\w.]*)?! | \[[^\[\]]*\][\w.]*! )
    | (?P<area> (?: {_CELL}:{_CELL} | \$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}} | \$?[0-9]{{1,7}}:\$?[0-9]{{1,7}} )
      (?![\w.(!\[:]) )
    | (?P<cell> {_CELL} (?![\w.(!\[]) )
    | (?P<word> [^\W\d][\w.?\\]* | \\[\w.?\\]* )
    | (?P<bracket> \[ )
    | (?P<number> [0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)? | \.[0-9]+(?:[eE][+-]?[0-9]+)? )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_END: Final = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})\Z")
_LONE: Final = re.compile(r"(\$?)(?:([A-Za-z]{1,3})|([0-9]{1,7}))\Z")


@dataclass(frozen=True, slots=True)
class _End:
    """One corner of a reference; `row` or `column` is 0 where it names none (`A:A`, `1:1`)."""

    row: int
    row_fixed: bool
    column: int
    column_fixed: bool

    def moved(self, rows: int, columns: int) -> _End | None:
        """The corner as it reads elsewhere; None outside the sheet."""
        row = self.row if self.row_fixed or not self.row else self.row + rows
        column = self.column if self.column_fixed or not self.column else self.column + columns
        if (self.row and not 1 <= row <= MAX_ROW) or (self.column and not 1 <= column <= MAX_COLUMN):
            return None
        return _End(row, self.row_fixed, column, self.column_fixed)

    @property
    def text(self) -> str:
        column = ("$" if self.column_fixed else "") + column_letters(self.column) if self.column else ""
        row = ("$" if self.row_fixed else "") + str(self.row) if self.row else ""
        return column + row


@dataclass(frozen=True, slots=True)
class Reference:
    """Cells that a formula reads. `sheet` is the name before the `!`, or None for the formula's own sheet."""

    sheet: str | None
    last_sheet: str | None
    """The last sheet of a reference through several (`Spring:Fall!A1`)."""
    first: _End
    last: _End

    @property
    def relative(self) -> bool:
        """Whether the place depends on the cell the formula stands in."""
        return any(
            (end.row and not end.row_fixed) or (end.column and not end.column_fixed) for end in (self.first, self.last)
        )

    def range_at(self, rows: int, columns: int) -> Range | None:
        """The cells it means when the formula stands so many rows and columns further on; None outside the sheet."""
        first, last = self.first.moved(rows, columns), self.last.moved(rows, columns)
        if first is None or last is None:
            return None
        return Range(
            min(first.row, last.row) or 1,
            min(first.column, last.column) or 1,
            max(first.row, last.row) or MAX_ROW,
            max(first.column, last.column) or MAX_COLUMN,
        )


@dataclass(frozen=True, slots=True)
class TableReference:
    """A structured reference such as `Armies[[#This Row],[AP]]`; `table` is empty inside the table itself."""

    table: str
    whole: bool
    """Whether more than data rows are meant, or the columns could not be told."""
    this_row: bool
    columns: tuple[tuple[str, str], ...]
    """First and last column of each stretch; none: all columns."""


@dataclass(frozen=True, slots=True)
class Reads:
    """What a formula reads, as far as its text tells."""

    references: tuple[Reference, ...]
    names: tuple[tuple[str | None, str], ...]
    """Sheet (or None) and name of each word that may be a defined name or a table."""
    tables: tuple[TableReference, ...]
    unpredictable: bool
    """With a reference that is computed."""


@lru_cache(maxsize=4096)
def read_references(formula: str) -> Reads:
    """What a formula (without its `=`) reads."""
    references: list[Reference] = []
    names: list[tuple[str | None, str]] = []
    tables: list[TableReference] = []
    unpredictable = False
    sheet: str | None = None
    last_sheet: str | None = None
    external = False
    position = 0
    while position < len(formula):
        found = _TOKEN.match(formula, position)
        assert found is not None  # the last alternative matches any character
        kind, text, position = found.lastgroup, found[0], found.end()
        if kind == "sheet":
            sheet, last_sheet, external = _sheet_of(text)
            continue
        if kind in ("cell", "area"):
            reference = _reference(sheet, last_sheet, text)
            if reference is None:
                names.append((sheet, text))
            elif not external:
                references.append(reference)
        elif kind == "word":
            following = formula[position : position + 1]
            if following == "(":
                unpredictable |= text.upper().removeprefix("_XLFN.").removeprefix("_XLWS.") in _COMPUTED
            elif following == "[":
                end = _bracket_end(formula, position)
                if not external:
                    tables.append(_table_reference(text, formula[position:end]))
                position = end
            elif not external:
                names.append((sheet, text))
        elif kind == "bracket":
            end = _bracket_end(formula, position - 1)
            tables.append(_table_reference("", formula[position - 1 : end]))
            position = end
        elif text == ":":
            unpredictable = True
        sheet, last_sheet, external = None, None, False
    return Reads(tuple(references), tuple(names), tuple(tables), unpredictable)


def translate_formula(formula: str, rows: int, columns: int) -> str:
    """The formula as it reads when filled so many rows down and columns to the right."""
    pieces: list[str] = []
    position = 0
    while position < len(formula):
        found = _TOKEN.match(formula, position)
        assert found is not None  # the last alternative matches any character
        position = found.end()
        text = found[0]
        if found.lastgroup in ("cell", "area"):
            text = _translated(text, rows, columns)
        elif found.lastgroup == "bracket" or (found.lastgroup == "word" and formula[position : position + 1] == "["):
            end = _bracket_end(formula, found.end() - 1 if found.lastgroup == "bracket" else position)
            text, position = formula[found.start() : end], end
        pieces.append(text)
    return "".join(pieces)


def _translated(text: str, rows: int, columns: int) -> str:
    first, colon, last = text.partition(":")
    ends = [_end(part) for part in ((first, last) if colon else (first,))]
    if any(end is None for end in ends):
        return text
    moved = [end.moved(rows, columns) for end in ends if end is not None]
    if any(end is None for end in moved):
        return "#REF!"
    return ":".join(end.text for end in moved if end is not None)


def _sheet_of(text: str) -> tuple[str | None, str | None, bool]:
    """First sheet, last sheet and whether it is another workbook, of a prefix such as `'My sheet'!`."""
    name = text[:-1]
    if name.startswith("'"):
        name = name[1:-1].replace("''", "'")
    if "[" in name:
        return None, None, True
    first, colon, last = name.partition(":")
    return first, (last if colon else None), False


def _end(text: str) -> _End | None:
    found = _END.match(text)
    if found is not None:
        try:
            column = column_number(found[2])
        except ValueError:
            return None
        row = int(found[4])
        return _End(row, bool(found[3]), column, bool(found[1])) if 1 <= row <= MAX_ROW else None
    lone = _LONE.match(text)
    if lone is None:
        return None
    if lone[3]:
        row = int(lone[3])
        return _End(row, bool(lone[1]), 0, False) if 1 <= row <= MAX_ROW else None
    try:
        return _End(0, False, column_number(lone[2]), bool(lone[1]))
    except ValueError:
        return None


def _reference(sheet: str | None, last_sheet: str | None, text: str) -> Reference | None:
    first, colon, last = text.partition(":")
    start = _end(first)
    end = _end(last) if colon else start
    if start is None or end is None:
        return None
    return Reference(sheet, last_sheet, start, end)


def _bracket_end(formula: str, start: int) -> int:
    """The offset after the bracket that closes the one at `start`; an apostrophe takes the next character as it is."""
    depth = 0
    position = start
    while position < len(formula):
        character = formula[position]
        if character == "'":
            position += 1
        elif character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
            if not depth:
                return position + 1
        position += 1
    return len(formula)


_ITEM: Final = re.compile(r"\[((?:[^\[\]']|'.)*)\]")


def _table_reference(table: str, specifier: str) -> TableReference:
    """Reads `[AP]`, `[@AP]`, `[]`, `[[#This Row],[AP]]`, `[[#Totals],[From]:[To]]`, `[@[Siege gold]]`."""
    inner = specifier[1:-1].strip()
    this_row = inner.startswith("@")
    inner = inner.removeprefix("@").strip()
    if not inner:
        return TableReference(table, False, this_row, ())
    if "[" not in inner.replace("'[", ""):
        if inner.startswith("#"):
            this_row |= inner.lower() == "#this row"
            return TableReference(table, inner.lower() not in ("#data", "#this row"), this_row, ())
        column = _unescaped(inner)
        return TableReference(table, False, this_row, ((column, column),))
    whole = False
    columns: list[tuple[str, str]] = []
    position = 0
    ranged = False
    while (found := _ITEM.search(inner, position)) is not None:
        between = inner[position : found.start()].strip()
        ranged = between == ":"
        if between not in ("", ",", ":", ";"):
            return TableReference(table, True, False, ())
        position = found.end()
        item = found[1].strip()
        if item.lower() == "#this row":
            this_row = True
        elif item.startswith("#"):
            whole |= item.lower() != "#data"
        else:
            column = _unescaped(item)
            columns[-1:] = [(columns[-1][0], column)] if ranged and columns else [*columns[-1:], (column, column)]
    return TableReference(table, whole, this_row, tuple(columns))


def _unescaped(column: str) -> str:
    return re.sub(r"'(.)", r"\1", column)

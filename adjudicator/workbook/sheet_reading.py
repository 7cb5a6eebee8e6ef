"""Reads a sheet: every cell that holds something, in one pass over the part, whatever program wrote it."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from functools import partial
from math import inf, isfinite
from typing import Final

from lxml import etree

from adjudicator.workbook.cells import Cell, CellKind, CellValue, Row
from adjudicator.workbook.formulas import translate_formula
from adjudicator.workbook.item_stream import ItemStream, Run, without_number
from adjudicator.workbook.number_formats import date_of
from adjudicator.workbook.parts import Parts
from adjudicator.workbook.plain_rows import PlainRows, plain_cell
from adjudicator.workbook.references import MAX_ROW, Range, cell_ref, column_letters, column_number
from adjudicator.workbook.row_blocks import RowBlock, RowBlocks, RowGatherer, by_column
from adjudicator.workbook.sheet_cells import SheetCells
from adjudicator.workbook.sheet_xml import column_in_row, column_named
from adjudicator.workbook.strings import SharedStrings, decode_text, rich_text
from adjudicator.workbook.tables import read_filter, read_tables
from adjudicator.workbook.xml_bytes import Element, XmlError, character_data, tag_end
from adjudicator.workbook.zip_container import LimitExceededError

MAX_CELLS: Final = 1_000_000
"""Most cells with content that are read from one sheet: room for ninety thousand rows of `Dice`, the widest record."""

_BLOCK: Final = 500
"""Rows that are decoded together."""

_INTEGER: Final = re.compile(r"-?[0-9]{1,15}\Z")
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
"""`float` alone would also take `1_0`, `nan` and the digits of other scripts."""
_MOST_DIGITS: Final = 16
_INDEX: Final = re.compile(r"[ \t\r\n]*[0-9]{1,15}[ \t\r\n]*\Z")
"""Of a text or a format. Neither signs nor the digits of other scripts, and none so long that `int` gives up."""
_COLUMNS: Final = {column_letters(number).encode(): number for number in range(1, 53)}
_TRUE: Final = frozenset(("1", "true"))
_HIDDEN: Final = re.compile(rb' hidden="(?:1|true)"')


class SheetReader:
    """Reads the sheets of one workbook."""

    def __init__(self, parts: Parts, strings: SharedStrings, dates: frozenset[int], *, from_1904: bool) -> None:
        """`dates`: the indices of the cell formats that show dates."""
        self._parts = parts
        self._strings = strings
        self._dates = dates
        self._from_1904 = from_1904

    def read(self, name: str, part: str) -> SheetCells:
        """All values of the sheet in a part. Raises `XmlError`, `ContainerError`, `LimitExceededError`."""
        stream = ItemStream(self._parts.stream(part), "sheetData", "row", "v|f|is")
        gathered = _Rows(name)
        masters: dict[str, tuple[int, int, str]] = {}
        for run in stream:
            if not run.plain:
                for number, element in run.elements():
                    gathered.add(number, self._read_row(number, element, masters), _is_hidden(element.get("hidden")))
                continue
            if self._put_off(run, gathered):
                continue
            pattern = plain_cell(run.prefix)
            tags: set[bytes] = set()
            for number, row in run.items():
                opened = tag_end(row, 0)
                cells = self._read_plain_row(number, row, pattern.finditer(row, opened), opened)
                if cells is None:
                    cells = self._read_row(number, run.element(row), masters)
                else:
                    tags.add(without_number(row[:opened]))
                hidden = b"hidden" in row[:opened] and _is_hidden(run.element(row).get("hidden"))
                gathered.add(number, cells, hidden)
            run.check_tags(tags)
        root = stream.skeleton
        filter_range, filtered = read_filter(root)
        tables = read_tables(self._parts, part)
        return SheetCells(
            name,
            gathered.in_order(),
            merged_ranges(root),
            tables,
            filter_range,
            filtered or any(table.filtered for table in tables),
            is_protected(root),
        )

    def _put_off(self, run: Run, gathered: _Rows) -> bool:
        """Gathers a run of whole numbers and texts, to be decoded when it is looked at.

        False where anything in it is spelt otherwise or is not as it should be: that is read now.
        """
        plain = PlainRows(run.prefix)
        content = run.content
        numbers, tags = plain.rows(content) or ([], set())
        if not numbers or numbers[-1] > MAX_ROW or not all(map(operator.lt, numbers, numbers[1:])):
            return False
        texts = plain.texts(content)
        if texts and max(texts) >= len(self._strings.texts):
            return False
        run.check_tags(tags)
        run.passed(numbers[-1])
        values = plain.values(content)
        gathered.count(values)
        for first, last, stretch in plain.stretches(content, numbers, _BLOCK) if values else ():
            if plain.values(stretch):
                gathered.add_block(RowBlock(first, last, partial(self._decode, plain, stretch)))
        return True

    def _decode(self, plain: PlainRows, stretch: bytes) -> tuple[Row, ...]:
        """The rows of a stretch that hold something.

        A campaign grows to a hundred thousand cells: they are taken apart by the block, and made without the detour
        over the constructor of `Cell`.
        """
        texts, dates = self._strings.texts, self._dates
        make, cell, text, whole = tuple.__new__, Cell, CellKind.TEXT, CellKind.NUMBER
        rows: list[Row] = []
        cells: list[Cell] = []
        number = before = 0
        in_order = True
        attributes = b""
        for row, further, letters, style, inline, kind, value in plain.tokens(stretch):
            if value or inline:
                column = _COLUMNS.get(letters) or column_number(letters.decode())
                in_order &= column > before
                before = column
                if kind == b"s":
                    cells.append(make(cell, (number, column, text, texts[int(value)], None, None, True)))
                elif inline:
                    shown = decode_text(character_data(inline))
                    cells.append(make(cell, (number, column, text, shown, None, None, True)))
                elif style and int(style) in dates:
                    cells.append(self._value(number, column, "n", value.decode(), style.decode(), None))
                else:
                    cells.append(make(cell, (number, column, whole, int(value), value.decode(), None, True)))
            elif row:
                number, attributes = int(row), further
                before, in_order, cells = 0, True, []
            elif not letters and cells:
                hidden = b"hidden" in attributes and _HIDDEN.search(attributes) is not None
                rows.append(Row(number, hidden, tuple(cells) if in_order else by_column(cells)))
        return tuple(rows)

    def _read_plain_row(
        self, number: int, row: bytes, found: Iterator[re.Match[bytes]], position: int
    ) -> Sequence[Cell] | None:
        """The cells of a row in the usual spelling; None where anything in it is spelt otherwise.

        Whole numbers and texts, nearly all cells there are, take a short cut: a campaign grows to a hundred thousand.
        """
        cells: list[Cell] = []
        texts, dates = self._strings.texts, self._dates
        before = 0
        in_order = True
        own = b"%d" % number
        for one in found:
            if one.start() != position or one[2] != own:
                return None
            position = one.end()
            letters, _, style, kind, formula, value, inline = one.groups()
            column = _COLUMNS.get(letters) or column_named(letters)
            in_order &= column > before
            before = column
            if formula is None:
                if value is not None and len(value) < _MOST_DIGITS and value.isdigit():
                    if kind == b"s" and int(value) < len(texts):
                        cells.append(Cell(number, column, CellKind.TEXT, texts[int(value)]))
                        continue
                    if (kind is None or kind == b"n") and (style is None or int(style) not in dates):
                        cells.append(Cell(number, column, CellKind.NUMBER, int(value), value.decode()))
                        continue
                elif value is None and inline is None:
                    continue
            cell = self._cell(
                number,
                column,
                "n" if kind is None else kind.decode(),
                None if style is None else style.decode(),
                None if formula is None else decode_text(character_data(formula)),
                None if value is None else character_data(value),
                None if inline is None else decode_text(character_data(inline)),
            )
            if cell is not None:
                cells.append(cell)
        if position != row.rindex(b"</"):
            return None
        return cells if in_order else by_column(cells)

    def _read_row(
        self, number: int, element: etree._Element, masters: dict[str, tuple[int, int, str]]
    ) -> Sequence[Cell]:
        """The cells of a row in any spelling that hold something."""
        cells: list[Cell] = []
        column = 0
        in_order = True
        for child in element:
            if not child.tag.endswith("}c"):
                continue
            before = column
            column = column_in_row(child.get("r"), number, column + 1)
            in_order &= column > before
            cell = self._read_cell(number, column, child, masters) if len(child) else None
            if cell is not None:
                cells.append(cell)
        return cells if in_order else by_column(cells)

    def _read_cell(
        self, row: int, column: int, element: etree._Element, masters: dict[str, tuple[int, int, str]]
    ) -> Cell | None:
        raw: str | None = None
        formula: str | None = None
        inline: str | None = None
        for child in element:
            tag = child.tag
            if tag.endswith("}v"):
                raw = child.text or ""
            elif tag.endswith("}f"):
                formula = self._formula(row, column, child, masters)
            elif tag.endswith("}is"):
                inline = rich_text(child)[0]
        style = element.get("s")
        if style is not None and _INDEX.match(style) is None:
            raise XmlError(f"the cell {cell_ref(row, column)} refers to a format that is not there")
        return self._cell(row, column, element.get("t") or "n", style, formula, raw, inline)

    def _cell(
        self,
        row: int,
        column: int,
        kind: str,
        style: str | None,
        formula: str | None,
        raw: str | None,
        inline: str | None,
    ) -> Cell | None:
        if inline is not None and kind == "inlineStr":
            return Cell(row, column, CellKind.TEXT, inline, None, formula)
        if raw is None or (not raw.strip() and kind not in ("str", "inlineStr")):
            return None if formula is None else Cell(row, column, CellKind.EMPTY, None, None, formula, cached=False)
        return self._value(row, column, kind, raw, style, formula)

    def _value(self, row: int, column: int, kind: str, raw: str, style: str | None, formula: str | None) -> Cell:
        if kind == "s":
            index = int(raw) if _INDEX.match(raw) else None
            if index is None or index >= len(self._strings.texts):
                raise XmlError(f"the cell {cell_ref(row, column)} refers to a text that is not there")
            return Cell(row, column, CellKind.TEXT, self._strings.texts[index], None, formula)
        if kind in ("str", "inlineStr"):
            return Cell(row, column, CellKind.TEXT, decode_text(raw), None, formula)
        raw = raw.strip()
        if kind == "b":
            return Cell(row, column, CellKind.BOOLEAN, raw.lower() in _TRUE, None, formula)
        if kind == "e":
            return Cell(row, column, CellKind.ERROR, raw, None, formula)
        if kind == "d":
            moment = _iso_date(raw)
            if moment is not None:
                return Cell(row, column, CellKind.DATE, moment, raw, formula)
            return Cell(row, column, CellKind.TEXT, raw, None, formula)
        number: CellValue
        if _INTEGER.match(raw):
            number = int(raw)
        else:
            number = float(raw) if _DECIMAL.match(raw) else inf
            if not isfinite(number):
                return Cell(row, column, CellKind.TEXT, raw, None, formula)
        if style is not None and int(style) in self._dates:
            moment = date_of(float(number), from_1904=self._from_1904)
            if moment is not None:
                return Cell(row, column, CellKind.DATE, moment, raw, formula)
        return Cell(row, column, CellKind.NUMBER, number, raw, formula)

    def _formula(self, row: int, column: int, element: etree._Element, masters: dict[str, tuple[int, int, str]]) -> str:
        text = decode_text(element.text or "")
        index = element.get("si")
        if element.get("t") != "shared" or index is None:
            return text
        if text:
            if element.get("ref") is not None or index not in masters:
                masters[index] = (row, column, text)
            return text
        master = masters.get(index)
        if master is None:
            return ""
        return translate_formula(master[2], row - master[0], column - master[1])


class _Rows:
    """The rows of a sheet as they are found, in whatever order, within the limits of what is read."""

    def __init__(self, sheet: str) -> None:
        self._sheet = sheet
        self._gatherer = RowGatherer()
        self._count = 0

    def count(self, cells: int) -> None:
        """Counts cells with content. Raises `LimitExceededError` where there are too many."""
        self._count += cells
        if self._count > MAX_CELLS:
            raise LimitExceededError(f"the sheet {self._sheet} has more than {MAX_CELLS:,} cells with content")

    def add(self, number: int, cells: Sequence[Cell], hidden: bool) -> None:
        """The next row; nothing where it has no cells. Raises `XmlError` for a number that no row has."""
        if not cells:
            return
        if not 1 <= number <= MAX_ROW:
            raise XmlError(f"it has a row {number}, which no sheet has")
        self.count(len(cells))
        self._gatherer.add(Row(number, hidden, tuple(cells)))

    def add_block(self, block: RowBlock) -> None:
        """The next rows, counted already."""
        self._gatherer.add_block(block)

    def in_order(self) -> RowBlocks:
        """All of them in the order of their numbers."""
        return self._gatherer.gathered()


def _is_hidden(value: str | None) -> bool:
    return value in _TRUE


def _iso_date(text: str) -> date | datetime | time | None:
    for kind in (date, datetime, time):
        try:
            return kind.fromisoformat(text)
        except ValueError:
            continue
    return None


def merged_ranges(root: Element) -> tuple[Range, ...]:
    """The merged ranges of a sheet. Raises `XmlError` for one that is no range."""
    merges = root.find("mergeCells")
    return tuple(_ranges(merges.find_all("mergeCell"))) if merges is not None else ()


def _ranges(elements: list[Element]) -> Iterator[Range]:
    for element in elements:
        try:
            yield Range.parse(element.attributes.get("ref", ""))
        except ValueError as error:
            raise XmlError(f"it merges what is no range ({error})") from error


def is_protected(root: Element) -> bool:
    """Whether the sheet is protected against changes."""
    protection = root.find("sheetProtection")
    return protection is not None and protection.attributes.get("sheet") in _TRUE

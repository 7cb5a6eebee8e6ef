"""Applies a staged edit to the bytes of its sheet: named cells, their rows' spans and the ranges that grow change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudicator.workbook.growth import grow_sheet
from adjudicator.workbook.references import Range, cell_ref
from adjudicator.workbook.sheet_edit import EditValue, SheetEdit
from adjudicator.workbook.sheet_formulas import FormulaCell, formula_content, is_master, value_spans
from adjudicator.workbook.sheet_xml import CellSpan, RowSpan
from adjudicator.workbook.strings import SharedStrings, StringsToAdd, decode_text
from adjudicator.workbook.xml_bytes import (
    Splice,
    attribute_spans,
    character_data,
    remove_attributes,
    set_attributes,
    splice,
    tag_end,
    tag_name,
    whole_number,
    with_attributes,
)

_DROPPED: Final = (b"t", b"cm", b"vm")
"""Attributes that speak of the old value: its type, and the metadata of arrays and rich values."""
_ROW_FORMAT: Final = (b"s", b"customFormat", b"ht", b"customHeight", b"thickTop", b"thickBot", b"ph")
_SPANS: Final = re.compile(rb"\s*([0-9]{1,9}):([0-9]{1,9})\s*\Z")


@dataclass(frozen=True, slots=True)
class Change:
    """A cell that differs after the edit."""

    row: int
    column: int
    formula_before: bool
    formula_after: bool


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    """The new bytes of a sheet and what changed in it."""

    data: bytes
    changes: tuple[Change, ...]
    sample: bytes
    """The sheet with only those rows that lie between the first and the last change: what has to be well-formed."""


def write_sheet(edit: SheetEdit, known: SharedStrings, strings: StringsToAdd) -> WrittenSheet:
    """Applies an edit. Cells that hold the staged value already are left as they stand, rich text included."""
    return _Writer(edit, known, strings).write()


class _Writer:
    def __init__(self, edit: SheetEdit, known: SharedStrings, strings: StringsToAdd) -> None:
        self._edit = edit
        self._sheet = edit.sheet
        self._known = known
        self._strings = strings
        self._splices: list[Splice] = []
        self._changes: list[Change] = []
        self._touched: list[tuple[int, int]] = []
        self._templates: dict[int, tuple[bytes, dict[int, int], int | None]] = {}
        self._spoilt: list[FormulaCell] = []

    def write(self) -> WrittenSheet:
        by_row: dict[int, dict[int, EditValue]] = {}
        for (row, column), value in self._edit.values.items():
            by_row.setdefault(row, {})[column] = value
        for row in (*self._edit.templates, *(row for row, _ in self._edit.fills)):
            by_row.setdefault(row, {})
        new_rows: list[tuple[int, bytes]] = []
        for row in sorted(by_row):
            spans = self._sheet.rows(row)
            if spans:
                self._change_row(spans, by_row[row])
            else:
                content = self._new_row(row, by_row[row])
                if content:
                    new_rows.append((row, content))
        self._insert_rows(new_rows)
        self._splices += self._moved_masters()
        skeleton_edits = list(grow_sheet(self._sheet.skeleton, self._sheet.root, self._edit.growths))
        dimension = self._dimension()
        if dimension is not None:
            skeleton_edits.append(dimension)
        self._splices += map(self._sheet.skeleton_splice, skeleton_edits)
        data = splice(self._sheet.data, self._splices)
        return WrittenSheet(data, tuple(self._changes), self._sample())

    def _sample(self) -> bytes:
        sheet = self._sheet
        inside = [one for one in self._splices if sheet.body_start <= one.start <= sheet.body_end]
        low, high = sheet.body_end, sheet.body_end
        if inside:
            low = sheet.row_boundary(min(one.start for one in inside), before=True)
            high = sheet.row_boundary(max(one.end for one in inside), before=False)
        left_out = [Splice(sheet.body_start, low, b""), Splice(high, sheet.body_end, b"")]
        return splice(sheet.data, [*self._splices, *(one for one in left_out if one.start < one.end)])

    # Rows

    def _change_row(self, spans: list[RowSpan], values: dict[int, EditValue]) -> None:
        """Replaces and inserts cells of a row that is there."""
        number = spans[0].number
        cells = [(span, cell) for span in spans for cell in self._sheet.cells(span)]
        known = {cell.column: (span, cell) for span, cell in cells}
        doubles = [(span, cell) for span, cell in cells if known[cell.column][1] is not cell]
        row = spans[0]
        added: list[tuple[int, bytes]] = []
        template = self._template(number)
        row_style = self._sheet.row_style(row)
        for column in sorted(self._columns_of(number, values, template)):
            found = known.get(column)
            if found is not None:
                if column in values or (number, column) in self._edit.fills:
                    self._change_cell(number, found[1], values.get(column))
                    for _, double in doubles:
                        if double.column == column:
                            self._splices.append(Splice(double.start, double.end, b""))
                continue
            style = template[1].get(column) if template is not None else None
            if style is None:
                style = row_style if row_style is not None else self._sheet.column_style(column)
            content = self._new_cell(number, column, style, values.get(column))
            if content:
                added.append((column, content))
        if added:
            self._insert_cells(row, [cell for span, cell in cells if span is row], added)

    def _columns_of(
        self, number: int, values: dict[int, EditValue], template: tuple[bytes, dict[int, int], int | None] | None
    ) -> set[int]:
        columns = set(values)
        columns.update(column for row, column in self._edit.fills if row == number)
        if template is not None:
            columns.update(template[1])
        return columns

    def _insert_cells(self, row: RowSpan, cells: list[CellSpan], added: list[tuple[int, bytes]]) -> None:
        tag = self._sheet.data[row.start : row.tag_end]
        widened = _widened_spans(tag, added[0][0], added[-1][0])
        if row.end == row.tag_end:
            content = b"".join(content for _, content in added)
            opened = widened[:-2].rstrip() + b">" + content + b"</" + tag_name(tag) + b">"
            self._splices.append(Splice(row.start, row.tag_end, opened))
            return
        if widened != tag:
            self._splices.append(Splice(row.start, row.tag_end, widened))
        for column, content in added:
            before = [cell for cell in cells if cell.column < column]
            after = [cell for cell in cells if cell.column > column]
            if before:
                at = before[-1].end
            elif after:
                at = after[0].start
            else:
                at = row.tag_end
            self._splices.append(Splice(at, at, content))

    def _new_row(self, number: int, values: dict[int, EditValue]) -> bytes:
        template = self._template(number)
        cells: list[bytes] = []
        for column in sorted(self._columns_of(number, values, template)):
            style = template[1].get(column) if template is not None else None
            if style is None:
                row_style = template[2] if template is not None else None
                style = row_style if row_style is not None else self._sheet.column_style(column)
            cells.append(self._new_cell(number, column, style, values.get(column)))
        content = b"".join(cells)
        if not content and template is None:
            return b""
        name = self._sheet.prefix + b"row"
        attributes = template[0] if template is not None else b""
        return b"<" + name + f' r="{number}"'.encode() + attributes + b">" + content + b"</" + name + b">"

    def _insert_rows(self, rows: list[tuple[int, bytes]]) -> None:
        if not rows:
            return
        if self._sheet.container_tag.endswith(b"/>"):
            content = b"".join(content for _, content in rows)
            tag = self._sheet.container_tag
            opened = tag[:-2].rstrip() + b">" + content + b"</" + tag_name(tag) + b">"
            self._splices.append(Splice(self._sheet.container_start, self._sheet.body_start, opened))
            return
        for number, content in rows:
            at = self._sheet.place_of_new_row(number)
            self._splices.append(Splice(at, at, content))

    def _template(self, number: int) -> tuple[bytes, dict[int, int], int | None] | None:
        """Attributes, cell styles and row style that an added row takes from the row of the file it follows."""
        source = self._edit.templates.get(number)
        if source is None:
            return None
        if source not in self._templates:
            spans = self._sheet.rows(source)
            if not spans:
                return None
            row = spans[0]
            tag = self._sheet.data[row.start : row.tag_end]
            attributes = b"".join(
                b" " + name + b'="' + tag[slice(*span)] + b'"'
                for name, span in attribute_spans(tag).items()
                if name in _ROW_FORMAT or (name.endswith(b":dyDescent") and self._declared(name))
            )
            styles = {
                cell.column: style
                for span in spans
                for cell in self._sheet.cells(span)
                if (style := self._sheet.style(cell.start, cell.tag_end)) is not None
            }
            self._templates[source] = attributes, styles, self._sheet.row_style(row)
        return self._templates[source]

    def _declared(self, name: bytes) -> bool:
        prefix = name.partition(b":")[0]
        return any(known is not None and known.encode() == prefix for known in self._sheet.root.bindings)

    # Cells

    def _new_cell(self, row: int, column: int, style: int | None, value: EditValue) -> bytes:
        """A cell element; nothing when it would say nothing."""
        name = self._sheet.prefix + b"c"
        tag = b"<" + name + f' r="{cell_ref(row, column)}"'.encode()
        if style:
            tag += f' s="{style}"'.encode()
        fill = self._edit.fills.get((row, column))
        if value is None and fill is None:
            return tag + b"/>" if style else b""
        self._note_change(row, column, before=False, after=fill is not None)
        kind, content = self._content(value, fill)
        return tag + kind + b">" + content + b"</" + name + b">"

    def _change_cell(self, row: int, cell: CellSpan, value: EditValue) -> None:
        sheet = self._sheet
        fill = self._edit.fills.get((row, cell.column))
        formula = self._edit.formulas.cells.get((row, cell.column)) if self._edit.formulas is not None else None
        before = sheet.data[cell.start : cell.tag_end]
        if formula is None and fill is None and self._holds(cell, before, value):
            return
        if formula is not None and is_master(formula):
            self._spoilt.append(formula)
        spans = attribute_spans(before)
        if b"t" in spans and before[slice(*spans[b"t"])] == b"s":
            self._strings.uses -= 1
        self._note_change(row, cell.column, before=formula is not None, after=fill is not None)
        kind, content = self._content(value, fill)
        content += self._extension(cell)
        tag = remove_attributes(before, _DROPPED)
        name = tag_name(tag)
        tag = tag[: -2 if tag.endswith(b"/>") else -1].rstrip()
        if b"r" not in spans:
            tag += f' r="{cell_ref(row, cell.column)}"'.encode()
        tag += kind
        written = tag + b">" + content + b"</" + name + b">" if content else tag + b"/>"
        self._splices.append(Splice(cell.start, cell.end, written))

    def _note_change(self, row: int, column: int, *, before: bool, after: bool) -> None:
        self._changes.append(Change(row, column, before, after))
        self._touched.append((row, column))

    def _content(self, value: EditValue, fill: str | None) -> tuple[bytes, bytes]:
        """The type attribute and the children that make a value."""
        prefix = self._sheet.prefix
        if fill is not None:
            return b"", b"<" + prefix + b"f>" + formula_content(fill) + b"</" + prefix + b"f>"
        if value is None:
            return b"", b""
        if isinstance(value, bool):
            kind, text = b' t="b"', b"1" if value else b"0"
        elif isinstance(value, str):
            kind, text = b' t="s"', str(self._strings.index(value)).encode()
        else:
            kind, text = b"", repr(value).encode()
        return kind, b"<" + prefix + b"v>" + text + b"</" + prefix + b"v>"

    def _extension(self, cell: CellSpan) -> bytes:
        """The extension list of a cell, which is no part of its value."""
        found = self._sheet.child_pattern(b"extLst").search(self._sheet.masked, cell.tag_end, cell.close)
        return self._sheet.data[found.start() : cell.close] if found is not None else b""

    def _holds(self, cell: CellSpan, tag: bytes, value: EditValue) -> bool:
        """Whether a cell without formula holds exactly this value already."""
        if not self._sheet.holds_something(cell):
            return value is None
        spans = attribute_spans(tag)
        kind = tag[slice(*spans[b"t"])] if b"t" in spans else b"n"
        values = value_spans(self._sheet, cell.tag_end, cell.close)
        if value is None or len(values) != 1 or b"vm" in spans:
            return False
        start, end = values[0]
        opened = tag_end(self._sheet.masked, start)
        text = decode_text(character_data(self._sheet.data[opened : self._sheet.data.rindex(b"</", opened, end)]))
        if kind == b"s" and isinstance(value, str):
            at = whole_number(text.strip())
            return at is not None and self._known.text_at(at) == value
        if kind == b"b" and isinstance(value, bool):
            return text.strip() == ("1" if value else "0")
        if kind == b"n" and isinstance(value, (int, float)) and not isinstance(value, bool):
            return text.strip() == repr(value)
        return False

    # Shared formulas

    def _moved_masters(self) -> Iterator[Splice]:
        """Gives each shared group whose master is overwritten a new one: the first member that is left."""
        formulas = self._edit.formulas
        if formulas is None:
            return
        overwritten = self._edit.values
        for master in self._spoilt:
            left = [one for one in formulas.group_of(master) if (one.row, one.column) not in overwritten]
            if not left:
                continue
            heir = left[0]
            area = Range(
                min(one.row for one in left),
                min(one.column for one in left),
                max(one.row for one in left),
                max(one.column for one in left),
            )
            tag = self._sheet.data[heir.start : tag_end(self._sheet.masked, heir.start)]
            name = tag_name(tag)
            opened = with_attributes(tag, {"ref": area.ref})
            opened = opened[: -2 if opened.endswith(b"/>") else -1].rstrip()
            written = opened + b">" + formula_content(heir.text) + b"</" + name + b">"
            yield Splice(heir.start, heir.end, written)

    # The rest of the sheet

    def _dimension(self) -> Splice | None:
        """Widens what the sheet says of its used range to the cells that were written."""
        element = self._sheet.root.find("dimension")
        if element is None:
            return None
        used = self._sheet.used_range
        if not self._touched or (used is None and self._sheet.last_row):
            return None
        rows = [row for row, _ in self._touched]
        columns = [column for _, column in self._touched]
        area = Range(min(rows), min(columns), max(rows), max(columns))
        if used is not None:
            area = Range(
                min(area.min_row, used.min_row),
                min(area.min_column, used.min_column),
                max(area.max_row, used.max_row),
                max(area.max_column, used.max_column),
            )
        if area == used:
            return None
        return set_attributes(self._sheet.skeleton, element, {"ref": area.ref})


def _widened_spans(tag: bytes, first: int, last: int) -> bytes:
    """A row tag whose `spans`, a hint for loading, covers the columns too; dropped where it is not one stretch."""
    place = attribute_spans(tag).get(b"spans")
    if place is None:
        return tag
    found = _SPANS.match(tag[slice(*place)])
    if found is None:
        return remove_attributes(tag, (b"spans",))
    low, high = min(first, int(found[1])), max(last, int(found[2]))
    if (low, high) == (int(found[1]), int(found[2])):
        return tag
    return with_attributes(tag, {"spans": f"{low}:{high}"})

"""Notes on cells (classic comments, ECMA-376 part 1, 18.7, with the VML shapes that Excel wants for them), in place.

Notes of one author are added and taken away; the GM's own notes, threaded comments and VML shapes such as form controls
stay as they are. VML is often no well-formed XML, so its part is only searched and spliced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from adjudicator.workbook.parts import Parts
from adjudicator.workbook.references import parse_cell
from adjudicator.workbook.sheet_xml import SheetXml
from adjudicator.workbook.strings import clean_text, decode_text, text_element
from adjudicator.workbook.xml_bytes import (
    Element,
    Splice,
    append_child,
    escape_text,
    insert_into,
    parse_elements,
    splice,
    whole_number,
)

_COMMENTS_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
_VML_TYPE: Final = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VML_NAMESPACES: Final = (
    ("v", "urn:schemas-microsoft-com:vml"),
    ("o", "urn:schemas-microsoft-com:office:office"),
    ("x", "urn:schemas-microsoft-com:office:excel"),
)
_BEFORE_LEGACY_DRAWING: Final = frozenset(
    (
        *("sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr"),
        *("sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate"),
        *("customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting", "dataValidations", "hyperlinks"),
        *("printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks"),
        *("customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing"),
    )
)
"""What the schema puts before `legacyDrawing` (ECMA-376 part 1, 18.3.1.99)."""
_SHAPE: Final = re.compile(rb"<(?:[A-Za-z]+:)?shape(?=[\s>]).*?</(?:[A-Za-z]+:)?shape\s*>\s*", re.DOTALL)
_NOTE: Final = re.compile(rb"<(?:[A-Za-z]+:)?ClientData\s[^>]*ObjectType\s*=\s*[\"']Note[\"']")
_NOTE_ROW: Final = re.compile(rb"<(?:[A-Za-z]+:)?Row\s*>\s*([0-9]{1,9})\s*<")
_NOTE_COLUMN: Final = re.compile(rb"<(?:[A-Za-z]+:)?Column\s*>\s*([0-9]{1,9})\s*<")
_SHAPE_ID: Final = re.compile(rb"_x0000_s([0-9]+)")
_ID_BLOCKS: Final = re.compile(rb"<(?:[A-Za-z]+:)?idmap\s[^>]*\bdata\s*=\s*[\"']([0-9, ]+)[\"']")
_IDS_A_BLOCK: Final = 1024
_SHAPE_TYPE: Final = (
    b'<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">'
    b'<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
)
_CHARACTERS_A_LINE: Final = 28


class Notes:
    """The notes of one sheet."""

    def __init__(self, parts: Parts, sheet_part: str) -> None:
        """Reads them. Raises `XmlError`, `ContainerError`."""
        self._parts = parts
        self._sheet_part = sheet_part
        self._comments = self._related("comments")
        self._root = parse_elements(parts.xml(self._comments)) if self._comments is not None else None

    def _related(self, kind: str) -> str | None:
        for relationship in self._parts.relationships(self._sheet_part):
            if relationship.kind == kind and not relationship.external and relationship.target in self._parts:
                return relationship.target
        return None

    def _drawing(self) -> str | None:
        """The VML part that `legacyDrawing` names; the pictures of headers and footers have another."""
        element = SheetXml(self._parts.xml(self._sheet_part)).root.find("legacyDrawing")
        if element is None:
            return None
        identifiers = {value for name, value in element.attributes.items() if name.endswith("}id")}
        for relationship in self._parts.relationships(self._sheet_part):
            if relationship.id in identifiers and relationship.target in self._parts:
                return relationship.target
        return None

    def by_author(self) -> dict[str, dict[str, str]]:
        """Author → place → text."""
        found: dict[str, dict[str, str]] = {}
        for author, comment in self._authored():
            ref = comment.attributes.get("ref", "").replace("$", "").upper()
            found.setdefault(author, {})[ref] = _text_of(comment)
        return found

    def _authored(self) -> list[tuple[str, Element]]:
        if self._root is None:
            return []
        authors = self._root.find("authors")
        names = [decode_text(author.text) for author in authors.find_all("author")] if authors is not None else []
        comments = self._root.find("commentList")
        found = []
        for comment in comments.find_all("comment") if comments is not None else ():
            index = whole_number(comment.attributes.get("authorId", ""))
            found.append((names[index] if index is not None and index < len(names) else "", comment))
        return found

    def write(self, author: str, notes: Mapping[str, str], relationships: str) -> None:
        """Stages, in the parts, the notes of `author` as exactly these. `relationships`: Strict or Transitional."""
        wanted = {ref: clean_text(text) for ref, text in notes.items()}
        present = self.by_author().get(author, {})
        if wanted == present:
            return
        self._remove(author, set(present))
        if wanted:
            Notes(self._parts, self._sheet_part)._add(author, wanted, relationships)

    # Taking away

    def _remove(self, author: str, refs: set[str]) -> None:
        if self._comments is None or not refs:
            return
        data = self._parts.xml(self._comments)
        authored = self._authored()
        mine = [comment for name, comment in authored if name == author]
        if len(mine) == len(authored):
            self._parts.unrelate(self._sheet_part, self._comments)
            self._parts.remove(self._comments)
        else:
            edits = [Splice(one.start, one.end, b"") for one in mine]
            self._parts.stage(self._comments, splice(data, edits + self._unused_author(author)))
        self._remove_shapes({parse_cell(ref) for ref in refs})

    def _unused_author(self, author: str) -> list[Splice]:
        """Takes away the last author if that is the one; before others it stays, as they are counted."""
        authors = self._root.find("authors") if self._root is not None else None
        names = authors.find_all("author") if authors is not None else []
        if not names or decode_text(names[-1].text) != author:
            return []
        return [Splice(names[-1].start, names[-1].end, b"")]

    def _remove_shapes(self, places: set[tuple[int, int]]) -> None:
        part = self._drawing()
        if part is None:
            return
        data = self._parts.raw(part)
        kept = _SHAPE.sub(lambda found: b"" if _place_of(found[0]) in places else found[0], data)
        if b"#_x0000_t202" not in kept:
            kept = kept.replace(_SHAPE_TYPE, b"")
        if _SHAPE.search(kept) is not None or re.search(rb"<(?:[A-Za-z]+:)?(?:group|rect|oval|line)[\s>]", kept):
            self._parts.stage(part, kept)
            return
        self._parts.unrelate(self._sheet_part, part)
        self._parts.remove(part)
        self._parts.undeclare_extension("vml")
        sheet = SheetXml(self._parts.xml(self._sheet_part))
        element = sheet.root.find("legacyDrawing")
        if element is not None:
            edit = sheet.skeleton_splice(Splice(element.start, element.end, b""))
            self._parts.stage(self._sheet_part, splice(sheet.data, [edit]))

    # Adding

    def _add(self, author: str, notes: Mapping[str, str], relationships: str) -> None:
        ordered = sorted(notes.items(), key=lambda item: parse_cell(item[0]))
        if self._comments is None:
            namespace = SheetXml(self._parts.xml(self._sheet_part)).root.namespace
            self._comments = self._parts.free_name(f"{_folder_above(self._sheet_part)}comments{{}}.xml")
            content = f'<comments xmlns="{namespace}"><authors></authors><commentList></commentList></comments>'
            header = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
            self._parts.add(self._comments, header + content.encode(), _COMMENTS_TYPE)
            self._parts.relate(self._sheet_part, f"{relationships}/comments", self._comments)
            self._root = parse_elements(self._parts.xml(self._comments))
        self._parts.stage(self._comments, self._with_comments(author, ordered))
        self._add_shapes([parse_cell(ref) for ref, _ in ordered], [text for _, text in ordered], relationships)

    def _with_comments(self, author: str, notes: list[tuple[str, str]]) -> bytes:
        assert self._comments is not None
        data = self._parts.xml(self._comments)
        root = parse_elements(data)
        authors, comments = root.find("authors"), root.find("commentList")
        prefix = root.prefix
        edits: list[Splice] = []
        name = b"<" + prefix + b"author>" + escape_text(author) + b"</" + prefix + b"author>"
        index = 0
        if authors is None:
            whole = b"<" + prefix + b"authors>" + name + b"</" + prefix + b"authors>"
            edits.append(Splice(root.open_end, root.open_end, whole))
        else:
            known = [decode_text(one.text) for one in authors.find_all("author")]
            index = known.index(author) if author in known else len(known)
            if index == len(known):
                edits.append(append_child(data, authors, name))
        content = b"".join(_comment(prefix, ref, text, index) for ref, text in notes)
        if comments is None:
            whole = b"<" + prefix + b"commentList>" + content + b"</" + prefix + b"commentList>"
            at = authors.end if authors is not None else root.open_end
            edits.append(insert_into(data, root, at, whole))
        else:
            edits.append(append_child(data, comments, content))
        return splice(data, edits)

    def _add_shapes(self, places: list[tuple[int, int]], texts: list[str], relationships: str) -> None:
        part = self._drawing()
        if part is None:
            part = self._new_drawing(relationships)
        data = self._parts.raw(part)
        end = data.rfind(b"</xml")
        first = _free_shape_id(data, len(places))
        pieces = [] if b"_x0000_t202" in data[:end] and b"shapetype" in data else [_SHAPE_TYPE]
        pieces += [
            _shape(first + number, place, text) for number, (place, text) in enumerate(zip(places, texts, strict=True))
        ]
        self._parts.stage(part, data[:end] + b"".join(pieces) + data[end:])

    def _new_drawing(self, relationships: str) -> str:
        """A VML part of this sheet's own, with the element that names it."""
        part = self._parts.free_name(f"{_folder_above(self._sheet_part)}drawings/vmlDrawing{{}}.vml")
        block = _free_block(self._parts)
        declarations = "".join(f' xmlns:{prefix}="{namespace}"' for prefix, namespace in _VML_NAMESPACES)
        layout = f'<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="{block}"/></o:shapelayout>'
        content = f"<xml{declarations}>{layout}</xml>"
        self._parts.declare_extension("vml", _VML_TYPE)
        self._parts.add(part, content.encode(), _VML_TYPE)
        identifier = self._parts.relate(self._sheet_part, f"{relationships}/vmlDrawing", part).encode()
        sheet = SheetXml(self._parts.xml(self._sheet_part))
        root = sheet.root
        at = max((child.end for child in root.children if child.local in _BEFORE_LEGACY_DRAWING), default=root.open_end)
        prefix = root.prefix_of(relationships, default_too=False)
        declaration = b"" if prefix is not None else b' xmlns:r="' + relationships.encode() + b'"'
        element = b'<%blegacyDrawing%b %bid="%b"/>' % (root.prefix, declaration, prefix or b"r:", identifier)
        edit = sheet.skeleton_splice(Splice(at, at, element))
        self._parts.stage(self._sheet_part, splice(sheet.data, [edit]))
        return part


def _text_of(comment: Element) -> str:
    text = comment.find("text")
    if text is None:
        return ""
    runs = [text, *text.find_all("r")]
    return decode_text("".join(part.text for run in runs for part in run.find_all("t")))


def _comment(prefix: bytes, ref: str, text: str, author: int) -> bytes:
    run = b"".join(
        (
            b"<%br><%brPr>" % (prefix, prefix),
            b'<%bsz val="9"/><%bcolor indexed="81"/><%brFont val="Tahoma"/><%bfamily val="2"/>' % ((prefix,) * 4),
            b"</%brPr>" % prefix,
            text_element(text, prefix),
            b"</%br>" % prefix,
        )
    )
    tag = b'<%bcomment ref="%b" authorId="%d" shapeId="0">' % (prefix, ref.encode(), author)
    return tag + b"<%btext>" % prefix + run + b"</%btext></%bcomment>" % (prefix, prefix)


def _place_of(shape: bytes) -> tuple[int, int] | None:
    """Row and column of the cell whose note a shape shows; None for any other shape."""
    row, column = _NOTE_ROW.search(shape), _NOTE_COLUMN.search(shape)
    if _NOTE.search(shape) is None or row is None or column is None:
        return None
    return int(row[1]) + 1, int(column[1]) + 1


def _folder_above(sheet_part: str) -> str:
    folder = sheet_part.rpartition("/")[0].rpartition("/")[0]
    return folder + "/" if folder else ""


def _blocks(data: bytes) -> set[int]:
    named = (one.strip().decode() for found in _ID_BLOCKS.finditer(data) for one in found[1].split(b","))
    return {block for one in named if (block := whole_number(one)) is not None}


def _free_block(parts: Parts) -> int:
    """A block of shape ids that no other VML part of the workbook uses."""
    taken = {block for name in parts.names() if name.lower().endswith(".vml") for block in _blocks(parts.raw(name))}
    return max(taken, default=0) + 1


def _free_shape_id(data: bytes, count: int) -> int:
    """The first of `count` shape ids that no shape of a VML part has, in one of its own blocks if they fit there."""
    taken = {int(found[1]) for found in _SHAPE_ID.finditer(data)}
    for block in sorted(_blocks(data)):
        low, high = block * _IDS_A_BLOCK, (block + 1) * _IDS_A_BLOCK
        first = max((one for one in taken if low <= one < high), default=low) + 1
        if first + count <= high:
            return first
    return max(taken, default=_IDS_A_BLOCK) + 1


def _shape(number: int, place: tuple[int, int], text: str) -> bytes:
    """The yellow box of a note, hidden until the pointer is over its cell, large enough for its text."""
    row, column = place[0] - 1, place[1] - 1
    lines = sum(1 + len(line) // _CHARACTERS_A_LINE for line in text.split("\n"))
    anchor = f"{column + 1}, 15, {max(0, row - 1)}, 10, {column + 4}, 15, {max(0, row - 1) + max(3, lines) + 1}, 4"
    style = "position:absolute;margin-left:60pt;margin-top:2pt;width:160pt;height:60pt;z-index:1;visibility:hidden"
    return (
        f'<v:shape id="_x0000_s{number}" type="#_x0000_t202" style="{style}" fillcolor="#ffffe1" o:insetmode="auto">'
        '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>'
        '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>'
        '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
        f"<x:Anchor>{anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{column}</x:Column>"
        "</x:ClientData></v:shape>"
    ).encode()

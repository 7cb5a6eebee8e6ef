"""Workbooks made by hand, part by part, as programs other than openpyxl write them; and ways to compare two of them.

`Book` builds a package from the XML one gives it, with a choice of prefix, namespaces and zip habits. `with_real_parts`
puts what openpyxl would lose (picture, chart, text box, x14 validation, sparkline, slicer, threaded comment, macro
project, pivot table, form control) into any workbook. `raw_entries`, `canonical` and `assert_only_changed` compare.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass, field

from lxml import etree

from adjudicator.workbook.parts import Parts
from adjudicator.workbook.sheet_xml import SheetXml
from adjudicator.workbook.workbook_part import WorkbookPart
from adjudicator.workbook.xml_bytes import Splice, append_child, parse_elements, splice
from adjudicator.workbook.zip_container import read_container

TRANSITIONAL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
_SHEET_ML = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_EXTENSION_NAMESPACES = (
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr"'
    ' xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"'
    ' xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision"'
)
STYLES = (
    '<styleSheet xmlns="{main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
"""Cell formats: 0 plain, 1 bold, 2 a custom date, 3 the built-in date."""


@dataclass
class Sheet:
    """A worksheet of a `Book`: the XML before, inside and behind `sheetData`, in elements without prefix."""

    name: str = "Sheet1"
    rows: str = ""
    head: str = ""
    tail: str = ""
    state: str = ""
    part: str = ""
    """Where it lies, from the workbook's folder; `worksheets/sheetN.xml` if empty."""
    tables: list[str] = field(default_factory=list)
    """The XML of its tables, without `id`."""


@dataclass
class Book:
    """A package under construction. `build` gives its bytes."""

    sheets: list[Sheet] = field(default_factory=lambda: [Sheet()])
    strings: list[str] | None = None
    """The inner XML of each `si`; None for a workbook without shared strings."""
    strict: bool = False
    prefix: str = ""
    """A prefix for the main namespace, such as `x`."""
    workbook_xml: str = ""
    """What follows `sheets` in the workbook part: defined names, `calcPr`."""
    workbook_properties: str = ""
    main: str = "xl/workbook.xml"
    absolute_targets: bool = False
    extra: dict[str, bytes] = field(default_factory=dict)
    """Further parts by name."""
    overrides: dict[str, str] = field(default_factory=dict)
    """Their content types."""
    workbook_relationships: list[tuple[str, str]] = field(default_factory=list)
    """Kind and target of further relationships of the workbook."""
    macro_enabled: bool = False

    @property
    def _main_namespace(self) -> str:
        return STRICT if self.strict else TRANSITIONAL

    @property
    def _relationship_base(self) -> str:
        return STRICT_RELATIONSHIPS if self.strict else RELATIONSHIPS

    def _prefixed(self, xml: str) -> str:
        """The XML with the prefix on every element that has none."""
        if not self.prefix:
            return xml
        pieces = xml.split("<")
        done = [pieces[0]]
        for piece in pieces[1:]:
            slash = "/" if piece.startswith("/") else ""
            name = piece.removeprefix("/")
            bare = ":" not in name.split(">")[0].split(" ")[0].split("/")[0] and not name.startswith(("?", "!"))
            done.append(slash + (f"{self.prefix}:" if bare else "") + name)
        return "<".join(done)

    def _root(self, name: str, inner: str, attributes: str = "") -> bytes:
        declaration = f"xmlns:{self.prefix}" if self.prefix else "xmlns"
        tag = f"{self.prefix}:{name}" if self.prefix else name
        namespaces = f' {declaration}="{self._main_namespace}" xmlns:r="{self._relationship_base}"{attributes}'
        return f"{_HEADER}<{tag}{namespaces}>{self._prefixed(inner)}</{tag}>".encode()

    def parts(self) -> dict[str, bytes]:
        """All parts by name, in the order in which Excel writes them."""
        folder = self.main.rpartition("/")[0]
        at = f"{folder}/" if folder else ""
        kind = "ms-excel.sheet.macroEnabled.main+xml" if self.macro_enabled else "openxmlformats-officedocument."
        main_type = (
            f"application/vnd.{kind}" if self.macro_enabled else f"application/vnd.{kind}spreadsheetml.sheet.main+xml"
        )
        overrides = {self.main: main_type, f"{at}styles.xml": f"{_SHEET_ML}.styles+xml"}
        links: list[tuple[str, str]] = []
        listed: list[str] = []
        sheets: dict[str, bytes] = {}
        tables = 0
        for number, sheet in enumerate(self.sheets, 1):
            part = at + (sheet.part or f"worksheets/sheet{number}.xml")
            overrides[part] = f"{_SHEET_ML}.worksheet+xml"
            links.append(("worksheet", part))
            state = f' state="{sheet.state}"' if sheet.state else ""
            listed.append(f'<sheet name="{sheet.name}" sheetId="{number}"{state} r:id="rId{number}"/>')
            tail = sheet.tail
            own_links = []
            for table in sheet.tables:
                tables += 1
                name = f"{at}tables/table{tables}.xml"
                overrides[name] = f"{_SHEET_ML}.table+xml"
                sheets[name] = f"{_HEADER}{table.format(main=self._main_namespace, id=tables)}".encode()
                own_links.append(
                    f'<Relationship Id="rId{len(own_links) + 1}" Type="{self._relationship_base}/table"'
                    f' Target="/{name}"/>'
                )
            if own_links:
                items = "".join(f'<tablePart r:id="rId{one + 1}"/>' for one in range(len(own_links)))
                tail += f'<tableParts count="{len(own_links)}">{items}</tableParts>'
                leaf = part.rpartition("/")
                sheets[f"{leaf[0]}/_rels/{leaf[2]}.rels"] = _relationships(own_links)
            inner = f"{sheet.head}<sheetData>{sheet.rows}</sheetData>{tail}"
            if not sheet.rows:
                inner = f"{sheet.head}<sheetData/>{tail}"
            sheets[part] = self._root("worksheet", inner, _EXTENSION_NAMESPACES)
        links.append(("styles", f"{at}styles.xml"))
        if self.strings is not None:
            links.append(("sharedStrings", f"{at}sharedStrings.xml"))
            overrides[f"{at}sharedStrings.xml"] = f"{_SHEET_ML}.sharedStrings+xml"
        links += self.workbook_relationships
        overrides |= self.overrides
        defaults = "".join(
            f'<Default Extension="{extension}" ContentType="{content_type}"/>'
            for extension, content_type in (
                ("rels", "application/vnd.openxmlformats-package.relationships+xml"),
                ("xml", "application/xml"),
                ("bin", "application/octet-stream"),
            )
        )
        types = "".join(
            f'<Override PartName="/{part}" ContentType="{content_type}"/>' for part, content_type in overrides.items()
        )
        relationships = [
            f'<Relationship Id="rId{number}" Type="{self._relationship_base}/{kind}"'
            f' Target="{self._target(at, target)}"/>'
            for number, (kind, target) in enumerate(links, 1)
        ]
        start = f'<Relationship Id="rId1" Type="{self._relationship_base}/officeDocument" Target="{self.main}"/>'
        leaf = self.main.rpartition("/")[2]
        parts = {
            "[Content_Types].xml": (
                f'{_HEADER}<Types xmlns="{_PACKAGE}/content-types">{defaults}{types}</Types>'.encode()
            ),
            "_rels/.rels": _relationships([start]),
            self.main: self._root(
                "workbook", f"{self.workbook_properties}<sheets>{''.join(listed)}</sheets>{self.workbook_xml}"
            ),
            f"{at}_rels/{leaf}.rels": _relationships(relationships),
            **sheets,
            f"{at}styles.xml": f"{_HEADER}{STYLES.format(main=self._main_namespace)}".encode(),
        }
        if self.strings is not None:
            items = "".join(f"<si>{item}</si>" for item in self.strings)
            count = f' count="{len(self.strings)}" uniqueCount="{len(self.strings)}"'
            parts[f"{at}sharedStrings.xml"] = self._root("sst", items, count)
        return parts | self.extra

    def _target(self, folder: str, part: str) -> str:
        return f"/{part}" if self.absolute_targets else part.removeprefix(folder)

    def build(self, **habits: bool) -> bytes:
        """The bytes of the workbook; `habits` are those of `zipped`."""
        return zipped(self.parts(), **habits)


def _relationships(items: list[str]) -> bytes:
    return f'{_HEADER}<Relationships xmlns="{_PACKAGE}/relationships">{"".join(items)}</Relationships>'.encode()


def table_xml(
    name: str, ref: str, columns: list[str], *, totals: bool = False, formulas: dict[str, str] | None = None
) -> str:
    """A table part for `Sheet.tables`, with a filter over its rows."""
    filtered = ref
    if totals:
        first, _, last = ref.partition(":")
        letters = last.rstrip("0123456789")
        filtered = f"{first}:{letters}{int(last.removeprefix(letters)) - 1}"
    items = "".join(
        f'<tableColumn id="{number}" name="{column}">'
        + (
            f"<calculatedColumnFormula>{formulas[column]}</calculatedColumnFormula>"
            if formulas and column in formulas
            else ""
        )
        + "</tableColumn>"
        for number, column in enumerate(columns, 1)
    )
    row = ' totalsRowCount="1"' if totals else ' totalsRowShown="0"'
    return (
        f'<table xmlns="{{main}}" id="{{id}}" name="{name}" displayName="{name}" ref="{ref}"{row}>'
        f'<autoFilter ref="{filtered}"/><tableColumns count="{len(columns)}">{items}</tableColumns>'
        '<tableStyleInfo name="TableStyleMedium2" showFirstColumn="0" showLastColumn="0" showRowStripes="1"/></table>'
    )


def zipped(
    parts: dict[str, bytes],
    *,
    descriptors: bool = False,
    zip64: bool = False,
    backslashes: bool = False,
    doubled: bool = False,
    prefixed: bool = False,
    comment: bool = False,
    extra_fields: bool = False,
) -> bytes:
    """A zip file written field by field: with data descriptors, zip64 sizes, backslashes in names, the second part
    twice, bytes before the first entry, a comment at the end, or extra fields."""
    output = bytearray(b"#!a stub\n" if prefixed else b"")
    directory = bytearray()
    entries = list(parts.items())
    if doubled:
        entries.insert(1, (entries[1][0], b"<old/>"))
    base = len(output)
    for number, (name, content) in enumerate(entries):
        raw_name = (name.replace("/", "\\") if backslashes else name).encode()
        stored = name.endswith(".png")
        deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
        stream = content if stored else deflater.compress(content) + deflater.flush()
        crc, method, date = zlib.crc32(content), 0 if stored else 8, 0x5A21 + number
        flags = 8 if descriptors else 0
        sizes = (len(stream), len(content))
        extra = struct.pack("<2HBL", 0x5455, 5, 1, 1_600_000_000) if extra_fields else b""
        local_extra = extra + (struct.pack("<2H2Q", 1, 16, sizes[1], sizes[0]) if zip64 else b"")
        offset = len(output) - base
        shown = (0, 0, 0) if descriptors else (crc, *((0xFFFFFFFF,) * 2 if zip64 else sizes))
        output += struct.pack(
            "<4s5H3L2H",
            b"PK\3\4",
            45 if zip64 else 20,
            flags,
            method,
            0x6000,
            date,
            *shown,
            len(raw_name),
            len(local_extra),
        )
        output += raw_name + local_extra + stream
        if descriptors:
            output += b"PK\7\10" + struct.pack("<L2Q" if zip64 else "<3L", crc, *sizes)
        central_extra = extra + (struct.pack("<2H3Q", 1, 24, sizes[1], sizes[0], offset) if zip64 else b"")
        shown = (0xFFFFFFFF,) * 2 if zip64 else sizes
        directory += struct.pack(
            "<4s6H3L5H2L",
            b"PK\1\2",
            45,
            45 if zip64 else 20,
            flags,
            method,
            0x6000,
            date,
            crc,
            *shown,
            len(raw_name),
            len(central_extra),
            0,
            0,
            0,
            0,
            0xFFFFFFFF if zip64 else offset,
        )
        directory += raw_name + central_extra
    start = len(output) - base
    count = len(entries)
    output += directory
    if zip64:
        end = len(output) - base
        output += struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(directory), start)
        output += struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
        output += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
        return bytes(output)
    note = b"made by hand" if comment else b""
    output += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), start, len(note)) + note
    return bytes(output)


# Real parts that openpyxl would lose


def with_real_parts(data: bytes, sheet: str) -> bytes:
    """The workbook with one of each of the parts that a GM's own work brings, most of them on one of its sheets.

    The sheet must have neither a drawing nor an extension list yet, and no relationships named `rIdReal…`.
    """
    parts = Parts(read_container(data))
    main = next(one.target for one in parts.relationships("") if one.kind == "officeDocument")
    workbook = WorkbookPart(parts, main)
    part = next(one.part for one in workbook.sheets if one.name == sheet)
    drawing = _add_drawing(parts)
    ids = {"drawing": parts.relate(part, f"{RELATIONSHIPS}/drawing", drawing)}
    parts.add("xl/drawings/vmlDrawing77.vml", _VML.encode(), "application/vnd.openxmlformats-officedocument.vmlDrawing")
    ids["vml"] = parts.relate(part, f"{RELATIONSHIPS}/vmlDrawing", "xl/drawings/vmlDrawing77.vml")
    parts.add("xl/ctrlProps/ctrlProp77.xml", _CONTROL.encode(), "application/vnd.ms-excel.controlproperties+xml")
    ids["control"] = parts.relate(part, f"{RELATIONSHIPS}/ctrlProp", "xl/ctrlProps/ctrlProp77.xml")
    parts.add("xl/comments77.xml", _COMMENTS.encode(), f"{_SHEET_ML}.comments+xml")
    parts.relate(part, f"{RELATIONSHIPS}/comments", "xl/comments77.xml")
    parts.add(
        "xl/threadedComments/threadedComment77.xml", _THREADED.encode(), "application/vnd.ms-excel.threadedcomments+xml"
    )
    parts.relate(
        part,
        "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment",
        "xl/threadedComments/threadedComment77.xml",
    )
    parts.add("xl/persons/person77.xml", _PERSONS.encode(), "application/vnd.ms-excel.person+xml")
    parts.relate(main, "http://schemas.microsoft.com/office/2017/10/relationships/person", "xl/persons/person77.xml")
    parts.add("xl/vbaProject.bin", _VBA, "application/vnd.ms-office.vbaProject")
    parts.relate(main, "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "xl/vbaProject.bin")
    _add_pivot(parts, main, part)
    _add_slicer(parts, main)
    parts.relate(part, "http://schemas.microsoft.com/office/2007/relationships/slicer", "xl/slicers/slicer77.xml")
    xml = SheetXml(parts.xml(part))
    at = min((one.start for one in xml.root.children if one.local in _AFTER_DRAWING), default=xml.root.close_start)
    prefix = xml.root.prefix.decode()
    drawn = (
        f'<{prefix}drawing xmlns:r="{RELATIONSHIPS}" r:id="{ids["drawing"]}"/>'
        f'<{prefix}legacyDrawing xmlns:r="{RELATIONSHIPS}" r:id="{ids["vml"]}"/>'
        + _CONTROLS.format(p=prefix, id=ids["control"])
    )
    extension = _EXTENSIONS.format(p=prefix, sheet=sheet)
    edits = [
        Splice(at, at, drawn.encode()),
        Splice(xml.root.close_start, xml.root.close_start, extension.encode()),
    ]
    parts.stage(part, splice(xml.data, [xml.skeleton_splice(one) for one in edits]))
    return parts.build()


REAL_PARTS = (
    *("xl/media/image77.png", "xl/charts/chart77.xml", "xl/drawings/drawing77.xml", "xl/drawings/vmlDrawing77.vml"),
    *("xl/ctrlProps/ctrlProp77.xml", "xl/comments77.xml", "xl/threadedComments/threadedComment77.xml"),
    *("xl/persons/person77.xml", "xl/vbaProject.bin", "xl/pivotTables/pivotTable77.xml"),
    *("xl/pivotCache/pivotCacheDefinition77.xml", "xl/pivotCache/pivotCacheRecords77.xml"),
    *("xl/slicers/slicer77.xml", "xl/slicerCaches/slicerCache77.xml"),
)
"""The parts that `with_real_parts` adds."""

_AFTER_DRAWING = (
    "legacyDrawing",
    "legacyDrawingHF",
    "picture",
    "oleObjects",
    "controls",
    "webPublishItems",
    "tableParts",
    "extLst",
)


def _add_drawing(parts: Parts) -> str:
    parts.declare_extension("png", "image/png")
    parts.add("xl/media/image77.png", _PICTURE, "image/png")
    parts.add(
        "xl/charts/chart77.xml", _CHART.encode(), "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
    )
    name = "xl/drawings/drawing77.xml"
    parts.add(name, b"<placeholder/>", "application/vnd.openxmlformats-officedocument.drawing+xml")
    image = parts.relate(name, f"{RELATIONSHIPS}/image", "xl/media/image77.png")
    chart = parts.relate(name, f"{RELATIONSHIPS}/chart", "xl/charts/chart77.xml")
    parts.stage(name, _DRAWING.format(image=image, chart=chart).encode())
    return name


def _add_pivot(parts: Parts, main: str, sheet_part: str) -> None:
    base = "xl/pivotCache/pivotCache{}77.xml"
    parts.add(base.format("Records"), _PIVOT_RECORDS.encode(), f"{_SHEET_ML}.pivotCacheRecords+xml")
    parts.add(base.format("Definition"), b"<placeholder/>", f"{_SHEET_ML}.pivotCacheDefinition+xml")
    records = parts.relate(base.format("Definition"), f"{RELATIONSHIPS}/pivotCacheRecords", base.format("Records"))
    parts.stage(base.format("Definition"), _PIVOT_CACHE.format(id=records).encode())
    parts.add("xl/pivotTables/pivotTable77.xml", _PIVOT_TABLE.encode(), f"{_SHEET_ML}.pivotTable+xml")
    parts.relate("xl/pivotTables/pivotTable77.xml", f"{RELATIONSHIPS}/pivotCacheDefinition", base.format("Definition"))
    parts.relate(sheet_part, f"{RELATIONSHIPS}/pivotTable", "xl/pivotTables/pivotTable77.xml")
    cache = parts.relate(main, f"{RELATIONSHIPS}/pivotCacheDefinition", base.format("Definition"))
    _append_to_workbook(
        parts, main, f'<pivotCaches><pivotCache cacheId="77" xmlns:r="{RELATIONSHIPS}" r:id="{cache}"/></pivotCaches>'
    )


def _add_slicer(parts: Parts, main: str) -> None:
    parts.add("xl/slicerCaches/slicerCache77.xml", _SLICER_CACHE.encode(), "application/vnd.ms-excel.slicerCache+xml")
    cache = parts.relate(
        main, "http://schemas.microsoft.com/office/2007/relationships/slicerCache", "xl/slicerCaches/slicerCache77.xml"
    )
    parts.add("xl/slicers/slicer77.xml", _SLICER.encode(), "application/vnd.ms-excel.slicer+xml")
    _append_to_workbook(
        parts,
        main,
        '<extLst><ext uri="{BBE1A952-AA13-448e-AADC-164F8A28A991}"'
        f' xmlns:x14="{_X14}"><x14:slicerCaches><x14:slicerCache xmlns:r="{RELATIONSHIPS}" r:id="{cache}"/>'
        "</x14:slicerCaches></ext></extLst>",
    )


def _append_to_workbook(parts: Parts, main: str, xml: str) -> None:
    data = parts.xml(main)
    parts.stage(main, splice(data, [append_child(data, parse_elements(data), xml.encode())]))


_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_DRAWING_ML = "http://schemas.openxmlformats.org/drawingml/2006"


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">L", len(content)) + kind + content + struct.pack(">L", zlib.crc32(kind + content))


_PICTURE = b"".join(
    (
        b"\x89PNG\r\n\x1a\n",
        _png_chunk(b"IHDR", struct.pack(">2L5B", 1, 1, 8, 2, 0, 0, 0)),
        _png_chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")),
        _png_chunk(b"IEND", b""),
    )
)
_VBA = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(range(256)) * 8
_CHART = (
    f'{_HEADER}<c:chartSpace xmlns:c="{_DRAWING_ML}/chart" xmlns:a="{_DRAWING_ML}/main"><c:chart><c:plotArea>'
    '<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val>'
    '<c:numLit><c:ptCount val="2"/><c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt></c:numLit>'
    '</c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart>'
    '<c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>'
    '<c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx>'
    "</c:plotArea></c:chart></c:chartSpace>"
)
_ANCHOR = (
    "<xdr:twoCellAnchor><xdr:from><xdr:col>{0}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>20</xdr:row>"
    "<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>{1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>30</xdr:row>"
    "<xdr:rowOff>0</xdr:rowOff></xdr:to>{2}<xdr:clientData/></xdr:twoCellAnchor>"
)
_DRAWING = (
    f'{_HEADER}<xdr:wsDr xmlns:xdr="{_DRAWING_ML}/spreadsheetDrawing" xmlns:a="{_DRAWING_ML}/main"'
    f' xmlns:r="{RELATIONSHIPS}">'
    + _ANCHOR.format(
        20,
        22,
        '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Banner"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill>'
        '<a:blip r:embed="{image}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>',
    )
    + _ANCHOR.format(
        22,
        26,
        '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="3" name="House rules"/><xdr:cNvSpPr txBox="1"/>'
        '</xdr:nvSpPr><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr><xdr:txBody><a:bodyPr/>'
        "<a:p><a:r><a:t>No dice on the map</a:t></a:r></a:p></xdr:txBody></xdr:sp>",
    )
    + _ANCHOR.format(
        26,
        32,
        '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="4" name="Chart"/><xdr:cNvGraphicFramePr/>'
        '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>'
        f'<a:graphicData uri="{_DRAWING_ML}/chart"><c:chart xmlns:c="{_DRAWING_ML}/chart" r:id="{{chart}}"/>'
        "</a:graphicData></a:graphic></xdr:graphicFrame>",
    )
    + "</xdr:wsDr>"
)
_VML = (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
    ' xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="77"/>'
    "</o:shapelayout>"
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">'
    '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
    '<v:shape id="_x0000_s78849" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1">'
    '<x:ClientData ObjectType="Note"><x:Anchor>9, 15, 1, 2, 11, 31, 5, 1</x:Anchor><x:Row>1</x:Row>'
    "<x:Column>7</x:Column></x:ClientData></v:shape>"
    '<v:shape id="_x0000_s78850" type="#_x0000_t201" style="position:absolute">'
    "<v:textbox><div>Ready<br></div></v:textbox>"
    '<x:ClientData ObjectType="Checkbox"><x:Anchor>9, 15, 8, 2, 11, 31, 9, 1</x:Anchor></x:ClientData></v:shape></xml>'
)
"""A note of the GM's and a check box whose text is no well-formed XML, as Excel writes it."""
_CONTROL = f'{_HEADER}<formControlPr xmlns="{_X14}" objectType="CheckBox" noThreeD="1"/>'
_CONTROLS = (
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    f'<mc:Choice xmlns:x14="{_X14}" Requires="x14"><{{p}}controls><{{p}}control shapeId="78850"'
    f' xmlns:r="{RELATIONSHIPS}" r:id="{{id}}" name="Check Box 1"/></{{p}}controls></mc:Choice></mc:AlternateContent>'
)
_COMMENTS = (
    f'{_HEADER}<comments xmlns="{TRANSITIONAL}"><authors><author>GM</author>'
    "<author>tc={11111111-2222-3333-4444-555555555555}</author></authors><commentList>"
    '<comment ref="H2" authorId="0" shapeId="0"><text><r><rPr><b/></rPr><t>Mine: </t></r><r><t>keep this</t></r></text>'
    '</comment><comment ref="I2" authorId="1" shapeId="0"><text><t>[Threaded comment]</t></text></comment>'
    "</commentList></comments>"
)
_THREADED = (
    f'{_HEADER}<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
    '<threadedComment ref="I2" dT="2024-01-01T10:00:00.00" personId="{99999999-2222-3333-4444-555555555555}"'
    ' id="{11111111-2222-3333-4444-555555555555}"><text>Is this right?</text></threadedComment></ThreadedComments>'
)
_PERSONS = (
    f'{_HEADER}<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
    '<person displayName="The GM" id="{99999999-2222-3333-4444-555555555555}" userId="gm" providerId="None"/>'
    "</personList>"
)
_PIVOT_CACHE = (
    f'{_HEADER}<pivotCacheDefinition xmlns="{TRANSITIONAL}" xmlns:r="{RELATIONSHIPS}" r:id="{{id}}" recordCount="1"'
    ' createdVersion="6" refreshedVersion="6"><cacheSource type="worksheet"><worksheetSource ref="A1:B2"'
    ' sheet="Nowhere"/></cacheSource><cacheFields count="2"><cacheField name="Nation"><sharedItems count="1">'
    '<s v="Rome"/></sharedItems></cacheField><cacheField name="Gold"><sharedItems containsNumber="1" minValue="3"'
    ' maxValue="3"/></cacheField></cacheFields></pivotCacheDefinition>'
)
_PIVOT_RECORDS = (
    f'{_HEADER}<pivotCacheRecords xmlns="{TRANSITIONAL}" count="1"><r><x v="0"/><n v="3"/></r></pivotCacheRecords>'
)
_PIVOT_TABLE = (
    f'{_HEADER}<pivotTableDefinition xmlns="{TRANSITIONAL}" name="Wealth" cacheId="77" dataCaption="Values">'
    '<location ref="AD3:AE5" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="2">'
    '<pivotField axis="axisRow" showAll="0"><items count="2"><item x="0"/><item t="default"/></items></pivotField>'
    '<pivotField dataField="1" showAll="0"/></pivotFields><rowFields count="1"><field x="0"/></rowFields>'
    '<rowItems count="2"><i><x/></i><i t="grand"><x/></i></rowItems><colItems count="1"><i/></colItems>'
    '<dataFields count="1"><dataField name="Sum of Gold" fld="1" baseField="0" baseItem="0"/></dataFields>'
    "</pivotTableDefinition>"
)
_SLICER_CACHE = (
    f'{_HEADER}<slicerCacheDefinition xmlns="{_X14}" name="Slicer_Nation" sourceName="Nation"><pivotTables>'
    '<pivotTable tabId="1" name="Wealth"/></pivotTables><data><tabular pivotCacheId="77"><items count="1">'
    '<i x="0" s="1"/></items></tabular></data></slicerCacheDefinition>'
)
_SLICER = (
    f'{_HEADER}<slicers xmlns="{_X14}"><slicer name="Nation" cache="Slicer_Nation" caption="Nation"'
    ' rowHeight="241300"/></slicers>'
)
_EXTENSIONS = (
    f'<{{p}}extLst><{{p}}ext xmlns:x14="{_X14}" uri="{{{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}}}">'
    '<x14:dataValidations xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" count="1">'
    '<x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>{sheet}!$A$2:$A$9</xm:f></x14:formula1>'
    "<xm:sqref>Z2:Z9</xm:sqref></x14:dataValidation></x14:dataValidations></{p}ext>"
    f'<{{p}}ext xmlns:x14="{_X14}" uri="{{{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}}}">'
    '<x14:sparklineGroups xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparklineGroup>'
    "<x14:sparklines><x14:sparkline><xm:f>{sheet}!A2:C2</xm:f><xm:sqref>AA2</xm:sqref></x14:sparkline></x14:sparklines>"
    "</x14:sparklineGroup></x14:sparklineGroups></{p}ext></{p}extLst>"
)


# Comparing


def raw_entries(data: bytes) -> dict[str, bytes]:
    """For each entry its local record, compressed stream and data descriptor as they stand in the file, and what the
    directory says of it but for the offset."""
    found: dict[str, bytes] = {}
    container = read_container(data)
    for entry in container.entries:
        record = bytearray(entry.central)
        record[entry.offset_at : entry.offset_at + entry.offset_width] = bytes(entry.offset_width)
        found[entry.name] = data[entry.header_offset : entry.span_end] + bytes(record)
    return found


def contents(data: bytes) -> dict[str, bytes]:
    """All parts by name, inflated by the standard library."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        assert package.testzip() is None
        return {info.filename: package.read(info) for info in package.infolist()}


def changed_parts(before: bytes, after: bytes) -> set[str]:
    """The names of the parts that were changed in any way, added or removed."""
    old, new = raw_entries(before), raw_entries(after)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def canonical(xml: bytes) -> bytes:
    """Canonical XML, which is the same for two spellings of one document."""
    return etree.tostring(etree.fromstring(xml), method="c14n")


def without_cells(xml: bytes, refs: set[str], *, ranges: bool = False) -> bytes:
    """Canonical XML of a sheet without some cells, without rows that hold no other cells, and without what may follow
    them: the used range and the rows' spans; with `ranges` also the ranges that grow with added rows."""
    root = etree.fromstring(xml)
    for row in root.iter("{*}row"):
        row.attrib.pop("spans", None)
    for cell in list(root.iter("{*}c")):
        if cell.get("r") in refs:
            _take_out(cell)
    rows = {ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for ref in refs}
    for row in list(root.iter("{*}row")):
        if not len(row) and row.get("r") in rows:
            _take_out(row)
    for dimension in root.iter("{*}dimension"):
        dimension.attrib.pop("ref", None)
    if ranges:
        for element in root.iter("{*}autoFilter", "{*}conditionalFormatting", "{*}dataValidation"):
            element.attrib.pop("sqref", None)
            element.attrib.pop("ref", None)
        for element in root.iter("{http://schemas.microsoft.com/office/excel/2006/main}sqref"):
            element.text = ""
    return etree.tostring(root, method="c14n")


def _take_out(element: etree._Element) -> None:
    """Removes an element and leaves the white space behind it where it is."""
    parent, before = element.getparent(), element.getprevious()
    assert parent is not None
    if before is not None:
        before.tail = (before.tail or "") + (element.tail or "")
    else:
        parent.text = (parent.text or "") + (element.tail or "")
    element.tail = None
    parent.remove(element)

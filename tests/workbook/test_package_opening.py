"""Opening: every sound workbook, whatever its parts are called, and a plain reason for everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.workbook.package import (
    Package,
    PackageRefused,
    SheetKind,
    Visibility,
    WriteDamaged,
    open_package,
    package_from_bytes,
)
from adjudicator.workbook.refusals import EditRefused, Refusal
from tests.workbook.making import Book, Sheet, changed_parts, zipped

ROWS = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504)


def refused(data: bytes) -> tuple[Refusal, str]:
    with pytest.raises(PackageRefused) as caught:
        Package(data)
    return caught.value.reason, str(caught.value)


@pytest.mark.parametrize(
    "book",
    [
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"]),
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"], strict=True),
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"], prefix="x"),
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"], prefix="ns0", strict=True),
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"], main="workbook.xml"),
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"], main="deep/er/book.xml"),
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"], absolute_targets=True),
        Book([Sheet(rows=ROWS)], strings=["<t>x</t>"], macro_enabled=True),
        Book([Sheet(rows=ROWS, part="worksheets/Tabelle1.xml")], strings=["<t>x</t>"]),
    ],
    ids=["usual", "strict", "prefix", "strict prefix", "at the root", "deep", "absolute", "macros", "sheet's name"],
)
def test_texts_are_read_and_written_wherever_the_parts_lie(book: Book) -> None:
    data = book.build()
    package = package_from_bytes(data)
    assert package.read_sheet("Sheet1").cell(1, 1).value == "x"
    package.edit("Sheet1").set("B1", "y")
    again = package_from_bytes(package.to_bytes())
    assert [cell.value for cell in again.read_sheet("Sheet1").rows[0]] == ["x", "y"]


def test_a_workbook_whose_parts_differ_in_case_from_their_names() -> None:
    parts = Book([Sheet(rows=ROWS)], strings=["<t>x</t>"]).parts()
    parts = {name.replace("worksheets/sheet1", "Worksheets/SHEET1"): content for name, content in parts.items()}
    data = zipped(parts)
    package = package_from_bytes(data)
    assert package.read_sheet("Sheet1").cell(1, 1).value == "x"
    package.edit("Sheet1").set("A1", 5)
    assert "xl/Worksheets/SHEET1.xml" in changed_parts(data, package.to_bytes())


def test_targets_with_percent_signs() -> None:
    parts = Book([Sheet(rows=ROWS, part="worksheets/sheet%201.xml")], strings=["<t>x</t>"]).parts()
    parts["xl/worksheets/sheet 1.xml"] = parts.pop("xl/worksheets/sheet%201.xml")
    assert package_from_bytes(zipped(parts)).read_sheet("Sheet1").cell(1, 1).value == "x"


def test_sheets_come_in_the_order_of_their_tabs_with_their_visibility() -> None:
    sheets = [
        Sheet("Second file", part="worksheets/sheet2.xml"),
        Sheet("First file", part="worksheets/sheet1.xml", state="hidden"),
        Sheet("Third &amp; last ", part="worksheets/sheet9.xml", state="veryHidden"),
    ]
    package = package_from_bytes(Book(sheets).build())
    assert [(sheet.name, sheet.visibility) for sheet in package.sheets] == [
        ("Second file", Visibility.VISIBLE),
        ("First file", Visibility.HIDDEN),
        ("Third & last ", Visibility.VERY_HIDDEN),
    ]


def test_a_chart_sheet_is_listed_and_not_read() -> None:
    book = Book([Sheet(rows=ROWS)], strings=["<t>x</t>"])
    parts = book.parts()
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(
        b"relationships/worksheet", b"relationships/chartsheet"
    )
    package = package_from_bytes(zipped(parts))
    assert package.sheets[0].kind is SheetKind.CHART
    with pytest.raises(EditRefused):
        package.read_sheet("Sheet1")
    with pytest.raises(EditRefused):
        package.edit("Sheet1")


def test_macros_are_noticed() -> None:
    parts = Book(macro_enabled=True).parts()
    assert not package_from_bytes(zipped(parts)).has_macros
    links = parts["xl/_rels/workbook.xml.rels"].replace(
        b"</Relationships>",
        b'<Relationship Id="rId9" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject"'
        b' Target="vbaProject.bin"/></Relationships>',
    )
    macros = zipped(parts | {"xl/_rels/workbook.xml.rels": links, "xl/vbaProject.bin": b"x"})
    assert package_from_bytes(macros).has_macros


def test_the_hash_is_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(Book().build())
    package = open_package(path)
    assert len(package.sha256) == 64
    package.write(tmp_path / "y.xlsx")
    assert open_package(tmp_path / "y.xlsx").sha256 == package.sha256


def test_what_the_disk_gives_back_is_compared_with_what_was_meant() -> None:
    package = package_from_bytes(Book([Sheet(rows=ROWS)], strings=["<t>x</t>"]).build())
    package.edit("Sheet1").set("B1", 5)
    written = package.to_bytes()
    package.verify_written(written)
    for wrong in (written[:-1], written.replace(b"PK\5\6", b"PK\5\7"), b""):
        with pytest.raises(WriteDamaged):
            package.verify_written(wrong)


def test_what_is_no_workbook_is_refused_with_its_reason() -> None:
    encrypted = OLE + "EncryptedPackage".encode("utf-16-le") + bytes(100)
    old = OLE + "Workbook".encode("utf-16-le") + bytes(100)
    assert refused(encrypted)[0] is Refusal.ENCRYPTED
    assert refused(old)[0] is Refusal.OLD_FORMAT
    assert refused(OLE)[0] is Refusal.NOT_A_WORKBOOK
    assert refused(b"")[0] is Refusal.NOT_A_WORKBOOK
    assert refused(b"Nation,Gold\nRome,3\n")[0] is Refusal.NOT_A_WORKBOOK
    assert refused(zipped({"word/document.xml": b"<x/>"}))[0] is Refusal.NOT_A_WORKBOOK
    ods = zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"})
    assert "OpenDocument" in refused(ods)[1]


def test_a_binary_workbook_and_a_text_document_are_told_apart() -> None:
    parts = Book().parts()
    types = parts["[Content_Types].xml"]
    main = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    binary = types.replace(main, b"application/vnd.ms-excel.sheet.binary.macroEnabled.main")
    word = types.replace(main, b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml")
    assert "xlsb" in refused(zipped(parts | {"[Content_Types].xml": binary}))[1]
    assert refused(zipped(parts | {"[Content_Types].xml": word}))[0] is Refusal.NOT_A_WORKBOOK


def test_a_signed_workbook_is_refused() -> None:
    parts = Book().parts()
    origin = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin"
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(
        b"</Relationships>",
        f'<Relationship Id="rId9" Type="{origin}" Target="sig/origin.sigs"/></Relationships>'.encode(),
    )
    assert refused(zipped(parts))[0] is Refusal.SIGNED


DOCTYPE = b'<!DOCTYPE x [<!ENTITY e "boom">]>'


@pytest.mark.parametrize("part", ["xl/workbook.xml", "_rels/.rels", "[Content_Types].xml"])
def test_a_document_type_is_refused_on_opening(part: str) -> None:
    parts = Book().parts()
    head, _, rest = parts[part].partition(b"?>")
    assert refused(zipped(parts | {part: head + b"?>" + DOCTYPE + rest}))[0] is Refusal.UNSAFE


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"])
def test_a_document_type_is_refused_on_reading(part: str) -> None:
    text = "<t>&e;</t>" if "Strings" in part else "<t>x</t>"
    parts = Book([Sheet(rows=ROWS)], strings=[text]).parts()
    head, _, rest = parts[part].partition(b"?>")
    package = package_from_bytes(zipped(parts | {part: head + b"?>" + DOCTYPE + rest}))
    with pytest.raises(PackageRefused) as caught:
        package.read_sheet("Sheet1")
    assert caught.value.reason is Refusal.UNSAFE


def test_an_entity_in_a_sheet_is_not_expanded() -> None:
    rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>&xxe;</t></is></c></row>'
    package = package_from_bytes(Book([Sheet(rows=rows)]).build())
    with pytest.raises(PackageRefused) as caught:
        package.read_sheet("Sheet1")
    assert caught.value.reason is Refusal.DAMAGED


def test_a_sheet_that_is_missing_is_damage() -> None:
    parts = Book().parts()
    del parts["xl/worksheets/sheet1.xml"]
    assert refused(zipped(parts))[0] is Refusal.DAMAGED


def test_a_sheet_cut_short_is_damage() -> None:
    parts = Book([Sheet(rows=ROWS)], strings=["<t>x</t>"]).parts()
    whole = parts["xl/worksheets/sheet1.xml"]
    for length in (len(whole) - 5, whole.index(b"</sheetData") + 3, whole.index(b"<c "), whole.index(b"<row")):
        package = package_from_bytes(zipped(parts | {"xl/worksheets/sheet1.xml": whole[:length]}))
        with pytest.raises(PackageRefused) as caught:
            package.read_sheet("Sheet1")
        assert caught.value.reason is Refusal.DAMAGED
        with pytest.raises(PackageRefused):
            package.edit("Sheet1")

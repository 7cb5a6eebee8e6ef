"""Damage of every kind ends in a refusal that says so, never in an error of the program's own."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from adjudicator.workbook.package import Package, PackageRefused, SheetKind, package_from_bytes
from adjudicator.workbook.refusals import EditRefused, Refusal
from tests.workbook.making import Book, Sheet, contents, table_xml, with_real_parts, zipped

ROWS = (
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c><c r="B2"><v>3</v></c>'
    '<c r="C2"><f t="shared" ref="C2:C3" si="0">B2*2</f><v>6</v></c></row>'
    '<row r="3"><c r="C3"><f t="shared" si="0"/><v>0</v></c>'
    '<c r="D3"><f t="array" ref="D3:D4">B2:B3</f><v>1</v></c></row>'
)
TAIL = (
    '<autoFilter ref="A1:B2"/><mergeCells count="1"><mergeCell ref="F1:G2"/></mergeCells>'
    '<dataValidations count="1"><dataValidation sqref="A2:A3"/></dataValidations>'
)
VALUES = (
    *(b"XFE1", b"A0", b"0", b"-1", b"1048577", b"9" * 20, b"A1:XFD1048576"),
    *(b"", b"x", b"\xff", b"&#1;", b"..", b"rId1"),
)
PIECES = (b"<", b">", b'"', b"&", b"<!--", b"<![CDATA[", b"<?x ?>", b"<row>", b"</row>", b"<c/>", b"\0", b"\xff", b"")


def workbook() -> dict[str, bytes]:
    book = Book(
        [Sheet("Nations", rows=ROWS, tail=TAIL, tables=[table_xml("T", "A1:B2", ["a", "b"])]), Sheet("Map", rows=ROWS)],
        strings=["<t>a</t>", "<t>b</t>"],
    )
    return contents(with_real_parts(book.build(), "Nations"))


def damaged(parts: dict[str, bytes], chance: random.Random) -> bytes:
    parts = dict(parts)
    name = chance.choice([name for name in parts if name.endswith((".xml", ".rels", ".vml"))])
    content = parts[name]
    at = chance.randrange(len(content))
    values = list(re.finditer(rb'="([^"]*)"', content))
    match chance.randrange(4):
        case 0 if values:
            found = chance.choice(values)
            content = content[: found.start(1)] + chance.choice(VALUES) + content[found.end(1) :]
        case 1:
            content = content[:at] + chance.choice(PIECES) + content[at + chance.randrange(9) :]
        case 2:
            content = content[:at]
        case _:
            content = content[:at] + content[at + 1 + chance.randrange(30) :]
    parts[name] = content
    return zipped(parts)


def use(data: bytes) -> None:
    """Opens, reads, edits, notes and saves, and does some of it again with what was saved."""
    package = Package(data)
    for sheet in package.sheets:
        if sheet.kind is not SheetKind.WORKSHEET:
            continue
        cells = package.read_sheet(sheet.name)
        edit = package.edit(sheet.name)
        for attempt in (
            lambda edit=edit: edit.set("B2", "x"),
            lambda edit=edit, cells=cells: edit.append_rows(max(1, cells.last_row), [{1: 1, 2: "y"}]),
            lambda edit=edit: edit.clear_rows([1, 2], [1, 2, 3]),
            lambda name=sheet.name: package.set_notes(name, {"A1": "note"}, "adjudicate"),
        ):
            try:
                attempt()
            except EditRefused as refused:
                assert str(refused)
    again = Package(package.to_bytes())
    for sheet in again.sheets:
        if sheet.kind is not SheetKind.WORKSHEET:
            continue
        again.read_sheet(sheet.name)
        again.remove_notes(sheet.name, "adjudicate")
    again.to_bytes()


@pytest.mark.parametrize("seed", range(4))
def test_damage_in_a_part_is_refused_or_harmless(seed: int) -> None:
    chance = random.Random(seed)
    parts = workbook()
    seen: Counter[object] = Counter()
    for _ in range(40):
        data = damaged(parts, chance)
        try:
            use(data)
            seen["harmless"] += 1
        except PackageRefused as refused:
            assert str(refused)
            seen[refused.reason] += 1
    assert seen[Refusal.DAMAGED] > 5
    assert seen["harmless"] > 5


def test_damage_in_the_zip_is_refused_or_harmless() -> None:
    chance = random.Random(7)
    whole = zipped(workbook())
    seen: Counter[object] = Counter()
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(3):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            use(bytes(data))
            seen["harmless"] += 1
        except PackageRefused as refused:
            seen[refused.reason] += 1
    assert seen[Refusal.DAMAGED] > 10


def edited(package: Package) -> bytes:
    edit = package.edit("Sheet1")
    edit.append_rows(1, [{1: 1}])
    edit.set("A1", 1)
    return package.to_bytes()


@pytest.mark.parametrize(
    "row",
    [
        '<row r="0"><c><v>1</v></c></row>',
        '<row r="1048577"><c><v>1</v></c></row>',
        '<row r="99999999999999999999"><c><v>1</v></c></row>',
        f'<row r="{"1" * 5_000}"><c><v>1</v></c></row>',
        f'<row r="{"1" * 5_000}"><c><v>1</v></c></row><!-- parsed -->',
        '<row r="\N{SUPERSCRIPT TWO}"><c><v>1</v></c></row>',
        '<row r="\N{SUPERSCRIPT TWO}"><c><v>1</v></c></row><!-- parsed -->',
        '<row r="\N{ARABIC-INDIC DIGIT TWO}"><c><v>1</v></c></row><!-- parsed -->',
        '<row r=""><c><v>1</v></c></row>',
        f'<row><c r="A{"1" * 5_000}"><v>1</v></c></row>',
        '<row><c r="A0"><v>1</v></c></row>',
        '<row r="1"><c r="1A"><v>1</v></c></row>',
        '<row r="1"><c r="XFE1"><v>1</v></c></row>',
        '<row r="1"><c r="ABCD1" s="1"><v>1</v></c></row>',
    ],
)
def test_a_place_that_no_sheet_has_is_damage(row: str) -> None:
    data = Book([Sheet(rows=row)]).build()
    for attempt in (lambda package: package.read_sheet("Sheet1"), edited):
        with pytest.raises(PackageRefused) as caught:
            attempt(Package(data))
        assert caught.value.reason is Refusal.DAMAGED


LONG = "1" * 5_000
"""More digits than `int` takes."""
NO_NUMBERS = (LONG, "\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT ZERO}", "-0", "+0", "")


@pytest.mark.parametrize("number", NO_NUMBERS[:-1])
@pytest.mark.parametrize("beside", ["", '<c r="B1"><v>1.5</v></c>', "<!-- parsed -->"])
def test_a_number_of_a_text_that_is_none_is_damage(number: str, beside: str) -> None:
    """`-0` would be the first text to Python, and nothing at all to Excel."""
    row = f'<row r="1"><c r="A1" t="s"><v>{number}</v></c>{beside}</row>'
    with pytest.raises(PackageRefused, match="refers to a text that is not there") as caught:
        Package(Book([Sheet(rows=row)], strings=["<t>x</t>"]).build()).read_sheet("Sheet1")
    assert caught.value.reason is Refusal.DAMAGED


@pytest.mark.parametrize("number", NO_NUMBERS)
@pytest.mark.parametrize("kind", ["n", "b", "str"])
@pytest.mark.parametrize("beside", ["", "<!-- parsed -->"])
def test_a_number_of_a_format_that_is_none_is_damage(number: str, kind: str, beside: str) -> None:
    row = f'<row r="1"><c r="A1" s="{number}" t="{kind}"><v>1</v></c>{beside}</row>'
    package = Package(Book([Sheet(rows=row)]).build())
    with pytest.raises(PackageRefused, match="refers to a format that is not there"):
        package.read_sheet("Sheet1")
    with pytest.raises(PackageRefused, match="where a number belongs"):
        edited(package)


@pytest.mark.parametrize("number", NO_NUMBERS)
@pytest.mark.parametrize("name", ["min", "max", "style"])
def test_a_number_of_a_column_that_is_none_is_damage(number: str, name: str) -> None:
    attributes = {"min": "1", "max": "9", "style": "1"} | {name: number}
    columns = "<cols><col " + " ".join(f'{key}="{value}"' for key, value in attributes.items()) + "/></cols>"
    data = Book([Sheet(rows='<row r="1"><c r="B1"><v>1</v></c></row>', head=columns)]).build()
    with pytest.raises(PackageRefused, match="where a number belongs"):
        edited(Package(data))


@pytest.mark.parametrize("count", [LONG, "x", "\N{SUPERSCRIPT TWO}"])
def test_a_count_of_texts_that_is_no_number_stays(count: str) -> None:
    """It is no more than a hint."""
    parts = Book(strings=["<t>x</t>"]).parts()
    name = "xl/sharedStrings.xml"
    parts[name] = re.sub(rb' count="[0-9]*"', f' count="{count}"'.encode(), parts[name])
    package = Package(zipped(parts))
    package.edit("Sheet1").set("A1", "new")
    assert f' count="{count}"'.encode() in contents(package.to_bytes())[name]


TAGS = (
    b' ht="1\0"',
    b' ht="\x01"',
    b' ht="9" ht="9"',
    b' r="3"',
    b' zz:ht="9"',
    b' ht="\xff"',
    b' ht="\xef\xbf\xbe"',
    b' ht="<"',
    b' ht="&nbsp;"',
    b' 1="9"',
    b' a:b:c="9"',
    b' ht="9"ph="1"',
    b" ht=9",
    b" ht",
)


@pytest.mark.parametrize("attributes", TAGS)
@pytest.mark.parametrize("ways", ["late", "row by row", "parsed"])
def test_a_start_tag_of_a_row_that_is_not_well_formed_is_damage(attributes: bytes, ways: str) -> None:
    """Written on unread, it would make a workbook that no other program opens."""
    beside = {"late": "", "row by row": '<c r="B3"><v>1.5</v></c>', "parsed": "<!-- -->"}[ways]
    rows = "".join(f'<row r="{number}" ht="9"><c r="A{number}"><v>1</v></c>{{}}</row>' for number in (1, 2, 3, 4))
    parts = Book([Sheet(rows=rows.format("", "", beside, ""))]).parts()
    name = "xl/worksheets/sheet1.xml"
    damaged_row = parts[name].replace(b'<row r="3" ht="9"', b'<row r="3"' + attributes)
    with pytest.raises(PackageRefused, match="well-formed") as caught:
        Package(zipped(parts | {name: damaged_row})).read_sheet("Sheet1")
    assert caught.value.reason is Refusal.DAMAGED


def test_start_tags_that_differ_in_every_row_are_checked_and_read() -> None:
    def sheet(last: str) -> bytes:
        heights = [*(f'ht="{number}"' for number in range(1, 3_001)), last]
        rows = (f'<row r="{at}" {height}><c r="A{at}"><v>1</v></c></row>' for at, height in enumerate(heights, 1))
        return Book([Sheet(rows="".join(rows))]).build()

    assert Package(sheet('xr:note="ü > &#228;"')).read_sheet("Sheet1").last_row == 3_001
    with pytest.raises(PackageRefused, match="well-formed"):
        Package(sheet('ht="9" ht="9"')).read_sheet("Sheet1")


@pytest.mark.parametrize("digits", ["9" * 5_000, "²"])
def test_what_is_no_number_where_a_hint_or_a_format_has_one_ends_in_no_traceback(digits: str) -> None:
    """A number format, a row's span, a name's sheet: such a file opens, and what is meant by it is left alone."""
    parts = contents(Book([Sheet(rows=f'<row r="1" spans="1:{digits}"><c r="A1" s="0"><v>5</v></c></row>')]).build())
    parts["xl/styles.xml"] = parts["xl/styles.xml"].replace(b'numFmtId="0"', f'numFmtId="{digits}"'.encode())
    name = f'<definedNames><definedName name="A" localSheetId="{digits}">Sheet1!$A$1</definedName></definedNames>'
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"</sheets>", f"</sheets>{name}".encode())
    package = package_from_bytes(zipped(parts))
    package.edit("Sheet1").set((1, 2), 6)
    package.edit("Sheet1").append_rows(1, [{1: 7}])
    sheet = package_from_bytes(package.to_bytes()).read_sheet("Sheet1")
    assert [[cell.value for cell in row] for row in sheet] == [[5, 6], [7]]

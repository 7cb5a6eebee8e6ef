"""The zip layer: what is not touched comes back to the byte, whatever habits the program had that wrote the file."""

from __future__ import annotations

import struct
import zlib

import pytest

from adjudicator.workbook.package import Package, PackageRefused, package_from_bytes
from adjudicator.workbook.refusals import Refusal
from adjudicator.workbook.zip_container import (
    MAX_ENTRIES,
    MAX_PART_BYTES,
    MAX_RATIO,
    RATIO_FLOOR_BYTES,
    ContainerError,
    LimitExceededError,
    read_container,
)
from tests.workbook.making import Book, Sheet, changed_parts, contents, raw_entries, zipped

ROWS = '<row r="1"><c r="A1"><v>1</v></c></row>'
HABITS = ("descriptors", "zip64", "backslashes", "doubled", "prefixed", "comment", "extra_fields")


def edited(data: bytes) -> bytes:
    package = package_from_bytes(data)
    package.edit("Sheet1").set("A1", 2)
    return package.to_bytes()


@pytest.mark.parametrize("habit", HABITS)
def test_a_workbook_without_edits_is_the_same_file(habit: str) -> None:
    data = Book([Sheet(rows=ROWS)]).build(**{habit: True})
    assert package_from_bytes(data).to_bytes() == data


@pytest.mark.parametrize("habits", [*({habit} for habit in HABITS), {"zip64", "descriptors"}])
def test_untouched_parts_keep_their_records_and_compressed_streams(habits: set[str]) -> None:
    data = Book([Sheet(rows=ROWS), Sheet(name="Other", rows=ROWS)]).build(**dict.fromkeys(habits, True))
    after = edited(data)
    sheet = "xl\\worksheets\\sheet1.xml" if "backslashes" in habits else "xl/worksheets/sheet1.xml"
    assert changed_parts(data, after) == {sheet}
    assert package_from_bytes(after).read_sheet("Sheet1").cell(1, 1).value == 2


def test_the_standard_library_reads_what_was_written() -> None:
    for habit in ("descriptors", "zip64", "prefixed", "comment", "extra_fields"):
        data = Book([Sheet(rows=ROWS)]).build(**{habit: True})
        before, after = contents(data), contents(edited(data))
        assert list(before) == list(after), "the order of the parts"
        assert {name for name in before if before[name] != after[name]} == {"xl/worksheets/sheet1.xml"}


def test_a_replaced_part_keeps_its_date_and_method() -> None:
    data = Book([Sheet(rows=ROWS)]).build(extra_fields=True)
    before = {entry.name: entry for entry in read_container(data).entries}
    after = {entry.name: entry for entry in read_container(edited(data)).entries}
    sheet = "xl/worksheets/sheet1.xml"
    assert (after[sheet].date, after[sheet].time, after[sheet].method) == (
        before[sheet].date,
        before[sheet].time,
        before[sheet].method,
    )
    assert after[sheet].crc != before[sheet].crc


def test_a_descriptor_of_a_replaced_part_is_resolved() -> None:
    data = Book([Sheet(rows=ROWS)]).build(descriptors=True)
    after = {entry.name: entry for entry in read_container(edited(data)).entries}
    assert after["xl/worksheets/sheet1.xml"].flags & 8 == 0
    assert after["xl/styles.xml"].flags & 8 == 8


def test_the_last_of_two_parts_of_one_name_counts_and_only_it_stays_when_it_changes() -> None:
    parts = Book([Sheet(rows=ROWS)]).parts()
    sheet = parts.pop("xl/worksheets/sheet1.xml")
    ordered = {"[Content_Types].xml": parts.pop("[Content_Types].xml"), "xl/worksheets/sheet1.xml": sheet, **parts}
    data = zipped(ordered, doubled=True)
    assert package_from_bytes(data).read_sheet("Sheet1").cell(1, 1).value == 1
    after = edited(data)
    assert [entry.name for entry in read_container(after).entries].count("xl/worksheets/sheet1.xml") == 1
    assert package_from_bytes(after).read_sheet("Sheet1").cell(1, 1).value == 2


def test_the_comment_and_what_stands_before_the_first_part_stay() -> None:
    assert edited(Book([Sheet(rows=ROWS)]).build(comment=True)).endswith(b"made by hand")
    assert edited(Book([Sheet(rows=ROWS)]).build(prefixed=True)).startswith(b"#!a stub\n")


def test_the_same_edit_gives_the_same_bytes() -> None:
    data = Book([Sheet(rows=ROWS)]).build()
    package = package_from_bytes(data)
    package.edit("Sheet1").set("C3", "text")
    assert package.to_bytes() == package.to_bytes()


def test_directory_and_physical_order_may_differ() -> None:
    data = bytearray(Book([Sheet(rows=ROWS)]).build())
    container = read_container(bytes(data))
    records = [entry.central for entry in container.entries]
    directory = b"".join(records)
    at = bytes(data).index(directory)
    data[at : at + len(directory)] = b"".join(reversed(records))
    after = edited(bytes(data))
    assert [entry.name for entry in read_container(after).entries] == [
        entry.name for entry in reversed(container.entries)
    ]
    assert changed_parts(bytes(data), after) == {"xl/worksheets/sheet1.xml"}


def refused(data: bytes) -> Refusal:
    with pytest.raises(PackageRefused) as caught:
        Package(data)
    assert str(caught.value)
    return caught.value.reason


@pytest.mark.parametrize("length", [10, 100, 1000, -1, -10, -30])
def test_a_file_cut_short_is_damaged(length: int) -> None:
    assert refused(Book().build()[:length]) is Refusal.DAMAGED


def test_a_flipped_bit_in_a_part_is_found_when_the_part_is_read() -> None:
    data = bytearray(Book([Sheet(rows=ROWS)], strings=["<t>x</t>"]).build())
    entry = next(one for one in read_container(bytes(data)).entries if one.name.endswith("sheet1.xml"))
    data[entry.data_offset + 5] ^= 0x10
    package = package_from_bytes(bytes(data))
    with pytest.raises(PackageRefused) as caught:
        package.read_sheet("Sheet1")
    assert caught.value.reason is Refusal.DAMAGED


def test_an_encrypted_part_is_refused() -> None:
    data = bytearray(Book().build())
    at = data.index(b"PK\1\2", data.index(b"PK\1\2") + 1)
    name = data.index(b"_rels/.rels", at)
    assert name - at == 46
    data[at + 8] |= 1
    assert refused(bytes(data)) is Refusal.ENCRYPTED


def directory_with(size: int, compressed: int) -> bytes:
    """A zip of one entry whose directory claims these sizes."""
    stream = zlib.compress(b"x", 9)
    output = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, 0, compressed, size, 1, 0) + b"a" + stream
    output += bytes(max(0, compressed - len(stream)))
    start = len(output)
    output += struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 0, 0, compressed, size, 1, 0, 0, 0, 0, 0, 0) + b"a"
    return output + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 47, start, 0)


def test_limits_are_held() -> None:
    with pytest.raises(LimitExceededError, match="at most"):
        read_container(directory_with(MAX_PART_BYTES + 1, MAX_PART_BYTES // 200))
    with pytest.raises(LimitExceededError, match="zip bomb"):
        read_container(directory_with(RATIO_FLOOR_BYTES + 1, RATIO_FLOOR_BYTES // MAX_RATIO))
    read_container(directory_with(RATIO_FLOOR_BYTES, 100))
    many = zipped({f"part{number}": b"" for number in range(MAX_ENTRIES + 1)})
    with pytest.raises(LimitExceededError, match="entries"):
        read_container(many)


def test_a_part_larger_than_the_directory_says_is_not_inflated_further() -> None:
    content = bytes(3_000_000)
    data = bytearray(zipped({"a": content}))
    at = data.index(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<L", 1000)
    container = read_container(bytes(data))
    with pytest.raises(ContainerError, match="larger than the file says"):
        container.read(container.entries[0])


def test_entries_that_share_bytes_are_refused() -> None:
    data = bytearray(zipped({"a": bytes(1000), "b": bytes(1000)}))
    second = data.index(b"PK\1\2", data.index(b"PK\1\2") + 1)
    data[second + 42 : second + 46] = struct.pack("<L", 0)
    with pytest.raises(ContainerError, match="over one another"):
        read_container(bytes(data))


def test_the_comparison_of_these_tests_sees_a_change_of_compression_alone() -> None:
    data = Book([Sheet(rows=ROWS)]).build()
    parts = contents(data)
    assert raw_entries(zipped(parts)) == raw_entries(data)
    assert changed_parts(zipped(parts, extra_fields=True), data) == set(parts)

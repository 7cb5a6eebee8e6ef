"""The zip layer of a workbook: entries are read, kept raw, and copied raw.

`zipfile` of the standard library cannot copy an entry without inflating it, and renews dates, flags and extra fields.
Here an entry that nobody touched keeps its local record, its compressed stream and its central record to the byte.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

MAX_FILE_BYTES: Final = 256 * 1024 * 1024
"""Largest workbook file that is opened."""
MAX_ENTRIES: Final = 10_000
"""Most entries in one package; Excel's own largest have some hundreds."""
MAX_PART_BYTES: Final = 512 * 1024 * 1024
"""Largest part once inflated: a sheet of 1,048,576 formatted rows with eight cells each is about 250 MB."""
MAX_TOTAL_BYTES: Final = 1024 * 1024 * 1024
"""Largest sum of all parts once inflated."""
MAX_RATIO: Final = 250
"""Largest inflation of a part above `RATIO_FLOOR_BYTES`; a million empty formatted rows come to about 20."""
RATIO_FLOOR_BYTES: Final = 16 * 1024 * 1024
LARGE_PART_BYTES: Final = 256 * 1024
"""Parts above this size are deflated at level 3: a third of the time for an eighth more bytes."""

_EOCD: Final = struct.Struct("<4s4H2LH")
_EOCD_64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64: Final = struct.Struct("<4sLQL")
_CENTRAL: Final = struct.Struct("<4s6H3L5H2L")
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_FLAG_ENCRYPTED: Final = 0x1
_FLAG_DESCRIPTOR: Final = 0x8
_FLAG_UTF8: Final = 0x800
_STORED: Final = 0
_DEFLATED: Final = 8
_ZIP64_ID: Final = 1
_FULL_16: Final = 0xFFFF
_FULL_32: Final = 0xFFFFFFFF
_DOS_DATE_1980: Final = 0x21
_INFLATE_CHUNK: Final = 1 << 20


class ContainerError(Exception):
    """The bytes are not a sound zip file; the text says what is wrong."""


class NotAZipError(ContainerError):
    """No trace of a zip file was found."""


class EncryptedEntryError(ContainerError):
    """An entry is encrypted by zip's own means."""


class LimitExceededError(ContainerError):
    """One of the limits named in this module is exceeded."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the central directory, with the place of its bytes in the file."""

    name: str
    flags: int
    method: int
    time: int
    date: int
    crc: int
    compressed_size: int
    size: int
    header_offset: int
    data_offset: int
    span_end: int
    """End of the compressed stream and of the data descriptor that follows it, if any."""
    central: bytes
    """The central record as it stands: fixed part, name, extra field, comment."""
    offset_at: int
    """Where the record holds the offset of the local header, and with which width (`offset_width`, bytes)."""
    offset_width: int


@dataclass(frozen=True, slots=True)
class Container:
    """A zip file in memory. `entries` stand in the order of the central directory."""

    data: bytes
    entries: tuple[Entry, ...]
    comment: bytes
    zip64: bool

    def compressed(self, entry: Entry) -> bytes:
        """The compressed stream of an entry, as it stands in the file."""
        return self.data[entry.data_offset : entry.data_offset + entry.compressed_size]

    def read(self, entry: Entry) -> bytes:
        """The inflated bytes of an entry.

        Raises `ContainerError` when the stream is damaged, `EncryptedEntryError`, or `LimitExceededError`.
        """
        return b"".join(self.stream(entry))

    def stream(self, entry: Entry) -> Iterator[bytes]:
        """The inflated bytes of an entry in pieces of about a megabyte; raises as `read` does, at the latest at the
        end."""
        if entry.flags & _FLAG_ENCRYPTED:
            raise EncryptedEntryError(f"the part {entry.name} is encrypted")
        if entry.method == _STORED:
            content = self.compressed(entry)
            if len(content) != entry.size or zlib.crc32(content) != entry.crc:
                raise ContainerError(f"the part {entry.name} is damaged (its checksum is wrong)")
            yield content
            return
        if entry.method != _DEFLATED:
            raise ContainerError(f"the part {entry.name} is compressed by an unusual method ({entry.method})")
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        pending: bytes = self.compressed(entry)
        crc = size = 0
        while True:
            try:
                piece = inflater.decompress(pending, _INFLATE_CHUNK)
            except zlib.error as error:
                raise ContainerError(f"the part {entry.name} is damaged ({error})") from error
            size += len(piece)
            if size > entry.size:
                raise ContainerError(f"the part {entry.name} is larger than the file says")
            crc = zlib.crc32(piece, crc)
            if piece:
                yield piece
            pending = inflater.unconsumed_tail
            if inflater.eof or (not piece and not pending):
                break
        if not inflater.eof or size != entry.size or crc != entry.crc:
            raise ContainerError(f"the part {entry.name} is damaged (it ends early, or its checksum is wrong)")


def read_container(data: bytes) -> Container:
    """Reads the directory of a zip file, with zip64 and with bytes before the first entry.

    Raises `NotAZipError`, `LimitExceededError`, or `ContainerError` when the directory is damaged.
    """
    if len(data) > MAX_FILE_BYTES:
        raise LimitExceededError(f"the file has {len(data):,} bytes; at most {MAX_FILE_BYTES:,} are read")
    end = _find_end(data)
    if end is None:
        if data[:2] == b"PK":
            raise ContainerError("the file is a zip file without its end: it was cut short")
        raise NotAZipError("the file is not a zip file")
    _, disk, _, _, count, directory_size, directory_offset, comment_length = _EOCD.unpack_from(data, end)
    comment = data[end + _EOCD.size : end + _EOCD.size + comment_length]
    directory_end = end
    zip64 = False
    locator = end - _LOCATOR_64.size
    if locator >= 0 and data[locator : locator + 4] == b"PK\6\7":
        zip64 = True
        directory_end = data.rfind(b"PK\6\6", 0, locator)
        if directory_end < 0 or directory_end + _EOCD_64.size > locator:
            raise ContainerError("the directory of the zip file is damaged (zip64)")
        fields = _EOCD_64.unpack_from(data, directory_end)
        disk, count, directory_size, directory_offset = fields[4], fields[7], fields[8], fields[9]
    if disk:
        raise ContainerError("the zip file is one volume of several")
    if count > MAX_ENTRIES:
        raise LimitExceededError(f"the package has {count:,} entries; at most {MAX_ENTRIES:,} are read")
    directory_start = directory_end - directory_size
    shift = directory_start - directory_offset
    if directory_start < 0 or shift < 0:
        raise ContainerError("the directory of the zip file is damaged")
    entries = tuple(_read_directory(data, directory_start, directory_end, count, shift))
    _check_limits(entries)
    _check_overlap(entries, directory_start)
    return Container(data, entries, comment, zip64)


def _find_end(data: bytes) -> int | None:
    """The offset of the end record: the last one whose comment reaches exactly to the end of the file."""
    lowest = max(0, len(data) - _EOCD.size - _FULL_16)
    at = data.rfind(b"PK\5\6", lowest)
    while at >= 0:
        if at + _EOCD.size <= len(data):
            comment_length = _EOCD.unpack_from(data, at)[7]
            if at + _EOCD.size + comment_length == len(data):
                return at
        at = data.rfind(b"PK\5\6", lowest, at)
    return None


def _read_directory(data: bytes, start: int, end: int, count: int, shift: int) -> Iterator[Entry]:
    at = start
    for _ in range(count):
        if at + _CENTRAL.size > end or data[at : at + 4] != b"PK\1\2":
            raise ContainerError("the directory of the zip file is damaged")
        fields = _CENTRAL.unpack_from(data, at)
        flags, method, time, date, crc, compressed, size, name_length, extra_length, comment_length = fields[3:13]
        offset = fields[16]
        name_end = at + _CENTRAL.size + name_length
        record_end = name_end + extra_length + comment_length
        if record_end > end:
            raise ContainerError("the directory of the zip file is damaged")
        raw_name = data[at + _CENTRAL.size : name_end]
        offset_at, offset_width = 42, 4
        if _FULL_32 in (compressed, size, offset):
            field = _zip64_field(data, name_end, name_end + extra_length)
            if size == _FULL_32:
                size, field = _take_64(data, field)
            if compressed == _FULL_32:
                compressed, field = _take_64(data, field)
            if offset == _FULL_32:
                offset_at, offset_width = field[0] - at, 8
                offset, field = _take_64(data, field)
        header = offset + shift
        if header + _LOCAL.size > start or data[header : header + 4] != b"PK\3\4":
            raise ContainerError("the directory of the zip file points to a place where no entry is")
        local_name, local_extra = _LOCAL.unpack_from(data, header)[9:11]
        data_offset = header + _LOCAL.size + local_name + local_extra
        if data_offset + compressed > start:
            raise ContainerError("an entry of the zip file reaches beyond its end")
        span_end = data_offset + compressed
        if flags & _FLAG_DESCRIPTOR:
            span_end += _descriptor_length(data, span_end, start, (crc, compressed, size))
        yield Entry(
            raw_name.decode("utf-8" if flags & _FLAG_UTF8 else "cp437", "replace"),
            flags,
            method,
            time,
            date,
            crc,
            compressed,
            size,
            header,
            data_offset,
            span_end,
            data[at:record_end],
            offset_at,
            offset_width,
        )
        at = record_end


def _zip64_field(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Start and end of the zip64 values in an extra field."""
    while at + 4 <= end:
        kind, length = struct.unpack_from("<2H", data, at)
        if kind == _ZIP64_ID and at + 4 + length <= end:
            return at + 4, at + 4 + length
        at += 4 + length
    raise ContainerError("the directory of the zip file is damaged (zip64 sizes are missing)")


def _take_64(data: bytes, field: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    at, end = field
    if at + 8 > end:
        raise ContainerError("the directory of the zip file is damaged (zip64 sizes are missing)")
    return struct.unpack_from("<Q", data, at)[0], (at + 8, end)


def _descriptor_length(data: bytes, at: int, limit: int, values: tuple[int, int, int]) -> int:
    """How long the data descriptor at `at` is; 0 when none that fits is there (the sizes are in the directory
    anyway)."""
    for signature in (b"PK\7\10", b""):
        for layout in ("<L2L", "<L2Q"):
            expected = signature + struct.pack(layout, *values)
            if at + len(expected) <= limit and data[at : at + len(expected)] == expected:
                return len(expected)
    return 0


def _check_limits(entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.size > MAX_PART_BYTES:
            raise LimitExceededError(f"{entry.name} has {entry.size:,} bytes; at most {MAX_PART_BYTES:,} are read")
        if entry.size > RATIO_FLOOR_BYTES and entry.size > MAX_RATIO * entry.compressed_size:
            raise LimitExceededError(f"{entry.name} inflates more than {MAX_RATIO} times, as a zip bomb does")
    total = sum(entry.size for entry in entries)
    if total > MAX_TOTAL_BYTES:
        raise LimitExceededError(f"the parts have {total:,} bytes together; at most {MAX_TOTAL_BYTES:,} are read")


def _check_overlap(entries: Sequence[Entry], directory_start: int) -> None:
    """Entries that share bytes are how a small file claims to hold petabytes."""
    ordered = sorted(entries, key=lambda entry: entry.header_offset)
    ends = [entry.header_offset for entry in ordered[1:]] + [directory_start]
    for entry, limit in zip(ordered, ends, strict=True):
        if entry.span_end > limit:
            raise ContainerError("entries of the zip file lie over one another")


def build_container(
    source: Container,
    replaced: Mapping[Entry, bytes],
    removed: Set[Entry],
    added: Sequence[tuple[str, bytes]],
) -> bytes:
    """The container with other contents for some entries; everything else is copied to the byte.

    A replaced entry keeps its place, name, date, method and attributes. Added entries stand at the end, dated
    1980-01-01, so that the same edit gives the same bytes. The physical order and the order of the directory are kept.
    """
    output: list[bytes] = []
    position = 0

    def put(piece: bytes) -> None:
        nonlocal position
        output.append(piece)
        position += len(piece)

    physical = sorted(source.entries, key=lambda entry: entry.header_offset)
    if physical:
        put(source.data[: physical[0].header_offset])
    records: dict[Entry, bytes] = {}
    for entry in physical:
        if entry in removed:
            continue
        offset = position
        if entry in replaced:
            local, record = _replaced_entry(source, entry, replaced[entry], offset)
            put(local)
            records[entry] = record
        else:
            put(source.data[entry.header_offset : entry.span_end])
            record_bytes = bytearray(entry.central)
            record_bytes[entry.offset_at : entry.offset_at + entry.offset_width] = offset.to_bytes(
                entry.offset_width, "little"
            )
            records[entry] = bytes(record_bytes)
    directory = [records[entry] for entry in source.entries if entry in records]
    for name, content in added:
        local, record = _new_entry(name, content, position)
        put(local)
        directory.append(record)
    directory_offset = position
    for record in directory:
        put(record)
    directory_size = position - directory_offset
    if source.zip64:
        end_64 = position
        count = len(directory)
        put(_EOCD_64.pack(b"PK\6\6", 44, 45, 45, 0, 0, count, count, directory_size, directory_offset))
        put(_LOCATOR_64.pack(b"PK\6\7", 0, end_64, 1))
    put(
        _EOCD.pack(
            b"PK\5\6", 0, 0, len(directory), len(directory), directory_size, directory_offset, len(source.comment)
        )
    )
    put(source.comment)
    return b"".join(output)


def _deflate(content: bytes) -> bytes:
    level = 3 if len(content) > LARGE_PART_BYTES else 6
    deflater = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflater.compress(content) + deflater.flush()


def _without_zip64(extra: bytes) -> bytes:
    kept = bytearray()
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind != _ZIP64_ID:
            kept += extra[at : at + 4 + length]
        at += 4 + length
    return bytes(kept)


def _replaced_entry(source: Container, entry: Entry, content: bytes, offset: int) -> tuple[bytes, bytes]:
    stream = content if entry.method == _STORED else _deflate(content)
    fields = list(_CENTRAL.unpack_from(entry.central))
    name_length, extra_length = fields[10], fields[11]
    name = entry.central[_CENTRAL.size : _CENTRAL.size + name_length]
    name_end = _CENTRAL.size + name_length
    extra = _without_zip64(entry.central[name_end : name_end + extra_length])
    comment = entry.central[name_end + extra_length :]
    local = list(_LOCAL.unpack_from(source.data, entry.header_offset))
    local_extra_at = entry.header_offset + _LOCAL.size + local[9]
    local_extra = _without_zip64(source.data[local_extra_at : entry.data_offset])
    method = _STORED if entry.method == _STORED else _DEFLATED
    flags = entry.flags & _FLAG_UTF8
    common = [flags, method, entry.time, entry.date, zlib.crc32(content), len(stream), len(content), name_length]
    local_record = _LOCAL.pack(b"PK\3\4", local[1], *common, len(local_extra)) + name + local_extra
    fields[3:11] = common
    fields[11] = len(extra)
    fields[16] = offset
    return local_record + stream, _CENTRAL.pack(*fields) + name + extra + comment


def _new_entry(name: str, content: bytes, offset: int) -> tuple[bytes, bytes]:
    raw_name = name.encode("utf-8")
    flags = 0 if name.isascii() else _FLAG_UTF8
    stream = _deflate(content)
    common = (flags, _DEFLATED, 0, _DOS_DATE_1980, zlib.crc32(content), len(stream), len(content), len(raw_name), 0)
    local = _LOCAL.pack(b"PK\3\4", 20, *common) + raw_name + stream
    central = _CENTRAL.pack(b"PK\1\2", 20, 20, *common, 0, 0, 0, 0, offset) + raw_name
    return local, central

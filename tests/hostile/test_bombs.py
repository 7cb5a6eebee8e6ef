"""Files that are made to exhaust whoever opens them: a clear sentence within seconds, in bounded memory.

Each is opened by a process of its own that may not take more than a gigabyte and a half.
"""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.control.commands import ROOT
from tests.hostile.mutations import pack, small_workbook, unpack

pytestmark = pytest.mark.slow

MOST_MEMORY = 1536 << 20
"""Bytes of address space: Python, lxml and openpyxl take some three hundred megabytes of it before anything is read."""
LONGEST = 60
"""Seconds on a busy machine; each takes one or two on a quiet one."""
SHEET = "xl/worksheets/sheet3.xml"

HEADED = (
    b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
)
ENDED = b"</sheetData></worksheet>"


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    return pack({**unpack(data), name: content})


def many_zeros(data: bytes) -> bytes:
    """A part of half a gigabyte that a zip file holds in half a megabyte."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in unpack(data).items():
            package.writestr(name, content)
        with package.open("xl/media/image1.bin", "w") as part:
            for _ in range(500):
                part.write(bytes(1 << 20))
    return made.getvalue()


def claimed_size(data: bytes) -> bytes:
    """Every entry of the directory claims to be four gigabytes long."""
    changed, at = bytearray(data), 0
    while (at := changed.find(b"PK\x01\x02", at)) >= 0:
        struct.pack_into("<L", changed, at + 24, 0xFFFFFFF0)
        at += 46
    return bytes(changed)


def overlapping(data: bytes) -> bytes:
    """A thousand entries of the directory that all mean the same bytes of the file."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        end = data.rindex(b"PK\x05\x06")
        size, start = struct.unpack_from("<LL", data, end + 12)
        directory = data[start : start + size]
        count = len(package.namelist())
    repeated = directory * 1000
    tail = bytearray(data[end:])
    struct.pack_into("<HHLL", tail, 8, (count * 1000) & 0xFFFF, (count * 1000) & 0xFFFF, len(repeated), start)
    return data[:start] + repeated + bytes(tail)


def countless_entries(data: bytes) -> bytes:
    parts = unpack(data)
    return pack({**parts, **{f"xl/media/{number}.bin": b"" for number in range(30_000)}})


def billion_laughs(data: bytes) -> bytes:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    declared = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]>'.encode()
    return with_part(data, SHEET, declared + HEADED[21:] + b"<row><c t='str'><v>&l9;</v></c></row>" + ENDED)


def quadratic_entity(data: bytes) -> bytes:
    declared = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "' + b"A" * 100_000 + b'">]>'
    return with_part(data, SHEET, declared + HEADED[21:] + b"<row><c><v>" + b"&a;" * 50_000 + b"</v></c></row>" + ENDED)


def outside_entity(data: bytes) -> bytes:
    declared = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    return with_part(data, SHEET, declared + HEADED[21:] + b"<row><c t='str'><v>&e;</v></c></row>" + ENDED)


def outside_subset(data: bytes) -> bytes:
    declared = b'<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://192.0.2.1/x.dtd">'
    return with_part(data, "xl/workbook.xml", declared + unpack(data)["xl/workbook.xml"])


def deeply_nested(data: bytes) -> bytes:
    return with_part(data, SHEET, HEADED + b"<x>" * 200_000 + b"</x>" * 200_000 + ENDED)


def deeply_nested_strings(data: bytes) -> bytes:
    return with_part(data, "xl/styles.xml", b"<a>" * 500_000 + b"</a>" * 500_000)


def countless_attributes(data: bytes) -> bytes:
    attributes = b" ".join(b'a%d=""' % number for number in range(300_000))
    return with_part(data, SHEET, HEADED + b"<row " + attributes + b"/>" + ENDED)


def gigantic_sheet(data: bytes) -> bytes:
    """All the rows that a sheet can have, with a nation in each."""
    row = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>N%d</t></is></c><c r="F%d"><v>1</v></c></row>'
    rows = b"".join(row % (number, number, number, number) for number in range(2, 1_048_577))
    header = b'<row r="1"><c r="A1" t="str"><v>Nation</v></c><c r="F1" t="str"><v>Ag</v></c></row>'
    return with_part(data, SHEET, HEADED + header + rows + ENDED)


def countless_cells(data: bytes) -> bytes:
    """A row with every column, a few hundred times."""
    row = b"<row>" + b"<c><v>1</v></c>" * 16_384 + b"</row>"
    return with_part(data, SHEET, HEADED + row * 300 + ENDED)


def countless_merges(data: bytes) -> bytes:
    merges = b"".join(b'<mergeCell ref="A%d:XFD%d"/>' % (number, number + 1) for number in range(1, 200_000, 2))
    sheet = unpack(data)[SHEET].replace(b"</sheetData>", b"</sheetData><mergeCells>" + merges + b"</mergeCells>", 1)
    return with_part(data, SHEET, sheet)


def long_text(data: bytes) -> bytes:
    parts = unpack(data)
    for name, content in parts.items():
        parts[name] = content.replace(b">Livia<", b">" + b"A" * 1_000_000 + b"<")
    return pack(parts)


def long_number(data: bytes) -> bytes:
    return with_part(data, SHEET, unpack(data)[SHEET].replace(b"<v>375</v>", b"<v>" + b"9" * 1_000_000 + b"</v>"))


def long_chain_of_names(data: bytes) -> bytes:
    """A formula that spans a sheet, a thousand times over."""
    formula = b"<f>" + b"SUM(A1:XFD1048576)+" * 20_000 + b"1</f>"
    sheet = unpack(data)[SHEET].replace(b"<v>375</v>", formula + b"<v>375</v>", 1)
    return with_part(data, SHEET, sheet)


BOMBS: tuple[Callable[[bytes], bytes], ...] = (
    *(many_zeros, claimed_size, overlapping, countless_entries, billion_laughs, quadratic_entity, outside_entity),
    *(outside_subset, deeply_nested, deeply_nested_strings, countless_attributes, gigantic_sheet, countless_cells),
    *(countless_merges, long_text, long_number, long_chain_of_names),
)
HARMLESS = {"long_text", "long_chain_of_names", "deeply_nested_strings", "countless_entries"}
"""May be read: a long text that nothing is asked of, say. Then the exit code is not an error's, but time and memory
hold.
"""


def limited() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return small_workbook(tmp_path_factory.mktemp("original") / "campaign.xlsx")


@pytest.mark.skipif(sys.platform == "win32", reason="memory cannot be limited so")
@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: str(bomb.__name__))
def test_bomb(original: bytes, bomb: Callable[[bytes], bytes], tmp_path: Path) -> None:
    workbook = tmp_path / "campaign.xlsx"
    workbook.write_bytes(bomb(original))
    before = workbook.read_bytes()
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "run", str(workbook), "--no-newsletters"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        preexec_fn=limited,
        timeout=LONGEST,
    )
    told = done.stdout + done.stderr
    print(f"{bomb.__name__}: exit {done.returncode} after {time.monotonic() - start:.1f} s: {told[:200]}")
    assert "Traceback" not in told, told[-2000:]
    assert "root:" not in told
    if bomb.__name__ in HARMLESS and done.returncode == 0:
        return
    assert done.returncode in (1, 2), told
    assert told.strip()
    assert len(told) < 200_000, "an error is a sentence, not the file"
    assert [path.name for path in tmp_path.iterdir()] == ["campaign.xlsx"]
    assert workbook.read_bytes() == before

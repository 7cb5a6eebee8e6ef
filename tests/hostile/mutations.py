"""What can be done to a workbook by somebody, or something, that means no good; all of it by a seeded chance."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from openpyxl import load_workbook

from tests.workbook.books import BORDERS, NATIONS, ORDERS, TERRITORIES, campaign_workbook

SEED = "zq-the-secret-of-the-dice-8c1f"
SAMPLE_SEED = "zq-another-secret-of-the-dice-77aa"
SEEDS = (SEED, SAMPLE_SEED)

NASTY_TEXTS = (
    *("CON", "nul.txt", "../x", "..\\..\\x", "/etc/passwd", "A/B", "a\\b", "C:", "name.", " ", "\u00a0", "\u200b", "-"),
    *(
        "rome",
        "ROME",
        "Rome ",
        "R\u00f6me",
        "Ro\u0308me",
        "X" * 200,
        "X" * 40_000,
        "\U0001f3f0\u2694\ufe0f",
        "\u202eemoR",
    ),
    *(
        "\u05e8\u05d5\u05de\u05d0",
        "=1+1",
        "+1",
        "@SUM(A1)",
        '=HYPERLINK("http://x")',
        "{{7*7}}",
        "{% raw %}",
        "{0}",
        "%s",
    ),
    *("<script>alert(1)</script>", "</p><img src=file:///etc/passwd>", "![x](file:///etc/passwd)", "[a](javascript:b)"),
    *(
        "&amp;",
        "'",
        '"',
        "O'Neill",
        "O\u2019Neill",
        ";",
        "|",
        "a|b",
        "a;b",
        "\n",
        "a\nb",
        "\t",
        "_x000D_",
        "\ufffe",
        "\x7f",
    ),
    *(
        "none",
        "all",
        "draw",
        "dice",
        "NaN",
        "nan",
        "inf",
        "None",
        "null",
        "TRUE",
        "#REF!",
        "1e309",
        "-1",
        "0x10",
        "1.5",
    ),
    *("\u0661\u0662", "12,5", "1.000", "1071-2-spring", "gm", "public", "winner", "\u212a", "\u0130", "\u00df"),
)
NASTY_NUMBERS = (
    *(
        "0",
        "-1",
        "1",
        "2",
        "7",
        "1e308",
        "-1e308",
        "1e309",
        "NaN",
        "INF",
        "-INF",
        "1.5",
        "0.1",
        "1e-320",
        "999999999999",
    ),
    *(
        "9" * 400,
        "2147483648",
        "-2147483649",
        "9007199254740993",
        "1e",
        "--1",
        "",
        " ",
        "0x1F",
        "1,5",
        "45123",
        "375.0",
    ),
)


def small_workbook(path: Path) -> bytes:
    """A campaign in play, with something on every sheet, under a seed that can be searched for."""
    campaign_workbook(
        path,
        settings={"Seed": SEED, "Silent allowed": 9, "Orders due": "Sunday"},
        rules={"siege_target": 4, "last_year": 9},
        dice=[
            {
                "Year": 1,
                "Season": "spring",
                "Kind": "siege",
                "Nation": "Rome",
                "Place": "Fregellae",
                "Attempt": 1,
                "Die": 3,
            },
            {"Year": 1, "Season": "winter", "Kind": "raid", "Nation": "Rome", "Place": "Veii", "Attempt": 1, "Die": 2},
        ],
        battles=[{"Year": 1, "Season": "spring", "Area": "Veii", "Winner": "dice"}],
        history=[
            {
                **{"Year": 1, "Season": "winter", "Nation": row["Nation"], "Territories": 2, "Army AP": 375, "Gold": 3},
                "VP": 0,
            }
            | {"Standing": "active"}
            for row in NATIONS
        ],
        dispatches=[{"Year": 1, "Season": "spring", "For": "Rome", "Text": "A *word* from the <b>GM</b>."}],
    )
    return path.read_bytes()


def sample_workbook(path: Path) -> bytes:
    """The tutorial as it is shipped, with tables, drop-downs and pictures of its own, and a seed to search for."""
    from adjudicator.workbook.samples.shipped import sample_bytes

    parts = unpack(sample_bytes("tutorial"))
    book = load_workbook(io.BytesIO(pack(parts)))
    seed = next(str(row[1].value) for row in book["Campaign"].iter_rows(max_col=2) if row[0].value == "Seed")
    for name, content in parts.items():
        parts[name] = content.replace(f">{escape(seed)}<".encode(), f">{SAMPLE_SEED}<".encode())
    path.write_bytes(pack(parts))
    return path.read_bytes()


def hostile_names(path: Path, names: tuple[str, ...]) -> Path:
    """A campaign whose nations, territories, players, title and dispatches bear these names."""
    rename = {str(row["Nation"]): f"{names[number % len(names)]}{number}" for number, row in enumerate(NATIONS)}
    places = {
        str(row["Territory"]): f"{names[-1 - number % len(names)]} {number}" for number, row in enumerate(TERRITORIES)
    }

    def renamed(row: Any) -> dict[str, Any]:
        return {header: rename.get(value, places.get(value, value)) for header, value in row.items()}

    orders = [renamed(row) for row in ORDERS]
    orders[2]["Intercept"] = None
    return campaign_workbook(
        path,
        settings={
            "Seed": SEED,
            "Silent allowed": 9,
            "Title": names[0],
            "Orders due": names[-1],
            "Public draw": names[0],
        },
        nations=[{**renamed(row), "Player": names[number % len(names)]} for number, row in enumerate(NATIONS)],
        territories=[renamed(row) for row in TERRITORIES],
        borders=[renamed(row) for row in BORDERS],
        orders=orders,
        dispatches=[{"Year": 1, "Season": "spring", "For": None, "Text": f"# {names[0]}\n\n{names[-1]}"}],
    )


# --- bytes ------------------------------------------------------------------------------------------------------------


def mutate_bytes(data: bytes, chance: random.Random) -> bytes:
    """Bits flipped, pieces lost, doubled, swapped or cut off."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 30))):
        at = chance.randrange(len(changed))
        match chance.randrange(6):
            case 0:
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                changed[at] = chance.randrange(256)
            case 2:
                del changed[at : at + chance.choice((1, 4, 100, 1000))]
            case 3:
                changed[at:at] = changed[at : at + chance.choice((1, 22, 500))]
            case 4:
                changed[at : at + 4] = chance.choice((b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"\xff\xff\xff\xff"))
            case 5:
                if chance.random() < 0.2:
                    del changed[at:]
        if not changed:
            return b""
    return bytes(changed)


# --- XML --------------------------------------------------------------------------------------------------------------

_TAG = re.compile(rb"<[^<>]{1,300}>")
_ATTRIBUTE = re.compile(rb'([\w:]{1,40})="([^"]{0,200})"')
_VALUES = (
    *(
        b"",
        b"0",
        b"-1",
        b"1",
        b"99999999999",
        b"A1",
        b"XFD1048576",
        b"XFE1",
        b"A0",
        b"R1C1",
        b"s",
        b"str",
        b"inlineStr",
    ),
    *(
        b"true",
        b"NaN",
        b"rId1",
        b"../../etc/passwd",
        b"http://example.invalid/x",
        b"xl/workbook.xml",
        b"/",
        b"&#0;",
        b"&#10;",
    ),
)
_INSERTED = (
    *(
        b"<x/>",
        b"</row>",
        b"<row>",
        b"<c/>",
        b'<c r="A1" t="s"><v>0</v></c>',
        b"<!-- -->",
        b"<?pi x?>",
        b"]]>",
        b"&",
        b"<",
    ),
    *(
        b"<![CDATA[x]]>",
        b"&#x110000;",
        b"&unknown;",
        b"\x00",
        b"\xff\xfe",
        b'<mergeCell ref="A1:Z9999"/>',
        b"<f>1+1</f>",
    ),
    *(
        b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        b'<f t="shared" ref="A1:A9" si="0">A1</f>',
        b"<is><t>x</t></is>",
    ),
)


_DECLARED = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'


def mutate_xml(data: bytes, chance: random.Random) -> bytes:
    """The parts of a workbook changed as XML: attributes, tags, declarations; parts lost, doubled or swapped."""
    parts = unpack(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        name = chance.choice(list(parts))
        content = parts[name]
        match chance.randrange(9):
            case 0 | 1 | 2:
                parts[name] = _other(
                    _ATTRIBUTE, content, chance, lambda found: found[1] + b'="' + chance.choice(_VALUES) + b'"'
                )
            case 3:
                parts[name] = _other(_TAG, content, chance, lambda found: b"")
            case 4:
                parts[name] = _other(_TAG, content, chance, lambda found: found[0] + found[0])
            case 5 | 6:
                parts[name] = _other(_TAG, content, chance, lambda found: chance.choice(_INSERTED) + found[0])
            case 7:
                parts[name] = _other(_TAG, content, chance, lambda found: _DECLARED + found[0])
            case 8:
                other = chance.choice(list(parts))
                if chance.random() < 0.5:
                    parts[name], parts[other] = parts[other], parts[name]
                else:
                    del parts[name]
        if not parts:
            break
    return pack(parts)


# --- cells ------------------------------------------------------------------------------------------------------------

_TEXT = re.compile(rb"<t(?: [^>]*)?>([^<]*)</t>")
_NUMBER = re.compile(rb"<v>([^<]*)</v>")


def mutate_cells(data: bytes, chance: random.Random) -> bytes:
    """Texts and numbers replaced by nasty ones; a name mostly wherever it stands, so that much stays sound."""
    parts = unpack(data)
    texts = [name for name in parts if name.startswith("xl/") and _TEXT.search(parts[name])]
    sheets = [name for name in parts if "/worksheets/" in name and _NUMBER.search(parts[name])]
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        if chance.random() < 0.6:
            _replace_text(parts, chance.choice(texts), chance)
        else:
            sheet = chance.choice(sheets)
            parts[sheet] = _other(
                _NUMBER, parts[sheet], chance, lambda found: b"<v>" + chance.choice(NASTY_NUMBERS).encode() + b"</v>"
            )
    return pack(parts)


def _replace_text(parts: dict[str, bytes], name: str, chance: random.Random) -> None:
    found = chance.choice(list(_TEXT.finditer(parts[name])))
    if found[1].decode() in SEEDS:
        return  # the seed is looked for in what is printed, so it stays what it is
    text = "A" * 1_000_000 if chance.random() < 0.01 else chance.choice(NASTY_TEXTS)
    legal = "".join(letter for letter in text if letter >= " " or letter in "\t\n")
    nasty = f'<t xml:space="preserve">{escape(legal)}</t>'.encode("utf-8", "surrogatepass")
    if len(text) < 1000 and chance.random() < 0.7:
        for each, content in parts.items():
            if each.startswith("xl/"):
                parts[each] = content.replace(found[0], nasty)
    else:
        parts[name] = parts[name][: found.start()] + nasty + parts[name][found.end() :]


def _other(
    pattern: re.Pattern[bytes], content: bytes, chance: random.Random, replace: Callable[[re.Match[bytes]], bytes]
) -> bytes:
    found = list(pattern.finditer(content))
    if not found:
        return content
    one = chance.choice(found)
    return content[: one.start()] + replace(one) + content[one.end() :]


def unpack(data: bytes) -> dict[str, bytes]:
    """The parts of a workbook by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def pack(parts: dict[str, bytes]) -> bytes:
    """A workbook of these parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return made.getvalue()


MUTATIONS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "bytes": mutate_bytes,
    "xml": mutate_xml,
    "cells": mutate_cells,
}

"""The three faces of the newsletter, from the font packages, so that it looks the same on every system.

The packages hold variable fonts. Each face is used at its default weight only: dropping the tables of variation leaves
a static font in a few milliseconds, where cutting any other weight takes seconds, and where leaving it to the PDF
library puts the time of day into every file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from io import BytesIO
from pathlib import Path

_VARIATION_TABLES = ("fvar", "gvar", "avar", "HVAR", "VVAR", "MVAR", "cvar", "STAT")

_WEB_RANGES = (
    (0x0020, 0x007E),
    (0x00A0, 0x024F),
    (0x02C6, 0x02DD),
    (0x0300, 0x036F),
    (0x1E00, 0x1EFF),
    (0x2000, 0x206F),
    (0x20AC, 0x20AC),
    (0x2100, 0x22FF),
    (0x25A0, 0x25FF),
    (0x261C, 0x261E),
    (0x2762, 0x2767),
)
"""What a web page's fonts hold, unless it needs more: Latin letters, marks, arrows and ornaments."""

_WEB_FEATURES = ["kern", "liga", "lnum", "onum", "tnum", "pnum", "smcp", "c2sc", "mark", "mkmk", "ccmp", "locl"]


@dataclass(frozen=True, slots=True)
class FontSource:
    """Where a face comes from: a family of an installed font package and its style."""

    family: str
    style: str


class Face(Enum):
    """A face, by the name that the stylesheets ask for it by (`adjudicator:font/<name>`)."""

    ROMAN = "garamond"
    ITALIC = "garamond-italic"
    CAPITALS = "cinzel"


_SOURCES = {
    Face.ROMAN: FontSource("EB Garamond", "normal"),
    Face.ITALIC: FontSource("EB Garamond", "italic"),
    Face.CAPITALS: FontSource("Cinzel", "normal"),
}


@cache
def static_font(face: Face) -> bytes:
    """The face at its default weight, as TrueType."""
    from fontTools.ttLib import TTFont

    # Keeping the font's own time stamp keeps the PDFs the same from run to run.
    with TTFont(_font_path(face), recalcTimestamp=False, lazy=True) as font:
        for table in _VARIATION_TABLES:
            if table in font:
                del font[table]
        written = BytesIO()
        font.save(written)
    return written.getvalue()


def web_font(face: Face, text: str) -> bytes:
    """The face as WOFF, cut down to what web pages in Latin letters need; whole where `text` needs more."""
    latin = all(any(first <= ord(each) <= last for first, last in _WEB_RANGES) for each in set(text) - {"\n"})
    return _packed(face, latin)


@cache
def _packed(face: Face, latin: bool) -> bytes:
    from fontTools import subset

    # WOFF 2 would be a quarter smaller and take twice as long to pack.
    options = subset.Options(
        flavor="woff", layout_features=_WEB_FEATURES, notdef_outline=True, recalc_timestamp=False, hinting=False
    )
    font = subset.load_font(BytesIO(static_font(face)), options)
    if latin:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=_code_points(_WEB_RANGES))
        subsetter.subset(font)
    written = BytesIO()
    subset.save_font(font, written, options)
    return written.getvalue()


def _code_points(ranges: Iterable[tuple[int, int]]) -> list[int]:
    return [point for first, last in ranges for point in range(first, last + 1)]


def _font_path(face: Face) -> Path:
    import fontpkg

    source = _SOURCES[face]
    return Path(fontpkg.path(source.family, style=source.style))

"""File names for editions: from any nation's name, one that every system can keep, each different from the others.

Windows, macOS and Linux disagree about what a file may be called; a name that passes here is good on all three.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

GM_STEM = "gm"
PUBLIC_STEM = "public"

_LONGEST = 80
"""Bytes in a stem: leaves room for long folders under Windows' 260 characters and Linux' 255 bytes."""

_FALLBACK = "nation"
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]+')
_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9¹²³]|LPT[0-9¹²³])(\..*)?", re.IGNORECASE)
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def edition_stems(nations: Iterable[str]) -> dict[str, str]:
    """The file stem of each nation's edition, without an ending, given the names in the order of the `Nations` sheet.

    Stems differ even where a system ignores case or Unicode form, and none is `gm` or `public`.
    """
    taken = {GM_STEM, PUBLIC_STEM}
    stems: dict[str, str] = {}
    for nation in nations:
        wanted = _safe(nation)
        stem, number = wanted, 1
        while _folded(stem) in taken:
            number += 1
            stem = f"{_shortened(wanted, _LONGEST - len(str(number)) - 1)}-{number}"
        taken.add(_folded(stem))
        stems[nation] = stem
    return stems


def _safe(name: str) -> str:
    visible = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", name)
        if character.isspace() or unicodedata.category(character) not in _INVISIBLE_CATEGORIES
    )
    plain = " ".join(_FORBIDDEN.sub("-", visible).split())
    # A leading dot hides a file, `~$` marks a lock of Excel's, a leading hyphen reads as an option.
    stem = _shortened(plain.lstrip(" .~$-"), _LONGEST).rstrip(" .-") or _FALLBACK
    return f"{_FALLBACK} {stem}" if _DEVICES.fullmatch(stem) else stem


def _shortened(stem: str, longest: int) -> str:
    return stem.encode("utf-8")[:longest].decode("utf-8", errors="ignore").rstrip(" .")


def _folded(stem: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", stem).casefold())

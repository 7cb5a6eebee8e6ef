"""Names and words as people type them: compared without what the eye does not see, spelled as on the sheets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

_INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
"""Soft hyphens, zero-width spaces and joiners, marks of direction, byte order marks."""
_SAME: Final = str.maketrans(
    {
        **dict.fromkeys(_INVISIBLE),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u00b4\u0060\uff07", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"),
    }
)
_ENDS: Final = re.compile(rf"^[\s{_INVISIBLE}]+|[\s{_INVISIBLE}]+$")
_FOOTNOTE: Final = re.compile(r"(?:\s*(?:\[\w{1,3}\]|\(\d{1,2}\)|[*†‡§#:\u00b9\u00b2\u00b3\u2070-\u2079]))+$")
_NEAR_ENOUGH: Final = 0.6
_LONGEST_COMPARED: Final = 100
_MOST_COMPARISONS: Final = 400_000
"""How many pairs of names one workbook may have compared for a nearest match; beyond it none is offered."""


def plain(text: str) -> str:
    """The text without white space and invisible characters at its ends; the inside stays as typed."""
    if text and text[0].isalnum() and text[-1].isalnum():
        return text  # nearly every text there is, at a tenth of the search's cost
    return _ENDS.sub("", text)


def name_key(text: str) -> str:
    """What two spellings of one name share.

    Case, kind and repetition of white space, Unicode form, invisible characters, and the kind of apostrophe, quotation
    mark or dash make no difference.
    """
    return _short_key(text) if len(text) <= _LONGEST_COMPARED else _key(text)


@lru_cache(maxsize=65_536)
def _short_key(text: str) -> str:
    return _key(text)


def _key(text: str) -> str:
    if text.isascii():
        return " ".join(text.replace("`", "'").casefold().split())
    folded = unicodedata.normalize("NFC", text).translate(_SAME)
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", folded.casefold()))
    return " ".join(folded.split())


def header_key(text: str) -> str:
    """What two spellings of one header share; footnote marks at the end are kept (see `without_footnotes`)."""
    return name_key(text)


def without_footnotes(key: str) -> str:
    """A header's key without `*`, `¹`, `[1]`, `(1)` or a colon at its end."""
    return _FOOTNOTE.sub("", key)


class NameList:
    """The names of a sheet, or the words of a list: finds them in any spelling, and the nearest to a misspelt one."""

    def __init__(self, names: Iterable[str]) -> None:
        self._spelling: dict[str, str] = {}
        for name in names:
            self._spelling.setdefault(name_key(name), name)
        self._near: dict[str, str] = {}
        self._comparisons = 0

    def __contains__(self, text: str) -> bool:
        return name_key(text) in self._spelling

    def __iter__(self) -> Iterator[str]:
        return iter(self._spelling.values())

    def __len__(self) -> int:
        return len(self._spelling)

    def find(self, text: str) -> str | None:
        """The name as its sheet spells it, or None."""
        return self._spelling.get(name_key(text))

    def nearest(self, text: str) -> str:
        """The name most like a misspelt one; empty where none is near."""
        key = name_key(text)
        if not key or len(key) > _LONGEST_COMPARED:
            return ""
        if key not in self._near:
            self._near[key] = self._compare(key)
        return self._near[key]

    def _compare(self, key: str) -> str:
        import difflib

        self._comparisons += len(self._spelling)
        if self._comparisons > _MOST_COMPARISONS:
            return ""
        bare = _without_accents(key)
        for known, name in self._spelling.items():
            if _without_accents(known) == bare:
                return name
        found = difflib.get_close_matches(key, self._spelling, n=1, cutoff=_NEAR_ENOUGH)
        return self._spelling[found[0]] if found else ""


def nearest_of(text: str, words: Iterable[str]) -> str:
    """The word most like a misspelt one; empty where none is near."""
    return NameList(words).nearest(text)


def _without_accents(key: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", key) if not unicodedata.combining(letter))

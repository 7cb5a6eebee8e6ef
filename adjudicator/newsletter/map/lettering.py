"""How wide words are in the map's own fonts, and in which order their letters are drawn."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from adjudicator.newsletter.map.style import TEXT_FONT, TITLE_FONT


@dataclass(frozen=True, slots=True)
class Cut:
    """One cut of a bundled family: what SVG calls it, and the height of its capitals in parts of the size."""

    family: str
    italic: bool
    weight: int
    capital_height: float


class Face(Enum):
    """What the map sets words in."""

    TEXT = Cut(TEXT_FONT, italic=False, weight=500, capital_height=0.65)
    STRONG = Cut(TEXT_FONT, italic=False, weight=700, capital_height=0.65)
    ITALIC = Cut(TEXT_FONT, italic=True, weight=500, capital_height=0.65)
    TITLE = Cut(TITLE_FONT, italic=False, weight=600, capital_height=0.7)
    MARK = Cut(TITLE_FONT, italic=False, weight=800, capital_height=0.7)

    @property
    def capital_height(self) -> float:
        """Height of a capital letter, in parts of the font size."""
        return self.value.capital_height

    def looks(self) -> dict[str, str | float]:
        """The SVG attributes that ask for this cut."""
        looks: dict[str, str | float] = {"font_family": f"{self.value.family}, serif", "font_weight": self.value.weight}
        return {**looks, "font_style": "italic"} if self.value.italic else looks


class Lettering:
    """Measures words by the advance widths in the bundled fonts."""

    def width(self, words: str, size: float, face: Face) -> float:
        """The width of a line, in the unit of `size`.

        The widths are those of the regular weight, widened a little for heavier ones; a letter that the bundled font
        lacks comes from an unknown font of the system and counts as half a square, or a whole one if it is a wide
        letter by its Unicode class.
        """
        advances = _advances(face)
        heavier = 1 + (face.value.weight - 400) * 0.00018
        units = 0.0
        for letter in unicodedata.normalize("NFC", words):
            known = advances.get(ord(letter))
            if known is not None:
                units += known * heavier
            elif unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Cc"):
                continue
            else:
                units += 1.05 if unicodedata.east_asian_width(letter) in "WF" else 0.62
        return units * size

    def shortened(self, words: str, size: float, face: Face, width: float) -> str:
        """The words, or as many letters of them as fit into `width` with an ellipsis."""
        words = " ".join(words.split())
        if self.width(words, size, face) <= width:
            return words
        kept = ""
        for letter in words:
            if self.width(kept + letter + "…", size, face) > width:
                break
            kept += letter
        return kept.rstrip() + "…"


@cache
def _advances(face: Face) -> dict[int, float]:
    from fontTools.ttLib import TTFont

    with TTFont(_font_file(face), lazy=True) as font:
        units = font["head"].unitsPerEm
        metrics = font["hmtx"]
        return {letter: metrics[glyph][0] / units for letter, glyph in font.getBestCmap().items()}


def _font_file(face: Face) -> Path:
    if face.value.family == TITLE_FONT:
        import fontpkg_cinzel

        return Path(fontpkg_cinzel.ROOT) / "files" / "Cinzel[wght].ttf"
    import fontpkg_eb_garamond

    cut = "EBGaramond-Italic[wght].ttf" if face.value.italic else "EBGaramond[wght].ttf"
    return Path(fontpkg_eb_garamond.ROOT) / "files" / cut


@dataclass(frozen=True, slots=True)
class DrawnLetters:
    """Letters from left to right; `overrides_direction` if that is not the order in which they are read."""

    letters: str
    overrides_direction: bool


def letters_in_drawing_order(words: str) -> DrawnLetters:
    """The letters of a line from left to right, Arabic ones in the form that their neighbours call for."""
    words = unicodedata.normalize("NFC", words)
    if not any(_is_right_to_left(letter) for letter in words):
        return DrawnLetters(words, overrides_direction=False)
    runs: list[tuple[bool, str]] = []
    for letter in words:
        if _is_right_to_left(letter):
            leftward = True
        elif unicodedata.bidirectional(letter) in ("L", "EN", "AN"):
            leftward = False
        else:
            leftward = runs[-1][0] if runs else False
        if runs and runs[-1][0] == leftward:
            runs[-1] = (leftward, runs[-1][1] + letter)
        else:
            runs.append((leftward, letter))
    drawn = [_mirrored(_joined(run)) if leftward else run for leftward, run in runs]
    first_strong = next(
        letter for letter in words if _is_right_to_left(letter) or unicodedata.bidirectional(letter) == "L"
    )
    if _is_right_to_left(first_strong):
        drawn.reverse()
    return DrawnLetters("".join(drawn), overrides_direction=True)


def _is_right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


def _mirrored(run: str) -> str:
    """The run from its last letter to its first, each accent still behind the letter that carries it."""
    clusters: list[str] = []
    for letter in run:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    swapped = str.maketrans("()[]{}«»‹›", ")(][}{»«›‹")
    return "".join(reversed(clusters)).translate(swapped)


@cache
def _arabic_forms() -> dict[tuple[str, str], str]:
    """Presentation forms by (form, letters): Unicode lists them as compatibility forms of the letters."""
    forms: dict[tuple[str, str], str] = {}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in ("<isolated>", "<initial>", "<medial>", "<final>") and letters:
            forms.setdefault((kind, "".join(chr(int(letter, 16)) for letter in letters)), chr(code))
    return forms


def _joined(run: str) -> str:
    """Arabic letters in the form (alone, first, middle, last) that their neighbours in the word call for."""
    forms = _arabic_forms()
    joins_next = {letters for kind, letters in forms if kind == "<initial>"}
    joins_last = {letters for kind, letters in forms if kind == "<final>"}
    letters = _with_lam_alef(run)
    drawn: list[str] = []
    for place, letter in enumerate(letters):
        before = next((other for other in reversed(letters[:place]) if not unicodedata.combining(other[0])), "")
        after = next((other for other in letters[place + 1 :] if not unicodedata.combining(other[0])), "")
        to_last = before in joins_next and letter in joins_last
        to_next = letter in joins_next and after in joins_last
        kind = {(True, True): "<medial>", (True, False): "<final>", (False, True): "<initial>"}.get(
            (to_last, to_next), "<isolated>"
        )
        drawn.append(forms.get((kind, letter), letter))
    return "".join(drawn)


def _with_lam_alef(run: str) -> list[str]:
    """The letters of a run; lam and alef, which are always written as one sign, stay together."""
    letters: list[str] = []
    for letter in run:
        if letters and letters[-1] == "ل" and letter in "اأإآ":
            letters[-1] += letter
        else:
            letters.append(letter)
    return letters

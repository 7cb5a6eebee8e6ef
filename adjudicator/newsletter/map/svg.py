"""Writes SVG: numbers, paths, text. Presentation attributes only, no style sheet and no ids, so that the picture can
stand inside a page beside others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from adjudicator.newsletter.map.lettering import Face, Lettering, letters_in_drawing_order
from adjudicator.newsletter.map.world import Point


def number(value: float) -> str:
    """A coordinate with two decimals at most: 1/7000 inch."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def attribute(value: str) -> str:
    """Text safe between double quotes; control characters, which XML cannot hold at all, are dropped."""
    return escape(_printable(value), {'"': "&quot;", "\n": " ", "\t": " "})


def content(value: str) -> str:
    """Text safe between tags."""
    return escape(_printable(value))


def _printable(value: str) -> str:
    return "".join(
        letter
        for letter in value
        if letter in "\t\n"
        or (letter >= " " and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff\x7f")
    )


def path_data(lines: Iterable[Sequence[Point]], *, closed: bool = False) -> str:
    """Polylines as one path in steps of a tenth of a point, which is finer than any printer."""
    parts: list[str] = []
    for line in lines:
        x, y = round(line[0][0] * 10), round(line[0][1] * 10)
        parts.append(f"M{_tenths(x)} {_tenths(y)}")
        steps: list[str] = []
        for point in line[1:]:
            new_x, new_y = round(point[0] * 10), round(point[1] * 10)
            if new_x != x or new_y != y:
                steps.append(f"{_tenths(new_x - x)} {_tenths(new_y - y)}")
                x, y = new_x, new_y
        if steps:
            parts.append("l" + " ".join(steps))
        if closed:
            parts.append("z")
    return "".join(parts)


def _tenths(value: int) -> str:
    if value % 10 == 0:
        return str(value // 10)
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 10)
    return f"{sign}{whole or ''}.{rest}"


def path(data: str, **looks: str | float) -> str:
    """A path element; looks are presentation attributes with `_` for `-`. Nothing for a path without a step."""
    return f'<path d="{data}"{_looks(looks)}/>' if data else ""


def circle(centre: Point, radius: float, **looks: str | float) -> str:
    """A circle element."""
    return f'<circle cx="{number(centre[0])}" cy="{number(centre[1])}" r="{number(radius)}"{_looks(looks)}/>'


def rectangle(x: float, y: float, width: float, height: float, **looks: str | float) -> str:
    """A rectangle element."""
    where = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f"<rect {where}{_looks(looks)}/>"


def group(parts: Iterable[str], **looks: str | float) -> str:
    """The parts under common looks, or nothing if all are empty."""
    inner = "".join(parts)
    return f"<g{_looks(looks)}>{inner}</g>" if inner else ""


def _looks(looks: dict[str, str | float]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{attribute(value) if isinstance(value, str) else number(value)}"'
        for name, value in looks.items()
    )


def text(words: str, start: Point, size: float, face: Face, **looks: str | float) -> str:
    """Words that begin at `start` on the base line.

    Anchors are not used: WeasyPrint makes a form of its own out of every anchored text. It also sets letter by letter
    from left to right, so words of right-to-left scripts are handed over in the order in which they are drawn.
    """
    visual = letters_in_drawing_order(words)
    looks = {"font_size": size, **face.looks(), **looks}
    if visual.overrides_direction:
        looks = {**looks, "direction": "ltr", "unicode_bidi": "bidi-override"}
    where = f'x="{number(start[0])}" y="{number(start[1])}"'
    return f"<text {where}{_looks(looks)}>{content(visual.letters)}</text>"


def centred_text(words: str, centre: Point, size: float, face: Face, lettering: Lettering, **looks: str | float) -> str:
    """Words in the middle of `centre`, by the height of the capitals."""
    start = (centre[0] - lettering.width(words, size, face) / 2, centre[1] + face.capital_height * size / 2)
    return text(words, start, size, face, **looks)


def set_letters(letters: Sequence[tuple[str, Point, float]], size: float, face: Face, **looks: str | float) -> str:
    """Single letters, each with its place and its turn in degrees: for names along a curve."""
    xs = " ".join(number(where[0]) for _, where, _ in letters)
    ys = " ".join(number(where[1]) for _, where, _ in letters)
    turns = " ".join(number(turn) for _, _, turn in letters)
    words = content("".join(letter for letter, _, _ in letters))
    looks = {"font_size": size, **face.looks(), **looks}
    return f'<text x="{xs}" y="{ys}" rotate="{turns}"{_looks(looks)}>{words}</text>'

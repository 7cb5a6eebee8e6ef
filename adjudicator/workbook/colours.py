"""Colours as a GM may write them: hexadecimal, or a name that CSS knows."""

from __future__ import annotations

import re
from typing import Final

_HEX: Final = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})\Z")

_NAMED: Final = frozenset(
    """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid
    darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet
    deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro
    ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki
    lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow
    lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
    lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
    mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
    midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
    palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
    rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver
    skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet
    wheat white whitesmoke yellow yellowgreen
    """.split()  # noqa: SIM905  a hundred and forty-eight quoted words read worse
)
"""The named colours of CSS Color Module Level 4."""


def read_colour(text: str) -> str | None:
    """The colour in lower case, `#8b1a1a` or a CSS name; None when it is neither."""
    word = text.strip().lower()
    found = _HEX.match(word)
    if found is not None:
        return f"#{found[1]}"
    word = word.replace(" ", "")
    return word if word in _NAMED else None


def colour_names() -> frozenset[str]:
    """Every name that is understood."""
    return _NAMED

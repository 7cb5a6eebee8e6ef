"""From HTML to one self-contained web page: fonts, styles and pictures are put inside it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping

from adjudicator.newsletter.fonts import Face, web_font
from adjudicator.newsletter.pdf import FONT_SCHEME, PICTURE_SCHEME
from adjudicator.newsletter.render import Picture

_PICTURE = re.compile(rf'(?<= src="){re.escape(PICTURE_SCHEME)}([a-z0-9.-]+)(?=")')
_FONT = re.compile(rf"{re.escape(FONT_SCHEME)}([a-z-]+)")


def bind_page(html: str, styles: tuple[str, ...], pictures: Mapping[str, Picture]) -> str:
    """Put everything a page refers to inside it. A text cannot ask for a picture: its quotes are escaped."""
    sheet = _FONT.sub(lambda found: _data("font/woff", web_font(Face(found[1]), html)), "\n".join(styles))
    pictured = _PICTURE.sub(lambda found: _data(pictures[found[1]].media_type, pictures[found[1]].data), html)
    return pictured.replace("</head>", f"<style>\n{sheet}\n</style>\n</head>", 1)


def _data(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{b64encode(content).decode('ascii')}"

"""From HTML to one self-contained web page: fonts, styles and pictures are put inside it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping

from adjudicator.newsletter.fonts import Face, web_font
from adjudicator.newsletter.render import FONT_SCHEME, PICTURE_SCHEME, Picture

_IMAGE = re.compile(rf'<img [^>]*src="{re.escape(PICTURE_SCHEME)}([a-z0-9.-]+)"[^>]*>')
_REFERENCE = re.compile(rf'(<(?:img|image) [^>]*?(?:src|href)="){re.escape(PICTURE_SCHEME)}([a-z0-9.-]+)(?=")')
_FONT = re.compile(rf"{re.escape(FONT_SCHEME)}([a-z-]+)")


def bind_page(html: str, styles: tuple[str, ...], pictures: Mapping[str, Picture]) -> str:
    """Put everything a page refers to inside it. A text cannot ask for a picture: it is never part of a tag."""
    sheet = _FONT.sub(lambda found: _data("font/woff", web_font(Face(found[1]), html)), "\n".join(styles))
    drawn = _IMAGE.sub(lambda found: _lettered(pictures[found[1]]) or found[0], html)
    pictured = _REFERENCE.sub(lambda found: found[1] + _embedded(pictures[found[2]]), drawn)
    return pictured.replace("</head>", f"<style>\n{sheet}\n</style>\n</head>", 1)


def _lettered(picture: Picture) -> str | None:
    """The drawing itself where it has words in it: only inside the page can it use the page's fonts."""
    if picture.media_type != "image/svg+xml":
        return None
    drawing = picture.data.decode("utf-8")
    return drawing if "<text" in drawing else None


def _embedded(picture: Picture) -> str:
    return _data(picture.media_type, picture.data)


def _data(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{b64encode(content).decode('ascii')}"

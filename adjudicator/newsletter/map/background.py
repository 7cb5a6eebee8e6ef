"""A picture behind the cities: its size, and where pixels fall on the page."""

from __future__ import annotations

import base64
import re
import struct

import numpy as np

from adjudicator.newsletter.map.layout import MOST_STRETCH, Floats, fitted
from adjudicator.newsletter.map.picture import MapBackground, UnreadableBackgroundError
from adjudicator.newsletter.map.svg import number
from adjudicator.newsletter.map.world import Box, Point

_CSS_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


def picture_size(background: MapBackground) -> Point:
    """Width and height in pixels; raises `UnreadableBackgroundError`."""
    readers = {"image/png": _png_size, "image/jpeg": _jpeg_size, "image/svg+xml": _svg_size}
    reader = readers.get(background.media_type)
    if reader is None:
        raise UnreadableBackgroundError(f"a picture of type {background.media_type!r} cannot lie behind the map")
    found = reader(background.data)
    if found is None or min(found) <= 0:
        raise UnreadableBackgroundError(f"the size of the {background.media_type} picture cannot be read")
    return found


def _png_size(data: bytes) -> Point | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 24:
        return None
    width, height = struct.unpack(">II", data[16:24])
    return (float(width), float(height))


def _jpeg_size(data: bytes) -> Point | None:
    if data[:2] != b"\xff\xd8":
        return None
    place = 2
    while place + 9 <= len(data):
        if data[place] != 0xFF:
            return None
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return (float(width), float(height))
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            place += 2
        else:
            place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return None


def _svg_size(data: bytes) -> Point | None:
    """From the root element alone, without parsing what may be a stranger's XML."""
    root = re.search(rb"<svg\b([^>]*)>", data[:65536])
    if root is None:
        return None
    attributes = {
        name.decode(): value.decode("utf-8", "replace").strip()
        for name, _, value in re.findall(rb"\s(width|height|viewBox)\s*=\s*([\"'])(.*?)\2", root[1], re.DOTALL)
    }
    lengths = [_length(attributes.get(side, "")) for side in ("width", "height")]
    if lengths[0] is not None and lengths[1] is not None:
        return (lengths[0], lengths[1])
    box = re.split(r"[\s,]+", attributes.get("viewBox", ""))
    if len(box) == 4 and all(re.fullmatch(r"-?[\d.]+(e-?\d+)?", part) for part in box):
        return (float(box[2]), float(box[3]))
    return None


def _length(value: str) -> float | None:
    found = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)", value)
    if found is None or found[2] not in _CSS_PIXELS:
        return None
    return float(found[1]) * _CSS_PIXELS[found[2]]


def picture_box(size: Point, field: Box) -> Box:
    """Where the picture lies: as large as the field allows, in its own proportions, in the middle."""
    left, top, right, bottom = field
    factor = min((right - left) / size[0], (bottom - top) / size[1])
    width, height = size[0] * factor, size[1] * factor
    x, y = (left + right - width) / 2, (top + bottom - height) / 2
    return (x, y, x + width, y + height)


def points_on_picture(coordinates: Floats, size: Point, box: Box) -> Floats:
    """Coordinates that all lie within the picture are its pixels; others are scaled to it."""
    low, high = coordinates.min(axis=0), coordinates.max(axis=0)
    within = low.min() >= 0 and high[0] <= size[0] and high[1] <= size[1]
    # Coordinates in a unit of their own (1 to 10, degrees) would all lie in one corner of a large picture.
    spread = max((high[0] - low[0]) / size[0], (high[1] - low[1]) / size[1])
    if within and (spread > 0.2 or len(coordinates) < 3):
        factor = (box[2] - box[0]) / size[0]
        result: Floats = coordinates * factor + np.array(box[:2])
        return result
    inset = 0.07 * min(box[2] - box[0], box[3] - box[1])
    return fitted(coordinates, (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset), MOST_STRETCH)


def draw_picture(background: MapBackground, box: Box) -> str:
    """The picture itself, inside the SVG."""
    data = base64.b64encode(background.data).decode("ascii")
    left, top, right, bottom = box
    where = f'x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}"'
    return f'<image {where} preserveAspectRatio="none" href="data:{background.media_type};base64,{data}"/>'

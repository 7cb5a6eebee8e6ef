"""The GM's own picture for the map:

`map.png`, `.jpg` or `.svg` beside the workbook, or the file the `Campaign` sheet names.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.model.book import Book
from adjudicator.newsletter.map import MapBackground

_MEDIA_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
_LARGEST = 20_000_000
"""Bytes; a larger picture would make every newsletter too large to mail."""


class PictureUnusableError(OSError):
    """The map picture cannot be used; the message says which and why."""


def find_map_picture(book: Book, folder: Path) -> MapBackground | None:
    """The picture to draw the map on, or None. Only a file in the workbook's own folder is ever read.

    Raises `PictureUnusableError`: named but not there, of an unknown kind, outside the folder, or too large.
    """
    if book.map_picture:
        path = folder / book.map_picture
        if path.resolve().parent != folder.resolve():
            raise PictureUnusableError(f"{book.map_picture} does not lie beside the workbook.")
        if not path.is_file():
            raise PictureUnusableError(f"{book.map_picture}, named on the Campaign sheet, is not beside the workbook.")
        return _read(path)
    for suffix in _MEDIA_TYPES:
        path = folder / f"map{suffix}"
        if path.is_file():
            return _read(path)
    return None


def _read(path: Path) -> MapBackground:
    media_type = _MEDIA_TYPES.get(path.suffix.lower())
    if media_type is None:
        raise PictureUnusableError(f"{path.name} is no PNG, JPEG or SVG picture.")
    if path.stat().st_size > _LARGEST:
        raise PictureUnusableError(f"{path.name} is larger than {_LARGEST // 1_000_000} MB.")
    return MapBackground(path.read_bytes(), media_type)

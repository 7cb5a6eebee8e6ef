"""Whether two workbooks hold the same: for telling whether a generated one is current."""

from __future__ import annotations

import io
import re
import zipfile

from openpyxl import load_workbook


def same_content(one: bytes, other: bytes) -> bool:
    """Whether two generated workbooks hold the same.

    Compressed bytes differ with the version of zlib, so parts are compared as they are inflated; and parts differ with
    the version of openpyxl that wrote them, so those of two versions are compared by the values of their cells.
    """
    if one == other:
        return True
    parts, other_parts = _parts(one), _parts(other)
    if _made_with(parts) == _made_with(other_parts):
        return parts == other_parts
    return _values(one) == _values(other)


def _parts(workbook: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _made_with(parts: dict[str, bytes]) -> bytes | None:
    found = re.search(rb"<(?:cp:)?version>([^<]*)<", parts["docProps/core.xml"])
    return found and found[1]


def _values(workbook: bytes) -> dict[str, list[tuple[object, ...]]]:
    book = load_workbook(io.BytesIO(workbook))
    return {page.title: list(page.iter_rows(values_only=True)) for page in book.worksheets}

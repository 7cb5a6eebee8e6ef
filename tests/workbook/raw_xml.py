"""Changes to a saved workbook that openpyxl cannot make: the XML of its parts, edited as text."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path


def edit_part(path: Path, part: str, change: Callable[[str], str]) -> Path:
    """Puts a part through `change`; fails when it changed nothing."""
    with zipfile.ZipFile(path) as package:
        parts = {info.filename: package.read(info) for info in package.infolist()}
    before = parts[part].decode("utf-8")
    after = change(before)
    assert after != before, f"{part} was not changed"
    parts[part] = after.encode("utf-8")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return path


def sheet_part(path: Path, sheet: str) -> str:
    """The name of a sheet's part, in a workbook that openpyxl has saved."""
    with zipfile.ZipFile(path) as package:
        book = package.read("xl/workbook.xml").decode("utf-8")
        links = package.read("xl/_rels/workbook.xml.rels").decode("utf-8")
    found = re.search(rf'<sheet [^>]*name="{re.escape(sheet)}"[^>]*r:id="(\w+)"', book)
    assert found is not None, sheet
    link = next(tag for tag in re.findall(r"<Relationship [^>]*>", links) if f'Id="{found[1]}"' in tag)
    target = re.search(r'Target="/?([^"]+)"', link)
    assert target is not None
    return target[1] if target[1].startswith("xl/") else f"xl/{target[1]}"


def set_cell_xml(path: Path, sheet: str, ref: str, attributes: str, content: str) -> Path:
    """Replaces a cell that is there by one with these attributes and content."""

    def change(text: str) -> str:
        cell = re.compile(rf'<c r="{ref}"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
        return cell.sub(lambda _: f'<c r="{ref}"{attributes}>{content}</c>', text, count=1)

    return edit_part(path, sheet_part(path, sheet), change)

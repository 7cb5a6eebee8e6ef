"""PDFs read back: what a reader, a screen reader and a stranger with a hex editor find in them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pikepdf
from pypdf import PdfReader


class ReadPdf:
    """One edition's PDF, opened."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.reader = PdfReader(BytesIO(data))
        self.pikepdf = pikepdf.open(BytesIO(data))

    @property
    def pages(self) -> list[str]:
        """The text of each page, with its lines joined."""
        return [" ".join(page.extract_text().split()) for page in self.reader.pages]

    @property
    def text(self) -> str:
        return "\n".join(self.pages)

    @property
    def bookmarks(self) -> list[str]:
        def titles(items: Any) -> Iterator[str]:
            for item in items:
                if isinstance(item, list):
                    yield from titles(item)
                else:
                    yield item.title

        return list(titles(self.reader.outline))

    def tagged(self, *kinds: str) -> list[pikepdf.Dictionary]:
        """The structure elements of these kinds, in order."""
        return [element for element in self._elements() if str(element.S).lstrip("/") in kinds]

    def _elements(self) -> Iterator[pikepdf.Dictionary]:
        def walk(element: Any) -> Iterator[pikepdf.Dictionary]:
            if not isinstance(element, pikepdf.Dictionary) or "/S" not in element:
                return
            yield element
            children = element.get("/K", [])
            for child in children if isinstance(children, pikepdf.Array) else [children]:
                yield from walk(child)

        root = self.pikepdf.Root.StructTreeRoot.K
        for element in root if isinstance(root, pikepdf.Array) else [root]:
            yield from walk(element)

    @property
    def fonts(self) -> dict[str, bool]:
        """Every font by name, and whether it is embedded."""
        found: dict[str, bool] = {}
        for font in self.pikepdf.objects:
            if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/FontDescriptor":
                name = re.sub(r"^/[A-Z]{6}\+", "", str(font.FontName))
                found[name] = "/FontFile2" in font or "/FontFile3" in font
        return found

    @property
    def everything(self) -> bytes:
        """Every stream uncompressed and every string: where a secret could hide."""
        parts = [str(self.reader.metadata).encode(), self.text.encode()]
        for thing in self.pikepdf.objects:
            if isinstance(thing, pikepdf.Stream):
                parts.append(thing.read_bytes())
            elif isinstance(thing, pikepdf.Dictionary):
                parts += [str(value).encode() for value in thing.values() if isinstance(value, pikepdf.String)]
        return b"\n".join(parts)


@contextmanager
def typesetter_complaints() -> Iterator[list[str]]:
    """What WeasyPrint warns of while it works: anything it fetched in vain, did not understand, or missed."""
    heard: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    logger, ear = logging.getLogger("weasyprint"), Ear(logging.WARNING)
    logger.addHandler(ear)
    try:
        yield heard
    finally:
        logger.removeHandler(ear)

"""The fields of a returned PDF form, read by a process of its own: a hostile file can harm or hold up nothing else.

This file is also the program of that process, which uses nothing but the standard library and pypdf.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path

LONGEST_WAIT = 30.0
"""Seconds a PDF may take to be read."""
_MOST_MEMORY = 1_500_000_000
_MOST_FIELDS = 200
_LONGEST_VALUE = 2_000


class PdfTrouble(Enum):
    """Why a PDF gives no answers; the value is the sentence for the player."""

    DAMAGED = "the PDF is damaged and cannot be read"
    ENCRYPTED = "the PDF is protected by a password"
    NO_FIELDS = "the PDF has no fields to read: it was printed or scanned; save the form itself after filling it in"
    TOO_LONG = "the PDF takes too long to read"


def read_pdf_fields(content: bytes) -> Mapping[str, str] | PdfTrouble:
    """The text of each field by its name; empty fields are left out."""
    # -P: the folder of this file must not come before the standard library
    command = [sys.executable, "-P", str(Path(__file__).resolve())]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=LONGEST_WAIT, check=False)
    except subprocess.TimeoutExpired:
        return PdfTrouble.TOO_LONG
    if done.returncode != 0:
        return PdfTrouble.DAMAGED
    found = json.loads(done.stdout.decode("utf-8"))
    if isinstance(found, str):
        return PdfTrouble[found]
    return {str(name): str(value) for name, value in found.items()}


def _fields_of(content: bytes) -> dict[str, str] | str:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(content))
    if reader.is_encrypted:
        return PdfTrouble.ENCRYPTED.name
    fields = reader.get_fields() or {}
    if not fields:
        return PdfTrouble.NO_FIELDS.name
    found = {}
    for name, one in list(fields.items())[:_MOST_FIELDS]:
        value = one.get("/V")
        if isinstance(value, bytes):
            value = value.decode("utf-8", errors="replace")
        if isinstance(value, str) and value.strip():
            found[str(name)] = value[:_LONGEST_VALUE]
    return found


def _main() -> None:
    with suppress(ImportError, ValueError, OSError):  # not every system has limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    sys.stdout.buffer.write(json.dumps(_fields_of(sys.stdin.buffer.read())).encode("utf-8"))


if __name__ == "__main__":
    _main()

"""Mail addresses as the `Email` column holds them: what is not plainly one is none."""

from __future__ import annotations

import re
from typing import Final

_ADDRESS: Final = re.compile(r"[^\s<>@,;:\"'()\[\]\\]{1,64}@[^\s<>@,;:\"'()\[\]\\.]+(?:\.[^\s<>@,;:\"'()\[\]\\.]+)*\Z")
_LONGEST: Final = 254


def is_address(text: str) -> bool:
    """Whether this is one plain address, without name, comment, line break or anything else that a header may hide."""
    return len(text) <= _LONGEST and text.isprintable() and _ADDRESS.match(text) is not None

"""What proves that a form is the one that was sent: a code of campaign, season and nation that only the seed makes."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Final

from adjudicator.model.book import Book

_PURPOSE: Final = "order form"
"""Begins what is signed. Keys of dice (11.1) begin with a year, so no code tells anything of a die."""
_SEPARATOR: Final = "\x1f"
_BYTES: Final = 10
_GROUP: Final = 4


def spoken_season(book: Book) -> str:
    """The season as forms name it: `winter 1071`."""
    return f"{book.state.season.value} {book.state.year}"


def form_code(book: Book, nation: str) -> str:
    """The code of a nation's form for the season at hand, such as `K7QD-3M2A-XNPL-R6VB`.

    An HMAC-SHA256 with the seed as its key, cut to 80 bits: nobody without the seed makes another nation's, and it
    tells no more of the seed than the commitment that every newsletter prints.
    """
    message = _SEPARATOR.join((_PURPOSE, book.title, spoken_season(book), nation))
    digest = hmac.new(book.seed.encode(), message.encode(), hashlib.sha256).digest()
    letters = base64.b32encode(digest[:_BYTES]).decode()
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))


def is_code(book: Book, nation: str, typed: str) -> bool:
    """Whether this is the nation's code; case, spaces and dashes make no difference."""
    return hmac.compare_digest(_letters(form_code(book, nation)), _letters(typed))


def _letters(code: str) -> bytes:
    return "".join(letter for letter in code[:100].upper() if letter.isalnum()).encode()

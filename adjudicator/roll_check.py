"""`verify --roll`: one die worked out again from seed, key and public draw, step by step (11.2).

The steps are written out here a second time, not taken from the resolver, and then compared with it.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from adjudicator.model.campaign import Season
from adjudicator.model.dice import RollKey, RollKind
from adjudicator.not_possible import NotPossibleError
from adjudicator.rules.dice import draw_die, roll_message, seed_commitment

_PARTS = 6
_FAIR_BYTES = 252


class RollKeyError(NotPossibleError):
    """The text is no key of a roll; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class NamedRoll:
    """A roll by its full key (11.1)."""

    year: int
    season: Season
    key: RollKey


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """How a die came about. The seed is no part of it.

    `message` is what was signed (the key, and the draw where there was one), `digest` the HMAC in hexadecimal,
    `skipped` the bytes of 252 and more that were passed over, `byte` the one that counted, `die` what it gives.
    """

    message: str
    digest: str
    skipped: tuple[int, ...]
    byte: int
    die: int
    commitment: str


def read_roll_key(text: str) -> NamedRoll:
    """The key in a text like `1071|spring|siege|Rome|Veii|1`. Raises `RollKeyError`."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != _PARTS:
        raise RollKeyError(
            f"A key has six parts between |, year|season|kind|nation|place|attempt; this one has {len(parts)}."
        )
    year, season, kind, nation, place, attempt = parts
    try:
        named = int(year), int(attempt)
    except ValueError:
        raise RollKeyError("Year and attempt, the first and the last part of a key, are whole numbers.") from None
    seasons = {each.value: each for each in Season}
    if season.lower() not in seasons:
        raise RollKeyError(f"{season!r} is no season: winter, spring, summer or fall.")
    kinds = {each.value: each for each in RollKind}
    if kind.lower() not in kinds:
        raise RollKeyError(f"{kind!r} is no kind of roll: {', '.join(kinds)}.")
    return NamedRoll(named[0], seasons[season.lower()], RollKey(kinds[kind.lower()], nation, place, named[1]))


def draw_again(seed: str, roll: NamedRoll, public_draw: str = "") -> DrawnDie:
    """The seeded die of a roll, with the steps that lead to it. Raises `AssertionError` should the resolver differ."""
    message = first = roll_message(roll.year, roll.season, roll.key, public_draw)
    skipped: list[int] = []
    while True:
        digest = hmac.new(seed.encode(), message.encode(), hashlib.sha256).digest()
        for byte in digest:
            if byte < _FAIR_BYTES:
                die = byte % 6 + 1
                if die != draw_die(seed, first):
                    raise AssertionError(f"the resolver draws another die for {first}")
                return DrawnDie(message, digest.hex(), tuple(skipped), byte, die, seed_commitment(seed))
            skipped.append(byte)
        message += "|again"

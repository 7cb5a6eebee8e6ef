"""Chapter 11, the die.

A die is drawn from the campaign's seed and the roll's key alone, unless the GM entered one; so no roll depends on
another, on the order of rows, or on how often a season is run.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.model.campaign import Season
from adjudicator.model.dice import Modifier, Roll, RolledBy, RollKey, RollKind, key_text, season_text, text_in_season
from adjudicator.model.events import PendingRoll

_FAIR_BYTES = 252  # 42 whole sixes: bytes from 252 on would favour low numbers


def draw_die(seed: str, message: str) -> int:
    """The seeded die for a full key, 1 to 6 (11.2). With a public draw, `message` already ends in `|` and the draw."""
    return _draw(hmac.new(seed.encode(), digestmod="sha256"), message)


def _draw(keyed: hmac.HMAC, message: str) -> int:
    """The die from an HMAC that has the seed as its key; it is copied, so that one serves all rolls of a season."""
    while True:
        signer = keyed.copy()
        signer.update(message.encode())
        for byte in signer.digest():
            if byte < _FAIR_BYTES:
                return byte % 6 + 1
        message += "|again"


def seed_commitment(seed: str) -> str:
    """The SHA-256 of the seed, in hexadecimal, that every newsletter prints (11.3)."""
    return hashlib.sha256(seed.encode()).hexdigest()


def roll_message(year: int, season: Season, key: RollKey, public_draw: str = "") -> str:
    """What the seed signs: the key as 11.1 writes it, then the public draw if there was one (11.2)."""
    return _with_draw(key_text(year, season.value, key), public_draw)


def _with_draw(message: str, public_draw: str) -> str:
    return f"{message}|{public_draw}" if public_draw else message


class Contestant(NamedTuple):
    """Who takes part in an opposed roll: the nation, the place its keys name, and what is added to its dice."""

    nation: str
    place: str
    modifiers: tuple[Modifier, ...]


@dataclass(slots=True)
class Dice:
    """The dice of one season. `seed` is None where every die is rolled by hand (`dice` = `table`, 11.4).

    `entered` are the GM's own dice; they stand instead of seeded ones. `pending` collects, in order, the rolls that
    were asked for and are not there yet: the season stops for them.
    """

    year: int
    season: Season
    seed: str | None
    entered: Mapping[RollKey, int]
    public_draw: str = ""
    pending: list[PendingRoll] = field(default_factory=list)
    _season_text: str = field(init=False)
    _keyed: hmac.HMAC | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._season_text = season_text(self.year, self.season.value)
        if self.seed is not None:
            self._keyed = hmac.new(self.seed.encode(), digestmod="sha256")

    def roll(
        self,
        kind: RollKind,
        nation: str,
        place: str,
        attempt: int,
        modifiers: tuple[Modifier, ...],
        needed: int | None = None,
    ) -> Roll | None:
        """One die with its modifiers, or None where it waits for the GM (11.4)."""
        key = RollKey(kind, nation, place, attempt)
        die = self.entered.get(key) if self.entered else None
        if die is not None:
            return Roll(key, die, modifiers, needed, RolledBy.GM)
        if self._keyed is None:
            self.pending.append(PendingRoll(key, modifiers, needed))
            return None
        message = _with_draw(text_in_season(self._season_text, key), self.public_draw)
        return Roll(key, _draw(self._keyed, message), modifiers, needed)

    def highest(self, kind: RollKind, contestants: Sequence[Contestant]) -> tuple[str, tuple[Roll, ...]] | None:
        """Who of two or more rolls highest; only those tied for the lead roll again (11.1).

        None where a die waits for the GM.
        """
        rolls: list[Roll] = []
        leaders = contestants
        attempt = 1
        while True:
            totals = self._attempt(kind, leaders, attempt, rolls)
            if totals is None:
                return None
            best = max(totals)
            if totals.count(best) == 1:
                return leaders[totals.index(best)].nation, tuple(rolls)
            leaders = [contestant for contestant, total in zip(leaders, totals, strict=True) if total == best]
            attempt += 1

    def ranking(
        self, kind: RollKind, contestants: Sequence[Contestant]
    ) -> tuple[tuple[str, ...], tuple[Roll, ...]] | None:
        """All contestants from the highest roll down; those tied with each other roll again (11.1).

        None where a die waits.
        """
        rolls: list[Roll] = []
        ranked = self._rank(kind, contestants, 1, rolls)
        return None if ranked is None else (tuple(ranked), tuple(rolls))

    def _rank(self, kind: RollKind, tied: Sequence[Contestant], attempt: int, rolls: list[Roll]) -> list[str] | None:
        if len(tied) == 1:
            return [tied[0].nation]
        totals = self._attempt(kind, tied, attempt, rolls)
        if totals is None:
            return None
        ranked: list[str] = []
        waits = False
        for total in sorted(set(totals), reverse=True):
            group = [contestant for contestant, own in zip(tied, totals, strict=True) if own == total]
            below = self._rank(kind, group, attempt + 1, rolls)
            if below is None:
                waits = True
            else:
                ranked += below
        return None if waits else ranked

    def _attempt(
        self, kind: RollKind, contestants: Iterable[Contestant], attempt: int, rolls: list[Roll]
    ) -> list[int] | None:
        totals: list[int] = []
        waits = False
        for nation, place, modifiers in contestants:
            roll = self.roll(kind, nation, place, attempt, modifiers)
            if roll is None:
                waits = True
            else:
                totals.append(roll.total)
                rolls.append(roll)
        return None if waits else totals

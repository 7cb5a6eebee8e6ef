"""A roll: its key, its die, its named modifiers and what it needed (chapter 11)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class RollKind(Enum):
    """What a die is rolled for (11.1)."""

    INITIATIVE = "initiative"
    BATTLE = "battle"
    CONTEST = "contest"
    RAID = "raid"
    PRECEDENCE = "precedence"
    SIEGE = "siege"


class RolledBy(Enum):
    """Where a die came from, as the `Dice` sheet says it (11.2, 11.4)."""

    SEED = "seed"
    GM = "GM"


class ModifierKind(Enum):
    """What is added to a die, by name."""

    AG = "Ag"
    ARMY = "army"
    SIEGE_SEASONS = "siege seasons"
    SIEGE_GOLD = "siege gold"


class RollKey(NamedTuple):
    """What names a roll within its season: kind, nation, place and attempt (11.1)."""

    kind: RollKind
    nation: str
    place: str
    attempt: int = 1


class Modifier(NamedTuple):
    """One named addition to a die."""

    kind: ModifierKind
    value: int


class Roll(NamedTuple):
    """One die rolled: die + modifiers = total, against `needed` (None where the roll is against another's)."""

    key: RollKey
    die: int
    modifiers: tuple[Modifier, ...] = ()
    needed: int | None = None
    rolled_by: RolledBy = RolledBy.SEED

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return self.total - self.die

    @property
    def total(self) -> int:
        """Die and modifiers together."""
        total = self.die
        for modifier in self.modifiers:
            total += modifier.value
        return total


def season_text(year: int, season: str) -> str:
    """How every key of the season begins, for example `1071|spring`."""
    return f"{year}|{season}"


def text_in_season(beginning: str, key: RollKey) -> str:
    """The key after the `season_text` that all keys of its season share."""
    return f"{beginning}|{key.kind.value}|{key.nation}|{key.place}|{key.attempt}"


def key_text(year: int, season: str, key: RollKey) -> str:
    """The key as chapter 11 writes it, for example `1071|spring|siege|Rome|Veii|1`."""
    return text_in_season(season_text(year, season), key)

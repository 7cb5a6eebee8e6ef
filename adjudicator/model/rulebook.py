"""Every setting of the rules, declared once: name, default, unit and clause.

The `Rules` sheet, its reading and its documentation come from `SETTINGS`; the rules read the typed `Rulebook`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from adjudicator.model.campaign import Season, Terrain


class MutualInvasion(Enum):
    """When two invasions count as mutual (4.1)."""

    NATIONS = "nations"
    BORDER = "border"


class BattleMode(Enum):
    """Who decides a battle (6.7)."""

    DICE = "dice"
    TABLE = "table"


class DiceMode(Enum):
    """Where dice come from (11.2, 11.4)."""

    SEEDED = "seeded"
    TABLE = "table"


class SettingKind(Enum):
    """What a setting's cell may hold."""

    COUNT = "a whole number, 0 or more"
    POSITIVE = "a whole number, 1 or more"
    DIE_TARGET = "a whole number"
    YEAR = "a year, or empty"
    YES_NO = "yes or no"
    SEASONS = "seasons separated by ;, `any` or `none`"
    CHOICE = "one of the words given"


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the `Rules` sheet. `choices` lists the words of a CHOICE."""

    name: str
    kind: SettingKind
    clause: str
    meaning: str
    default: object
    choices: tuple[str, ...] = ()

    @property
    def default_text(self) -> str:
        """The default as it stands in the sheet's `Default` column."""
        return setting_text(self.default)


def setting_text(value: object) -> str:
    """A setting's value as the GM would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, frozenset):
        if not value:
            return "none"
        return ";".join(season.value for season in Season if season in value)
    return str(value)


def _setting(kind: SettingKind, default: object, clause: str, meaning: str, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"kind": kind, "clause": clause, "meaning": meaning, "choices": choices})


def _choices(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


_COUNT, _POSITIVE, _TARGET = SettingKind.COUNT, SettingKind.POSITIVE, SettingKind.DIE_TARGET


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules in force, one field for each *setting*; the defaults are those of the rules."""

    full_army: int = _setting(_COUNT, 375, "1.1", "AP of a full army, at the start and after a rebuild")
    starting_gold: int = _setting(_COUNT, 3, "1.1", "Gold in each treasury at the start")
    rebuild_cost: int = _setting(_COUNT, 1, "3.1", "Gold to rebuild the army to full strength")
    offensive_cost: int = _setting(_COUNT, 1, "3.2", "Gold for an offensive")
    siege_gold_cost: int = _setting(_COUNT, 1, "3.3", "Gold for a better chance in a siege")
    mutual_invasion: MutualInvasion = _setting(
        SettingKind.CHOICE,
        MutualInvasion.NATIONS,
        "4.1",
        "nations: two armies invade each other's land anywhere; border: each one's target is the other's start",
        _choices(MutualInvasion),
    )
    terrain_attrition: int = _setting(_COUNT, 25, "4.3", "AP an invader loses to terrain out of season")
    marsh_season: frozenset[Season] = _setting(
        SettingKind.SEASONS, frozenset({Season.WINTER}), "4.3", "Season in which a marsh is crossed freely"
    )
    sea_season: frozenset[Season] = _setting(
        SettingKind.SEASONS, frozenset({Season.SUMMER}), "4.3", "Season in which the sea is crossed freely"
    )
    mountains_season: frozenset[Season] = _setting(
        SettingKind.SEASONS, frozenset({Season.SUMMER}), "4.3", "Season in which mountains are crossed freely"
    )
    winner_loss: int = _setting(_COUNT, 25, "6.2", "AP the winner of a battle loses; in a draw, both (6.8)")
    loser_loss: int = _setting(_COUNT, 50, "6.2", "AP the loser of a battle loses")
    battle_vp: int = _setting(_COUNT, 3, "6.2", "VP for winning a battle")
    withdrawal_attrition: int = _setting(_COUNT, 25, "6.4", "AP lost by an army whose way home is closed")
    battles: BattleMode = _setting(
        SettingKind.CHOICE,
        BattleMode.DICE,
        "6.7",
        "dice: battles are diced; table: they are played, and the GM enters the winners",
        _choices(BattleMode),
    )
    ap_per_pip: int = _setting(_POSITIVE, 75, "6.7", "AP for each +1 on the battle die")
    raid_target: int = _setting(_TARGET, 3, "7.4", "Total a raid needs")
    raid_loot: int = _setting(_COUNT, 1, "7.4", "Gold a raid takes")
    siege_target: int = _setting(_TARGET, 5, "8.2", "Total a siege needs")
    siege_season_bonus: int = _setting(_COUNT, 1, "8.2", "Bonus for each season the siege has lasted")
    siege_gold_bonus: int = _setting(_COUNT, 1, "8.2", "Bonus for siege gold")
    siege_loss: int = _setting(_COUNT, 25, "8.3", "AP the besieger loses with each siege roll")
    besieged_pays: bool = _setting(
        SettingKind.YES_NO, True, "9.1", "Whether a besieged territory still pays gold to its owner"
    )
    income_gold: int = _setting(_COUNT, 1, "9.1", "Gold for each territory controlled, in fall")
    income_vp: int = _setting(_COUNT, 2, "9.1", "VP for each territory owned, in fall")
    gold_per_vp: int = _setting(_POSITIVE, 2, "9.3", "Gold that buys 1 VP as monuments")
    last_year: int | None = _setting(
        SettingKind.YEAR, None, "9.4", "Year after whose fall the campaign is over; empty: no end"
    )
    dice: DiceMode = _setting(
        SettingKind.CHOICE,
        DiceMode.SEEDED,
        "11.2",
        "seeded: drawn from the seed; table: rolled by hand",
        _choices(DiceMode),
    )

    def free_seasons(self, terrain: Terrain) -> frozenset[Season]:
        """The seasons in which the terrain costs nothing (4.3)."""
        if terrain is Terrain.MARSH:
            return self.marsh_season
        return self.sea_season if terrain is Terrain.SEA else self.mountains_season


SETTINGS: tuple[Setting, ...] = tuple(
    Setting(
        name=item.name,
        kind=item.metadata["kind"],
        clause=item.metadata["clause"],
        meaning=item.metadata["meaning"],
        default=item.default,
        choices=item.metadata["choices"],
    )
    for item in fields(Rulebook)
)
"""The rows of the `Rules` sheet, in the order of their clauses."""

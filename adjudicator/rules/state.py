"""The state while a season is being resolved. It changes only by applying events."""

from __future__ import annotations

from adjudicator.model.campaign import Holding, Season, Standing, State, World
from adjudicator.model.events import (
    ArmyChanged,
    ArmyPlaced,
    Event,
    GoldChanged,
    OwnerChanged,
    SiegeCounted,
    StandingChanged,
    VpChanged,
)


class WorkingState:
    """One column for each thing a nation has, by nation, and the owners by territory."""

    __slots__ = ("army_ap", "army_at", "came_from", "gold", "lands", "owners", "siege_seasons", "standing", "vp")

    def __init__(self, start: State) -> None:
        holdings = start.holdings
        self.army_ap = {nation: holding.army_ap for nation, holding in holdings.items()}
        self.gold = {nation: holding.gold for nation, holding in holdings.items()}
        self.vp = {nation: holding.vp for nation, holding in holdings.items()}
        self.army_at = {nation: holding.army_at for nation, holding in holdings.items()}
        self.siege_seasons = {nation: holding.siege_seasons for nation, holding in holdings.items()}
        self.came_from = {nation: holding.came_from for nation, holding in holdings.items()}
        self.standing = {nation: holding.standing for nation, holding in holdings.items()}
        self.owners = dict(start.owners)
        self.lands = dict.fromkeys(holdings, 0)
        for owner in self.owners.values():
            if owner is not None:
                self.lands[owner] += 1

    def apply(self, event: Event) -> None:
        """Carry out what the event changed.

        Raises ValueError where AP or gold would fall below 0: the rules never let that happen (1.4, 3.4, 7.5).
        """
        for change in event.changes():
            # By type and not by pattern: a season applies some thirty changes, and this is a seventh quicker.
            if type(change) is ArmyChanged:
                nation, ap = change
                self.army_ap[nation] += ap
                if self.army_ap[nation] < 0:
                    raise ValueError(f"{nation}'s army would fall below 0 AP by {event}")
            elif type(change) is SiegeCounted:
                nation, seasons, came_from = change
                self.siege_seasons[nation] = seasons
                self.came_from[nation] = came_from
            elif type(change) is GoldChanged:
                nation, gold = change
                self.gold[nation] += gold
                if self.gold[nation] < 0:
                    raise ValueError(f"{nation}'s treasury would fall below 0 gold by {event}")
            elif type(change) is VpChanged:
                nation, vp = change
                self.vp[nation] += vp
            elif type(change) is ArmyPlaced:
                nation, where = change
                self.army_at[nation] = where
            elif type(change) is OwnerChanged:
                territory, owner = change
                previous = self.owners[territory]
                if previous is not None:
                    self.lands[previous] -= 1
                if owner is not None:
                    self.lands[owner] += 1
                self.owners[territory] = owner
            elif type(change) is StandingChanged:
                nation, standing = change
                self.standing[nation] = standing

    def besieges(self, nation: str) -> str | None:
        """The area the nation's army besieges now, or None."""
        return self.army_at[nation] if self.siege_seasons[nation] > 0 else None

    def is_active(self, nation: str) -> bool:
        """Whether the nation still plays (1.5)."""
        return self.standing[nation] is Standing.ACTIVE

    def freeze(self, year: int, season: Season, *, over: bool) -> State:
        """The state as the start of the season named."""
        holdings = {
            nation: Holding(
                army_ap=self.army_ap[nation],
                gold=self.gold[nation],
                vp=self.vp[nation],
                army_at=self.army_at[nation],
                siege_seasons=self.siege_seasons[nation],
                came_from=self.came_from[nation],
                standing=self.standing[nation],
            )
            for nation in self.army_ap
        }
        return State(year=year, season=season, holdings=holdings, owners=self.owners, over=over)


def nearest_friendly(world: World, now: WorkingState, nation: str, area: str | None) -> str | None:
    """The nation's territory the fewest borders away from `area`, ties by `Map` order (6.5); None with none left.

    Where no friendly territory can be reached over borders, or the army stood nowhere, the first in `Map` order.
    """
    if not now.lands[nation]:
        return None
    rank, owners = world.territory_rank, now.owners
    seen = {area}
    ring = [area] if area is not None else []
    while ring:
        friendly = [near for near in ring if near is not None and owners[near] == nation]
        if friendly:
            return min(friendly, key=rank.__getitem__)
        ring = [near for here in ring if here is not None for near in world.neighbours[here]]
        ring = [near for near in dict.fromkeys(ring) if near not in seen]
        seen.update(ring)
    return next(name for name in rank if owners[name] == nation)

"""Who starts where: the campaign as entered, and the same campaign with the nations moved one place on.

A nation is its name, its army's aggression and its player; a starting place is everything else: a capital, territories,
treasury, army and siege. Moved around, every nation plays every place, and what the map gives is told apart from what
the army list and the strategy give.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.model.campaign import Standing, State, World


@dataclass(frozen=True, slots=True)
class Seating:
    """A campaign in which each nation starts from the place of another; `place` gives, by nation, whose that was."""

    world: World
    state: State
    place: Mapping[str, str]


def seatings(world: World, state: State, *, rotating: bool) -> tuple[Seating, ...]:
    """The campaign as entered, then, where `rotating`, every rotation of the nations that still play."""
    active = [nation.name for nation in world.nations if state.holdings[nation.name].standing is Standing.ACTIVE]
    turns = range(len(active)) if rotating and active else range(1)
    return tuple(_seated(world, state, active, turn) for turn in turns)


def _seated(world: World, state: State, active: list[str], turn: int) -> Seating:
    """The nation on line n of those that play takes the place of the one on line n + turn."""
    sits = {nation: nation for nation in state.holdings}
    for line, nation in enumerate(active):
        sits[nation] = active[(line + turn) % len(active)]
    if turn == 0:
        return Seating(world, state, sits)
    taken_by = {place: nation for nation, place in sits.items()}
    # the order of the sheets decides ties (5.3): it belongs to the place
    nations = tuple(replace(world.nation[taken_by[place.name]], capital=place.capital) for place in world.nations)
    return Seating(
        World(nations, world.territories, world.borders),
        State(
            year=state.year,
            season=state.season,
            holdings={nation.name: state.holdings[sits[nation.name]] for nation in nations},
            owners={territory: None if owner is None else taken_by[owner] for territory, owner in state.owners.items()},
            over=state.over,
        ),
        sits,
    )

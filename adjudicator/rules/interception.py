"""Chapter 5: whom a defending army meets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.model.events import EnemyIntercepted, Event, InterceptionDeclined
from adjudicator.model.frozen import frozen
from adjudicator.model.orders import Defend, KeepSiege
from adjudicator.rules.turn import Engagement, Turn

NONE_WORD = "none"
"""The entry of an intercept list that ends it (5.2)."""


@frozen
class Threat:
    """An enemy army in a defender's land. `siege_seasons` counts the seasons of a siege it keeps, 0 for an invader."""

    enemy: str
    territory: str
    siege_seasons: int
    besieger: bool


def interception(turn: Turn) -> Iterator[Event]:
    """Each army on Defend that is not dispersed may fight one enemy in its own land (5.1, 1.4)."""
    threats = _threats(turn)
    for nation, order in turn.orders.items():
        facing = threats.get(nation)
        if facing is None or not isinstance(order, Defend) or turn.now.army_ap[nation] == 0:
            continue
        facing.sort(key=lambda threat: _urgency(turn, nation, threat))
        submitted = turn.submitted.orders.get(nation)
        entry, chosen = _choose(submitted.intercept if submitted is not None else (), facing)
        if chosen is None:
            yield InterceptionDeclined(nation, tuple((threat.enemy, threat.territory) for threat in facing))
            continue
        turn.engagements.append(Engagement(chosen.territory, chosen.enemy, nation, chosen.besieger))
        turn.fought.update((nation, chosen.enemy))
        yield EnemyIntercepted(
            nation, chosen.enemy, chosen.territory, chosen.besieger, entry, clause="5.2" if entry else "5.3"
        )


def _threats(turn: Turn) -> dict[str, list[Threat]]:
    found: dict[str, list[Threat]] = {}
    owners = turn.start.owners
    for nation, invasion in turn.marching.items():
        owner = owners[invasion.target]
        if owner is not None:
            found.setdefault(owner, []).append(Threat(nation, invasion.target, 0, besieger=False))
    for nation, order in turn.orders.items():
        if isinstance(order, KeepSiege):
            owner = owners[order.target]
            if owner is not None:
                seasons = turn.now.siege_seasons[nation]
                found.setdefault(owner, []).append(Threat(nation, order.target, seasons, besieger=True))
    return found


def _urgency(turn: Turn, nation: str, threat: Threat) -> tuple[bool, int, int, int]:
    """The default of 5.3: the capital, then the longest siege, then `Map` order, then `Nations` order."""
    return (
        threat.territory != turn.world.nation[nation].capital,
        -threat.siege_seasons,
        turn.world.territory_rank[threat.territory],
        turn.world.nation_rank[threat.enemy],
    )


def _choose(wishes: Sequence[str], facing: Sequence[Threat]) -> tuple[str | None, Threat | None]:
    """The entry that decided and the threat it names; `facing` is in the order of 5.3, most urgent first."""
    for entry in wishes:
        if entry == NONE_WORD:
            return entry, None
        for threat in facing:
            if entry in (threat.enemy, threat.territory):
                return entry, threat
    return None, facing[0]

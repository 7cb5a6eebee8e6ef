"""Withdrawals (6.4 to 6.6, 8.5), where armies stand at the end of a season (10), and eliminations (1.5)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.events import ArmyDispersed, ArmyWithdrew, Event, NationEliminated, WithdrawalCause
from adjudicator.rules.state import nearest_friendly
from adjudicator.rules.turn import Turn


def withdrawals(turn: Turn) -> Iterator[Event]:
    """Beaten, drawn and turned-back armies go home, on ownership as the season ends (6.4 to 6.6)."""
    rank = turn.world.nation_rank
    for leaving in sorted(turn.withdrawals, key=lambda withdrawal: rank[withdrawal.nation]):
        nation, area = leaving.nation, leaving.territory
        if leaving.home is not None and turn.now.owners[leaving.home] == nation:
            yield ArmyWithdrew(nation, area, leaving.home, leaving.cause, 0, clause="6.4")
            continue
        refuge = nearest_friendly(turn.world, turn.now, nation, area)
        ap = turn.now.army_ap[nation]
        if refuge is None:
            yield ArmyDispersed(nation, area, ap, clause="6.5")
        elif leaving.cause is WithdrawalCause.BEATEN_DEFENDER:
            yield ArmyWithdrew(nation, area, refuge, leaving.cause, 0, clause="6.6")
        else:
            attrition = min(ap, turn.rulebook.withdrawal_attrition)
            yield ArmyWithdrew(nation, area, refuge, leaving.cause, attrition, clause="6.4")


def standing_places(turn: Turn) -> Iterator[Event]:
    """Whoever stands in an area that is not friendly and that it does not besiege goes to the nearest friendly one
    (10).
    """
    for nation in turn.world.nation:
        place = turn.now.army_at[nation]
        if place is None or turn.now.owners[place] == nation or turn.now.siege_seasons[nation] > 0:
            continue
        refuge = nearest_friendly(turn.world, turn.now, nation, place)
        if refuge is None:
            yield ArmyDispersed(nation, place, turn.now.army_ap[nation], clause="10")
        else:
            yield ArmyWithdrew(nation, place, refuge, WithdrawalCause.NOT_FRIENDLY, 0, clause="10")


def eliminations(turn: Turn) -> Iterator[Event]:
    """A nation with no territory and no siege in the field is out (1.5)."""
    for nation in turn.world.nation:
        if turn.now.is_active(nation) and not turn.now.lands[nation] and turn.now.besieges(nation) is None:
            yield NationEliminated(nation, turn.now.army_ap[nation])

"""What the phases of one season share: the state as it changes, and who means to do what.

The state changes only by applying the events that the phases yield. The rest is the season's plan: accepted orders,
armies on the march, battles agreed, armies that must withdraw. It is gone when the season ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.model.campaign import State, World
from adjudicator.model.events import PendingBattle, WithdrawalCause
from adjudicator.model.frozen import frozen
from adjudicator.model.orders import Offensive, Order, SeasonOrders
from adjudicator.model.rulebook import Rulebook
from adjudicator.rules.dice import Dice
from adjudicator.rules.state import WorkingState


@frozen
class Engagement:
    """A battle agreed on: the defender of `territory` meets `attacker`, an invader or (`relief`) a besieger (5.1)."""

    territory: str
    attacker: str
    defender: str
    relief: bool


@frozen
class Withdrawal:
    """An army that must leave `territory` when the season ends (6.4 to 6.6, 8.5, 8.6). `home` is where it came from.

    `home` is None for a beaten defender, who goes to the nearest friendly area at no cost (6.6).
    """

    nation: str
    territory: str
    home: str | None
    cause: WithdrawalCause


@dataclass(slots=True)
class Turn:
    """One season being resolved."""

    world: World
    start: State
    submitted: SeasonOrders
    rulebook: Rulebook
    dice: Dice
    now: WorkingState
    orders: dict[str, Order] = field(default_factory=dict)
    spent_on_move: dict[str, int] = field(default_factory=dict)
    siege_gold: set[str] = field(default_factory=set)
    launched: dict[str, Offensive] = field(default_factory=dict)
    marching: dict[str, Offensive] = field(default_factory=dict)
    engagements: list[Engagement] = field(default_factory=list)
    fought: set[str] = field(default_factory=set)
    taken_in_battle: dict[str, str] = field(default_factory=dict)
    withdrawals: list[Withdrawal] = field(default_factory=list)
    pending_battles: list[PendingBattle] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        """Whether the season must stop for the GM (6.7, 11.4)."""
        return bool(self.pending_battles or self.dice.pending)

    def came_from(self, nation: str) -> str | None:
        """The friendly territory an invader started from, or a besieger's siege began from (6.4)."""
        invasion = self.launched.get(nation)
        return invasion.origin if invasion is not None else self.now.came_from[nation]

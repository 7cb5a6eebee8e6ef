"""One season, from orders to events to the next state, in the order of chapter 10."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.model.campaign import Season, State, World
from adjudicator.model.dice import Roll
from adjudicator.model.events import CampaignEnded, Event, PendingBattle, PendingRoll, SeasonEnded
from adjudicator.model.frozen import frozen
from adjudicator.model.orders import Order, SeasonOrders
from adjudicator.model.rulebook import DiceMode, Rulebook
from adjudicator.rules.administration import final_ranking, income, monuments, sieges_end
from adjudicator.rules.battle import battles
from adjudicator.rules.dice import Dice
from adjudicator.rules.interception import interception
from adjudicator.rules.march import initiative, march
from adjudicator.rules.muster import departures, muster
from adjudicator.rules.raid import raids
from adjudicator.rules.siege import sieges
from adjudicator.rules.state import WorkingState
from adjudicator.rules.turn import Turn
from adjudicator.rules.withdrawal import eliminations, standing_places, withdrawals

Phase = Callable[[Turn], Iterator[Event]]

PHASES: tuple[Phase, ...] = (
    muster,
    departures,
    initiative,
    march,
    interception,
    battles,
    raids,
    sieges,
    withdrawals,
    standing_places,
    eliminations,
)
"""Winter, spring and summer (10)."""

FALL_PHASES: tuple[Phase, ...] = (income, monuments, sieges_end, standing_places, eliminations)
"""Fall (9)."""


@frozen
class Resolution:
    """A season resolved: what happened, in order, and the state it led to. `orders` are the orders as accepted."""

    events: tuple[Event, ...]
    state: State
    orders: dict[str, Order]

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every die of the season, in the order of the events."""
        return tuple(roll for event in self.events for roll in rolls_of(event))


@frozen
class Waiting:
    """A season that stops for the GM: battles to be played (6.7) or dice to be rolled (11.4). Nothing else is applied.

    `events` are those of the phases before it stopped, for a preview; no state comes of them.
    """

    battles: tuple[PendingBattle, ...]
    rolls: tuple[PendingRoll, ...]
    events: tuple[Event, ...]


def rolls_of(event: Event) -> tuple[Roll, ...]:
    """The dice an event carries."""
    rolls: tuple[Roll, ...] = getattr(event, "rolls", ())
    single: Roll | None = getattr(event, "roll", None)
    return rolls if single is None else (*rolls, single)


def resolve_season(
    world: World, state: State, orders: SeasonOrders, rulebook: Rulebook, seed: str
) -> Resolution | Waiting:
    """Resolve the season `state` stands before (chapters 2 to 10).

    The same arguments always give the same result; nothing is read from or written to anywhere else.
    Raises ValueError if the campaign is over (9.4).
    """
    if state.over:
        raise ValueError("the campaign is over")
    dice = Dice(
        state.year,
        state.season,
        seed if rulebook.dice is DiceMode.SEEDED else None,
        orders.dice,
        orders.public_draw,
    )
    turn = Turn(world, state, orders, rulebook, dice, WorkingState(state))
    events: list[Event] = []
    for phase in PHASES if state.season.has_moves else FALL_PHASES:
        for event in phase(turn):
            turn.now.apply(event)
            events.append(event)
        if turn.waits:
            return Waiting(tuple(turn.pending_battles), tuple(dice.pending), tuple(events))
    return _close(turn, events)


def _close(turn: Turn, events: list[Event]) -> Resolution:
    """Turn the calendar (1.2, 9.4)."""
    year, season = turn.start.year, turn.start.season
    last_year = turn.rulebook.last_year
    next_year = year + 1 if season is Season.FALL else year
    over = season is Season.FALL and last_year is not None and year >= last_year
    after = turn.now.freeze(next_year, season.following, over=over)
    events.append(
        SeasonEnded(year, season, next_year, season.following, clause="9.4" if season is Season.FALL else "1.2")
    )
    if over:
        events.append(CampaignEnded(year, final_ranking(after.holdings, turn.now.lands)))
    return Resolution(tuple(events), after, turn.orders)

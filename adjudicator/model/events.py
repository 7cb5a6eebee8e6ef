"""What happened, in the past tense: one frozen type for each thing a season can bring about.

An event names its clause and carries what it changed. `changes` spells that out in seven kinds of elementary change;
the next state, the treasury ledger and the army ledger are all made from them, and nothing else alters a state.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import NamedTuple

from adjudicator.model.campaign import Season, Standing, Terrain
from adjudicator.model.dice import Modifier, Roll, RollKey
from adjudicator.model.frozen import frozen
from adjudicator.model.orders import Order, SubmittedOrder

# --- elementary changes -------------------------------------------------------------------------------------------


class ArmyChanged(NamedTuple):
    """AP gained (positive) or lost (negative) by a nation's army."""

    nation: str
    ap: int


class GoldChanged(NamedTuple):
    """Gold gained or spent by a nation's treasury."""

    nation: str
    gold: int


class VpChanged(NamedTuple):
    """VP gained by a nation."""

    nation: str
    vp: int


class OwnerChanged(NamedTuple):
    """A territory has a new owner."""

    territory: str
    owner: str | None


class ArmyPlaced(NamedTuple):
    """Where a nation's army stands now; None is nowhere."""

    nation: str
    territory: str | None


class SiegeCounted(NamedTuple):
    """How many siege rolls the nation's present siege has seen (0: it keeps none) and where the siege began from."""

    nation: str
    seasons: int
    came_from: str | None


class StandingChanged(NamedTuple):
    """Whether a nation still plays (1.5)."""

    nation: str
    standing: Standing


Change = ArmyChanged | GoldChanged | VpChanged | OwnerChanged | ArmyPlaced | SiegeCounted | StandingChanged


# --- reasons ------------------------------------------------------------------------------------------------------


class Refusal(Enum):
    """Why an order, or something asked for with it, was refused. The value is its name in templates."""

    NO_FROM = "no from"
    NO_TARGET = "no target"
    UNKNOWN_FROM = "unknown from"
    UNKNOWN_TARGET = "unknown target"
    FROM_NOT_FRIENDLY = "from not friendly"
    TARGET_FRIENDLY = "target friendly"
    NOT_ADJACENT = "not adjacent"
    INDEPENDENT = "independent cannot be raided"
    NOT_BESIEGING = "not besieging"
    NOT_ENOUGH_GOLD = "not enough gold"
    DISPERSED = "army dispersed"
    FULL_STRENGTH = "at full strength"
    BESIEGING = "besieging army"
    WRONG_ORDER = "not with this order"


class Basis(Enum):
    """How an accepted order came about."""

    ORDERED = "ordered"
    SILENT = "silent"
    OWN_SIEGE = "own siege"


class BattleDecision(Enum):
    """How a battle was decided, as the `Battles` sheet says it (6.7)."""

    TABLE = "table"
    DICE = "dice"


class ConquestBy(Enum):
    """How a territory was taken: in battle (6.3) or by siege (8.2)."""

    BATTLE = "battle"
    SIEGE = "siege"


class RaidBlock(Enum):
    """Why a raid was blocked: by an idle defender (7.2) or by the invasion coming the other way (7.3)."""

    DEFENDER = "defender"
    INVASION = "invasion"


class TurnedBackBy(Enum):
    """Why an army before a city was turned back: it lost the contest, another besieged already (8.5), or the area had
    fallen (8.6).
    """

    CONTEST = "contest"
    BESIEGER = "besieger"
    CONQUEST = "conquest"


class WithdrawalCause(Enum):
    """Why an army withdrew."""

    BEATEN_ATTACKER = "beaten attacker"
    DRAWN_ATTACKER = "drawn attacker"
    BEATEN_DEFENDER = "beaten defender"
    TURNED_BACK = "turned back"
    FALL = "fall"
    NOT_FRIENDLY = "area not friendly"


# --- events -------------------------------------------------------------------------------------------------------


@frozen
class Event:
    """Something that happened. `clause` is the clause of the rules that it carries out."""

    clause: str = field(default="", kw_only=True)

    def changes(self) -> tuple[Change, ...]:
        """The elementary changes this event made to the state, in order; empty where it made none."""
        return ()


@frozen
class OrderAccepted(Event):
    """An order stands: as given (2.1), as the default of a silent nation (2.3), or as Siege for an Offensive on the
    own siege (2.4).
    """

    nation: str
    order: Order
    basis: Basis
    clause: str = field(default="2.1", kw_only=True)


@frozen
class OrderRefused(Event):
    """An order could not be carried out and was read as Defend (2.2, 1.4, 3.4)."""

    nation: str
    submitted: SubmittedOrder
    reason: Refusal
    clause: str = field(default="2.2", kw_only=True)


@frozen
class OrderIgnored(Event):
    """An eliminated nation's order was ignored (1.5)."""

    nation: str
    clause: str = field(default="1.5", kw_only=True)


@frozen
class ArmyRebuilt(Event):
    """The army returned to full strength for gold (3.1)."""

    clause: str = field(default="3.1", kw_only=True)
    nation: str
    ap: int
    gold: int

    def changes(self) -> tuple[Change, ...]:
        """AP gained and gold spent."""
        return (ArmyChanged(self.nation, self.ap), GoldChanged(self.nation, -self.gold))


@frozen
class RebuildRefused(Event):
    """A rebuild was asked for in vain: besieging or at full strength (3.1), or no gold (3.4)."""

    nation: str
    reason: Refusal
    clause: str = field(default="3.1", kw_only=True)


@frozen
class OffensivePaid(Event):
    """The gold for an offensive was spent (3.2)."""

    clause: str = field(default="3.2", kw_only=True)
    nation: str
    gold: int

    def changes(self) -> tuple[Change, ...]:
        """Gold spent."""
        return (GoldChanged(self.nation, -self.gold),)


@frozen
class SiegeGoldPaid(Event):
    """Siege gold was spent (3.3)."""

    clause: str = field(default="3.3", kw_only=True)
    nation: str
    gold: int

    def changes(self) -> tuple[Change, ...]:
        """Gold spent."""
        return (GoldChanged(self.nation, -self.gold),)


@frozen
class SiegeGoldRefused(Event):
    """Siege gold was asked for in vain: not with this order (3.3), or no gold (3.4)."""

    nation: str
    reason: Refusal
    clause: str = field(default="3.3", kw_only=True)


@frozen
class SiegeLifted(Event):
    """A besieging army left its siege, and its count was lost (3.5)."""

    clause: str = field(default="3.5", kw_only=True)
    nation: str
    territory: str
    owner: str | None
    seasons: int
    to: str | None

    def changes(self) -> tuple[Change, ...]:
        """The siege ends and the army stands where it came from."""
        return (SiegeCounted(self.nation, 0, None), ArmyPlaced(self.nation, self.to))


@frozen
class InitiativeWon(Event):
    """Two armies invaded each other;

    `winner` attacks, `loser` reverts to Defend (4.1). Rolls of all attempts, both sides.
    """

    clause: str = field(default="4.1", kw_only=True)
    winner: str
    loser: str
    rolls: tuple[Roll, ...]


@frozen
class OrderReverted(Event):
    """An invasion reverted to Defend; what was paid for it and for siege gold came back (4.2)."""

    clause: str = field(default="4.2", kw_only=True)
    nation: str
    enemy: str
    order: Order
    gold: int

    def changes(self) -> tuple[Change, ...]:
        """Gold returned."""
        return (GoldChanged(self.nation, self.gold),) if self.gold else ()


@frozen
class InvasionMarched(Event):
    """An army marched on its target; `ap` is what the terrains in `hard` cost it (4.3)."""

    clause: str = field(default="4.3", kw_only=True)
    nation: str
    origin: str
    target: str
    owner: str | None
    terrains: frozenset[Terrain]
    hard: frozenset[Terrain]
    ap: int

    def changes(self) -> tuple[Change, ...]:
        """AP lost to terrain."""
        return (ArmyChanged(self.nation, -self.ap),) if self.ap else ()


@frozen
class ArmyLostOnMarch(Event):
    """The march left the army at 0 AP; its offensive ended (4.4)."""

    clause: str = field(default="4.4", kw_only=True)
    nation: str
    origin: str
    target: str
    owner: str | None

    def changes(self) -> tuple[Change, ...]:
        """What is left of the army stands where it came from (10)."""
        return (ArmyPlaced(self.nation, self.origin),)


@frozen
class EnemyIntercepted(Event):
    """A defender chose its enemy (5.1).

    `entry` is the intercept-list entry that named it (5.2), or None for the default (5.3).
    """

    nation: str
    enemy: str
    territory: str
    besieger: bool
    entry: str | None
    clause: str = field(default="5.2", kw_only=True)


@frozen
class InterceptionDeclined(Event):
    """A defender with an enemy in its land fought none, by `none` in its list (5.2). `threats`: enemy and area."""

    clause: str = field(default="5.2", kw_only=True)
    nation: str
    threats: tuple[tuple[str, str], ...]


@frozen
class BattleFought(Event):
    """A battle: AP of both before it, AP each lost, VP the winner gained; `winner` is None in a draw (6.2, 6.7, 6.8).

    `relief` tells that the attacker was a besieger fought off by the defender (5.1). Rolls are empty for a tabletop
    game.
    """

    territory: str
    attacker: str
    defender: str
    winner: str | None
    relief: bool
    attacker_ap: int
    defender_ap: int
    attacker_loss: int
    defender_loss: int
    vp: int
    decided_by: BattleDecision
    rolls: tuple[Roll, ...] = ()
    clause: str = field(default="6.2", kw_only=True)

    def changes(self) -> tuple[Change, ...]:
        """Losses of both, the winner's VP; the attacker's siege, if any, is over either way, and a defender that was
        not beaten stands in the area (10).
        """
        made: list[Change] = [
            ArmyChanged(self.attacker, -self.attacker_loss),
            ArmyChanged(self.defender, -self.defender_loss),
        ]
        if self.winner is not None:
            made.append(VpChanged(self.winner, self.vp))
        if self.relief:
            made.append(SiegeCounted(self.attacker, 0, None))
        if self.winner != self.attacker:
            made.append(ArmyPlaced(self.defender, self.territory))
        return tuple(made)


@frozen
class TerritoryConquered(Event):
    """A territory changed hands (6.3, 8.2); the conqueror's army stands in it (10)."""

    nation: str
    territory: str
    previous_owner: str | None
    by: ConquestBy

    def changes(self) -> tuple[Change, ...]:
        """The new owner; his army stands there and besieges nobody."""
        return (
            OwnerChanged(self.territory, self.nation),
            ArmyPlaced(self.nation, self.territory),
            SiegeCounted(self.nation, 0, None),
        )


@frozen
class RaidBlocked(Event):
    """A raid came to nothing before any die was rolled (7.2, 7.3)."""

    nation: str
    origin: str
    target: str
    victim: str
    block: RaidBlock

    def changes(self) -> tuple[Change, ...]:
        """The raider stands where its raid started (10)."""
        return (ArmyPlaced(self.nation, self.origin),)


@frozen
class RaidFailed(Event):
    """A raid's die was too low (7.4)."""

    clause: str = field(default="7.4", kw_only=True)
    nation: str
    origin: str
    target: str
    victim: str
    roll: Roll

    def changes(self) -> tuple[Change, ...]:
        """The raider stands where its raid started (10)."""
        return (ArmyPlaced(self.nation, self.origin),)


@frozen
class PrecedenceRolled(Event):
    """More raids succeeded than the treasury could pay: the raiders in order of precedence (7.5)."""

    clause: str = field(default="7.5", kw_only=True)
    victim: str
    ranking: tuple[str, ...]
    rolls: tuple[Roll, ...]


@frozen
class RaidSucceeded(Event):
    """A raid took `gold` from the victim's treasury (7.4), less than the loot, or none, where the treasury ran out
    (7.5).
    """

    nation: str
    origin: str
    target: str
    victim: str
    gold: int
    roll: Roll
    clause: str = field(default="7.4", kw_only=True)

    def changes(self) -> tuple[Change, ...]:
        """Gold moves from the victim to the raider, who stands where its raid started (10)."""
        if not self.gold:
            return (ArmyPlaced(self.nation, self.origin),)
        return (
            GoldChanged(self.victim, -self.gold),
            GoldChanged(self.nation, self.gold),
            ArmyPlaced(self.nation, self.origin),
        )


@frozen
class SiegeContested(Event):
    """Several invaders came before one area; `winner` besieges it (8.5)."""

    clause: str = field(default="8.5", kw_only=True)
    territory: str
    winner: str
    losers: tuple[str, ...]
    rolls: tuple[Roll, ...]


@frozen
class ArmyTurnedBack(Event):
    """An army could not besiege and turned back (8.5, 8.6).

    `before` is who stood in its way; `besieged` tells that its own siege ended so.
    """

    nation: str
    territory: str
    by: TurnedBackBy
    before: str
    besieged: bool

    def changes(self) -> tuple[Change, ...]:
        """Its siege, if it kept one, is over."""
        return (SiegeCounted(self.nation, 0, None),) if self.besieged else ()


@frozen
class SiegeSucceeded(Event):
    """A siege roll took the city, at a loss of `ap` (8.2, 8.3)."""

    clause: str = field(default="8.2", kw_only=True)
    nation: str
    territory: str
    owner: str | None
    seasons: int
    ap: int
    roll: Roll

    def changes(self) -> tuple[Change, ...]:
        """AP lost; `TerritoryConquered` follows."""
        return (ArmyChanged(self.nation, -self.ap),)


@frozen
class SiegeFailed(Event):
    """A siege roll was too low, at a loss of `ap`; the siege stands and has now lasted `seasons` (8.3, 8.7)."""

    clause: str = field(default="8.7", kw_only=True)
    nation: str
    origin: str | None
    territory: str
    owner: str | None
    seasons: int
    ap: int
    roll: Roll

    def changes(self) -> tuple[Change, ...]:
        """AP lost; the army is in the enemy area and its siege counts one season more."""
        return (
            ArmyChanged(self.nation, -self.ap),
            ArmyPlaced(self.nation, self.territory),
            SiegeCounted(self.nation, self.seasons, self.origin),
        )


@frozen
class SiegeBroken(Event):
    """A failed siege roll left the besieger at 0 AP: the siege ended and the army was dispersed (8.4).

    `to` is where its remnants stand (10), which may be the area itself until `ArmyWithdrew` follows.
    """

    clause: str = field(default="8.4", kw_only=True)
    nation: str
    territory: str
    owner: str | None
    to: str | None

    def changes(self) -> tuple[Change, ...]:
        """The siege is over; where the remnants stand."""
        return (SiegeCounted(self.nation, 0, None), ArmyPlaced(self.nation, self.to))


@frozen
class ArmyWithdrew(Event):
    """An army went from `origin` to the friendly territory `to`, at a cost of `ap` where 6.4 asks for it."""

    nation: str
    origin: str | None
    to: str
    cause: WithdrawalCause
    ap: int

    def changes(self) -> tuple[Change, ...]:
        """Where the army stands, and AP lost to attrition; a siege ends with it."""
        made: list[Change] = [ArmyPlaced(self.nation, self.to), SiegeCounted(self.nation, 0, None)]
        if self.ap:
            made.append(ArmyChanged(self.nation, -self.ap))
        return tuple(made)


@frozen
class ArmyDispersed(Event):
    """No friendly territory was left to withdraw to: the army's last `ap` were lost (6.5, 9.2, 10)."""

    nation: str
    origin: str | None
    ap: int

    def changes(self) -> tuple[Change, ...]:
        """The army is nowhere, at 0 AP; a siege ends with it."""
        made: list[Change] = [ArmyPlaced(self.nation, None), SiegeCounted(self.nation, 0, None)]
        if self.ap:
            made.append(ArmyChanged(self.nation, -self.ap))
        return tuple(made)


@frozen
class NationEliminated(Event):
    """A nation ended the season with no territory and no siege (1.5); `ap` is what its army still had."""

    clause: str = field(default="1.5", kw_only=True)
    nation: str
    ap: int

    def changes(self) -> tuple[Change, ...]:
        """Standing, and an army at 0 AP nowhere."""
        made: list[Change] = [
            StandingChanged(self.nation, Standing.ELIMINATED),
            ArmyPlaced(self.nation, None),
            SiegeCounted(self.nation, 0, None),
        ]
        if self.ap:
            made.append(ArmyChanged(self.nation, -self.ap))
        return tuple(made)


@frozen
class IncomeReceived(Event):
    """Fall's income: gold for `controlled`, VP for `owned` territories (9.1)."""

    clause: str = field(default="9.1", kw_only=True)
    nation: str
    owned: int
    controlled: int
    gold: int
    vp: int

    def changes(self) -> tuple[Change, ...]:
        """Gold and VP gained."""
        return (GoldChanged(self.nation, self.gold), VpChanged(self.nation, self.vp))


@frozen
class MonumentsBuilt(Event):
    """Gold became VP (9.3). `asked` is the gold ordered, `gold` what was spent, lower where it had to be."""

    clause: str = field(default="9.3", kw_only=True)
    nation: str
    asked: int
    gold: int
    vp: int

    def changes(self) -> tuple[Change, ...]:
        """Gold spent and VP gained; nothing where nothing could be bought."""
        if not self.gold:
            return ()
        return (GoldChanged(self.nation, -self.gold), VpChanged(self.nation, self.vp))


@frozen
class SeasonEnded(Event):
    """The season is over and the next one named begins (1.2, 9.4)."""

    clause: str = field(default="1.2", kw_only=True)
    year: int
    season: Season
    next_year: int
    next_season: Season


@frozen
class CampaignEnded(Event):
    """The last year's fall is done: the final ranking by VP, then territories, then gold (9.4)."""

    clause: str = field(default="9.4", kw_only=True)
    year: int
    ranking: tuple[str, ...]


# --- the outcome of a season --------------------------------------------------------------------------------------


@frozen
class PendingBattle:
    """A battle that waits for the table: AP of both before it (6.7)."""

    territory: str
    attacker: str
    attacker_ap: int
    defender: str
    defender_ap: int
    origin: str | None
    relief: bool
    terrains: frozenset[Terrain] = frozenset()


@frozen
class PendingRoll:
    """A die that waits for the GM (11.4): its key, what will be added to it, and what it needs."""

    key: RollKey
    modifiers: tuple[Modifier, ...]
    needed: int | None

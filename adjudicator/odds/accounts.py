"""What each kind of order cost and what it brought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from adjudicator.model import events as happened
from adjudicator.model.events import Event
from adjudicator.model.orders import Defend, KeepSiege, Offensive, Order, Raid
from adjudicator.rules.season import Resolution


class Deed(Enum):
    """What gold and seasons are spent on."""

    OFFENSIVE = "offensive"
    SIEGE = "siege"
    RAID = "raid"
    DEFEND = "defend"
    REBUILD = "rebuild"
    MONUMENTS = "monuments"


@dataclass(slots=True)
class Account:
    """What one kind of order cost and brought, over all campaigns.

    An offensive that reverted to Defend (4.2) counts as Defend; its siege gold is an offensive's or siege's own.
    `gold_taken` is raiders' loot less what was lost to raids; `vp` are for battles, and monuments; territories are
    counted in the season in which they change hands; `ap_lost` is what battles, sieges, marches and withdrawals cost.
    """

    given: int = 0
    gold_spent: int = 0
    gold_taken: int = 0
    vp: int = 0
    territories_won: int = 0
    territories_lost: int = 0
    ap_lost: int = 0

    def merge(self, other: Account) -> None:
        """Add another account of the same kind of order."""
        self.given += other.given
        self.gold_spent += other.gold_spent
        self.gold_taken += other.gold_taken
        self.vp += other.vp
        self.territories_won += other.territories_won
        self.territories_lost += other.territories_lost
        self.ap_lost += other.ap_lost


_DEED_OF: dict[type[Order], Deed] = {
    Offensive: Deed.OFFENSIVE,
    KeepSiege: Deed.SIEGE,
    Raid: Deed.RAID,
    Defend: Deed.DEFEND,
}


def enter_season(accounts: dict[Deed, Account], outcome: Resolution) -> None:
    """Enter everything that one season cost and brought under what each nation did in it."""
    season = _SeasonAccounts({deed: accounts.setdefault(deed, Account()) for deed in Deed}, outcome)
    for event in outcome.events:
        enter = _ENTERED_BY.get(type(event))
        if enter is not None:
            enter(season, event)


class _SeasonAccounts:
    """The account that each nation's doings of one season go to."""

    def __init__(self, accounts: dict[Deed, Account], outcome: Resolution) -> None:
        self._accounts = accounts
        self._deeds = {nation: _DEED_OF[type(order)] for nation, order in outcome.orders.items()}
        for deed in self._deeds.values():
            accounts[deed].given += 1

    def of(self, nation: str) -> Account:
        """The account of what the nation was ordered; in fall, when nothing is, one that is thrown away."""
        deed = self._deeds.get(nation)
        return Account() if deed is None else self._accounts[deed]

    def move_paid(self, event: Event) -> None:
        """Gold for an offensive or a siege (3.2, 3.3), or its return (4.2)."""
        if isinstance(event, happened.OffensivePaid | happened.SiegeGoldPaid):
            self.of(event.nation).gold_spent += event.gold
        elif isinstance(event, happened.OrderReverted):
            self.of(event.nation).gold_spent -= event.gold

    def bought(self, event: Event) -> None:
        """Rebuilds (3.1) and monuments (9.3)."""
        if isinstance(event, happened.ArmyRebuilt):
            account = self._accounts[Deed.REBUILD]
            account.given += 1
            account.gold_spent += event.gold
        elif isinstance(event, happened.MonumentsBuilt) and event.gold:
            account = self._accounts[Deed.MONUMENTS]
            account.given += 1
            account.gold_spent += event.gold
            account.vp += event.vp

    def raided(self, event: Event) -> None:
        """Loot (7.4)."""
        if isinstance(event, happened.RaidSucceeded):
            self.of(event.nation).gold_taken += event.gold
            self.of(event.victim).gold_taken -= event.gold

    def fought(self, event: Event) -> None:
        """Losses and VP of a battle (6.2)."""
        if isinstance(event, happened.BattleFought):
            self.of(event.attacker).ap_lost += event.attacker_loss
            self.of(event.defender).ap_lost += event.defender_loss
            if event.winner is not None:
                self.of(event.winner).vp += event.vp

    def conquered(self, event: Event) -> None:
        """A territory won and lost (6.3, 8.2)."""
        if isinstance(event, happened.TerritoryConquered):
            self.of(event.nation).territories_won += 1
            if event.previous_owner is not None:
                self.of(event.previous_owner).territories_lost += 1

    def worn(self, event: Event) -> None:
        """AP lost on the march (4.3), before walls (8.3), and on the way home (6.4, 6.5)."""
        match event:
            case (
                happened.InvasionMarched(nation=nation, ap=ap)
                | happened.SiegeSucceeded(nation=nation, ap=ap)
                | happened.SiegeFailed(nation=nation, ap=ap)
                | happened.ArmyWithdrew(nation=nation, ap=ap)
                | happened.ArmyDispersed(nation=nation, ap=ap)
            ):
                self.of(nation).ap_lost += ap
            case _:
                return


_ENTERED_BY: dict[type[Event], Callable[[_SeasonAccounts, Event], None]] = {
    happened.OffensivePaid: _SeasonAccounts.move_paid,
    happened.SiegeGoldPaid: _SeasonAccounts.move_paid,
    happened.OrderReverted: _SeasonAccounts.move_paid,
    happened.ArmyRebuilt: _SeasonAccounts.bought,
    happened.MonumentsBuilt: _SeasonAccounts.bought,
    happened.RaidSucceeded: _SeasonAccounts.raided,
    happened.BattleFought: _SeasonAccounts.fought,
    happened.TerritoryConquered: _SeasonAccounts.conquered,
    happened.InvasionMarched: _SeasonAccounts.worn,
    happened.SiegeSucceeded: _SeasonAccounts.worn,
    happened.SiegeFailed: _SeasonAccounts.worn,
    happened.ArmyWithdrew: _SeasonAccounts.worn,
    happened.ArmyDispersed: _SeasonAccounts.worn,
}

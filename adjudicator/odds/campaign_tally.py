"""What imagined campaigns are counted as. Whole numbers only, so that it matters to no count who counted first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from adjudicator.odds.accounts import Account, Deed
from adjudicator.odds.season_tally import SiegeEnd
from adjudicator.odds.situation import StrategyName


class Seat(NamedTuple):
    """Who played: the nation, whose starting place it had, and how it played."""

    nation: str
    place: str
    strategy: StrategyName


@dataclass(slots=True)
class CampaignTally:
    """Counts over many campaigns under one rulebook.

    `played` counts seats; `firsts` by seat and by how many share the first place; `vp` and `territories` by seat's
    nation and place, and year, and value, at the end of the year; `eliminated` by nation, place and year; `sieges` by
    rolls made and how they ended.
    """

    campaigns: int = 0
    played: dict[Seat, int] = field(default_factory=dict)
    firsts: dict[tuple[Seat, int], int] = field(default_factory=dict)
    vp: dict[tuple[str, str, int, int], int] = field(default_factory=dict)
    territories: dict[tuple[str, str, int, int], int] = field(default_factory=dict)
    eliminated: dict[tuple[str, str, int], int] = field(default_factory=dict)
    sieges: dict[tuple[int, SiegeEnd], int] = field(default_factory=dict)
    accounts: dict[Deed, Account] = field(default_factory=dict)

    def merge(self, other: CampaignTally) -> None:
        """Count what another tally counted."""
        self.campaigns += other.campaigns
        merge_counts(self.played, other.played)
        merge_counts(self.firsts, other.firsts)
        merge_counts(self.vp, other.vp)
        merge_counts(self.territories, other.territories)
        merge_counts(self.eliminated, other.eliminated)
        merge_counts(self.sieges, other.sieges)
        for kind, account in other.accounts.items():
            self.accounts.setdefault(kind, Account()).merge(account)


@dataclass(slots=True)
class PairedTally:
    """The same campaigns under two rulebooks, run by run, so that the luck they share cancels out.

    `firsts` counts, by nation and place, how many shared the first place with it under the one and under the other
    rulebook, 0 where it was not first; `vp` holds, by nation and place, how many campaigns, and the sums of the
    difference in VP (other less one) and of its square.
    """

    firsts: dict[tuple[str, str, int, int], int] = field(default_factory=dict)
    vp: dict[tuple[str, str], tuple[int, int, int]] = field(default_factory=dict)

    def add_vp(self, nation: str, place: str, difference: int) -> None:
        """Count one campaign's difference."""
        campaigns, total, squares = self.vp.get((nation, place), (0, 0, 0))
        self.vp[nation, place] = (campaigns + 1, total + difference, squares + difference * difference)

    def merge(self, other: PairedTally) -> None:
        """Count what another tally counted."""
        merge_counts(self.firsts, other.firsts)
        for key, (campaigns, total, squares) in other.vp.items():
            own = self.vp.get(key, (0, 0, 0))
            self.vp[key] = (own[0] + campaigns, own[1] + total, own[2] + squares)


Key = TypeVar("Key")


def count(counts: dict[Key, int], key: Key, by: int = 1) -> None:
    """Count one more, or several."""
    counts[key] = counts.get(key, 0) + by


def merge_counts(counts: dict[Key, int], others: dict[Key, int]) -> None:
    """Count all that was counted elsewhere."""
    for key, by in others.items():
        counts[key] = counts.get(key, 0) + by

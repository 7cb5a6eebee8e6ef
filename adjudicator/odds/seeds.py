"""Dice for seasons that are only imagined.

They come from the same code as the campaign's (chapter 11), but from seeds that are digests of the simulation seed: no
simulation seed, not even the campaign's own, gives the dice that the season will see. The campaign's seed never comes
into this room. What strategies leave to chance is drawn from a third domain, so that it has nothing to do with dice.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

_DICE_DOMAIN = "adjudicator simulated dice"
_LOTS_DOMAIN = "adjudicator simulated players"
_WORD = 1 << 64

Item = TypeVar("Item")


def dice_seed(sim_seed: str, run: int) -> str:
    """The seed that `resolve_season` is given in one imagined run, 64 hexadecimal digits.

    Runs count from 0. Since every roll has its own key (11.1), the same run under other orders or another rule sees the
    same die wherever the same roll is made.
    """
    return _digest(_DICE_DOMAIN, sim_seed, run).hex()


def _digest(domain: str, sim_seed: str, run: int) -> bytes:
    return hashlib.sha256(f"{domain}|{run}|{sim_seed}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Lots:
    """What one player of one run leaves to chance at one moment; `moment` names both, as a roll's key does.

    The same label at the same moment always draws the same lot.
    """

    secret: bytes
    moment: str

    def pick(self, label: str, options: Sequence[Item]) -> Item:
        """One of the options, each as likely as another. Raises ValueError where there is none."""
        if not options:
            raise ValueError("there is nothing to choose from")
        return options[0] if len(options) == 1 else options[self.number(label, len(options))]

    def number(self, label: str, below: int) -> int:
        """A whole number from 0 up to, and without, `below`; each as likely as another."""
        fair = _WORD - _WORD % below
        message = f"{self.moment}|{label}"
        while True:
            drawn = int.from_bytes(hmac.digest(self.secret, message.encode(), "sha256")[:8])
            if drawn < fair:
                return drawn % below
            message += "|again"

    def at(self, moment: str) -> Lots:
        """The same player's lots at another moment."""
        return Lots(self.secret, moment)


def lots_of(sim_seed: str, run: int) -> Lots:
    """The lots of all players of one run; each moment has to be named before any is drawn."""
    return Lots(_digest(_LOTS_DOMAIN, sim_seed, run), "")

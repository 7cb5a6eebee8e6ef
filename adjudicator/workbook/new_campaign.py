"""What a new campaign workbook is filled with."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.model.campaign import Season, State, Status, World
from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.model.records import Dispatch, Publicity
from adjudicator.model.rulebook import Rulebook

DEFAULT_TITLE = "A new campaign"
FIRST_YEAR = 1
_SEED_BYTES = 16


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """The content of a new workbook, its seed apart.

    `state` says when it begins and how things stand then. `orders` and `monuments` are the first year's, by season;
    each order sheet has a row for every active nation, those without an order included. `rulebook` settings that
    differ from the default are entered on the `Rules` sheet.
    """

    title: str
    world: World
    state: State
    rulebook: Rulebook = field(default_factory=Rulebook)
    orders: Mapping[Season, tuple[SubmittedOrder, ...]] = field(default_factory=dict)
    monuments: tuple[MonumentsOrder, ...] = ()
    publicity: Publicity = field(default_factory=Publicity)
    orders_due: str = ""
    silent_allowed: int | None = None
    paper: str = "A4"
    language: str = "en"
    map_picture: str = ""
    dispatches: tuple[Dispatch, ...] = ()

    @property
    def status(self) -> Status:
        """What the campaign waits for when it begins."""
        return Status.OVER if self.state.over else Status.ORDERS


def empty_campaign(title: str = DEFAULT_TITLE, year: int = FIRST_YEAR) -> NewCampaign:
    """A campaign without nations or territories, to be filled in by the GM; it begins with the winter of `year`."""
    return NewCampaign(title, World((), (), ()), State(year, Season.WINTER, {}, {}))


def new_seed() -> str:
    """A secret that nobody can guess (11.2), 32 hexadecimal digits."""
    return secrets.token_hex(_SEED_BYTES)

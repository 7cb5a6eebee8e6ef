"""An order form as it goes out: what one player may choose from, what he knows already, and what proves it is his.

The labels are the interface: they stand beside the answers in the spreadsheet and name the fields of the PDF, and are
what a returned form is read by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CAMPAIGN: Final = "Campaign"
SEASON: Final = "Season"
NATION: Final = "Nation"
CODE: Final = "Code"
PROOFS: Final = (CAMPAIGN, SEASON, NATION, CODE)
"""The labels of what a form says of itself."""

ORDER: Final = "Order"
FROM: Final = "From"
TARGET: Final = "Target"
REBUILD: Final = "Rebuild"
SIEGE_GOLD: Final = "Siege gold"
INTERCEPTS: Final = ("Intercept 1", "Intercept 2", "Intercept 3", "Intercept 4")
MONUMENTS: Final = "Monuments"
MOVE_QUESTIONS: Final = (ORDER, FROM, TARGET, REBUILD, SIEGE_GOLD, *INTERCEPTS)
QUESTIONS: Final = (*MOVE_QUESTIONS, MONUMENTS)
"""The labels of everything that a form may ask."""

CHOICE_MARK: Final = " · "
"""What stands between a target's name and what is told of it in the list to choose from."""


@dataclass(frozen=True, slots=True)
class Question:
    """One answer to be given: its label, what the list offers, and a hint of a few words."""

    label: str
    choices: tuple[str, ...]
    hint: str


@dataclass(frozen=True, slots=True)
class OrderForm:
    """One nation's form for one season.

    `season` is like `winter 1071`, `code` proves campaign, season and nation. `known` are label and text of what the
    player knows of his own affairs; `reach` are the rows of the table of targets: from, target, owner, the way, what
    the march costs. `purpose` is the document's title.
    """

    campaign: str
    season: str
    nation: str
    code: str
    purpose: str
    heading: str
    instruction: str
    returning: str
    known_title: str
    known: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]
    reach_title: str
    reach_headers: tuple[str, ...]
    reach: tuple[tuple[str, ...], ...]

    @property
    def proofs(self) -> tuple[tuple[str, str], ...]:
        """Label and text of what the form says of itself."""
        return tuple(zip(PROOFS, (self.campaign, self.season, self.nation, self.code), strict=True))

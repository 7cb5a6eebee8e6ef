"""What a command cannot do as it was asked, said in a sentence."""

from __future__ import annotations


class NotPossibleError(Exception):
    """The command cannot be carried out as it was asked; the message is a sentence for the GM, and nothing was done."""


class CampaignOverError(NotPossibleError):
    """There is no season to resolve (9.4)."""

    def __init__(self) -> None:
        super().__init__(
            "The campaign is over; there is no season to resolve. To play on, raise last_year on the Rules sheet and "
            "set Status on the Campaign sheet to orders."
        )

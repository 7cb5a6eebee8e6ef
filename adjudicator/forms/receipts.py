"""What is told each player of what he sent: a text for each, that holds nothing of anybody else's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.forms.form_code import spoken_season
from adjudicator.forms.text_orders import example_line
from adjudicator.model.book import Book
from adjudicator.newsletter.filenames import edition_stems
from adjudicator.newsletter.fill import fill_template

_TEMPLATE = "mail/receipt.txt"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a nation's orders: `reads` is empty where none was accepted; `refusals` are why and a line."""

    nation: str
    reads: str = ""
    line: str = ""
    warnings: tuple[str, ...] = ()
    refusals: tuple[tuple[str, str], ...] = ()

    def with_refusal(self, why: str, nearest: str) -> Receipt:
        """The receipt with one more that was refused; the same twice is told once."""
        return replace(self, refusals=tuple(dict.fromkeys((*self.refusals, (why, nearest)))))


def receipt_texts(book: Book, receipts: tuple[Receipt, ...], templates: Path | None) -> Mapping[str, str]:
    """The texts by file name. Raises `TemplateFault`."""
    stems = edition_stems(book.world.nation)
    texts = {}
    for receipt in receipts:
        player = book.world.nation[receipt.nation].player
        active = book.state.holdings[receipt.nation].standing.value == "active"
        text = fill_template(
            _TEMPLATE,
            templates,
            book.language,
            campaign=book.title,
            season=spoken_season(book),
            player=player,
            receipt=receipt,
            example=example_line(book, receipt.nation) if active else "",
            due=book.orders_due,
        )
        texts[f"{stems[receipt.nation]}.txt"] = text.strip() + "\n"
    return texts

"""Battle sheets for the table: a page for each game to be played, to be signed by both and sent back to the GM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.model.campaign import Season, Terrain
from adjudicator.newsletter.palette import Livery
from adjudicator.newsletter.render import Renderer

_PAGE = "battles/sheets.html.jinja"
_STYLE = "battles/sheets.css"


@dataclass(frozen=True, slots=True)
class BattleSide:
    """One of the two who fight: `ap` is the army before the battle, after any march (4.3), `player` may be empty."""

    nation: str
    player: str
    ap: int
    ag: int


@dataclass(frozen=True, slots=True)
class BattleStakes:
    """What the battle costs and brings (6.2, 6.8): AP and VP."""

    winner_loss: int
    loser_loss: int
    vp: int


@dataclass(frozen=True, slots=True)
class BattleSheet:
    """A game of the season: who attacks whom, where, out of which land, over what.

    `relief` is a besieger fought by the defender who comes to the relief (5.1); else the attacker invades. `owner` is
    who holds the area, None where nobody does. `terrains` were crossed by an invader; `march_loss` is what that cost
    him, in AP, and is taken off `attacker.ap` already (4.3).
    """

    number: int
    year: int
    season: Season
    territory: str
    owner: str | None
    attacker: BattleSide
    defender: BattleSide
    origin: str | None
    relief: bool
    terrains: tuple[Terrain, ...]
    march_loss: int
    stakes: BattleStakes


@dataclass(frozen=True, slots=True)
class BattlePages:
    """What the pages share: the campaign's title, when orders or results are due (may be empty), paper, language."""

    title: str
    due: str
    paper: str
    language: str
    liveries: dict[str, Livery]
    templates: Path | None = None


def print_battle_sheets(sheets: Sequence[BattleSheet], pages: BattlePages) -> bytes:
    """The sheets as one tagged PDF, a page each. Raises `PdfUnavailable`, `TemplateFault`, `UnknownLanguageError`."""
    from adjudicator.newsletter.pdf import typeset

    renderer = Renderer(pages.templates, pages.language)
    paper = f"style/paper-{pages.paper.lower()}.css"
    styles = tuple(renderer.file(name) for name in ("style/type.css", _STYLE, paper))
    return typeset(battle_pages(sheets, pages), styles, {})


def battle_pages(sheets: Sequence[BattleSheet], pages: BattlePages) -> str:
    """The sheets as HTML. Raises `TemplateFault`, `UnknownLanguageError`."""
    return Renderer(pages.templates, pages.language).fill(_PAGE, sheets=sheets, pages=pages)

"""`battles`: the games a season waits for, or would be decided by, with all that the table needs (6.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from adjudicator.archive.places import locate, read_workbook
from adjudicator.archive.recovery import check_unfinished
from adjudicator.model.book import Book
from adjudicator.model.campaign import Season, Terrain
from adjudicator.model.events import Event, InvasionMarched, PendingBattle, PendingRoll
from adjudicator.model.orders import BattleWord
from adjudicator.model.problems import Problem
from adjudicator.model.rulebook import BattleMode
from adjudicator.newsletter.battle_sheets import BattlePages, BattleSheet, BattleSide, BattleStakes
from adjudicator.rules.season import Waiting, resolve_season
from adjudicator.season_run import judge_season, templates_beside


class Play(Enum):
    """How a battle stands: the value is how it is told."""

    WAITS = "to be played"
    ENTERED = "winner entered"
    DRAWN = "draw entered"
    DICED = "to be diced"


@dataclass(frozen=True, slots=True)
class Game:
    """A battle of the season, and how it stands; `winner` is set where the GM has entered a nation."""

    sheet: BattleSheet
    play: Play
    winner: str | None


@dataclass(frozen=True, slots=True)
class SeasonBattles:
    """All battles of the season at hand. With errors in the workbook there is nothing but `problems`.

    `rolls` are dice that must be rolled by hand before it is known who fights (11.4).
    """

    year: int
    season: Season
    games: tuple[Game, ...]
    rolls: tuple[PendingRoll, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    book: Book | None

    @property
    def waiting(self) -> tuple[Game, ...]:
        """The games still to be played."""
        return tuple(game for game in self.games if game.play is Play.WAITS)


def find_battles(workbook: Path, archive: Path | None = None) -> SeasonBattles:
    """The battles of the season at hand, also those that would be diced; nothing is written.

    Raises `WorkbookUnavailable`, `PackageRefused`, `CampaignOverError`.
    """
    places = locate(workbook, archive)
    notes = check_unfinished(places)
    judged = judge_season(places, read_workbook(places).content, no_orders=True)
    book = judged.reading.book
    if book is None:
        return SeasonBattles(0, Season.WINTER, (), (), judged.problems, notes, None)
    # Battles are all there is to wait for when each is played at the table and none has been entered.
    played = replace(book.rulebook, battles=BattleMode.TABLE)
    outcome = resolve_season(book.world, book.state, replace(book.orders, battles={}), played, book.seed)
    games: tuple[Game, ...] = ()
    rolls: tuple[PendingRoll, ...] = ()
    if isinstance(outcome, Waiting):
        games = tuple(_games(book, outcome))
        rolls = outcome.rolls if not outcome.battles else ()
    return SeasonBattles(book.state.year, book.state.season, games, rolls, (), notes, book)


def print_sheets(found: SeasonBattles, templates: Path | None) -> bytes:
    """Sheets for the games that wait, a page each; for all that are fought where none waits.

    Raises `PdfUnavailable`, `TemplateFault`; `ValueError` where there is no battle at all.
    """
    from adjudicator.newsletter.battle_sheets import print_battle_sheets
    from adjudicator.newsletter.palette import liveries

    if found.book is None or not found.games:
        raise ValueError("there is no battle to print a sheet for")
    book = found.book
    dressed = liveries([(nation.name, nation.colour) for nation in book.world.nations])
    games = found.waiting or found.games
    sheets = [replace(game.sheet, number=number) for number, game in enumerate(games, start=1)]
    return print_battle_sheets(
        sheets, BattlePages(book.title, book.orders_due, book.paper, book.language, dressed, templates)
    )


def templates_of(workbook: Path) -> Path | None:
    """The GM's own templates beside the workbook."""
    return templates_beside(locate(workbook))


def _games(book: Book, outcome: Waiting) -> Iterator[Game]:
    for number, pending in enumerate(outcome.battles, start=1):
        entered = book.orders.battles.get(pending.territory)
        play, winner = _play(entered, book.rulebook.battles)
        yield Game(_sheet(book, outcome.events, pending, number), play, winner)


def _play(entered: str | BattleWord | None, mode: BattleMode) -> tuple[Play, str | None]:
    if entered is BattleWord.DRAW:
        return Play.DRAWN, None
    if entered is BattleWord.DICE:
        return Play.DICED, None
    if entered is not None:
        return Play.ENTERED, entered
    return (Play.WAITS if mode is BattleMode.TABLE else Play.DICED), None


def _sheet(book: Book, events: tuple[Event, ...], pending: PendingBattle, number: int) -> BattleSheet:
    march = next(
        (
            event
            for event in events
            if isinstance(event, InvasionMarched)
            and not pending.relief
            and (event.nation, event.target) == (pending.attacker, pending.territory)
        ),
        None,
    )
    rules = book.rulebook
    return BattleSheet(
        number=number,
        year=book.state.year,
        season=book.state.season,
        territory=pending.territory,
        owner=book.state.owners[pending.territory],
        attacker=_side(book, pending.attacker, pending.attacker_ap),
        defender=_side(book, pending.defender, pending.defender_ap),
        origin=pending.origin,
        relief=pending.relief,
        terrains=tuple(terrain for terrain in Terrain if terrain in pending.terrains),
        march_loss=march.ap if march is not None else 0,
        stakes=BattleStakes(rules.winner_loss, rules.loser_loss, rules.battle_vp),
    )


def _side(book: Book, nation: str, ap: int) -> BattleSide:
    known = book.world.nation[nation]
    return BattleSide(nation, known.player, ap, known.ag)

"""A season to be imagined: everything that decides it but the dice."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.model.book import Book
from adjudicator.model.campaign import State, World
from adjudicator.model.orders import BattleWord, SeasonOrders
from adjudicator.model.rulebook import BattleMode, DiceMode, Rulebook
from adjudicator.rules.season import Resolution, Waiting, resolve_season


@dataclass(frozen=True, slots=True)
class SeasonQuestion:
    """A season as entered, without the campaign's seed: it is what workers are sent.

    The orders keep the dice and the winners that the GM entered, and have no public draw: it serves the real dice only.
    """

    world: World
    state: State
    orders: SeasonOrders
    rulebook: Rulebook


def question_of(book: Book, *, keep_entered: bool = True) -> SeasonQuestion:
    """The season that the book stands before. Battles for the table (6.7) and dice rolled by hand (11.4) are diced.

    What the GM entered stands, since it will stand in the season; without `keep_entered` it is left to the dice too.
    Raises ValueError if the campaign is over (9.4).
    """
    if book.state.over:
        raise ValueError("the campaign is over")
    orders = replace(book.orders, public_draw="")
    if not keep_entered:
        orders = replace(orders, dice={}, battles={})
    return SeasonQuestion(book.world, book.state, orders, all_diced(book.rulebook))


def all_diced(rulebook: Rulebook) -> Rulebook:
    """The rulebook with nothing left to the table: neither battles nor dice."""
    return replace(rulebook, battles=BattleMode.DICE, dice=DiceMode.SEEDED)


def resolve_diced(question: SeasonQuestion, seed: str) -> Resolution:
    """The season under one seed.

    A winner the GM entered may be of another battle than the one that this run brings about there: it is then diced.
    """
    outcome = resolve_season(question.world, question.state, question.orders, question.rulebook, seed)
    while isinstance(outcome, Waiting):
        question = with_battles_diced(question, outcome)
        outcome = resolve_season(question.world, question.state, question.orders, question.rulebook, seed)
    return outcome


def with_battles_diced(question: SeasonQuestion, waiting: Waiting) -> SeasonQuestion:
    """The question with the battles that wait, for want of a winner who took part in them, left to the dice (6.7)."""
    diced = dict.fromkeys((battle.territory for battle in waiting.battles), BattleWord.DICE)
    return replace(question, orders=replace(question.orders, battles={**question.orders.battles, **diced}))

"""What one nation may choose from in the season at hand: its form, and the meaning of what was chosen on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from adjudicator.forms.form_code import form_code, spoken_season
from adjudicator.model.book import Book
from adjudicator.model.campaign import Standing, Terrain
from adjudicator.model.order_form import (
    CHOICE_MARK,
    FROM,
    INTERCEPTS,
    MONUMENTS,
    ORDER,
    REBUILD,
    SIEGE_GOLD,
    TARGET,
    OrderForm,
    Question,
)
from adjudicator.model.orders import OrderKind
from adjudicator.model.view import Outlook, TargetChoice
from adjudicator.newsletter.fill import fill_template
from adjudicator.newsletter.render import TemplateFault
from adjudicator.rules.view import outlook

NONE: Final = "none"
_WORDS: Final = "forms/words.txt"
_MOST_AMOUNTS: Final = 60
"""How many amounts of gold a list offers at most; any other may be typed into a mail."""

Words = Mapping[str, str]


def active_nations(book: Book) -> tuple[str, ...]:
    """The nations that still play, in the order of the `Nations` sheet."""
    return tuple(name for name in book.world.nation if book.state.holdings[name].standing is Standing.ACTIVE)


def prospects(book: Book, nation: str) -> Outlook:
    """What an active nation may do in the season at hand. Raises `ValueError` for one that may do nothing."""
    found = outlook(book, book.state, nation)
    if found is None:
        raise ValueError(f"{nation} has no orders to give")
    return found


def make_form(book: Book, nation: str, templates: Path | None = None) -> OrderForm:
    """The nation's form for the season at hand; it holds what this nation's player may know, and nothing else.

    Raises `TemplateFault`, `UnknownLanguageError`.
    """
    ahead = prospects(book, nation)
    words = _words(book, nation, ahead, templates)
    pairs = (
        *((words["due_label"], words.get("due", "")),),
        (words["army_label"], words["army"]),
        (words["gold_label"], words["gold"]),
        (words["glory_label"], words["glory"]),
        (words["siege_label"], words.get("siege", "")),
        (words["besieged_label"], words.get("besieged", "")),
    )
    return OrderForm(
        campaign=book.title,
        season=spoken_season(book),
        nation=nation,
        code=form_code(book, nation),
        purpose=words["purpose"],
        heading=words["heading"],
        instruction=words["instruction"],
        returning=words["returning"],
        known_title=words["known_title"],
        known=tuple((label, text) for label, text in pairs if text),
        questions=tuple(_questions(book, nation, ahead, words)),
        reach_title=words["reach_title"],
        reach_headers=tuple(words[f"reach_{name}"] for name in ("from", "target", "owner", "way", "cost")),
        reach=tuple(_reach(choice, words) for choice in ahead.targets),
    )


def _words(book: Book, nation: str, ahead: Outlook, templates: Path | None) -> Words:
    state = book.state
    holding = state.holdings[nation]
    lands = state.territories_of(nation)
    text = fill_template(
        _WORDS,
        templates,
        book.language,
        campaign=_on_one_line(book.title),
        season=state.season.value,
        year=state.year,
        nation=_on_one_line(nation),
        outlook=ahead,
        holding=holding,
        lands=lands,
        income=lands * book.rulebook.income_gold,
        besieged=[
            (other.besieges, enemy, other.siege_seasons)
            for enemy, other in state.holdings.items()
            if other.besieges is not None and state.owners[other.besieges] == nation
        ],
        due=_on_one_line(book.orders_due),
        moves=state.season.has_moves,
        can_pay_offensive=holding.gold >= ahead.offensive_cost,
        can_pay_siege_gold=holding.gold >= ahead.siege_gold_cost,
    )
    return _Named(
        (name.strip(), said.strip())
        for name, colon, said in (line.partition(":") for line in text.splitlines())
        if colon
    )


def _on_one_line(text: str) -> str:
    """A cell may hold line breaks, which the file of words uses for its own ends."""
    return " ".join(text.split())


class _Named(dict[str, str]):
    """The words of a form; one that is not there is the template's fault."""

    def __missing__(self, name: str) -> str:
        raise TemplateFault(f"{_WORDS} has no line {name!r}")


def _questions(book: Book, nation: str, ahead: Outlook, words: Words) -> Iterator[Question]:
    if not book.state.season.has_moves:
        most = book.state.holdings[nation].gold + book.state.territories_of(nation) * book.rulebook.income_gold
        amounts = tuple(str(amount) for amount in range(0, most + 1, max(1, ahead.gold_per_vp)))
        yield Question(MONUMENTS, amounts[:_MOST_AMOUNTS], words["hint_monuments"])
        return
    yield Question(ORDER, _orders(ahead), words["hint_order"])
    yield Question(TARGET, tuple(target_label(choice, words) for choice in ahead.targets), words["hint_target"])
    own = tuple(place for place, owner in book.state.owners.items() if owner == nation)
    yield Question(FROM, own, words["hint_from"])
    both, only_no = (words["yes"], words["no"]), (words["no"],)
    yield Question(REBUILD, both if ahead.may_rebuild else only_no, words["hint_rebuild"])
    pays = ahead.gold >= ahead.siege_gold_cost
    yield Question(SIEGE_GOLD, both if pays else only_no, words["hint_siege_gold"])
    enemies = tuple(name for name in active_nations(book) if name != nation)
    entries = tuple(dict.fromkeys((*enemies, *own, NONE)))
    for number, label in enumerate(INTERCEPTS):
        yield Question(label, entries, words["hint_intercept" if number == 0 else "hint_intercept_next"])


def _orders(ahead: Outlook) -> tuple[str, ...]:
    """The orders that can be carried out: paid for, with a target, by an army that stands or can be rebuilt."""
    able = ahead.army_ap > 0 or ahead.may_rebuild
    can = {
        OrderKind.OFFENSIVE: able and bool(ahead.targets) and ahead.gold >= ahead.offensive_cost,
        OrderKind.DEFEND: True,
        OrderKind.SIEGE: ahead.siege is not None and ahead.army_ap > 0,
        OrderKind.RAID: able and any(choice.can_be_raided for choice in ahead.targets),
    }
    return tuple(kind.value for kind, possible in can.items() if possible)


def _way(choice: TargetChoice, words: Words) -> str:
    return ", ".join(words[terrain.value] for terrain in Terrain if terrain in choice.terrains) or words["land"]


def _cost(choice: TargetChoice, words: Words) -> str:
    return words["loss"].format(choice.attrition) if choice.attrition else words["no_loss"]


def target_label(choice: TargetChoice, words: Words) -> str:
    """A target as the list offers it: `Veii · from Roma · no loss`."""
    return CHOICE_MARK.join((choice.target, words["from_place"].format(choice.origin), _cost(choice, words)))


def _reach(choice: TargetChoice, words: Words) -> tuple[str, ...]:
    owner = choice.owner if choice.owner is not None else words["independent"]
    return (choice.origin, choice.target, owner, _way(choice, words), _cost(choice, words))


def target_labels(book: Book, nation: str, templates: Path | None = None) -> Mapping[str, TargetChoice]:
    """What each entry of the target list means."""
    ahead = prospects(book, nation)
    words = _words(book, nation, ahead, templates)
    return {target_label(choice, words): choice for choice in ahead.targets}

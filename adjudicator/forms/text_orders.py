"""Orders in plain words, a line each: `Rome: offensive from Roma to Veii, rebuild, intercept Etruria; none`.

The grammar is strict. A line is understood whole or not at all, and what is not understood comes back with the nearest
line that would be:

    line       nation ":" clause ("," clause)* ["."]
    clause     "offensive from" place "to" place | "raid from" place ("to" | "on") place
               | "siege" ["of" place] | "defend" | "rebuild" | "siege gold" | "intercept" name (";" name)*
               | "monuments" amount ["gold"]                                   (in fall, and nothing else there)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from adjudicator.forms.choices import active_nations, prospects
from adjudicator.model.book import Book
from adjudicator.model.orders import MonumentsOrder, OrderKind, SubmittedOrder
from adjudicator.model.problems import ProblemCode, Severity, found_text
from adjudicator.model.view import TargetChoice
from adjudicator.workbook.names import NameList, name_key, nearest_of, plain
from adjudicator.workbook.read_form import JudgedRow, judge_order, text_cell

LONGEST_LINE: Final = 1_000
_MOST_LINES: Final = 2_000
_MOST_CLAUSES: Final = 12
_MOST_WORDS: Final = 60
_LONGEST_NAME_IN_WORDS: Final = 4
_MOVE: Final = re.compile(r"(offensive|offence|offense|raid) from (.+)\Z", re.IGNORECASE)
_TO: Final = re.compile(r" (?:to|on) ", re.IGNORECASE)
_SIEGE: Final = re.compile(r"(?:keep (?:the |a )?)?siege(?: of (.+))?\Z", re.IGNORECASE)
_DEFEND: Final = re.compile(r"(?:defend|defence|defense)\Z", re.IGNORECASE)
_INTERCEPT: Final = re.compile(r"intercept (.+)\Z", re.IGNORECASE)
_MONUMENTS: Final = re.compile(r"monuments:? (?:for )?([0-9]{1,7})(?: gold)?\Z", re.IGNORECASE)
_GUESSES: Final[Mapping[str, OrderKind]] = {
    **{kind.value.casefold(): kind for kind in OrderKind},
    **dict.fromkeys(("attack", "invade", "invasion", "conquer", "march", "offence", "offense"), OrderKind.OFFENSIVE),
    **dict.fromkeys(("hold", "stand", "guard", "wait", "rest", "defence", "defense"), OrderKind.DEFEND),
    **dict.fromkeys(("besiege", "sieging"), OrderKind.SIEGE),
    **dict.fromkeys(("plunder", "pillage", "loot"), OrderKind.RAID),
}
"""Words that probably mean an order: never taken for it, but the line that is offered begins with it."""
_QUOTATION_MARKS: Final = ('"', "'", "“", "”", "„", "«", "»", "‘", "’")
_UNKNOWN_NAMES: Final = {
    ProblemCode.ORDER_PLACE_UNKNOWN: "no territory",
    ProblemCode.INTERCEPT_UNKNOWN: "neither a nation nor a territory",
}


@dataclass(frozen=True, slots=True)
class TextOrder:
    """A line that was understood."""

    nation: str
    line: str
    judged: JudgedRow


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that was not. `nation` is None where not even that is certain; `nearest` is a line that would be."""

    nation: str | None
    line: str
    why: str
    nearest: str


def order_line(nation: str, order: SubmittedOrder | MonumentsOrder) -> str:
    """An order as a line of this grammar."""
    if isinstance(order, MonumentsOrder):
        return f"{nation}: monuments {order.gold}"
    clauses = []
    match order.kind:
        case OrderKind.OFFENSIVE | OrderKind.RAID:
            clauses.append(f"{order.kind.value.lower()} from {order.origin} to {order.target}")
        case OrderKind.SIEGE:
            clauses.append(f"siege of {order.target}" if order.target else "siege")
        case OrderKind.DEFEND:
            clauses.append("defend")
        case None:
            pass
    clauses.extend(["rebuild"] if order.rebuild else [])
    clauses.extend(["siege gold"] if order.siege_gold else [])
    clauses.extend([f"intercept {'; '.join(order.intercept)}"] if order.intercept else [])
    return f"{nation}: {', '.join(clauses)}"


def example_line(book: Book, nation: str) -> str:
    """A line that this nation could send now."""
    return _nearest(book, nation, "")


def read_text_orders(text: str, book: Book) -> tuple[TextOrder | NotUnderstood, ...]:
    """Every line of a text that is an order, or was meant to be one."""
    nations = NameList(book.world.nation)
    found: list[TextOrder | NotUnderstood] = []
    for line in _lines(text, nations):
        read = _line(line, book, nations)
        if read is not None:
            found.append(read)
    return tuple(found)


def _lines(text: str, nations: NameList) -> Iterator[str]:
    """The lines that count. An order that ends with a comma or semicolon goes on in the next line, as mail programs
    break it; an empty line, or another order, ends it.
    """
    held = ""
    for number, raw in enumerate(text.splitlines()):
        if number >= _MOST_LINES:
            break
        line = plain(raw[: LONGEST_LINE + 1])
        if held and (not line or _addressed(line, nations) is not None):
            yield held
            held = ""
        held = f"{held} {line}".strip()
        goes_on = held.endswith((",", ";")) and len(held) <= LONGEST_LINE and _addressed(held, nations) is not None
        if held and not goes_on:
            yield held
            held = ""
    if held:
        yield held


def _addressed(line: str, nations: NameList) -> tuple[str, str] | None:
    """The nation that a line begins with, and what follows the colon."""
    bare = line.lstrip("*-•# \t")
    for colon in [found.start() for found in re.finditer(":", bare)][:4]:
        nation = nations.find(bare[:colon])
        if nation is not None:
            return nation, bare[colon + 1 :]
    return None


def _line(line: str, book: Book, nations: NameList) -> TextOrder | NotUnderstood | None:
    addressed = _addressed(line, nations)
    if addressed is not None:
        return _order(line, addressed[1], book, addressed[0])
    if line.startswith(_QUOTATION_MARKS):
        return None  # the example of our own letter, or somebody else's words
    head, colon_mark, rest = line.lstrip("*-•# \t").partition(":")
    near = nations.nearest(head) if colon_mark and len(head) <= 60 else ""
    if near and _begins_like_an_order(rest):
        return NotUnderstood(near, line, f'"{head[:60]}" is no nation', _offered(book, near, rest))
    return None


def _begins_like_an_order(rest: str) -> bool:
    words = name_key(rest[:80]).split()
    return bool(words) and (words[0].strip(",.;") in _GUESSES or words[0] == "monuments")


def _order(line: str, rest: str, book: Book, nation: str) -> TextOrder | NotUnderstood:
    if nation not in active_nations(book):
        return NotUnderstood(nation, line, f"{nation} is eliminated and gives no orders", "")
    if len(line) > LONGEST_LINE:
        return NotUnderstood(nation, line[:100] + "…", f"the line is longer than {LONGEST_LINE:,} characters", "")
    said = plain(rest)
    # a full stop ends the line, unless it belongs to a name
    readings = [_judged(text, book, nation) for text in dict.fromkeys((said.rstrip(". "), said))]
    for read in readings:
        if isinstance(read, JudgedRow):
            return TextOrder(nation, line, read)
    return NotUnderstood(nation, line, str(readings[0]), _offered(book, nation, said))


def _judged(said: str, book: Book, nation: str) -> JudgedRow | str:
    """The order that words say, or why they say none."""
    answers = _clauses(said, book)
    if not answers:
        return "the order is not understood"
    judged = judge_order(book, nation, {header: text_cell(text) for header, text in answers.items()})
    for _, problem in judged.problems:
        if problem.code in _UNKNOWN_NAMES:
            return f'"{found_text(problem.found)}" is {_UNKNOWN_NAMES[problem.code]}'
        if problem.severity is Severity.ERROR:
            return problem.message
    return judged


def _clauses(said: str, book: Book) -> dict[str, str] | None:
    """The cells, by header, that the words fill; None where they are not understood whole.

    Names may hold commas, so pieces between commas are joined where that makes a clause of them.
    """
    pieces = said.split(",")
    if len(pieces) > _MOST_CLAUSES:
        return None
    return _fit(pieces, {}, book)


def _fit(pieces: list[str], filled: dict[str, str], book: Book) -> dict[str, str] | None:
    if not pieces:
        return filled
    for taken in range(1, min(len(pieces), 3) + 1):
        clause = plain(",".join(pieces[:taken]))
        cells = _fall_clause(clause) if not book.state.season.has_moves else _clause(clause, book)
        if cells is None or cells.keys() & filled.keys():
            continue
        found = _fit(pieces[taken:], {**filled, **cells}, book)
        if found is not None:
            return found
    return None


def _fall_clause(clause: str) -> dict[str, str] | None:
    monuments = _MONUMENTS.match(clause)
    return None if monuments is None else {"Monuments": monuments[1]}


def _clause(clause: str, book: Book) -> dict[str, str] | None:
    clause = " ".join(clause.split())
    match clause.casefold():
        case "rebuild":
            return {"Rebuild": "yes"}
        case "siege gold":
            return {"Siege gold": "yes"}
    move = _MOVE.match(clause)
    if move is not None:
        way = _way(move[2], book)
        return None if way is None else {"Order": move[1], "From": way[0], "Target": way[1]}
    siege = _SIEGE.match(clause)
    if siege is not None:
        return {"Order": OrderKind.SIEGE.value, **({"Target": siege[1]} if siege[1] else {})}
    if _DEFEND.match(clause):
        return {"Order": OrderKind.DEFEND.value}
    intercept = _INTERCEPT.match(clause)
    return None if intercept is None else {"Intercept": intercept[1]}


def _way(said: str, book: Book) -> tuple[str, str] | None:
    """`Roma to Veii`: where a name holds "to" itself, the reading in which both are places."""
    readings = [(said[: found.start()], said[found.end() :]) for found in _TO.finditer(said)]
    places = NameList(book.state.owners)
    known = [reading for reading in readings if all(place in places for place in reading)]
    return next(iter(known or readings), None)


# --- the nearest line that would be understood ------------------------------------------------------------------------


def _offered(book: Book, nation: str, said: str) -> str:
    return _nearest(book, nation, said[:LONGEST_LINE]) if nation in active_nations(book) else ""


def _nearest(book: Book, nation: str, said: str) -> str:
    """A line of the grammar made of what can be made out in the words, filled up with what is lawful."""
    words = [word for word in re.split(r"[\s,;:.]+", said) if word][:_MOST_WORDS]
    if not book.state.season.has_moves:
        amounts = [word for word in words if word.isdecimal() and len(word) < 8]
        return order_line(nation, MonumentsOrder(nation, int(amounts[0]) if amounts else 2))
    keys = [name_key(word) for word in words]
    head, _, wanted = said.partition("intercept")
    kind = next((_GUESSES[key] for key in keys if key in _GUESSES), None)
    if kind is None:
        near = nearest_of(words[0], _GUESSES) if words else ""
        kind = _GUESSES.get(near, OrderKind.OFFENSIVE if not words else OrderKind.DEFEND)
    choice = _choice(book, nation, kind, head) if kind in (OrderKind.OFFENSIVE, OrderKind.RAID) else None
    if choice is None and kind in (OrderKind.OFFENSIVE, OrderKind.RAID):
        kind = OrderKind.DEFEND
    pairs = list(pairwise(keys))
    order = SubmittedOrder(
        nation,
        kind,
        origin=choice.origin if choice else None,
        target=choice.target if choice else None,
        rebuild=any(nearest_of(key, ("rebuild",)) for key in keys),
        siege_gold=("siege", "gold") in pairs and kind in (OrderKind.OFFENSIVE, OrderKind.SIEGE),
        intercept=tuple(_wanted(book, wanted)),
    )
    return order_line(nation, order)


def _choice(book: Book, nation: str, kind: OrderKind, said: str) -> TargetChoice | None:
    """The lawful move that the words come nearest to; the first where they name none."""
    places = NameList(book.state.owners)
    named = set(_names(said, places))
    lawful = [
        choice for choice in prospects(book, nation).targets if kind is OrderKind.OFFENSIVE or choice.can_be_raided
    ]
    return max(lawful, key=lambda one: 2 * (one.target in named) + (one.origin in named), default=None)


def _names(said: str, names: NameList) -> Iterator[str]:
    """Names that stand in the words, misspelt or not; every run of a few words is tried."""
    words = [word for word in re.split(r"[\s,;:]+", said.strip(". ")) if word][:_MOST_WORDS]
    for length in range(1, _LONGEST_NAME_IN_WORDS + 1):
        for start in range(len(words) - length + 1):
            run = " ".join(words[start : start + length])
            found = names.find(run) or (names.nearest(run) if len(run) > 3 else None)
            if found:
                yield found


def _wanted(book: Book, said: str) -> Iterator[str]:
    names = NameList((*book.world.nation, *book.state.owners, "none"))
    for entry in re.split(r"[;,]", said):
        typed = plain(entry.strip(". "))
        found = (names.find(typed) or names.nearest(typed)) if typed else None
        if found:
            yield found

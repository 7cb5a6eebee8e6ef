"""`explain`: why a season came out as it did for a nation, from the cells of its order to the last gold.

Past seasons are resolved again from the archive; the season at hand is resolved as `preview` does it. Either way the
account is made of the events themselves, so it cannot say other than what happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from adjudicator.archive.places import Places, SeasonLabel, locate, read_workbook
from adjudicator.archive.recovery import check_unfinished
from adjudicator.archive.store import list_seasons
from adjudicator.model.book import Book
from adjudicator.model.campaign import Season
from adjudicator.model.dice import Roll, key_text
from adjudicator.model.problems import Problem
from adjudicator.model.view import Account, Ledger, Sighting
from adjudicator.newsletter.phrases import Occasion, Phrasebook
from adjudicator.newsletter.results import describe_order
from adjudicator.not_possible import NotPossibleError
from adjudicator.replay import find_season, replay
from adjudicator.rules.season import Resolution, Waiting
from adjudicator.rules.sight import sightings
from adjudicator.rules.view import GM, ledgers_of
from adjudicator.season_record import make_record
from adjudicator.season_run import judge_season, templates_beside
from adjudicator.workbook.names import NameList
from adjudicator.workbook.reader import Reading


class Basis(Enum):
    """Where an account comes from."""

    ARCHIVE = "archive"
    NOT_RUN_YET = "not run yet"


class UnknownNationError(NotPossibleError):
    """No nation is called so; the message names the nearest."""


class UnknownSeasonError(NotPossibleError):
    """No such season is archived or at hand; the message lists those that are."""


@dataclass(frozen=True, slots=True)
class OrderCell:
    """A filled cell of the order row, exactly as it was read. `place` is like `Spring!C7`."""

    place: str
    header: str
    text: str


@dataclass(frozen=True, slots=True)
class ExplainedRoll:
    """A die of the nation's: its full key (11.1), and die + named modifiers = total, against `needed` if anything."""

    key: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class Movement:
    """AP, gold or VP gained or lost, and the balance after it."""

    account: Account
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Step:
    """One event that concerns the nation: its clause, a sentence without dice, all its dice, the nation's movements."""

    number: int
    kind: str
    clause: str
    sentence: str
    rolls: tuple[ExplainedRoll, ...]
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class NationAccount:
    """Everything that explains one nation's season. `ledgers` is empty where the season waits: nothing is settled."""

    nation: str
    row: str
    received: tuple[OrderCell, ...]
    understood: str
    steps: tuple[Step, ...]
    ledgers: tuple[Ledger, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A season explained. With errors in the workbook there is nothing but `problems`; `waiting` is set where the
    season at hand waits for the GM.
    """

    year: int
    season: Season
    basis: Basis
    nations: tuple[NationAccount, ...]
    problems: tuple[Problem, ...] = ()
    waiting: Waiting | None = None
    notes: tuple[str, ...] = ()


NEXT = frozenset({"next", "now", "current"})
LAST = "last"


def explain_season(
    workbook: Path, nation: str | None = None, season: str | None = None, archive: Path | None = None
) -> Explanation:
    """Explain a season to the GM: of one nation, or of all; nothing is written.

    `season` is a label (`1071-2-spring`), a season's name (the latest such), `last` or `next`; None is the last that is
    archived, or the one at hand where none is. Raises `WorkbookUnavailable`, `PackageRefused`, and
    `NotPossibleError` for a nation or season that is not there or cannot be resolved again.
    """
    places = locate(workbook, archive)
    notes = check_unfinished(places)
    label = _choose(places, season)
    if label is not None:
        archived = find_season(places, label)
        if archived is None:
            raise UnknownSeasonError(_no_season(places, str(label)))
        told = replay(places, archived)
        return _explain(places, told.reading, told.book, told.outcome, Basis.ARCHIVE, nation, notes)
    judged = judge_season(places, read_workbook(places).content, no_orders=True)
    book, outcome = judged.reading.book, judged.outcome
    if book is None or outcome is None:
        return Explanation(0, Season.WINTER, Basis.NOT_RUN_YET, (), judged.problems, notes=notes)
    return _explain(places, judged.reading, book, outcome, Basis.NOT_RUN_YET, nation, notes)


def _choose(places: Places, wanted: str | None) -> SeasonLabel | None:
    """The archived season that is meant; None for the season at hand."""
    labels = [season.label for season in list_seasons(places)]
    text = "" if wanted is None else wanted.strip().casefold()
    if text in NEXT:
        return None
    if text in ("", LAST):
        if not labels and text == LAST:
            raise UnknownSeasonError(_no_season(places, LAST))
        return labels[-1] if labels else None
    label = SeasonLabel.parse(text)
    if label is not None:
        return label
    words = text.replace(",", " ").split()
    named = [each for each in Season if each.value in words or (each is Season.FALL and "autumn" in words)]
    years = [int(word) for word in words if word.lstrip("-").isdecimal() and word.isascii()]
    if len(named) != 1 or len(years) > 1 or len(words) != len(named) + len(years):
        raise UnknownSeasonError(_no_season(places, wanted or ""))
    found = [each for each in labels if each.season is named[0] and (not years or each.year == years[0])]
    if not found:
        raise UnknownSeasonError(_no_season(places, wanted or ""))
    return found[-1]


def _no_season(places: Places, wanted: str) -> str:
    labels = ", ".join(str(season.label) for season in list_seasons(places))
    known = f"archived are {labels}" if labels else "nothing is archived yet"
    return f"There is no archived season {wanted!r}: {known}. `--season next` is the season at hand."


def _explain(
    places: Places,
    reading: Reading,
    book: Book,
    outcome: Resolution | Waiting,
    basis: Basis,
    nation: str | None,
    notes: tuple[str, ...],
) -> Explanation:
    phrasebook = Phrasebook(templates_beside(places), book.language)
    teller = _Teller(reading, book, outcome, phrasebook)
    names = tuple(book.world.nation) if nation is None else (_find_nation(book, nation),)
    return Explanation(
        year=book.state.year,
        season=book.state.season,
        basis=basis,
        nations=tuple(teller.account(name) for name in names),
        waiting=outcome if isinstance(outcome, Waiting) else None,
        notes=notes,
    )


def _find_nation(book: Book, typed: str) -> str:
    names = NameList(book.world.nation)
    found = names.find(typed)
    if found is not None:
        return found
    near = names.nearest(typed)
    hint = f" Did you mean {near!r}?" if near else f" They are {', '.join(names)}."
    raise UnknownNationError(f"No nation of this campaign is called {typed!r}.{hint}")


class _Teller:
    """Tells one season, nation by nation."""

    def __init__(self, reading: Reading, book: Book, outcome: Resolution | Waiting, phrasebook: Phrasebook) -> None:
        self._reading = reading
        self._book = book
        self._outcome = outcome
        self._phrasebook = phrasebook
        self._occasion = Occasion(book.state.year, book.state.season)
        self._seen = sightings(outcome.events, GM, book.publicity)
        self._results = make_record(book, outcome, phrasebook).results if isinstance(outcome, Resolution) else {}

    def account(self, nation: str) -> NationAccount:
        """One nation's season."""
        moves = self._book.state.season.has_moves
        order = self._book.orders.orders.get(nation) if moves else self._book.orders.monuments.get(nation)
        ledgers = ledgers_of(nation, self._book.state.holdings[nation], self._outcome.events)
        return NationAccount(
            nation=nation,
            row=self._row(order.row if order is not None else None),
            received=tuple(self._cells(order.received, order.row)) if order is not None else (),
            understood=describe_order(self._phrasebook, order) if order is not None else "",
            steps=tuple(self._steps(nation, ledgers)),
            ledgers=tuple(ledgers.values()) if isinstance(self._outcome, Resolution) else (),
            result=self._results.get(nation, ""),
        )

    def _row(self, row: int | None) -> str:
        sheet = self._book.state.season.value.capitalize()
        return sheet if row is None else f"{sheet}!A{row}"

    def _cells(self, received: tuple[tuple[str, str], ...], row: int | None) -> Iterator[OrderCell]:
        sheet = self._book.state.season.value.capitalize()
        layout = self._reading.layout.get(sheet)
        for header, text in received:
            known = layout is not None and row is not None and header in layout.columns
            place = f"{sheet}!{layout.ref(row, header)}" if known and layout is not None and row is not None else sheet
            yield OrderCell(place, header, text)

    def _steps(self, nation: str, ledgers: dict[Account, Ledger]) -> Iterator[Step]:
        moved: dict[int, list[Movement]] = {}
        for account, ledger in ledgers.items():
            for line in ledger.lines:
                moved.setdefault(line.sighting, []).append(Movement(account, line.amount, line.balance))
        for sighting in self._seen:
            movements = tuple(moved.get(sighting.number, ()))
            if nation in sighting.concerns or movements:
                yield Step(
                    number=sighting.number,
                    kind=sighting.kind,
                    clause=sighting.clause,
                    sentence=self._phrasebook.sentence(replace(sighting, rolls=()), self._occasion),
                    rolls=tuple(self._rolls(sighting)),
                    movements=movements,
                )

    def _rolls(self, sighting: Sighting) -> Iterator[ExplainedRoll]:
        state = self._book.state
        for roll in sighting.rolls:
            yield ExplainedRoll(key_text(state.year, state.season.value, roll.key), roll)

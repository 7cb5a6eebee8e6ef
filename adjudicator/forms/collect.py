"""`collect`: returned orders into the season's order sheet. A bad form harms no other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from adjudicator.archive.commit import commit_waiting
from adjudicator.archive.guard import check_workbook_free
from adjudicator.archive.locking import season_lock
from adjudicator.archive.places import Places, SeasonLabel, locate, read_workbook
from adjudicator.archive.recovery import recover
from adjudicator.archive.store import season_before
from adjudicator.forms.arrivals import Unopened, gather
from adjudicator.forms.deadline import is_late
from adjudicator.forms.deciding import PassedBy, Taken, Taking, cells_of, decide
from adjudicator.forms.memory import Collected, Memory, read_memory, write_memory
from adjudicator.forms.places import FormPlaces, form_places, write_file
from adjudicator.forms.receipts import Receipt, receipt_texts
from adjudicator.forms.returned import (
    Blank,
    Candidate,
    Circumstances,
    Refusal,
    Refused,
    addresses_of,
    examine,
)
from adjudicator.forms.text_orders import order_line
from adjudicator.model.book import Book
from adjudicator.model.campaign import Standing, Status
from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.model.problems import Problem
from adjudicator.newsletter.phrases import Phrasebook
from adjudicator.newsletter.results import describe_order
from adjudicator.not_possible import CampaignOverError, NotPossibleError
from adjudicator.order_warnings import check_orders
from adjudicator.season_run import templates_beside
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import Reading, read_package
from adjudicator.workbook.write_orders import is_given, write_orders

Order = SubmittedOrder | MonumentsOrder


@dataclass(frozen=True, slots=True)
class Accepted:
    """An order that now stands in the workbook. `reads` is how it will be read, `warnings` what the rules will refuse.

    `line` is the order as a line that `collect` understands.
    """

    taken: Taken
    reads: str
    line: str
    warnings: tuple[str, ...]

    @property
    def nation(self) -> str:
        """Whose order it is."""
        return self.taken.candidate.nation


@dataclass(frozen=True, slots=True)
class Collection:
    """What became of everything that was handed in. `problems` are the workbook's own.

    With `book` None the workbook has errors and nothing was read or written. `missing` are the active nations without
    an order; `passed_over` counts files and mails that have nothing to do with orders.
    """

    book: Book | None
    accepted: tuple[Accepted, ...] = ()
    passed_by: tuple[PassedBy, ...] = ()
    refused: tuple[Refusal, ...] = ()
    blank: tuple[Blank, ...] = ()
    unopened: tuple[Unopened, ...] = ()
    missing: tuple[str, ...] = ()
    passed_over: int = 0
    receipts: Path | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectOptions:
    """What the GM asked for: `replace` takes what would otherwise be left, `any_sender` trusts every address."""

    workbook: Path
    paths: tuple[Path, ...]
    replace: bool = False
    any_sender: bool = False
    archive: Path | None = None


def collect_orders(options: CollectOptions) -> Collection:
    """Read what came back and put it into the workbook, all that is good of it.

    Raises `WorkbookUnavailable`, `PackageRefused`, `NotPossibleError` where orders are closed or the campaign is over.
    """
    places = locate(options.workbook, options.archive)
    with season_lock(places):
        notes = recover(places)
        check_workbook_free(places)
        original = read_workbook(places)
        reading = read_package(places.workbook, package_from_bytes(original.content))
        book = reading.book
        if book is None:
            return Collection(None, problems=reading.problems, notes=notes)
        _check_open(book)
        forms = form_places(places, book)
        memory = read_memory(forms.memory)
        gathered = gather(options.paths)
        examined = examine(gathered.arrivals, _circumstances(places, forms, book, options))
        examined, strangers = _without_strangers(book, examined)
        taken, passed_by, refused = _decide(book, examined, memory, options)
        to_write = {one.candidate.nation: one.candidate.order for one in taken if one.taking is not Taking.IN_PLACE}
        problems: tuple[Problem, ...] = ()
        after = reading
        if to_write:
            written, again = write_orders(reading, to_write)
            problems = written.notes
            if again is None:
                return Collection(None, problems=problems, notes=notes)
            after = again
            notes = (*notes, *commit_waiting(places, original, written.data))
        accepted = _accepted(after, taken, places)
        _remember(memory, taken, passed_by)
        write_memory(forms, memory)
        if after.book is None:
            raise ValueError("a workbook that was written is understood")
        _write_receipts(forms, after.book, accepted, refused, places)
        return Collection(
            book=after.book,
            accepted=accepted,
            passed_by=tuple(passed_by),
            refused=tuple(refused),
            blank=tuple(one for one in examined if isinstance(one, Blank)),
            unopened=gathered.unopened,
            missing=missing_nations(after.book),
            passed_over=gathered.passed_over + strangers,
            receipts=forms.receipts if accepted or refused else None,
            problems=problems,
            notes=notes,
        )


def missing_nations(book: Book) -> tuple[str, ...]:
    """The active nations without an order for the season at hand, in fall too."""
    orders = present_orders(book)
    return tuple(
        nation
        for nation, holding in book.state.holdings.items()
        if holding.standing is Standing.ACTIVE and not _has_ordered(orders.get(nation))
    )


def _has_ordered(order: Order | None) -> bool:
    if isinstance(order, SubmittedOrder):
        return order.kind is not None
    return is_given(order)


def present_orders(book: Book) -> Mapping[str, Order]:
    """The orders in the workbook for the season at hand."""
    return book.orders.orders if book.state.season.has_moves else book.orders.monuments


def _check_open(book: Book) -> None:
    if book.state.over:
        raise CampaignOverError
    if book.status in (Status.BATTLES, Status.DICE):
        raise NotPossibleError(
            f"Orders are closed: the season waits for {book.status.value}. To take orders all the same, set Status on "
            "the Campaign sheet to orders."
        )


def _circumstances(places: Places, forms: FormPlaces, book: Book, options: CollectOptions) -> Circumstances:
    before = season_before(places, SeasonLabel.of(book.state.year, book.state.season))
    resolved: tuple[datetime, str] | None = None
    if before is not None and before.manifest is not None:
        resolved = (before.manifest.facts.time, before.label.spoken)
    earlier = {sha256: label.spoken for label, path in forms.earlier() for sha256 in read_memory(path).taken}
    return Circumstances(
        book,
        templates_beside(places),
        resolved,
        earlier,
        any_sender=options.any_sender,
        again=options.replace,
    )


def _without_strangers(
    book: Book, examined: tuple[Candidate | Blank | Refusal, ...]
) -> tuple[tuple[Candidate | Blank | Refusal, ...], int]:
    """Mails of people who do not play, without an order in them, are none of ours: a mailbox holds many."""
    known = {address.lower() for nation in book.world.nations for address in addresses_of(nation.email)}

    def is_strange(one: Candidate | Blank | Refusal) -> bool:
        return (
            isinstance(one, Refusal)
            and one.reason is Refused.NO_FORM
            and one.sender is not None
            and one.sender not in known
        )

    return tuple(one for one in examined if not is_strange(one)), sum(map(is_strange, examined))


def _decide(
    book: Book, examined: tuple[Candidate | Blank | Refusal, ...], memory: Memory, options: CollectOptions
) -> tuple[list[Taken], list[PassedBy], list[Refusal]]:
    candidates: dict[str, list[Candidate]] = {}
    refused = [one for one in examined if isinstance(one, Refusal)]
    for one in examined:
        if isinstance(one, Candidate):
            candidates.setdefault(one.nation, []).append(one)
    taken: list[Taken] = []
    passed_by: list[PassedBy] = []
    present = present_orders(book)
    for nation in book.world.nation:
        for decision in decide(candidates.get(nation, ()), present.get(nation), memory, replace=options.replace):
            match decision:
                case Taken():
                    taken.append(decision)
                case PassedBy():
                    passed_by.append(decision)
                case Refusal():
                    refused.append(decision)
    return taken, passed_by, refused


def _accepted(after: Reading, taken: list[Taken], places: Places) -> tuple[Accepted, ...]:
    book = after.book
    if book is None or not taken:
        return ()
    phrasebook = Phrasebook(templates_beside(places), book.language)
    by_nation: dict[str, list[str]] = {}
    for problem in check_orders(book):
        nation = dict(problem.values).get("nation", "")
        by_nation.setdefault(nation, []).append(problem.message)
    found = []
    for one in taken:
        candidate = one.candidate
        late = is_late(candidate.dated, book.orders_due)
        warnings = (
            *((f"It came after {book.orders_due}, when orders were due.",) if late else ()),
            *candidate.warnings,
            *by_nation.get(candidate.nation, ()),
        )
        reads = describe_order(phrasebook, candidate.order)
        line = order_line(candidate.nation, candidate.order)
        found.append(Accepted(one, reads, line, tuple(dict.fromkeys(warnings))))
    return tuple(found)


def _remember(memory: Memory, taken: list[Taken], passed_by: list[PassedBy]) -> None:
    for one in taken:
        candidate = one.candidate
        memory.taken[candidate.sha256] = candidate.nation
        known = memory.orders.get(candidate.nation)
        ours = known is not None and dict(known.order) == cells_of(candidate.order)
        if one.taking is not Taking.IN_PLACE or ours:
            # the same order again: the later date counts when a third comes between
            dates = [date for date in (candidate.dated, known.dated if known and ours else None) if date is not None]
            memory.orders[candidate.nation] = Collected(
                cells_of(candidate.order), candidate.sha256, candidate.source, max(dates, default=None)
            )
    for other in passed_by:
        memory.taken[other.candidate.sha256] = other.candidate.nation


def _write_receipts(
    forms: FormPlaces, book: Book, accepted: tuple[Accepted, ...], refused: list[Refusal], places: Places
) -> None:
    receipts = {one.nation: Receipt(one.nation, one.reads, one.line, one.warnings) for one in accepted}
    for refusal in refused:
        if refusal.nation is not None and refusal.reason is not Refused.TYPED_BY_GM:
            known = receipts.get(refusal.nation, Receipt(refusal.nation))
            receipts[refusal.nation] = known.with_refusal(refusal.why, refusal.nearest)
    for name, text in receipt_texts(book, tuple(receipts.values()), templates_beside(places)).items():
        write_file(forms.receipts / name, text.encode())

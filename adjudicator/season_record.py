"""A resolved season as the workbook keeps it: results, dice, battles, chronicle and history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.model.book import Book, SeasonRecord, WaitingRecord
from adjudicator.model.campaign import Status
from adjudicator.model.events import BattleFought, Event
from adjudicator.model.records import BattleRow, ChronicleRow, Correction
from adjudicator.newsletter.phrases import Occasion, Phrasebook
from adjudicator.newsletter.results import result_sentence
from adjudicator.rules.season import Resolution, Waiting
from adjudicator.rules.sight import see, sightings, witnesses
from adjudicator.rules.view import GM, PUBLIC, dice_rows, history_of, player


def make_record(
    book: Book, outcome: Resolution, phrasebook: Phrasebook, corrections: tuple[Correction, ...] = ()
) -> SeasonRecord:
    """Everything a season writes. Raises `PhraseError` where a template of the GM's cannot be used."""
    state = outcome.state
    return SeasonRecord(
        year=book.state.year,
        season=book.state.season,
        state=state,
        status=Status.OVER if state.over else Status.ORDERS,
        results=_results(book, outcome, phrasebook),
        dice=dice_rows(book, outcome),
        battles=tuple(_battles(book, outcome.events)),
        chronicle=tuple(_chronicle(book, outcome.events, phrasebook)),
        history=history_of(book, state),
        corrections=corrections,
    )


def make_waiting_record(book: Book, outcome: Waiting) -> WaitingRecord:
    """What a season that waits for the GM writes (6.7, 11.4)."""
    return WaitingRecord(
        year=book.state.year,
        season=book.state.season,
        status=Status.BATTLES if outcome.battles else Status.DICE,
        battles=outcome.battles,
        rolls=outcome.rolls,
    )


def _results(book: Book, outcome: Resolution, phrasebook: Phrasebook) -> dict[str, str]:
    """A sentence for every nation that has, or may have, a row on the order sheet; the GM's sheet tells all."""
    seen = sightings(outcome.events, GM, book.publicity)
    occasion = Occasion(book.state.year, book.state.season)
    told = {nation for sighting in seen for nation in sighting.concerns}
    return {
        nation: result_sentence(phrasebook, nation, seen, occasion)
        for nation in book.world.nation
        if nation in told and (nation in outcome.orders or not book.state.season.has_moves or _ignored(book, nation))
    }


def _ignored(book: Book, nation: str) -> bool:
    order = book.orders.orders.get(nation)
    return order is not None and bool(order.received)


def _battles(book: Book, events: tuple[Event, ...]) -> Iterator[BattleRow]:
    for event in events:
        if isinstance(event, BattleFought):
            yield BattleRow(
                book.state.year,
                book.state.season,
                event.territory,
                event.attacker,
                event.attacker_ap,
                event.defender,
                event.defender_ap,
                event.winner if event.winner is not None else "draw",
                event.decided_by.value,
            )


def _chronicle(book: Book, events: tuple[Event, ...], phrasebook: Phrasebook) -> Iterator[ChronicleRow]:
    """One row for each event, telling no more than everyone in `Seen by` may know; dice stay on their own sheet."""
    occasion = Occasion(book.state.year, book.state.season)
    nations = tuple(book.world.nation)
    for number, event in enumerate(events):
        told = witnesses(event, nations, book.publicity)
        sighting = see(number, event, player(told[0]) if told else PUBLIC, book.publicity)
        if sighting is None:
            raise ValueError(f"nobody may know of {event}")  # every event has witnesses or is public
        text = phrasebook.sentence(replace(sighting, rolls=()), occasion)
        yield ChronicleRow(book.state.year, book.state.season, sighting.kind, told or (), text)

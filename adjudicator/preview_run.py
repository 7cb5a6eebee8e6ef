"""`preview`: the season as the run would resolve it, with nothing written but, on request, newsletters elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.commit import write_new
from adjudicator.archive.places import SeasonLabel, locate, read_workbook
from adjudicator.archive.recovery import check_unfinished
from adjudicator.model.view import Sighting
from adjudicator.rules.season import Resolution
from adjudicator.rules.sight import sightings
from adjudicator.rules.view import GM
from adjudicator.season_run import Judged, judge_season, print_newsletters, templates_beside


@dataclass(frozen=True, slots=True)
class Told:
    """One event as the GM reads it: the clause it carries out and a sentence."""

    clause: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What the run will do. `results` holds the sentence that each nation's `Result` cell will have."""

    judged: Judged
    events: tuple[Told, ...] = ()
    results: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    newsletters: Path | None = None


def preview_season(
    workbook: Path,
    *,
    archive: Path | None = None,
    no_orders: bool = False,
    newsletters: Path | None = None,
    progress: Callable[[str], None],
) -> Preview:
    """Resolve the season by the same road as the run and write nothing into the campaign.

    `newsletters` is a folder outside the campaign's reports that the editions are written to. Raises as `run_season`
    does.
    """
    places = locate(workbook, archive)
    notes = check_unfinished(places)
    judged = judge_season(places, read_workbook(places).content, no_orders=no_orders)
    book, outcome = judged.reading.book, judged.outcome
    if book is None or outcome is None:
        return Preview(judged, notes=notes)
    from adjudicator.newsletter.phrases import Occasion, Phrasebook
    from adjudicator.season_record import make_record

    phrasebook = Phrasebook(templates_beside(places), book.language)
    occasion = Occasion(book.state.year, book.state.season)
    seen: tuple[Sighting, ...] = sightings(outcome.events, GM, book.publicity)
    events = tuple(Told(sighting.clause, phrasebook.sentence(sighting, occasion)) for sighting in seen)
    if not isinstance(outcome, Resolution):
        return Preview(judged, events, notes=notes)
    results = tuple(make_record(book, outcome, phrasebook).results.items())
    if newsletters is not None:
        label = SeasonLabel.of(book.state.year, book.state.season)
        printed = print_newsletters(places, label, judged, outcome, book, progress)
        newsletters.mkdir(parents=True, exist_ok=True)
        for name, content in printed.files.items():
            write_new(newsletters / name, content)
        notes = (*notes, *((printed.without_pdf,) if printed.without_pdf else ()))
    return Preview(judged, events, results, notes, newsletters)

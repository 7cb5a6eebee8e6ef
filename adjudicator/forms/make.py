"""`forms`: an order form for every active nation, as a workbook and as a PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.places import locate, read_workbook
from adjudicator.archive.recovery import check_unfinished
from adjudicator.forms.choices import active_nations, make_form
from adjudicator.forms.memory import Memory, read_memory, sha256_of, write_memory
from adjudicator.forms.places import FormPlaces, form_places, write_file
from adjudicator.model.book import Book
from adjudicator.model.problems import Problem
from adjudicator.newsletter.filenames import edition_stems
from adjudicator.not_possible import CampaignOverError
from adjudicator.season_run import templates_beside
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import read_package


@dataclass(frozen=True, slots=True)
class MadeForms:
    """The forms of a season. `files` are the names by nation; `kept` are files that were filled in and left alone.

    With errors in the workbook there are `problems` and nothing else.
    """

    folder: Path | None = None
    book: Book | None = None
    files: tuple[tuple[str, tuple[str, ...]], ...] = ()
    kept: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def make_forms(workbook: Path, *, pdf: bool = True, progress: Callable[[str], None] | None = None) -> MadeForms:
    """Write the forms of the season that the workbook names; the workbook itself is not touched.

    A form that was made before is made again; one that somebody has filled in where it lay is left alone.
    Raises `WorkbookUnavailable`, `PackageRefused`, `CampaignOverError`, `TemplateFault`.
    """
    places = locate(workbook)
    notes = check_unfinished(places)
    reading = read_package(places.workbook, package_from_bytes(read_workbook(places).content))
    book = reading.book
    if book is None:
        return MadeForms(problems=reading.problems, notes=notes)
    if book.state.over:
        raise CampaignOverError
    forms = form_places(places, book)
    files, without = form_files(book, templates_beside(places), pdf=pdf, progress=progress)
    kept = put_forms(forms, {name: content for made in files.values() for name, content in made.items()})
    notes = (*notes, *((without,) if without else ()))
    listed = tuple((nation, tuple(made)) for nation, made in files.items())
    return MadeForms(forms.folder, book, listed, kept, reading.problems, notes)


def form_files(
    book: Book,
    templates: Path | None,
    *,
    pdf: bool = True,
    progress: Callable[[str], None] | None = None,
) -> tuple[dict[str, dict[str, bytes]], str]:
    """Each active nation's form by file name, and why there are no PDFs, or nothing."""
    from adjudicator.newsletter.order_form import order_form_pdf
    from adjudicator.newsletter.pdf import PdfUnavailable
    from adjudicator.workbook.order_form import order_form_workbook

    stems = edition_stems(book.world.nation)
    made: dict[str, dict[str, bytes]] = {}
    without = ""
    for nation in active_nations(book):
        if progress is not None:
            progress(nation)
        form = make_form(book, nation, templates)
        made[nation] = {f"{stems[nation]}.xlsx": order_form_workbook(form)}
        if pdf and not without:
            try:
                printed = order_form_pdf(form, paper=book.paper, language=book.language, templates=templates)
                made[nation][f"{stems[nation]}.pdf"] = printed
            except PdfUnavailable as missing:
                without = f"No PDF forms were made: {missing}"
    return made, without


def put_forms(forms: FormPlaces, files: dict[str, bytes]) -> tuple[str, ...]:
    """Write the files, and give the names of those that were left alone because somebody has filled them in."""
    memory: Memory = read_memory(forms.memory)
    kept: list[str] = []
    for name, content in files.items():
        path = forms.folder / name
        if path.exists() and sha256_of(path.read_bytes()) != memory.made.get(name, sha256_of(content)):
            kept.append(name)
            continue
        write_file(path, content)
        memory.made[name] = sha256_of(content)
    write_memory(forms, memory)
    return tuple(kept)

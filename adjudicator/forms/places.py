"""Where forms, receipts and what was collected lie: `forms/<workbook>/<year>-<n>-<season>/` beside the workbook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudicator.archive.places import Places, SeasonLabel
from adjudicator.archive.store import labelled_folders
from adjudicator.archive.transaction import write_over
from adjudicator.archive.unavailable import from_system
from adjudicator.model.book import Book

RECEIPTS: Final = "receipts"
MEMORY: Final = "received.json"


@dataclass(frozen=True, slots=True)
class FormPlaces:
    """The folder of one season's forms."""

    campaign: Path
    label: SeasonLabel

    @property
    def folder(self) -> Path:
        """Where this season's forms lie."""
        return self.campaign / str(self.label)

    @property
    def receipts(self) -> Path:
        """Where the receipts lie."""
        return self.folder / RECEIPTS

    @property
    def memory(self) -> Path:
        """What was made and collected this season."""
        return self.folder / MEMORY

    def earlier(self) -> Iterator[tuple[SeasonLabel, Path]]:
        """The memories of other seasons. Raises `WorkbookUnavailable`."""
        for label, folder in labelled_folders(self.campaign):
            if label != self.label and (folder / MEMORY).is_file():
                yield label, folder / MEMORY


def form_places(places: Places, book: Book) -> FormPlaces:
    """The places of the season at hand."""
    label = SeasonLabel.of(book.state.year, book.state.season)
    return FormPlaces(places.folder / "forms" / places.workbook.stem, label)


def write_file(path: Path, content: bytes) -> None:
    """A file of the program's own, complete, in place of whatever is there. Raises `WorkbookUnavailable`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise from_system(error, path.parent) from error
    write_over(path, content)

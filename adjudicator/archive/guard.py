"""Whether the workbook can be changed, tried before anything is done."""

from __future__ import annotations

from adjudicator.archive.places import Places


def check_workbook_free(places: Places, *, expected_newsletter_bytes: int = 0) -> None:
    """Refuse a workbook that could not be replaced when the season is resolved.

    Tried, not guessed: the file is opened for writing, a file is made and removed in the folder. Looked for: owner files
    of Excel and LibreOffice, read-only marks, room on the disks, an owner that could not be kept.

    Raises `WorkbookUnavailable`.
    """
    raise NotImplementedError

"""What can go wrong outside the workbook's cells, said in a sentence and ended with exit code 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.cli.console import fail
from adjudicator.not_possible import NotPossibleError

_TOLD = {
    "adjudicator.archive.unavailable": ("WorkbookUnavailable",),
    "adjudicator.workbook.refusals": ("PackageRefused", "EditRefused"),
    "adjudicator.newsletter.render": ("TemplateFault",),
    "adjudicator.newsletter.phrases": ("PhraseError",),
    "adjudicator.newsletter.environment": ("UnknownLanguageError",),
    "adjudicator.newsletter.pdf": ("PdfUnavailable",),
    "adjudicator.map_picture": ("PictureUnusableError",),
    "adjudicator.newsletter_run": ("NoSuchSeasonError", "NoSuchReaderError"),
}
"""The refusals of the rooms below, by the module that makes them: each is a sentence for the GM already.

They are looked up by name, so that a command need not import a room only to be able to catch its refusals.
"""


@contextmanager
def plain_trouble(*, as_json: bool = False) -> Iterator[None]:
    """Turn the refusals of the rooms below into a sentence; anything else is a defect and is shown as one."""
    try:
        yield
    except Exception as refused:
        kind = type(refused)
        if not isinstance(refused, NotPossibleError) and kind.__name__ not in _TOLD.get(kind.__module__, ()):
            raise
        place = "".join(
            f"{getattr(refused, part)}{end}" for part, end in (("sheet", "!"), ("ref", ": ")) if hasattr(refused, part)
        )
        sentence = f"{place}{refused}"
        fail(sentence if sentence.endswith((".", "!", "?")) else f"{sentence}.", as_json=as_json)

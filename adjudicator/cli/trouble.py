"""What can go wrong outside the workbook's contents, said in a sentence and ended with exit code 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.cli.console import fail


@contextmanager
def plain_trouble(*, as_json: bool = False) -> Iterator[None]:
    """Turn the refusals of the rooms below into a sentence; anything else is a defect of the program and is shown as
    one.
    """
    from adjudicator.archive.unavailable import WorkbookUnavailable
    from adjudicator.not_possible import NotPossibleError
    from adjudicator.workbook.refusals import EditRefused, PackageRefused

    try:
        yield
    except WorkbookUnavailable as refused:
        fail(str(refused), as_json=as_json)
    except NotPossibleError as refused:
        fail(str(refused), as_json=as_json)
    except PackageRefused as refused:
        fail(f"{refused}.".replace("..", "."), as_json=as_json)
    except EditRefused as refused:
        fail(f"{refused.sheet}!{refused.ref}: {refused}", as_json=as_json)
    except ValueError as fault:
        if not _is_in_a_template(fault):
            raise
        fail(f"A template cannot be used: {fault}", as_json=as_json)


def _is_in_a_template(fault: ValueError) -> bool:
    """Whether a template or the campaign's language is at fault. Asked late: the classes take jinja2 with them."""
    from adjudicator.newsletter.environment import UnknownLanguageError
    from adjudicator.newsletter.phrases import PhraseError
    from adjudicator.newsletter.render import TemplateFault

    return isinstance(fault, PhraseError | TemplateFault | UnknownLanguageError)

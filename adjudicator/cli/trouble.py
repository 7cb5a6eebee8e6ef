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
    from adjudicator.workbook.refusals import EditRefused, PackageRefused

    try:
        yield
    except WorkbookUnavailable as refused:
        fail(str(refused), as_json=as_json)
    except PackageRefused as refused:
        fail(f"{refused}.".replace("..", "."), as_json=as_json)
    except EditRefused as refused:
        fail(f"{refused.sheet}!{refused.ref}: {refused}", as_json=as_json)

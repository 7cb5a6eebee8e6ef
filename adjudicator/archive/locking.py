"""Two runs at once: the second waits a little and is then refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.archive.places import Places


@contextmanager
def season_lock(places: Places, *, timeout: float = 5.0) -> Iterator[None]:
    """Hold the campaign while a command that writes is at work; waits `timeout` seconds for another run to end.

    The system gives the lock up when a process ends in whatever way. Raises `WorkbookUnavailable(RUN_GOING_ON)`.
    """
    raise NotImplementedError
    yield

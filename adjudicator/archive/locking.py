"""Two runs at once: the second waits a little and is then refused."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from adjudicator.archive import disk
from adjudicator.archive.places import Places
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable, from_system, system_words

WAIT = 5.0
"""Seconds that a second run waits for the first to end."""


@contextmanager
def season_lock(places: Places, *, wait: float = WAIT) -> Iterator[None]:
    """Hold the campaign while a command that writes is at work; waits `wait` seconds for another run to end.

    The lock is the system's own, so it ends with the process in whatever way that ends; the hidden file by which it is
    found is removed at the end and means nothing if it stays. Raises `WorkbookUnavailable`.
    """
    from filelock import FileLock, Timeout  # late: commands that only read need no lock, and start sooner without it

    lock = FileLock(places.lock)
    try:
        lock.acquire(timeout=wait, poll_interval=0.05)
    except Timeout:
        raise WorkbookUnavailable(Reason.RUN_GOING_ON, places.named) from None
    except OSError as error:
        if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
            raise WorkbookUnavailable(Reason.FOLDER_READ_ONLY, places.folder, system_words(error)) from error
        raise from_system(error, places.lock) from error
    try:
        yield
    finally:
        # A lock file that stays harms nobody, and must not turn a season that is done into a failure.
        with suppress(OSError):
            # Removed while it is held: whoever waits for it sees that it is gone, and makes a new one.
            if os.name != "nt":
                disk.remove_file(places.lock, ())
        lock.release()

"""One process of a crew: it loads the typesetter, then prints what it is asked to, until its pipe is closed."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from adjudicator.newsletter.pdf import PdfUnavailable, warm_up

_Job = tuple[object, tuple[object, ...], dict[str, object]]


def serve() -> None:
    """Answer requests on standard output as they come on standard input; never returns."""
    # Ctrl-C is for the process that started this one; its end closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever is printed by accident must not come between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    jobs: SimpleQueue[_Job] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    with contextlib.suppress(PdfUnavailable):  # the first piece of work says so
        warm_up()
    while True:
        work, asked, more = jobs.get()
        assert callable(work)
        try:
            answer = (True, work(*asked, **more))
        except Exception as fault:  # noqa: BLE001  it is raised where the result is asked for
            answer = (False, fault)
        pickle.dump(answer, answers)
        answers.flush()


def _listen(requests: BinaryIO, jobs: SimpleQueue[_Job]) -> None:
    while True:
        try:
            jobs.put(pickle.load(requests))
        except (EOFError, OSError, pickle.UnpicklingError):
            # Whoever wanted the answers is gone: stop in the middle of a page.
            os._exit(0)

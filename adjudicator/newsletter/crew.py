"""Processes that print: started early, they load the typesetter while the season is still being resolved.

A crew is a handful of children that get their work through a pipe and answer through another. A child ends when its
pipe is closed, however the program came to its end; there is nothing to leave behind. Where no process can be started,
or one dies, its work is done in this process: the bytes are the same.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Lock
from types import TracebackType
from typing import ParamSpec, Self, TypeVar, cast

_Asked = ParamSpec("_Asked")
_Made = TypeVar("_Made")

MOST_HANDS = 8
"""More processes would wait for the one that composes, and each takes 100 MiB."""

_START = "import sys; sys.path[:] = {path!r}; from adjudicator.newsletter.hand import serve; serve()"


def hands_worth_starting(editions: int) -> int:
    """A process for every core, if there are so many editions that starting them is worth it; else none."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, editions // 2, MOST_HANDS) if cores > 1 and editions > 2 else 0


class Crew:
    """Up to `hands` processes, or none: then work is done where it is asked for."""

    def __init__(self, hands: int) -> None:
        self._hands: list[_Hand] = []
        self._free: SimpleQueue[_Hand] = SimpleQueue()
        self._at_home = Lock()
        self._is_closed = False
        with contextlib.suppress(OSError):
            for _ in range(hands if sys.executable else 0):
                self._hands.append(_Hand())
        for hand in self._hands:
            self._free.put(hand)
        self._threads = ThreadPoolExecutor(len(self._hands)) if self._hands else None

    def submit(self, work: Callable[_Asked, _Made], /, *asked: _Asked.args, **more: _Asked.kwargs) -> Future[_Made]:
        """Have something done; `work`, what it is asked and what it makes must be things that can be pickled.

        What it raises is raised where the result is asked for.
        """
        if self._threads is not None:
            return self._threads.submit(self._hand_over, work, asked, more)
        done: Future[_Made] = Future()
        try:
            done.set_result(work(*asked, **more))
        except Exception as fault:  # noqa: BLE001  it is raised again where the result is asked for
            done.set_exception(fault)
        return done

    def close(self) -> None:
        """End all processes at once, whatever they are doing."""
        self._is_closed = True
        for hand in self._hands:
            hand.end()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _hand_over(self, work: Callable[..., _Made], asked: tuple[object, ...], more: dict[str, object]) -> _Made:
        hand = self._free.get()
        try:
            return cast(_Made, hand.do(work, asked, more))
        except _HandLostError:
            if self._is_closed:
                raise CancelledError from None
            with self._at_home:
                return work(*asked, **more)
        finally:
            self._free.put(hand)


class _HandLostError(Exception):
    """A process that ended before it answered."""


class _Hand:
    """One process, from this side."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", _START.format(path=sys.path)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def do(self, work: Callable[..., object], asked: tuple[object, ...], more: dict[str, object]) -> object:
        """Send work, wait for the answer. Raises `_HandLostError`, or what the work raised."""
        sink, source = self._process.stdin, self._process.stdout
        assert sink is not None
        assert source is not None
        try:
            pickle.dump((work, asked, more), sink)
            sink.flush()
            is_made, answer = pickle.load(source)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise _HandLostError from None
        if not is_made:
            raise answer
        return answer

    def end(self) -> None:
        """End the process now."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

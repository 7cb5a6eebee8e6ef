"""Who does the work: this process, all cores of this computer, or a Dask cluster; the result is the same.

Work comes in batches whose size depends on the work alone. Results are merged in the order of the batches, whoever
finishes first, and what is kept when somebody stops it is always the first so many runs.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Result = TypeVar("Result")

_AHEAD = 3
"""How many batches for each worker are handed out before the first is back: enough that nobody idles."""

_LOOK_UP_SECONDS = 0.5
"""How long it may take until somebody who waits for workers sees that he is asked to stop."""

_FRESH_POOLS = 3
"""How often a pool that lost a worker is replaced before that is taken for the work's own fault."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The runs from number `first` on."""

    first: int
    runs: int


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """What was done: all results merged, the runs in it, and whether it was stopped before the end."""

    result: Result
    runs: int
    stopped: bool


class Crew(Protocol):
    """A place where batches are done."""

    @property
    def workers(self) -> int:
        """How many batches are done at once."""

    def executor(self) -> AbstractContextManager[Executor | None]:
        """An executor for as long as the context lasts; None does the work right here."""


@dataclass(frozen=True, slots=True)
class ThisProcess:
    """No other process at all: one job."""

    workers: int = 1

    @contextmanager
    def executor(self) -> Iterator[Executor | None]:
        """Nothing: the work is done by who asks for it."""
        yield None


@dataclass(frozen=True, slots=True)
class LocalProcesses:
    """Processes on this computer. They leave Ctrl-C to the one that started them."""

    workers: int

    @contextmanager
    def executor(self) -> Iterator[Executor | None]:
        """A pool of fresh processes; what waits when the context ends is given up."""
        pool = _Pool(self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_interrupts)
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes Ctrl-C does not reach even while they start: they do when they are first needed."""

    def submit(self, fn: Callable[..., Result], /, *args: object, **kwargs: object) -> Future[Result]:
        """As every executor does."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes started meanwhile never see Ctrl-C. Where the system knows no such thing, an early one may make them
    complain on the screen.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def batches_of(runs: int, size: int) -> list[Batch]:
    """All runs, in batches of `size`; the last may be smaller."""
    return [Batch(first, min(size, runs - first)) for first in range(0, runs, size)]


def work_through(
    batches: Sequence[Batch],
    task: Callable[[Batch], Result],
    merge: Callable[[Result, Result], None],
    empty: Result,
    crew: Crew,
    progress: Callable[[int], None] | None = None,
) -> Done[Result]:
    """Do every batch and merge the results into `empty`, in order. `progress` is told the runs that each batch adds.

    `task` must be picklable, and give the same result wherever it runs. A worker that dies costs nothing but time.
    Ctrl-C stops the work: what is merged by then, always the first so many runs, is returned.
    """
    gathered = _Gathered(batches, merge, empty, progress)
    lost_pools = 0
    with _stop_on_interrupt() as stop:
        while not gathered.complete and not stop.wanted:
            try:
                with crew.executor() as executor:
                    if executor is None:
                        _do_here(gathered, task, stop)
                    else:
                        _hand_out(gathered, task, executor, crew.workers * _AHEAD, stop)
            except BrokenProcessPool:
                lost_pools += 1
                if lost_pools > _FRESH_POOLS:
                    raise
    return Done(gathered.result, gathered.runs, not gathered.complete)


@dataclass(slots=True)
class _Stop:
    """Whether somebody pressed Ctrl-C."""

    wanted: bool = False


@contextmanager
def _stop_on_interrupt() -> Iterator[_Stop]:
    """Ctrl-C asks for an end instead of tearing the work apart in the middle of a sum; pressed again, it does.

    Where the work is done in another thread than the main one, Ctrl-C stays what it was.
    """
    stop = _Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def ask(*_: object) -> None:
        stop.wanted = True
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT) or signal.SIG_DFL  # None where it was not set from Python
    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _do_here(gathered: _Gathered[Result], task: Callable[[Batch], Result], stop: _Stop) -> None:
    for batch in gathered.missing():
        result = task(batch)
        if stop.wanted:
            return
        gathered.put(batch, result)


def _hand_out(
    gathered: _Gathered[Result], task: Callable[[Batch], Result], executor: Executor, at_once: int, stop: _Stop
) -> None:
    """Keep `at_once` batches under way; neither batches nor results pile up."""
    waiting = iter(gathered.missing())
    under_way: dict[Future[Result], Batch] = {}
    while not stop.wanted:
        while len(under_way) + gathered.held < at_once or not under_way:
            batch = next(waiting, None)
            if batch is None:
                break
            under_way[executor.submit(task, batch)] = batch
        if not under_way:
            return
        done, _ = wait(under_way, timeout=_LOOK_UP_SECONDS, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda each: under_way[each].first):
            gathered.put(under_way.pop(future), future.result())


class _Gathered(Generic[Result]):
    """Results merged in the order of their batches; those that came too early are held back."""

    def __init__(
        self,
        batches: Sequence[Batch],
        merge: Callable[[Result, Result], None],
        empty: Result,
        progress: Callable[[int], None] | None,
    ) -> None:
        self.result = empty
        self.runs = 0
        self._batches = batches
        self._merge = merge
        self._progress = progress
        self._merged = 0
        self._early: dict[int, Result] = {}

    @property
    def complete(self) -> bool:
        """Whether every batch is merged."""
        return self._merged == len(self._batches)

    @property
    def held(self) -> int:
        """How many results wait for an earlier one."""
        return len(self._early)

    def missing(self) -> list[Batch]:
        """The batches whose results are not there, in order."""
        return [batch for batch in self._batches[self._merged :] if batch.first not in self._early]

    def put(self, batch: Batch, result: Result) -> None:
        """Take in one result."""
        self._early[batch.first] = result
        if self._progress is not None:
            self._progress(batch.runs)
        while not self.complete and (following := self._batches[self._merged]).first in self._early:
            self._merge(self.result, self._early.pop(following.first))
            self.runs += following.runs
            self._merged += 1

"""The only home of Dask: batches done by the workers of a cluster, for studies that outgrow one machine.

A worker that dies in the middle loses nothing: the scheduler gives its batches to another, and a batch is a pure
function of its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import adjudicator

_CONNECT_SECONDS = 10


class ClusterUnavailable(Exception):  # noqa: N818  the name says what the caller must know
    """The cluster cannot be used, and why: Dask is not installed, nobody answers, or the workers' program differs."""


@dataclass(frozen=True, slots=True)
class DaskCluster:
    """The workers of the scheduler at `address` (`tcp://host:8786`). `workers` is how many threads they offer."""

    address: str
    workers: int

    @contextmanager
    def executor(self) -> Iterator[Executor | None]:
        """Dask's own executor; what is under way when the context ends is cancelled.

        Raises ClusterUnavailable where the scheduler does not answer, or is lost.
        """
        with _connected(self.address) as client:
            executor = client.get_executor(pure=False)
            try:
                yield cast(Executor, executor)
            except CancelledError as fault:
                raise ClusterUnavailable(f"{self.address} was lost") from fault
            finally:
                executor.shutdown(wait=False)


def join_cluster(address: str) -> DaskCluster:
    """The cluster at `address`, after a look at its workers.

    Raises ClusterUnavailable where Dask is not installed, nobody answers, there is no worker, or a worker has another
    version of this program: the same runs would then not be sure to give the same result.
    """
    with _connected(address) as client:
        threads: dict[str, int] = client.nthreads()
        if not threads:
            raise ClusterUnavailable(f"{address} has no workers")
        versions: dict[str, str] = client.run(_program_version)
    other = sorted({version for version in versions.values() if version != adjudicator.__version__})
    if other:
        raise ClusterUnavailable(f"workers have version {', '.join(other)}, this is {adjudicator.__version__}")
    return DaskCluster(address, sum(threads.values()))


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        import distributed
    except ModuleNotFoundError as missing:
        raise ClusterUnavailable("Dask is not installed: pip install 'adjudicator[cluster]'") from missing
    dask: Any = distributed  # it has type hints for some of its functions only
    try:
        client = dask.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise ClusterUnavailable(f"{address} does not answer") from fault
    with client:
        yield client


def _program_version() -> str:
    return adjudicator.__version__

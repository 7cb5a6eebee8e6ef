"""Every system call that changes the disk, counted and stopped at will."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

CHANGING = (
    "write",
    "fsync",
    "rename",
    "replace",
    "mkdir",
    "rmdir",
    "unlink",
    "remove",
    "chown",
    "chmod",
    "setxattr",
    "link",
)
"""Functions of `os` that change a disk, besides `open` where it may write."""

NEEDING_ROOM = frozenset({"create", "write", "mkdir", "link"})
WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


@dataclass(frozen=True)
class Step:
    """One system call about to be made: the number of it (from 1), its name, its arguments.

    The name is that of the function of `os`, but `create` for an `open` that makes a file.
    """

    number: int
    name: str
    arguments: tuple[Any, ...]


@dataclass
class Disk:
    """What is not on the disk itself yet: files whose bytes, and folders whose entries, were not flushed."""

    names: dict[int, Path] = field(default_factory=dict)
    files: set[Path] = field(default_factory=set)
    entries: dict[Path, list[Path]] = field(default_factory=dict)

    def note(self, name: str, arguments: tuple[Any, ...], outcome: object) -> None:
        if name == "open" and isinstance(outcome, int):
            path = Path(os.fsdecode(arguments[0]))
            self.names[outcome] = path
            if arguments[1] & os.O_CREAT:
                self.files.add(path)
                self.entries.setdefault(path.parent, []).append(path)
        elif name == "fsync":
            path = self.names[arguments[0]]
            self.files.discard(path)
            self.entries.pop(path, None)
        elif name in {"rename", "replace"}:
            source, target = (Path(os.fsdecode(path)) for path in arguments)
            self.files = {_moved(path, source, target) for path in self.files}
            self.entries = {
                _moved(folder, source, target): [_moved(path, source, target) for path in paths]
                for folder, paths in self.entries.items()
            }

    def lose(self) -> None:
        """The power is cut: bytes and names that were not flushed are gone."""
        for path in self.files:
            if path.exists():
                os.truncate(path, 0)
        for paths in self.entries.values():
            for path in paths:
                path.unlink(missing_ok=True)


@contextmanager
def watched(before: Callable[[Step], None], disk: Disk | None = None) -> Iterator[None]:
    """Call `before` ahead of each system call that changes the disk."""
    count = 0

    def watching(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **keywords: Any) -> Any:
            nonlocal count
            if name != "open" or arguments[1] & WRITING_FLAGS:
                count += 1
                creating = name == "open" and arguments[1] & os.O_CREAT
                before(Step(count, "create" if creating else name, arguments))
            outcome = function(*arguments, **keywords)
            if disk is not None:
                disk.note(name, arguments, outcome)
            return outcome

        return call

    with ExitStack() as patches:
        for name in ("open", *CHANGING):
            if hasattr(os, name):
                patches.enter_context(mock.patch.object(os, name, watching(name, getattr(os, name))))
        yield


def kill_at(number: int, disk: Disk | None = None) -> Callable[[Step], None]:
    """End this process, as the system would, ahead of step `number`; a write is torn in half first.

    With `disk` the power is cut as well.
    """
    write = os.write

    def before(step: Step) -> None:
        if step.number != number:
            return
        if step.name == "write":
            descriptor, content = step.arguments[:2]
            write(descriptor, bytes(content)[: len(content) // 2])
        if disk is not None:
            disk.lose()
        os.kill(os.getpid(), signal.SIGKILL)

    return before


def fail_at(number: int, error: int, *, lasting: bool, only: frozenset[str] | None = None) -> Callable[[Step], None]:
    """Let step `number` fail with an `errno`, and with `lasting` all that follow; with `only`, calls of those names."""

    def before(step: Step) -> None:
        reached = step.number >= number if lasting else step.number == number
        if reached and (only is None or step.name in only):
            named = [os.fsdecode(path) for path in step.arguments[:2] if isinstance(path, str | os.PathLike)]
            raise OSError(error, os.strerror(error), *named[:1])

    return before


def call_at(number: int, action: Callable[[], object]) -> Callable[[Step], None]:
    """Let something else happen ahead of step `number`."""

    def before(step: Step) -> None:
        if step.number == number:
            action()

    return before


def _moved(path: Path, source: Path, target: Path) -> Path:
    return target / path.relative_to(source) if path.is_relative_to(source) else path

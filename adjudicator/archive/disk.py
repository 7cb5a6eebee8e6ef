"""Durable steps on the disk. Each is flushed before it returns, so that what follows can rely on it after a power cut.

Every change the archive makes to a disk goes through this module, one system call at a time: the tests kill the program
before each of them.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from adjudicator.archive.unavailable import Reason, WorkbookUnavailable

PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds between attempts where a cloud program, a virus scanner or a network folder holds a file for a moment."""

_HOPELESS = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EROFS,
        errno.ENOENT,
        errno.ENOTDIR,
        errno.EISDIR,
        errno.EEXIST,
        errno.ENOTEMPTY,
        errno.EXDEV,
        errno.ENAMETOOLONG,
    }
)
_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL  # never through a link that somebody laid, never over a file
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_CHUNK = 1 << 20
_ROOM_FOR_NAMES = 1 << 18


def hash_file(path: Path) -> str:
    """The SHA-256 of a file, in lower-case hexadecimal. Raises `OSError`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_file(path: Path, content: bytes, mode: int = 0o666) -> None:
    """A new file with all of `content`, flushed; its folder is not. Raises `OSError`, `FileExistsError` among them."""
    descriptor = os.open(path, _CREATE, mode)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest[:_CHUNK]) :]
        flush(descriptor)
    except OSError as error:
        error.filename = error.filename or str(path)  # a descriptor has no name to tell
        raise
    finally:
        os.close(descriptor)


def flush(descriptor: int) -> None:
    """The file's bytes onto the disk itself; on a Mac that takes more than `fsync`."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in {errno.ENOTSUP, errno.EINVAL, errno.ENOTTY}:
                raise
        else:
            return
    os.fsync(descriptor)


def flush_folder(folder: Path) -> None:
    """A folder's entries onto the disk. Windows offers no such thing; some network folders refuse it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP, errno.EBADF}:
            raise
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """A new folder, entered in its parent for good. One that exists is left as it is. Raises `OSError`."""
    try:
        os.mkdir(folder)  # noqa: PTH102 - the tests stop the program at each function of `os`
    except FileExistsError:
        if not folder.is_dir():
            raise
        return
    flush_folder(folder.parent)


def move(source: Path, target: Path, pauses: Sequence[float] = PAUSES) -> None:
    """Give a file or folder another name in the same file system; never over something.

    Raises `OSError`, `FileExistsError` among them.
    """

    def step() -> None:
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        os.rename(source, target)  # noqa: PTH104

    again(step, pauses)
    flush_folder(target.parent)
    if source.parent != target.parent:
        flush_folder(source.parent)


def remove_file(path: Path, pauses: Sequence[float] = PAUSES) -> None:
    """Remove a file or a link for good; one that is not there is none to remove. Raises `OSError`."""
    if not os.path.lexists(path):
        return
    again(lambda: os.unlink(path), pauses)  # noqa: PTH108
    flush_folder(path.parent)


def remove_tree(path: Path, pauses: Sequence[float] = PAUSES) -> None:
    """Remove a folder with all that is in it; a link is removed, not followed. Raises `OSError`."""
    if not os.path.lexists(path):
        return
    if not stat.S_ISDIR(path.lstat().st_mode):
        remove_file(path, pauses)
        return
    for entry in sorted(path.iterdir()):
        remove_tree(entry, pauses)
    again(lambda: os.rmdir(path), pauses)  # noqa: PTH106
    flush_folder(path.parent)


def remove_if_empty(folder: Path) -> None:
    """Remove a folder unless something is in it or it is not there. Raises `OSError`."""
    try:
        os.rmdir(folder)  # noqa: PTH106
    except OSError as error:
        if error.errno in {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT, errno.ENOTDIR}:
            return
        raise
    flush_folder(folder.parent)


def again(step: Callable[[], None], pauses: Sequence[float] = PAUSES) -> None:
    """Try a step, and once more after each of the pauses (seconds), unless waiting cannot help. Raises `OSError`."""
    for pause in pauses:
        try:
            step()
        except OSError as error:
            if is_hopeless(error):
                raise
            time.sleep(pause)
        else:
            return
    step()


def is_hopeless(error: OSError) -> bool:
    """Whether waiting cannot help: the disk is full, say, or there is no such file."""
    return error.errno in _HOPELESS


def keep_attributes(source: Path, target: Path) -> None:
    """Give `target` the owner, group, extended attributes (access lists among them) and mode of `source`.

    Raises `OSError` where one that matters cannot be given.
    """
    wanted = source.stat()
    if os.name != "nt":
        present = target.stat()
        if (present.st_uid, present.st_gid) != (wanted.st_uid, wanted.st_gid):
            os.chown(target, wanted.st_uid, wanted.st_gid)
    if sys.platform == "linux":
        _keep_extended_attributes(source, target)
    os.chmod(target, stat.S_IMODE(wanted.st_mode))  # noqa: PTH101 - last: changing the owner clears bits of the mode


def _keep_extended_attributes(source: Path, target: Path) -> None:
    if sys.platform != "linux":
        return
    try:
        names = os.listxattr(source)
    except OSError as error:
        if error.errno in {errno.ENOTSUP, errno.ENOSYS}:
            return
        raise
    for name in names:
        try:
            os.setxattr(target, name, os.getxattr(source, name))
        except OSError as error:
            # The system's own labels (security, trusted) are set by the system; the user's own must not be lost.
            if name.startswith(("user.", "system.posix_acl")) or error.errno not in {
                errno.EPERM,
                errno.EACCES,
                errno.ENOTSUP,
                errno.EINVAL,
                errno.ENODATA,
            }:
                raise


def missing_folders(folder: Path) -> tuple[Path, ...]:
    """The folders that must be made for `folder` to exist, outermost first."""
    missing: list[Path] = []
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = folder.parent
    return tuple(reversed(missing))


def nearest_existing(folder: Path) -> Path:
    """`folder`, or the nearest of its parents that exists."""
    while not folder.exists():
        folder = folder.parent
    return folder


def check_room(needed: Mapping[Path, int]) -> None:
    """Refuse where the disks have no room for so many bytes in each of these folders, which exist.

    Raises `WorkbookUnavailable(DISK_FULL)`.
    """
    by_disk: dict[int, list[tuple[Path, int]]] = {}
    for folder, size in needed.items():
        by_disk.setdefault(folder.stat().st_dev, []).append((folder, size))
    for wanted in by_disk.values():
        folder, size = wanted[0][0], sum(size for _, size in wanted) + _ROOM_FOR_NAMES
        free = shutil.disk_usage(folder).free
        if free < size:
            detail = f"{size / 1e6:.1f} MB are needed, {free / 1e6:.1f} MB are free"
            raise WorkbookUnavailable(Reason.DISK_FULL, folder, detail)

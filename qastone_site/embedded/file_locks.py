"""File locks, which the kernel releases when their holder dies, however it dies.

So no pid file is trusted: pids are reused and files are truncated.
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_registered: dict[Path, int] = {}
_registering = threading.Lock()


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Lock `path` exclusively; waits until it is free."""
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether a running process holds `path` exclusively."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def try_exclusive(path: Path) -> int | None:
    """Lock `path` for the life of this process. Returns its descriptor, or None if another process has it."""
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def register(path: Path) -> None:
    """Count this process, and what it forks, among the users of `path` until all of them have ended.

    Safe to repeat. Waits while a watchdog that saw no user is stopping its server.
    """
    with _registering:
        if path in _registered:
            if _is_current(path, _registered[path]):
                return
            os.close(_registered.pop(path))
        descriptor = _open(path)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        _registered[path] = descriptor


def unregister(path: Path) -> None:
    """Unregister this process. The file is closed, not unlocked: a forked child keeps its share."""
    with _registering:
        descriptor = _registered.pop(path, None)
        if descriptor is not None:
            os.close(descriptor)


def _is_current(path: Path, descriptor: int) -> bool:
    """False after var/ was deleted and recreated while this process ran."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False

"""One watcher a clipboard and account. The kernel frees the lock when its holder dies, however it dies."""

import hashlib
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def acquire_lock(folder: Path, *what: str) -> int | None:
    """Hold the lock of `what` until the descriptor is closed or the process ends; None where another has it."""
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256("\0".join(what).encode()).hexdigest()[:16]
    descriptor = os.open(folder / f"watch-clipboard-{name}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _try(descriptor)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor

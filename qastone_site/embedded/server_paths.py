"""The paths of an embedded server: all under var/, but its socket in a private folder with a short name."""

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from qastone_site.environment import EnvironmentFaults


def socket_folder(var: Path) -> Path:
    """A folder for unix sockets, the same for every process that uses this `var`.

    A socket's path may be 107 bytes long (103 on macOS), a checkout's path can be longer. TMPDIR is not used: a
    server's and a cron job's would differ.
    """
    digest = hashlib.sha256(os.fsencode(var.resolve())).hexdigest()
    return Path("/tmp") / f"qastone-{digest[:16]}"  # noqa: S108 - made 0700 and its owner is checked


def make_private(var: Path) -> None:
    """Make the folder of a site's state, or close to others one that an earlier version left open.

    Safe to repeat. Started by root, its group may enter it (0710): embedded/system_account.py. Raises
    EnvironmentFaults where it cannot be.
    """
    with as_var_fault(var):
        for folder in (var, var / "run", var / "log"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _close(folder, 0o710 if folder == var else 0o700)
        for log in (var / "log").iterdir():
            _close(log, 0o600)


@contextmanager
def as_var_fault(var: Path) -> Iterator[None]:
    """Turns an error of files below `var` into a fault of the variable that names it."""
    try:
        yield
    except PermissionError as error:
        words = (
            f"{error.filename} is not yours. Start as the user whom {str(var)!r} belongs to, or name another."
        )
        raise EnvironmentFaults({"QASTONE_VAR": [words]}) from error
    except OSError as error:
        words = (
            f"{str(var)!r} cannot be the site's folder ({error.strerror}: {error.filename}). Name another."
        )
        raise EnvironmentFaults({"QASTONE_VAR": [words]}) from error


def _close(path: Path, most: int) -> None:
    found = path.lstat()
    mode = stat.S_IMODE(found.st_mode)
    if mode & ~most and not stat.S_ISLNK(found.st_mode) and os.geteuid() in {0, found.st_uid}:
        path.chmod(mode & 0o700)


def open_log(path: Path) -> BinaryIO:
    """Open for appending; created for its owner alone."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600), "ab")


def valkey_url(var: Path) -> str:
    """The address of the embedded broker, as Celery reads it."""
    return f"redis+socket://{socket_folder(var) / 'valkey.sock'}"


@dataclass(frozen=True)
class ServerPaths:
    """The paths of one server (`name`) of one site (`var`)."""

    var: Path
    name: str

    @property
    def data(self) -> Path:
        return self.var / self.name

    @property
    def log(self) -> Path:
        return self.var / "log" / f"{self.name}.log"

    @property
    def sockets(self) -> Path:
        return socket_folder(self.var)

    @property
    def clients_lock(self) -> Path:
        """Shared: held by every process that uses the server, for as long as it lives."""
        return self.var / "run" / f"{self.name}.clients"

    @property
    def watchdog_lock(self) -> Path:
        """Exclusive: held by the watchdog, for as long as the server may run. Its text is the watchdog's pid."""
        return self.var / "run" / f"{self.name}.keeper"

    @property
    def start_lock(self) -> Path:
        """Exclusive: held by the one process that is starting the server."""
        return self.var / "run" / f"{self.name}.start"

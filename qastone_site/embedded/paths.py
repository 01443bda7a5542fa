"""Where an embedded server keeps its things: all under var/, but its socket in a short private folder."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path


def socket_folder(var: Path) -> Path:
    """A folder for unix sockets, the same for every process that uses this `var`.

    A socket's path may be 107 bytes long (103 on macOS), a checkout's path can be longer. TMPDIR is not
    asked: a server's and a cron job's would differ.
    """
    digest = hashlib.sha256(os.fsencode(var.resolve())).hexdigest()
    return Path("/tmp") / f"qastone-{digest[:16]}"  # noqa: S108 - made 0700 and its owner is checked


def valkey_url(var: Path) -> str:
    """The address of the embedded broker, as Celery reads it."""
    return f"redis+socket://{socket_folder(var) / 'valkey.sock'}"


@dataclass(frozen=True)
class Places:
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
    def keeper_lock(self) -> Path:
        """Exclusive: held by the keeper, for as long as the server may run. Its text is the keeper's pid."""
        return self.var / "run" / f"{self.name}.keeper"

    @property
    def start_lock(self) -> Path:
        """Exclusive: held by the one process that is starting the server."""
        return self.var / "run" / f"{self.name}.start"

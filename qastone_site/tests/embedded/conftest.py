"""Whole servers in folders of their own, and other processes that use them."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from qastone_site.embedded.embedded_postgres import DATABASE, PORT, USER, Postgres
from qastone_site.embedded.embedded_server import EmbeddedServer
from qastone_site.embedded.embedded_valkey import Valkey
from qastone_site.embedded.server_paths import socket_folder

ROOT = Path(__file__).resolve().parents[3]

# Other Pythons of this version can import what is installed here.
PACKAGES = [path for path in sys.path if path.endswith("site-packages")]
ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join([str(ROOT), *PACKAGES])}

# Says hello to the server and stays until its input ends: a process that uses it.
VISITOR = """
import sys
from pathlib import Path
import psycopg
from qastone_site.embedded.embedded_postgres import Postgres
server = Postgres(Path(sys.argv[1]), durable=False, idle=float(sys.argv[2]))
server.ensure()
server.start()
with psycopg.connect(host=server.host, port=5432, user="qastone", dbname="qastone") as connection:
    print(*connection.execute("SELECT pg_postmaster_start_time()::text").fetchone(), flush=True)
sys.stdin.read()
"""

Spawn = Callable[..., "subprocess.Popen[str]"]


@contextmanager
def new_folder() -> Iterator[Path]:
    """An empty folder that everybody may enter; what runs on it in the end is stopped."""
    folder = Path(tempfile.mkdtemp(prefix="qastone test "))
    folder.chmod(0o755)
    try:
        yield folder / "var"
    finally:
        clear(folder / "var")
        shutil.rmtree(folder)


@pytest.fixture
def var() -> Iterator[Path]:
    with new_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that has been shut down, with one row: to copy, as making one takes seconds."""
    server = Postgres(tmp_path_factory.mktemp("cluster") / "var", durable=False)
    server.start()
    with psycopg.connect(host=server.host, port=PORT, user=USER, dbname=DATABASE) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 'still here' AS word")
    clear(server.paths.var)
    return server.paths.data


def clear(var: Path) -> None:
    servers: list[EmbeddedServer] = [Postgres(var), Valkey(var)]
    for server in servers:
        if server.paths.watchdog_lock.exists():
            server.release()
            server.stop()
        for process in server.leftovers():
            process.kill()
    shutil.rmtree(socket_folder(var), ignore_errors=True)


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """Start VISITOR in a process of its own: `spawn(var)`."""
    started = []

    def start(var: Path, *, idle: float = 10.0, prefix: list[str] | None = None) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [*(prefix or [sys.executable]), "-c", VISITOR, str(var), str(idle)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=ENVIRONMENT,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream
            with suppress(BrokenPipeError):
                stream.close()


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    assert process.stderr
    line = process.stdout.readline()
    assert line, process.stderr.read()
    return line


def eventually(check: Callable[[], bool], seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while not check():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def postmaster(server: EmbeddedServer) -> psutil.Process:
    """The server's first process: the one whose parent is none of them."""
    parents: dict[psutil.Process, int] = {}
    for process in server.leftovers():
        with suppress(psutil.NoSuchProcess):  # a connection's process ends soon after its client
            parents[process] = process.ppid()
    pids = {process.pid for process in parents}
    (first,) = (process for process, parent in parents.items() if parent not in pids)
    return first


def watchdog(server: EmbeddedServer) -> psutil.Process:
    return psutil.Process(int(server.paths.watchdog_lock.read_text()))


def kill(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        process.kill()
    assert eventually(lambda: is_gone(process))


def is_gone(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True

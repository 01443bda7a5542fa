"""Every way in which an earlier run may have ended, and every place where a site may live."""

import os
import pwd
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import yaml

from qastone_site.embedded.embedded_postgres import MAJOR, PORT, QUIET, SETTINGS, USER, Postgres
from qastone_site.embedded.embedded_server import EmbeddedServerError
from qastone_site.embedded.server_paths import socket_folder
from qastone_site.embedded.system_account import OWN_IDS, own_account
from qastone_site.environment import ROOT

from .conftest import ENVIRONMENT, Spawn, clear, eventually, first_line, kill, postmaster, watchdog

pytestmark = pytest.mark.slow
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def query(server: Postgres, sql: str) -> object:
    with psycopg.connect(host=server.host, port=PORT, user=USER, dbname="qastone") as connection:
        row = connection.execute(sql).fetchone()
        assert row is not None
        return row[0]


@pytest.fixture
def server(var: Path, cluster: Path) -> Postgres:
    """A running one with a row. Its files were copied by root perhaps, as from a backup."""
    shutil.copytree(cluster, var / "postgres")
    server = Postgres(var, durable=False)
    server.start()
    return server


def test_the_server_is_the_one_we_promise(server: Postgres) -> None:
    assert str(query(server, "SHOW server_version")).startswith(MAJOR)
    assert query(server, "SHOW dynamic_shared_memory_type") == "mmap"
    assert query(server, "SHOW listen_addresses") == ""
    assert (
        query(server, "SELECT lower('ÄÉ') || count(*) FROM pg_available_extensions WHERE name = 'vector'")
        == "äé1"
    )
    assert socket_folder(server.paths.var).stat().st_mode & 0o777 == 0o700


def test_three_first_starts_at_once_make_one_server(var: Path, spawn: Spawn) -> None:
    processes = [spawn(var) for _ in range(3)]
    assert len({first_line(process) for process in processes}) == 1
    assert postmaster(Postgres(var)).name() == "postgres"


@pytest.mark.long
def test_it_ends_with_its_last_user(var: Path, spawn: Spawn) -> None:
    one, other = spawn(var, idle=0.2), spawn(var, idle=0.2)
    first_line(one), first_line(other)
    one.kill()  # -9: nothing of ours runs any more in it
    assert not eventually(lambda: not Postgres(var).is_running(), seconds=2)
    assert other.stdin
    other.stdin.close()
    assert eventually(lambda: not Postgres(var).is_running())
    assert Postgres(var).leftovers() == []


def test_the_last_to_release_it_need_not_wait(server: Postgres) -> None:
    server.release()
    assert eventually(lambda: not server.is_running(), seconds=8)  # its patience is 10


def test_kill_9_loses_nothing(server: Postgres) -> None:
    for victims in ([postmaster], [watchdog], [watchdog, postmaster]):
        for process in [victim(server) for victim in victims]:
            kill(process)
        server.start()
        assert query(server, "SELECT word FROM kept") == "still here", victims


@pytest.mark.long
def test_no_pid_file_stops_a_start(server: Postgres) -> None:
    reused = f"{os.getpid()}\n/elsewhere\n1\n5432\n"
    for text in ("", "12", reused, "999999999\n", "\0garbage"):
        for process in (watchdog(server), postmaster(server)):
            kill(process)
        (server.paths.data / "postmaster.pid").write_text(text)
        (Path(server.host) / f".s.PGSQL.{PORT}.lock").write_text(text)
        server.start()
        assert query(server, "SELECT word FROM kept") == "still here", repr(text)


@pytest.mark.long
def test_half_a_first_start_is_cleared_away(var: Path) -> None:
    unfinished = var / "postgres.new-1234"
    unfinished.mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text(MAJOR)
    server = Postgres(var, durable=False)
    server.start()
    assert query(server, "SELECT 1") == 1
    assert not unfinished.exists()


@pytest.mark.long
def test_var_may_be_deleted_under_a_running_server(server: Postgres) -> None:
    shutil.rmtree(server.paths.var)
    server.start()
    assert query(server, "SELECT to_regclass('kept')") is None


@pytest.mark.long
def test_a_path_longer_than_a_socket_may_have(var: Path) -> None:
    deep = var / ("a rather long name " * 8) / "var"
    assert len(bytes(deep)) > 107
    server = Postgres(deep, durable=False)
    try:
        server.start()
        assert query(server, "SELECT 1") == 1
    finally:
        clear(deep)


@pytest.mark.long
@as_root
def test_root_may_have_a_site_in_roots_own_folder() -> None:
    closed = Path(tempfile.mkdtemp(prefix="closed"))  # 0700, as /root is
    server = Postgres(closed / "var", durable=False)
    try:
        server.start()
        assert query(server, "SELECT 1") == 1
        assert postmaster(server).uids().real != 0
    finally:
        clear(closed / "var")
        shutil.rmtree(closed)


@pytest.mark.long
@as_root
def test_root_in_somebodys_checkout_runs_it_as_somebody(var: Path) -> None:
    var.mkdir()
    os.chown(var, 1, 1)
    server = Postgres(var, durable=False)
    server.start()
    assert postmaster(server).uids().real == 1


@pytest.mark.long
@as_root
def test_root_in_the_folder_of_a_user_without_a_name_runs_it_as_that_user(var: Path) -> None:
    var.mkdir()
    os.chown(var, 4321, 4321)
    server = Postgres(var, durable=False)
    server.start()
    assert postmaster(server).uids().real == 4321
    assert server.paths.data.stat().st_uid == 4321


@as_root
def test_root_runs_it_as_nobody_else(server: Postgres) -> None:
    uid = postmaster(server).uids().real
    assert uid in OWN_IDS
    assert uid == own_account(server.paths.var).uid
    assert {
        server.paths.data.stat().st_uid,
        *(path.stat().st_uid for path in server.paths.data.rglob("*")),
    } == {uid}
    with pytest.raises(KeyError):
        pwd.getpwuid(uid)


@pytest.mark.long
@as_root
def test_a_database_that_ran_as_nobody_is_taken_over(var: Path, cluster: Path) -> None:
    shutil.copytree(cluster, var / "postgres")
    sockets = socket_folder(var)
    sockets.mkdir(mode=0o700)
    for path in (sockets, var / "postgres", *(var / "postgres").rglob("*")):
        os.chown(path, 65534, 65534)
    server = Postgres(var, durable=False)
    server.start()
    assert query(server, "SELECT word FROM kept") == "still here"
    assert postmaster(server).uids().real == own_account(var).uid
    assert sockets.stat().st_uid == own_account(var).uid


def test_nothing_of_it_is_open_to_others(var: Path, cluster: Path) -> None:
    shutil.copytree(cluster, var / "postgres")
    (var / "log").mkdir()
    (var / "log" / "web.log").write_text("GET /stones/1/focus?q=canary")
    for path in (var, var / "log", var / "log" / "web.log"):  # as an earlier version made them
        path.chmod(0o755)
    Postgres(var, durable=False).start()
    open_to_others = [path for path in (var, *var.rglob("*")) if path.stat().st_mode & 0o077]
    if os.geteuid() == 0:  # the way of its own user to the data: walk through, and see nothing
        assert open_to_others == [var]
        assert (var.stat().st_mode & 0o777, var.stat().st_gid) == (0o710, own_account(var).gid)
    else:
        assert open_to_others == []


def test_nor_does_that_of_a_real_deployment() -> None:
    """The same settings: what they keep out of a log is tried below."""
    command = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["db"]["command"]
    program, *options = shlex.split(command)
    assert (program, set(options[::2])) == ("postgres", {"-c"})
    shared = {name: SETTINGS[name] for name in ("random_page_cost", "shared_buffers")}
    assert dict(option.split("=", 1) for option in options[1::2]) == QUIET | shared


def test_its_log_holds_no_values(server: Postgres) -> None:
    statements = [
        "INSERT INTO kept SELECT 'canary', 1",
        "SELECT 'canary'::int",
        "SELECT to_tsquery('canary & & canary')",
        "SELECT '{\"a\": canary'::json",
        "DO $$ BEGIN RAISE WARNING 'canary'; END $$",
        "DO $$ BEGIN RAISE EXCEPTION 'canary' USING DETAIL = 'canary', HINT = 'canary'; END $$",
        "CREATE TABLE once (word text PRIMARY KEY); INSERT INTO once VALUES ('canary'), ('canary')",
        "SELECT 'canary', pg_sleep(2.1)",
    ]
    for statement in statements:
        with suppress(psycopg.Error):
            query(server, statement)
    with pytest.raises(psycopg.Error, match="canary"):
        query(server, statements[1])
    logged = server.paths.log.read_text()
    assert "ready to accept connections" in logged
    assert "canary" not in logged


@pytest.mark.long
@as_root
def test_the_error_names_the_owner_of_the_folder(server: Postgres, spawn: Spawn) -> None:
    process = spawn(server.paths.var, prefix=[*AS_NOBODY, ordinary_python()])
    _, errors = process.communicate(timeout=20)
    assert "belongs to user 0, not to you" in errors


@pytest.mark.long
@as_root
def test_an_ordinary_user(var: Path, spawn: Spawn) -> None:
    program = ordinary_python()
    var.mkdir()
    os.chown(var, 65534, 65534)
    process = spawn(var, prefix=[*AS_NOBODY, program])
    first_line(process)
    assert postmaster(Postgres(var)).uids().real == 65534


AS_NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--bounding-set", "-all"]


def ordinary_python() -> str:
    """A Python of this version that users other than root may run, or the test is skipped."""
    if shutil.which("setpriv") is None:
        pytest.skip("needs setpriv")
    # It must be able to start itself again, as ours does: setpriv alone can reach what its user cannot.
    version = "import sys; print(sys.version_info[:2])"
    script = f"import psycopg, subprocess, sys; subprocess.run([sys.executable, '-c', {version!r}])"
    for program in (sys.executable, "/usr/bin/python3"):
        command = [*AS_NOBODY, program, "-c", script]
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, cwd="/")
        if done.stdout.strip() == str(sys.version_info[:2]):
            return program
    pytest.skip("no Python of this version that an ordinary user may run")


@as_root
def test_another_users_socket_folder_is_refused(var: Path) -> None:
    folder = socket_folder(var)
    folder.mkdir()
    os.chown(folder, 4321, 4321)
    with pytest.raises(EmbeddedServerError, match="belongs to user 4321"):
        Postgres(var, durable=False).start()


def test_data_of_another_version_is_named(var: Path) -> None:
    (var / "postgres").mkdir(parents=True)
    (var / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(EmbeddedServerError, match="was made by Postgres 16, this is 18"):
        Postgres(var).start()


def test_files_that_are_no_database_are_left_alone(var: Path) -> None:
    (var / "postgres").mkdir(parents=True)
    (var / "postgres" / "diary").write_text("mine")
    with pytest.raises(EmbeddedServerError, match="no Postgres database"):
        Postgres(var).start()
    assert (var / "postgres" / "diary").read_text() == "mine"


@pytest.mark.long
def test_a_server_that_fails_says_why(server: Postgres) -> None:
    server.stop()
    (server.paths.data / "postgresql.conf").write_text("shared_buffers = 'nonsense'")
    with pytest.raises(EmbeddedServerError, match="nonsense"):
        server.start()

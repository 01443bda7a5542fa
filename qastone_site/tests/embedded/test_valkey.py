import socket
from pathlib import Path

import pytest

from qastone_site.embedded.embedded_valkey import Valkey
from qastone_site.embedded.server_paths import valkey_url

from .conftest import kill, watchdog

pytestmark = pytest.mark.slow


def say(server: Valkey, *words: str) -> bytes:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(server.socket_path))
        connection.sendall(" ".join(words).encode() + b"\r\n")
        return connection.recv(1000)


@pytest.fixture
def server(var: Path) -> Valkey:
    server = Valkey(var)
    server.ensure()
    return server


def test_celery_finds_it(server: Valkey) -> None:
    from kombu import Connection

    with Connection(valkey_url(server.paths.var)) as connection, connection.SimpleQueue("nudges") as queue:
        queue.put("wake up")
        assert queue.get(timeout=20).payload == "wake up"


def test_a_message_outlives_kill_9_of_broker_and_keeper(server: Valkey) -> None:
    say(server, "RPUSH", "queue", "nudge")
    kill(server.leftovers()[0])
    server.start()
    kill(watchdog(server))
    server.start()
    assert b"nudge" in say(server, "LPOP", "queue")


def test_a_full_broker_refuses_and_forgets_nothing(server: Valkey) -> None:
    assert b"noeviction" in say(server, "CONFIG", "GET", "maxmemory-policy")


def test_a_broken_file_is_put_aside(server: Valkey) -> None:
    say(server, "RPUSH", "queue", "nudge")
    server.stop()
    for part in (server.paths.data / "appendonlydir").glob("*.aof"):
        part.write_bytes(b"garbage in the middle\n" * 50)
    server.start()
    assert say(server, "LLEN", "queue").startswith(b":0")
    assert server.paths.data.with_name("valkey.broken").is_dir()

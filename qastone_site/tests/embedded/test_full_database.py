"""A database with no connection left refuses at once: who waited for one would hold the start lock for all."""

import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from pytest_django import Settings

from qastone_site.embedded.embedded_postgres import DATABASE, PORT, USER, Postgres


def test_no_connection_is_left(var: Path, settings: Settings) -> None:
    settings.QASTONE_VAR = var
    server = Postgres(var, durable=False)
    server.start()
    address: dict[str, Any] = {"host": server.host, "port": PORT, "user": USER, "dbname": DATABASE}
    wrapper = connections.create_connection(DEFAULT_DB_ALIAS)
    with ExitStack() as held:
        with suppress(psycopg.OperationalError):
            while True:
                held.enter_context(psycopg.connect(**address))
        begin = time.monotonic()
        with pytest.raises((OperationalError, psycopg.OperationalError), match="too many clients"):
            wrapper.get_new_connection(address)
        assert time.monotonic() - begin < 10

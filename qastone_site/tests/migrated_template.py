"""A database that all migrations have made, for tests' databases to be copies of: to migrate takes two seconds."""

import hashlib
import sys
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from qastone_site.embedded.file_locks import exclusive

PREFIX = "migrated_"
UNFINISHED = f"unfinished_{PREFIX}"


def migrated_template() -> str:
    """Its name. The first who asks makes it, while others wait; it stays for later runs, until a migration changes."""
    name = f"{PREFIX}{_migrations_digest()}"
    folder: Path = settings.QASTONE_VAR / "run"
    folder.mkdir(parents=True, exist_ok=True)
    with exclusive(folder / "template"):
        if name not in (made := _made()):
            _make(name, instead_of=made)
    return name


def _migrations_digest() -> str:
    found = MigrationLoader(None).disk_migrations.values()
    files = sorted({str(sys.modules[type(each).__module__].__file__) for each in found})
    digest = hashlib.sha256()
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


def _made() -> list[str]:
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX])
        return [name for (name,) in cursor.fetchall()]


def _make(name: str, *, instead_of: list[str]) -> None:
    with connection._nodb_cursor() as cursor:
        for older in (*instead_of, UNFINISHED):
            cursor.execute(f'DROP DATABASE IF EXISTS "{older}"')
        cursor.execute(f'CREATE DATABASE "{UNFINISHED}"')
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = UNFINISHED
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual
    with connection._nodb_cursor() as cursor:
        # Who is connected to it would be in the way of a copy: not even a vacuum is.
        cursor.execute(f'ALTER DATABASE "{UNFINISHED}" WITH ALLOW_CONNECTIONS false')
        cursor.execute(f'ALTER DATABASE "{UNFINISHED}" RENAME TO "{name}"')

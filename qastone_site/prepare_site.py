"""What a site needs before its programs start: tables, the demonstration, its own collection, static files."""

import hashlib
import io
import os
import sys
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command
from django.db import connections

from qastone_site.static_files import made_by
from qastone_site.timed_steps import timed_step


def say(what: str) -> None:
    with suppress(OSError):  # nobody reads it any more: that is no reason to leave a site half stopped
        sys.stderr.write(f"qastone: {what}\n")


def prepare(*, has_demo: bool, has_quickstart: bool) -> str | None:
    """In one process: two that migrate at once would conflict in CREATE EXTENSION. Returns the set-up code, None once
    the site is set up.
    """
    # A spawned process loads this module before Django is set up.
    from qastone_site.accounts.first_setup import SetupClosed, new_setup_code

    with timed_step("migrating the database", say):
        call_command("migrate", interactive=False, verbosity=0)
    if has_demo:
        with timed_step("seeding the demonstration", say):
            call_command("seed_demo", verbosity=0, stderr=io.StringIO())
    if has_quickstart:
        with timed_step("installing the collection about QA.Stone", say):
            _install_quickstart()
    with timed_step("collecting static files", say):
        collect_static()
    try:
        return new_setup_code()
    except SetupClosed:
        return None
    finally:
        connections.close_all()


def _install_quickstart() -> None:
    try:
        call_command("install_quickstart", stderr=io.StringIO())
    except CommandError as error:  # entries were edited here: the site starts with those
        say(f"the quickstart stays as it was: {error}")


def collect_static() -> bool:
    """Collect the static files if one of them has changed. Returns whether it did."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    fingerprint = _fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return False
    # With clear=True: otherwise it keeps a file that is newer than the changed one.
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(fingerprint)
    return True


def _fingerprint() -> str:
    # With the storage and the minifier: another one makes other files.
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode() + made_by().encode())
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            digest.update(f"{name} {found.st_mtime_ns} {found.st_size}\n".encode())
    return digest.hexdigest()

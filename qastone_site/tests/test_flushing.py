"""After a test that commits, all tables are emptied, also while another connection still writes."""

from collections.abc import Callable, Iterator
from threading import Thread
from time import monotonic, sleep

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction

from brain.models import Note
from brain.tests.factories import make_note

pytestmark = pytest.mark.django_db(transaction=True)

WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
PATIENCE = 10.0


def beside(work: Callable[[], None]) -> Thread:
    """Does it in another thread, whose connection is its own."""

    def do() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = Thread(target=do)
    thread.start()
    return thread


def until(is_so: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end
        sleep(0.01)


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        # Within a transaction it would be shown as it was when it was first looked at.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WAITING)
        return cursor.fetchone() is not None


@pytest.fixture
def ann() -> Iterator[User]:
    yield User.objects.create_user("ann")
    assert not Note.objects.exists()
    assert not User.objects.exists()


def flush() -> None:
    call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=False)


def test_a_row_written_meanwhile_is_deleted_too(ann: User) -> None:
    has_begun: list[bool] = []

    def write() -> None:
        with transaction.atomic():
            User.objects.select_for_update().get()
            has_begun.append(True)
            # By now it has been seen which tables hold something.
            until(somebody_waits)
            make_note(ann)

    thread = beside(write)
    until(lambda: bool(has_begun))
    flush()
    thread.join()


def test_two_that_wait_for_each_other(ann: User) -> None:
    make_note(ann)
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    first, last = sorted(("brain_note", "auth_user"), key=names.index)
    has_begun: list[bool] = []

    def lock() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            # The other one is to find out.
            cursor.execute("SET LOCAL deadlock_timeout = '20s'")
            cursor.execute(f"SELECT FROM {last} FOR UPDATE")
            has_begun.append(True)
            until(somebody_waits)
            cursor.execute(f"SELECT FROM {first} FOR UPDATE")

    thread = beside(lock)
    until(lambda: bool(has_begun))
    flush()
    thread.join()


def test_a_permanent_error_is_raised(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qastone_site.tests.flushing.management.commands.flush.UNGUARD", "SELECT nothing")
    with pytest.raises(Exception, match="nothing"):
        flush()
    monkeypatch.undo()
    flush()

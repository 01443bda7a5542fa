"""A new database is migrated as a whole, and an app's tables go and come again."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import post_migrate

from core.pages.models import SavedSearch


class Killed(Exception):
    pass


def test_a_first_start_that_is_broken_off_leaves_nothing_behind(empty_database: None) -> None:
    def break_off(**_signal: object) -> None:
        raise Killed

    post_migrate.connect(break_off)
    try:
        with pytest.raises(Killed):
            call_command("migrate", interactive=False, verbosity=0)
    finally:
        post_migrate.disconnect(break_off)
    assert connection.introspection.table_names() == []

    call_command("migrate", interactive=False, verbosity=0)

    table = SavedSearch._meta.db_table
    assert table in connection.introspection.table_names()
    call_command("migrate", "pages", "zero", interactive=False, verbosity=0)
    assert table not in connection.introspection.table_names()
    call_command("migrate", "pages", interactive=False, verbosity=0)
    assert table in connection.introspection.table_names()

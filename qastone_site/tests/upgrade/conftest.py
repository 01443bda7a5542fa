"""A database beside the tests' own one."""

from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker


@pytest.fixture
def empty_database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The default connection is that of a database without a table."""
    usual = connection.settings_dict["NAME"]
    # The worker's own also where no test needs the usual one, which then is not made.
    other = f"{connection.settings_dict['TEST']['NAME']}_upgrade"
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{other}"')
            cursor.execute(f'CREATE DATABASE "{other}"')
        connection.close()
        connection.settings_dict["NAME"] = other
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = usual
            with connection.cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{other}"')

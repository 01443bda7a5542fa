"""Rows that are made once for a file of tests (a plugin of pytest, as conftest.py says)."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker


@pytest.fixture(scope="module")
def module_transaction(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Around all tests of a file: what its module's fixtures write is there for each, and rolled back behind the last.

    What a test writes is rolled back as always; the objects themselves it must not share: give it copies.
    Not for a file with a test that commits (`transactional_db`).
    """
    around = ExitStack()
    with django_db_blocker.unblock():
        around.enter_context(transaction.atomic())
    yield
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.close()

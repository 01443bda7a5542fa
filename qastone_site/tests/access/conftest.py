"""The world is made once for a file of tests; each test has a copy of it, and what the test writes is rolled back.

So are the sessions and tokens of those who call: to sign in takes twenty statements, and every row calls twelve times.
"""

from copy import deepcopy

import pytest
from pytest_django.plugin import DjangoDbBlocker

from qastone_site.tests.access.access_world import World, new_world
from qastone_site.tests.access.callers import Callers, new_callers


@pytest.fixture(scope="module")
def made_once(module_transaction: None, django_db_blocker: DjangoDbBlocker) -> World:
    with django_db_blocker.unblock():
        return new_world()


@pytest.fixture
def world(made_once: World, db: None) -> World:
    return deepcopy(made_once)


@pytest.fixture(scope="module")
def callers(made_once: World, django_db_blocker: DjangoDbBlocker) -> Callers:
    with django_db_blocker.unblock():
        return new_callers(made_once)

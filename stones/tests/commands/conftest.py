"""How the tests of commands call them."""

import pytest
from django.contrib.auth.models import User

from commands.testing import Ran, Run, run
from stones.tests.factories import new_account

__all__ = ["Ran", "Run", "run"]


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")

"""How these tests call commands, and whose data they are about."""

import pytest
from django.contrib.auth.models import User

from brain.tests.factories import new_account
from commands.testing import Ran, Run, run

__all__ = ["Ran", "Run", "run"]


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")

"""How the tests of commands call them."""

import pytest
from django.contrib.auth.models import User

from core.cli.tests.command_runner import CommandResult, RunCommand, run
from stones.tests.factories import new_account

__all__ = ["CommandResult", "RunCommand", "run"]


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")

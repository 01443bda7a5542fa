"""How these tests call commands, and whose data they are about."""

import pytest
from django.contrib.auth.models import User

from brain.tests.factories import new_account
from core.cli.tests.command_runner import CommandResult, RunCommand, run

__all__ = ["CommandResult", "RunCommand", "run"]


@pytest.fixture
def account(db: None) -> User:
    return new_account(username="ann")

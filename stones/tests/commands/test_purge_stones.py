"""manage.py purge_stones."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from stones.models import Stone
from stones.tests.commands.conftest import RunCommand
from stones.tests.factories import new_account, store


@pytest.fixture(autouse=True)
def _stones(account: User) -> None:
    for owner in (account, new_account()):
        store(owner)
    Stone.objects.update(expires=timezone.now() - timedelta(seconds=1))
    store(account)


def test_the_expired_of_all_accounts_go(run: RunCommand) -> None:
    ran = run("purge_stones")
    assert (ran.status, ran.out) == (0, "2 expired stones deleted.\n")
    assert Stone.objects.count() == 1


def test_a_dry_run_deletes_none(run: RunCommand) -> None:
    ran = run("purge_stones", "--dry-run", "--json")
    assert json.loads(ran.out) == {"stones": 2, "dry_run": True}
    assert Stone.objects.count() == 3

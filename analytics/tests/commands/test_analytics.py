"""`manage.py analytics`."""

import csv
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from analytics.tests.ledger_entries import entry
from core.cli.tests.command_runner import RunCommand, run
from stones.tests.factories import new_account

__all__ = ["run"]
pytestmark = pytest.mark.django_db


def test_a_table(account: User, run: RunCommand) -> None:
    entry(account, created=timezone.now())
    entry(
        account, created=timezone.now(), kind="write", level=3, tokens=80, reader="generation", paste_tokens=0
    )
    ran = run("analytics")
    lines = [line.split() for line in ran.out.splitlines()]
    assert ran.out.startswith("Saved 90.0%, ")
    assert ["=", "saved", "900"] in lines
    assert ["agent", "koda", "980", "1"] in lines
    assert ["generation", "-80", "0"] in lines
    assert ran.status == 0


def test_more_spent(account: User, run: RunCommand) -> None:
    entry(account, created=timezone.now(), tokens=1_500)
    assert run("analytics", "--days", "1").out.startswith("500 tokens more than pasting, ")


def test_nothing(account: User, run: RunCommand) -> None:
    entry(account, created=timezone.now() - timedelta(days=20))
    assert run("analytics").out.startswith("Nothing was read, ")


def test_json_and_csv(account: User, run: RunCommand) -> None:
    entry(account, created=timezone.now())
    report = json.loads(run("analytics", "--days", "7", "--json").out)
    assert (report["savings"]["saved"], len(report["savings"]["days"]), report["usage"]["events"]) == (
        980,
        7,
        0,
    )
    lines = list(csv.DictReader(StringIO(run("analytics", "--days", "7", "--csv").out)))
    assert [line["saved"] for line in lines if line["by"] == "all"] == ["980"]


@pytest.mark.parametrize("days", ["0", "1000"])
def test_days_that_are_none(account: User, run: RunCommand, days: str) -> None:
    assert run("analytics", "--days", days).status == 2


def test_whose(account: User, run: RunCommand) -> None:
    new_account("mallory")
    assert run("analytics").status == 2
    assert run("analytics", "--account", "ann").status == 0

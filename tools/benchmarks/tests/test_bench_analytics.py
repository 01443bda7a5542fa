"""bench_analytics: every sum is timed over the same ledger, and nothing is kept."""

import json
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from stones.models import LedgerEntry
from tools.benchmarks.measure_analytics import METHODS


@pytest.mark.django_db
@pytest.mark.parametrize("as_json", [False, True], ids=["table", "json"])
def test_a_few(as_json: bool) -> None:
    out = StringIO()
    call_command("bench_analytics", entries=300, times=2, json=as_json, stdout=out)
    if as_json:
        result = json.loads(out.getvalue())
        assert (result["entries"], set(result["methods"])) == (300, {*METHODS, "roll-up"})
    else:
        assert all(method in out.getvalue() for method in METHODS)
    assert not LedgerEntry.objects.exists()
    assert not User.objects.exists()

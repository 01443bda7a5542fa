"""bench_clipboard: every method is timed on the same parts, all of them find their texts, and nothing is kept."""

import json
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from clipboard.models import ClipboardEntry
from stones.models import Content
from tools.benchmarks.measure_clipboard import FINDING, METHODS, SIZES


@pytest.mark.long
@pytest.mark.django_db
def test_a_few_as_json() -> None:
    out = StringIO()
    call_command("bench_clipboard", contents=5, copies=3, json=True, stdout=out)
    result = json.loads(out.getvalue())
    assert (result["bench"], result["contents"], result["copies"]) == ("clipboard", 5, 3)
    assert result["methods"].keys() == METHODS.keys()
    for each in result["methods"].values():
        assert 0 <= each["p50_ms"] <= each["p95_ms"] <= each["p99_ms"]
    assert {name: result["methods"][name]["found"] for name in FINDING} == dict.fromkeys(FINDING, 1.0)
    assert len(result["sizes"]) == len(SIZES)
    assert not ClipboardEntry.objects.exists()
    assert not Content.objects.exists()
    assert not User.objects.exists()


@pytest.mark.long
@pytest.mark.django_db
def test_a_few_as_a_table() -> None:
    out = StringIO()
    call_command("bench_clipboard", contents=3, copies=1, stdout=out)
    assert all(method in out.getvalue() for method in METHODS)
    assert "1,000,000 characters" in out.getvalue()

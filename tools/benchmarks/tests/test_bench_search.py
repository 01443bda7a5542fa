"""bench_recall and bench_brain: every method is timed on the same questions, and nothing is kept."""

import json
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from brain.models import Note
from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.models import Memory
from tools.benchmarks import measure_brain, measure_recall


@pytest.mark.django_db
@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(
    ("command", "size", "methods"),
    [
        ("bench_recall", {"memories": 30}, measure_recall.METHODS.keys()),
        ("bench_brain", {"notes": 3}, measure_brain.METHODS.keys()),
    ],
    ids=["recall", "brain"],
)
def test_a_few(command: str, size: dict[str, int], methods: set[str], as_json: bool) -> None:
    out = StringIO()
    with use_models(embedder=FakeEmbedder()):
        call_command(command, **size, questions=3, json=as_json, stdout=out)
    if as_json:
        found = json.loads(out.getvalue())
        assert found["methods"].keys() == methods
        for each in found["methods"].values():
            assert 0 <= each["p50_ms"] <= each["p95_ms"] <= each["p99_ms"]
    else:
        assert all(method in out.getvalue() for method in methods)
    assert not Memory.objects.exists()
    assert not Note.objects.exists()
    assert not User.objects.exists()

"""bench_quickstart: import, embedding and questions are timed, and nothing is kept."""

import json
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart.models import Collection


@pytest.mark.django_db
@pytest.mark.parametrize("as_json", [False, True])
def test_a_small_collection(as_json: bool) -> None:
    out = StringIO()
    with use_models(embedder=FakeEmbedder()):
        call_command("bench_quickstart", entries=20, skills=3, questions=3, json=as_json, stdout=out)
    if as_json:
        found = json.loads(out.getvalue())
        assert found["texts"] > 20 * 5
        assert 0 <= found["p50_ms"] <= found["p95_ms"] <= found["p99_ms"]
    else:
        assert "p95_ms" in out.getvalue()
    assert not Collection.objects.exists()
    assert not User.objects.exists()

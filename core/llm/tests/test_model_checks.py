"""Model checks of `manage.py doctor`."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings
from pytest_httpserver import HTTPServer

from core.llm import model_checks, token_counts
from core.llm.model_doubles import FakeEmbedder, use_models
from core.llm.model_errors import ErrorKind, SettingsWrong
from core.llm.models import TokenDay, TokenUse
from core.llm.token_estimate import estimate_tokens

pytestmark = pytest.mark.django_db


def test_all_is_well_by_default(settings: Settings) -> None:
    settings.LLM_MODEL = settings.EMBEDDINGS_MODEL = ""

    found = [model_checks.embeddings(), model_checks.chat(), model_checks.tokens()]

    assert all(fact.ok for fact in found)
    assert "".join(fact.mend for fact in found) == ""
    assert "all-MiniLM-L6-v2 on this machine (384 dimensions)" in found[0].detail
    assert "none is configured, and none is needed" in found[1].detail
    assert "exact" in found[2].detail


def test_says_what_is_spent_of_a_configured_model(settings: Settings) -> None:
    settings.LLM_MODEL, settings.LLM_API_KEY, settings.LLM_DAILY_TOKENS = "chatty", "sk-secret", 5_000
    settings.LLM_DAILY_TOKENS_PER_ACCOUNT = 2_500
    day = TokenDay.objects.create(day=datetime.now(UTC).date(), spent=1_234)
    day.accounts.create(account=User.objects.create(username="ann"), spent=1_000)

    found = model_checks.chat()

    assert found.ok
    assert found.detail == "chat by chatty, 1,234 tokens spent today of 5,000; 1,000 of 2,500 by one account"
    assert "sk-secret" not in found.detail + found.mend


@pytest.mark.parametrize(
    ("kind", "ok"), [(ErrorKind.WRONG_KEY, False), (ErrorKind.QUOTA, False), (ErrorKind.TIMEOUT, True)]
)
def test_tells_staff_what_only_they_can_fix(settings: Settings, kind: ErrorKind, ok: bool) -> None:
    settings.LLM_MODEL = "chatty"
    now = datetime.now(UTC)
    day = TokenDay.objects.create(day=now.date())
    TokenUse.objects.create(
        day=day, model="chatty", purpose="levels", calls=1, failures=1, last_failure=kind, last_failure_at=now
    )

    found = model_checks.chat()

    assert found.ok is ok
    assert ("LLM_API_KEY" in found.mend) is not ok


def test_embeddings_that_fail() -> None:
    broken = FakeEmbedder()
    broken.fail_with = [SettingsWrong("Reinstall the weights.", kind=ErrorKind.WRONG_WEIGHTS)]

    with use_models(embedder=broken):
        found = model_checks.embeddings()

    assert not found.ok
    assert found.mend == "Reinstall the weights."


def test_an_embedding_server_that_is_no_such_thing(settings: Settings, httpserver: HTTPServer) -> None:
    settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_BASE_URL = "m", httpserver.url_for("/v1")
    httpserver.expect_request("/v1/embeddings").respond_with_data("<html>", content_type="text/html")

    found = model_checks.embeddings()

    assert not found.ok
    assert "EMBEDDINGS_BASE_URL" in found.mend


def test_estimates_are_no_fault_but_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_counts, "_loaded", estimate_tokens)

    found = model_checks.tokens()

    assert found.ok
    assert "estimates" in found.detail

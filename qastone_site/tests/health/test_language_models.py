"""The findings about embeddings and the chat model, which is not called for them."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from threading import Event

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.embeddings.sample_texts import SAMPLE_PAIRS
from core.llm.model_doubles import FakeEmbedder, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind
from core.llm.models import TokenDay, TokenUse
from qastone_site.health import HealthState, language_model_checks
from qastone_site.health.language_model_checks import embeddings, model

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clear_cached_statuses() -> None:
    cache.clear()


def use(*, days: int = 0, name: str = "small", failures: int = 0, kind: str = "") -> None:
    """Two calls on a day, of which so many failed; `kind`: how the last of them did."""
    at = timezone.now() - timedelta(days=days)
    day, _ = TokenDay.objects.get_or_create(day=at.date())
    TokenUse.objects.create(
        day=day,
        model=name,
        purpose=f"levels {kind}",
        calls=2,
        failures=failures,
        last_failure=kind,
        last_failure_at=at if failures else None,
    )


@pytest.fixture
def small(settings: Settings) -> None:
    settings.LLM_MODEL, settings.LLM_API_KEY = "small", "sk-secret"


def test_no_model_is_no_fault(settings: Settings) -> None:
    settings.LLM_MODEL = ""
    assert (model().state, model().detail) == (
        HealthState.OK,
        "none is configured, and none is needed: levels are extracts, answers are quotations",
    )


@pytest.fixture
def ollama(settings: Settings, httpserver: HTTPServer) -> HTTPServer:
    """A server on this machine that has two models, and another site that has none."""
    settings.LLM_MODEL, settings.LOCAL_MODEL_PORTS = "", {"ollama": httpserver.port}
    models = {"models": [{"name": "llama3.2"}, {"name": "qwen3"}]}
    httpserver.expect_request("/api/tags").respond_with_json(models)
    return httpserver


def test_a_local_model_is_offered(ollama: HTTPServer) -> None:
    found = model()
    assert found.state == HealthState.OK
    assert found.detail.endswith("; Ollama on this machine has llama3.2 and 1 more, which could write them")
    assert found.offer == (
        f"printf '\\nLLM_BASE_URL=http://127.0.0.1:{ollama.port}/v1\\nLLM_MODEL=llama3.2\\n' >> .env"
    )


def test_local_models_are_requested_once_a_minute(ollama: HTTPServer) -> None:
    assert model().detail == model().detail
    assert len(ollama.log) == 1


def test_local_models_are_not_requested_where_a_model_is_set(ollama: HTTPServer, settings: Settings) -> None:
    settings.LLM_MODEL, settings.LLM_API_KEY = "small", "sk-secret"
    assert model().offer == ""
    assert ollama.log == []


def test_doctor_offers_it(ollama: HTTPServer) -> None:
    out = StringIO()
    with suppress(SystemExit):
        call_command("doctor", stdout=out)
    assert "+ printf '" in out.getvalue()


def test_a_model_that_was_never_called(small: None) -> None:
    assert model().state == HealthState.OK
    assert "it has never answered" in model().detail


def test_the_day_of_its_last_success(small: None) -> None:
    use(days=3)
    use(days=2, failures=1)
    use(days=1, failures=2, kind=ErrorKind.TOO_LONG)
    use(name="another")
    day = (timezone.now() - timedelta(days=2)).date()
    assert f"it last answered on {day}" in model().detail
    assert model().state == HealthState.OK


def test_a_failure_that_only_staff_can_mend(small: None) -> None:
    use(failures=2, kind=ErrorKind.WRONG_KEY)
    found = model()
    assert found.state == HealthState.WRONG
    assert "LLM_API_KEY" in found.mend
    assert "sk-secret" not in str(found)


def test_a_failure_that_may_pass_is_a_warning(small: None) -> None:
    use(failures=1, kind=ErrorKind.UNREACHABLE)
    found = model()
    assert (found.state, found.ok) == (HealthState.WARNING, True)
    assert "it fails now: it cannot be reached" in found.detail
    assert "LLM_BASE_URL" in found.mend


def test_an_embedder_that_fails() -> None:
    broken = FakeEmbedder()
    broken.fail_with = [CouldNotAsk("Start the server.", kind=ErrorKind.UNREACHABLE, retryable=True)]
    with use_models(embedder=broken):
        found = embeddings()
        assert (found.state, found.detail.split(";")[0], found.mend) == (
            HealthState.WRONG,
            "embeddings fail",
            "Start the server.",
        )
        assert embeddings().state == HealthState.OK


@pytest.fixture
def silent_server(settings: Settings, httpserver: HTTPServer) -> Iterator[None]:
    """An embedding server that takes a question and says nothing for as long as the test lasts."""
    over = Event()

    def wait(request: Request) -> Response:
        over.wait(20)
        return Response("{}")

    httpserver.expect_request("/v1/embeddings").respond_with_handler(wait)
    settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_BASE_URL = "m", httpserver.url_for("/v1")
    yield
    over.set()


@pytest.mark.usefixtures("silent_server")
def test_an_embedding_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_model_checks, "EMBEDDINGS_SECONDS", 1.0)
    found = embeddings()
    assert (found.state, found.detail) == (HealthState.WRONG, "no answer within 1 s")
    assert "EMBEDDINGS_BASE_URL" in found.mend


def test_an_embedding_servers_status_is_cached(settings: Settings, httpserver: HTTPServer) -> None:
    def embed(request: Request) -> Response:
        texts = json.loads(request.get_data())["input"]
        data = [{"object": "embedding", "index": at, "embedding": [0.1] * 384} for at in range(len(texts))]
        return Response(json.dumps({"object": "list", "model": "m", "data": data}))

    settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_BASE_URL = "m", httpserver.url_for("/v1")

    httpserver.expect_oneshot_request("/v1/embeddings").respond_with_data("no", status=401)
    assert embeddings().state == HealthState.WRONG
    httpserver.expect_request("/v1/embeddings").respond_with_handler(embed)
    assert [embeddings().state for _ in range(3)] == [HealthState.OK] * 3
    # The refused one, the text, and once what the model makes of ordinary ones.
    assert len(httpserver.log) == 2 + len(SAMPLE_PAIRS)

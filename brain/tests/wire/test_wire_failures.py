"""A failing provider is an error for standard and schema answers; no turn is stored, no answer made up."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings
from werkzeug import Response

from brain.exceptions import ModelUnavailable
from brain.models import Turn
from brain.protocol import process_query, process_query_with_schema
from brain.tests.answering.garden_notes import model_answer, note_id
from brain.tests.wire.fake_provider import Provider
from core.llm.models import TokenHold
from core.llm.wire_doubles import KEY, completion, failure

QUESTION = "When was the last frost?"
SCHEMA = {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}
Ask = Callable[[User], object]


def standard(account: User) -> object:
    return process_query(QUESTION, account=account)


def shaped(account: User) -> object:
    return process_query_with_schema(QUESTION, SCHEMA, account=account)


def _hang() -> Response:
    def body() -> Iterator[bytes]:
        time.sleep(1.2)
        yield b"{}"

    return Response(body(), content_type="application/json")


# What is answered, how often it is asked for, and what is said of it.
FAILURES: dict[str, tuple[Callable[[Provider], None], int, str]] = {
    "a refusal": (lambda it: it.says({"day": "x"}, refusal="I cannot."), 1, "refused to answer"),
    "a filter": (lambda it: it.says("", finish_reason="content_filter"), 1, "refused to answer"),
    "a cut": (lambda it: it.says('{"day": "x"}', finish_reason="length"), 1, "cut off"),
    "malformed JSON": (lambda it: it.says('{"day": "15 M', '{"day": "15 M'), 2, "it holds no JSON"),
    "nothing": (lambda it: it.says("", ""), 2, "it holds no JSON"),
    "no choice": (lambda it: it.answers(completion() | {"choices": []}, times=2), 2, "it is empty"),
    "a page": (lambda it: it.answers("<html>Welcome</html>"), 1, "LLM_BASE_URL"),
    "a wrong key": (lambda it: it.answers(failure("Incorrect"), 401), 1, "LLM_API_KEY"),
    "an outage": (lambda it: it.answers(failure("Oops"), 500, times=2), 2, "failed (500)"),
    "no credit": (lambda it: it.answers(failure("Pay", "insufficient_quota"), 429), 1, "no credit"),
}


@pytest.mark.parametrize("ask", [standard, shaped])
@pytest.mark.parametrize("kind", FAILURES)
def test_is_an_error_and_nothing_is_stored(garden: User, provider: Provider, kind: str, ask: Ask) -> None:
    prepare, times, words = FAILURES[kind]
    prepare(provider)
    if ask is standard and kind == "malformed JSON":
        words = "does not have the shape"

    with pytest.raises(ModelUnavailable) as caught:
        ask(garden)

    message = caught.value.message
    assert words in message
    assert "no answer was made up" in message
    assert KEY not in message
    assert "private" not in message
    assert len(provider.requests_to) == times
    assert not Turn.objects.exists()
    assert not TokenHold.objects.exists()


@pytest.mark.parametrize("ask", [standard, shaped])
def test_a_hang_ends(
    garden: User, provider: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch, ask: Ask
) -> None:
    settings.LLM_TIMEOUT_SECONDS = 0.3
    monkeypatch.setattr("core.llm.providers.MAX_ATTEMPTS", 1)
    provider.hangs(_hang())

    with pytest.raises(ModelUnavailable, match="in time"):
        ask(garden)

    assert not Turn.objects.exists()


@pytest.mark.parametrize("ask", [standard, shaped])
def test_a_long_wait_is_left_to_the_asker(garden: User, provider: Provider, ask: Ask) -> None:
    provider.answers(failure("Slow down"), 429, Retry_After="600")

    with pytest.raises(ModelUnavailable, match="slow down") as caught:
        ask(garden)

    assert caught.value.extra == {"retry_after": 600}
    assert "Ask again later." in caught.value.message
    assert len(provider.requests_to) == 1
    assert not Turn.objects.exists()


def test_a_short_wait_is_waited(garden: User, provider: Provider) -> None:
    provider.answers(failure("Slow down"), 429, Retry_After="1")
    provider.says(model_answer("On 15 May.", (note_id(garden, "Frost"), "came on the fifteenth of May")))
    began = time.monotonic()

    answer = process_query(QUESTION, account=garden)

    assert time.monotonic() - began >= 1
    assert answer.metadata.has_sources
    assert len(provider.requests_to) == 2


def test_the_next_question_is_answered(garden: User, provider: Provider) -> None:
    provider.answers(failure("Incorrect"), 401)
    with pytest.raises(ModelUnavailable):
        standard(garden)
    provider.says(model_answer("On 15 May.", (note_id(garden, "Frost"), "came on the fifteenth of May")))

    standard(garden)

    turn = Turn.objects.get()
    assert (turn.ordinal, turn.answer) == (1, "On 15 May.")
    assert "CONVERSATION" not in provider.prompt()[1]


def test_settings_that_cannot_be_used(garden: User, provider: Provider, settings: Settings) -> None:
    settings.LLM_API_KEY = "schlüssel"
    asks: list[Any] = [standard, shaped]

    for ask in asks:
        with pytest.raises(ModelUnavailable, match="API key") as caught:
            ask(garden)
        assert "schlüssel" not in caught.value.message
    assert provider.requests_to == []

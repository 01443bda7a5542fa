"""OpenAIChat on the wire, where it works."""

import pytest
from pytest_httpserver import HTTPServer

from core.llm.chat.chat_model import Answer
from core.llm.models import TokenDay, TokenHold, TokenUse
from core.llm.wire_doubles import CHAT, GOOD, KEY, QUESTION, LevelPair, chat, completion, requests, sent

pytestmark = pytest.mark.django_db


def test_answers_with_the_value_and_its_price(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT, method="POST").respond_with_json(completion())

    answer = chat(httpserver).parse(QUESTION, LevelPair, purpose="levels")

    assert answer == Answer(GOOD, "small-model-2026", 61, 23)


def test_asks_with_a_strict_schema_a_limit_and_the_key(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion())

    chat(httpserver).parse(QUESTION, LevelPair, purpose="levels", max_completion_tokens=321)

    (body,) = sent(httpserver)
    assert body["model"] == "small-model"
    assert body["messages"] == QUESTION
    assert body["max_tokens"] == 321
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["lod_0", "lod_1"]
    assert requests(httpserver)[0].headers["Authorization"] == f"Bearer {KEY}"


def test_records_what_was_spent_and_holds_nothing_afterwards(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion())
    model = chat(httpserver)

    model.parse(QUESTION, LevelPair, purpose="levels")
    model.parse(QUESTION, LevelPair, purpose="levels")

    use = TokenUse.objects.get()
    assert (use.model, use.purpose, use.calls, use.failures) == ("small-model", "levels", 2, 0)
    assert (use.prompt_tokens, use.completion_tokens, use.last_failure) == (122, 46, "")
    assert TokenDay.objects.get().spent == 168
    assert not TokenHold.objects.exists()


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": -5, "completion_tokens": 2}, {"prompt_tokens": "7"}]
)
def test_counts_itself_where_the_server_reports_no_usage(httpserver: HTTPServer, usage: object) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion(usage=usage))

    answer = chat(httpserver).parse(QUESTION, LevelPair, purpose="levels")

    assert answer.prompt_tokens > 10
    assert answer.completion_tokens > 10
    assert TokenDay.objects.get().spent == answer.prompt_tokens + answer.completion_tokens


@pytest.mark.parametrize(
    "content",
    [
        f"```json\n{GOOD.model_dump_json()}\n```",
        f"<think>They want {{two}} levels.</think>\n{GOOD.model_dump_json()}",
        f"Here you are:\n\n{GOOD.model_dump_json(indent=2)}\nAnything else?",
    ],
)
def test_finds_the_object_in_what_models_put_around_it(httpserver: HTTPServer, content: str) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion(content))

    assert chat(httpserver).parse(QUESTION, LevelPair, purpose="levels").value == GOOD


def test_half_a_surrogate_pair_is_sent_as_a_question_mark(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion())

    chat(httpserver).parse([{"role": "user", "content": "a\ud800b"}], LevelPair, purpose="levels")

    assert sent(httpserver)[0]["messages"][0]["content"] == "a?b"


def test_uses_the_configured_name_where_the_server_gives_none(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion(model=""))

    assert chat(httpserver).parse(QUESTION, LevelPair, purpose="levels").model == "small-model"

"""The contract of a chat model, asserted for the fake, a local provider and a real endpoint."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel, Field
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.chat.chat_model import ChatModel, Message
from core.llm.chat.openai_chat import OpenAIChat
from core.llm.daily_budget import DailyLimits
from core.llm.model_doubles import FakeChat
from core.llm.model_errors import ErrorKind, NoUsableAnswer, SettingsWrong
from core.llm.token_counts import count_tokens
from core.llm.wire_doubles import CHAT, KEY, chat, completion, failure

pytestmark = pytest.mark.django_db

REAL_KEY = os.environ.get("QASTONE_REAL_LLM_API_KEY", "")
REAL_URL = os.environ.get("QASTONE_REAL_LLM_BASE_URL", "")
REAL_MODEL = os.environ.get("QASTONE_REAL_LLM_MODEL", "")
WORD = "heron"
MESSAGES: list[Message] = [
    {"role": "system", "content": "You repeat words exactly. The word is: heron."},
    {"role": "user", "content": "Give the word, and the number of its letters."},
]
STRICT = {
    "type": "object",
    "properties": {"word": {"type": "string"}, "letters": {"type": "integer"}},
    "required": ["word", "letters"],
    "additionalProperties": False,
}
LOOSE = {"type": "object", "properties": {"word": {"type": "string"}}, "minProperties": 1}
LIST = {"type": "array", "items": {"type": "string"}, "description": "the word alone", "maxItems": 1}


class Word(BaseModel):
    word: str
    letters: int = Field(ge=1)


@dataclass(frozen=True)
class Contender:
    model: ChatModel
    with_wrong_key: ChatModel
    cut_off: ChatModel


def obedient(schema: Any) -> Any:
    """The reply of a model that follows its instructions."""
    if schema == LIST:
        return [WORD]
    return {"word": WORD} if schema == LOOSE else {"word": WORD, "letters": 5}


def fake() -> Contender:
    wrong = SettingsWrong("wrong key", kind=ErrorKind.WRONG_KEY)
    cut = NoUsableAnswer("cut off", kind=ErrorKind.CUT_OFF)
    return Contender(
        FakeChat([lambda messages, schema: obedient(schema)] * 9), FakeChat([wrong]), FakeChat([cut])
    )


def local(server: HTTPServer) -> Contender:
    def handle(request: Request) -> Response:
        body = json.loads(request.get_data())
        if request.headers["Authorization"] != f"Bearer {KEY}":
            return Response(json.dumps(failure("Incorrect key")), 401, mimetype="application/json")
        prompt = sum(count_tokens(message["content"]) for message in body["messages"])
        usage = {"prompt_tokens": prompt, "completion_tokens": 9, "total_tokens": prompt + 9}
        end = "length" if body["max_tokens"] < 9 else "stop"
        said = completion(json.dumps(obedient(shape(body))), usage=usage, finish_reason=end)
        return Response(json.dumps(said), mimetype="application/json")

    server.expect_request(CHAT).respond_with_handler(handle)
    return Contender(chat(server), chat(server, api_key="wrong"), chat(server))


def shape(body: dict[str, Any]) -> Any:
    """Which of the schemas a request is about."""
    messages = json.dumps(body["messages"])
    return LIST if "maxItems" in messages else LOOSE if "minProperties" in messages else STRICT


def real() -> Contender:
    def client(key: str) -> OpenAIChat:
        return OpenAIChat(
            base_url=REAL_URL,
            api_key=key,
            model=REAL_MODEL,
            timeout=60,
            attempts=2,
            limits=DailyLimits(20_000),
        )

    return Contender(client(REAL_KEY), client("wrong-key"), client(REAL_KEY))


def contenders() -> Sequence[Any]:
    reason = "asks a real model: set QASTONE_REAL_LLM_API_KEY, _BASE_URL and _MODEL"
    there = REAL_KEY and REAL_MODEL
    # The mark lets this one through what keeps every other test on this machine.
    mark = pytest.mark.enable_socket if there else pytest.mark.skip(reason=reason)
    return ["fake", "local", pytest.param("real", marks=mark)]


@pytest.fixture(params=contenders())
def contender(request: pytest.FixtureRequest) -> Contender:
    if request.param == "local":
        return local(request.getfixturevalue("httpserver"))
    return fake() if request.param == "fake" else real()


def test_gives_an_instance_of_the_class(contender: Contender) -> None:
    answer = contender.model.parse(MESSAGES, Word, purpose="contract")

    assert isinstance(answer.value, Word)
    assert answer.value.word.lower() == WORD
    assert answer.model
    assert answer.prompt_tokens > 10
    assert answer.completion_tokens > 2


def test_gives_json_for_a_schema_that_can_be_enforced(contender: Contender) -> None:
    value = contender.model.parse_json(MESSAGES, STRICT, purpose="contract").value

    assert set(value) == {"word", "letters"}
    assert value["word"].lower() == WORD
    assert isinstance(value["letters"], int)


def test_gives_an_object_for_one_that_cannot(contender: Contender) -> None:
    value = contender.model.parse_json(MESSAGES, LOOSE, purpose="contract").value

    assert value["word"].lower() == WORD


def test_gives_a_list_where_that_is_the_whole(contender: Contender) -> None:
    value = contender.model.parse_json(MESSAGES, LIST, purpose="contract").value

    assert [word.lower() for word in value] == [WORD]


def test_a_longer_prompt_costs_more(contender: Contender) -> None:
    longer = [MESSAGES[0], {"role": "user", "content": f"{'Mind the reeds. ' * 50}{MESSAGES[1]['content']}"}]

    short, long = (
        contender.model.parse(messages, Word, purpose="contract") for messages in (MESSAGES, longer)
    )

    assert long.prompt_tokens > short.prompt_tokens + 100


def test_a_wrong_key_is_the_settings_fault(contender: Contender) -> None:
    with pytest.raises(SettingsWrong) as caught:
        contender.with_wrong_key.parse(MESSAGES, Word, purpose="contract")

    assert caught.value.kind in (ErrorKind.WRONG_KEY, ErrorKind.FORBIDDEN)


def test_an_answer_beyond_its_limit_is_none(contender: Contender) -> None:
    with pytest.raises(NoUsableAnswer) as caught:
        contender.cut_off.parse_json(MESSAGES, STRICT, purpose="contract", max_completion_tokens=3)

    assert caught.value.kind is ErrorKind.CUT_OFF

"""The doubles that ship: deterministic, recording, and in the place of the real ones while they are wanted."""

from itertools import repeat

import pytest
from pydantic import ValidationError
from pytest_django import Settings

from core.llm import get_chat_model, get_embedder
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind
from core.llm.wire_doubles import GOOD, QUESTION, LevelPair


def test_fake_vectors_are_alike_where_texts_are() -> None:
    embedder = FakeEmbedder()

    question, near, far, again = embedder.embed(
        ["undo a migration", "how to undo one migration", "the canteen closes", "undo a migration"]
    )

    assert question @ near > 0.4
    assert abs(question @ far) < 0.3
    assert (question == again).all()
    assert embedder.calls == [
        ["undo a migration", "how to undo one migration", "the canteen closes", "undo a migration"]
    ]


def test_fake_vectors_are_units_for_any_text() -> None:
    vectors = FakeEmbedder(dimensions=8).embed(["", "\ud800", "---", "word " * 100])

    assert (vectors**2).sum(axis=1) == pytest.approx([1, 1, 1, 1], abs=1e-6)
    assert FakeEmbedder().embed([]).shape == (0, 384)


def test_the_fake_embedder_raises_scripted_errors() -> None:
    embedder = FakeEmbedder()
    embedder.fail_with = [CouldNotAsk("down", kind=ErrorKind.UNREACHABLE, retryable=True)]

    with pytest.raises(CouldNotAsk):
        embedder.embed(["hello"])
    assert embedder.embed(["hello"]).shape == (1, 384)


def test_the_fake_chat_returns_scripted_answers_and_records_calls() -> None:
    chat = FakeChat(
        [
            GOOD,
            {"lod_0": "a", "lod_1": "b"},
            CouldNotAsk("down", kind=ErrorKind.TIMEOUT, retryable=True),
            lambda messages, schema: {"lod_0": messages[1]["content"], "lod_1": schema.__name__},
        ]
    )

    assert chat.parse(QUESTION, LevelPair, purpose="one").value == GOOD
    assert chat.parse(QUESTION, LevelPair, purpose="two").value == LevelPair(lod_0="a", lod_1="b")
    with pytest.raises(CouldNotAsk):
        chat.parse(QUESTION, LevelPair, purpose="three")
    answer = chat.parse(QUESTION, LevelPair, purpose="four")
    assert answer.value == LevelPair(lod_0="the private handoff text", lod_1="LevelPair")
    assert (answer.model, answer.prompt_tokens > 0, answer.completion_tokens > 0) == ("fake-chat", True, True)
    assert [call.purpose for call in chat.calls] == ["one", "two", "three", "four"]
    with pytest.raises(LookupError, match="5 times"):
        chat.parse(QUESTION, LevelPair, purpose="five")


def test_the_fake_chat_checks_the_shape_like_a_real_one() -> None:
    with pytest.raises(ValidationError):
        FakeChat([{"lod_0": "only"}]).parse(QUESTION, LevelPair, purpose="levels")


def test_doubles_are_used_inside_the_block(settings: Settings) -> None:
    settings.LLM_MODEL = ""
    chat, embedder = FakeChat(repeat(GOOD)), FakeEmbedder()

    with use_models(chat=chat, embedder=embedder):
        assert get_chat_model() is chat
        assert get_embedder() is embedder
        with use_models():
            assert get_chat_model() is None
            assert get_embedder() is embedder
        assert get_chat_model() is chat

    assert get_chat_model() is None
    assert get_embedder() is not embedder

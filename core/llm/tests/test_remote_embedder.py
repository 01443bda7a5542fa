"""RemoteEmbedder on the wire: its requests, valid responses, and responses that it refuses."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.model_errors import CouldNotAsk, ErrorKind, LLMError, SettingsWrong
from core.llm.wire_doubles import EMBEDDINGS, KEY, embedder, failure, requests, sent

Data = list[dict[str, Any]]


def answer_with(server: HTTPServer, make: Callable[[list[str]], Data]) -> None:
    def handle(request: Request) -> Response:
        texts = json.loads(request.get_data())["input"]
        body = {"object": "list", "data": make(texts), "model": "m", "usage": {"prompt_tokens": 1}}
        return Response(json.dumps(body), mimetype="application/json")

    server.expect_request(EMBEDDINGS, method="POST").respond_with_handler(handle)


def by_length(texts: list[str]) -> Data:
    return [
        {"object": "embedding", "index": index, "embedding": [float(len(text)), 1.0, 0.0]}
        for index, text in enumerate(texts)
    ]


def test_returns_unit_rows_in_input_order(httpserver: HTTPServer) -> None:
    answer_with(httpserver, lambda texts: by_length(texts)[::-1])

    vectors = embedder(httpserver).embed(["aaa", "b"])

    assert vectors.dtype == np.float32
    assert vectors == pytest.approx(np.array([[3, 1, 0], [1, 1, 0]]) / np.sqrt([[10], [2]]), abs=1e-6)


def test_sends_model_key_and_plain_floats(httpserver: HTTPServer) -> None:
    answer_with(httpserver, by_length)

    embedder(httpserver).embed(["hello"])

    assert sent(httpserver) == [{"model": "small-embedder", "input": ["hello"], "encoding_format": "float"}]
    assert requests(httpserver)[0].headers["Authorization"] == f"Bearer {KEY}"


def test_sends_many_texts_in_batches(httpserver: HTTPServer) -> None:
    answer_with(httpserver, by_length)

    vectors = embedder(httpserver).embed(["x" * number for number in range(1, 151)])

    assert [len(body["input"]) for body in sent(httpserver)] == [64, 64, 22]
    assert vectors.shape == (150, 3)
    assert (np.diff(vectors[:, 0]) > 0).all()


def test_sends_no_empty_text_no_surrogate_and_nothing_too_long(httpserver: HTTPServer) -> None:
    answer_with(httpserver, by_length)

    embedder(httpserver).embed(["", "a\ud800b", "漢" * 10_000])

    empty, broken, long = sent(httpserver)[0]["input"]
    assert (empty, broken) == (" ", "a?b")
    assert len(long.encode()) <= 8_000


def test_puts_a_models_prefixes_before_questions_and_texts(httpserver: HTTPServer) -> None:
    answer_with(httpserver, by_length)
    remote = embedder(httpserver, question_prefix="search_query: ", text_prefix="search_document: ")

    remote.embed_questions(["where?"])
    remote.embed(["here"])

    assert [body["input"] for body in sent(httpserver)] == [
        ["search_query: where?"],
        ["search_document: here"],
    ]
    assert {body["model"] for body in sent(httpserver)} == {"small-embedder"}


def test_vectors_with_other_prefixes_are_another_models(httpserver: HTTPServer) -> None:
    plain, with_prefix = embedder(httpserver), embedder(httpserver, text_prefix="passage: ")
    assert plain.name == "small-embedder"
    assert len({plain.name, with_prefix.name, embedder(httpserver, question_prefix="passage: ").name}) == 3


def test_a_question_is_sent_once_and_then_not_for_a_while(httpserver: HTTPServer) -> None:
    httpserver.expect_request(EMBEDDINGS).respond_with_json(failure("down"), status=503)
    remote = embedder(httpserver, attempts=3)

    for _ in range(3):
        with pytest.raises(CouldNotAsk):
            remote.embed_questions(["where?"])
    assert len(requests(httpserver)) == 1

    with pytest.raises(CouldNotAsk):
        remote.embed(["a text of a job"])
    assert len(requests(httpserver)) == 4


def test_a_wrong_answer_to_a_question_is_no_reason_to_wait(httpserver: HTTPServer) -> None:
    answer_with(httpserver, lambda texts: [])
    remote = embedder(httpserver)
    for _ in range(2):
        with pytest.raises(SettingsWrong):
            remote.embed_questions(["where?"])
    assert len(requests(httpserver)) == 2


def test_finds_its_dimensions_out_by_asking_once(httpserver: HTTPServer) -> None:
    answer_with(httpserver, by_length)
    remote = embedder(httpserver)

    assert remote.dimensions == 3
    assert remote.embed([]).shape == (0, 3)
    assert len(requests(httpserver)) == 1


def test_takes_the_dimensions_from_the_first_answer(httpserver: HTTPServer) -> None:
    answer_with(httpserver, by_length)
    remote = embedder(httpserver)

    remote.embed(["hello"])

    assert remote.dimensions == 3
    assert len(requests(httpserver)) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda texts: by_length(texts)[:-1],
        lambda texts: by_length([*texts, "more"]),
        lambda texts: [row | {"index": 0} for row in by_length(texts)],
        lambda texts: [row | {"index": None} for row in by_length(texts)],
        lambda texts: [row | {"embedding": [1.0] * (2 + row["index"])} for row in by_length(texts)],
        lambda texts: [row | {"embedding": [0.0, 0.0]} for row in by_length(texts)],
        lambda texts: [row | {"embedding": [float("nan"), 1.0]} for row in by_length(texts)],
        lambda texts: [row | {"embedding": 7} for row in by_length(texts)],
        lambda texts: [row | {"embedding": []} for row in by_length(texts)],
        lambda texts: [row | {"embedding": "base64"} for row in by_length(texts)],
        lambda texts: [{"index": row["index"]} for row in by_length(texts)],
        lambda texts: ["rows", "rows"],
    ],
)
def test_refuses_vectors_that_cannot_be_right(
    httpserver: HTTPServer, make: Callable[[list[str]], Data]
) -> None:
    answer_with(httpserver, make)

    with pytest.raises(SettingsWrong) as caught:
        embedder(httpserver).embed(["one", "two"])

    assert caught.value.kind is ErrorKind.WRONG_VECTORS
    assert not caught.value.retryable


def test_refuses_other_dimensions_than_before(httpserver: HTTPServer) -> None:
    answer_with(httpserver, lambda texts: [{"index": 0, "embedding": [1.0] * len(texts[0])}])
    remote = embedder(httpserver)
    remote.embed(["four"])

    with pytest.raises(SettingsWrong, match="5 dimensions where there were 4"):
        remote.embed(["fives"])


@pytest.mark.parametrize("body", ["<html></html>", "", "[]", "null", "{}", '{"data": 3}'])
def test_a_200_of_something_else(httpserver: HTTPServer, body: str) -> None:
    httpserver.expect_request(EMBEDDINGS).respond_with_data(body, content_type="text/html")

    with pytest.raises(SettingsWrong, match="EMBEDDINGS_BASE_URL") as caught:
        embedder(httpserver).embed(["hello"])

    assert caught.value.kind is ErrorKind.NOT_THE_API


def test_comes_back_after_a_failure(httpserver: HTTPServer) -> None:
    httpserver.expect_ordered_request(EMBEDDINGS).respond_with_json(failure("down"), status=503)
    body = {"data": by_length(["hello"])}
    httpserver.expect_ordered_request(EMBEDDINGS).respond_with_json(body)

    assert embedder(httpserver).embed(["hello"]).shape == (1, 3)


@pytest.mark.parametrize(
    ("status", "branch", "kind"),
    [
        (401, SettingsWrong, ErrorKind.WRONG_KEY),
        (500, CouldNotAsk, ErrorKind.SERVER_ERROR),
        (429, CouldNotAsk, ErrorKind.RATE_LIMITED),
    ],
)
def test_names_its_own_settings_and_no_secret(
    httpserver: HTTPServer, status: int, branch: type[LLMError], kind: ErrorKind
) -> None:
    httpserver.expect_request(EMBEDDINGS).respond_with_json(failure("no"), status=status)

    with pytest.raises(branch) as caught:
        embedder(httpserver).embed(["hello"])

    assert caught.value.kind is kind
    assert KEY not in str(caught.value)
    assert caught.value.__context__ is None
    assert "LLM_API_KEY" not in str(caught.value)

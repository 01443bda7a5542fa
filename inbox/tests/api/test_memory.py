"""POST /mcp/memory/remember, GET /mcp/memory/recall and POST /mcp/memory/forget."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.llm.model_doubles import FakeEmbedder, use_models
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api.memory_examples import RECALLED, REMEMBER_REQUEST, REMEMBERED
from inbox.api.memory_views import (
    RecalledAnswerSerializer,
    RecalledMemoryAnswerSerializer,
    RememberedAnswerSerializer,
)
from inbox.models import Memory

REMEMBER, RECALL, FORGET = (f"/mcp/memory/{name}" for name in ("remember", "recall", "forget"))
PORT = "The export service listens on port 8003."


def remember(client: APIClient, *, key_of_call: str | None = None, **body: Any) -> Any:
    headers = {"Idempotency-Key": key_of_call} if key_of_call else None
    return client.post(REMEMBER, {"text": PORT} | body, "json", headers=headers)


def recall(client: APIClient, query: str = "Which port?", **more: Any) -> Any:
    with use_models(embedder=FakeEmbedder()):
        return client.get(RECALL, {"query": query} | more)


def forget(client: APIClient, memory: Any) -> Any:
    return client.post(FORGET, {"memory": memory}, "json")


def test_remember_recall_forget(personas: Personas) -> None:
    first = remember(personas.owner, key="port", tags=["ops"], ttl_seconds=3_600)
    assert first.status_code == 201
    body = first.json()
    assert (body["key"], body["tags"], body["shared"], body["replaced"]) == ("port", ["ops"], False, None)
    second = remember(personas.owner, text="It is 9100.", key="port").json()
    assert second["replaced"] == body["id"]

    answer = recall(personas.owner).json()
    assert answer["text"] == "[port, now] It is 9100."
    assert [each["id"] for each in answer["memories"]] == [second["id"]]
    with_history = recall(personas.owner, history="true", max_tokens=100).json()
    assert [each["id"] for each in with_history["memories"]] == [second["id"], body["id"]]
    assert with_history["memories"][1]["superseded"] == second["created"]

    assert forget(personas.owner, "port").json() == {"forgotten": 2, "restored_from": None}
    assert recall(personas.owner).json()["memories"] == []
    assert forget(personas.owner, "port").status_code == 404


def test_the_documented_answers_are_what_is_answered(personas: Personas) -> None:
    remembered = remember(personas.owner, **REMEMBER_REQUEST).json()
    assert remembered.keys() == REMEMBERED.keys() == RememberedAnswerSerializer().fields.keys()
    recalled = recall(personas.owner, "export port").json()
    assert recalled.keys() == RECALLED.keys() == RecalledAnswerSerializer().fields.keys()
    (memory,) = recalled["memories"]
    assert (
        memory.keys()
        == RECALLED["memories"][0].keys()
        == RecalledMemoryAnswerSerializer().fields.keys() - {"text"}
    )


def test_whether_it_surely_answers_is_said(personas: Personas) -> None:
    remember(personas.owner)
    assert recall(personas.owner, "Which port has the export service?").json()["is_sure"] is True
    near = recall(personas.owner, "Which version has the export service?").json()
    assert (near["is_match"], near["is_sure"]) == (True, False)
    assert "which does not say “version”" in near["text"]


def test_no_text_is_repeated_by_default(personas: Personas) -> None:
    for number in range(20):
        remember(personas.owner, text=f"The export service number {number} listens on port {8000 + number}.")
    once = recall(personas.owner, "Which port has the export service?")
    assert once.json()["tokens"] > 300
    assert once.content.count(b"listens on port") == len(once.json()["memories"])
    twice = recall(personas.owner, "Which port has the export service?", texts="true").json()
    assert all(each["text"] in twice["text"] for each in twice["memories"])
    assert [each | {"text": ""} for each in twice["memories"]] == [
        each | {"text": ""} for each in once.json()["memories"]
    ]
    assert recall(personas.owner, texts="perhaps").status_code == 400


def test_a_colleague_sees_what_is_shared_and_a_stranger_nothing(personas: Personas) -> None:
    mira = personas.colleague("mira")
    mine = remember(personas.owner, key="mine").json()["id"]
    shared = remember(personas.owner, key="ours", shared=True).json()["id"]
    body = recall(mira).json()
    assert [(each["id"], each["by"], each["shared"]) for each in body["memories"]] == [(shared, "koda", True)]
    assert recall(personas.stranger).json()["memories"] == []
    for client, names in ((mira, ["mine", mine]), (personas.stranger, ["mine", "ours", mine, shared])):
        for name in names:
            response = forget(client, name)
            assert (response.status_code, response.json()["code"]) == (404, "memory_not_found")
    for name in ("ours", shared):
        response = forget(mira, name)
        assert (response.status_code, response.json()["code"]) == (403, "memory_of_another_agent")
        assert f"The shared memory '{name}' is koda's" in response.json()["detail"]
    assert forget(personas.owner, "ours").json() == {"forgotten": 1, "restored_from": None}


def test_of_a_shared_key_each_forgets_what_it_wrote(personas: Personas) -> None:
    mira = personas.colleague("mira")
    first = remember(personas.owner, text="The port is 8003.", key="port", shared=True).json()["id"]
    second = remember(mira, text="The port is 9100.", key="port", shared=True).json()
    assert (second["replaced"], second["replaced_from"]) == (first, "koda")
    own = remember(mira, text="The port is 9200.", key="port", shared=True).json()
    assert (own["replaced"], own["replaced_from"]) == (second["id"], None)
    assert forget(mira, first).status_code == 403
    assert recall(personas.owner).json()["text"].startswith("[port, now, shared by mira, in place of yours] ")
    assert forget(mira, "port").json() == {"forgotten": 2, "restored_from": "koda"}
    assert [each["id"] for each in recall(mira).json()["memories"]] == [first]
    found = recall(personas.owner).json()
    assert found["text"] == "[port, now, was replaced, holds again since just now, shared] The port is 8003."
    assert found["memories"][0]["restored"] is not None


def test_the_same_key_of_ones_own_and_for_all_can_be_told_apart(personas: Personas) -> None:
    mira = personas.colleague("mira")
    for shared in (False, True):
        remember(personas.owner, text="The port is 8003.", key="port", shared=shared)
    assert sorted(recall(personas.owner).json()["text"].split("\n")) == [
        "[port, now, shared] The port is 8003.",
        "[port, now] The port is 8003.",
    ]
    assert recall(mira).json()["text"] == "[port, now, shared by koda] The port is 8003."
    # One's own comes first.
    assert forget(personas.owner, "port").json() == {"forgotten": 1, "restored_from": None}
    assert recall(personas.owner).json()["text"] == "[port, now, shared] The port is 8003."


def test_the_same_call_under_one_idempotency_key_remembers_once(personas: Personas) -> None:
    first = remember(personas.owner, key_of_call="k1")
    again = remember(personas.owner, key_of_call="k1")
    assert (again.status_code, again.json()) == (201, first.json())
    assert again["Idempotency-Replayed"] == "true"
    assert Memory.objects.count() == 1
    assert remember(personas.owner, key_of_call="k1", text="Other.").status_code == 422


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": ""}, 400, "invalid_memory"),
        ({"text": 5}, 400, "invalid"),
        ({"text": "a\x00"}, 400, "invalid_memory"),
        ({"text": "a" * 64_001}, 413, "memory_too_large"),
        ({"key": "k" * 201}, 400, "invalid_memory"),
        ({"tags": "ops"}, 400, "invalid"),
        ({"tags": [1]}, 400, "invalid"),
        ({"ttl_seconds": 59}, 400, "invalid"),
        ({"ttl_seconds": "60"}, 400, "invalid"),
        ({"shared": "yes"}, 400, "invalid"),
        ({"agent": "mira"}, 400, "invalid"),
        ({"text": new_token()}, 422, "token_in_content"),
    ],
)
def test_what_is_not_remembered(personas: Personas, body: dict[str, Any], status: int, code: str) -> None:
    response = remember(personas.owner, **body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not Memory.objects.exists()


@pytest.mark.parametrize("query", ["?", "port's \"", "a & (b | !c", "%", "端口", " port ", "' OR 1=1 --"])
def test_queries_as_they_are_typed(personas: Personas, query: str) -> None:
    remember(personas.owner)
    assert recall(personas.owner, query).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"query": ""},
        {"query": " "},
        {"query": "a" * 2_001},
        {"query": "a", "max_tokens": 49},
        {"query": "a", "max_tokens": 4_001},
        {"query": "a", "history": "perhaps"},
        {"query": "a", "agent": "mira"},
        {"query": "a", "tag": ""},
    ],
)
def test_queries_that_cannot_be(personas: Personas, query: dict[str, Any]) -> None:
    response = personas.owner.get(RECALL, query)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")


def test_tags(personas: Personas) -> None:
    both = remember(personas.owner, tags=["ops", "a b"]).json()["id"]
    one = remember(personas.owner, tags=["ops"]).json()["id"]
    tagged = [
        {each["id"] for each in recall(personas.owner, tag=tags).json()["memories"]}
        for tags in (["ops"], ["ops", "a b"], ["b"])
    ]
    assert tagged == [{both, one}, {both}, set()]


@pytest.mark.parametrize("memory", ["", 5, None, "nothing"])
def test_what_cannot_be_forgotten(personas: Personas, memory: Any) -> None:
    remember(personas.owner, key="port")
    assert forget(personas.owner, memory).status_code in (400, 404)
    assert Memory.objects.exists()


def test_who_may(personas: Personas) -> None:
    assert_guarded(personas, "POST", REMEMBER, scope="inbox:send", body={"text": PORT})
    assert_guarded(personas, "GET", f"{RECALL}?query=a", scope="inbox:read")
    assert_guarded(personas, "POST", FORGET, scope="inbox:send", body={"memory": "port"})

"""Calls and comparisons that the tests of these operations share."""

from typing import Any

from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas
from inbox.api import examples
from stones.models import ListedStone
from stones.tests.factories import store

INBOX = "/mcp/inbox"
# Ids and times, which differ each time.
CHANGING = {"tracking_id", "stone_id", "thread", "timestamp", "died", "in_reply_to"}


def post(client: APIClient, path: str, *, key: str | None = None, **body: Any) -> Any:
    return client.post(f"{INBOX}/{path}", body, "json", headers={"Idempotency-Key": key} if key else None)


def get(client: APIClient, path: str) -> Any:
    return client.get(f"{INBOX}/{path}")


def send(
    client: APIClient, payload: Any = examples.TEXT, *, to: str = "mira", **options: Any
) -> dict[str, Any]:
    response = post(client, "send", recipient=to, payload=payload, **options)
    assert response.status_code == 201, response.content
    return dict(response.json())


def send_example(client: APIClient) -> dict[str, Any]:
    """The documentation's message, to mira and to mario, who is nobody."""
    response = post(client, "send", **examples.SEND_REQUEST)
    assert response.status_code == 201, response.content
    return dict(response.json())


def example_stone(personas: Personas) -> ListedStone:
    return store(personas.account, content=examples.CONTENT, levels={0: examples.SCAN, 1: examples.DETAIL})


def send_stone(client: APIClient, stone: str, *, to: str = "mira", **options: Any) -> dict[str, Any]:
    response = post(client, "send-stone", recipient=to, stone=stone, **options)
    assert response.status_code == 201, response.content
    return dict(response.json())


def stable_parts(value: Any) -> Any:
    """Without ids and times, which differ each time."""
    if isinstance(value, dict):
        return {name: stable_parts(part) for name, part in value.items() if name not in CHANGING}
    return [stable_parts(part) for part in value] if isinstance(value, list) else value


def assert_documented(answer: dict[str, Any], example: dict[str, Any]) -> None:
    """The answer equals the documented example but for ids and times, with its fields in that order."""
    assert list(answer) == list(example)
    assert stable_parts(answer) == stable_parts(example)


def assert_not_disclosed(client: APIClient, method: str, theirs: str, never: str, body: str = "{}") -> None:
    """Another account's thing is answered like one that does not exist: the same body but for the requested name."""
    answers = [
        client.generic(method, f"{INBOX}/{path}", body if method == "POST" else "", "application/json")
        for path in (theirs, never)
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    first, second = (answer.json() | {"request_id": "", "detail": ""} for answer in answers)
    assert first == second


def problem_of(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json", response.content
    return response.status_code, response.json()["code"]

"""Calls and comparisons that the tests of these operations share."""

import json
from typing import Any
from urllib.parse import urlencode

from rest_framework.test import APIClient

from answering.tests.finish_answers import follow
from brain.answer_sources import SourceType
from brain.answer_trace import Trace
from brain.checking.checked_answer import SourceSpan
from brain.models import Interface, Mode, Note, Turn
from brain.services.manage_conversations import add_turn, build_turn, open_conversation
from brain.standard_response import Citation, Metadata, StandardResponse
from brain.tests.factories import make_note
from core.rest.tests.access_assertions import Personas

API = "/api/brain"
SECRET = "walnut"
NEVER = "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"


def call(client: APIClient, method: str, path: str, body: Any = None, **headers: str) -> Any:
    text = "" if body is None else json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return follow(
        client, client.generic(method, f"{API}/{path}", text, "application/json", headers=named), **named
    )


def get(client: APIClient, path: str, /, **query: Any) -> Any:
    return client.get(f"{API}/{path}?{urlencode(query, doseq=True)}")


def read_json(response: Any, status: int = 200) -> Any:
    """The body of a call that must succeed."""
    assert response.status_code == status, response.content
    return response.json()


def read_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem of a refused call, without the parts that differ between any two calls."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["code"] == code, body
    return {name: value for name, value in body.items() if name != "request_id"}


def add_answer(
    personas: Personas, query: str = "Which port?", *, conversation: str = "koda", **options: Any
) -> Turn:
    """A stored turn of the owner's account; it cites nothing by default."""
    account = options.pop("account", personas.account)
    turn = build_turn(
        account=account,
        query=query,
        response=options.pop("response", None)
        or StandardResponse(answer="It is 8003.", metadata=Metadata(has_sources=False)),
        mode=Mode.EXTRACTIVE,
        trace=options.pop("trace", Trace()),
        model="",
        tokens=0,
        asked_by=options.pop("asked_by", "agent koda"),
    )
    opened = open_conversation(account=account, interface=Interface.REST, name=conversation)
    return add_turn(conversation=opened, turn=turn)


def add_cited_answer(personas: Personas) -> tuple[Turn, Note]:
    """An answer that quotes a note, and the note."""
    note = make_note(
        personas.account,
        title="Ports",
        body="The export has port 8003. Nobody else has it.",
        tags=["ops"],
    )
    excerpt = "The export has port 8003."
    metadata = Metadata(
        has_sources=True,
        source_types=[SourceType.NOTES],
        citations=[Citation(note_id=note.pk, note_title=note.title, excerpt=excerpt)],
    )
    response = StandardResponse(answer="It is 8003 [1].", metadata=metadata)
    trace = Trace(
        cited=(SourceSpan(SourceType.NOTES, note.pk, 0, len(excerpt)),), notices=("Nothing was sent.",)
    )
    return add_answer(personas, response=response, trace=trace), note


def assert_same_as_missing(
    personas: Personas, method: str, path: str, body: Any = None, *, never: str, theirs: str
) -> None:
    """Another account's row gives the same response as a missing one: `path` has a `{}` for the id, `theirs` in the
    other case.
    """
    for each in (never, theirs):
        response = call(personas.owner, method, path.format(each), body)
        assert response.status_code == 404, response.content
    missing = problem_body(call(personas.owner, method, path.format(never), body))
    foreign = problem_body(call(personas.owner, method, path.format(theirs), body))
    assert foreign == missing | {"detail": missing["detail"].replace(never, theirs)}


def problem_body(response: Any) -> dict[str, Any]:
    return {name: value for name, value in response.json().items() if name != "request_id"}

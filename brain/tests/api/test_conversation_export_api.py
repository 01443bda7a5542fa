"""GET /api/brain/conversations/{conversation_id}/export."""

import json

import pytest

from brain.api import examples
from brain.models import Turn
from brain.queries.export_conversations import ExportFormat, export_conversation
from brain.tests.api.api_calls import add_cited_answer, call, get, read_problem
from core.rest.tests.access_assertions import Personas


@pytest.fixture
def turn(personas: Personas) -> Turn:
    return add_cited_answer(personas)[0]


@pytest.mark.parametrize("query", [{}, {"format": "md"}])
def test_markdown(personas: Personas, turn: Turn, query: dict[str, str]) -> None:
    response = get(personas.owner, f"conversations/{turn.conversation_id}/export", **query)
    assert (response.status_code, response["Content-Type"]) == (200, "text/markdown; charset=utf-8")
    name = f"conversation-{turn.conversation_id}.md"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response.content.decode() == export_conversation(turn.conversation, ExportFormat.MARKDOWN)
    assert "The export has port 8003." in response.content.decode()


def test_json(personas: Personas, turn: Turn) -> None:
    response = get(personas.owner, f"conversations/{turn.conversation_id}/export", format="json")
    assert (response.status_code, response["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert response["Content-Disposition"].endswith('.json"')
    body = json.loads(response.content)
    assert body.keys() == examples.EXPORT.keys()
    assert body["turns"][0].keys() == examples.EXPORT["turns"][0].keys()
    assert body["turns"][0]["metadata"] == turn.metadata


@pytest.mark.parametrize("accept", ["text/markdown", "*/*", "application/json", "nonsense"])
def test_whatever_is_accepted(personas: Personas, turn: Turn, accept: str) -> None:
    path = f"conversations/{turn.conversation_id}/export"
    response = call(personas.owner, "GET", path, Accept=accept)
    assert (response.status_code, response["Content-Type"]) == (200, "text/markdown; charset=utf-8")
    read_problem(call(personas.owner, "GET", f"{path}?format=xml", Accept=accept), 400, "invalid")


@pytest.mark.parametrize("query", ["format=xml", "format=", "format=MD", "form=md"])
def test_wrong_queries(personas: Personas, turn: Turn, query: str) -> None:
    problem = read_problem(
        call(personas.owner, "GET", f"conversations/{turn.conversation_id}/export?{query}"), 400, "invalid"
    )
    if query == "format=xml":
        assert problem == problem | examples.UNKNOWN_FORMAT

"""What is deleted over any interface is gone from every table: text, levels, passages, vectors, stored answers."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from rest_framework.test import APIClient

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token
from quickstart.models import Entry
from quickstart.services import curate_content
from quickstart.tests.factories import make_collection, make_entry
from stones.models import Stone, StonePassage
from stones.tests.factories import write_levels

pytestmark = pytest.mark.django_db
CANARY = "canary-51c0"
TEXT = "\n\n".join(f"## Part {n}\n\nThe {CANARY} job {n} has port {7000 + n}." for n in range(40))


@pytest.fixture
def agent() -> APIClient:
    account = User.objects.create(username="ann")
    token = issue_token(agent=create_agent(account=account, name="koda"), scopes=SCOPES).text
    return APIClient(headers={"Authorization": f"Bearer {token}"})


def post(agent: APIClient, path: str, body: dict[str, Any]) -> Any:
    """Under a key of its own, as an agent calls that may have to repeat itself."""
    response = agent.post(path, body, format="json", headers={"Idempotency-Key": path.replace("/", "-")})
    assert response.status_code in (200, 201, 202), response.content
    return response.json()


def tables_with_the_canary() -> set[str]:
    """Every table of the database in which it stands, in whatever column."""
    with connection.cursor() as cursor:
        found = set()
        for table in connection.introspection.table_names(cursor):
            cursor.execute(
                f'SELECT 1 FROM "{table}" AS row WHERE row::text ILIKE %s LIMIT 1', [f"%{CANARY}%"]
            )
            found |= {table} if cursor.fetchone() else set()
    return found


def test_the_canary_is_found_where_it_is(agent: APIClient) -> None:
    post(agent, "/mcp/memory/remember", {"text": f"The {CANARY} port is 7007."})
    assert "inbox_memory" in tables_with_the_canary()


def test_a_stone_its_copy_and_all_that_was_made_of_them(agent: APIClient) -> None:
    stone = post(agent, "/api/format-qastone", {"content": TEXT, "levels": [f"All {CANARY} ports."]})
    write_levels(Stone.objects.select_related("content").get(pk=stone["id"]))
    copied = post(agent, "/api/clipboard/", {"content": TEXT, "source_app": "editor"})
    assert StonePassage.objects.exclude(embedding=None).exists()
    assert {"stones_content", "stones_level"} <= tables_with_the_canary()
    agent.delete(f"/api/clipboard/{copied['id']}")
    deleted = agent.delete(f"/api/stone/{stone['id']}?delete_pinned=true")
    assert deleted.status_code == 200, deleted.content
    assert tables_with_the_canary() == set()


def test_a_memory(agent: APIClient) -> None:
    remembered = post(agent, "/mcp/memory/remember", {"text": f"The {CANARY} port is 7007.", "key": CANARY})
    again = post(agent, "/mcp/memory/forget", {"memory": remembered["id"]})
    assert again["forgotten"] == 1
    assert tables_with_the_canary() == set()


def test_a_note_and_a_conversation_about_it(agent: APIClient) -> None:
    with use_models(embedder=FakeEmbedder()):
        note = post(agent, "/api/brain/notes", {"title": f"The {CANARY} ports", "body": TEXT})
        answer = post(agent, "/api/brain/query", {"query": f"Which port has the {CANARY} job 7?"})
    agent.put("/api/brain/profile", {"data": {"full_name": CANARY}}, format="json")
    assert agent.delete(f"/api/brain/conversations/{answer['conversation_id']}").status_code == 204
    assert agent.delete(f"/api/brain/notes/{note['id']}").status_code == 204
    assert agent.delete("/api/brain/profile").status_code == 204
    assert tables_with_the_canary() == set()


def test_a_whole_account(agent: APIClient) -> None:
    post(agent, "/api/format-qastone", {"content": TEXT})
    post(agent, "/mcp/memory/remember", {"text": f"The {CANARY} port is 7007."})
    post(agent, "/mcp/inbox/send", {"recipient": "koda", "payload": TEXT})
    post(agent, "/api/clipboard/", {"content": f"Copied: {CANARY}"})
    tools = make_collection(User.objects.get(username="ann"))
    curate_content.retire(
        entries=Entry.objects.filter(pk=make_entry(tools, question=f"Where is {CANARY}?").pk)
    )
    assert {"inbox_message", "quickstart_historicalentry"} <= tables_with_the_canary()
    User.objects.get(username="ann").delete()
    assert tables_with_the_canary() == set()


def test_a_repeated_call_learns_that_it_is_gone(agent: APIClient) -> None:
    note = post(agent, "/api/brain/notes", {"title": f"The {CANARY} ports", "body": TEXT})
    agent.delete(f"/api/brain/notes/{note['id']}")
    again = agent.post(
        "/api/brain/notes",
        {"title": f"The {CANARY} ports", "body": TEXT},
        format="json",
        headers={"Idempotency-Key": "-api-brain-notes"},
    )
    assert again.status_code == 410
    assert json.loads(again.content)["code"] == "deleted"

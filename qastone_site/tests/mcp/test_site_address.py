"""What the shipped collection says of the site's address is the address that the caller came by, at every door."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from core.llm.model_doubles import FakeEmbedder, use_models
from core.pages.example_address import EXAMPLE_ADDRESS
from inbox.services import create_agent, issue_token
from qastone_site.tests.mcp.conftest import MODES, call_text, connected
from qastone_site.tests.run_coroutine import run_coroutine
from quickstart.models import Collection
from quickstart.tests.factories import index, make_collection, make_entry, make_skill
from stones.tests.factories import new_account

QUESTION = "How is the lighthouse reached?"


@pytest.fixture
def ann(transactional_db: None) -> User:
    ann = new_account("ann")
    collection = make_collection(ann, name="lamps", shipped_hash="as if it came with the site")
    make_entry(collection, entry_id="reach", question=QUESTION, answer=f"Open {EXAMPLE_ADDRESS}/mcp.")
    make_skill(
        collection, skill_id="row", title="Row there", body=f"# Row there\n\nTo {EXAMPLE_ADDRESS}/mcp."
    )
    index(collection)
    return ann


def token_of(account: User) -> str:
    return issue_token(agent=create_agent(account=account, name="koda")).text


def test_by_rest(ann: User) -> None:
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {token_of(ann)}", HTTP_HOST="localhost:8112")
    with use_models(embedder=FakeEmbedder()):
        answers = [
            client.post("/api/quickstart/ask", {"query": QUESTION}, "json"),
            client.post("/api/quickstart/ask", {"query": QUESTION}, "json", HTTP_ACCEPT="text/event-stream"),
        ]
    answers += [client.get("/api/quickstart/entries/reach"), client.get("/api/quickstart/skills/row")]
    Collection.objects.update(shipped_hash="")
    assert (
        f"{EXAMPLE_ADDRESS}/mcp" in client.get("/api/quickstart/entries/reach").content.decode()
    )  # its own text
    for answer in answers:
        assert answer.status_code == 200, answer.content
        assert "http://localhost:8112/mcp" in answer.content.decode()
        assert EXAMPLE_ADDRESS not in answer.content.decode()


@pytest.mark.parametrize("mode", MODES)
def test_by_mcp(site: str, mode: str, ann: User) -> None:
    token = token_of(ann)

    async def main() -> list[str]:
        async with connected(site, token, mode) as client:
            return [
                await call_text(client, "ask_quickstart", query=QUESTION, collection="lamps"),
                await call_text(client, "get_skill", skill="row", collection="lamps"),
            ]

    for text in run_coroutine(main):
        assert f"{site}/mcp" in text
        assert EXAMPLE_ADDRESS not in text

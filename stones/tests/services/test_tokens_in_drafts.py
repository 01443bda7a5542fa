"""No text with a token in it becomes a stone, whichever way it comes."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.rest.agent_tokens import TokenInContent, new_token
from stones.models import Content, Stone
from stones.services import StoneDraft
from stones.services.import_document_files import ImportDocument, import_documents
from stones.tests.factories import LONG, SHORT, new_account, store

TOKEN = new_token()


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"content": f"{SHORT}\n\nUse {TOKEN}."}, "The content has an agent's token in it: line 3"),
        ({"content": LONG, "levels": {1: TOKEN}}, "The LOD-1 has"),
        ({"content": LONG, "history": f"user: {TOKEN}"}, "The history has"),
        ({"content": LONG, "source_agent": TOKEN}, "The source_agent has"),
    ],
)
def test_nothing_is_stored(account: User, fields: dict[str, Any], where: str) -> None:
    with pytest.raises(TokenInContent, match=where):
        store(account, **fields)
    assert not Stone.objects.exists()
    assert not Content.objects.exists()


def test_an_import_names_the_document(account: User) -> None:
    documents = [ImportDocument("a.md", StoneDraft(LONG)), ImportDocument("b.md", StoneDraft(f"x {TOKEN}"))]
    imported = import_documents(account=account, documents=documents)
    assert [fault.place for fault in imported.faults] == ["b.md"]
    assert not Stone.objects.exists()


def test_what_only_looks_like_a_token_is_stored(account: User) -> None:
    text = f"Send Authorization: Bearer qas_{'0' * 36}"
    assert store(account, content=text).content.text == text


def test_the_paste_page_says_so(account: User, client: Client) -> None:
    client.force_login(account)
    response = client.post("/paste", {"text": f"Use {TOKEN}.", "action": "store"})
    assert response.status_code == 422
    assert f"line 1 (qas_…{TOKEN[-4:]})" in response.content.decode()
    assert not Stone.objects.exists()

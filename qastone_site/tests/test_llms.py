"""/llms.txt, and the page of the documentation that it is."""

import json
import re

import pytest
from django.test import Client
from django.urls import resolve

from inbox.scopes import SCOPES
from manual.read_documents import EXAMPLE_ADDRESS, documents
from qastone_site.tests.mcp.test_tools import SNAPSHOT

PAGE = documents()["agents"].text


@pytest.mark.django_db
def test_it_is_public_and_names_this_site(client: Client) -> None:
    response = client.get("/llms.txt", headers={"Host": "testserver"})
    assert response.status_code == 200
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    page = response.content.decode()
    assert "MCP: `http://testserver/mcp`" in page
    assert "127.0.0.1" not in page


def test_every_tool_and_every_scope_of_it_is_named() -> None:
    named = dict(re.findall(r"^\| `(\w+)` \|.*\| (.+) \|$", PAGE, re.MULTILINE))
    assert set(named) == {tool["name"] for tool in json.loads(SNAPSHOT.read_text())}
    for scopes in named.values():
        assert set(re.findall(r"`([^`]+)`", scopes)) <= set(SCOPES)


def test_every_address_in_it_is_one_of_ours() -> None:
    for path in re.findall(rf"{re.escape(EXAMPLE_ADDRESS)}(/[\w/.-]*)", PAGE.replace("$HASH", "f7a3b2c1")):
        if path != "/mcp":
            assert resolve(path).func is not None

"""/llms.txt, and the page of the documentation that it is."""

import json
import re

import pytest
from django.test import Client
from django.urls import resolve

from core.pages.example_address import EXAMPLE_ADDRESS
from inbox.rendering.inbox_lines import InboxLine, render_line
from inbox.scopes import SCOPES
from manual.read_documents import documents
from qastone_site.tests.mcp.test_tools import SNAPSHOT
from stones.format import LEVEL_NAMES, level_name

PAGE = documents()["agents"].text


@pytest.mark.django_db
def test_it_is_public_and_names_this_site(client: Client) -> None:
    response = client.get("/llms.txt", headers={"Host": "testserver"})
    assert response.status_code == 200
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    page = response.content.decode()
    assert "MCP: `http://testserver/mcp`" in page
    assert "127.0.0.1" not in page


@pytest.mark.django_db
def test_each_page_that_it_links_is_served(client: Client) -> None:
    page = client.get("/llms.txt").content.decode()
    links = re.findall(r"\]\(([^)]+)\)", page)
    served = [link.removeprefix("http://testserver") for link in links if not link.startswith("#")]
    assert {
        "/manual/inbox-clients",
        "/manual/stone-format",
        "/manual/operators",
        "/manual/architecture",
    } <= set(served)
    for path in served:
        assert client.get(path).status_code == 200, path


def test_it_says_what_each_mark_of_a_row_means() -> None:
    line = InboxLine(12, "koda", "Ship 1.4 today.", [9, 95, 480], "Release", "urgent", True, "sender")
    assert f"`{render_line(line)}`" in PAGE
    assert "`?` where the sender needs an answer" in PAGE


def test_levels_are_called_as_on_the_pages() -> None:
    for number in range(len(LEVEL_NAMES)):
        assert f"| LOD-{number} | {level_name(number)} |" in PAGE


def test_every_tool_and_every_scope_of_it_is_named() -> None:
    named = dict(re.findall(r"^\| `(\w+)` \|.*\| (.+) \|$", PAGE, re.MULTILINE))
    assert set(named) == {tool["name"] for tool in json.loads(SNAPSHOT.read_text())}
    for scopes in named.values():
        assert set(re.findall(r"`([^`]+)`", scopes)) <= set(SCOPES)


def test_every_address_in_it_is_one_of_ours() -> None:
    for path in re.findall(rf"{re.escape(EXAMPLE_ADDRESS)}(/[\w/.-]*)", PAGE.replace("$HASH", "f7a3b2c1")):
        if path != "/mcp":
            assert resolve(path).func is not None

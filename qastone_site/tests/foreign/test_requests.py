"""Requests as the client of the specification's authors writes them, in its order: `requests/` has them as data.

Its agent is cnp_user; its token opens the inboxes that a file names. `$name` stands for what was answered before.
"""

import json
import re
from pathlib import Path
from string import Template
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.models import Message
from inbox.services import create_agent, issue_token
from qastone_site.environment import ROOT
from qastone_site.tests.foreign.foreign_stones import SAMPLE
from stones.format import dump, parse, truncate
from stones.tests.factories import LONG, store, write_levels

FLOWS = sorted((Path(__file__).parent / "requests").glob("*.json"))
COPY = dump(truncate(parse(SAMPLE.text), 1))
GIVEN_HERE = ("tracking_id", "timestamp")


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create(username="ann")


def client_of(account: User, flow: dict[str, Any]) -> APIClient:
    """With the token that the page of documentation makes, and those scopes more that the flow needs."""
    page = (ROOT / "docs" / "inbox-clients.md").read_text()
    documented = re.search(r"create_agent cnp_user --scopes (\S+)", page)
    assert documented
    more, inboxes = flow.get("more_scopes", []), flow["inboxes"]
    assert all(f"Add `{scope}`" in page or f"and `{scope}`" in page for scope in more)
    for name in inboxes:
        create_agent(account=account, name=name)
    agent = create_agent(account=account, name="cnp_user")
    token = issue_token(agent=agent, scopes=[*documented[1].split(","), *more], inboxes=inboxes)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token.text}")
    return client


def filled(value: Any, variables: dict[str, str]) -> Any:
    """The same with what `$name` stands for."""
    if isinstance(value, str):
        return Template(value).safe_substitute(variables)
    if isinstance(value, dict):
        return {name: filled(part, variables) for name, part in value.items()}
    return [filled(part, variables) for part in value] if isinstance(value, list) else value


def assert_holds(answer: dict[str, Any], expected: dict[str, Any], name: str) -> None:
    assert {each: answer.get(each) for each in expected} == expected, name


def play(client: APIClient, request: dict[str, Any], variables: dict[str, str]) -> dict[str, Any]:
    """Send one request and look at its answer."""
    sent = filled(request, variables)
    name, body = sent["name"], sent.get("body")
    # It says what it sends where it sends nothing, too.
    response = client.generic(
        sent["method"], sent["path"], json.dumps(body) if body else "", "application/json"
    )
    assert response.status_code == sent["status"], (name, response.content)
    answer: dict[str, Any] = response.json()
    assert_holds(answer, sent.get("answer", {}), name)
    assert sent.get("contains", "") in response.content.decode(), name
    if "messages" in sent:
        assert len(answer["messages"]) == len(sent["messages"]), name
        for row, expected in zip(answer["messages"], sent["messages"], strict=True):
            assert_holds(row, expected, name)
    if sent["path"].startswith("/mcp/inbox/send") and response.status_code == 201:
        for field in GIVEN_HERE:
            assert answer[field] != body[field], (name, field)
        assert Message.objects.get(pk=answer["tracking_id"]).sender_name == "cnp_user"
    return {field: answer[field] for field in sent.get("remember", ())}


@pytest.mark.parametrize("file", FLOWS, ids=lambda file: file.stem)
def test_a_client_of_the_specification(ann: User, file: Path) -> None:
    flow = json.loads(file.read_text())
    client = client_of(ann, flow)
    variables = {"content": LONG, "whole": SAMPLE.text, "copy": COPY}
    if file.stem == "chat":
        write_levels(store(ann, content=LONG))
    with use_models(embedder=FakeEmbedder()):
        for request in flow["requests"]:
            variables |= play(client, request, variables)


def test_there_are_requests() -> None:
    assert {file.stem for file in FLOWS} >= {"analytics", "chat", "copies", "stones"}


def test_what_was_queued_is_sent_again_as_it_was(ann: User) -> None:
    """After an outage it repeats a body to the letter; here a message is what arrives, twice if it came twice."""
    flow = json.loads((Path(__file__).parent / "requests" / "analytics.json").read_text())
    client, queued = client_of(ann, flow), flow["requests"][0]
    for _ in range(2):
        play(client, queued, {})
    assert Message.objects.count() == 2

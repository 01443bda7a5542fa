"""`manage.py mcp`: a real process that a client starts, in both generations of the protocol."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from django.db import connection
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from inbox.services import create_agent, issue_token, revoke_token
from inbox.services.issue_tokens import IssuedToken
from qastone_site.tests.embedded.conftest import ROOT
from qastone_site.tests.run_coroutine import run_coroutine
from stones.models import Stone
from stones.tests.factories import LONG, SAID, new_account

from .conftest import MODES, beside, call_text


@pytest.fixture
def token(transactional_db: None) -> IssuedToken:
    return issue_token(agent=create_agent(account=new_account("ann"), name="koda"))


@pytest.fixture
def environment() -> dict[str, str]:
    """What the process needs to find this test's own database, under its name as if it were the site's."""
    name = connection.settings_dict["NAME"]
    return {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "qastone_site.tests.mcp.settings_stdio",
        "QASTONE_TEST_SLOT": os.environ["QASTONE_TEST_SLOT"],
        "QASTONE_TEST_DATABASE": name,
    } | {key: value for key, value in os.environ.items() if key == "TEST_DATABASE_URL"}


def parameters(environment: dict[str, str], token: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=["manage.py", "mcp"],
        cwd=ROOT,
        env=environment | {"QASTONE_TOKEN": token},
    )


@pytest.mark.parametrize("mode", [pytest.param(MODES[0], marks=pytest.mark.long), *MODES[1:]])
def test_the_same_tools_over_stdio(environment: dict[str, str], token: IssuedToken, mode: str) -> None:
    async def main() -> None:
        async with Client(stdio_client(parameters(environment, token.text)), mode=mode) as client:
            assert "create_stone" in [tool.name for tool in (await client.list_tools()).tools]
            stored = await call_text(client, "create_stone", content=LONG, summary=SAID)
            assert re.match("Stone [0-9a-f]{8} stored", stored)
            await beside(revoke_token, token=token.row)
            with pytest.raises(MCPError, match="unknown, expired or revoked"):
                await client.call_tool("search_stones", {})

    run_coroutine(main)
    assert Stone.objects.get().source_agent == "koda"
    token.row.refresh_from_db()
    assert (token.row.last_client, token.row.last_address) == ("stdio", None)


@pytest.mark.parametrize(
    ("token_text", "problem"),
    [
        (None, "QASTONE_TOKEN is not set"),
        pytest.param("  ", "QASTONE_TOKEN is not set", marks=pytest.mark.long),
        pytest.param("qas_wrong", "is unknown", marks=pytest.mark.long),
    ],
)
def test_without_a_token_one_line_and_exit_1(
    transactional_db: None, environment: dict[str, str], token_text: str | None, problem: str
) -> None:
    variables = {} if token_text is None else {"QASTONE_TOKEN": token_text}
    done = subprocess.run(
        [sys.executable, "manage.py", "mcp"],
        cwd=ROOT,
        env=environment | variables,
        input="",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    [line] = done.stderr.strip().splitlines()
    assert problem in line


@pytest.mark.long
def test_stdout_carries_the_protocol_alone(environment: dict[str, str], token: IssuedToken) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    requests = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        "no json at all",
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "search_stones"}}),
    ]
    answers = lines_answered(environment, token.text, requests, 2)
    assert {answer["jsonrpc"] for answer in answers} == {"2.0"}
    assert answers[-1]["result"]["content"][0]["text"].startswith("No stones yet")


def lines_answered(
    environment: dict[str, str], token: str, lines: list[str], last: int
) -> list[dict[str, Any]]:
    """What a process says to these lines, up to the answer to the request `last`; behind that, nothing."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "mcp"],
        cwd=ROOT,
        env=environment | {"QASTONE_TOKEN": token},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1].get("id") != last:
            answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(20) == 0
    return answers


NOT_JSON = (None, -32700, "This is not JSON. Nothing was done.")
ENVELOPE = {
    "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def request(number: int, version: str | None = None) -> str:
    body: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": "prompts/list"}
    if version:
        body["params"] = {"_meta": ENVELOPE | {"io.modelcontextprotocol/protocolVersion": version}}
    return json.dumps(body)


@pytest.mark.long
def test_an_invalid_line_is_answered_and_the_session_continues(
    environment: dict[str, str], token: IssuedToken
) -> None:
    hello = {"protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        "no json",
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        "{",
        "",
        "   ",
        f"[{request(2)}, {request(3)}]",
        '{"jsonrpc": "2.0", "id": 4}',
        '{"jsonrpc": "2.0", "method": "ping", "params": {"a": "\\ud83d"}, "id": "six"}',
        f'{{"jsonrpc": "2.0", "method": "ping", "params": {"[" * 500}{"]" * 500}, "id": 7}}',
        '{"jsonrpc": "2.0", "method": "ping", "id": null}',
        request(5),
    ]
    answers = lines_answered(environment, token.text, lines, last=5)
    refused = [answer for answer in answers if "error" in answer]
    assert [(each["id"], each["error"]["code"], each["error"]["message"][:41]) for each in refused] == [
        NOT_JSON,
        NOT_JSON,
        (None, -32600, "Several requests in one list (a JSON-RPC "),
        (4, -32600, "This is JSON, but no message of JSON-RPC "),
        ("six", -32700, "params.a: line 1 has the character U+D83D"),
        (7, -32700, "The JSON is nested too deeply: at most 20"),
        (None, -32600, "A request has an id, a text or a whole nu"),
    ]
    assert [answer["id"] for answer in answers if "result" in answer] == [1, 5]


@pytest.mark.long
def test_an_unknown_version_is_refused_in_a_sentence(environment: dict[str, str], token: IssuedToken) -> None:
    lines = ["no json", request(1, "1999-01-01"), request(2, "2026-07-28")]
    broken, unknown, listed = lines_answered(environment, token.text, lines, last=2)
    assert (broken["id"], broken["error"]["code"], broken["error"]["message"]) == NOT_JSON
    assert unknown["error"]["message"].startswith(
        "This server does not know the protocol version '1999-01-01'. It "
    )
    assert listed["result"]["prompts"]


def test_the_greeting_needs_no_django() -> None:
    """It is what a client waits for: importing what answers it may load nothing of the site's apps."""
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, qastone_site.mcp_server.stdio; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout.split()
    heavy = {
        "django",
        "rest_framework",
        "celery",
        "numpy",
        "psycopg",
        "openai",
        "inbox",
        "stones",
        "brain",
        "quickstart",
    }
    assert heavy.isdisjoint(loaded)
    assert "mcp.server.stdio" in loaded


@pytest.mark.long
def test_a_wrong_token_is_reported_in_the_session_and_by_the_status(
    environment: dict[str, str], db: None
) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        request(2),
    ]
    process = subprocess.Popen(
        [sys.executable, "manage.py", "mcp"],
        cwd=ROOT,
        env=environment | {"QASTONE_TOKEN": "qas_wrong"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        greeting, refusal = (json.loads(process.stdout.readline()) for _ in range(2))
        process.stdin.close()
        assert process.wait(60) == 1
        assert "QASTONE_TOKEN: " in process.stderr.read()
    assert greeting["result"]["serverInfo"]["name"] == "qastone"
    assert refusal["error"]["message"].startswith("QASTONE_TOKEN: ")
    assert "is unknown" in refusal["error"]["message"]

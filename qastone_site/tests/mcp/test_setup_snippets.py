"""The set-ups that the site shows, read as each client reads them and used: from elsewhere, with a token alone."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from core.pages.example_address import EXAMPLE_ADDRESS
from inbox.models import Agent, AgentKind, Delivery, Message
from inbox.rendering.setup_snippets import setup_snippets
from inbox.services import create_agent, issue_token
from inbox.services.send_messages import Outgoing, send_message
from inbox.services.site_command import site_command
from manual.read_documents import documents
from qastone_site.tests.mcp.conftest import call_text
from qastone_site.tests.mcp.test_stdio import environment
from qastone_site.tests.run_coroutine import run_coroutine
from stones.tests.factories import new_account

__all__ = ["environment"]


@pytest.fixture
def agent(transactional_db: None) -> Agent:
    return create_agent(account=new_account("ann"), name="koda")


def snippets(site: str, token: str) -> dict[str, str]:
    made = setup_snippets(site=site, token=token, scopes=[], kind="custom", program=site_command())
    return {snippet.key: snippet.code for snippet in made}


def filled(value: str, pattern: str, variables: dict[str, str]) -> str:
    """As a client fills variables in; one that it does not know stays as it is."""
    return re.sub(pattern, lambda found: variables.get(found[1], found[0]), value)


def claude(code: str, variables: dict[str, str]) -> tuple[str, dict[str, str]]:
    """What `claude mcp add --scope project` writes into .mcp.json, its ${VAR} filled in at the start."""
    words = shlex.split(code)
    name, _, value = words[words.index("--header") + 1].partition(": ")
    return words[words.index("qastone") + 1], {name: filled(value, r"\$\{(\w+)\}", variables)}


def cursor(code: str, variables: dict[str, str]) -> tuple[str, dict[str, str]]:
    server = json.loads(code)["mcpServers"]["qastone"]
    return server["url"], {n: filled(v, r"\$\{env:(\w+)\}", variables) for n, v in server["headers"].items()}


def vscode(code: str, variables: dict[str, str]) -> tuple[str, dict[str, str]]:
    body = json.loads(code)
    typed = {each["id"]: variables["QASTONE_TOKEN"] for each in body["inputs"]}
    server = body["servers"]["qastone"]
    return server["url"], {n: filled(v, r"\$\{input:([\w-]+)\}", typed) for n, v in server["headers"].items()}


def codex(code: str, variables: dict[str, str]) -> tuple[str, dict[str, str]]:
    server = tomllib.loads(code)["mcp_servers"]["qastone"]
    return server["url"], {"Authorization": f"Bearer {variables[server['bearer_token_env_var']]}"}


def gemini(code: str, variables: dict[str, str]) -> tuple[str, dict[str, str]]:
    server = json.loads(code)["mcpServers"]["qastone"]
    return server["httpUrl"], {n: filled(v, r"\$\{(\w+)\}", variables) for n, v in server["headers"].items()}


READERS: dict[str, Callable[[str, dict[str, str]], tuple[str, dict[str, str]]]] = {
    "claude": claude,
    "cursor": cursor,
    "vscode": vscode,
    "codex": codex,
    "gemini": gemini,
}


def test_each_client_gets_in_with_what_its_set_up_says(site: str, agent: Agent) -> None:
    token = issue_token(agent=agent).text
    snippets_by_key = snippets(site, token)

    async def main() -> None:
        for key, read in READERS.items():
            url, headers = read(snippets_by_key[key], {"QASTONE_TOKEN": token})
            async with (
                httpx2.AsyncClient(headers=headers, timeout=20, verify=False) as http,
                Client(streamable_http_client(url, http_client=http)) as client,
            ):
                assert "No stones yet" in await call_text(client, "search_stones"), key

    run_coroutine(main)


def claude_stdio(code: str, token: str) -> tuple[list[str], dict[str, str]]:
    words = shlex.split(code)
    environment_options = [words[at + 1] for at, word in enumerate(words) if word == "--env"]
    variables = dict(each.split("=", 1) for each in environment_options)
    variables = {n: filled(v, r"\$\{(\w+)\}", {"QASTONE_TOKEN": token}) for n, v in variables.items()}
    return words[words.index("--") + 1 :], variables


def desktop(code: str, token: str) -> tuple[list[str], dict[str, str]]:
    server: dict[str, Any] = json.loads(code)["mcpServers"]["qastone"]
    return [server["command"], *server["args"]], server["env"]


@pytest.mark.parametrize(
    ("key", "read"),
    [("stdio", claude_stdio), pytest.param("desktop-stdio", desktop, marks=pytest.mark.long)],
)
def test_a_command_runs_in_any_folder_with_nothing_but_what_it_names(
    agent: Agent,
    environment: dict[str, str],
    tmp_path: Path,
    key: str,
    read: Callable[[str, str], tuple[list[str], dict[str, str]]],
) -> None:
    token = issue_token(agent=agent).text
    command, variables = read(snippets("http://127.0.0.1:1", token)[key], token)
    assert os.path.isabs(command[0])
    assert os.path.isabs(command[1])
    # Of the test's own database, and without a PATH; the site's folder is the settings' own here.
    environment.pop("PATH")
    environment_options = {name: value for name, value in variables.items() if name != "QASTONE_VAR"}
    assert variables["QASTONE_TOKEN"] == token

    async def main() -> None:
        server = StdioServerParameters(
            command=command[0], args=command[1:], cwd=tmp_path, env=environment | environment_options
        )
        async with Client(stdio_client(server)) as client:
            assert "No stones yet" in await call_text(client, "search_stones")

    run_coroutine(main)


@pytest.mark.long
def test_the_program_in_the_manual_reads_answers_and_sends(site: str, agent: Agent, tmp_path: Path) -> None:
    mira = create_agent(account=agent.account, name="mira")
    [code] = re.findall(r"^```python\n(.*?)^```", documents()["agents"].text, re.MULTILINE | re.DOTALL)
    program = tmp_path / "program.py"
    program.write_text(code.replace(EXAMPLE_ADDRESS, site))

    def run(caller: Agent) -> tuple[str, str]:
        variables = {"PATH": os.environ["PATH"], "QASTONE_TOKEN": issue_token(agent=caller).text}
        done = subprocess.run(
            [sys.executable, program], env=variables, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout, done.stderr

    first = Message.objects.filter(sender=agent)
    output, errors = run(agent)
    assert re.fullmatch(r"Sent \w{26}\n", output)
    assert errors == ""
    assert first.get().body == "Is the export job done?"
    # What came from mira herself or from a helper is read, and not answered.
    helper = Agent.objects.create(account=agent.account, name="helper", kind=AgentKind.HELPER)
    for sender, text in ((mira, "Note to self."), (helper, "Helper: done.")):
        send_message(sender=sender, payload=text, outgoing=Outgoing(recipients=["mira"]))
    lines = [
        "#1 koda: Is the export job done?",
        "Is the export job done?",
        "#2 mira: Note to self.",
        "Note to self.",
    ]
    lines += ["#3 helper: Helper: done.", "Helper: done."]
    assert run(mira) == ("\n".join([*lines, ""]), "")
    assert [row.in_reply_to for row in Message.objects.filter(sender=mira).exclude(body="Note to self.")] == [
        first.get()
    ]
    # What is refused is said in one line, with how to mend it.
    wrong = program.read_text().replace('to="mira"', 'to="mirra"')
    program.write_text(wrong)
    Delivery.objects.all().delete()
    output, errors = run(agent)
    assert output == ""
    assert re.fullmatch(r"send: .*Did you mean mira.*\n", errors)

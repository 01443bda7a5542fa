"""manage.py create_agent."""

import json
import shlex

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from inbox.models import Agent, AgentKind, AgentToken
from inbox.services import close_agent, create_agent, site_agent


@pytest.fixture
def account(db: None) -> User:
    return User.objects.create(username="ann")


def test_it_prints_the_token_and_a_call_that_works(account: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_agent", "koda", "--url", "http://testserver/")
    out, err = capsys.readouterr()
    token = out.strip()
    curl = shlex.split(err.partition("Try it:")[2].partition("Or give")[0])
    assert curl[:2] == ["curl", "http://testserver/api/format-qastone"]
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=curl[3].partition(": ")[2])
    response = client.generic("POST", curl[1].removeprefix("http://testserver"), curl[7], "application/json")
    assert (response.status_code, response.json()["source_agent"]) == (201, "koda")
    assert curl[3] == f"Authorization: Bearer {token}"


@pytest.mark.parametrize(
    ("scopes", "path"),
    [
        ("inbox:read", "/mcp/inbox/lines"),
        ("kb:read,brain:ask", "/api/quickstart/collections"),
        ("brain:ask", "/api/brain/notes"),
        ("analytics:read", "/api/analytics/savings"),
        ("clipboard:read", "/api/clipboard/"),
        ("inbox:send", "/mcp"),
    ],
)
def test_the_call_is_one_that_its_scopes_allow(
    account: User, capsys: pytest.CaptureFixture[str], scopes: str, path: str
) -> None:
    call_command("create_agent", "koda", "--scopes", scopes, "--url", "http://testserver", "--json")
    curl = shlex.split(json.loads(capsys.readouterr().out)["curl"])
    assert curl[1] == f"http://testserver{path}"
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=curl[3].partition(": ")[2])
    if path == "/mcp":  # not Django's
        assert json.loads(curl[7])["method"] == "tools/list"
    else:
        assert client.get(path).status_code == 200


def test_json(account: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_agent", "koda", "--json", "--scopes", "stones:read, stones:write", "--days", "0")
    body = json.loads(capsys.readouterr().out)
    assert (body["agent"], body["scopes"], body["expires"]) == ("koda", ["stones:read", "stones:write"], None)
    assert body["token"] in body["curl"]
    bearer = "Authorization: Bearer ${QASTONE_TOKEN}"
    address = "http://127.0.0.1:8000/mcp"
    command = ["claude", "mcp", "add", "--scope", "project", "--transport", "http", "qastone", address]
    assert shlex.split(body["claude"]) == [*command, "--header", bearer]
    assert body["setups"].keys() >= {"claude", "cursor", "vscode", "codex", "gemini", "desktop", "stdio"}
    assert body["setups"]["claude"] == body["claude"]


def test_the_set_up_of_its_own_client_is_printed(account: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_agent", "koda", "--kind", "cursor")
    token, printed = capsys.readouterr()
    assert f"export QASTONE_TOKEN={token.strip()}\n{{" in printed
    assert "Or give it to Cursor. In .cursor/mcp.json" in printed
    assert "For Claude Code, VS Code, Codex, Gemini CLI, Claude Desktop, " in printed


def test_a_further_token_for_an_agent_that_is_there(account: User) -> None:
    call_command("create_agent", "koda")
    call_command("create_agent", "koda")
    assert (Agent.objects.count(), AgentToken.objects.filter(revoked=None).count()) == (1, 2)


def test_what_an_agent_is(account: User, capsys: pytest.CaptureFixture[str]) -> None:
    options = [
        "--kind",
        "cursor",
        "--description",
        "Tests.",
        "--capability",
        "python",
        "--capability",
        "code review",
    ]
    call_command("create_agent", "koda", *options, "--json")
    body = json.loads(capsys.readouterr().out)
    assert (body["kind"], body["capabilities"]) == ("cursor", ["python", "code review"])
    agent = Agent.objects.get()
    assert (agent.kind, agent.description, agent.capabilities) == (
        "cursor",
        "Tests.",
        ["python", "code review"],
    )


@pytest.mark.parametrize("described", ["", "Tests."])
def test_an_agent_of_the_demonstration_becomes_the_accounts_own(
    account: User, capsys: pytest.CaptureFixture[str], described: str
) -> None:
    create_agent(account=account, name="koda", description="An example agent.")
    Agent.objects.update(is_demo=True)
    options = ["--description", described] if described else []
    for is_told in (True, False):
        call_command("create_agent", "koda", *options)
        assert ("koda is the example agent that came with this site" in capsys.readouterr().err) is is_told
        agent = Agent.objects.get()
        assert (agent.is_demo, agent.description) == (False, described)


def test_only_given_options_change(account: User) -> None:
    call_command("create_agent", "koda", "--kind", "cursor", "--capability", "python")
    call_command("create_agent", "koda")
    call_command("create_agent", "koda", "--description", "Tests.")
    agent = Agent.objects.get()
    assert (agent.kind, agent.description, agent.capabilities) == ("cursor", "Tests.", ["python"])
    assert AgentToken.objects.count() == 3


@pytest.mark.parametrize(
    ("arguments", "code", "options"),
    [
        (["koda", "--capability", "x" * 61], 1, "60 characters"),
        (["a b"], 1, "cannot be an agent's name"),
        (["koda", "--scopes", "stones:burn"], 1, "Unknown scope"),
        (["koda", "--days", "-1"], 2, "--days"),
        (["koda", "--days", "36501"], 2, "--days is 0 .* to 36500"),
        (["koda", "--days", "99999999999"], 2, "--days is 0 .* to 36500"),
        (["koda", "--scopes", ""], 2, "--scopes names none"),
        (["koda", "--scopes", " , "], 2, "--scopes names none"),
        (["koda", "--account", "bob"], 2, "no active account 'bob'"),
    ],
)
def test_refusals_make_nothing(account: User, arguments: list[str], code: int, options: str) -> None:
    with pytest.raises(CommandError, match=options) as raised:
        call_command("create_agent", *arguments)
    assert raised.value.returncode == code
    assert not Agent.objects.exists()


def test_which_account_must_be_plain(account: User) -> None:
    User.objects.create(username="bob")
    with pytest.raises(CommandError, match="one of ann, bob") as raised:
        call_command("create_agent", "koda")
    assert raised.value.returncode == 2
    call_command("create_agent", "koda", "--account", "bob")
    assert Agent.objects.get().account.username == "bob"


@pytest.mark.django_db
def test_without_an_account() -> None:
    with pytest.raises(CommandError, match="no account yet"):
        call_command("create_agent", "koda")


def test_no_token_for_a_closed_agent_or_the_sites_own(account: User) -> None:
    close_agent(agent=create_agent(account=account, name="koda"))
    with pytest.raises(CommandError, match="is closed"):
        call_command("create_agent", "koda", "--description", "not kept")
    assert Agent.objects.get().description == ""
    with pytest.raises(CommandError, match="has no tokens"):
        call_command("create_agent", site_agent(account, AgentKind.HELPER).name)
    assert not AgentToken.objects.exists()


def test_a_token_that_opens_other_inboxes(account: User, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("cnp_browse_assistant", "cnp_analytics_assistant"):
        create_agent(account=account, name=name)
    arguments = ["--inbox", "cnp_browse_assistant", "--inbox", "cnp_analytics_assistant"]
    call_command("create_agent", "cnp_user", *arguments, "--json")
    body = json.loads(capsys.readouterr().out)
    assert body["inboxes"] == ["cnp_analytics_assistant", "cnp_browse_assistant"]
    token = AgentToken.objects.get(agent__name="cnp_user")
    assert {each.name for each in token.inboxes.all()} == set(body["inboxes"])


def test_an_inbox_that_is_not_there(account: User) -> None:
    with pytest.raises(CommandError, match="'browse' cannot be given"):
        call_command("create_agent", "cnp_user", "--inbox", "browse")
    assert not Agent.objects.exists()

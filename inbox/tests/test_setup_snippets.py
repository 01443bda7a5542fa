"""Set-up snippets of clients, which can be pasted unchanged."""

import json
import shlex
import tomllib

import pytest

from core.rest.agent_tokens import new_token
from inbox.models import AgentKind
from inbox.rendering.setup_snippets import SetupSnippet, SiteCommand, setup_snippets

SITE = "https://stones.example"
TOKEN = new_token()


PROGRAM = SiteCommand(["/opt/py thon", "/srv/site/manage.py"], {"QASTONE_VAR": "/srv/var"})
BEARER = f"Bearer {TOKEN}"
# All but Claude Desktop take the token from their environment, or ask for it.
FILES = ("cursor", "vscode", "codex", "gemini")


def snippets_of(
    scopes: list[str], kind: str = "custom", program: SiteCommand | None = None
) -> dict[str, SetupSnippet]:
    made = setup_snippets(site=SITE, token=TOKEN, scopes=scopes, kind=kind, program=program)
    return {snippet.key: snippet for snippet in made}


def test_claude_code_is_set_up_by_a_command() -> None:
    claude = shlex.split(snippets_of([])["claude"].code)
    assert claude[:5] == ["claude", "mcp", "add", "--scope", "project"]
    assert claude[5:] == [
        "--transport",
        "http",
        "qastone",
        f"{SITE}/mcp",
        "--header",
        "Authorization: Bearer ${QASTONE_TOKEN}",
    ]


@pytest.mark.parametrize("key", FILES)
def test_a_file_holds_no_token(key: str) -> None:
    made = snippets_of([], program=PROGRAM)
    assert TOKEN not in made[key].code
    assert TOKEN not in made["claude"].code
    assert TOKEN not in made["stdio"].code
    assert TOKEN not in made["curl"].code + made["python"].code


def test_each_file_has_its_clients_format() -> None:
    made = snippets_of(["inbox:read"])
    url = f"{SITE}/mcp"
    assert json.loads(made["cursor"].code) == {
        "mcpServers": {"qastone": {"url": url, "headers": {"Authorization": "Bearer ${env:QASTONE_TOKEN}"}}}
    }
    assert json.loads(made["gemini"].code) == {
        "mcpServers": {"qastone": {"httpUrl": url, "headers": {"Authorization": "Bearer ${QASTONE_TOKEN}"}}}
    }
    assert tomllib.loads(made["codex"].code) == {
        "mcp_servers": {"qastone": {"url": url, "bearer_token_env_var": "QASTONE_TOKEN"}}
    }
    vscode = json.loads(made["vscode"].code)
    [prompt] = vscode["inputs"]
    assert (prompt["type"], prompt["password"]) == ("promptString", True)
    assert vscode["servers"]["qastone"] == {
        "type": "http",
        "url": url,
        "headers": {"Authorization": f"Bearer ${{input:{prompt['id']}}}"},
    }
    compile(made["python"].code, "shown", "exec")


def test_on_the_sites_machine_a_client_starts_it() -> None:
    made = snippets_of([], program=PROGRAM)
    stdio = shlex.split(made["stdio"].code)
    assert stdio[:6] == ["claude", "mcp", "add", "--scope", "project", "qastone"]
    assert stdio[6:10] == ["--env", "QASTONE_VAR=/srv/var", "--env", "QASTONE_TOKEN=${QASTONE_TOKEN}"]
    assert stdio[10:] == ["--", "/opt/py thon", "/srv/site/manage.py", "mcp"]
    assert json.loads(made["desktop-stdio"].code)["mcpServers"]["qastone"] == {
        "command": "/opt/py thon",
        "args": ["/srv/site/manage.py", "mcp"],
        "env": {"QASTONE_VAR": "/srv/var", "QASTONE_TOKEN": TOKEN},
    }


def test_claude_desktop_starts_a_bridge_from_any_machine() -> None:
    made = snippets_of([])
    assert not {"stdio", "desktop-stdio"} & set(made)
    # Who reads the page may be at another machine than the site's: that comes first, and names none of its paths.
    here = snippets_of([], program=PROGRAM)
    assert here["desktop"] == made["desktop"]
    assert list(here)[-2:] == ["stdio", "desktop-stdio"]
    assert [key for key, each in here.items() if "/srv/" in each.code] == ["stdio", "desktop-stdio"]
    server = json.loads(made["desktop"].code)["mcpServers"]["qastone"]
    assert server["command"] == "npx"
    assert server["args"] == ["-y", "mcp-remote", f"{SITE}/mcp", "--header", "Authorization:${AUTHORIZATION}"]
    assert server["env"] == {"AUTHORIZATION": BEARER}
    assert not [argument for argument in server["args"] if " " in argument]
    for site, is_allowed in (("http://10.0.0.7:8000", True), ("http://127.0.0.1:8000", False)):
        [desktop] = [
            each.code
            for each in setup_snippets(site=site, token=TOKEN, scopes=[], kind="custom", program=None)
            if each.key == "desktop"
        ]
        assert ("--allow-http" in json.loads(desktop)["mcpServers"]["qastone"]["args"]) is is_allowed


@pytest.mark.parametrize(
    ("scopes", "path"),
    [
        (["stones:read", "inbox:read"], "/mcp/inbox/lines"),
        (["stones:read"], "/api/stones"),
        (["stones:write"], "/api/stones"),
    ],
)
def test_the_call_is_one_that_the_token_allows(scopes: list[str], path: str) -> None:
    made = snippets_of(scopes)
    assert shlex.split(made["curl"].code) == [
        "curl",
        "-H",
        "Authorization: Bearer $QASTONE_TOKEN",
        SITE + path,
    ]
    assert f'"{SITE}{path}"' in made["python"].code


@pytest.mark.parametrize("kind", AgentKind.values)
def test_one_snippet_is_first(kind: str) -> None:
    first = [snippet.key for snippet in snippets_of([], kind).values() if snippet.is_first]
    assert first == [{"claude_code": "claude", "codex": "codex", "cursor": "cursor"}.get(kind, "curl")]

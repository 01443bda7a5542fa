"""What clients are told of this site: lines that can be pasted as they stand."""

import json
import shlex

import pytest

from inbox.models import AgentKind
from inbox.setting_up import Way, ways
from rest.tokens import new_token

SITE = "https://stones.example"
TOKEN = new_token()


def ways_of(scopes: list[str], kind: str = "custom") -> dict[str, Way]:
    made = ways(site=SITE, token=TOKEN, scopes=scopes, kind=kind, program="python manage.py")
    return {way.key: way for way in made}


def test_each_client_gets_address_and_token() -> None:
    made = ways_of(["inbox:read"])
    claude = shlex.split(made["claude"].code)
    assert claude[:7] == ["claude", "mcp", "add", "--transport", "http", "qastone", f"{SITE}/mcp"]
    assert claude[7:] == ["--header", f"Authorization: Bearer {TOKEN}"]
    cursor = json.loads(made["cursor"].code)["mcpServers"]["qastone"]
    assert cursor == {"url": f"{SITE}/mcp", "headers": {"Authorization": f"Bearer {TOKEN}"}}
    stdio = shlex.split(made["stdio"].code)
    assert stdio[5:] == [f"QASTONE_TOKEN={TOKEN}", "--", "python", "manage.py", "mcp"]
    compile(made["python"].code, "shown", "exec")


@pytest.mark.parametrize(
    ("scopes", "path"),
    [
        (["stones:read", "inbox:read"], "/mcp/inbox/lines"),
        (["stones:read"], "/api/stones"),
        (["stones:write"], "/api/stones"),
    ],
)
def test_the_call_is_one_that_the_token_allows(scopes: list[str], path: str) -> None:
    made = ways_of(scopes)
    assert shlex.split(made["curl"].code) == ["curl", "-H", f"Authorization: Bearer {TOKEN}", SITE + path]
    assert f'"{SITE}{path}"' in made["python"].code


@pytest.mark.parametrize("kind", AgentKind.values)
def test_one_stands_open(kind: str) -> None:
    first = [way.key for way in ways_of([], kind).values() if way.is_first]
    assert first == [{"claude_code": "claude", "cursor": "cursor"}.get(kind, "curl")]

"""How each kind of client is told of this site: lines to copy, the token filled in where it is known."""

import json
import shlex
from typing import NamedTuple

from inbox.models import AgentKind

# Where the token's text is not known any more.
PLACEHOLDER = "qas_YOUR_TOKEN"
_FIRST = {AgentKind.CLAUDE_CODE: "claude", AgentKind.CURSOR: "cursor"}
# A call that each scope allows and that changes nothing, the most telling first.
_CALLS = {"inbox:read": "/mcp/inbox/lines", "stones:read": "/api/stones"}


class Way(NamedTuple):
    """One client's set-up: where the lines go, and the lines."""

    key: str
    title: str
    where: str
    code: str
    is_first: bool


def ways(*, site: str, token: str, scopes: list[str], kind: str, program: str) -> list[Way]:
    """Every client's set-up, that of the agent's own kind marked as first.

    `site` is the site's address without a slash at its end, `program` the command that runs manage.py.
    """
    call = next((path for scope, path in _CALLS.items() if scope in scopes), "/api/stones")
    bearer = f"Authorization: Bearer {token}"
    made = [
        ("claude", "Claude Code", "In a terminal, once for each project:", claude_line(site, token)),
        (
            "cursor",
            "Cursor",
            "In .cursor/mcp.json of a project, or ~/.cursor/mcp.json for all:",
            _cursor(site, bearer),
        ),
        ("curl", "curl", "In a terminal:", f"curl -H {shlex.quote(bearer)} {site}{call}"),
        ("python", "Python", "Runs as it stands, with nothing installed:", _python(site + call, bearer)),
        ("stdio", "MCP over stdio", "On the machine of this site:", _stdio(token, program)),
    ]
    first = _FIRST.get(AgentKind(kind), "curl")
    return [Way(key, title, where, code, key == first) for key, title, where, code in made]


def claude_line(site: str, token: str) -> str:
    """The command that tells Claude Code of this site."""
    address = f"{site.rstrip('/')}/mcp"
    return f'claude mcp add --transport http qastone {address} --header "Authorization: Bearer {token}"'


def _cursor(site: str, bearer: str) -> str:
    name, _, value = bearer.partition(": ")
    server = {"url": f"{site}/mcp", "headers": {name: value}}
    return json.dumps({"mcpServers": {"qastone": server}}, indent=2)


def _python(url: str, bearer: str) -> str:
    name, _, value = bearer.partition(": ")
    return (
        "import json\n"
        "from urllib.request import Request, urlopen\n\n"
        f'request = Request("{url}", headers={{"{name}": "{value}"}})\n'
        "with urlopen(request, timeout=10) as answer:\n"
        "    print(json.dumps(json.load(answer), indent=2))"
    )


def _stdio(token: str, program: str) -> str:
    return f"claude mcp add qastone --env QASTONE_TOKEN={token} -- {program} mcp"

"""How each kind of client is set up for this site: lines and files to copy, in each client's own format.

The token is in the environment (QASTONE_TOKEN) wherever the client can take it from there, in the client's own
notation: so a file can be shared, and a new token changes one place.
"""

import json
import shlex
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from inbox.models import AgentKind

ENVIRONMENT_VARIABLE = "QASTONE_TOKEN"
# In place of a token whose text is no longer available.
PLACEHOLDER = "qas_YOUR_TOKEN"
_FIRST_SNIPPET = {AgentKind.CLAUDE_CODE: "claude", AgentKind.CURSOR: "cursor", AgentKind.CODEX: "codex"}
# A call that each scope allows and that changes nothing, the most telling first.
_CALLS = {
    "inbox:read": "/mcp/inbox/lines",
    "stones:read": "/api/stones",
    "kb:read": "/api/quickstart/collections",
    "brain:ask": "/api/brain/notes",
    "analytics:read": "/api/analytics/savings",
    "clipboard:read": "/api/clipboard/",
}
_DESKTOP_FILE = (
    "In claude_desktop_config.json (Settings, Developer, Edit Config). Claude Desktop reads no environment, so the "
    "file holds the token: keep it to yourself."
)


Client: TypeAlias = tuple[str, str, str, str]
"""Key, title, where the lines go, and the lines."""


class SiteCommand(NamedTuple):
    """The command that runs the site's manage.py from any folder, and the variables by which it finds this site."""

    command: list[str]
    environment: Mapping[str, str]


class SetupSnippet(NamedTuple):
    """One client's set-up: where the lines go, and the lines."""

    key: str
    title: str
    where: str
    code: str
    is_first: bool


def setup_snippets(
    *, site: str, token: str, scopes: list[str], kind: str, program: SiteCommand | None
) -> list[SetupSnippet]:
    """Every client's set-up, that of the agent's own kind marked as first.

    `site` is the site's address without a slash at its end. `program` None: the reader is not at its machine.
    """
    clients = [*_over_http(site, token, scopes), *(_over_stdio(token, program) if program else ())]
    first = _FIRST_SNIPPET.get(AgentKind(kind), "curl")
    return [SetupSnippet(key, title, where, code, key == first) for key, title, where, code in clients]


def _over_http(site: str, token: str, scopes: list[str]) -> Iterator[Client]:
    url = f"{site}/mcp"
    call = allowed_call(scopes) or "/api/stones"
    where = "In a terminal, in the project's folder. It writes .mcp.json there, without the token:"
    yield "claude", "Claude Code", where, claude_command(site)
    yield "cursor", "Cursor", "In .cursor/mcp.json of a project, or ~/.cursor/mcp.json for all:", _cursor(url)
    where = "In .vscode/mcp.json of a project. It asks for the token once and keeps it:"
    yield "vscode", "VS Code", where, _vscode(url)
    yield "codex", "Codex", "In ~/.codex/config.toml:", _codex(url)
    where = "In ~/.gemini/settings.json, or .gemini/settings.json of a project:"
    yield "gemini", "Gemini CLI", where, _gemini(url)
    where = f"{_DESKTOP_FILE} Needs Node.js:"
    yield "desktop", "Claude Desktop", where, _desktop_bridge(url, token)
    code = f'curl -H "Authorization: Bearer ${ENVIRONMENT_VARIABLE}" {site}{call}'
    yield "curl", "curl", "In that terminal:", code
    where = "Runs in that terminal as it stands, with nothing installed:"
    yield "python", "Python", where, _python(site + call)


def allowed_call(scopes: Collection[str]) -> str | None:
    """The path of a GET that these scopes allow; None where they allow none."""
    return next((path for scope, path in _CALLS.items() if scope in scopes), None)


def _over_stdio(token: str, program: SiteCommand) -> Iterator[Client]:
    yield "stdio", "MCP over stdio", "On the machine of this site, in any folder:", _stdio(program)
    where = f"On the machine of this site, without Node.js. {_DESKTOP_FILE}"
    yield "desktop-stdio", "Claude Desktop over stdio", where, _desktop_stdio(token, program)


def export_line(token: str) -> str:
    """The shell line that sets the variable from which the snippets take the token."""
    return f"export {ENVIRONMENT_VARIABLE}={token}"


def claude_command(site: str) -> str:
    """The command that adds this site to Claude Code. The quotes leave the variable for Claude Code to fill in."""
    header = f"Authorization: Bearer ${{{ENVIRONMENT_VARIABLE}}}"
    address = f"{site.rstrip('/')}/mcp"
    return f"claude mcp add --scope project --transport http qastone {address} --header '{header}'"


def _json(body: Mapping[str, Any]) -> str:
    return json.dumps(body, indent=2)


def _cursor(url: str) -> str:
    headers = {"Authorization": f"Bearer ${{env:{ENVIRONMENT_VARIABLE}}}"}
    return _json({"mcpServers": {"qastone": {"url": url, "headers": headers}}})


def _vscode(url: str) -> str:
    token = {
        "type": "promptString",
        "id": "qastone-token",
        "description": "Token of QA.Stone (qas_…)",
        "password": True,
    }
    headers = {"Authorization": f"Bearer ${{input:{token['id']}}}"}
    return _json(
        {"inputs": [token], "servers": {"qastone": {"type": "http", "url": url, "headers": headers}}}
    )


def _codex(url: str) -> str:
    return f'[mcp_servers.qastone]\nurl = {json.dumps(url)}\nbearer_token_env_var = "{ENVIRONMENT_VARIABLE}"'


def _gemini(url: str) -> str:
    headers = {"Authorization": f"Bearer ${{{ENVIRONMENT_VARIABLE}}}"}
    return _json({"mcpServers": {"qastone": {"httpUrl": url, "headers": headers}}})


def _desktop_bridge(url: str, token: str) -> str:
    """Claude Desktop starts a program: from any machine, a bridge to the address."""
    # No blank in an argument: on Windows it would be cut there.
    arguments = ["-y", "mcp-remote", url, "--header", "Authorization:${AUTHORIZATION}"]
    parts = urlsplit(url)
    if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1"):
        arguments.append("--allow-http")
    return _desktop("npx", arguments, {"AUTHORIZATION": f"Bearer {token}"})


def _desktop_stdio(token: str, program: SiteCommand) -> str:
    command, *arguments = [*program.command, "mcp"]
    return _desktop(command, arguments, {**program.environment, ENVIRONMENT_VARIABLE: token})


def _desktop(command: str, arguments: list[str], environment: Mapping[str, str]) -> str:
    return _json({"mcpServers": {"qastone": {"command": command, "args": arguments, "env": environment}}})


def _python(url: str) -> str:
    return (
        "import json\n"
        "import os\n"
        "from urllib.request import Request, urlopen\n\n"
        f'headers = {{"Authorization": "Bearer " + os.environ["{ENVIRONMENT_VARIABLE}"]}}\n'
        f'request = Request("{url}", headers=headers)\n'
        "with urlopen(request, timeout=10) as answer:\n"
        "    print(json.dumps(json.load(answer), indent=2))"
    )


def _stdio(program: SiteCommand) -> str:
    variables = {**program.environment, ENVIRONMENT_VARIABLE: f"${{{ENVIRONMENT_VARIABLE}}}"}
    options = " ".join(f"--env {shlex.quote(f'{name}={value}')}" for name, value in variables.items())
    return f"claude mcp add --scope project qastone {options} -- {shlex.join(program.command)} mcp"

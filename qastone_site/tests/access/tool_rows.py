"""The rows of MCP: the answer of each call for each kind of caller."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from qastone_site.tests.access.access_rows import AGENTS, READING, SESSIONS
from qastone_site.tests.access.access_world import World

Arguments = Callable[[World], Mapping[str, Any]]
# What is not refused. Everything else is the code of a refusal: of the server (HTTP status 401), a tool or a resource.
OK = "ok"
NO_TOKEN, BAD_TOKEN = "not_authenticated", "authentication_failed"
LEVEL = "qastone://stone/{border_hash}/lod/{n}"


@dataclass(frozen=True)
class ToolRow:
    """One call: of the tool or prompt `name`, of a resource by its template, or of a `method` that takes nothing.

    `scopes`: any of them opens it. `case` tells several calls of one tool apart.
    """

    name: str
    expected: Mapping[str, str]
    scopes: tuple[str, ...] = ()
    arguments: Arguments = lambda _: {}
    method: str = "tools/call"
    case: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.case}".strip()

    def params(self, world: World) -> dict[str, Any]:
        match self.method:
            case "tools/call" | "prompts/get":
                return {"name": self.name, "arguments": dict(self.arguments(world))}
            case "resources/read":
                return {"uri": self.arguments(world)["uri"]}
        return {}


# Whoever has a session in the browser and no token is nobody here, whosever the session is: MCP looks at no cookie.
OUTSIDE = dict.fromkeys(SESSIONS, NO_TOKEN)
OUTSIDE |= dict.fromkeys(("revoked", "expired"), BAD_TOKEN)


def to_tool(
    name: str,
    *scopes: str,
    case: str = "",
    foreign: str = OK,
    arguments: Arguments = lambda _: {},
    method: str = "tools/call",
) -> ToolRow:
    """A call of a tool. `foreign`: what an agent of another account, with the scope, is answered."""
    expected = OUTSIDE | {"agent": OK, "agent without the scope": "missing_scope"}
    may_read = not scopes or bool(set(scopes) & set(READING))
    expected |= {"agent of another account": foreign, "read-only agent": OK if may_read else "missing_scope"}
    return ToolRow(name, expected, scopes, arguments, method, case)


def for_any_token(method: str) -> ToolRow:
    """Of the server itself: nothing of anybody's is in its answer."""
    return ToolRow(
        method,
        OUTSIDE | dict.fromkeys((who for who in AGENTS if who not in OUTSIDE), OK),
        method=method,
    )


NO_COLLECTION = "collection_not_found"
NONE, NO_STONE, NO_AGENT = "message_not_found", "stone_not_found", "recipient_not_found"

TOOL_ROWS = [
    for_any_token("tools/list"),
    for_any_token("resources/list"),
    for_any_token("resources/templates/list"),
    for_any_token("prompts/list"),
    for_any_token("ping"),
    to_tool("inbox", "inbox:read", arguments=lambda _: {"tab": "all"}),
    to_tool("inbox", "inbox:read", case="search", arguments=lambda _: {"tab": "all", "q": "port"}),
    to_tool("inbox", "inbox:read", case="sent", arguments=lambda _: {"tab": "sent"}),
    to_tool("inbox", "inbox:read", case="agents", arguments=lambda _: {"tab": "agents"}),
    to_tool("read", "inbox:read", "stones:read", foreign=NONE, arguments=lambda w: {"message": w.message.pk}),
    to_tool(
        "read",
        "inbox:read",
        "stones:read",
        case="message question",
        foreign=NONE,
        arguments=lambda w: {"message": w.message.pk, "question": "Which port?"},
    ),
    to_tool(
        "read",
        "inbox:read",
        "stones:read",
        case="stone",
        foreign=NO_STONE,
        arguments=lambda w: {"stone": w.border_hash, "level": 2},
    ),
    to_tool(
        "read",
        "inbox:read",
        "stones:read",
        case="stone question",
        foreign=NO_STONE,
        arguments=lambda w: {"stone": w.border_hash, "question": "Which port?"},
    ),
    to_tool("send", "inbox:send", foreign=NO_AGENT, arguments=lambda _: {"to": "prax", "text": "A text."}),
    to_tool(
        "send",
        "inbox:send",
        case="stone",
        foreign=NO_STONE,
        arguments=lambda w: {"to": "koda", "stone": w.border_hash},
    ),
    to_tool(
        "send",
        "inbox:send",
        case="reply",
        foreign=NONE,
        arguments=lambda w: {"reply_to": w.message.pk, "text": "7007"},
    ),
    to_tool(
        "send",
        "inbox:send",
        case="mends",
        foreign=NONE,
        arguments=lambda w: {"mends": w.dead.pk, "summary": "A hello."},
    ),
    to_tool("acknowledge", "inbox:read", foreign=NONE, arguments=lambda w: {"messages": [w.message.pk]}),
    to_tool(
        "acknowledge",
        "inbox:read",
        case="archive",
        foreign=NONE,
        arguments=lambda w: {"messages": [w.message.pk], "archive": True},
    ),
    to_tool("remember", "inbox:send", arguments=lambda _: {"text": "A text.", "key": "port"}),
    to_tool(
        "remember",
        "inbox:send",
        case="forget",
        foreign="memory_not_found",
        arguments=lambda w: {"forget": w.memory.pk},
    ),
    to_tool("recall", "inbox:read", arguments=lambda _: {"query": "Which port?"}),
    to_tool(
        "spawn_helper",
        "inbox:send",
        foreign=NO_STONE,
        arguments=lambda w: {"stone": w.border_hash, "task": "Which port?"},
    ),
    to_tool("create_stone", "stones:write", arguments=lambda _: {"content": "A text."}),
    to_tool(
        "create_stone",
        "stones:write",
        case="mends",
        foreign=NO_STONE,
        arguments=lambda w: {"mends": w.border_hash, "summary": "Each job writes to its file every night."},
    ),
    to_tool("search_stones", "stones:read"),
    to_tool("search_stones", "stones:read", case="words", arguments=lambda _: {"query": "port"}),
    to_tool(
        "ask_quickstart",
        "kb:read",
        foreign=NO_COLLECTION,
        arguments=lambda _: {"query": "Which port?", "collection": "tools", "session": "monday"},
    ),
    to_tool(
        "get_skill",
        "kb:read",
        foreign=NO_COLLECTION,
        arguments=lambda _: {"skill": "skill_ports", "collection": "tools"},
    ),
    to_tool("ask_brain", "brain:ask", arguments=lambda _: {"query": "Which port?"}),
    to_tool("ask_brain", "brain:ask", case="notes", arguments=lambda _: {"query": "port", "mode": "notes"}),
    to_tool("handoff", "inbox:send", case="prompt", method="prompts/get"),
    to_tool(
        "inbox", "inbox:read", case="prompt", method="prompts/get", arguments=lambda _: {"about": "port"}
    ),
    ToolRow(
        LEVEL,
        to_tool("level", foreign=NO_STONE).expected,
        ("stones:read",),
        lambda w: {"uri": f"qastone://stone/{w.border_hash}/lod/0"},
        "resources/read",
    ),
]

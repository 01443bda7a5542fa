"""The agent behind a token, for either transport: the same look-up, limit and record of use as over REST."""

from typing import NamedTuple

from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed

from inbox.authentication import find_token
from inbox.models import AgentToken
from inbox.services.tokens import LAST_USE_STEP
from mcp_tools.caller import Caller
from mcp_tools.sdk import Context
from rest.throttling import AgentThrottle


class Known(NamedTuple):
    """Who calls by which token; `wait`: seconds until its agent may call again (0: now)."""

    caller: Caller
    token: AgentToken
    wait: float


def know(text: str) -> Known | None:
    """The caller that holds this token, or None, the same for every reason. Counts as one call of its agent."""
    try:
        token = find_token(text)
    except AuthenticationFailed:
        return None
    throttle = AgentThrottle()
    wait = 0.0 if throttle.allow_agent(token.agent_id) else throttle.wait()
    return Known(Caller(token.account, token.agent, frozenset(token.scopes)), token, wait)


def is_use_due(token: AgentToken) -> bool:
    """Whether `record_use` would write something now."""
    return token.last_used is None or timezone.now() - token.last_used > LAST_USE_STEP


def call_of(context: Context) -> str:
    """How the use of a token is recorded: "MCP tools/call read"."""
    tool = (context.params or {}).get("name", "") if context.method == "tools/call" else ""
    return f"MCP {context.method} {tool}".strip()

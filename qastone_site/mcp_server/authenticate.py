"""Authentication of MCP calls over either transport: the same look-up, limit and record of use as over REST."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed

from core.mcp.caller import Caller
from core.mcp.sdk_server import Context
from core.rest.throttling import AgentThrottle
from inbox.authentication import find_token
from inbox.models import AgentToken
from inbox.services.issue_tokens import LAST_USE_STEP


class Identity(NamedTuple):
    """A caller and its token; `wait`: seconds until its agent may call again (0: now)."""

    caller: Caller
    token: AgentToken
    wait: float

    def caller_of(self, call: str) -> Caller:
        """The caller of this call, as it stands in the record of use."""
        return replace(self.caller, record_refusal=partial(self.token.record_refusal, call))


def authenticate(text: str) -> Identity | None:
    """The caller that holds this token, or None, the same for every reason. Counts as one call of its agent."""
    try:
        token = find_token(text)
    except AuthenticationFailed:
        return None
    throttle = AgentThrottle()
    wait = 0.0 if throttle.allow_agent(token.agent_id) else throttle.wait()
    return Identity(Caller(token.account, token.agent, frozenset(token.scopes)), token, wait)


def is_use_record_due(token: AgentToken) -> bool:
    """Whether `record_use` would write something now."""
    return token.last_used is None or timezone.now() - token.last_used > LAST_USE_STEP


def describe_call(context: Context) -> str:
    """The call for the record of use: "MCP tools/call read"."""
    tool = (context.params or {}).get("name", "") if context.method == "tools/call" else ""
    return f"MCP {context.method} {tool}".strip()

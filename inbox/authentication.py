"""Bearer tokens for REST and MCP (RFC 6750): a header alone, never a cookie or a query.

Each call looks its token up: what is revoked, closed or expired is refused from the next call on.
"""

import structlog
from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from core.rest.agent_tokens import token_sha256
from inbox import services
from inbox.models import AgentToken
from inbox.queries.sql_lookups import token_by_sha256

REFUSAL_TEXT = (
    "The token is unknown, expired or revoked. Whoever has an account makes a new one on the page Agents."
)


class AgentTokenAuthentication(BaseAuthentication):
    """Finds the agent behind `Authorization: Bearer qas_…`: request.user is its account, request.auth the token."""

    def authenticate(self, request: Request) -> tuple[User, AgentToken] | None:
        scheme, _, value = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = authenticate_token(
            value.strip(),
            address=request.META.get("REMOTE_ADDR", ""),
            client=request.headers.get("User-Agent", ""),
            call=f"{request.method} {request.path}",
        )
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="qastone"'


def authenticate_token(text: str, *, address: str, client: str, call: str) -> AgentToken:
    """The valid token of this text; its use is recorded: from where (an IP address), by which client, for which call.

    For REST and MCP alike. Raises AuthenticationFailed, the same for every reason.
    """
    token = find_token(text)
    structlog.contextvars.bind_contextvars(agent=token.agent.name)
    services.record_use(token, address=address, client=client, call=call)
    return token


def find_token(text: str) -> AgentToken:
    """The valid token of this text, with its agent and account, in one query. Raises AuthenticationFailed."""
    # Other characters are in no token; a lone surrogate among them could not even be hashed.
    token = token_by_sha256(token_sha256(text)) if text.isascii() else None
    if token is None or not token.is_valid(timezone.now()):
        raise AuthenticationFailed(REFUSAL_TEXT)
    return token


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = AgentTokenAuthentication
    name = "agentToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An agent's token: qas_…"}

"""Bearer tokens for REST (RFC 6750): a header alone, never a cookie or a query."""

from datetime import timedelta

import structlog
from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from inbox.models import AgentToken
from rest.tokens import token_sha256

# Last use is shown to the minute; writing it at every call would make each read a write.
LAST_USE_STEP = timedelta(minutes=1)
REFUSED = "The token is unknown, expired or revoked. Make a new one with: manage.py create_agent NAME"


class AgentTokenAuthentication(BaseAuthentication):
    """Finds the agent behind `Authorization: Bearer qas_…`: request.user is its account, request.auth the token."""

    def authenticate(self, request: Request) -> tuple[User, AgentToken] | None:
        scheme, _, value = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = find_token(value.strip())
        structlog.contextvars.bind_contextvars(agent=token.agent.name)
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="qastone"'


def find_token(text: str) -> AgentToken:
    """The valid token of this text. Raises AuthenticationFailed, the same for every reason."""
    now = timezone.now()
    rows = AgentToken.objects.select_related("agent", "account")
    token = rows.filter(sha256=token_sha256(text)).first()
    if token is None or not token.is_valid(now):
        raise AuthenticationFailed(REFUSED)
    if token.last_used is None or now - token.last_used > LAST_USE_STEP:
        AgentToken.objects.filter(pk=token.pk).update(last_used=now)
    return token


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the API's documentation describes it."""

    target_class = AgentTokenAuthentication
    name = "agentToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An agent's token: qas_…"}

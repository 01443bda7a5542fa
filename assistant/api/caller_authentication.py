"""Authentication of calls to the assistant: by a session with its CSRF token, by a grant, or by an app's key.

A session counts for this site's own pages alone: another origin's page can make a browser send the cookie without
the person.
"""

from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from assistant.exceptions import GrantRefused, UnknownKey
from assistant.services.identify_caller import (
    AssistantCaller,
    caller_by_grant,
    caller_by_key,
    caller_of_person,
)
from core.rest.held_responses import is_held_repeat
from core.rest.throttling import WindowThrottle

KEY_CALLS_PER_MINUTE = 600
"""Of one key, which stands in a page for everybody to read: some hundred people at that page at once."""
NOT_SIGNED_IN = (
    "Sign in at this site, or connect the assistant and send its grant: /assistant/connect gives one."
)
NO_GRANT = (
    "This is an agent's token (qas_…), and the assistant's addresses are for a person: they take the grant that "
    "/assistant/connect gives, or a session. Agents have /mcp/… and /api/…, see /api/docs."
)
NOT_CONNECTED = (
    "The key alone does not open this: connect the assistant. A person approves it at /assistant/connect."
)


class AllowedCaller(StrEnum):
    """Who may call a method: whoever has an app's key, or only a person, at this site or by a connection."""

    PUBLIC = "public"
    CONNECTED = "connected"


class CallerAuthentication(SessionAuthentication):
    """request.user is the account, request.auth the AssistantCaller."""

    def authenticate(self, request: Request) -> tuple[User, AssistantCaller] | None:
        caller = _by_grant(request) or self._by_session(request) or _by_key(request)
        if caller is None:
            return None
        structlog.contextvars.bind_contextvars(app=caller.app)
        return caller.account, caller

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="qastone"'

    def _by_session(self, request: Request) -> AssistantCaller | None:
        user = getattr(request._request, "user", None)
        if not isinstance(user, User) or not user.is_active or not is_own_origin(request._request):
            return None
        self.enforce_csrf(request)
        return caller_of_person(user)


def _by_grant(request: Request) -> AssistantCaller | None:
    scheme, _, grant = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    if grant.strip().startswith("qas_"):
        raise AuthenticationFailed(NO_GRANT, GrantRefused.code)
    try:
        return caller_by_grant(grant=grant.strip(), origin=request.headers.get("Origin", ""))
    except GrantRefused as error:
        raise AuthenticationFailed(error.message, error.code) from error


def _by_key(request: Request) -> AssistantCaller | None:
    key = request.query_params.get("key", "")
    if not key:
        return None
    try:
        return caller_by_key(key=key, origin=request.headers.get("Origin", ""))
    except UnknownKey as error:
        raise AuthenticationFailed(error.message, error.code) from error


def is_own_origin(request: HttpRequest) -> bool:
    """Whether a page of this site calls; browsers leave the Origin header out of a page's reads from its own site."""
    origin = request.headers.get("Origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    own = urlsplit(request.build_absolute_uri("/"))
    return origin == f"{own.scheme}://{own.netloc}"


class IsAllowedCaller(BasePermission):
    """Allows the callers that the view's `admits` names for the method, nobody where it names none."""

    code = "not_connected"

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method not in view.allowed_methods:
            return True  # to be answered with 405
        admitted = getattr(view, "admits", {}).get(request.method)
        if not isinstance(request.auth, AssistantCaller):
            raise NotAuthenticated(NOT_SIGNED_IN, "not_signed_in")
        self.message = NOT_CONNECTED if admitted else "Nobody may call this."
        return admitted is AllowedCaller.PUBLIC or (
            admitted is AllowedCaller.CONNECTED and request.auth.is_connected
        )


class CallerThrottle(WindowThrottle):
    """A person's calls are counted by account, those of a page that is not connected by key."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        caller = request.auth
        if is_held_repeat(request):
            return True
        if not isinstance(caller, AssistantCaller):
            return True
        if caller.is_connected:
            return self.require(
                f"person:{caller.account.pk}", allowed=settings.API_CALLS_PER_MINUTE, who="person"
            )
        # Each operation for itself: a flood of events does not block the configuration.
        counted = f"key:{caller.key}:{type(view).__name__}"
        return self.require(counted, allowed=KEY_CALLS_PER_MINUTE, who="page")


class CallerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The OpenAPI description: any of the three authenticates a public operation."""

    target_class = CallerAuthentication
    name = ["assistantSession", "assistantGrant", "assistantKey"]

    def get_security_definition(self, auto_schema: object) -> list[dict[str, str]]:
        return [
            {
                "type": "apiKey",
                "in": "cookie",
                "name": settings.SESSION_COOKIE_NAME,
                "description": "A person at a page of this site; with the header X-CSRFToken where it writes.",
            },
            {
                "type": "http",
                "scheme": "bearer",
                "description": "The grant of /assistant/connect, from the origin of the app that it is for.",
            },
            {
                "type": "apiKey",
                "in": "query",
                "name": "key",
                "description": "An app's key, from its origin: for what is public alone.",
            },
        ]

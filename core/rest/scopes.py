"""Scopes of operations: each view names its scope, and a view without one admits nobody."""

from collections.abc import Sequence
from typing import Any

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

# The same over REST and MCP.
MISSING_SCOPE = "missing_scope"


class MissingScope(PermissionDenied):
    """A 403 for a token without these scopes."""

    def __init__(self, *scopes: str) -> None:
        super().__init__(scope_error(scopes), MISSING_SCOPE)
        self.missing_scopes = scopes


class HasScope(BasePermission):
    """Allows a token with the scope of this method: `required_scopes = {"GET": "stones:read"}`.

    Of a tuple of scopes it needs all. Raises MissingScope for a token without them.
    """

    code = MISSING_SCOPE
    message = "Nobody may call this."

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method not in view.allowed_methods:
            return True  # to be answered with 405
        needed = required_scopes_of(getattr(view, "required_scopes", {}).get(request.method))
        granted = getattr(request.auth, "scopes", ())
        missing = [scope for scope in needed if scope not in granted]
        if missing and request.auth is not None:
            raise MissingScope(*missing)
        return bool(needed) and not missing


def required_scopes_of(needed: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """A method's required scopes as a tuple."""
    return (needed,) if isinstance(needed, str) else needed or ()


def scope_error(missing: Sequence[str]) -> str:
    """The error for a token without these scopes, and what to do about it."""
    named = " and ".join(repr(scope) for scope in missing)
    return (
        f"This token lacks the scope{'s' if len(missing) > 1 else ''} {named}. A person can give it a new token with "
        f"{'them' if len(missing) > 1 else 'it'} on the page Agents."
    )

"""Scopes of operations: each view names its scope, and a view without one admits nobody."""

from collections.abc import Sequence
from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

SCOPES: dict[str, str] = {
    "stones:read": "Read all stones of the account, their levels and passages, and what they cost.",
    "stones:write": "Store new stones and delete them.",
    "inbox:read": "Read this agent's messages and the stones sent to it; recall its and the shared memory.",
    "inbox:send": "Send messages, and stones sent to it, as this agent; remember, forget, ask helpers.",
    "kb:read": "Ask the quickstart and read its skills.",
    "brain:ask": "Ask the brain; read notes, profile and conversations.",
    "brain:write": "Write notes and the profile, rename and delete conversations.",
    "clipboard:read": "Read what the account's people copied, and where it was copied from.",
    "clipboard:write": "Record copies, pin and delete them.",
    "analytics:read": "Read what was saved and how the site is used, without any content.",
}
# Clipboard contents are private: a token has these only if somebody granted them explicitly.
ON_REQUEST = ("clipboard:read", "clipboard:write")
USUAL_SCOPES = tuple(scope for scope in SCOPES if scope not in ON_REQUEST)


class HasScope(BasePermission):
    """Allows a token with the scope of this method: `required_scopes = {"GET": "stones:read"}`.

    Of a tuple of scopes it needs all.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method not in view.allowed_methods:
            return True  # to be answered with 405
        needed = missing_scopes_of(getattr(view, "required_scopes", {}).get(request.method))
        granted = getattr(request.auth, "scopes", ())
        missing = [scope for scope in needed if scope not in granted]
        self.message = scope_error(missing) if needed else "Nobody may call this."
        return bool(needed) and not missing


def missing_scopes_of(needed: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """A method's required scopes as a tuple."""
    return (needed,) if isinstance(needed, str) else needed or ()


def scope_error(missing: Sequence[str]) -> str:
    """The error for a token without these scopes, and what to do about it."""
    named = " and ".join(repr(scope) for scope in missing)
    return (
        f"This token lacks the scope{'s' if len(missing) > 1 else ''} {named}. A person can give it a new token with "
        f"{'them' if len(missing) > 1 else 'it'} on the page Agents."
    )

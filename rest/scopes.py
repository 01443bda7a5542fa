"""Which token may call which operation: each view names its scope, and a view without one lets nobody in."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

SCOPES: dict[str, str] = {
    "stones:read": "Read all stones of the account, their levels and passages, and what they cost.",
    "stones:write": "Store new stones and delete them.",
    "inbox:read": "Read this agent's messages and the stones sent to it; recall its and the shared memory.",
    "inbox:send": "Send messages and any stone of the account as this agent; remember, forget, ask helpers.",
    "kb:read": "Ask the quickstart and read its skills.",
    "brain:ask": "Ask the brain, which reads notes and profile.",
}


class HasScope(BasePermission):
    """Allows a token that carries the scope of this method: `required_scopes = {"GET": "stones:read"}`."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method not in view.allowed_methods:
            return True  # to be answered with 405
        needed = getattr(view, "required_scopes", {}).get(request.method)
        granted = getattr(request.auth, "scopes", ())
        self.message = f"This token lacks the scope {needed!r}." if needed else "Nobody may call this."
        return needed in granted

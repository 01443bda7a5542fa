"""Which pages of other origins may read answers: those of somebody's app. Never with cookies.

This holds for the assistant's API, and for that of inboxes, which a page calls with an agent's token.
"""

import re
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest

from assistant.api.caller_authentication import is_own_origin
from assistant.services.manage_apps import has_app
from core.rest.problems import is_database_unavailable
from inbox.models import AgentToken

ASSISTANT = re.compile(r"/(assistant/api|configs)/")
# What the client of the specification requests; CORS_URLS_REGEX holds all of them.
INBOXES = re.compile(r"/(mcp/inbox/.*|mcp/chat(/.*)?|health)\Z")


def allows_cors(sender: object, request: HttpRequest, **kwargs: Any) -> bool:
    """Runs before a request is answered, and after, for every path of the site; it allows these paths alone.

    A preflight has no headers of ours, so neither grant nor token is known yet: then any account's app counts. A key
    in the address must be the app's own; after the answer the token is known, and its account must have the app.
    """
    origin = request.headers.get("Origin", "")
    if not origin or is_own_origin(request):
        return False
    try:
        if ASSISTANT.match(request.path_info):
            return has_app(origin=origin, key=request.GET.get("key", ""))
        if INBOXES.match(request.path_info):
            # Set by the view: DRF hands what authenticated a call on to Django's request.
            token = getattr(request, "auth", None)
            return has_app(origin=origin, account=token.account if isinstance(token, AgentToken) else None)
    except DatabaseError as error:
        if not is_database_unavailable(error):
            raise
    return False

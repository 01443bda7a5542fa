"""Rate limit of each agent's calls (API_CALLS_PER_MINUTE; 0: no limit).

Counted in Django's cache: with the default cache each web process counts for itself, with a shared one all together.
"""

import math
import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.rest.held_responses import is_held_repeat

if TYPE_CHECKING:  # rest_framework.views loads this module
    from rest_framework.views import APIView

WINDOW_SECONDS = 60


def describe_limit(allowed: int, wait: float, *, who: str = "agent") -> str:
    return f"This {who} may make {allowed} calls a minute. Wait {math.ceil(wait)} seconds."


class TooManyCalls(APIException):
    status_code = 429
    default_code = "throttled"

    def __init__(self, detail: str, wait: float) -> None:
        super().__init__(detail)
        # The header Retry-After.
        self.wait = math.ceil(wait)


class WindowThrottle(BaseThrottle):
    """Fixed windows: one counter per caller and minute; a sliding window would store the time of every call."""

    def count(self, caller: str, *, allowed: int) -> bool:
        """Count one call; False if this caller has exceeded `allowed` in this minute. `allowed` 0: no limit."""
        if not allowed:
            return True
        window, self.passed = divmod(time.time(), WINDOW_SECONDS)
        key = f"calls:{caller}:{window:.0f}"
        cache.add(key, 0, timeout=2 * WINDOW_SECONDS)
        try:
            return int(cache.incr(key)) <= allowed
        except ValueError:  # evicted between the two
            return True

    def require(self, caller: str, *, allowed: int, who: str) -> bool:
        """Count one call. Raises TooManyCalls, which names the limit: the framework's own refusal could not."""
        if not self.count(caller, allowed=allowed):
            raise TooManyCalls(describe_limit(allowed, self.wait(), who=who), self.wait())
        return True

    def wait(self) -> float:
        return WINDOW_SECONDS - self.passed


class AgentThrottle(WindowThrottle):
    def allow_request(self, request: Request, view: "APIView") -> bool:
        if is_held_repeat(request):
            return True
        agent_id = getattr(request.auth, "agent_id", None)
        return agent_id is None or self.require(
            str(agent_id), allowed=settings.API_CALLS_PER_MINUTE, who="agent"
        )

    def allow_agent(self, agent_id: int) -> bool:
        """Count one call of this agent; False if it has made too many."""
        return self.count(str(agent_id), allowed=settings.API_CALLS_PER_MINUTE)

"""How a view asks the server in front of Django to hold a response, without a thread, until there is something new.

The view answers at once with what there is, and names in HOLD_HEADER what to wait for and where to look next. The ASGI
application (qastone_site.held_responses) takes the header out, waits for Postgres' notification or some seconds, and
asks that address with the caller's own headers, so that rights are checked each time. Without it in front, the caller
gets what there is.
"""

import secrets
from typing import NamedTuple

from django.http import HttpRequest
from rest_framework.request import Request

HOLD_HEADER = "X-QAStone-Hold"
AGAIN_HEADER = "X-QAStone-Again"
AGAIN = secrets.token_hex(16)
"""Known to this process, and to those forked from it, alone: marks what it asks itself, which is no further call of
the caller's.
"""


class Hold(NamedTuple):
    """Wait until `topic` is notified, at most `seconds`, then GET `path`. `streams`: each answer is a part of a stream
    of events, which ends with the first that holds no more; else the first that holds no more is the answer.
    """

    topic: str
    seconds: float
    path: str
    streams: bool = False

    def header(self) -> str:
        return f"{'stream' if self.streams else 'whole'} {self.topic} {self.seconds:g} {self.path}"

    @classmethod
    def parse(cls, header: str) -> "Hold":
        mode, topic, seconds, path = header.split(" ", 3)
        return cls(topic, float(seconds), path, mode == "stream")


def is_held_repeat(request: HttpRequest | Request) -> bool:
    """Whether the server asks on behalf of a caller whose response it holds."""
    return secrets.compare_digest(request.headers.get(AGAIN_HEADER, "").encode(), AGAIN.encode())

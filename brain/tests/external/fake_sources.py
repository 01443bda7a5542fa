"""Wikipedia and NewsAPI.org as they answer on the wire."""

import json
import time
from threading import Barrier
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

KEY = "0123456789abcdef0123456789abcdef"
WIKIPEDIA, NEWS = "/w/api.php", "/v2/everything"

OTTER = "The sea otter is a marine mammal. It lives along the coasts of the northern Pacific Ocean."
SIGHTING = "Sea otters were seen off the coast again."


def wikipedia_page(number: int = 1, **fields: Any) -> dict[str, Any]:
    """One page as formatversion=2 has it."""
    return {
        "pageid": 40 + number,
        "ns": 0,
        "title": f"Sea otter {number}",
        "index": number,
        "extract": OTTER,
        "contentmodel": "wikitext",
        "fullurl": f"https://en.wikipedia.org/wiki/Sea_otter_{number}",
        "canonicalurl": f"https://en.wikipedia.org/wiki/Sea_otter_{number}",
    } | fields


def wikipedia_pages(*found: object) -> dict[str, Any]:
    return {"batchcomplete": True, "query": {"pages": list(found)}}


def news_article(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {
        "source": {"id": None, "name": "The Coast Times"},
        "author": "A. Writer",
        "title": f"Otters return {number}",
        "description": SIGHTING,
        "url": f"https://news.example/otters/{number}",
        "urlToImage": None,
        "publishedAt": "2026-01-02T03:04:05Z",
        "content": f"{SIGHTING} Many people came to look. Some stayed for the wh… [+1234 chars]",
    } | fields


def news_articles(*found: object) -> dict[str, Any]:
    return {"status": "ok", "totalResults": len(found), "articles": list(found)}


class FakeSources:
    """The responses of both sources; by default they find nothing."""

    def __init__(self, server: HTTPServer) -> None:
        self.server = server
        self._answers: dict[str, Response] = {}
        self._pauses: dict[str, float] = {}
        self._meeting: Barrier | None = None
        self.answer(WIKIPEDIA, {"batchcomplete": True})
        self.answer(NEWS, news_articles())
        for path in (WIKIPEDIA, NEWS):
            server.expect_request(path).respond_with_handler(self._handle)

    def answer(self, path: str, body: object, status: int = 200, *, after: float = 0, **headers: str) -> None:
        """The response of this path from now on: JSON, or a text or bytes unchanged. `after`: seconds."""
        raw = body if isinstance(body, str | bytes) else json.dumps(body)
        self._answers[path] = Response(raw, status, headers=headers, content_type="application/json")
        self._pauses[path] = after

    def wait_for_each_other(self) -> None:
        """Neither answers before the other was called."""
        self._meeting = Barrier(2)

    def _handle(self, request: Request) -> Response:
        if self._meeting:
            self._meeting.wait(10)
        time.sleep(self._pauses[request.path])
        return self._answers[request.path]

    def requests_to(self, path: str) -> list[Request]:
        return [request for request, _ in self.server.log if request.path == path]

"""What the provider answers to the brain, one after the other, and what it was asked."""

import json
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.wire_doubles import CHAT, completion, sent


class Provider:
    """Without answers left it fails the test, as the server answers 500 and keeps an assertion."""

    def __init__(self, server: HTTPServer) -> None:
        self.server = server
        self._answers: list[Response] = []
        server.expect_request(CHAT, method="POST").respond_with_handler(self._handle)

    def says(self, *values: Any, **changes: Any) -> None:
        """Completions: JSON values, or texts as they stand; `changes` as `completion` takes them."""
        for value in values:
            content = value if isinstance(value, str) else json.dumps(value)
            self.answers(completion(content, **changes))

    def answers(self, body: object, status: int = 200, *, times: int = 1, **headers: str) -> None:
        """A body as it stands, or as JSON."""
        raw = body if isinstance(body, str) else json.dumps(body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._answers += [
            Response(raw, status, headers=named, content_type="application/json") for _ in range(times)
        ]

    def hangs(self, response: Response) -> None:
        self._answers.append(response)

    @property
    def requests_to(self) -> list[dict[str, Any]]:
        """The bodies of the requests."""
        return sent(self.server)

    def prompt(self, number: int = -1) -> tuple[str, str]:
        """System and user message of a request."""
        system, user, *_ = self.requests_to[number]["messages"]
        assert (system["role"], user["role"]) == ("system", "user")
        return system["content"], user["content"]

    def _handle(self, request: Request) -> Response:
        assert self._answers, "asked once more than this test has answers"
        return self._answers.pop(0)

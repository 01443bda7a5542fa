"""Scripted responses of a provider in order, and the requests it received."""

import json
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.wire_doubles import CHAT, completion, sent


class Provider:
    """Without scripted responses left it fails the test: the server answers 500 and records an assertion."""

    def __init__(self, server: HTTPServer) -> None:
        self.server = server
        self._answers: list[Response] = []
        server.expect_request(CHAT, method="POST").respond_with_handler(self._handle)

    def says(self, *values: Any, **changes: Any) -> None:
        """Completions: JSON values, or texts unchanged; `changes` as for `completion`."""
        for value in values:
            content = value if isinstance(value, str) else json.dumps(value)
            self.answers(completion(content, **changes))

    def answers(self, body: object, status: int = 200, *, times: int = 1, **headers: str) -> None:
        """A body unchanged if it is a text, otherwise as JSON."""
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

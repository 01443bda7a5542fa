"""The request log, without query strings, which hold questions and searches."""

from typing import Any

from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

from core.rest.held_responses import is_held_repeat


class RequestLog(RequestMiddleware):
    """Logs method, path, status, account and request id."""

    def __call__(self, request: HttpRequest) -> Any:
        # The first request of a response that is held is logged; not each look for what is new.
        return self.get_response(request) if is_held_repeat(request) else super().__call__(request)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"

"""The middleware that only pages need: who is signed in, in which session, and what messages wait for them.

An agent's call to /api/ or /mcp/ carries its token in a header, and is known by that alone: it passes these by. What is
under these addresses without a token (the documentation, a person who is signed in) goes through them as a page does.
"""

from typing import Any

from django.contrib.auth import middleware as auth
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest
from django.http.response import HttpResponseBase

TOKEN_PATHS = ("/api/", "/mcp/")


def has_token(request: HttpRequest) -> bool:
    """Whether it is a program's call, with its token in the header; valid or not."""
    return "HTTP_AUTHORIZATION" in request.META and request.path.startswith(TOKEN_PATHS)


class _OfPages:
    def __call__(self, request: HttpRequest) -> Any:
        if has_token(request):
            return self.get_response(request)  # type: ignore[attr-defined]  # of the middleware beside it
        return super().__call__(request)  # type: ignore[misc]  # likewise


class SessionMiddleware(_OfPages, sessions.SessionMiddleware):
    pass


class AuthenticationMiddleware(_OfPages, auth.AuthenticationMiddleware):
    pass


class MessageMiddleware(_OfPages, messages.MessageMiddleware):
    pass


class LoginRequiredMiddleware(auth.LoginRequiredMiddleware):
    """For every view that does not say otherwise. A program's call is nobody's: such a view sends it to sign in."""

    def process_view(
        self, request: HttpRequest, view_func: Any, view_args: tuple[Any, ...], view_kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        if not getattr(view_func, "login_required", True):
            return None
        if not hasattr(request, "user"):
            request.user = AnonymousUser()
        return super().process_view(request, view_func, view_args, view_kwargs)

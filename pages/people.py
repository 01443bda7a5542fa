"""Who looks at a page."""

from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest


def account_of(request: HttpRequest) -> User:
    """The signed-in person: LoginRequiredMiddleware lets nobody else reach a page."""
    return cast(User, request.user)


def reader_of(request: HttpRequest) -> str:
    """How the ledger names that person."""
    return f"person {account_of(request).get_username()}"[:120]

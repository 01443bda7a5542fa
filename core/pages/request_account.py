"""The signed-in account behind a request for a page."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def account_of(request: HttpRequest) -> User:
    """The signed-in person: LoginRequiredMiddleware lets nobody else reach a page."""
    return cast(User, request.user)


def ledger_reader_of(request: HttpRequest) -> str:
    """How the ledger names that person."""
    return f"person {account_of(request).get_username()}"[:120]


def staff_only(view: View) -> View:
    """A page that staff alone may open: 403 for everybody else. The second factor that a site asks of staff counts."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not account_of(request).is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    cast(Any, wrapper).is_for_staff = True
    return wrapper


def is_for_staff(view: object) -> bool:
    """Whether a view was marked so, at whatever depth of decorators that keep its attributes."""
    return bool(getattr(view, "is_for_staff", False))

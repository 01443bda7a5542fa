"""The signed-in account of a page's request."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from core.db.reader_names import person_reader

View = Callable[..., HttpResponse]


def account_of(request: HttpRequest) -> User:
    """The signed-in person: LoginRequiredMiddleware admits nobody else."""
    return cast(User, request.user)


def ledger_reader_of(request: HttpRequest) -> str:
    """That person's name in the ledger of reads."""
    return person_reader(account_of(request).get_username())


def staff_only(view: View) -> View:
    """A page for staff only: 403 for everybody else. If the site requires a second factor of staff, it is required
    here.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not account_of(request).is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    cast(Any, wrapper).is_for_staff = True
    return wrapper


def is_for_staff(view: object) -> bool:
    """Whether `staff_only` marked a view, at any depth of decorators that keep its attributes."""
    return bool(getattr(view, "is_for_staff", False))

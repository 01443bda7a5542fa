"""Limits of wrong guesses: for a name from an address, from an address, for a name. django-axes counts them."""

import math
from collections.abc import Iterator
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest
from django.utils import timezone

FOR_A_NAME_FROM_AN_ADDRESS = settings.AXES_FAILURE_LIMIT
FROM_AN_ADDRESS = 2 * FOR_A_NAME_FROM_AN_ADDRESS
FOR_A_NAME = 3 * FOR_A_NAME_FROM_AN_ADDRESS
# Sign-ins and their addresses are stored for so long.
KEEP_SIGN_INS = timedelta(days=90)
# In place of a name, for the code of the first-run set-up: no name has a space.
SETUP_CODE = {"username": "set-up code"}
# Before the name of whose code it is.
SECOND_FACTOR_OF = "second factor of "

Failures = list[tuple[datetime, int]]


class GuessCounter(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """The handler of axes, with a limit of its own for each of the three."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The count nearest to its limit, scaled to AXES_FAILURE_LIMIT."""
        return max(
            _sum(failures) * settings.AXES_FAILURE_LIMIT // limit
            for failures, limit in _failures_with_limits(request, credentials)
        )

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Delete those of this name from this address alone: a sign-in must not clear guesses at other names."""
        together, *_ = self.filter_user_attempts(request, credentials)
        deleted: int = together.delete()[0]
        return deleted


def network_of(request: HttpRequest) -> str | None:
    """What counts as one address: of IPv6 its /64, which each customer has at least. None: a unix socket."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


def is_closed(request: HttpRequest, credentials: dict[str, Any]) -> bool:
    """Whether further guesses are refused for now."""
    return not AxesProxyHandler.is_allowed(request, credentials)


def count_wrong_guess(request: HttpRequest, credentials: dict[str, Any]) -> None:
    user_login_failed.send(sender=__name__, credentials=credentials, request=request)


def seconds_closed(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    """Seconds until the next guess is accepted; 0: now."""
    now = timezone.now()
    until = [now]
    for failures, limit in _failures_with_limits(request, credentials):
        count = _sum(failures)
        for at, number in failures:
            if count >= limit:
                until.append(at + settings.AXES_COOLOFF_TIME)
            count -= number
    return math.ceil((max(until) - now).total_seconds())


def purge_guesses() -> int:
    """Delete failures that no longer count, and old sign-ins, as they hold names and addresses. Returns how many."""
    now = timezone.now()
    old = AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME)
    signed_in = AccessLog.objects.filter(attempt_time__lt=now - KEEP_SIGN_INS)
    deleted: int = old.delete()[0] + signed_in.delete()[0]
    return deleted


def forget_sign_ins(name: str) -> None:
    """Delete what is stored of the sign-ins of a name, and of wrong guesses at it."""
    names = [name, f"{SECOND_FACTOR_OF}{name}"]
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(username__in=names).delete()


def _failures_with_limits(
    request: HttpRequest, credentials: dict[str, Any] | None
) -> Iterator[tuple[Failures, int]]:
    """Each limit that applies to this request, with its failures: when and how many, the oldest first."""
    name, address = (credentials or {}).get("username"), network_of(request)
    recent = AccessAttempt.objects.filter(attempt_time__gt=timezone.now() - settings.AXES_COOLOFF_TIME)
    rows = recent.order_by("attempt_time").values_list("attempt_time", "failures_since_start")
    yield list(rows.filter(username=name, ip_address=address)), FOR_A_NAME_FROM_AN_ADDRESS
    yield list(rows.filter(ip_address=address)), FROM_AN_ADDRESS
    # Guesses from many addresses lock a name, but not where its owner has signed in before; and never the set-up,
    # whose code nobody can guess.
    of_name = list(rows.filter(username=name))
    person = name.removeprefix(SECOND_FACTOR_OF) if name else name
    owners = AccessLog.objects.filter(username=person, ip_address=address)
    if _sum(of_name) >= FOR_A_NAME and name != SETUP_CODE["username"] and not owners.exists():
        yield of_name, FOR_A_NAME


def _sum(failures: Failures) -> int:
    return sum(number for _, number in failures)

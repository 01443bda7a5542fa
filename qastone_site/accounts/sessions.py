"""Where a person is signed in: recorded at sign-in and by later requests, listed and ended on the page Account."""

import ipaddress
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from qastone_site.models import BrowserSession

# How exact `last_used` is: a request is not to cost a write.
LAST_USE_STEP = timedelta(minutes=5)


class RecordSessions:
    """Records the use of a session, at most once in LAST_USE_STEP for each process."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        session = getattr(request, "session", None)  # none in an agent's call (page_middleware)
        key = session and session.session_key
        # First whether somebody is signed in: any text can be sent as a session's key.
        if key and isinstance(request.user, User) and _is_due(key):
            record_session(request, request.user)
        return self.get_response(request)


def record_sign_in(*, request: HttpRequest, user: User, **signal: Any) -> None:
    """Receives Django's `user_logged_in`."""
    if key := request.session.session_key:
        _is_due(key)
        record_session(request, user)


def record_session(request: HttpRequest, account: User) -> None:
    """Store that this session was used now: from where, and with which browser."""
    # Ended elsewhere, or recorded by another request, since this one began.
    with suppress(IntegrityError), transaction.atomic():
        BrowserSession.objects.update_or_create(
            session_id=request.session.session_key,
            defaults={
                "account": account,
                "last_used": timezone.now(),
                "address": _ip_address(request.META.get("REMOTE_ADDR", "")),
                "client": _printable(request.META.get("HTTP_USER_AGENT", "")),
            },
        )


def open_sessions(account: User) -> list[BrowserSession]:
    """Those that still open something, the last used first."""
    rows = BrowserSession.objects.filter(account=account, session__expire_date__gt=timezone.now())
    valid = account.get_session_auth_hash()
    return [
        row
        for row in rows.select_related("session").order_by("-last_used", "-pk")
        # Others are from before the password was changed.
        if constant_time_compare(row.session.get_decoded().get(HASH_SESSION_KEY, ""), valid)
    ]


@transaction.atomic
def end_session(*, account: User, session_id: int) -> bool:
    """Sign out one of the account's browsers. Returns False where it was signed out before."""
    rows = BrowserSession.objects.filter(account=account, pk=session_id)
    return _end([str(key) for key in rows.values_list("session_id", flat=True)]) > 0


@transaction.atomic
def end_sessions(*, account: User, but: str | None) -> int:
    """Sign out all of the account's browsers but the one with the session key `but`. Returns how many."""
    rows = BrowserSession.objects.filter(account=account).exclude(session=but)
    return _end([str(key) for key in rows.values_list("session_id", flat=True)])


def _end(keys: list[str]) -> int:
    count: int = Session.objects.filter(pk__in=keys).delete()[1].get(Session._meta.label, 0)
    return count


def _is_due(key: str) -> bool:
    return bool(cache.add(f"session-used-{key}", True, LAST_USE_STEP.total_seconds()))


def _ip_address(text: str) -> str | None:
    try:
        return str(ipaddress.ip_address(text.partition("%")[0]))
    except ValueError:
        return None


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable())[:300]

"""Alerts about the worker and the model, for everybody; staff also get the command that mends it."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse

from qastone_site.health import FAULTS, latest_failure, worker
from qastone_site.overview.alerts import Alert

_ASK_OPERATOR = "Tell an administrator of this site."


def site_alerts(account: User) -> list[Alert]:
    return [*_worker(account), *_model(account)]


def _worker(account: User) -> Iterator[Alert]:
    found = worker()
    if not found.ok:
        words = f"The worker is away: {found.detail}"
        more = "Levels, helpers and notes wait until it is back. Nothing is lost. "
        yield _alert("worker", words, more, account, "script/server")


def _model(account: User) -> Iterator[Alert]:
    if not settings.LLM_MODEL:
        return
    failed = latest_failure()
    if failed is not None:
        words = f"The model {settings.LLM_MODEL} fails: {FAULTS[failed]}"
        more = "Extracts are shown instead of what it would write. "
        yield _alert("model", words, more, account, "python manage.py doctor")


def _alert(code: str, words: str, more: str, account: User, command: str) -> Alert:
    if account.is_staff:
        return Alert(code, words, reverse("status"), "System status", more.strip(), command)
    return Alert(code, words, reverse("readyz"), "What the site says", more + _ASK_OPERATOR)

"""Entries are written in the transaction of the change that they record: neither exists without the other."""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from simple_history.models import HistoricalRecords

from audit.models import AuditEntry
from core.db.reader_names import COMMAND_LINE, PERSON

NOBODY = "the site"


def record(action: str, subject: object, *, account: int | None = None, **detail: Any) -> None:
    """Add an entry for the current actor. `account`: the subject's. `detail`: names and numbers, never contents."""
    AuditEntry.objects.create(
        actor=current_actor()[:200],
        action=action,
        account_number=account,
        subject=str(subject)[:200],
        detail=detail,
    )


def record_deletion(kind: str, ids: Sequence[object], *, account: int, **detail: Any) -> None:
    """One entry for what was deleted together, with the id where it is one thing alone; none for nothing.

    What runs out, and what goes with an account, is nobody's deletion.
    """
    if ids:
        subject = ids[0] if len(ids) == 1 else f"{len(ids):,} together"
        record(f"{kind}.deleted", subject, account=account, count=len(ids), **detail)


def current_actor() -> str:
    """The person or agent of the request, else the management command, else NOBODY."""
    request = getattr(HistoricalRecords.context, "request", None)
    # First: the user of a token's request is the token's account.
    if actor := getattr(getattr(request, "auth", None), "actor", None):
        return str(actor)
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return f"{PERSON}{user.get_username()}"
    if request is None and len(sys.argv) > 1 and Path(sys.argv[0]).name == "manage.py":
        return f"{COMMAND_LINE} {sys.argv[1]}"
    return NOBODY


@transaction.atomic
def purge_audit(*, before: datetime) -> int:
    """Delete the entries before this time. Returns how many. This is recorded, and the only way to delete an entry."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL qastone.audit_retention = 'on'")
        deleted: int = AuditEntry.objects.filter(at__lt=before).delete()[0]
        cursor.execute("SET LOCAL qastone.audit_retention = 'off'")
    record("audit.purged", f"before {before:%Y-%m-%d}", entries=deleted)
    return deleted

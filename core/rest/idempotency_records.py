"""Stored answers by idempotency key, for REST, MCP and the forms of pages."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils import timezone

from core.db.planned_once import planned_once
from core.rest.models import IdempotencyRecord

# In place of an answer whose subject was deleted since; it is JSON, as every body is.
GONE = 410
DELETED_BODY = '"What it made was deleted since."'


def begin_record(*, account_id: int, caller: str, key: str, fingerprint: str) -> int | None:
    """The id of the new row, or None if the key has been used. Call in the transaction of the effect.

    Of two at once the second waits here, on the unique index, until the first is committed or rolled back. One
    statement: every message passes through here.
    """
    with planned_once() as cursor:
        cursor.execute(
            "INSERT INTO rest_idempotencyrecord "
            "(account_id, caller, key, fingerprint, status, body, location, created) "
            "VALUES (%s, %s, %s, %s, 0, '', '', %s) ON CONFLICT DO NOTHING RETURNING id",
            [account_id, caller, key, fingerprint, timezone.now()],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def store_answer(record_id: int, *, status: int, body: str, location: str = "") -> None:
    with planned_once() as cursor:
        cursor.execute(
            "UPDATE rest_idempotencyrecord SET status = %s, body = %s, location = %s WHERE id = %s",
            [status, body, location, record_id],
        )


def get_record(*, account_id: int, caller: str, key: str) -> IdempotencyRecord:
    """Raises IdempotencyRecord.DoesNotExist for an unused key."""
    return IdempotencyRecord.objects.get(account_id=account_id, caller=caller, key=key)


def erase_answers(*, account_id: int, names: Iterable[str]) -> None:
    """Empty the answers that contain one of these ids: what was deleted must not be readable in them."""
    mentions = Q()
    for name in names:
        mentions |= Q(body__contains=name)
    if mentions:
        IdempotencyRecord.objects.filter(mentions, account_id=account_id).update(
            status=GONE, body=DELETED_BODY, location=""
        )

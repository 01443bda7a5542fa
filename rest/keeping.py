"""The answers that are kept under a key, whichever door the call came through: REST, MCP, or a page's form."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from rest.models import KeptAnswer

# In place of an answer whose subject was deleted since; the words are JSON, as every body is.
GONE = 410
GONE_BODY = '"What it made was deleted since."'


def begin(*, account_id: int, caller: str, key: str, fingerprint: str) -> int | None:
    """The id of the new row, or None where the key has been used. Call in the transaction of the effect.

    Of two at once the second waits here, on the unique index, until the first has been committed or undone. One
    statement: every message is sent through here.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO rest_keptanswer (account_id, caller, key, fingerprint, status, body, location, created) "
            "VALUES (%s, %s, %s, %s, 0, '', '', %s) ON CONFLICT DO NOTHING RETURNING id",
            [account_id, caller, key, fingerprint, timezone.now()],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def keep(kept_id: int, *, status: int, body: str, location: str = "") -> None:
    """Keep the answer of what has been begun."""
    KeptAnswer.objects.filter(pk=kept_id).update(status=status, body=body, location=location)


def kept_answer(*, account_id: int, caller: str, key: str) -> KeptAnswer:
    """What was answered under the key; there must be something."""
    return KeptAnswer.objects.get(account_id=account_id, caller=caller, key=key)


def forget_answers(*, account_id: int, names: Iterable[str]) -> None:
    """Empty the answers that name one of these ids: what was deleted must not be read in them any more."""
    naming = Q()
    for name in names:
        naming |= Q(body__contains=name)
    if naming:
        KeptAnswer.objects.filter(naming, account_id=account_id).update(
            status=GONE, body=GONE_BODY, location=""
        )

"""Tells those who watch an answer that there is something new."""

from django.db import connection

CHANNEL = "answers"
"""Of Postgres' NOTIFY: its payload is the id of the answer."""


def notify_watchers(answer_id: str) -> None:
    """They are told once this transaction is committed. Keep it small: NOTIFY takes a lock of the instance there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, answer_id])

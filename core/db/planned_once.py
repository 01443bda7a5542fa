"""A cursor for the statements of nearly every call, which Postgres parses and plans once a connection.

Django's own cursors put the values into a statement's text, so that each is a new one, and a read of a level is planned
for longer than it runs. Needs `prepare_threshold` in the database's OPTIONS.
"""

from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper


def planned_once() -> CursorWrapper:
    """As `connection.cursor()`, for a statement whose text is always the same; each value needs a type there."""
    # Not `django.db.connection`, which looks this up at each attribute.
    postgres = cast(Any, connections[DEFAULT_DB_ALIAS])
    postgres.close_if_health_check_failed()
    postgres.ensure_connection()
    cursor: CursorWrapper = postgres._prepare_cursor(cast(Any, ServerBindingCursor)(postgres.connection))
    return cursor

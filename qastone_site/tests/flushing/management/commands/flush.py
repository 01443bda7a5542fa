"""Empty the tables that hold something. Django's own makes new files for all of a hundred tables each time."""

from time import sleep
from typing import Any

from django.core.management.commands import flush
from django.db import DatabaseError, IntegrityError, OperationalError, connections, transaction
from psycopg import errors, sql

# Made by migrations and never written by a test; Django's flush would make them anew.
STATIC_TABLES = {"django_content_type", "auth_permission"}
# What the audit's own retention says before it deletes.
UNGUARD = "SET LOCAL qastone.audit_retention = 'on'"


# A page that was left may still send what it counted, and a thread end what it began: both commit once, and are over.
PAUSES = (0.1, 0.2, 0.4, 0.8)
"""Seconds before each further attempt."""


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        for pause in (*PAUSES, None):
            try:
                self._empty(options["database"])
                break
            except (IntegrityError, OperationalError) as error:
                if pause is None or not _is_disturbed(error):
                    raise
                sleep(pause)

    def _empty(self, database: str) -> None:
        connection = connections[database]
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
        tables = [name for name in names if name not in STATIC_TABLES]
        exists = sql.SQL("EXISTS (SELECT FROM {})")
        filled = sql.SQL(", ").join(exists.format(sql.Identifier(table)) for table in tables)
        # In one transaction: foreign keys are looked at when it ends.
        with transaction.atomic(using=database), connection.cursor() as cursor:
            cursor.execute(UNGUARD)
            cursor.execute(sql.SQL("SELECT {}").format(filled))
            for table, is_filled in zip(tables, cursor.fetchone(), strict=True):
                if is_filled:
                    cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))


def _is_disturbed(error: DatabaseError) -> bool:
    """Whether somebody else's transaction was in the way."""
    return isinstance(error.__cause__, errors.ForeignKeyViolation | errors.DeadlockDetected)

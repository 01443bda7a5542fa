"""Empty the tables that hold something. Django's own makes new files for all of a hundred tables each time."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections, transaction
from psycopg import sql

# Made by migrations and never written by a test; Django's flush would make them anew.
KEPT = {"django_content_type", "auth_permission"}
# What the audit's own retention says before it deletes.
UNGUARD = "SET LOCAL qastone.audit_retention = 'on'"


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        database = options["database"]
        connection = connections[database]
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
        tables = [name for name in names if name not in KEPT]
        exists = sql.SQL("EXISTS (SELECT FROM {})")
        filled = sql.SQL(", ").join(exists.format(sql.Identifier(table)) for table in tables)
        # In one transaction: foreign keys are looked at when it ends.
        with transaction.atomic(using=database), connection.cursor() as cursor:
            cursor.execute(UNGUARD)
            cursor.execute(sql.SQL("SELECT {}").format(filled))
            for table, is_filled in zip(tables, cursor.fetchone(), strict=True):
                if is_filled:
                    cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))

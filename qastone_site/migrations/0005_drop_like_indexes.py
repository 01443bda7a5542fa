"""The second indexes for LIKE go, of Django's and other packages' tables too: `qastone_site.db.postgres` makes none."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_LIKE_INDEXES = """
SELECT quote_ident(relname) FROM pg_index
JOIN pg_class ON pg_class.oid = indexrelid
JOIN pg_opclass ON pg_opclass.oid = indclass[0]
WHERE relnamespace = current_schema()::regnamespace AND relname LIKE '%\\_like'
  AND opcname IN ('varchar_pattern_ops', 'text_pattern_ops')
"""


def drop_like_indexes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_LIKE_INDEXES)
        names = [name for (name,) in cursor.fetchall()]
    for name in names:
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


class Migration(migrations.Migration):
    atomic = False  # as the indexes are dropped beside readers and writers

    dependencies = [("qastone_site", "0004_account_deletion")]

    operations = [migrations.RunPython(drop_like_indexes, migrations.RunPython.noop)]

"""Tables for benchmark commands, which may be the first to run on a new database."""

from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import connection


def ensure_tables(stderr: OutputWrapper) -> None:
    """Migrate a database without any table; another is its operator's to migrate."""
    if not connection.introspection.table_names():
        stderr.write("The database is empty: making its tables.", style_func=str)
        call_command("migrate", interactive=False, verbosity=0)

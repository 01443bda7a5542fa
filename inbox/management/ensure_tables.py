"""Commands that measure may be the first that are run on a machine: there is a database then, and nothing in it."""

from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import connection


def ensure_tables(stderr: OutputWrapper) -> None:
    """Make the tables where none has been made yet; an older site's are its operator's to migrate."""
    if not connection.introspection.table_names():
        stderr.write("The database is empty: making its tables.", style_func=str)
        call_command("migrate", interactive=False, verbosity=0)

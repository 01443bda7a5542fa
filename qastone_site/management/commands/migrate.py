"""Django's command, which says in a sentence where a database is too old for it or its server lacks pgvector, and
migrates a new one as a whole.
"""

from contextlib import nullcontext
from typing import Any

from django.core.checks import Tags
from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.transaction import atomic

from qastone_site.missing_vector import explain_missing_vector
from qastone_site.replaced_migrations import explain_too_old


class Command(migrate.Command):
    def check(self, *args: Any, **options: Any) -> None:
        """Models and databases alone: to check the rest loads every page, which takes as long as to migrate."""
        super().check(*args, **options | {"tags": [Tags.models, Tags.database]})

    def handle(self, *args: Any, **options: Any) -> None:
        database = options["database"]
        loader = MigrationLoader(connections[database])
        if reason := explain_too_old(loader) or explain_missing_vector(connections[database]):
            raise CommandError(f"{reason} Nothing was changed.")
        with atomic(using=database) if _is_one_transaction(loader) else nullcontext():
            super().handle(*args, **options)


def _is_one_transaction(loader: MigrationLoader) -> bool:
    """Whether the database is new: a first start that is killed leaves no tables without the record of them."""
    return not loader.applied_migrations and all(each.atomic for each in loader.disk_migrations.values())

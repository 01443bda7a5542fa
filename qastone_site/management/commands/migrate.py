"""Django's command, which says in a sentence where a database is too old for it."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from qastone_site.replaced_migrations import explain_too_old


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        loader = MigrationLoader(connections[options["database"]])
        if reason := explain_too_old(loader):
            raise CommandError(f"{reason} Nothing was changed.")
        super().handle(*args, **options)

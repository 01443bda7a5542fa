"""Databases that are older than what this version can migrate: it no longer has the migrations that were squashed."""

from django.db.migrations.loader import MigrationLoader

# The last commit with the migrations that were replaced (docs/adr/0023-packages.md).
LAST_WITH_REPLACED = "739afaf"


def explain_too_old(loader: MigrationLoader) -> str:
    """What to do with a database to which only a part of the replaced migrations was applied; "" for any other.

    Django itself would go on behind the part that is missing.
    """
    for squashed in loader.replacements.values():
        count = sum(each in loader.applied_migrations for each in squashed.replaces)
        if 0 < count < len(squashed.replaces):
            return (
                f"This database is older than commit {LAST_WITH_REPLACED}, and the migrations that it lacks are gone: "
                f"start the site once with that commit (git checkout {LAST_WITH_REPLACED}, script/server), then with "
                "this version."
            )
    return ""

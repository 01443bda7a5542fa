"""Databases that are older than what this version can migrate: it no longer has the migrations that were squashed."""

from django.db.migrations.loader import MigrationLoader

# The last commit with the migrations that were replaced (docs/adr/0023-packages.md).
LAST_WITH_REPLACED = "96fda0de"


def explain_too_old(loader: MigrationLoader) -> str:
    """What to do with a database in which an app has migrations, but not all that were replaced; "" for any other.

    Django itself would go on behind the part that is missing, or make the tables a second time.
    """
    started = {app for app, _ in loader.applied_migrations}
    # The loader takes a squashed one for applied where all that it replaces is.
    missing = loader.replacements.keys() - loader.applied_migrations.keys()
    if started.isdisjoint(app for app, _ in missing):
        return ""
    return (
        f"This database is older than commit {LAST_WITH_REPLACED}, and the migrations that it lacks are gone: "
        f"start the site once with that commit (git checkout {LAST_WITH_REPLACED}, script/server), then with "
        "this version."
    )

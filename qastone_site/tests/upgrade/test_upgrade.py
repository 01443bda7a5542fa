"""A site of the version before the migrations were squashed starts on this one, with all its data.

`site_before_squash.sql.gz` is its database, which was older once: the demonstration, an agent's calls, and a row in
nearly every table.
"""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from qastone_site.health import HealthState
from qastone_site.health.service_checks import migrations
from stones.models import LedgerEntry, StonePassage

DUMP = Path(__file__).parent / "site_before_squash.sql.gz"
PAGES = (
    "/",
    "/stones/",
    "/inbox/",
    "/clipboard/",
    "/agents/",
    "/brain/notes",
    "/analytics/",
    "/admin/",
    "/status",
)


def row_counts() -> dict[str, int]:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        counts = {}
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
    return counts


@pytest.fixture
def counts_before(empty_database: None) -> dict[str, int]:
    """The default connection is that of the older site's database; how many rows its tables hold."""
    with connection.cursor() as cursor:
        cursor.execute(gzip.decompress(DUMP.read_bytes()).decode())
    connection.close()  # its search path
    return row_counts()


def test_an_older_site_starts_with_all_its_data(counts_before: dict[str, int]) -> None:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    later = [migration for migration, _ in plan]
    assert not any(migration.replaces for migration in later)  # of these only the record is missing

    call_command("migrate", interactive=False, verbosity=0)
    call_command("migrate", interactive=False, verbosity=0)  # once more changes nothing

    readers = LedgerEntry.objects.values("account", "reader__name").distinct().count()
    assert readers
    squashed = len(MigrationLoader(connection).replacements)
    assert row_counts() == counts_before | {
        "django_migrations": counts_before["django_migrations"] + squashed + len(later),
        "stones_ledgerreader": readers,
        # Of that model.
        "django_content_type": counts_before["django_content_type"] + 1,
        "auth_permission": counts_before["auth_permission"] + 4,
    }
    assert migrations().state == HealthState.OK
    viewers = Group.objects.get(name="viewers")
    assert set(viewers.permissions.values_list("codename", flat=True)) == {
        "view_ledgerentry",
        "view_stonepassage",
    }
    for model in apps.get_models():
        list(model._base_manager.all())  # every column is there
    passages = StonePassage.objects.all()
    assert passages
    assert {each.space for each in passages} == {f"account-{each.account_id}" for each in passages}
    wordless = [each.content.text[each.start : each.end] for each in passages if not each.words]
    assert wordless == ["Where"]

    client = Client()
    owner = User.objects.get(username="owner")
    owner.is_staff = owner.is_superuser = True
    owner.save()
    client.force_login(owner)
    for page in PAGES:
        assert client.get(page, follow=True).status_code == 200, page


def last_of_stones(app: str, name: str) -> bool:
    return (app, name) == ("stones", "0010_persons_spend_nothing")


def not_of_an_earlier_squash(app: str, name: str) -> bool:
    replaced = MigrationLoader(connection).replacements.values()
    return any((app, name) in each.replaces for each in replaced)


@pytest.mark.parametrize("lacks", [last_of_stones, not_of_an_earlier_squash])
def test_a_site_that_is_too_old_is_told_what_to_start_first(
    counts_before: dict[str, int], lacks: Callable[[str, str], bool]
) -> None:
    """It lacks the last of the migrations that were replaced, or has only those that these replaced themselves."""
    for each in (
        lacking := [each for each in MigrationRecorder.Migration.objects.all() if lacks(each.app, each.name)]
    ):
        each.delete()

    with pytest.raises(CommandError, match=r"start the site once with that commit \(git checkout 96fda0de"):
        call_command("migrate", interactive=False, verbosity=0)
    found = migrations()
    assert found.state == HealthState.WRONG
    assert "git checkout 96fda0de" in found.mend
    assert Client().get("/readyz").json()["checks"]["migrations"] is False
    before = counts_before["django_migrations"]
    assert row_counts() == counts_before | {"django_migrations": before - len(lacking)}


def test_its_rows_are_many(counts_before: dict[str, int]) -> None:
    ours = {
        table for table in counts_before if table.split("_")[0] in {"stones", "inbox", "quickstart", "brain"}
    }
    assert sum(counts_before[table] > 0 for table in ours) > 0.9 * len(ours)

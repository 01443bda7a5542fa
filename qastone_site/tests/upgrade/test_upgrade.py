"""A site of the version before the migrations were squashed starts on this one, with all its data.

`site_before_0002.sql.gz` is its database: the demonstration, an agent's calls, and a row in nearly every table.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from brain.models import Chunk
from brain.models.notes import notes_space, profile_space
from core.jobs.models import Job
from qastone_site.health import HealthState
from qastone_site.health.service_checks import migrations

DUMP = Path(__file__).parent / "site_before_0002.sql.gz"
RENAMED = {
    "stones_read": "stones_ledgerentry",
    "stones_passage": "stones_stonepassage",
    "stones_clipboardentry": "clipboard_clipboardentry",
    "stones_clipboardsettings": "clipboard_clipboardsettings",
    "stones_fingerprints": "clipboard_fingerprints",
    "quickstart_asksession": "quickstart_askconversation",
    "rest_keptanswer": "rest_idempotencyrecord",
}
# What became rows of the table of jobs.
GONE = {"stones_generation"}
# The migrations and what Django derives from the models.
DERIVED = {
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group",
    "auth_group_permissions",
}
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


def group_with_rights(*names: str) -> Group:
    group = Group.objects.create(name="viewers")
    for name in names:
        app, codename = name.split(".")
        permission = Permission.objects.get(content_type__app_label=app, codename=codename)
        # Past the signals, which write into the audit.
        Group.permissions.through.objects.create(group=group, permission=permission)
    return group


@pytest.fixture
def counts_before(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, int]]:
    """The default connection is that of the older site's database; how many rows its tables hold."""
    usual = connection.settings_dict["NAME"]
    older = f"{usual}_upgrade"
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{older}"')
            cursor.execute(f'CREATE DATABASE "{older}"')
        connection.close()
        connection.settings_dict["NAME"] = older
        try:
            with connection.cursor() as cursor:
                cursor.execute(gzip.decompress(DUMP.read_bytes()).decode())
            connection.close()  # its search path
            yield row_counts()
        finally:
            connection.close()
            connection.settings_dict["NAME"] = usual
            with connection.cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{older}"')


def test_an_older_site_starts_with_all_its_data(counts_before: dict[str, int]) -> None:
    viewers = group_with_rights("stones.view_read", "stones.view_passage")

    call_command("migrate", interactive=False, verbosity=0)
    call_command("migrate", interactive=False, verbosity=0)  # once more changes nothing

    counts = row_counts()
    assert set(viewers.permissions.values_list("codename", flat=True)) == {
        "view_ledgerentry",
        "view_stonepassage",
    }
    expected = {
        RENAMED.get(table, table): count for table, count in counts_before.items() if table not in GONE
    }
    assert {table: counts[table] for table in expected if table not in DERIVED} == {
        table: count for table, count in expected.items() if table not in DERIVED
    }
    for model in apps.get_models():
        list(model._base_manager.all())  # every column is there

    client = Client()
    owner = User.objects.get(username="owner")
    owner.is_staff = owner.is_superuser = True
    owner.save()
    client.force_login(owner)
    for page in PAGES:
        assert client.get(page, follow=True).status_code == 200, page


@pytest.mark.long
def test_jobs_keep_their_fencing_tokens(counts_before: dict[str, int]) -> None:
    """A site of the last commit, whose column had another name; its workers were stopped in the middle of a job."""
    call_command("migrate", interactive=False, verbosity=0)
    Job.objects.update(fencing_token=7)
    call_command("migrate", "jobs", "0001", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE jobs_job SET fence = fence + 1")

    call_command("migrate", interactive=False, verbosity=0)

    assert set(Job.objects.values_list("fencing_token", flat=True)) == {8}


def test_a_site_that_is_too_old_is_told_what_to_start_first(counts_before: dict[str, int]) -> None:
    """It lacks the last of the migrations that were squashed, as a site of some commits before."""
    MigrationRecorder.Migration.objects.filter(app="stones", name="0015_words_of_the_sender").delete()

    with pytest.raises(CommandError, match=r"start the site once with that commit \(git checkout 739afaf"):
        call_command("migrate", interactive=False, verbosity=0)
    found = migrations()
    assert found.state == HealthState.WRONG
    assert "git checkout 739afaf" in found.mend
    assert Client().get("/readyz").json()["checks"]["migrations"] is False
    assert row_counts() == counts_before | {"django_migrations": counts_before["django_migrations"] - 1}


def test_its_rows_are_many(counts_before: dict[str, int]) -> None:
    ours = {
        table for table in counts_before if table.split("_")[0] in {"stones", "inbox", "quickstart", "brain"}
    }
    assert sum(counts_before[table] > 0 for table in ours) > 0.9 * len(ours)


# Two stretches with their sentences, of which the second begins with the last one of the first; one of the profile.
OLDER_CHUNKS = """
DELETE FROM brain_chunk;
INSERT INTO brain_chunk (account_id, note_id, ordinal, start, "end", trail, words, embedding, embedding_model)
SELECT account_id, id, ordinal, start, stop, '', words::tsvector, '[0.6,-0.8]', 'a-model'
FROM (SELECT * FROM brain_note LIMIT 1) note, (VALUES
    (0, 0, 90, '''mill'' ''stone:a'''), (1, 0, 40, ''), (2, 41, 90, ''),
    (3, 41, 150, '''grain'''), (4, 41, 90, ''), (5, 91, 150, '')
) chunk (ordinal, start, stop, words);
INSERT INTO brain_chunk (account_id, profile_id, ordinal, start, "end", trail, words, embedding_model)
SELECT account_id, id, 0, 0, 8, '', '''baker''', '' FROM brain_profile LIMIT 1;
"""


@pytest.mark.long
def test_its_chunks_become_passages_in_spaces_and_keep_their_vectors(counts_before: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(OLDER_CHUNKS)

    call_command("migrate", interactive=False, verbosity=0)

    chunks = Chunk.objects.order_by("space", "ordinal")
    [*of_note, of_profile] = chunks.extra(select={"lexemes": "tsvector_to_array(words)"})
    account = of_note[0].account_id
    assert [each.stretch for each in of_note] == [0, 0, 0, 3, 3, 3]
    assert [each.lexemes for each in of_note if each.lexemes] == [
        [f"notes-{account}:mill", f"notes-{account}:stone:a"],
        [f"notes-{account}:grain"],
    ]
    assert {each.space for each in of_note} == {notes_space(account)}
    assert {(str(each.embedding), each.embedding_model, each.signature) for each in of_note} == {
        (str(of_note[0].embedding), "a-model", "10")
    }
    assert of_profile.space == profile_space(of_profile.account_id)
    assert (of_profile.stretch, of_profile.lexemes) == (0, [f"{of_profile.space}:baker"])

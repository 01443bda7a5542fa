"""The collection about the product itself in a site that has it: asked, edited, deleted, and installed again.

It is installed once for all of these tests: that takes a second.
"""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from core.jobs.models import Job
from qastone_site.accounts.first_setup import new_setup_code, set_up
from qastone_site.tests.test_install_quickstart import install
from quickstart.models import INDEX_COLLECTION, Collection, Entry, IndexedText, Node, Skill
from quickstart.queries.readable_collections import find_collection
from quickstart.services.coverage_reports import report_coverage
from quickstart.services.curate_content import save_entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("installed_once")]


@pytest.fixture(scope="module")
def installed_once(module_transaction: None, django_db_blocker: DjangoDbBlocker) -> int:
    """The key of the first account, which has it."""
    with django_db_blocker.unblock():
        owner = User.objects.create_superuser("owner", password="correct horse 9")
        install()
    return owner.pk


@pytest.fixture
def owner(installed_once: int, db: None) -> User:
    return User.objects.get(pk=installed_once)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("How do I change the summary of a message I sent?", "PUT /mcp/inbox/messages/{id}/summary"),
        ("Can I edit a message after sending it?", 'send(mends="ID"'),
        ("how do I create another account for a colleague", "createsuperuser --username ann"),
        ("How much does a helper cost and how do I start one?", "You start one by *Have a helper read it*"),
        ("What if the same content is stored again with a new summary?", "create_stone(mends=HASH"),
    ],
)
def test_what_was_once_answered_wrongly(question: str, says: str) -> None:
    """By words alone: nothing is embedded here."""
    call_command("ask", question, stdout=(answer := StringIO()))
    assert says in answer.getvalue()


def test_its_tree_is_covered_to_nine_tenths() -> None:
    made = report_coverage(collection=Collection.objects.get())
    assert made.percent >= 90
    assert not made.orphans


def test_a_second_time_changes_nothing() -> None:
    before = Collection.objects.values_list("version", flat=True).get()
    assert install() == "Up to date.\n"
    assert Collection.objects.values_list("version", flat=True).get() == before


def release_another(entry: Entry) -> None:
    """As if the release before had shipped something else."""
    Collection.objects.update(shipped_hash="of another release")
    Entry.objects.filter(pk=entry.pk).update(imported_hash="of another release")


def test_what_was_done_with_it_here_stays() -> None:
    Collection.objects.update(shared=False, title="Ours")
    Entry.objects.order_by("position")[0].delete()
    count = Entry.objects.count()
    assert install() == "Up to date.\n"
    collection = Collection.objects.get()
    assert (collection.shared, collection.title, Entry.objects.count()) == (False, "Ours", count)


def test_what_a_curator_wrote_stays() -> None:
    entry = Entry.objects.order_by("position")[0]
    shipped, entry.answer = entry.answer, "Ours."
    save_entry(entry=entry)
    assert install() == "Up to date.\n"
    release_another(entry)
    with pytest.raises(CommandError, match=entry.entry_id):
        install()
    entry.refresh_from_db()
    assert entry.answer == "Ours."
    install("--overwrite")
    entry.refresh_from_db()
    assert entry.answer == shipped


def delete_by_command(name: str, *options: str) -> str:
    call_command("delete_account", name, *options, stdout=(output := StringIO()))
    return output.getvalue()


def test_it_outlives_the_account_that_has_it(owner: User) -> None:
    for name in ("ann", "bob"):
        User.objects.create_user(name, password="correct horse 9")
    oldest_owner = User.objects.create_superuser("zoe", password="correct horse 9")
    entry = Entry.objects.order_by("position")[0]
    entry.answer = "Ours."
    save_entry(entry=entry)
    models = (Entry, Entry.history.model, Skill, Skill.history.model, Node, IndexedText)
    before = [model._base_manager.count() for model in models]
    assert "would pass to zoe" in delete_by_command("owner", "--dry-run")
    client = Client()
    client.force_login(owner)
    assert "about QA.Stone, which passes to zoe;" in client.get("/account/delete").text
    User.objects.filter(pk=owner.pk).update(is_staff=False)
    assert "about QA.Stone, which passes to another account;" in client.get("/account/delete").text
    assert Collection.objects.get().account == owner
    delete_by_command("owner", "--yes")
    found = find_collection(User.objects.get(username="ann"), "qastone")
    assert (found.account, [model._base_manager.count() for model in models]) == (oldest_owner, before)
    entry.refresh_from_db()
    assert (entry.answer, entry.account) == ("Ours.", oldest_owner)
    assert not any(model._base_manager.exclude(account=oldest_owner).exists() for model in models)
    assert Job.objects.of(INDEX_COLLECTION).get().account == oldest_owner
    assert install() == "Up to date.\n"


def test_who_has_one_of_its_name_is_not_given_another() -> None:
    ann, bob = (User.objects.create_superuser(name, password="correct horse 9") for name in ("ann", "bob"))
    Collection.objects.create(account=ann, name="qastone")
    delete_by_command("owner", "--yes")
    assert Collection.objects.exclude(shipped_hash="").get().account == bob


def test_a_collection_that_is_nobody_elses_to_ask_goes() -> None:
    Collection.objects.update(shared=False)
    User.objects.create_superuser("ann", password="correct horse 9")
    assert delete_by_command("owner", "--dry-run") == "The account owner would be deleted.\n"
    delete_by_command("owner", "--yes")
    assert not Collection.objects.exists()


def test_after_the_last_account_the_next_set_up_has_it_as_it_was_shipped() -> None:
    entry = Entry.objects.order_by("position")[0]
    entry.answer = "Mine alone."
    save_entry(entry=entry)
    delete_by_command("owner", "--yes")
    owner = set_up(code=new_setup_code(), username="new", password="correct horse 9").user
    assert find_collection(owner, None).account == owner
    assert not Entry.objects.filter(answer="Mine alone.").exists()
    assert not Entry.history.exclude(account=owner).exists()

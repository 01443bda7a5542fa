"""An account is deleted: nothing of it is left, and nothing of others is touched."""

import io
from collections import Counter

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from audit.models import AuditEntry
from core.cli.tests.command_runner import RunCommand, run
from core.jobs.claim_jobs import claim_job
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import Job
from core.jobs.run_job import run_now
from inbox.models import Delivery, Message
from inbox.rendering.inbox_lines import sender_address
from inbox.services.manage_contacts import add_contact
from inbox.services.release_messages import GONE_ACCOUNT
from inbox.services.send_messages import Outgoing, send_message
from qastone_site.accounts import erase_account
from qastone_site.accounts.delete_account import LastOwner, WrongConfirmation, delete_account
from qastone_site.accounts.first_setup import setup_is_open
from qastone_site.models import DELETE_ACCOUNT, AccountDeletion
from qastone_site.tests.access.access_world import CANARY, World, new_world
from qastone_site.tests.account.conftest import PASSWORD, sign_in
from qastone_site.tests.account.owned_rows import owned_models
from qastone_site.tests.test_deletion import tables_with_the_canary
from stones.models import LedgerEntry, LedgerReader
from stones.services import read_level
from stones.tests.factories import store

__all__ = ["run"]


@pytest.fixture
def world(db: None) -> World:
    return new_world()


def rows_of(pk: int) -> Counter[str]:
    """How many rows of each model name this account."""
    found: Counter[str] = Counter()
    for model, fields in owned_models().items():
        for field in fields:
            found[f"{model._meta.label}.{field}"] += model._base_manager.filter(**{field: pk}).count()
    return +found


def run_the_job() -> None:
    while (job := Job.objects.of(DELETE_ACCOUNT).first()) is not None:
        assert run_now(job)


def test_nothing_of_it_is_left(world: World) -> None:
    pk = world.owner.pk
    assert len(rows_of(pk)) > 25
    delete_account(account=world.owner, confirmation="ann")
    run_the_job()
    assert rows_of(pk) == Counter()
    assert not User.objects.filter(pk=pk).exists()
    assert tables_with_the_canary_of_the_world() == set()


def tables_with_the_canary_of_the_world() -> set[str]:
    # test_deletion looks for its own word; this one is the world's.
    from qastone_site.tests import test_deletion

    before, test_deletion.CANARY = test_deletion.CANARY, CANARY
    try:
        return tables_with_the_canary()
    finally:
        test_deletion.CANARY = before


def test_readers_go_with_the_account_in_whose_ledger_they_are(world: World) -> None:
    for account in (world.owner, world.other):
        stone = store(account)
        read_level(account=account, border_hash=stone.pk, level=0, reader="agent koda")
    delete_account(account=world.owner, confirmation="ann")
    run_the_job()
    assert [reader.account for reader in LedgerReader.objects.all()] == [world.other]
    assert LedgerEntry.objects.get().reader.name == "agent koda"


def test_others_have_what_they_had(world: World) -> None:
    send_message(sender=world.thief, payload="Mine.", outgoing=Outgoing(recipients=["koda"]))
    everything = {
        model: set(model._base_manager.filter(account=world.other).values_list("pk", flat=True))
        for model, fields in owned_models().items()
        if "account" in fields
    }
    assert sum(map(len, everything.values())) > 3
    delete_account(account=world.owner, confirmation="ann")
    run_the_job()
    for model, keys in everything.items():
        left = set(model._base_manager.filter(account=world.other).values_list("pk", flat=True))
        assert left >= keys, model


def test_what_others_received_stays_theirs(world: World) -> None:
    add_contact(account=world.other, username="ann")
    sent = send_message(sender=world.koda, payload="For you.", outgoing=Outgoing(recipients=["koda@mallory"]))
    delete_account(account=world.owner, confirmation="ann")
    run_the_job()
    delivery = Delivery.objects.get(account=world.other, message=sent.message.pk)
    message = Message.objects.get(pk=delivery.message_id)
    assert message.body == "For you."
    assert sender_address(message, world.other.pk) == "koda@ann"
    delete_account(account=world.other, confirmation="mallory")
    run_the_job()
    assert not Message.objects.filter(pk=message.pk).exists()
    assert User.objects.filter(username=GONE_ACCOUNT, is_active=False).exists()


def test_who_wrote_to_it_learns_that_it_is_gone(world: World) -> None:
    sent = send_message(sender=world.thief, payload="Hello?", outgoing=Outgoing(recipients=["koda@ann"]))
    delete_account(account=world.owner, confirmation="ann")
    run_the_job()
    delivery = Delivery.objects.get(message=sent.message.pk)
    assert (delivery.account, delivery.state, delivery.reason_code) == (
        world.other,
        "dead",
        "account_deleted",
    )


def test_it_is_closed_before_its_rows_go(world: World) -> None:
    token = world.token(world.koda)
    delete_account(account=world.owner, confirmation="ann")
    call = Client().get("/api/stones", headers={"Authorization": f"Bearer {token}"})
    assert call.status_code == 401
    assert not User.objects.filter(username="ann").exists()


def test_a_run_that_takes_too_long_goes_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erase_account, "RUN_SECONDS", -1.0)
    delete_account(account=world.owner, confirmation="ann")
    job = Job.objects.of(DELETE_ACCOUNT).get()
    assert run_now(job)
    job.refresh_from_db()
    assert job.state == "pending"
    monkeypatch.undo()
    run_the_job()
    assert not AccountDeletion.objects.exists()


def test_the_audit_keeps_a_line(world: World) -> None:
    pk = world.owner.pk
    delete_account(account=world.owner, confirmation="ann")
    run_the_job()
    entry = AuditEntry.objects.get(action="account.deleted")
    assert (entry.subject, entry.account_number) == ("ann", pk)


def test_another_name_deletes_nothing(world: World) -> None:
    with pytest.raises(WrongConfirmation):
        delete_account(account=world.owner, confirmation="Ann")
    assert User.objects.filter(username="ann", is_active=True).exists()


def test_the_only_owner_of_others_cannot(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_superuser=True)
    other = User.objects.create_user("mallory", password=PASSWORD)
    with pytest.raises(LastOwner):
        delete_account(account=ann, confirmation="ann")
    page = sign_in().get("/account/delete").text
    assert "only owner" in page
    assert "Delete the account</button>" not in page
    User.objects.filter(pk=other.pk).update(is_superuser=True)
    delete_account(account=ann, confirmation="ann")


def test_without_the_only_person_the_site_can_be_set_up_again(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_superuser=True)
    client = sign_in()
    assert "it will have to be set up again" in client.get("/account/delete").text
    answer = client.post("/account/delete", {"confirmation": "ann", "password": PASSWORD})
    assert answer.status_code == 200
    assert "manage.py setup_code" in answer.text
    assert setup_is_open()
    run_the_job()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("confirmation", "password", "words"),
    [("bob", PASSWORD, "Type the account"), ("ann", "guess", "That is not your password.")],
)
def test_the_page_asks_twice(ann: User, confirmation: str, password: str, words: str) -> None:
    answer = sign_in().post("/account/delete", {"confirmation": confirmation, "password": password})
    assert answer.status_code == 422
    assert words in answer.text
    assert User.objects.filter(username="ann", is_active=True).exists()


def test_by_rest(world: World) -> None:
    headers = {"Authorization": f"Bearer {world.token(world.koda, ['account:delete'])}"}
    assert Client().delete("/api/account?confirm=bob", headers=headers).status_code == 400
    answer = Client().delete("/api/account?confirm=ann", headers=headers)
    assert (answer.status_code, answer.json()) == (202, {"account": "ann", "state": "deleting"})
    assert Client().delete("/api/account?confirm=ann", headers=headers).status_code == 401


DELETED = "The account ann is deleted; rows that are left of it go in the background.\n"


def test_by_command_while_a_worker_is_at_it(world: World, run: RunCommand) -> None:
    delete_account(account=world.owner, confirmation="ann")
    job = Job.objects.of(DELETE_ACCOUNT).get()
    assert claim_job(job, lease=LEASE_DURATION)
    assert run("delete_account", "ann", "--yes").out == DELETED
    assert AccountDeletion.objects.exists()


def test_by_command(world: World, run: RunCommand) -> None:
    assert run("delete_account", "ann", "--dry-run").out == "The account ann would be deleted.\n"
    assert run("delete_account", "ann", stdin=b"bob\n").status == 2
    result = run("delete_account", "ann", "--yes")
    assert (result.status, result.out) == (0, DELETED)
    assert run("delete_account", "ann", "--yes").status == 1


def test_where_nobody_types_the_name_nothing_is_deleted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(CommandError, match="Nothing was deleted"):
        call_command("delete_account", "ann")
    assert User.objects.filter(pk=world.owner.pk, is_active=True).exists()

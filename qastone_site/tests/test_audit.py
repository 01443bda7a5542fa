"""The audit's entries, their actors, and that nobody can change them."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from audit.models import AuditEntry
from audit.services import purge_audit, record
from brain.models import Interface
from brain.services.manage_conversations import open_conversation
from core.cli.tests.command_runner import RunCommand, run
from core.rest.tests.access_assertions import Personas
from inbox.models import Agent
from inbox.services import close_agent, create_agent, issue_token, revoke_token, rotate_token
from qastone_site.tests.second_factor.conftest import Clock, later, set_up_app, sign_in
from quickstart.models import Entry, Review
from quickstart.services import curate_content
from quickstart.tests.factories import make_collection, make_entry

__all__ = ["later", "run"]
pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 9"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password=PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def staff(client: Client, ann: User) -> Client:
    client.force_login(ann)
    return client


def written(action: str) -> list[tuple[str, str]]:
    return list(AuditEntry.objects.filter(action=action).values_list("actor", "subject"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_auditentry SET actor = 'nobody'",
        "DELETE FROM audit_auditentry",
        "DELETE FROM audit_auditentry WHERE action = 'x'",
        "TRUNCATE audit_auditentry",
    ],
)
def test_the_database_refuses_to_change_an_entry(statement: str) -> None:
    record("x", "y")
    with (
        pytest.raises(DatabaseError, match="only added to"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert written("x") == [("the site", "y")]


def test_nor_does_the_model(ann: User) -> None:
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
        AuditEntry.objects.update(actor="nobody")
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
        AuditEntry.objects.all().delete()


def test_tokens(ann: User) -> None:
    koda = create_agent(account=ann, name="koda")
    token = issue_token(agent=koda).row
    made = rotate_token(token=token, overlap=timedelta(0)).row
    assert revoke_token(token=made)
    assert not revoke_token(token=made)
    close_agent(agent=koda)
    entries = AuditEntry.objects.filter(account_number=ann.pk).order_by("pk").values_list("action", "subject")
    assert [action for action, _ in entries] == [
        "person.added",
        "token.issued",
        "token.issued",
        "token.rotated",
        "token.revoked",
        "agent.closed",
    ]
    assert AuditEntry.objects.get(action="token.revoked").subject == str(made)
    assert made.sha256 not in str(list(AuditEntry.objects.values()))


def test_who_it_was_by_a_page(staff: Client, ann: User) -> None:
    koda = create_agent(account=ann, name="koda")
    token = issue_token(agent=koda).row
    staff.post(f"/agents/koda/tokens/{token.pk}/revoke", {"typed": "koda"})
    assert [actor for actor, _ in written("token.revoked")] == ["person ann"]


def test_which_inboxes_a_token_opens(ann: User) -> None:
    for name in ("mira", "nova"):
        create_agent(account=ann, name=name)
    koda = create_agent(account=ann, name="koda")
    token = issue_token(agent=koda, inboxes=["mira", "nova"]).row
    close_agent(agent=Agent.objects.get(name="nova"))
    made = rotate_token(token=token, overlap=timedelta(0)).row
    entries = AuditEntry.objects.filter(action="token.issued").order_by("pk")
    assert [each.detail["inboxes"] for each in entries] == [["mira", "nova"], ["mira"]]
    assert [each.name for each in made.inboxes.all()] == ["mira"]


def test_second_factors(client: Client, ann: User, later: Clock) -> None:
    set_up_app(client)
    assert client.post("/account/second-factor/codes/new").status_code == 302
    assert client.post("/account/second-factor/app/remove").status_code == 302
    entries = AuditEntry.objects.filter(action__startswith="factor.").order_by("pk")
    assert [(each.action, each.detail["kind"]) for each in entries] == [
        ("factor.added", "totp"),
        ("factor.added", "recovery_codes"),
        ("factor.removed", "recovery_codes"),
        ("factor.added", "recovery_codes"),
        ("factor.removed", "totp"),
        ("factor.removed", "recovery_codes"),
    ]
    assert {(each.actor, each.subject, each.account_number) for each in entries} == {
        ("person ann", "ann", ann.pk)
    }


def test_a_sign_in_by_a_second_factor_changes_none(client: Client, ann: User, later: Clock) -> None:
    _, codes = set_up_app(client)
    before = AuditEntry.objects.count()
    for code in (codes[0], codes[1]):
        another = Client()
        sign_in(another)
        assert another.post("/account/second-factor/sign-in", {"code": code}).status_code == 302
    assert AuditEntry.objects.count() == before


def test_roles_rights_passwords_and_departures(ann: User) -> None:
    bob = User.objects.create_user("bob", password=PASSWORD)
    group = Group.objects.create(name="curators")
    group.permissions.add(Permission.objects.get(codename="change_entry"))
    bob.groups.add(group)
    bob.is_staff = True
    bob.save()
    bob.set_password("another horse 9")
    bob.save()
    User.objects.get(pk=bob.pk).check_password("another horse 9")
    bob.delete()
    entries = (
        AuditEntry.objects.exclude(subject="ann").order_by("pk").values_list("action", "subject", "detail")
    )
    assert [(action, subject) for action, subject, _ in entries] == [
        ("person.added", "bob"),
        ("person.rights", "curators"),
        ("person.rights", "bob"),
        ("person.role", "bob"),
        ("person.password", "bob"),
        ("person.deleted", "bob"),
    ]
    assert entries[3][2] == {"is_staff": True}
    assert "pbkdf2" not in str(entries)


def test_signing_in_changes_no_role(client: Client, ann: User) -> None:
    before = AuditEntry.objects.count()
    assert client.post("/sign-in", {"username": "ann", "password": PASSWORD}).status_code == 302
    assert AuditEntry.objects.count() == before


def test_q_and_a_one_by_one_and_many_at_a_time(ann: User) -> None:
    collection = make_collection(ann)
    entry = make_entry(collection, question="Which port?", answer="The secret 7007.")
    curate_content.retire(entries=Entry.objects.filter(pk=entry.pk))
    assert AuditEntry.objects.filter(action__startswith="entry.").exists()
    changed = AuditEntry.objects.get(action="entry.changed")
    assert (changed.account_number, changed.subject, changed.detail["number"]) == (ann.pk, entry.entry_id, 1)
    entry.refresh_from_db()
    assert entry.review == Review.RETIRED
    assert "7007" not in str(list(AuditEntry.objects.values()))


def test_an_import_is_one_entry(ann: User, run: RunCommand, tmp_path: object) -> None:
    collection = make_collection(ann, name="tools")
    for number in range(3):
        make_entry(collection, question=f"Which port has job {number}?")
    AuditEntry.objects.count()
    curate_content.retire(entries=collection.entries.all())
    changed = AuditEntry.objects.filter(action="entry.changed")
    assert [each.detail["number"] for each in changed] == [3]
    assert changed[0].subject.startswith("3 of them, ")


@pytest.mark.parametrize("path", ["/clipboard/export", "/analytics/?format=csv", "/analytics/?format=json"])
def test_exports_by_pages(staff: Client, path: str) -> None:
    response = staff.get(path)
    assert response.status_code == 200
    assert [actor for actor, _ in written("export")] == ["person ann"]


def test_exports_by_commands(ann: User, run: RunCommand, tmp_path: Path) -> None:
    conversation = open_conversation(account=ann, interface=Interface.COMMAND, name="main")
    assert run("export_conversation", conversation.pk).status == 0
    assert run("clipboard", "--export").status == 0
    make_collection(ann, name="tools")
    assert run("export_quickstart", str(tmp_path), "--dry-run").status == 0
    assert run("analytics").status == 0
    assert len(written("export")) == 2
    assert run("export_quickstart", str(tmp_path)).status == 0
    assert run("analytics", "--csv").status == 0
    assert run("analytics", "--json").status == 0
    assert [subject for _, subject in reversed(written("export"))] == [
        f"conversation {conversation.pk}",
        "clipboard",
        "collection tools",
        "analytics",
        "analytics",
    ]


def test_exports_by_a_token(personas: Personas) -> None:
    """What an agent does is not the person's deed whose token it has."""
    conversation = open_conversation(account=personas.account, interface=Interface.COMMAND, name="main")
    paths = ("clipboard/export", f"brain/conversations/{conversation.pk}/export", "analytics/savings.csv")
    for path in paths:
        assert personas.owner.get(f"/api/{path}").status_code == 200, path
    assert written("export") == [
        (f"agent koda@{personas.account.username}", subject)
        for subject in ("analytics", f"conversation {conversation.pk}", "clipboard")
    ]


def test_staff_read_it_and_change_nothing(staff: Client, ann: User) -> None:
    entry = AuditEntry.objects.get(action="person.added")
    page = staff.get("/admin/audit/auditentry/")
    assert b"person.added" in page.content
    assert staff.get(f"/admin/audit/auditentry/{entry.pk}/change/").status_code == 200
    assert staff.post(f"/admin/audit/auditentry/{entry.pk}/change/", {"actor": "x"}).status_code == 403
    assert staff.post(f"/admin/audit/auditentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get("/admin/audit/auditentry/add/").status_code == 403
    entry.refresh_from_db()


def test_retention_deletes_and_says_so(ann: User, run: RunCommand) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_auditentry (at, actor, action, subject) "
            "VALUES (now() - interval '400 days', 'x', 'old', 'y')"
        )
    assert run("purge_audit", "10").status == 2
    assert run("purge_audit", "365", "--dry-run").out == "1 entries are older than 365 days.\n"
    assert run("purge_audit", "365").out == "1 entries deleted.\n"
    assert not written("old")
    assert AuditEntry.objects.get(action="audit.purged").detail == {"entries": 1}
    assert purge_audit(before=timezone.now() - timedelta(days=365)) == 0
    # And the leave to delete ends with it.
    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.all().delete()

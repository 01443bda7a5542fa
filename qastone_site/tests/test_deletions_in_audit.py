"""Who deleted what is in the audit, whichever way it went: one entry for what was deleted together, and no content."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from brain.models import Conversation
from brain.services.manage_conversations import delete_conversation
from brain.tests.factories import make_note, make_profile
from clipboard.tests.copy_factories import copy
from core.pages.models import DeletedRows
from inbox.models import Agent
from inbox.services.issue_tokens import issue_token
from inbox.services.memory import forget, remember
from inbox.tests.factories import new_agent
from stones.services.delete_stones import delete_stones
from stones.tests.factories import store

SECRET = "The harbour gate is green."


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def koda(ann: User) -> Agent:
    return new_agent(ann, "koda")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    client.force_login(ann)
    return client


def entries() -> list[tuple[str, str, str, dict[str, Any]]]:
    found = AuditEntry.objects.filter(action__endswith=".deleted") | AuditEntry.objects.filter(
        action="deletion.undone"
    )
    return [(each.actor, each.action, each.subject, each.detail) for each in found.order_by("pk")]


def memory(koda: Agent, number: int) -> Any:
    return remember(agent=koda, text=f"{SECRET} {number}").memory


KINDS: dict[str, tuple[str, str, Callable[[Agent, int], Any], dict[str, Any]]] = {
    "notes": (
        "/brain/notes/chosen", "note", lambda koda, n: make_note(koda.account, title=f"{SECRET} {n}"), {},
    ),
    "memories": ("/memory/chosen", "memory", memory, {}),
    "copies": ("/clipboard/chosen", "copy", lambda koda, n: copy(koda.account, f"{SECRET} {n}"), {}),
    "stones": (
        "/stones/chosen", "stone", lambda koda, n: store(koda.account, content=f"{SECRET} {n}"),
        {"copies": 0},
    ),
}  # fmt: skip


@pytest.mark.every_case
@pytest.mark.parametrize("name", KINDS)
def test_chosen_rows_are_one_entry(person: Client, koda: Agent, name: str) -> None:
    path, kind, make, more = KINDS[name]
    rows = [make(koda, number) for number in range(3)]
    for chosen in (rows[:2], rows[2:]):
        person.post(path, {"action": "delete", "chosen": [row.pk for row in chosen]})
    person.post(path, {"action": "delete", "chosen": [row.pk for row in rows]})
    assert entries() == [
        ("person ann", f"{kind}.deleted", "2 together", {"count": 2, **more}),
        ("person ann", f"{kind}.deleted", rows[2].pk, {"count": 1, **more}),
    ]
    assert all(SECRET not in str(each.__dict__) for each in AuditEntry.objects.all())


def test_what_is_undone_is_there_too(person: Client, ann: User) -> None:
    note = make_note(ann, title=SECRET)
    person.post("/brain/notes/chosen", {"action": "delete", "chosen": note.pk})
    person.post(reverse("deleted-restore"), {"chosen": DeletedRows.objects.get().pk})
    assert entries()[-1] == ("person ann", "deletion.undone", "note", {"count": 1})


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("path", "kind", "scope"),
    [
        ("/api/stone/{}", "stone", "stones:write"),
        ("/api/brain/notes/{}", "note", "brain:write"),
        ("/api/clipboard/{}", "copy", "clipboard:write"),
    ],
)
def test_an_agent_deletes_by_rest(client: Client, koda: Agent, path: str, kind: str, scope: str) -> None:
    row = next(make for _, each, make, _ in KINDS.values() if each == kind)(koda, 1)
    token = issue_token(agent=koda, scopes=[scope, "stones:read", "clipboard:read"]).text
    client.delete(path.format(row.pk), headers={"authorization": f"Bearer {token}"})
    ((actor, action, subject, detail),) = entries()
    assert (actor, action, subject, detail["count"]) == ("agent koda@ann", f"{kind}.deleted", row.pk, 1)


def test_a_memory_with_the_history_of_its_key(koda: Agent) -> None:
    for text in ("One.", "Two."):
        remember(agent=koda, text=text, key="deploy/port")
    forget(agent=koda, memory="deploy/port")
    assert entries() == [("the site", "memory.deleted", "2 together", {"count": 2})]


def test_the_profile_and_a_conversation(person: Client, ann: User) -> None:
    make_profile(ann)
    person.post("/brain/profile/delete")
    conversation = Conversation.objects.create(account=ann, name="a")
    delete_conversation(conversation=conversation)
    assert [each[1:] for each in entries()] == [
        ("profile.deleted", "ann", {"count": 1}),
        ("conversation.deleted", str(conversation.pk), {"count": 1}),
    ]


def test_what_is_not_there_is_no_entry(person: Client, ann: User) -> None:
    delete_stones(account=ann, stone_ids=["0" * 26])
    person.delete("/api/brain/notes/none")
    assert entries() == []

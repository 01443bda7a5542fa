"""What was deleted and made anew meanwhile stays away with all that hung on it, whatever it is; nothing fails."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.test import Client

from brain.tests.factories import index as index_notes
from brain.tests.factories import make_note
from clipboard.models import ClipboardEntry, Fingerprints
from clipboard.tests.copy_factories import copy
from core.pages.models import DeletedRows
from inbox.services.memory import remember
from inbox.tests.factories import new_agent
from quickstart.models import Collection, Skill
from quickstart.tests.factories import index as index_texts
from quickstart.tests.factories import make_collection, make_entry, make_skill
from stones.tests.factories import LONG, SHORT, store, write_levels


class Owner(NamedTuple):
    """Rows that a page deletes, `others` more of them beside one equal to what `make` makes again."""

    path: str
    make: Callable[[User], Model]
    others: Callable[[User, Model], Sequence[Model]] = lambda _, __: ()


def long_stone(account: User) -> Model:
    stone = store(account, content=LONG)
    write_levels(stone)
    if not ClipboardEntry.objects.exists():
        copy(account, LONG)
    assert Fingerprints.objects.filter(content=stone.content_id).exists()
    return stone


def file_note(account: User) -> Model:
    note = make_note(account, title="Beans", body="They like **warm** soil.", file="beans.md")
    index_notes(account)
    return note


def memory(account: User) -> Model:
    koda = account.agents.first() or new_agent(account, "koda")
    return remember(agent=koda, text="The port is 1.", key="port").memory


def collection_of(account: User) -> Collection:
    return Collection.objects.filter(account=account).first() or make_collection(account)


def entry(account: User) -> Model:
    made = make_entry(collection_of(account), entry_id="beans", question="How do I plant beans?")
    index_texts(made.collection)
    return made


def skill(account: User) -> Model:
    made = make_skill(collection_of(account), skill_id="beans")
    index_texts(made.collection)
    return made


def child_skill(_: User, parent: Model) -> Sequence[Model]:
    assert isinstance(parent, Skill)
    child = make_skill(parent.collection, skill_id="peas")
    Skill.objects.filter(pk=child.pk).update(parent=parent)
    return [child]


OWNERS = {
    "short stone": Owner("/stones/chosen", lambda account: store(account, content=SHORT)),
    "long stone": Owner("/stones/chosen", long_stone),
    "stone with a copy from it": Owner(
        "/stones/chosen", long_stone, lambda account, _: [store(account, content=f"{LONG} More.")]
    ),
    "copy": Owner("/clipboard/chosen", lambda account: copy(account, LONG)),
    "note of a file": Owner("/brain/notes/chosen", file_note),
    "memory": Owner("/memory/chosen", memory),
    "entry": Owner("/ask/chosen-entries", entry),
    "skill with a child": Owner("/ask/chosen-skills", skill, child_skill),
}


@pytest.mark.every_case
@pytest.mark.parametrize("name", OWNERS)
def test_it_stays_away_beside_an_equal_new_one(name: str, client: Client, db: None) -> None:
    ann = User.objects.create_superuser("ann")
    client.force_login(ann)
    owner = OWNERS[name]
    old = owner.make(ann)
    others = owner.others(ann, old)
    keys: list[Any] = [row.pk for row in (old, *others)]
    client.post(owner.path, {"action": "delete", "chosen": keys})
    model = type(old)
    assert not model._base_manager.filter(pk__in=keys).exists()
    new = owner.make(ann)
    page = client.post("/deleted/restore", {"chosen": DeletedRows.objects.get().pk}, follow=True)
    assert page.status_code == 200
    assert "1 did not come back: something else stands in their place" in page.content.decode()
    connection.check_constraints()
    assert model._base_manager.filter(pk=new.pk).exists()
    assert set(model._base_manager.filter(pk__in=keys)) == set(others)
    assert not DeletedRows.objects.exists()

"""No passage outlives its owner, however the owner goes."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Model

from brain.models import Note, Profile
from brain.tests.factories import make_note, make_profile
from inbox.models import Agent, Memory
from inbox.services.memory import remember
from inbox.tests.recall.stored_memories import new_agent
from quickstart.models import Collection, Entry, Skill
from quickstart.tests.factories import make_collection, make_entry, make_skill
from search.models import SearchPassage
from stones.models import Content
from stones.tests import factories as stones

pytestmark = pytest.mark.django_db


def make_memory(agent: Agent) -> Memory:
    return remember(agent=agent, text="The export port is 8003.").memory


def content_of(agent: Agent) -> Content:
    stone = stones.store(agent.account)
    stones.write_levels(stone)
    return stone.content


def note_of(agent: Agent) -> Note:
    return make_note(agent.account)


def profile_of(agent: Agent) -> Profile:
    return make_profile(agent.account)


def entry_of(agent: Agent) -> Entry:
    return make_entry(make_collection(agent.account), question="What is a larder?")


def skill_of(agent: Agent) -> Skill:
    return make_skill(make_collection(agent.account), skill_id="bake", title="Bake bread")


def collection_of(agent: Agent) -> Collection:
    return entry_of(agent).collection


OF_COLLECTIONS: dict[type[Model], Callable[[Agent], Any]] = {
    Entry: entry_of,
    Skill: skill_of,
    Collection: collection_of,
}
"""Their vectors are made by the collection's own job, which has the collection calibrated, too."""
OWNERS: dict[type[Model], Callable[[Agent], Any]] = {
    Content: content_of,
    Memory: make_memory,
    Note: note_of,
    Profile: profile_of,
    **OF_COLLECTIONS,
}
"""How one of each kind of owner is made."""


def passages_of(owner: type[Model]) -> type[SearchPassage]:
    (table,) = {
        relation.related_model
        for relation in owner._meta.related_objects
        if isinstance(relation.related_model, type) and issubclass(relation.related_model, SearchPassage)
    }
    return table


def test_every_kind_of_owner_is_tried() -> None:
    tables = [model for model in apps.get_models() if issubclass(model, SearchPassage)]
    owners = {
        field.related_model
        for table in tables
        for field in table._meta.get_fields()
        if field.is_relation and field.related_model is not User
    }
    assert owners == set(OWNERS)


def test_the_vectors_of_each_are_made_again() -> None:
    """The sweep looks through all of them, in a process too that has run no job yet."""
    code = (
        "import django; django.setup(); from search.embed_passages import embedding_kinds;"
        "print(*(kind.target._meta.label for kind in embedding_kinds()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    embedded = OWNERS.keys() - OF_COLLECTIONS.keys()
    assert sorted(done.stdout.split()) == sorted(owner._meta.label for owner in embedded)


@pytest.mark.parametrize("way", ["singly", "in bulk", "with its account"])
@pytest.mark.parametrize("owner", OWNERS)
def test_its_passages_go_with_it(owner: type[Model], way: str) -> None:
    table = passages_of(owner)
    other = OWNERS[owner](new_agent())
    made = OWNERS[owner](new_agent())
    assert set(table._base_manager.values_list("account", flat=True)) == {made.account_id, other.account_id}
    if way == "singly":
        made.delete()
    elif way == "in bulk":
        type(made)._base_manager.filter(pk=made.pk).delete()
    else:
        User.objects.get(pk=made.account_id).delete()
    assert set(table._base_manager.values_list("account", flat=True)) == {other.account_id}

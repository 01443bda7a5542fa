"""No passage outlives its owner, however the owner goes."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib.auth.models import User

from inbox.models import Agent, Memory, MemoryPassage
from inbox.services.memory import remember
from inbox.tests.recall.stored_memories import new_agent
from search.models import SearchPassage

pytestmark = pytest.mark.django_db


def make_memory(agent: Agent) -> Memory:
    return remember(agent=agent, text="The export port is 8003.").memory


OWNERS: dict[type[SearchPassage], Callable[[Agent], Memory]] = {MemoryPassage: make_memory}
"""For each table of passages, how one of its owners is made."""


def test_every_table_of_passages_is_tried() -> None:
    tables = {model for model in apps.get_models() if issubclass(model, SearchPassage)}
    assert tables == set(OWNERS)


@pytest.mark.parametrize("way", ["singly", "in bulk", "with its account"])
@pytest.mark.parametrize("table", OWNERS)
def test_its_passages_go_with_it(table: type[SearchPassage], way: str) -> None:
    other = OWNERS[table](new_agent())
    made = OWNERS[table](new_agent())
    assert set(table._base_manager.values_list("account", flat=True)) == {made.account_id, other.account_id}
    if way == "singly":
        made.delete()
    elif way == "in bulk":
        type(made)._base_manager.filter(pk=made.pk).delete()
    else:
        User.objects.get(pk=made.account_id).delete()
    assert set(table._base_manager.values_list("account", flat=True)) == {other.account_id}

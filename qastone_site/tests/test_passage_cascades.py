"""No passage outlives its owner, however the owner goes."""

import pytest
from django.contrib.auth.models import User

from inbox.models import Agent, Memory
from inbox.services.memory import remember
from inbox.tests.recall.stored_memories import new_agent
from search.models import Passage, passage_model, passage_models

pytestmark = pytest.mark.django_db


def make_memory(agent: Agent) -> Memory:
    return remember(agent=agent, text="The export port is 8003.").memory


MAKERS = {Memory: make_memory}


def test_every_kind_of_owner_is_tried() -> None:
    owners = {model._meta.get_field(model.owner).related_model for model in passage_models()}
    assert owners == set(MAKERS)


@pytest.mark.parametrize("owner", MAKERS)
@pytest.mark.parametrize("way", ["singly", "in bulk", "with its account"])
def test_its_passages_go_with_it(owner: type[Memory], way: str) -> None:
    made = MAKERS[owner](new_agent())
    passages: type[Passage] = passage_model(owner)
    assert passages._base_manager.exists()
    if way == "singly":
        made.delete()
    elif way == "in bulk":
        owner._base_manager.filter(pk=made.pk).delete()
    else:
        User.objects.get(pk=made.account_id).delete()
    assert not passages._base_manager.exists()

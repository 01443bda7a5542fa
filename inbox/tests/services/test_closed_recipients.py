"""Errors for recipients that were closed."""

import pytest

from inbox.exceptions import RecipientNotFound
from inbox.services import close_agent
from inbox.tests.factories import new_agent, send
from stones.tests.factories import new_account

pytestmark = pytest.mark.django_db


def test_ones_own_closed_agent_is_named_as_closed() -> None:
    ann = new_account("ann")
    koda, rex = new_agent(ann, "koda"), new_agent(ann, "rex")
    new_agent(ann, "prax")
    close_agent(agent=rex)
    with pytest.raises(RecipientNotFound) as refused:
        send(koda, "rex")
    assert refused.value.message == "'rex' is closed and takes no messages. Nothing was sent."


def test_another_accounts_closed_agent_is_not_there() -> None:
    koda, rex = new_agent(new_account("ann"), "koda"), new_agent(new_account("bob"), "rex")
    close_agent(agent=rex)
    with pytest.raises(RecipientNotFound, match="There is no agent 'rex@bob'"):
        send(koda, "rex@bob")

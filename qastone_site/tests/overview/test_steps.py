"""The first steps: each is ticked by its trace."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from brain.tests.factories import make_note
from inbox.services import create_agent, issue_token
from qastone_site.overview.steps import SHOWN_FOR
from qastone_site.tests.overview.conftest import Look, client_of
from rest.scopes import SCOPES
from stones.tests.factories import store

pytestmark = pytest.mark.django_db


def done(content: str) -> list[bool]:
    return ["data-done" in part.split(">")[0] for part in content.split('<li class="step"')[1:]]


def call(account: User) -> None:
    """An agent's first call, through the door."""
    agent = create_agent(account=account, name="koda")
    token = issue_token(agent=agent, scopes=SCOPES).text
    client = client_of(account)
    client.logout()
    assert client.get("/api/stones", headers={"Authorization": f"Bearer {token}"}).status_code == 200


def test_the_first_run(account: User, look: Look) -> None:
    shown = look(account)
    assert done(shown.content) == [False, False, False]
    assert "0 of 3 made" in shown
    for address in ("/paste", "/agents/new", "/brain/notes/new"):
        assert f'href="{address}"' in shown.content
    assert "python manage.py import_notes DIR --account bea" in shown


def test_each_step_is_ticked_by_its_trace(account: User, look: Look) -> None:
    store(account)
    assert done(look(account).content) == [True, False, False]
    call(account)
    assert done(look(account).content) == [True, True, False]
    make_note(account)
    shown = look(account)
    assert done(shown.content) == []
    assert "First steps" not in shown


def test_an_agent_that_has_not_called_yet(account: User, look: Look) -> None:
    create_agent(account=account, name="koda")
    shown = look(account)
    assert done(shown.content) == [False, False, False]
    assert "Made, and waiting for its first call." in shown


@pytest.mark.parametrize(("made", "is_shown"), [(False, True), (True, False)])
def test_old_accounts_are_left_alone_once_they_have_begun(
    account: User, look: Look, made: bool, is_shown: bool
) -> None:
    User.objects.update(date_joined=timezone.now() - SHOWN_FOR - timedelta(minutes=1))
    if made:
        store(account)
    assert ("First steps" in look(User.objects.get(pk=account.pk))) is is_shown


def test_they_tick_themselves_off_while_one_looks(account: User) -> None:
    client = client_of(account)
    assert client.get("/overview/steps?done=0").status_code == 204
    store(account)
    content = client.get("/overview/steps?done=0").content.decode()
    assert done(content) == [True, False, False]
    assert 'data-poll="/overview/steps?done=1"' in content
    call(account)
    make_note(account)
    last = client.get("/overview/steps?done=1").content.decode()
    assert "The first steps are made" in last
    assert "data-poll=" not in last


def test_anothers_steps_are_not_ones_own(account: User, look: Look) -> None:
    other = User.objects.create(username="other")
    store(other)
    make_note(other)
    call(other)
    assert done(look(account).content) == [False, False, False]

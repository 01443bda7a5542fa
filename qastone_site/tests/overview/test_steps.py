"""The first steps: each is ticked by its trace."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from brain.tests.factories import make_note
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token
from qastone_site.overview.setup_steps import SHOWN_FOR
from qastone_site.tests.overview.conftest import OpenOverview, client_of
from stones.tests.factories import store

pytestmark = pytest.mark.django_db


def done(content: str) -> list[bool]:
    return ["data-done" in part.split(">")[0] for part in content.split('<li class="step"')[1:]]


def call(account: User) -> None:
    """An agent's first call, over HTTP."""
    agent = create_agent(account=account, name="koda")
    token = issue_token(agent=agent, scopes=SCOPES).text
    client = client_of(account)
    client.logout()
    assert client.get("/api/stones", headers={"Authorization": f"Bearer {token}"}).status_code == 200


def test_the_first_run(account: User, open_overview: OpenOverview) -> None:
    page = open_overview(account)
    assert done(page.content) == [False, False, False]
    assert "0 of 3 done" in page
    for address in ("/paste", "/agents/new", "/brain/notes/new"):
        assert f'href="{address}"' in page.content
    assert 'href="/brain/notes/upload"' in page.content


def test_each_step_is_ticked_by_its_trace(account: User, open_overview: OpenOverview) -> None:
    store(account)
    assert done(open_overview(account).content) == [True, False, False]
    call(account)
    assert done(open_overview(account).content) == [True, True, False]
    make_note(account)
    page = open_overview(account)
    assert done(page.content) == []
    assert "First steps" not in page


def test_an_agent_that_has_not_called_yet(account: User, open_overview: OpenOverview) -> None:
    create_agent(account=account, name="prax")
    issue_token(agent=create_agent(account=account, name="koda"), scopes=SCOPES)
    page = open_overview(account)
    assert done(page.content) == [False, False, False]
    assert "Created, waiting for its first call." in page
    assert (
        '<a class="button quiet small" href="/agents/koda/#connection">How to connect koda</a>'
        in page.content
    )
    assert 'id="connection"' in client_of(account).get("/agents/koda/").content.decode()


@pytest.mark.parametrize(("made", "is_shown"), [(False, True), (True, False)])
def test_old_accounts_are_left_alone_once_they_have_begun(
    account: User, open_overview: OpenOverview, made: bool, is_shown: bool
) -> None:
    User.objects.update(date_joined=timezone.now() - SHOWN_FOR - timedelta(minutes=1))
    if made:
        store(account)
    assert ("First steps" in open_overview(User.objects.get(pk=account.pk))) is is_shown


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
    assert "First steps done" in last
    assert "data-poll=" not in last


def test_anothers_steps_are_not_ones_own(account: User, open_overview: OpenOverview) -> None:
    other = User.objects.create(username="other")
    store(other)
    make_note(other)
    call(other)
    assert done(open_overview(account).content) == [False, False, False]

"""What agents did day by day, and which of them have gone silent."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from inbox.models import Agent, Message
from inbox.queries.agent_activity import acts_by_day, agent_activities, silent_agents, with_last_seen
from inbox.rendering.activity_bars import activity_bars
from inbox.services import issue_token
from inbox.tests.factories import new_agent, send
from stones.models import LedgerEntry
from stones.tests.factories import ledger_reader


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


def seen(agent: Agent, ago: timedelta) -> None:
    token = issue_token(agent=agent).row
    token.last_used = timezone.now() - ago
    token.save(update_fields=["last_used"])


def act(agent: Agent, days_ago: int, reader: str = "") -> None:
    LedgerEntry.objects.create(
        account=agent.account,
        reader=ledger_reader(agent.account, reader or f"agent {agent.name}"),
        kind="level",
        level=0,
        tokens=1,
        paste_tokens=1,
        created=timezone.now() - timedelta(days=days_ago),
    )


@pytest.mark.parametrize(
    ("last_call", "active", "is_silent"),
    [
        (timedelta(days=3), (3, 4, 5), True),
        (timedelta(days=3), (3, 4), False),
        (timedelta(hours=47), (2, 3, 4), False),
        (timedelta(days=3), (3, 12, 13), False),
        (timedelta(days=15), (15, 16, 17), False),
    ],
    ids=["regular", "two days", "not yet", "long before", "long gone"],
)
def test_silent_is_who_called_regularly_and_does_no_more(
    ann: User, last_call: timedelta, active: tuple[int, ...], is_silent: bool
) -> None:
    koda = new_agent(ann, "koda")
    seen(koda, last_call)
    for days_ago in active:
        act(koda, days_ago)
    assert silent_agents(ann) == ([koda] if is_silent else [])


def test_a_closed_agent_and_one_that_never_called_are_not_silent(ann: User) -> None:
    for name in ("closed", "never"):
        agent = new_agent(ann, name)
        for days_ago in (3, 4, 5):
            act(agent, days_ago)
    seen(Agent.objects.get(name="closed"), timedelta(days=3))
    Agent.objects.filter(name="closed").update(closed=timezone.now())
    assert silent_agents(ann) == []


def test_acts_are_counted_by_day_and_agent(ann: User) -> None:
    koda, prax = new_agent(ann, "koda"), new_agent(ann, "prax")
    for days_ago in (0, 0, 1, 13, 14):
        act(koda, days_ago)
    act(koda, 0, reader="person ann")
    agents = list(with_last_seen(Agent.objects.filter(pk__in=[koda.pk, prax.pk])))
    found = agent_activities(agents, acts_by_day(ann, timezone.now()), timezone.now())
    assert list(found[koda.pk].days) == [1, *[0] * 11, 1, 2]
    assert (found[koda.pk].total, found[prax.pk].total) == (4, 0)


def test_the_page_warns_and_draws_with_the_figures_in_words(ann: User, client: Client) -> None:
    koda = new_agent(ann, "koda")
    seen(koda, timedelta(days=3))
    for days_ago in (3, 4, 5):
        act(koda, days_ago)
    client.force_login(ann)
    page = client.get("/agents/").content.decode()
    assert "<strong>Silent.</strong> It used to be active on 3 of 7" in page
    assert (
        'aria-label="3 acts in 14 days, day by day up to today: 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0"'
        in page
    )
    assert "koda has gone silent" in client.get("/").content.decode()


def test_the_highest_day_is_as_high_as_the_chart_and_the_least_is_seen() -> None:
    chart = activity_bars([0, 1, 1000])
    assert chart.bars == [(6, 18, 2), (12, 0, 20)]
    assert activity_bars([0, 0]).bars == []


def test_what_the_demonstration_brought_is_no_act(ann: User) -> None:
    koda = new_agent(ann, "koda")
    message = send(koda, "koda").message
    assert acts_by_day(ann, timezone.now())["koda"].total() == 1
    Message.objects.filter(pk=message.pk).update(is_demo=True)
    assert acts_by_day(ann, timezone.now())["koda"].total() == 0

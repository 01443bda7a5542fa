"""POST /inbox/done with `action=snooze` and `action=wake`; the tab Snoozed."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from inbox.models import Agent, Delivery
from inbox.queries.deliveries import DeliveryFilter, agent_deliveries, unread_count
from inbox.queries.inbox_tabs import unread_for_person
from inbox.services.put_away_messages import snooze_times
from inbox.tests.factories import deliver


def shown(client: Client, tab: str) -> set[int]:
    page = client.get(f"/inbox/?tab={tab}&agent=*").content.decode()
    return {int(key) for key in re.findall(r'name="chosen" value="(\d+)"', page)}


def post(client: Client, action: str, *deliveries: Delivery) -> str:
    keys = [delivery.pk for delivery in deliveries]
    return client.post("/inbox/done", {"action": action, "chosen": keys}, follow=True).content.decode()


def test_what_is_snoozed_leaves_the_lists_of_what_is_to_be_done(
    person: Client, koda: Agent, prax: Agent
) -> None:
    first, second = (deliver(koda, sender=prax, needs_answer=True) for _ in range(2))
    page = post(person, "snooze", first)
    assert "1 snoozed until" in page
    assert 'name="action" value="wake"' in page
    for tab in ("unread", "needs-me"):
        assert shown(person, tab) == {second.pk}, tab
    assert shown(person, "snoozed") == {first.pk}
    assert shown(person, "all") == {first.pk, second.pk}
    assert shown(person, "done") == set()
    assert "1 back in the inbox." in post(person, "wake", first)
    assert shown(person, "unread") == {first.pk, second.pk}


def test_it_comes_back_by_itself(person: Client, koda: Agent) -> None:
    delivery = deliver(koda)
    post(person, "snooze-hours", delivery)
    Delivery.objects.update(snoozed_until=timezone.now() - timedelta(seconds=1))
    assert shown(person, "unread") == {delivery.pk}
    assert shown(person, "snoozed") == set()


def test_its_agent_sees_nothing_of_it(person: Client, koda: Agent, prax: Agent) -> None:
    delivery = deliver(koda, sender=prax, needs_answer=True)
    post(person, "snooze", delivery)
    assert unread_count(koda) == 1
    assert list(agent_deliveries(koda, DeliveryFilter(tab="needs_me"))) == [delivery]


def test_the_badge_does_not_count_it(person: Client, me: Agent) -> None:
    post(person, "snooze", deliver(me))
    assert unread_for_person(me.account) == 0


def test_another_accounts_is_not_there(person: Client, mallory: Agent) -> None:
    assert "Nothing was selected." in post(person, "snooze", deliver(mallory))
    assert not Delivery.objects.exclude(snoozed_until=None).exists()


@pytest.mark.parametrize(("day", "monday"), [(23, 30), (24, 30), (29, 30)])
def test_the_times_that_can_be_chosen(day: int, monday: int) -> None:
    now = datetime(2026, 11, day, 15, 30, tzinfo=UTC)
    assert snooze_times(now) == {
        "hours": now + timedelta(hours=3),
        "day": datetime(2026, 11, day, 8, tzinfo=UTC) + timedelta(days=1),
        "week": datetime(2026, 11, monday, 8, tzinfo=UTC),
    }

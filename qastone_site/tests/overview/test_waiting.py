"""What waits, as the inbox itself counts it."""

import pytest
from django.contrib.auth.models import User

from inbox.models import AgentKind, Delivery
from inbox.services.agents import site_agent
from inbox.services.expiry import bury_deliveries
from inbox.tests.factories import deliver, new_agent, send
from qastone_site.overview.counting import MOST
from qastone_site.overview.matters import many
from qastone_site.tests.overview.conftest import Look

pytestmark = pytest.mark.django_db


def test_nothing_waits(account: User, look: Look) -> None:
    shown = look(account)
    assert shown.matters == []
    assert "Waiting for you Nothing: every message is read" in shown
    assert "Needs attention Nothing: the worker is there" in shown


def test_each_tab_of_the_inbox_that_asks_for_something(account: User, look: Look) -> None:
    koda, prax = new_agent(account, "koda"), new_agent(account, "prax")
    me = site_agent(account, AgentKind.PERSON)
    deliver(me, sender=prax)
    deliver(me, sender=prax, needs_answer=True)
    deliver(koda, sender=prax, needs_answer=True)  # koda's own matter
    send(koda, "prax")
    bury_deliveries(agent=prax, reason=("expired", "Nobody read it in time."))
    shown = look(account)
    assert shown.matters == ["needs_me", "unread", "dead"]
    assert "1 message wants an answer" in shown
    assert "2 messages that you have not read" in shown
    assert "1 message did not reach its reader" in shown
    assert shown.cures == {
        "needs_me": "/inbox/?tab=needs-me",
        "unread": "/inbox/?tab=unread",
        "dead": "/inbox/?tab=dead&agent=*",
    }


def test_the_page_behind_it_shows_as_many(account: User, look: Look) -> None:
    me = site_agent(account, AgentKind.PERSON)
    for _ in range(3):
        deliver(me, needs_answer=True)
    Delivery.objects.filter(pk=Delivery.objects.latest("pk").pk).update(state="acknowledged")
    shown = look(account)
    assert "2 messages want an answer" in shown
    for address in shown.cures.values():
        assert look(account, address).content.count("data-tick ") == 2


def test_what_is_anothers_does_not_wait(account: User, look: Look) -> None:
    deliver(new_agent(), needs_answer=True)
    assert look(account).matters == []


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 note"), (2, "2 notes"), (MOST, "1,000 notes"), (MOST + 1, "1,000+ notes")]
)
def test_a_number_in_words(count: int, words: str) -> None:
    assert many(count, "note") == words


def test_counting_stops(account: User, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    me = site_agent(account, AgentKind.PERSON)
    for module in ("counting", "matters"):
        monkeypatch.setattr(f"qastone_site.overview.{module}.MOST", 2)
    for _ in range(4):
        deliver(me)
    assert "2+ messages that you have not read" in look(account)

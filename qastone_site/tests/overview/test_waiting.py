"""What waits, as the inbox itself counts it."""

import pytest
from django.contrib.auth.models import User

from inbox.models import AgentKind, Delivery
from inbox.services.expire_deliveries import dead_letter_deliveries
from inbox.services.manage_agents import site_agent
from inbox.tests.factories import deliver, new_agent, send
from qastone_site.overview.alerts import count_noun
from qastone_site.overview.count_rows import MAX_COUNT
from qastone_site.tests.overview.conftest import OpenOverview

pytestmark = pytest.mark.django_db


def test_nothing_waits(account: User, open_overview: OpenOverview) -> None:
    page = open_overview(account)
    assert page.alerts == []
    assert (
        "Waiting for you You have read every message, and answered those that need an answer. Needs" in page
    )
    assert "Needs attention Nothing: the background worker is running" in page


def test_what_agents_have_not_read_does_not_wait_for_the_person(
    account: User, open_overview: OpenOverview
) -> None:
    koda = new_agent(account, "koda")
    deliver(koda)
    assert (
        "You have read every message, and answered those that need an answer. Your agents have 1 unread "
        "message." in open_overview(account)
    )
    deliver(koda)
    assert "Your agents have 2 unread messages." in open_overview(account)


def test_each_tab_of_the_inbox_that_asks_for_something(account: User, open_overview: OpenOverview) -> None:
    koda, prax = new_agent(account, "koda"), new_agent(account, "prax")
    me = site_agent(account, AgentKind.PERSON)
    deliver(me, sender=prax)
    deliver(me, sender=prax, needs_answer=True)
    deliver(koda, sender=prax, needs_answer=True)  # koda's own matter
    send(koda, "prax")
    dead_letter_deliveries(agent=prax, reason=("expired", "Nobody read it in time."))
    page = open_overview(account)
    assert page.alerts == ["needs_me", "unread", "dead"]
    assert "1 message wants an answer" in page
    assert "2 messages that you have not read" in page
    assert "1 message did not reach its reader" in page
    assert page.actions == {
        "needs_me": "/inbox/?tab=needs-me",
        "unread": "/inbox/?tab=unread",
        "dead": "/inbox/?tab=dead&agent=*",
    }


def test_the_page_behind_it_shows_as_many(account: User, open_overview: OpenOverview) -> None:
    me = site_agent(account, AgentKind.PERSON)
    for _ in range(3):
        deliver(me, needs_answer=True)
    Delivery.objects.filter(pk=Delivery.objects.latest("pk").pk).update(state="acknowledged")
    page = open_overview(account)
    assert "2 messages want an answer" in page
    for address in page.actions.values():
        assert open_overview(account, address).content.count("data-tick ") == 2


def test_what_is_anothers_does_not_wait(account: User, open_overview: OpenOverview) -> None:
    deliver(new_agent(), needs_answer=True)
    assert open_overview(account).alerts == []


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "1 note"), (2, "2 notes"), (MAX_COUNT, "1,000 notes"), (MAX_COUNT + 1, "1,000+ notes")],
)
def test_a_number_in_words(count: int, words: str) -> None:
    assert count_noun(count, "note") == words


def test_counting_stops(account: User, open_overview: OpenOverview, monkeypatch: pytest.MonkeyPatch) -> None:
    me = site_agent(account, AgentKind.PERSON)
    for module in ("count_rows", "alerts"):
        monkeypatch.setattr(f"qastone_site.overview.{module}.MAX_COUNT", 2)
    for _ in range(4):
        deliver(me)
    assert "2+ messages that you have not read" in open_overview(account)

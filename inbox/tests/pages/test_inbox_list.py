"""GET /inbox/, and what polls beside it."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from core.llm import count_tokens
from inbox.models import Agent, Delivery
from inbox.queries import inbox_tabs
from inbox.services.manage_contacts import set_contact_policy
from inbox.services.read_messages import acknowledge, archive, read_message
from inbox.services.release_messages import release_messages
from inbox.tests.factories import deliver, new_agent, send, send_stone
from stones.models import Stone

ROW = re.compile(r'data-open href="/inbox/(\w{26})(?:\?[^"#]*)?#m-\1"')


def page_of(client: Client, path: str = "/inbox/?agent=*") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def rows_in(page: str) -> list[str]:
    return ROW.findall(page)


def test_anonymous_visitors_are_redirected_to_sign_in(client: Client, db: None) -> None:
    response = client.get("/inbox/?tab=all")
    assert (response.status_code, response["Location"]) == (302, "/sign-in?next=/inbox/%3Ftab%3Dall")


def test_a_row_says_who_wrote_what_at_which_price(
    person: Client, koda: Agent, prax: Agent, stone: Stone
) -> None:
    sent = send_stone(koda, "prax", stone=stone.pk, subject="Export", needs_answer=True, priority="urgent")
    page = page_of(person)
    assert rows_in(page) == [sent.message.pk]
    prices = sent.message.lod_tokens
    assert f"<strong>{prices[0]}</strong> / {prices[-1]:,} tok" in page
    assert "<strong>koda</strong>" in page
    assert f'<p dir="auto" class="mail-scan">{sent.message.scan}</p>' in page
    for words in ("Export", "urgent", "needs an answer", "handoff stone, LOD-0 to 1", "queued"):
        assert words in page


def test_a_row_with_one_field_of_json_has_the_price_of_all(person: Client, koda: Agent, prax: Agent) -> None:
    sent = send(koda, "prax", payload={"task": "Check the mail queue.", "host": "mx-1", "since": "06:40"})
    scan, whole = count_tokens("Check the mail queue."), sent.message.lod_tokens[-1]
    assert f"<strong>{scan}</strong> / {whole} tok" in page_of(person)


def test_another_accounts_inbox_does_not_exist(person: Client, koda: Agent, mallory: Agent) -> None:
    deliver(mallory, "Nobody's business.")
    assert rows_in(page_of(person, "/inbox/?agent=*&tab=all")) == []
    assert person.get("/inbox/?agent=mallory").status_code == 404
    assert person.get("/inbox/updates?agent=mallory").status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("tab", "queries"), [("unread", 10), ("sent", 10), ("all", 10)])
def test_the_number_of_queries_does_not_grow(
    person: Client,
    koda: Agent,
    prax: Agent,
    stone: Stone,
    rows: int,
    tab: str,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(rows):
        send_stone(koda, "prax", stone=stone.pk)
    with django_assert_num_queries(queries):
        assert len(rows_in(page_of(person, f"/inbox/?agent=*&tab={tab}"))) == rows


def test_each_tab_has_what_it_says(person: Client, koda: Agent, prax: Agent) -> None:
    unread = deliver(koda, "Unread.", sender=prax)
    read = deliver(koda, "Read.", sender=prax, needs_answer=True)
    taken = deliver(koda, "Acknowledged.", sender=prax, needs_answer=True)
    away = deliver(koda, "Put away.", sender=prax)
    read_message(agent=koda, message=read.message_id, level=0, reader="koda")
    acknowledge(agent=koda, message=taken.message_id)
    archive(agent=koda, message=away.message_id)
    found = {
        tab: {
            Delivery.objects.get(message=key)
            for key in rows_in(page_of(person, f"/inbox/?agent=*&tab={tab}"))
        }
        for tab in ("unread", "needs-me", "all", "done", "dead")
    }
    assert found == {
        "unread": {unread},
        "needs-me": {read},
        "all": {unread, read, taken, away},
        "done": {taken, away},
        "dead": set(),
    }


def test_what_nobody_can_get_any_more_is_not_offered_again(
    person: Client, koda: Agent, mallory: Agent
) -> None:
    set_contact_policy(account=mallory.account, policy="open")
    sent = send(koda, "mallory@mallory").message
    release_messages(account=mallory.account, name="mallory")
    page = page_of(person, "/inbox/?agent=*&tab=dead")
    assert "The account was deleted before its agent read the message." in page
    assert "Send again" not in page
    assert "Send again" not in " ".join(page_of(person, f"/inbox/{sent.pk}").split())


def test_a_dead_letter_says_why_and_can_be_sent_again(person: Client, koda: Agent, prax: Agent) -> None:
    sent = send(koda, "prax", "nobody@nowhere")
    page = page_of(person, "/inbox/?agent=*&tab=dead")
    assert rows_in(page) == [sent.message.pk]
    assert "There is no agent 'nobody@nowhere' that you can write to." in page
    assert f'action="/inbox/{sent.message.pk}/resend"' in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("agent=koda", ["to koda", "urgent"]),
        ("agent=prax", ["to prax"]),
        ("from=koda", ["to prax"]),
        ("q=from:prax", ["to koda", "urgent"]),
        ("q=from:prax+priority:urgent", ["urgent"]),
        ("priority=urgent", ["urgent"]),
        ("q=export", ["urgent"]),
        ("q=zebra", []),
        ("q=%00", ["to koda", "to prax", "urgent"]),
        ("tab=nonsense&priority=nonsense", ["to koda", "to prax", "urgent"]),
    ],
)
def test_filters_are_in_the_address(
    person: Client, koda: Agent, prax: Agent, query: str, found: list[str]
) -> None:
    send(koda, "prax", payload="to prax")
    send(prax, "koda", payload="to koda")
    send(prax, "koda", payload="urgent: the export stands", priority="urgent")
    whose = "" if query.startswith("agent=") else "agent=*&"
    keys = rows_in(page_of(person, f"/inbox/?{whose}{query}"))
    bodies = Delivery.objects.filter(message__in=keys).values_list("message__body", flat=True)
    assert sorted(body.split(":")[0] for body in bodies) == found


@pytest.mark.parametrize("tab", ["sent", "dead"])
def test_a_sender_filters_what_was_sent_too(person: Client, koda: Agent, prax: Agent, tab: str) -> None:
    kodas = send(koda, "prax", "nobody@nowhere").message.pk
    send(prax, "koda", "nobody@nowhere")
    found = [rows_in(page_of(person, f"/inbox/?agent=*&tab={tab}&q=from:{name}")) for name in ("koda", "zoe")]
    assert found == [[kodas], []]


def test_unknown_search_filters_are_reported(person: Client, koda: Agent) -> None:
    page = page_of(person, "/inbox/?agent=*&q=sender:koda+priority:soon")
    assert "<code>sender:</code> is no key of this search" in page
    assert "The keys are <code>from:</code>, <code>priority:</code>." in page
    assert "<code>priority:soon</code> is not understood and was left out" in page


def test_pages_go_both_ways_by_key(person: Client, koda: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_tabs, "PAGE_SIZE", 2)
    names = [deliver(koda).message_id for _ in range(5)][::-1]
    first = page_of(person)
    assert (rows_in(first), "← Newer" in first) == (names[:2], False)
    second = page_of(person, _link(first, "older"))
    assert rows_in(second) == names[2:4]
    third = page_of(person, _link(second, "older"))
    assert (rows_in(third), "Older →" in third) == (names[4:], False)
    deliver(koda)  # what comes meanwhile moves no row
    assert rows_in(page_of(person, _link(third, "newer"))) == names[2:4]


def _link(page: str, name: str) -> str:
    found = re.search(rf'href="(\?agent=%2A&{name}=\w+)"', page)
    assert found is not None
    return f"/inbox/{found[1]}"


@pytest.mark.parametrize("key", ["%00", "nonsense", "'", "9" * 30])
def test_what_is_no_key_is_no_page(person: Client, koda: Agent, key: str) -> None:
    delivery = deliver(koda)
    assert rows_in(page_of(person, f"/inbox/?agent=*&older={key}&newer={key}")) == [delivery.message_id]
    assert person.get(f"/inbox/updates?agent=*&after={key}").status_code == 204


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "You have no messages."),
        ("?agent=*", "None of your inboxes has a message."),
        ("?q=zebra", "No message matches"),
        ("?tab=sent", "Nothing sent yet"),
        ("?tab=dead", "No undelivered messages"),
        ("?agent=koda", "koda has no messages."),
    ],
)
def test_an_empty_list_says_why(person: Client, koda: Agent, query: str, words: str) -> None:
    assert words in page_of(person, f"/inbox/{query}")


@pytest.mark.parametrize(
    ("tab", "words"),
    [("unread", "All read"), ("needs-me", "No answer is wanted"), ("done", "Nothing done yet")],
)
def test_an_empty_tab_says_why(person: Client, koda: Agent, tab: str, words: str) -> None:
    delivery = deliver(koda)
    read_message(agent=koda, message=delivery.message_id, level=0, reader="koda")
    assert words in page_of(person, f"/inbox/?agent=*&tab={tab}")


def test_htmx_gets_the_region_alone(person: Client, koda: Agent) -> None:
    response = person.get("/inbox/", headers={"HX-Request": "true", "HX-Target": "inbox"})
    assert b"<html" not in response.content
    assert b'id="inbox"' in response.content
    assert "HX-Request" in response["Vary"]


def test_news_are_what_came_after(person: Client, koda: Agent, prax: Agent) -> None:
    first = deliver(koda, sender=prax)
    assert person.get(f"/inbox/updates?agent=*&after={first.pk}").status_code == 204
    deliver(koda, sender=prax)
    deliver(prax, sender=koda)
    assert b"<strong>2 new</strong>" in person.get(f"/inbox/updates?agent=*&after={first.pk}").content
    assert b"<strong>1 new</strong>" in person.get(f"/inbox/updates?after={first.pk}&agent=prax").content


def test_it_opens_on_the_persons_own(person: Client, me: Agent, koda: Agent) -> None:
    deliver(koda, "For koda.")
    own = deliver(me, "For ann.", sender=koda)
    assert rows_in(page_of(person, "/inbox/")) == [own.message_id]
    assert rows_in(page_of(person, "/inbox/?agent=ann")) == [own.message_id]
    page = page_of(person, "/inbox/")
    assert re.search(r'<a class="chip" href="[^"]*" aria-current="true">ann', page)
    assert person.get(f"/inbox/updates?after={own.pk}").status_code == 204
    deliver(koda, "More for koda.")
    assert person.get(f"/inbox/updates?after={own.pk}").status_code == 204
    deliver(me, "More for ann.", sender=koda)
    assert b"<strong>1 new</strong>" in person.get(f"/inbox/updates?after={own.pk}").content


def test_the_badge_counts_what_the_person_has_not_read(
    person: Client, me: Agent, koda: Agent, mallory: Agent
) -> None:
    deliver(mallory)
    deliver(koda)
    assert 'data-unread="0"' in page_of(person, "/stones/")
    delivery = deliver(me, sender=koda)
    assert 'data-unread="1"' in page_of(person, "/stones/")
    assert person.get("/inbox/badge?shown=1").status_code == 204
    assert b'data-unread="1"' in person.get("/inbox/badge?shown=0").content
    read_message(agent=me, message=delivery.message_id, level=0, reader="person ann")
    assert b'data-unread="0"' in person.get("/inbox/badge?shown=1").content


def test_mark_up_of_others_is_text(person: Client, koda: Agent) -> None:
    deliver(koda, "<script>alert(1)</script>", subject="<img src=x onerror=alert(1)>")
    page = person.get("/inbox/?agent=*").content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "&lt;img src=x" in page


def test_every_agent_can_be_chosen(person: Client, ann: User, me: Agent) -> None:
    names = [new_agent(ann, f"agent-{number:02}").name for number in range(inbox_tabs.VISIBLE_AGENTS + 3)]
    page = page_of(person)
    assert [name for name in names if f'href="?agent={name}"' not in page] == []
    assert '<summary class="chip">4 more</summary>' in page
    # Folded, unless the chosen one is among them.
    assert '<details class="more-chips">' in page
    assert '<details class="more-chips" open>' in page_of(person, f"/inbox/?agent={names[-1]}")


def test_viewing_an_agents_inbox_changes_nothing(person: Client, ann: User, koda: Agent) -> None:
    delivery = deliver(koda)
    page_of(person, "/inbox/?agent=koda&tab=all")
    delivery.refresh_from_db()
    assert (delivery.state, delivery.delivered_at) == ("queued", None)

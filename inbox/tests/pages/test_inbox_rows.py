"""GET /inbox/: what rows and tabs say of a message's state, and what a search found."""

import re

import pytest
from django.test import Client

from inbox.models import Agent, Delivery
from inbox.services.read_messages import acknowledge, archive, read_message
from inbox.tests.factories import deliver, send
from inbox.tests.pages.test_inbox_list import page_of, rows_in


def test_what_is_done_says_so_among_all(person: Client, me: Agent, koda: Agent) -> None:
    put_away, there = (deliver(me, sender=koda, needs_answer=True) for _ in range(2))
    archive(agent=me, message=put_away.message_id)
    acknowledged = deliver(me, sender=koda)
    acknowledge(agent=me, message=acknowledged.message_id)
    rows = dict(
        re.findall(
            r'<li class="row mail[^>]*id="row-(\d+)"(.*?)</li>', page_of(person, "/inbox/?tab=all"), re.S
        )
    )

    def shown(delivery: Delivery) -> tuple[bool, list[str]]:
        row = rows[str(delivery.pk)]
        return 'data-flag="done">Done<' in row, re.findall(r'name="(only|back)"', row)

    assert shown(put_away) == (True, ["back"])
    assert shown(acknowledged) == (True, [])
    assert shown(there) == (False, ["only"])


def test_a_row_of_ones_own_is_not_queued(person: Client, me: Agent, koda: Agent) -> None:
    own = deliver(me, sender=koda)
    deliver(koda, sender=me)
    assert "queued" not in page_of(person, "/inbox/")
    assert "queued" in page_of(person, "/inbox/?agent=koda")
    read_message(agent=me, message=own.message_id, level=0, reader="person ann")
    assert "read LOD-0" in page_of(person, "/inbox/?tab=all")


def test_what_was_found_is_counted_above_the_list(person: Client, me: Agent, koda: Agent) -> None:
    for number in range(3):
        deliver(me, f"Export {number}.", sender=koda)
    deliver(me, "Import.", sender=koda)
    page = page_of(person, "/inbox/?tab=all&q=export&from=koda")
    found = " ".join(
        re.sub(r"<[^>]+>", "", page.partition('class="note inbox-hits">')[2].partition("</p>")[0]).split()
    )
    assert found == "3 messages found in “All” for “export”, from koda. Clear"
    assert page.index('class="note inbox-hits"') < page.index('id="mails"')
    assert '<details class="more inbox-filters">' in page  # closed: what was found is in view
    assert "Save this search" in page
    plain = page_of(person, "/inbox/?tab=all")
    assert 'class="note inbox-hits"' not in plain
    assert "Save this search" not in plain


def test_the_filters_tell_sender_and_days_apart(person: Client, me: Agent, koda: Agent) -> None:
    deliver(me, sender=koda)
    labels = re.findall(
        r"<label[^>]*>\s*(Sender|From|Received from|Received until|Sent from|to)\b",
        page_of(person, "/inbox/"),
    )
    assert labels == ["Sender", "Received from", "Received until"]


@pytest.mark.parametrize(
    ("query", "label"),
    [("", "Needs me"), ("&agent=*", "Wants an answer"), ("&agent=koda", "Wants an answer")],
)
def test_the_tab_says_whose_answer_is_wanted(
    person: Client, me: Agent, koda: Agent, query: str, label: str
) -> None:
    asked = send(me, "koda", needs_answer=True).message
    page = page_of(person, f"/inbox/?tab=needs-me{query}")
    tab = re.search(r'<a id="tab-needs-me".*?</a>', page)
    assert tab is not None
    assert f">{label}" in tab[0]
    assert f"<title>{label} · Inbox" in re.sub(r"<title>\s+", "<title>", page)
    assert rows_in(page) == ([asked.pk] if query else [])


def test_opening_the_last_unread_message_takes_its_number_from_the_tab(
    person: Client, me: Agent, koda: Agent
) -> None:
    sent = send(koda, "ann", payload="Read it.").message
    row = sent.deliveries.get().pk
    assert re.search(r'Unread\s+<span class="chip-count">1</span>', person.get("/inbox/").content.decode())
    headers = {"HX-Request": "true", "HX-Target": "reading", "HX-Trigger": f"open-{row}"}
    opened = person.get(f"/inbox/{sent.pk}?tab=unread", headers=headers).content.decode()
    tabs = opened.partition('<nav id="inbox-tabs" class="tabs" hx-swap-oob="true"')[2]
    assert re.search(r"Unread\s*</a>", tabs)
    chip = opened.partition('<nav id="inboxes" class="chips inboxes" hx-swap-oob="true"')[2]
    assert "unread</span>" not in chip.partition("</nav>")[0]

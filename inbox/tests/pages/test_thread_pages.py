"""GET /inbox/{message}, and the buttons on it."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from core.llm import count_tokens
from inbox.models import Agent, Delivery, Message
from inbox.services.manage_contacts import set_contact_policy
from inbox.services.read_messages import archive, read_message
from inbox.services.reword_message import reword_message
from inbox.services.send_messages import Outgoing, send_message
from inbox.tests.factories import deliver, send, send_stone
from stones.models import LedgerEntry, Stone
from stones.services import delete_stone
from stones.tests.factories import LONG, WARNED, WARNED_HALF, WARNED_WRONG, store

LONG_TEXT = "# Report\n\nThe export failed.\n\n" + "It stopped at row 7003 of the file. " * 80


def page_of(client: Client, message: Message, query: str = "") -> str:
    response = client.get(f"/inbox/{message.pk}{query}")
    assert response.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def states() -> list[tuple[str, int | None]]:
    return list(Delivery.objects.order_by("pk").values_list("state", "read_lod"))


def open_levels(page: str) -> list[str]:
    return re.findall(r'<span class="level-lod">(LOD-\d)</span> (?:\w+)', page)


def test_messages_are_closed_and_in_their_order(person: Client, koda: Agent, prax: Agent) -> None:
    first = send(koda, "prax", payload=LONG_TEXT, subject="Export").message
    second = send(prax, "koda", payload="Thanks.", in_reply_to=first.pk).message
    page = page_of(person, second)
    assert re.findall(r'<li class="letter" id="m-(\w+)"', page) == [first.pk, second.pk]
    assert '<h1 dir="auto" tabindex="-1">Export</h1>' in page
    assert open_levels(page) == []
    assert "stopped at row" not in page.split("<ol")[0]
    price = first.lod_tokens[1]
    assert f'LOD-1 Source, all of it <span class="price">+{price:,} tokens</span>' in page


def test_a_changed_sentence_says_when_in_row_and_thread(person: Client, koda: Agent, prax: Agent) -> None:
    sent = send(koda, "prax", payload=LONG_TEXT).message
    assert "summary changed" not in page_of(person, sent)
    read_message(agent=prax, message=sent.pk, level=0, reader="agent prax")
    reword_message(sender=koda, tracking_id=sent.pk, summary="The export stopped at row 7003.")
    for page in (page_of(person, sent), person.get("/inbox/?agent=*&tab=all").content.decode()):
        assert re.search(r'<span\s+class="flag">summary changed <time datetime="[^"]+"', page)


@pytest.mark.parametrize(
    ("payload", "lost"),
    [
        pytest.param(
            "Read it. Two questions before I start: in which framework are the screens, and may the doctor see the "
            "reason for a visit? I will have pick-a-doctor ready on Friday, and staging by Tuesday noon.",
            "staging by Tuesday noon",
            id="longer than its line",
        ),
    ],
)
def test_a_message_of_one_level_is_there_whole(
    person: Client, koda: Agent, prax: Agent, payload: object, lost: str
) -> None:
    sent = send(koda, "prax", payload=payload).message
    assert sent.top_level == 0
    assert lost not in sent.scan
    page = page_of(person, sent)
    assert lost in page
    assert f"This is the whole text, {sent.lod_tokens[0]} tokens." in page


def test_json_of_which_a_field_is_shown_is_one_press_away(person: Client, koda: Agent, prax: Agent) -> None:
    sent = send(koda, "prax", payload={"text": "Done.", "file": "report-7.csv"}).message
    page = page_of(person, sent)
    assert "report-7.csv" not in page
    assert "LOD-1 Source, all of it" in page
    assert "report-7.csv" in page_of(person, sent, f"?open={sent.pk}:1")


def test_a_level_is_opened_by_its_link(person: Client, koda: Agent, prax: Agent, stone: Stone) -> None:
    sent = send_stone(koda, "prax", stone=stone.pk).message
    page = page_of(person, sent)
    link = re.search(r'href="/inbox/\w+(\?open=[^"#]+)#m-', page)
    assert link is not None
    opened = page_of(person, sent, link[1])
    assert open_levels(opened) == ["LOD-1"]
    assert stone.content.levels.get(number=1).text[:60] in opened
    # What was left out can be had: the rest is one call away.
    assert open_levels(page_of(person, sent, f"?open={sent.pk}:3")) == ["LOD-1", "LOD-2", "LOD-3"]


def test_each_level_of_a_plain_message_is_its_own_text(person: Client, koda: Agent, prax: Agent) -> None:
    detail = "The export failed. It stopped at row 7003 of the file, and again at row 7003."
    outgoing = Outgoing(recipients=["prax"])
    sent = send_message(
        sender=koda, payload=LONG_TEXT, outgoing=outgoing, summary="The export failed.", detail=detail
    ).message
    page = page_of(person, sent, f"?open={sent.pk}:1")
    assert (page.count("stopped at row 7003"), sent.top_level) == (1, 2)


def test_a_truncated_stone_says_what_it_lacks(person: Client, koda: Agent, prax: Agent, stone: Stone) -> None:
    page = page_of(person, send_stone(koda, "prax", stone=stone.pk, max_lod=1).message)
    assert "Delivered up to LOD-1.</strong> Left out: LOD-2 Deep (" in page
    assert "Left out" not in page_of(person, send_stone(koda, "prax", stone=stone.pk, max_lod=3).message)


def test_viewing_an_agents_message_changes_nothing(
    person: Client, koda: Agent, prax: Agent, stone: Stone
) -> None:
    sent = send_stone(koda, "prax", stone=stone.pk).message
    page_of(person, sent, f"?open={sent.pk}:2")
    assert states() == [("queued", None)]


def test_opening_reads_in_ones_own_inbox(
    person: Client, koda: Agent, me: Agent, prax: Agent, stone: Stone
) -> None:
    sent = send_stone(koda, "ann", "prax", stone=stone.pk).message
    page_of(person, sent)
    assert states() == [("read", 0), ("queued", None)]
    page_of(person, sent, f"?open={sent.pk}:2")
    assert states() == [("read", 2), ("queued", None)]
    ledger = list(
        LedgerEntry.objects.filter(stone=stone, level__gt=0)
        .order_by("pk")
        .values_list("reader__name", "level")
    )
    assert ledger == [("person ann", 1), ("person ann", 2)]
    page_of(person, sent, f"?open={sent.pk}:2")  # again: not another read
    assert LedgerEntry.objects.filter(stone=stone, level__gt=0).count() == 2


def test_the_delivered_copy_stays_when_the_stone_is_gone(
    person: Client, ann: User, koda: Agent, prax: Agent, stone: Stone
) -> None:
    sent = send_stone(koda, "prax", stone=stone.pk, max_lod=1).message
    text = stone.content.levels.get(number=1).text
    delete_stone(account=ann, border_hash=stone.pk)
    page = page_of(person, sent, f"?open={sent.pk}:3")
    assert open_levels(page) == ["LOD-1"]
    assert text[:60] in page


@pytest.mark.parametrize("query", ["?open=nonsense", "?open=:", "?open=%00", "?open=" + "0" * 26 + ":99"])
def test_what_cannot_be_opened_is_left_closed(person: Client, koda: Agent, prax: Agent, query: str) -> None:
    assert open_levels(page_of(person, send(koda, "prax", payload=LONG_TEXT).message, query)) == []


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow(
    person: Client,
    koda: Agent,
    prax: Agent,
    stone: Stone,
    rows: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first = send_stone(koda, "prax", stone=stone.pk).message
    for _ in range(rows - 1):
        send_stone(koda, "prax", stone=stone.pk, in_reply_to=first.pk)
    with django_assert_num_queries(
        21
    ):  # eleven of them for the list beside it, three make the person's own agent
        assert page_of(person, first).count('class="letter"') == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_unread_messages_are_marked_in_as_many_queries(
    person: Client, me: Agent, koda: Agent, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = send(koda, "ann").message
    for _ in range(rows - 1):
        send(koda, "ann", in_reply_to=first.pk)
    with django_assert_num_queries(18):
        page_of(person, first)
    assert states() == [("read", 0)] * rows


@pytest.mark.parametrize("path", ["", "/updates", "/text"])
def test_a_thread_of_others_does_not_exist(person: Client, mallory: Agent, path: str) -> None:
    hidden = deliver(mallory, "Nobody's business.").message
    assert person.get(f"/inbox/{hidden.pk}{path}").status_code == 404
    assert person.get(f"/inbox/{'0' * 26}{path}").status_code == 404


def test_states_of_other_recipients_are_hidden(
    person: Client, ann: User, koda: Agent, mallory: Agent
) -> None:
    set_contact_policy(account=ann, policy="open")
    sent = send(mallory, "koda@ann", deliver(mallory).agent.name)  # type: ignore[union-attr]  # has one
    page = page_of(person, sent.message)
    assert len(re.findall('<li class="track">', page)) == 1


def test_what_others_write_is_marked_and_rendered_safely(
    person: Client, ann: User, koda: Agent, mallory: Agent
) -> None:
    set_contact_policy(account=ann, policy="open")
    evil = "# Hi\n\n<script>alert(1)</script> ![x](https://evil.example/x.png) [y](javascript:alert(2))\n\n"
    sent = send(mallory, "koda@ann", payload=evil + "More. " * 300, subject="<b>bold</b>").message
    page = person.get(f"/inbox/{sent.pk}?open={sent.pk}:1").content.decode()
    assert "Untrusted text." in page
    for never in ("<script>alert", "<img", 'href="javascript', "<b>bold"):
        assert never not in page
    own = send(koda, koda.name).message
    assert "Untrusted text." not in page_of(person, own)


def test_acknowledging_for_an_agent(person: Client, koda: Agent, prax: Agent) -> None:
    delivery = deliver(koda, sender=prax)
    back = f"/inbox/{delivery.message_id}"
    response = person.post(f"/inbox/deliveries/{delivery.pk}/acknowledge", {"next": back}, follow=True)
    assert b"Acknowledged for koda." in response.content
    assert states() == [("acknowledged", None)]
    assert b"data-acknowledge" not in response.content


@pytest.mark.parametrize(
    ("act", "words", "after"),
    [
        ("acknowledge", "Acknowledge this for koda?", ("acknowledged", False)),
        ("take-out", "Remove this from koda’s inbox?", ("queued", True)),
        ("put-back", "Restore this to koda’s inbox?", ("queued", False)),
    ],
)
def test_an_action_explains_its_effect_first(
    person: Client, koda: Agent, prax: Agent, act: str, words: str, after: tuple[str, bool]
) -> None:
    delivery = deliver(koda, sender=prax)
    if act == "put-back":
        archive(agent=koda, message=delivery.message_id)
    address = f"/inbox/deliveries/{delivery.pk}/{act}"
    assert address in person.get(f"/inbox/{delivery.message_id}").content.decode()
    before = Delivery.objects.values().get()
    question = person.get(address).content.decode()
    assert words in question
    assert "koda has not opened it." in question
    assert Delivery.objects.values().get() == before
    person.post(address)
    row = Delivery.objects.get()
    assert (row.state, row.archived_at is not None) == after


@pytest.mark.parametrize("act", ["take-out", "put-back"])
def test_nobody_acts_for_the_person(person: Client, me: Agent, act: str) -> None:
    delivery = deliver(me)
    assert person.post(f"/inbox/deliveries/{delivery.pk}/{act}").status_code == 404
    assert Delivery.objects.get().archived_at is None


def test_done_in_a_thread_is_for_all_of_the_persons_view(person: Client, me: Agent, koda: Agent) -> None:
    message = send(koda, "ann", "koda").message
    page = person.get(f"/inbox/{message.pk}").content.decode()
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "data-done" in form)
    keys = re.findall(r'name="chosen" value="(\d+)"', form)
    person.post("/inbox/done", {"chosen": keys})
    assert {(each.recipient, each.is_put_away) for each in Delivery.objects.all()} == {
        ("ann", True),
        ("koda", True),
    }
    assert Delivery.objects.get(agent=koda).archived_at is None
    assert "Move back to your inbox" in person.get(f"/inbox/{message.pk}").content.decode()


@pytest.mark.parametrize("key", ["nonsense", "0", "9" * 30])
def test_what_is_not_there_is_not_acknowledged(person: Client, key: str) -> None:
    assert person.post(f"/inbox/deliveries/{key}/acknowledge").status_code == 404


def test_others_messages_are_not_acknowledged(person: Client, mallory: Agent) -> None:
    delivery = deliver(mallory)
    assert person.post(f"/inbox/deliveries/{delivery.pk}/acknowledge").status_code == 404
    assert states() == [("queued", None)]


def test_a_dead_letter_is_sent_again_to_whom_it_missed(person: Client, ann: User, koda: Agent) -> None:
    sent = send(koda, "koda", "prax")
    create = Agent.objects.create(account=ann, name="prax")
    response = person.post(f"/inbox/{sent.message.pk}/resend", follow=True)
    assert b"Sent again to prax." in response.content
    assert create.deliveries.get().message.body == sent.message.body
    again = page_of(person, sent.message)
    assert "/resend" not in again
    assert f'href="/inbox/{create.deliveries.get().message_id}#' in again


def test_only_ones_own_are_sent_again(person: Client, ann: User, koda: Agent, mallory: Agent) -> None:
    set_contact_policy(account=ann, policy="open")
    sent = send(mallory, "koda@ann", "nobody").message
    assert person.post(f"/inbox/{sent.pk}/resend").status_code == 404


def test_the_text_is_what_was_sent_to_the_byte(person: Client, koda: Agent, prax: Agent) -> None:
    body = "A\r\n\tb §QASTONE§ <é> 🪨  \n"
    sent = send(koda, "prax", payload=body).message
    response = person.get(f"/inbox/{sent.pk}/text")
    assert (response.content.decode(), response["Content-Type"]) == (body, "text/plain; charset=utf-8")


def test_copying_anothers_text_is_in_the_ledger(
    person: Client, ann: User, koda: Agent, mallory: Agent
) -> None:
    set_contact_policy(account=ann, policy="open")
    stone = store(mallory.account, content=LONG)
    plain = send(mallory, "koda@ann", payload=LONG_TEXT).message
    cut = send_stone(mallory, "koda@ann", stone=stone.pk, max_lod=1).message
    for message in (plain, cut):
        for _ in range(2):  # again: not another read
            assert person.get(f"/inbox/{message.pk}/text").status_code == 200
    fields = ("reader__name", "kind", "stone", "level", "tokens", "paste_tokens")
    assert list(LedgerEntry.objects.order_by("pk").values_list(*fields)) == [
        ("person ann", "whole", None, 1, count_tokens(LONG_TEXT), count_tokens(LONG_TEXT)),
        ("person ann", "whole", stone.pk, 1, count_tokens(cut.body), stone.content.tokens),
    ]
    assert states() == [("queued", None)] * 2


def test_copying_one_s_own_text_is_no_read(
    person: Client, ann: User, koda: Agent, prax: Agent, mallory: Agent, stone: Stone
) -> None:
    set_contact_policy(account=ann, policy="open")
    set_contact_policy(account=mallory.account, policy="open")
    to_mallory = f"mallory@{mallory.account.username}"
    own = [
        send(koda, "prax", payload=LONG_TEXT).message,
        send_stone(koda, "prax", to_mallory, stone=stone.pk, max_lod=1).message,
        send_stone(mallory, "koda@ann", stone=stone.pk, max_lod=1).message,
    ]
    assert {each.stone_id for each in own[1:]} == {stone.pk}
    for message in own:
        copied = person.get(f"/inbox/{message.pk}/text")
        assert (copied.status_code, copied.content.decode()) == (200, message.body)
    assert not LedgerEntry.objects.exists()
    assert set(states()) == {("queued", None)}


def test_anothers_stone_is_booked_in_its_ledger(
    person: Client, ann: User, koda: Agent, mallory: Agent
) -> None:
    set_contact_policy(account=ann, policy="open")
    theirs = store(mallory.account, content=LONG)
    sent = send_stone(mallory, "koda@ann", stone=theirs.pk).message
    person.get(f"/inbox/{sent.pk}/text")
    delete_stone(account=mallory.account, border_hash=theirs.pk)
    person.get(f"/inbox/{sent.pk}/text")
    entries: list[tuple[object, ...]] = list(
        LedgerEntry.objects.order_by("pk").values_list("account", "stone")
    )
    assert entries == [(mallory.account_id, None), (ann.pk, None)]


@pytest.mark.parametrize("query", ["", "?all"])
def test_a_poll_loads_no_more_than_the_page(
    person: Client, koda: Agent, prax: Agent, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.setattr("inbox.views.thread_pages.MAX_MESSAGES", 2)
    first = send(koda, "prax").message
    for _ in range(4):
        send(koda, "prax", in_reply_to=first.pk)
    found = re.search(r'data-poll="(/inbox/\w+/updates[^"]+)"', page_of(person, first, query))
    assert found is not None
    with CaptureQueriesContext(connection) as queries:
        assert person.get(found[1]).status_code == 204
    [deliveries] = [
        each["sql"] for each in queries if "IN (" in each["sql"] and '"message_id" IN' in each["sql"]
    ]
    assert len(re.findall(r"'[0-9A-Z]{26}'", deliveries)) == 2
    send(prax, "koda", in_reply_to=first.pk)
    assert b"<strong>1 new</strong> message" in person.get(found[1]).content


@pytest.mark.parametrize("after", ["", "%00", "nonsense", "é" * 26])
def test_after_what_is_no_message_all_are_new(person: Client, koda: Agent, prax: Agent, after: str) -> None:
    sent = send(koda, "prax").message
    assert b"<strong>1 new</strong>" in person.get(f"/inbox/{sent.pk}/updates?after={after}").content


def test_news_of_a_thread(person: Client, koda: Agent, prax: Agent) -> None:
    sent = send(koda, "prax", payload=LONG_TEXT).message
    page = page_of(person, sent)
    found = re.search(r'data-poll="(/inbox/\w+/updates[^"]+)"', page)
    assert found is not None
    assert person.get(found[1]).status_code == 204
    read_message(agent=prax, message=sent.pk, level=0, reader="prax")
    assert b"read or acknowledged meanwhile" in person.get(found[1]).content
    send(prax, "koda", in_reply_to=sent.pk)
    assert b"<strong>1 new</strong> message" in person.get(found[1]).content


def test_htmx_gets_the_region_alone(person: Client, koda: Agent) -> None:
    sent = send(koda, koda.name).message
    response = person.get(f"/inbox/{sent.pk}", headers={"HX-Request": "true", "HX-Target": "thread"})
    assert b"<html" not in response.content
    assert b'id="thread"' in response.content


def test_a_long_thread_shows_its_end(
    person: Client, koda: Agent, prax: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inbox.views.thread_pages.MAX_MESSAGES", 2)
    first = send(koda, "prax").message
    rest = [send(koda, "prax", in_reply_to=first.pk).message.pk for _ in range(3)]
    page = page_of(person, Message.objects.get(pk=rest[-1]))
    assert re.findall(r'id="m-(\w+)" data-row', page) == rest[1:]
    assert "2 earlier messages left out." in page
    assert page_of(person, first, "?all").count('class="letter"') == 4


def test_an_early_message_of_a_long_thread_is_shown_and_read(
    person: Client, me: Agent, koda: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inbox.views.thread_pages.MAX_MESSAGES", 2)
    first = send(koda, "ann").message
    rest = [send(koda, "ann", in_reply_to=first.pk).message.pk for _ in range(3)]
    page = page_of(person, first)
    assert re.findall(r'id="m-(\w+)" data-row', page) == [first.pk, rest[0]]
    assert "2 later messages left out." in page
    assert states() == [("read", 0), ("read", 0), ("queued", None), ("queued", None)]
    found = re.search(r'data-poll="(/inbox/\w+/updates[^"]+)"', page)
    assert found is not None
    assert person.get(found[1]).status_code == 204
    newest = send(koda, "ann", in_reply_to=first.pk).message
    assert f"/inbox/{newest.pk}" in person.get(found[1]).content.decode()


def test_the_sentence_of_what_was_sent_is_written_on_its_page(person: Client, me: Agent, koda: Agent) -> None:
    sent = send(me, "koda", payload=WARNED).message
    url = f"/inbox/{sent.pk}/summary"
    assert f'href="{url}">Write the summary</a>' in person.get(f"/inbox/{sent.pk}").content.decode()
    assert sent.scan in html.unescape(person.get(url).content.decode())
    page = person.post(url, {"summary": WARNED_HALF}, follow=True).content.decode()
    assert "Your summary leaves out: " in page
    assert "Change the summary</a>" in page
    refused = person.post(url, {"summary": WARNED_WRONG, "detail": "Kept as typed."})
    assert refused.status_code == 422
    assert "77b0d2e" in refused.content.decode()
    assert "Kept as typed." in refused.content.decode()


def test_no_sentence_for_what_others_sent(person: Client, me: Agent, mallory: Agent) -> None:
    set_contact_policy(account=me.account, policy="open")
    sent = send(mallory, f"{me.name}@ann", payload=WARNED).message
    assert "Write the summary" not in person.get(f"/inbox/{sent.pk}").content.decode()
    assert person.post(f"/inbox/{sent.pk}/summary", {"summary": WARNED_HALF}).status_code == 404

"""GET and POST /inbox/compose, and its preview."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.db.new_id import new_id
from core.rest.agent_tokens import new_token
from inbox.models import Agent, Delivery, Message
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.factories import deliver, inbox_of, send, send_stone
from stones.models import Stone
from stones.queries import assemble, find_stone
from stones.services import stone_text
from stones.tests.factories import (
    LONG,
    WARNED,
    WARNED_HALF,
    WARNED_SUMMARY,
    WARNED_WRONG,
    store,
    write_levels,
)

TOKEN = "0" * 26


def plain(content: bytes) -> str:
    return re.sub(r"\s+", " ", html.unescape(content.decode()))


def sending(client: Client, **fields: object) -> str:
    response = client.post("/inbox/compose", {"token": TOKEN, "action": "send", **fields}, follow=True)
    assert response.status_code == 200
    return plain(response.content)


def refused(client: Client, **fields: object) -> str:
    response = client.post("/inbox/compose", {"token": TOKEN, "action": "send", **fields})
    assert response.status_code in (400, 404, 409, 413, 422)
    assert Delivery.objects.count() == 0
    return plain(response.content)


def text_of(stone: Stone, lod: int | None = None) -> str:
    return stone_text(assemble(find_stone(stone.account, stone.pk)), lod)


def test_a_text_is_sent_as_the_person(person: Client, me: Agent, koda: Agent, prax: Agent) -> None:
    page = sending(
        person,
        recipients=["koda", "prax"],
        subject="Hello",
        text="Two\nlines.",
        priority="high",
        needs_answer="on",
    )
    assert "Sent to koda, prax." in page
    sent = Message.objects.get()
    assert (sent.sender, sent.subject, sent.body, sent.priority, sent.needs_answer) == (
        me,
        "Hello",
        "Two\nlines.",
        "high",
        True,
    )
    assert inbox_of(koda) == inbox_of(prax) == [(1, "Two\nlines.")]


def test_a_text_arrives_with_the_line_ends_that_it_was_counted_with(person: Client, koda: Agent) -> None:
    sending(person, recipients=["koda"], text="Two\r\nlines.\r\n")
    assert Message.objects.get().body.strip() == "Two\nlines."


def test_each_form_has_a_token_of_its_own(person: Client) -> None:
    tokens = {
        re.findall(r'name="token" value="(\w{26})"', person.get("/inbox/compose").content.decode())[0]
        for _ in range(2)
    }
    assert len(tokens) == 2


def test_a_stone_is_sent_up_to_a_level(person: Client, koda: Agent, stone: Stone) -> None:
    sending(person, recipients=["koda"], text=stone.content.border_hash, max_lod="2")
    sent = Message.objects.get()
    assert (sent.body, sent.delivered_lod) == (text_of(stone, 2), 2)


def test_a_pasted_stone_is_a_stone(person: Client, koda: Agent, stone: Stone) -> None:
    sending(person, recipients=["koda"], text=text_of(stone))
    sent = Message.objects.get()
    assert (sent.border_hash, sent.delivered_lod) == (stone.content.border_hash, 1)


def test_an_agent_of_another_account_by_its_address(person: Client, ann: User, mallory: Agent) -> None:
    send_to_ann = {"others": "mallory@mallory", "text": "Hello"}
    assert "There is no agent 'mallory@mallory' that you can write to" in refused(person, **send_to_ann)
    set_contact_policy(account=mallory.account, policy="open")
    sending(person, **send_to_ann)
    assert inbox_of(mallory) == [(1, "Hello")]


def test_who_is_not_reached_is_named(person: Client, koda: Agent) -> None:
    page = sending(person, recipients=["koda"], others="nobody@nowhere, nobody2", text="Hello")
    assert "Sent to koda. Not delivered to nobody@nowhere, nobody2: see the tab “Not delivered”." in page


def test_the_address_fills_the_form_in(person: Client, koda: Agent, prax: Agent, stone: Stone) -> None:
    page = plain(person.get(f"/inbox/compose?stone={stone.content.border_hash}&to=koda").content)
    assert re.findall(r'value="(\w+)"[^>]*checked', page.split('name="max_lod"')[0]) == ["koda"]
    assert re.search(rf"<textarea[^>]*>\s*{stone.content.border_hash}</textarea>", page)
    assert "A stone, " in page.replace("</strong>", "").replace("<strong>", "")


def test_a_reply_stays_in_its_thread(person: Client, me: Agent, koda: Agent, prax: Agent) -> None:
    original = deliver(prax, "Which port?", sender=koda, subject="Port").message
    page = plain(person.get(f"/inbox/compose?reply={original.pk}").content)
    assert 'value="Re: Port"' in page
    assert "Which port?" in page
    assert re.findall(r'value="(\w+)"[^>]*checked', page.split('name="max_lod"')[0]) == ["koda"]
    sending(person, recipients=["koda"], text="7003.", reply=original.pk, subject="Re: Port")
    answer = Message.objects.latest("pk")
    assert (answer.thread, answer.in_reply_to, answer.sender) == (original.thread, original, me)
    assert [number for number, _ in inbox_of(koda)] == [1]


def test_what_others_wrote_is_not_quoted(person: Client, mallory: Agent) -> None:
    hidden = deliver(mallory, "Nobody's business.").message
    assert "Nobody's business" not in plain(person.get(f"/inbox/compose?reply={hidden.pk}").content)
    page = refused_reply(person, hidden)
    assert "There is no message" in page


def refused_reply(client: Client, hidden: Message) -> str:
    fields = {"token": TOKEN, "others": "mallory@mallory", "text": "Hello", "reply": hidden.pk}
    response = client.post("/inbox/compose", {"action": "send", **fields})
    assert response.status_code == 404
    assert Message.objects.count() == 1
    return plain(response.content)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose at least one recipient"),
        ({"recipients": ["koda"]}, "Write something, or choose a stone."),
        ({"recipients": ["nobody"], "text": "x"}, "nobody is not one of the available choices"),
        ({"others": "kodda", "text": "x"}, "Did you mean koda?"),
        ({"recipients": ["koda"], "text": "0" * 12}, "There is no stone"),
        ({"recipients": ["koda"], "text": " ".join(f"{n:012x}" for n in range(51))}, "At most 50 stones"),
        ({"recipients": ["koda"], "text": "§QASTONE§\nnonsense"}, "line"),
        ({"recipients": ["koda"], "text": "x", "priority": "nonsense"}, "not one of the available choices"),
        ({"recipients": ["koda"], "text": "x", "max_lod": "9"}, "not one of the available choices"),
        ({"recipients": ["koda"], "text": "a\x00b"}, "Null characters"),
    ],
)
def test_errors_stand_at_their_fields_and_nothing_typed_is_lost(
    person: Client, koda: Agent, fields: dict[str, object], words: str
) -> None:
    page = refused(person, subject="Kept subject", **fields)
    assert words in page
    assert 'value="Kept subject"' in page
    assert "to fix" in page


def test_a_token_is_not_mailed(person: Client, koda: Agent) -> None:
    token = new_token()
    page = refused(person, recipients=["koda"], text=f"Use {token}")
    assert token[-4:] in page


def test_the_preview_is_what_is_delivered(person: Client, koda: Agent, stone: Stone) -> None:
    form = {"text": stone.content.border_hash, "max_lod": "1"}
    preview_text = html.unescape(person.post("/inbox/compose/preview", form).content.decode())
    assert text_of(stone, 1) in preview_text
    assert "Left out: LOD-2 Deep (" in preview_text
    # Without a script the same by the form's own button.
    page = html.unescape(person.post("/inbox/compose", {**form, "action": "preview"}).content.decode())
    assert text_of(stone, 1) in page
    assert Message.objects.count() == 0


def test_the_preview_of_a_pasted_stone_stores_nothing(person: Client, mallory: Agent) -> None:
    foreign = store(mallory.account, content=f"Foreign.\n\n{LONG}")
    write_levels(foreign)
    form = {"text": text_of(foreign), "max_lod": "0"}
    preview_text = html.unescape(person.post("/inbox/compose/preview", form).content.decode())
    assert "delivered_lod: 0" in preview_text
    assert "LOD-1 Detail (" in preview_text
    assert Stone.objects.count() == 1


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "Write something, or add a stone"),
        ({"text": "Hello."}, "Opening it costs"),
        ({"text": "0" * 12}, "There is no stone"),
        ({"text": "§QASTONE§\nnonsense"}, "field-error"),
    ],
)
def test_the_preview_follows_what_is_typed(person: Client, form: dict[str, str], words: str) -> None:
    assert words in plain(person.post("/inbox/compose/preview", form).content)


@pytest.mark.parametrize("reply", ["%00", "nonsense", "0" * 26])
def test_what_is_no_message_is_not_replied_to(person: Client, reply: str) -> None:
    page = plain(person.get(f"/inbox/compose?reply={reply}&to=%00&stone=%00").content)
    assert "<h1>Write</h1>" in page
    form = {"action": "send", "others": "koda", "text": "x", "reply": "\x00", "token": "\x00"}
    assert person.post("/inbox/compose", form).status_code == 422


def test_anonymous_visitors_are_redirected_to_sign_in(client: Client, db: None) -> None:
    assert client.get("/inbox/compose").status_code == 302
    assert client.post("/inbox/compose", {"others": "koda", "text": "x"}).status_code == 302


def test_a_reply_to_ones_own_message_goes_to_its_recipients(person: Client, me: Agent, koda: Agent) -> None:
    original = send(me, "koda").message
    page = plain(person.get(f"/inbox/compose?reply={original.pk}").content)
    assert re.findall(r'value="(\w+)"[^>]*checked', page.split('name="max_lod"')[0]) == ["koda"]


def test_a_stone_of_another_account_is_sent_on(
    person: Client, ann: User, koda: Agent, prax: Agent, mallory: Agent
) -> None:
    set_contact_policy(account=ann, policy="open")
    foreign = store(mallory.account, content=f"Foreign.\n\n{LONG}")
    write_levels(foreign)
    send_stone(mallory, "koda@ann", stone=foreign.pk)
    sending(person, recipients=["prax"], text=foreign.content.border_hash)
    assert Message.objects.latest("pk").border_hash == foreign.content.border_hash


def test_a_long_text_is_sent_with_its_summary(person: Client, koda: Agent) -> None:
    page = sending(person, recipients=["koda"], text=WARNED, summary=WARNED_SUMMARY, detail="")
    assert "leave out" not in page
    message = Message.objects.get()
    assert (message.scan, message.scan_origin) == (WARNED_SUMMARY, "sender")
    assert "sender’s words" in page


def test_what_the_sentence_leaves_out_is_reported(person: Client, koda: Agent) -> None:
    form = {"recipients": ["koda"], "text": WARNED, "summary": WARNED_HALF}
    preview_text = plain(person.post("/inbox/compose/preview", form).content)
    assert WARNED_HALF in preview_text
    assert "Your summary leaves out: " in preview_text
    assert "Your summary leaves out: " in sending(person, **form)


def test_a_sentence_that_the_text_does_not_say(person: Client, koda: Agent) -> None:
    form = {"recipients": ["koda"], "text": WARNED, "summary": WARNED_WRONG}
    assert "77b0d2e" in plain(person.post("/inbox/compose/preview", form).content)
    assert "77b0d2e" in refused(person, **form)


def test_a_stone_has_its_own_sentence(person: Client, me: Agent, koda: Agent) -> None:
    stone = store(me.account, content=LONG)
    page = refused(person, recipients=["koda"], text=stone.content.border_hash, summary="Exports.")
    assert "A stone has its own sentence" in page


def test_a_reply_goes_to_whom_the_message_reached(person: Client, me: Agent, koda: Agent) -> None:
    original = send(me, "koda", "nobody@nowhere").message
    page = plain(person.get(f"/inbox/compose?reply={original.pk}").content)
    assert "nobody@nowhere" not in page


def test_a_new_thread_is_shown_from_its_top_and_a_reply_at_its_place(person: Client, koda: Agent) -> None:
    form = {"action": "send", "recipients": ["koda"], "text": "Read it."}
    first = person.post("/inbox/compose", {"token": TOKEN, **form})
    sent = Message.objects.get()
    assert first.headers["Location"] == f"/inbox/{sent.pk}?tab=sent"
    reply = person.post("/inbox/compose", {"token": new_id(), "reply": sent.pk, **form})
    assert reply.headers["Location"].endswith(f"#m-{Message.objects.exclude(pk=sent.pk).get().pk}")

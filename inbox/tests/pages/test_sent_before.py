"""POST /inbox/compose of a message that was sent before."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client

from core.rest.idempotency_records import erase_answers
from core.rest.models import IdempotencyRecord
from inbox.models import Agent, Message
from inbox.tests.factories import inbox_of
from inbox.tests.pages.test_compose_pages import TOKEN, plain, sending


def test_the_same_form_sends_once(person: Client, koda: Agent) -> None:
    form = {"recipients": ["koda"], "text": "Once."}
    assert "Sent to koda." in sending(person, **form)
    assert "was not sent again" in sending(person, **form)
    assert inbox_of(koda) == [(1, "Once.")]
    # Gone back to and changed, it is another message.
    sending(person, recipients=["koda"], text="Twice.")
    assert inbox_of(koda) == [(1, "Once."), (2, "Twice.")]


def test_a_page_gone_back_to_sends_again_only_on_purpose(person: Client, koda: Agent) -> None:
    form = {"recipients": ["koda"], "text": "Once."}
    sending(person, **form)
    fields = {**form, "token": "1" * 26, "action": "send"}
    answer = person.post("/inbox/compose", fields)
    assert answer.status_code == 409
    page = plain(answer.content)
    assert "You sent this very message" in page
    assert f"/inbox/{Message.objects.get().pk}?tab=sent" in page
    assert 'value="again"' in page
    assert inbox_of(koda) == [(1, "Once.")]
    page = plain(person.post("/inbox/compose", {**fields, "action": "again"}, follow=True).content)
    assert "Sent to koda." in page
    assert inbox_of(koda) == [(1, "Once."), (2, "Once.")]
    assert "was not sent again" in sending(person, **{**fields, "action": "again"})


def age_records(by: timedelta) -> None:
    IdempotencyRecord.objects.update(created=F("created") - by)


def test_an_equal_message_is_another_one_after_ten_minutes(person: Client, koda: Agent) -> None:
    form = {"recipients": ["koda"], "text": "Standup at ten."}
    sending(person, **form)
    age_records(timedelta(minutes=11))
    assert "Sent to koda." in sending(person, **form, token="1" * 26)
    # The same form is the same message, however late.
    assert "was not sent again" in sending(person, **form)
    assert len(inbox_of(koda)) == 2


def test_the_last_of_equal_messages_is_the_one_that_is_shown(person: Client, koda: Agent) -> None:
    form = {"recipients": ["koda"], "text": "Standup at ten."}
    sending(person, **form)
    age_records(timedelta(minutes=9))
    sending(person, **form, token="1" * 26, action="again")
    age_records(timedelta(minutes=9))
    answer = person.post("/inbox/compose", {**form, "token": "2" * 26, "action": "send"})
    assert answer.status_code == 409
    page = plain(answer.content)
    first, last = Message.objects.order_by("pk")
    assert f"/inbox/{last.pk}?tab=sent" in page
    assert f"/inbox/{first.pk}?tab=sent" not in page


def test_whom_the_equal_message_missed_is_named(person: Client, koda: Agent) -> None:
    form = {"recipients": ["koda"], "others": "nobody2", "text": "Hello"}
    sending(person, **form)
    answer = person.post("/inbox/compose", {**form, "token": "1" * 26, "action": "send"})
    assert "To koda: " in plain(answer.content)
    assert "Not delivered to nobody2: see the tab" in plain(answer.content)
    assert "was not sent again. Not delivered to nobody2: see the tab" in sending(person, **form)


@pytest.mark.parametrize("token", [TOKEN, "1" * 26])
def test_what_was_deleted_since_is_sent_anew(person: Client, koda: Agent, token: str) -> None:
    form = {"recipients": ["koda"], "text": "Once."}
    sending(person, **form)
    erase_answers(account_id=koda.account_id, names=[Message.objects.get().pk])
    assert "Sent to koda." in sending(person, **form, token=token)
    assert "was not sent again" in sending(person, **form, token=token)
    assert len(inbox_of(koda)) == 2

"""The button "Send again", pressed twice."""

import pytest
from django.contrib.auth.models import User

from inbox.exceptions import NothingToResend
from inbox.models import Message
from inbox.services.send_messages import resend
from inbox.tests.factories import inbox_of, new_agent, send
from inbox.tests.services.test_manage_agents_race import CALLERS, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_sent_once() -> None:
    koda = new_agent(User.objects.create(username="ann"), "koda")
    first = send(koda, "prax", "koda").message
    prax = new_agent(koda.account, "prax")

    def again() -> bool:
        try:
            return bool(resend(sender=koda, tracking_id=first.pk))
        except NothingToResend:
            return False

    assert sorted(at_once(again)) == [*[False] * (CALLERS - 1), True]
    assert len(inbox_of(prax)) == 1
    assert Message.objects.count() == 2

"""Old messages go where the site's owner says so; what answers them stays."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from inbox import tasks
from inbox.models import Delivery, Message
from inbox.tests.factories import new_agent, send

pytestmark = pytest.mark.django_db


def test_messages_stay_unless_the_owner_sets_days(settings: Settings) -> None:
    koda = new_agent()
    old = send(koda, koda.name, payload="old").message
    Message.objects.update(created=timezone.now() - timedelta(days=100))
    answer = send(koda, koda.name, payload="new", in_reply_to=old.pk).message

    assert (settings.MESSAGE_DAYS, tasks.purge_messages()) == (0, 0)
    settings.MESSAGE_DAYS = 101
    assert tasks.purge_messages() == 0
    settings.MESSAGE_DAYS = 99
    assert tasks.purge_messages() == 1

    assert [delivery.message_id for delivery in Delivery.objects.all()] == [answer.pk]
    answer.refresh_from_db()
    assert (answer.in_reply_to, answer.thread) == (None, old.thread)

"""What was sent before anybody kept whose words a row has."""

from importlib import import_module

import pytest
from django.apps import apps

from inbox.models import Message
from inbox.tests.factories import new_agent, send, send_stone
from stones.tests.factories import LONG, WARNED, new_account, store


@pytest.mark.django_db
def test_rows_of_before_are_called_extracts_where_they_are() -> None:
    account = new_account("ann")
    koda = new_agent(account, "koda")
    new_agent(account, "mira")
    stone = store(account, content=LONG)
    sent = {
        "long": send(koda, "mira", payload=WARNED),
        "short": send(koda, "mira", payload="Shall I?"),
        "stone": send_stone(koda, "mira", stone=stone.pk),
    }
    Message.objects.update(scan_origin="")
    import_module("inbox.migrations.0017_words_of_the_sender").name_extracts(apps, None)
    origins = {name: Message.objects.get(pk=each.message.pk).scan_origin for name, each in sent.items()}
    assert origins == {"long": "extract", "short": "", "stone": ""}

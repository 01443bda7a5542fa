"""Old questions leave the log, but for what waits for a curator."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from quickstart import tasks
from quickstart.models import Question
from quickstart.tests.factories import make_collection

pytestmark = pytest.mark.django_db


def test_purged_is_what_waits_for_nobody(settings: Settings) -> None:
    collection = make_collection()
    now = timezone.now()

    def ask(text: str, **fields: object) -> None:
        usual: dict[str, object] = {
            "outcome": "answered",
            "asked": now - timedelta(days=366),
            "confidence": 0.5,
        }
        Question.objects.create(
            account=collection.account, collection=collection, asked_by="page", text=text, **usual | fields
        )

    ask("answered")
    ask("settled", outcome="no_answer", settled=now)
    ask("recent", asked=now - timedelta(days=364))
    ask("waits", outcome="no_answer")
    ask("was wrong", verdict="down")

    assert tasks.purge_questions() == 2
    assert set(Question.objects.values_list("text", flat=True)) == {"recent", "waits", "was wrong"}
    settings.QUESTION_DAYS = 0
    Question.objects.update(settled=now)
    assert tasks.purge_questions() == 0

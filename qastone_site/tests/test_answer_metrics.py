"""The answers' gauges for Prometheus."""

from datetime import timedelta

import pytest
from django.utils import timezone

from answering.models import WrittenAnswer
from answering.tests.sample_kind import request_sample
from qastone_site.answer_metrics import write_answer_metrics

pytestmark = pytest.mark.django_db


def test_how_long_each_step_took() -> None:
    now = timezone.now()
    for seconds in (10, 20, 30):
        WrittenAnswer.objects.filter(pk=request_sample().pk).update(
            state="done",
            created=now - timedelta(seconds=60),
            started=now - timedelta(seconds=60 - seconds),
            finished=now - timedelta(seconds=20),
        )
    request_sample()
    lines = write_answer_metrics().decode().splitlines()
    assert 'qastone_answers{kind="tests.sample",state="done"} 3.0' in lines
    assert 'qastone_answers{kind="tests.sample",state="waiting"} 1.0' in lines
    assert 'qastone_answer_seconds{kind="tests.sample",quantile="0.5",step="queue"} 20.0' in lines
    assert 'qastone_answer_seconds{kind="tests.sample",quantile="0.95",step="whole"} 40.0' in lines
    assert not any('step="first_piece"' in line for line in lines)

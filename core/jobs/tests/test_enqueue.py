"""Messages to workers: sent after the commit, and never in the way."""

from pathlib import Path
from typing import Any

import pytest
from amqp.exceptions import NotAllowed
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from core.jobs.enqueue import MAX_MESSAGES, RUN_DUE, enqueue, enqueue_on_commit

QUEUE = "tests"


@pytest.mark.parametrize(("jobs", "messages"), [(1, 1), (3, 3), (1000, MAX_MESSAGES)])
def test_a_message_names_the_queue(monkeypatch: pytest.MonkeyPatch, jobs: int, messages: int) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, **options: sent.append((task, options)))
    assert enqueue(QUEUE, jobs, expires=15, delay=2.5) == messages
    options = {"args": [QUEUE], "queue": QUEUE, "expires": 15, "countdown": 2.5}
    assert sent == [(RUN_DUE, options)] * messages


@pytest.mark.parametrize("error", [OperationalError("refused"), ConnectionResetError(), NotAllowed("vhost")])
def test_a_broker_that_is_away_is_no_error(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(task: str, **options: object) -> None:
        raise error

    monkeypatch.setattr(current_app, "send_task", refuse)
    assert not enqueue(QUEUE)


@pytest.mark.django_db
def test_of_several_none_is_tried_after_one_that_was_not_taken(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    tried: list[str] = []

    def refuse_the_second(task: str, **options: object) -> None:
        tried.append(task)
        if len(tried) == 2:
            raise OperationalError("refused")

    monkeypatch.setattr(current_app, "send_task", refuse_the_second)
    with django_capture_on_commit_callbacks(execute=True):
        enqueue_on_commit(QUEUE, 3)
        assert tried == []
    assert len(tried) == 2


@pytest.mark.django_db
def test_nothing_is_sent_for_what_was_rolled_back(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        with transaction.atomic():
            enqueue_on_commit(QUEUE)
            transaction.set_rollback(True)
        enqueue_on_commit(QUEUE)
    assert len(callbacks) == 1


def test_beside_no_server_nothing_is_sent_and_nothing_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.CELERY_BROKER_URL = f"redis+socket://{tmp_path}/valkey.sock"
    monkeypatch.setattr(current_app, "send_task", lambda task, **options: pytest.fail("was sent"))
    assert not enqueue(QUEUE)
    assert caplog.messages == []

"""Messages to workers: sent after the commit, and never in the way."""

from pathlib import Path

import pytest
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from core.jobs.enqueue import enqueue, enqueue_all_on_commit, enqueue_on_commit


def test_a_message_names_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, args: sent.append((task, args)))
    assert enqueue("stones.tasks.generate", 7)
    assert sent == [("stones.tasks.generate", [7])]


@pytest.mark.parametrize("error", [OperationalError("refused"), ConnectionResetError()])
def test_a_broker_that_is_away_is_no_error(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(task: str, args: list[int]) -> None:
        raise error

    monkeypatch.setattr(current_app, "send_task", refuse)
    assert not enqueue("stones.tasks.generate", 7)


@pytest.mark.django_db
def test_of_several_none_is_tried_after_one_that_was_not_taken(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    tried: list[int] = []

    def refuse_the_second(task: str, args: list[int]) -> None:
        tried.extend(args)
        if len(tried) == 2:
            raise OperationalError("refused")

    monkeypatch.setattr(current_app, "send_task", refuse_the_second)
    with django_capture_on_commit_callbacks(execute=True):
        enqueue_all_on_commit("inbox.tasks.deliver_webhook", [1, 2, 3])
        assert tried == []
    assert tried == [1, 2]


@pytest.mark.django_db
def test_nothing_is_sent_for_what_was_rolled_back(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        with transaction.atomic():
            enqueue_on_commit("stones.tasks.generate", 7)
            transaction.set_rollback(True)
        enqueue_on_commit("stones.tasks.generate", 8)
    assert len(callbacks) == 1


def test_beside_no_server_nothing_is_sent_and_nothing_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.CELERY_BROKER_URL = f"redis+socket://{tmp_path}/valkey.sock"
    monkeypatch.setattr(current_app, "send_task", lambda task, args: pytest.fail("was sent"))
    assert not enqueue("stones.tasks.generate", 7)
    assert caplog.messages == []

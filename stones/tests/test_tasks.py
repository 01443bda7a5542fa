"""The background doors."""

from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from core.jobs.models import JobState
from core.llm.model_doubles import FakeEmbedder, use_models
from stones import tasks
from stones.models import Generation, Stone
from stones.services.level_states import GENERATE
from stones.tests.factories import LONG, new_account, store


def test_what_is_announced_and_scheduled_exists() -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {tasks.sweep.name, tasks.purge.name} <= scheduled
    assert {GENERATE, tasks.sweep.name, tasks.purge.name} <= set(current_app.tasks)


@pytest.mark.django_db
def test_generate_does_the_job() -> None:
    store(new_account(), content=LONG)
    with use_models(embedder=FakeEmbedder()):
        tasks.generate(Generation.objects.get().pk)
    assert Generation.objects.get().state == JobState.DONE


@pytest.mark.django_db
def test_purge_deletes_what_has_run_out() -> None:
    store(new_account())
    Stone.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert tasks.purge() == 1


@pytest.mark.django_db
def test_sweep_counts_what_it_announced() -> None:
    store(new_account())
    assert tasks.sweep() == 0
    Generation.objects.update(due=timezone.now() - timedelta(minutes=5))
    assert tasks.sweep() == 1

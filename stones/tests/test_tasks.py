"""What workers run."""

from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from core.jobs import tasks as jobs_tasks
from core.jobs.enqueue import RUN_DUE
from core.jobs.models import Job, JobState
from core.jobs.run_job import run_due
from core.llm.model_doubles import FakeEmbedder, use_models
from stones import tasks
from stones.models import EMBED_SOURCE, WRITE_LEVELS, Stone
from stones.tests.factories import LONG, new_account, store


def test_what_is_scheduled_exists() -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    names = {jobs_tasks.sweep.name, jobs_tasks.purge.name, tasks.purge.name}
    assert names <= scheduled
    assert names | {RUN_DUE} <= set(current_app.tasks)


@pytest.mark.django_db
def test_a_worker_writes_levels_and_passages() -> None:
    store(new_account(), content=LONG)
    with use_models(embedder=FakeEmbedder()):
        assert run_due(WRITE_LEVELS.queue) == 2
    done = Job.objects.filter(state=JobState.DONE).values_list("kind", flat=True)
    assert set(done) == {WRITE_LEVELS.name, EMBED_SOURCE.name}


@pytest.mark.django_db
def test_purge_deletes_what_has_run_out() -> None:
    store(new_account())
    Stone.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert tasks.purge() == 1

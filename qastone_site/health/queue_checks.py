"""Checks of the queues: what waits for a worker, and for how long. The rows are the jobs, so the database is asked."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Min, Q
from django.db.models.functions import Greatest
from django.utils import timezone

from brain.models import Note, Profile
from core.jobs.models import JobQuerySet, JobState
from core.pages.format_duration import format_duration
from inbox.models import HelperJob, Memory, WebhookCall
from qastone_site.health.health_check import CheckResult, HealthState, check
from quickstart.models import Collection
from stones.models import Generation

QUEUE_AGE = timedelta(minutes=5)
MAX_FAILURES = 5

Jobs = JobQuerySet[Any]


class Queue(NamedTuple):
    """`late`: waiting for longer than QUEUE_AGE; `oldest`: since when the oldest could have been begun."""

    waiting: int
    failed: int
    late: int
    oldest: datetime | None

    def in_words(self) -> str:
        words = f"{self.waiting:,} waiting" if self.waiting else "nothing waits"
        if self.oldest is not None:
            words += f", the oldest for {format_duration((timezone.now() - self.oldest).total_seconds())}"
        return f"{words}, {self.late:,} late" if self.late else words


def _queue(*kinds: Jobs) -> Queue:
    """Several kinds of jobs as one queue. The pause before a retry does not count as waiting."""
    old = timezone.now() - QUEUE_AGE
    found = []
    for jobs in kinds:
        states = jobs.aggregate(
            waiting=Count("pk", filter=Q(state__in=[JobState.PENDING, JobState.RUNNING])),
            failed=Count("pk", filter=Q(state=JobState.FAILED)),
        )
        # A job whose worker was lost has waited since its lease ended.
        ready = jobs.claimable().annotate(ready=Greatest("due", "leased_until"))
        ages = ready.aggregate(late=Count("pk", filter=Q(ready__lt=old)), oldest=Min("ready"))
        found.append(Queue(**states, **ages))
    waiting, failed, late = (sum(numbers) for numbers in zip(*(queue[:3] for queue in found), strict=True))
    return Queue(waiting, failed, late, min((queue.oldest for queue in found if queue.oldest), default=None))


@check(
    "generation",
    "Levels of stones",
    "New stones keep their provisional levels, and a question about one finds its passages by words alone.",
)
def generation() -> CheckResult:
    """Whether workers keep up, and whether any job has failed, which only the operator learns."""
    queue = _queue(Generation.objects.all())
    words = f"{queue.in_words()}, {queue.failed:,} failed" if queue.failed else queue.in_words()
    if queue.late:
        return CheckResult(
            HealthState.WRONG, words, "Is the worker running? One that is not enough: start another."
        )
    if queue.failed:
        mend = "The admin says why each failed. Ask for them anew:"
        return CheckResult(HealthState.WRONG, words, mend, "python manage.py regenerate_levels --failed")
    return CheckResult(HealthState.OK, words)


# Failed helpers and webhook calls are reported to those concerned; these checks see whether workers keep up.
@check("helpers", "Helpers", "Agents and people wait for what they gave a helper to read.")
def helpers() -> CheckResult:
    """Whether workers keep up."""
    queue = _queue(HelperJob.objects.all())
    mend = "Is the worker running? One that is not enough: start another."
    return CheckResult(HealthState.WRONG if queue.late else HealthState.OK, queue.in_words(), mend)


@check("webhooks", "Webhooks", "Programs outside hear late of messages; the messages themselves are there.")
def webhooks() -> CheckResult:
    """Whether their worker keeps up."""
    queue = _queue(WebhookCall.objects.all())
    mend = "They have a worker of their own. Is it running?"
    command = "celery -A qastone_site worker --queues webhooks"
    return CheckResult(HealthState.WRONG if queue.late else HealthState.OK, queue.in_words(), mend, command)


@check(
    "indexes", "Indexes", "Answers, notes and memories are found by their words alone, not by their meaning."
)
def indexes() -> CheckResult:
    """Whether all collections, notes, profiles and memories have vectors, or soon will."""
    kinds = (Collection.objects.all(), Note.objects.all(), Profile.objects.all(), Memory.objects.all())
    queue = _queue(*kinds)
    failures = list(_failures(*kinds))[:MAX_FAILURES] if queue.failed else []
    words = (
        f"{queue.in_words()}, {queue.failed:,} failed: {'; '.join(failures)}"
        if failures
        else queue.in_words()
    )
    mend = "Is the worker running? It tries notes and memories again every hour; collections here and now:"
    state = HealthState.WRONG if queue.late or failures else HealthState.OK
    return CheckResult(state, words, mend, "python manage.py index_quickstart")


def _failures(*kinds: Jobs) -> Iterator[str]:
    """Why each failed, by number, not by title: operators must not see what is in an account."""
    for jobs in kinds:
        failed = jobs.filter(state=JobState.FAILED).order_by("-finished", "-pk")
        for key, username, error in failed.values_list("pk", "account__username", "error")[:MAX_FAILURES]:
            yield f"{jobs.model._meta.verbose_name} {key} of {username}: {error}"

"""Checks of the queues: what waits for a worker, and for how long. All of it is in the table of jobs."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Min, Q
from django.db.models.functions import Greatest
from django.utils import timezone

from answering.models import WRITE_ANSWER
from brain.models import EMBED_NOTE, EMBED_PROFILE
from core.jobs.job_kinds import JobKind
from core.jobs.models import OPEN_STATES, Job, JobQuerySet, JobState
from core.pages.format_duration import format_duration
from inbox.models import CALL_WEBHOOK, EMBED_MEMORY, RUN_HELPER
from qastone_site.health.health_check import CheckResult, HealthState, check
from quickstart.models import INDEX_COLLECTION
from stones.models import EMBED_SOURCE, WRITE_LEVELS

QUEUE_AGE = timedelta(minutes=5)
MAX_FAILURES = 5
RECENT_FAILURES = timedelta(days=1)
OWN_WORKER = "They have their own worker. Is it running?"


class Queue(NamedTuple):
    """`late`: waiting for longer than QUEUE_AGE; `oldest`: since when the oldest could have been begun."""

    waiting: int
    failed: int
    late: int
    oldest: datetime | None

    def in_words(self) -> str:
        words = f"{self.waiting:,} waiting" if self.waiting else "nothing is waiting"
        if self.oldest is not None:
            words += f", the oldest for {format_duration((timezone.now() - self.oldest).total_seconds())}"
        return f"{words}, {self.late:,} late" if self.late else words


def _queue(*kinds: JobKind) -> Queue:
    """The jobs of some kinds as one queue. The pause before a retry does not count as waiting."""
    now = timezone.now()
    # A job whose worker was lost has waited since its lease ended.
    ready = Q(state=JobState.PENDING, due__lte=now) | Q(state=JobState.RUNNING, leased_until__lte=now)
    jobs = _jobs(kinds).annotate(ready=Greatest("due", "leased_until"))
    return Queue(
        **jobs.aggregate(
            waiting=Count("pk", filter=Q(state__in=OPEN_STATES)),
            failed=Count("pk", filter=Q(state=JobState.FAILED)),
            late=Count("pk", filter=ready & Q(ready__lt=now - QUEUE_AGE)),
            oldest=Min("ready", filter=ready),
        )
    )


def _jobs(kinds: Iterable[JobKind]) -> JobQuerySet:
    return Job.objects.filter(kind__in=[kind.name for kind in kinds])


@check(
    "generation",
    "Levels of stones",
    "New stones keep their provisional levels, and questions about them find passages by words only.",
)
def generation() -> CheckResult:
    """Whether workers keep up, and whether any job has failed, which only the operator learns."""
    queue = _queue(WRITE_LEVELS, EMBED_SOURCE)
    words = f"{queue.in_words()}, {queue.failed:,} failed" if queue.failed else queue.in_words()
    if queue.late:
        return CheckResult(
            HealthState.WRONG, words, "Is the worker running? If it is too slow, start another."
        )
    if queue.failed:
        mend = "The admin says why each failed. Request them again:"
        return CheckResult(HealthState.WRONG, words, mend, "python manage.py regenerate_levels --failed")
    return CheckResult(HealthState.OK, words)


# Failed helpers are reported to those concerned; the check sees whether workers keep up.
@check("helpers", "Helpers", "Agents and people wait for the answers of their helpers.")
def helpers() -> CheckResult:
    """Whether workers keep up."""
    return _check_queue(RUN_HELPER, "Is the worker running? If it is too slow, start another.")


@check("webhooks", "Webhooks", "External programs are notified late; the messages themselves are delivered.")
def webhooks() -> CheckResult:
    """Whether their worker keeps up, and whether the addresses take the calls."""
    found = _check_queue(CALL_WEBHOOK, OWN_WORKER, "celery -A qastone_site worker --queues webhooks")
    jobs, since = Job.objects.of(CALL_WEBHOOK), timezone.now() - RECENT_FAILURES
    refused = jobs.refused().count() + jobs.filter(state=JobState.FAILED, finished__gte=since).count()
    if not refused or found.state != HealthState.OK:
        return found
    words = f"{found.detail}; {refused:,} {'call is' if refused == 1 else 'calls are'} not taken by the address called"
    mend = "Whose webhooks they are learns why on the overview and on the agent's page *Webhooks*."
    return CheckResult(HealthState.WARNING, words, mend)


@check("answers", "Model answers", "People wait for their answers, and are told that no worker writes them.")
def answers() -> CheckResult:
    """Whether their worker keeps up."""
    command = "celery -A qastone_site worker --queues answers --pool threads"
    return _check_queue(WRITE_ANSWER, OWN_WORKER, command)


@check("indexes", "Indexes", "Answers, notes and memories are found by words only, not by meaning.")
def indexes() -> CheckResult:
    """Whether all collections, notes, profiles and memories have vectors, or soon will."""
    kinds = (INDEX_COLLECTION, EMBED_NOTE, EMBED_PROFILE, EMBED_MEMORY)
    queue = _queue(*kinds)
    failures = list(_failures(kinds)) if queue.failed else []
    words = (
        f"{queue.in_words()}, {queue.failed:,} failed: {'; '.join(failures)}"
        if failures
        else queue.in_words()
    )
    mend = "Is the worker running? It retries notes and memories every hour. For collections, run:"
    state = HealthState.WRONG if queue.late or failures else HealthState.OK
    return CheckResult(state, words, mend, "python manage.py index_quickstart")


def _check_queue(kind: JobKind, mend: str, command: str = "") -> CheckResult:
    """Whether its workers keep up; jobs that failed are no matter."""
    queue = _queue(kind)
    return CheckResult(HealthState.WRONG if queue.late else HealthState.OK, queue.in_words(), mend, command)


def _failures(kinds: Iterable[JobKind]) -> Iterator[str]:
    """Why each failed, by number, not by title: operators must not see what is in an account."""
    failed = _jobs(kinds).filter(state=JobState.FAILED).select_related("account")
    for job in failed.order_by("-finished", "-pk")[:MAX_FAILURES]:
        target = job.job_kind.target._meta.verbose_name
        yield f"{target} {job.target} of {job.account.get_username()}: {job.error}"

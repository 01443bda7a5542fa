"""Request work on rows, in the transaction that makes it necessary."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from core.db.planned_once import planned_once
from core.jobs.enqueue import enqueue_on_commit
from core.jobs.job_kinds import JobKind
from core.jobs.models import Job

_REQUEST = f"""
INSERT INTO {Job._meta.db_table} AS job
    (account_id, kind, target, queue, state, again, attempts, fencing_token, due, error_code, error, created)
SELECT account, kind, target, queue, 'pending', false, 0, 0, %(now)s, '', '', %(now)s
FROM unnest(%(accounts)s::bigint[], %(targets)s::text[]) AS row(account, target),
    unnest(%(kinds)s::text[], %(queues)s::text[]) WITH ORDINALITY AS requested(kind, queue, place)
ORDER BY place, target
ON CONFLICT (kind, target) DO UPDATE SET
    state = CASE job.state WHEN 'running' THEN 'running' ELSE 'pending' END,
    again = job.state = 'running',
    attempts = CASE job.state WHEN 'running' THEN job.attempts ELSE 0 END,
    due = CASE job.state WHEN 'running' THEN job.due ELSE excluded.due END,
    error_code = '', error = '', finished = NULL
WHERE job.state <> 'pending'
"""  # noqa: S608  names of ours


def request_jobs(targets: Sequence[Any], *kinds: JobKind) -> None:
    """Have this done to each of these rows, which have an `account_id`. Call it in the transaction that changes them.

    Of one row they are done in the order of `kinds`. A job that is running is done again when it ends; one that is
    pending stays as it is, its pause before a retry too.
    """
    if not targets:
        return
    parameters: dict[str, Any] = {
        "kinds": [kind.name for kind in kinds],
        "queues": [kind.queue for kind in kinds],
        "now": timezone.now(),
        "accounts": [each.account_id for each in targets],
        "targets": [str(each.pk) for each in targets],
    }
    with planned_once() as cursor:
        cursor.execute(_REQUEST, parameters)
    for queue in {kind.queue for kind in kinds}:
        enqueue_on_commit(queue, len(targets))


def restart_jobs(targets: Sequence[Any], kind: JobKind) -> None:
    """The same at once, whatever the state of their jobs: a worker that has one loses its lease."""
    request_jobs(targets, kind)
    named = Job.objects.of(kind).filter(target__in=[str(each.pk) for each in targets])
    for job in named.open().select_for_update().order_by("pk"):
        job.restart()

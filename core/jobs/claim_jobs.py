"""Which job is next: accounts take turns. Within one the job that was requested last, as somebody waits for that one
and not for the thousand of an import before it; one in four times the longest due, so that none waits without end, and
in a queue of its own, as that of webhooks, always.
"""

from datetime import timedelta
from random import random

from django.db import connection, transaction
from django.utils import timezone

from core.jobs.job_kinds import DEFAULT_QUEUE
from core.jobs.models import Job, JobState

# Accounts that have a due job in this queue, the one first whose last job began longest ago. Each step of the recursion
# jumps to the next account in the index: its cost is in accounts, not in jobs.
_TURNS = f"""
WITH RECURSIVE waiting(account) AS (
    (SELECT account_id FROM {Job._meta.db_table}
     WHERE queue = %(queue)s AND state = 'pending' AND due <= %(now)s ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT account_id FROM {Job._meta.db_table}
            WHERE queue = %(queue)s AND state = 'pending' AND due <= %(now)s AND account_id > account
            ORDER BY account_id LIMIT 1)
    FROM waiting WHERE account IS NOT NULL)
SELECT account FROM waiting WHERE account IS NOT NULL ORDER BY
    (SELECT max(started) FROM {Job._meta.db_table} WHERE queue = %(queue)s AND account_id = account) NULLS FIRST,
    account
"""  # noqa: S608  names of ours


_SHARE_OF_OLDEST = 0.25


def claim_next(queue: str, *, lease: timedelta) -> Job | None:
    """Take the next due job of a queue for `lease`; None where none is due that no other worker holds."""
    _release_lost()
    with connection.cursor() as cursor:
        cursor.execute(_TURNS, {"queue": queue, "now": timezone.now()})
        accounts = [account for (account,) in cursor.fetchall()]
    for account in accounts:
        with transaction.atomic():
            due = Job.objects.due().filter(queue=queue, account=account)
            # Of one request in the order of its kinds.
            job = due.order_by(_due_order(queue), "pk").select_for_update(skip_locked=True).first()
            if job is not None and _may_run(job):
                return _claim(job, lease)
    return None


def _due_order(queue: str) -> str:
    return "-due" if queue == DEFAULT_QUEUE and random() >= _SHARE_OF_OLDEST else "due"  # noqa: S311  no secret


@transaction.atomic
def claim_job(job: Job, *, lease: timedelta) -> Job | None:
    """Take this job out of turn; None if it is not due, or a worker has it."""
    _release_lost()
    due = Job.objects.due().filter(pk=job.pk).select_for_update(skip_locked=True).first()
    return None if due is None else _claim(due, lease)


def _may_run(job: Job) -> bool:
    """Whether the account has fewer such jobs running than its kind allows. Call it in the transaction that claims.

    Who ends one looks for the next, so none is forgotten.
    """
    limit = job.job_kind.max_running
    if limit is None:
        return True
    with connection.cursor() as cursor:
        # Of two workers at once the second counts the first one's claim, too.
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"{job.kind} {job.account_id}"])
    running = Job.objects.leased().of(job.job_kind).filter(account=job.account_id)
    return running.count() < limit


def _claim(job: Job, lease: timedelta) -> Job:
    now = timezone.now()
    job.state, job.started, job.leased_until = JobState.RUNNING, now, now + lease
    job.attempts += 1
    job.fencing_token += 1
    # This attempt reads the target as it is now: what was requested of an attempt that failed is in it.
    job.again = False
    job.save(update_fields=["state", "again", "started", "leased_until", "attempts", "fencing_token"])
    return job


def _release_lost() -> None:
    """Requeue the jobs whose workers died with them; give up those whose last attempt that was."""
    for lost in Job.objects.lost():
        with transaction.atomic():
            has_target = lost.job_kind.lock(lost)
            job = Job.objects.lost().filter(pk=lost.pk).select_for_update(skip_locked=True).first()
            if job is None:
                continue
            if job.is_last_attempt and has_target:
                # Its workers died one after the other without an error: most likely out of memory. The next would too.
                job.give_up(code="worker_lost", error=f"{job.attempts} workers were lost with it.")
            else:
                Job.objects.filter(pk=job.pk).update(state=JobState.PENDING, leased_until=None)

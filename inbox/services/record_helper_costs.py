"""What helpers cost: counted after each exchange with a model, and booked in the transaction that ends the job.

So nothing is lost with a worker, and the ledger's entries of a job sum up to its `used_tokens`.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import F

from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import JobState, LeaseLost
from inbox.models import HelperJob
from stones.models import Content, LedgerEntry, ReadKind, Stone

READER_CHARACTERS = 120
ENDED = (JobState.DONE, JobState.FAILED)


@transaction.atomic
def claim(job_id: str) -> HelperJob | None:
    """Claim the job, or None. A claim that fails the job, as all its workers were lost, books its cost."""
    lock_source(job_id)
    job = HelperJob.objects.claim(job_id, lease=LEASE_DURATION)
    if job is None:
        ended_job = HelperJob.objects.select_for_update().filter(pk=job_id, state__in=ENDED).first()
        if ended_job is not None and ended_job.used_tokens > ended_job.booked_tokens:
            record_in_ledger(ended_job)
    return job


def spend(job: HelperJob, tokens: int) -> None:
    """Add what an exchange has cost. Raises LeaseLost when another attempt has the job: its worker spends no more."""
    owned = HelperJob.objects.filter(pk=job.pk, fence=job.fence, state=JobState.RUNNING)
    if owned.update(used_tokens=F("used_tokens") + tokens):
        return
    with transaction.atomic():
        lock_source(job.pk)
        rows = HelperJob.objects.filter(pk=job.pk)
        if (late := rows.select_for_update().first()) is not None:
            rows.update(used_tokens=F("used_tokens") + tokens)
            if late.state in ENDED:
                record_in_ledger(late)
    raise LeaseLost(f"{job!r} was claimed again after claim {job.fence}")


def fail(job: HelperJob, *, code: str, error: str, retry: bool, pause_seconds: float | None = None) -> None:
    """Put the job back, or give it up and book what it cost. Raises LeaseLost."""
    pause = timedelta(seconds=pause_seconds) if pause_seconds else None
    with transaction.atomic():
        lock_source(job.pk)
        if job.fail(code=code, error=error, retry=retry, pause=pause):
            return
        job.refresh_from_db(fields=["used_tokens", "booked_tokens"])
        if job.used_tokens > job.booked_tokens:
            record_in_ledger(job)


def lock_source(job_id: str) -> bool:
    """Lock what the job reads, before the job itself. Returns whether it is there.

    The same order as by those who store or delete it: in another they would wait for each other.
    """
    named = HelperJob.objects.filter(pk=job_id, stone__isnull=False).values_list("stone", "stone__content")
    if (source := named.first()) is None:
        return False
    stone, content = source
    contents = Content.objects.select_for_update().filter(pk=content)
    return contents.exists() and Stone.objects.select_for_update().filter(pk=stone).exists()


def record_in_ledger(job: HelperJob) -> None:
    """Add one ledger entry for all that is not booked yet. Call it with source and job locked."""
    job.refresh_from_db(fields=["used_tokens", "booked_tokens", "stone"])
    LedgerEntry.objects.create(
        account_id=job.account_id,
        stone=job.stone,
        source=job.stone_id or "",
        glow_channel=job.stone.glow_channel if job.stone else "",
        reader=f"helper for agent {job.agent.name}"[:READER_CHARACTERS],
        kind=ReadKind.HELPER,
        level=job.stone.top_level if job.stone else 0,
        tokens=job.used_tokens - job.booked_tokens,
        paste_tokens=job.stone.content.tokens if job.stone else 0,
    )
    HelperJob.objects.filter(pk=job.pk).update(booked_tokens=job.used_tokens)

"""What helpers cost: counted after each exchange with a model, and booked in the transaction that ends the job.

So a crashed worker loses no costs, and the ledger's entries of a job sum up to its `used_tokens`.
"""

from django.db import transaction
from django.db.models import F

from core.db.reader_names import helper_reader
from core.jobs.models import Job, JobState, LeaseLost
from inbox.models import RUN_HELPER, HelperJob
from stones.models import Content, ReadKind, Stone
from stones.services.write_ledger import LedgerValues, record_all

ENDED = (JobState.DONE, JobState.FAILED)


def spend(job: Job, tokens: int) -> None:
    """Add what an exchange has cost. Raises LeaseLost when another attempt has the job: its worker spends no more."""
    with transaction.atomic():
        # Whoever ends the job locks the helper, too: it books this, or has ended already.
        if lock_helper(job):
            HelperJob.objects.filter(pk=job.target).update(used_tokens=F("used_tokens") + tokens)
        latest = Job.objects.filter(pk=job.pk).first()
        is_owned = latest is not None and (latest.state, latest.fencing_token) == (
            JobState.RUNNING,
            job.fencing_token,
        )
        if latest is None or latest.state in ENDED:
            book(job.target)
    if not is_owned:
        raise LeaseLost(f"{job!r} was claimed again after claim {job.fencing_token}")


def book(helper_id: str) -> None:
    """Add a ledger entry for what was spent and is not booked yet. Call it with source and helper locked."""
    helper = HelperJob.objects.filter(pk=helper_id, used_tokens__gt=F("booked_tokens")).first()
    if helper is not None:
        record_in_ledger(helper)


@RUN_HELPER.locked_by
def lock_helper(job: Job) -> bool:
    """Lock what the helper reads, then the helper. Returns whether that is there.

    The same order as by those who store or delete the source: in another they would wait for each other.
    """
    named = HelperJob.objects.filter(pk=job.target, stone__isnull=False).values_list(
        "stone", "stone__content"
    )
    for stone, content in named:
        list(Content.objects.select_for_update().filter(pk=content))
        list(Stone.objects.select_for_update().filter(pk=stone))
    return HelperJob.objects.select_for_update().filter(pk=job.target).exists()


def record_in_ledger(job: HelperJob) -> None:
    """Add one ledger entry for all that is not booked yet. Call it with source and helper locked."""
    job.refresh_from_db(fields=["used_tokens", "booked_tokens", "stone"])
    entry = LedgerValues(
        account_id=job.account_id,
        stone_id=job.stone_id,
        source=job.stone_id or "",
        glow_channel=job.stone.glow_channel if job.stone else "",
        reader=helper_reader(job.agent.name),
        kind=ReadKind.HELPER,
        level=job.stone.top_level if job.stone else 0,
        tokens=job.used_tokens - job.booked_tokens,
        paste_tokens=job.stone.content.tokens if job.stone else 0,
    )
    record_all([entry])
    HelperJob.objects.filter(pk=job.pk).update(booked_tokens=job.used_tokens)

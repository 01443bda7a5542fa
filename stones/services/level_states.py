"""The states of writing a content's levels and passages, and all that leads from one to another.

from                event                                           to                      here
------------------  ----------------------------------------------  ----------------------  ----------------
(no levels)         a stone of the content is stored                provisional, pending    request_levels
done, failed        a new stone needs levels still provisional      pending                 request_levels
pending, running    a lost message, or a worker that died           announced again         announce_late
pending             a worker claims the job                         running                 generate
running             the levels are written                          running, not            _write
                                                                    provisional
running             levels and passages are written                 done                    _finish
running             a stone that needs more levels came meanwhile   pending                 _finish
running             an error that may pass                          pending, after a pause  _give_up_attempt
running             another model was named meanwhile               pending                 _give_up_attempt
running             any other error, or the last attempt            failed, extracts        _give_up_attempt
any                 levels are requested anew                       pending                 regenerate

Pending, running, done and failed are the job's (`core.jobs.models.JobState`), provisional is the levels' own
(`LevelOrigin.PROVISIONAL`): they can be read in every state.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.db import transaction

from core.jobs.enqueue import enqueue_on_commit
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import JobState, LeaseLost
from core.jobs.run_job import run_job
from core.jobs.sweep_jobs import enqueue_late
from core.llm import ErrorKind, LLMError, count_tokens
from stones.levels import write_extract
from stones.models import PASSAGES_FAILED, Content, Generation, LevelOrigin, Stone
from stones.services.embed_passages import embed_passages, replace_passages
from stones.services.wait_for_levels import notify_levels
from stones.services.write_levels import (
    count_needed_levels,
    replace_provisional,
    store_levels,
    store_provisional,
    write_levels,
)
from stones.signals import choosing_model, collect_answers, levels_writing

log = structlog.get_logger(__name__)

GENERATE = "stones.tasks.generate"


def request_levels(stone: Stone, provisional: Sequence[str], *, is_new: bool, lod_model: str) -> None:
    """(no levels) → provisional, pending; done or failed → pending, when a new stone needs levels provisional still.

    Call it in the transaction that stores the stone, whose content is locked. `is_new`: it was not there before.
    """
    content = stone.content
    store_provisional(content, provisional)
    # Locked: a worker that is about to finish either sees this stone, or has finished before we look.
    job, created = Generation.objects.select_for_update().get_or_create(
        content=content, defaults={"account_id": content.account_id, "lod_model": lod_model}
    )
    still_provisional = content.levels.filter(origin=LevelOrigin.PROVISIONAL, number__lt=stone.top_level)
    has_ended = job.state in (JobState.DONE, JobState.FAILED)
    is_due = is_new if has_ended else lod_model
    if not created and stone.generate_lods and is_due and still_provisional.exists():
        # Whoever is writing them looks once more before they are stored (`_write`).
        Generation.objects.filter(pk=job.pk).update(lod_model=lod_model)
        if has_ended:
            job.lod_model = lod_model
            job.restart()
    if job.state == JobState.PENDING:
        enqueue_on_commit(GENERATE, job.pk)


def regenerate(*, content: Content) -> Generation:
    """Any → pending: write a content's levels anew, and its passages where the embedder is another one now.

    What is there is shown until the new ones stand.
    """
    job, _ = Generation.objects.get_or_create(content=content, defaults={"account_id": content.account_id})
    if job.lod_model:
        # A name that was mistyped has been mended by now.
        answers = collect_answers(choosing_model, Generation, account=content.account)
        job.lod_model = next(filter(None, answers), "")
        job.save(update_fields=["lod_model"])
    _restart(job)
    return job


def _restart(job: Generation) -> None:
    job.restart()
    enqueue_on_commit(GENERATE, job.pk)


def announce_late() -> int:
    """Enqueue again the jobs that no worker has claimed. Returns how many there were."""
    return enqueue_late(Generation.objects.all(), GENERATE)


def generate(*, generation_id: int) -> None:
    """Pending → running, and on: do one job, if it is still to be done. Safe to repeat and to run twice at once."""
    job = Generation.objects.claim(generation_id, lease=LEASE_DURATION)
    if job is None:
        return
    with run_job(job):
        _run_job(job)


def _run_job(job: Generation) -> None:
    """Levels first, because they are read first; whatever becomes of them, the passages too."""
    levels_writing.send(Content, content=job.content)
    errors: list[LLMError] = []
    count, code = 0, ""
    try:
        count = _write(job)
    except LLMError as error:
        errors.append(error)
    try:
        _embed(job)
    except LLMError as error:
        code = "" if errors else PASSAGES_FAILED
        errors.append(error)
    if errors:
        _give_up_attempt(job, next(filter(_is_transient, errors), errors[0]), code)
    else:
        _finish(job, count)


@contextmanager
def _locked_job(job: Generation) -> Iterator[None]:
    """A transaction in which this claim still owns the job. Raises LeaseLost.

    The content is locked first, as by those who store or delete it: in another order they would wait for each other.
    """
    with transaction.atomic():
        if not Content.objects.select_for_update().filter(pk=job.content_id).exists():
            raise LeaseLost(f"The content of {job!r} was deleted.")
        with job.owned_transaction():
            yield


def _embed(job: Generation) -> None:
    rows = embed_passages(job.content)
    if rows is not None:
        with _locked_job(job):
            replace_passages(job.content, rows)


def _write(job: Generation) -> int:
    """Write the levels that the content's stones need. Returns how many, the content itself included."""
    content = job.content
    count = count_needed_levels(content)
    is_written = count <= 1 or _are_written(job, count)
    while not is_written:
        written = write_levels(content, count, job.lod_model)
        with _locked_job(job):
            # Another model that was named meanwhile writes them instead: whoever named it relies on it.
            if is_written := not _takes_another_model(job):
                store_levels(content, written)
                job.fallback_reason = written.fallback_reason
                job.save(update_fields=["fallback_reason"])
                notify_levels(content.pk)
    return count


def _takes_another_model(job: Generation) -> bool:
    """Whether another model was named for its levels since this was last checked."""
    before = job.lod_model
    job.refresh_from_db(fields=["lod_model"])
    return job.lod_model != before


def _are_written(job: Generation, count: int) -> bool:
    """Whether an earlier attempt of this job wrote them, and had only the passages left to do."""
    if not job.error_code.startswith(PASSAGES_FAILED):
        return False
    there = job.content.levels.filter(stone=None, number__lt=count - 1).exclude(
        origin=LevelOrigin.PROVISIONAL
    )
    return there.count() == count - 1


def _finish(job: Generation, count: int) -> None:
    """Running → done; → pending where a stone that needs more came meanwhile."""
    with _locked_job(job):
        if count_needed_levels(job.content) > count:
            _restart(job)
        else:
            job.finish()


def _is_transient(error: LLMError) -> bool:
    # A budget comes back tomorrow: an extract today is worth more than a promise.
    return error.retryable and error.kind is not ErrorKind.BUDGET


def _give_up_attempt(job: Generation, error: LLMError, code: str) -> None:
    """Running → pending where trying again may help, or for another model; else → failed, with extracts in place."""
    pause = timedelta(seconds=error.retry_after) if error.retry_after else None
    with _locked_job(job):
        # As in `_write`: another model that was named meanwhile is to write the levels.
        is_renamed = not code and _takes_another_model(job)
        again = job.fail(
            code=f"{code}{error.kind}", error=str(error), retry=_is_transient(error), pause=pause
        )
        if is_renamed and not again:
            _restart(job)
        notify_levels(job.content_id)
    log.warning("generation_failed", generation_id=job.pk, kind=error.kind, again=again)
    if not again and not is_renamed:
        _show_extract(job.content)


def _show_extract(content: Content) -> None:
    if not content.levels.filter(stone=None, origin=LevelOrigin.PROVISIONAL).exists():
        return
    written = write_extract(content.text, count=count_needed_levels(content), count_tokens=count_tokens)
    with transaction.atomic():
        replace_provisional(content, written.texts)

"""Writing levels and embedding passages: the job behind a new content (DESIGN.md, "the row is the job")."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clipboard.services.clipboard_preferences import clipboard_settings
from clipboard.services.write_fingerprints import fingerprint_content
from core.jobs.enqueue import enqueue_on_commit
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import LeaseLost
from core.jobs.run_job import run_job
from core.jobs.sweep_jobs import enqueue_late
from core.llm import ErrorKind, LLMError, count_tokens, get_chat_model, get_embedder
from core.text import Passage as SourcePassage
from core.text import passage_vectors, split_passages
from stones.levels import WrittenLevels, write_extract, write_with_model
from stones.models import PASSAGES_FAILED, Content, Generation, Level, LevelOrigin, Stone, StonePassage
from stones.services.store_stone import GENERATE
from stones.services.wait_for_levels import notify_levels
from stones.services.writing_costs import BookedChat

log = structlog.get_logger(__name__)


def generate(*, generation_id: int) -> None:
    """Do one generation job, if it is still to be done. Safe to repeat and to run twice at once."""
    job = Generation.objects.claim(generation_id, lease=LEASE_DURATION)
    if job is None:
        return
    with run_job(job):
        _run_job(job)


def _run_job(job: Generation) -> None:
    """Levels first, because they are read first; whatever becomes of them, the passages too.

    Before both its fingerprints, which take milliseconds: a part of it may be copied as soon as it is seen.
    """
    fingerprint_content(job.content)
    errors: list[LLMError] = []
    count, code = 0, ""
    try:
        count = _write(job)
    except LLMError as error:
        errors.append(error)
    try:
        _index(job)
    except LLMError as error:
        code = "" if errors else PASSAGES_FAILED
        errors.append(error)
    if errors:
        _release(job, next(filter(_is_transient, errors), errors[0]), code)
    else:
        _finish(job, count)


def _index(job: Generation) -> None:
    """Embed the passages, unless this model has done so already."""
    content, embedder = job.content, get_embedder()
    if content.passages.filter(embedding_model=embedder.name).exists():
        return
    passages = split_passages(content.text, count_tokens=count_tokens)
    vectors = passage_vectors(passages, embed=embedder.embed)
    with _locked_job(job):
        content.passages.all().delete()
        StonePassage.objects.bulk_create(
            [
                _row(content, passage, vector, embedder.name)
                for passage, vector in zip(passages, vectors, strict=True)
            ],
            batch_size=500,
        )


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


def _row(content: Content, passage: SourcePassage, vector: object, model: str) -> StonePassage:
    return StonePassage(
        account_id=content.account_id,
        content=content,
        ordinal=passage.ordinal,
        start_line=passage.start_line,
        end_line=passage.end_line,
        start=passage.start,
        end=passage.end,
        trail=passage.trail,
        tokens=count_tokens(passage.text),
        embedding=vector,
        embedding_model=model,
    )


def _write(job: Generation) -> int:
    """Write the levels that the content's stones want. Returns how many, the content itself included."""
    content = job.content
    count = _pending_levels(content)
    is_written = count <= 1 or _are_written(job, count)
    while not is_written:
        written = _levels(content, count, job.lod_model)
        with _locked_job(job):
            # Another model that was named meanwhile writes them instead: whoever named it was told that it would.
            if is_written := not _takes_another_model(job):
                _store_levels(content, written)
                job.fallback_reason = written.fallback_reason
                job.save(update_fields=["fallback_reason"])
                notify_levels(content.pk)
    return count


def _takes_another_model(job: Generation) -> bool:
    """Whether another model was named for its levels since this was last asked."""
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
    with _locked_job(job):
        if _pending_levels(job.content) > count:
            # A stone that wants more came in meanwhile.
            job.restart()
            enqueue_on_commit(GENERATE, job.pk)
        else:
            job.finish()


def _pending_levels(content: Content) -> int:
    """The most levels that a stone of this content has and that its author did not write; 0: nothing to write."""
    pending = [0]
    for stone in Stone.objects.filter(content=content, generate_lods=True).prefetch_related("author_levels"):
        by_author = {level.number for level in stone.author_levels.all()}
        if not by_author.issuperset(range(stone.top_level)):
            pending.append(stone.level_count)
    return max(pending)


def _levels(content: Content, count: int, lod_model: str) -> WrittenLevels:
    chat = get_chat_model(model=lod_model, account=content.account_id)
    if chat is None:
        return write_extract(content.text, count=count, count_tokens=count_tokens)
    return write_with_model(
        content.text,
        count=count,
        chat=BookedChat(chat, content),
        count_tokens=count_tokens,
        context_tokens=settings.LLM_CONTEXT_TOKENS,
    )


def _store_levels(content: Content, written: WrittenLevels) -> None:
    for number, text in enumerate(written.texts):
        Level.objects.update_or_create(
            account_id=content.account_id,
            content=content,
            stone=None,
            number=number,
            defaults={
                "text": text,
                "tokens": count_tokens(text),
                "origin": LevelOrigin.MODEL if written.model else LevelOrigin.EXTRACT,
                "model": written.model,
                "prompt_version": written.prompt_version,
                "created": timezone.now(),
            },
        )


def _is_transient(error: LLMError) -> bool:
    # A budget comes back tomorrow: an extract today is worth more than a promise.
    return error.retryable and error.kind is not ErrorKind.BUDGET


def _release(job: Generation, error: LLMError, code: str) -> None:
    """Try again later where that may help; otherwise fail, with an extract in the levels' place."""
    pause = timedelta(seconds=error.retry_after) if error.retry_after else None
    with _locked_job(job):
        # As in `_write`: another model that was named meanwhile is to write the levels; nobody hears that this failed.
        is_renamed = not code and _takes_another_model(job)
        again = job.fail(
            code=f"{code}{error.kind}", error=str(error), retry=_is_transient(error), pause=pause
        )
        if is_renamed and not again:
            job.restart()
            enqueue_on_commit(GENERATE, job.pk)
        notify_levels(job.content_id)
    log.warning("generation_failed", generation_id=job.pk, kind=error.kind, again=again)
    if not again and not is_renamed:
        _show_extract(job.content)


def _show_extract(content: Content) -> None:
    """Put extracts in place of provisional levels, and of them alone: another attempt may have written better ones."""
    if not content.levels.filter(stone=None, origin=LevelOrigin.PROVISIONAL).exists():
        return
    written = write_extract(content.text, count=_pending_levels(content), count_tokens=count_tokens)
    with transaction.atomic():
        for number, text in enumerate(written.texts):
            provisional = Level.objects.filter(
                content=content, stone=None, number=number, origin=LevelOrigin.PROVISIONAL
            )
            provisional.update(
                text=text, tokens=count_tokens(text), origin=LevelOrigin.EXTRACT, created=timezone.now()
            )


def regenerate(*, content: Content) -> Generation:
    """Ask for a content's levels anew, and for its passages where the embedder is another one now.

    What is there is shown until the new ones stand.
    """
    job, _ = Generation.objects.get_or_create(content=content, defaults={"account_id": content.account_id})
    if job.lod_model:
        # A name that was mistyped has been mended by now.
        job.lod_model = clipboard_settings(content.account).lod_model
        job.save(update_fields=["lod_model"])
    job.restart()
    enqueue_on_commit(GENERATE, job.pk)
    return job


def sweep() -> int:
    """Announce again what waits although nobody works on it. Returns how many jobs."""
    return enqueue_late(Generation.objects.all(), GENERATE)

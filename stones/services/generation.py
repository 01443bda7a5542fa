"""Writing levels and embedding passages: the job behind a new content (DESIGN.md, "the row is the job")."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

import numpy as np
import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from jobs.models import LeaseLost
from jobs.nudge import nudge, nudge_on_commit
from llm import Kind, LLMError, count_tokens, get_chat_model, get_embedder
from stones.focus import Passage as SourcePassage
from stones.focus import passage_vectors, split_passages
from stones.levels import WrittenLevels, write_extract, write_with_model
from stones.models import Content, Generation, Level, Origin, Passage, Stone
from stones.services.storing import GENERATE

log = structlog.get_logger(__name__)

# Longer than the longest generation: map-reduce over 1 MB with a slow model.
LEASE = timedelta(minutes=14)
# A job whose message was lost waits this long before the sweep announces it again.
SWEEP_AFTER = timedelta(seconds=30)
SWEEP_BATCH = 500


class Embedded(NamedTuple):
    """The passages of a content with their vectors (n, d), and the model that made them."""

    passages: list[SourcePassage]
    vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    model: str


def generate(*, generation_id: int) -> None:
    """Do one generation job, if it is still to be done. Safe to repeat and to run twice at once."""
    job = Generation.objects.claim(generation_id, lease=LEASE)
    if job is None:
        return
    try:
        try:
            _index(job)
            _write(job)
        except LLMError as error:
            _give_back(job, error)
        except (LeaseLost, OperationalError, InterfaceError):
            raise
        except Exception as error:  # the worker's outermost loop
            # A text that trips a bug of ours must end as failed: with its lease alone it would be tried for ever.
            log.exception("generation_broke", generation_id=generation_id)
            job.fail(code="internal", error=f"Unexpected {type(error).__name__}; see the log.", retry=True)
    except LeaseLost:
        log.warning("generation_lease_lost", generation_id=generation_id)


def _index(job: Generation) -> None:
    """Embed the passages, unless this model has done so already."""
    content, embedder = job.content, get_embedder()
    if content.passages.filter(embedding_model=embedder.name).exists():
        return
    passages = split_passages(content.text, count_tokens=count_tokens)
    vectors = passage_vectors(passages, embed=embedder.embed)
    with _held(job):
        content.passages.all().delete()
        Passage.objects.bulk_create(
            [
                _row(content, passage, vector, embedder.name)
                for passage, vector in zip(passages, vectors, strict=True)
            ],
            batch_size=500,
        )


@contextmanager
def _held(job: Generation) -> Iterator[None]:
    """A transaction in which this claim still owns the job. Raises LeaseLost.

    The content is locked first, as by those who store or delete it: in another order they would wait for each other.
    """
    with transaction.atomic():
        if not Content.objects.select_for_update().filter(pk=job.content_id).exists():
            raise LeaseLost(f"The content of {job!r} was deleted.")
        with job.held():
            yield


def _row(content: Content, passage: SourcePassage, vector: object, model: str) -> Passage:
    return Passage(
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


def _write(job: Generation) -> None:
    """Write the levels that the content's stones want, and finish."""
    content = job.content
    count = _levels_wanted(content)
    written = _levels(content, count) if count > 1 else None
    with _held(job):
        if written is not None:
            _store_levels(content, written)
            job.fallback_reason = written.fallback_reason
            job.save(update_fields=["fallback_reason"])
        if _levels_wanted(content) > count:
            # A stone that wants more came in meanwhile.
            job.restart()
            nudge_on_commit(GENERATE, job.pk)
        else:
            job.finish()


def _levels_wanted(content: Content) -> int:
    """The most levels that a stone of this content has and that its author did not write; 0: nothing to write."""
    wanted = [0]
    for stone in Stone.objects.filter(content=content, generate_lods=True).prefetch_related("author_levels"):
        by_author = {level.number for level in stone.author_levels.all()}
        if not by_author.issuperset(range(stone.top_level)):
            wanted.append(stone.level_count)
    return max(wanted)


def _levels(content: Content, count: int) -> WrittenLevels:
    embed, chat = get_embedder().embed, get_chat_model()
    if chat is None:
        return write_extract(content.text, count=count, embed=embed, count_tokens=count_tokens)
    return write_with_model(
        content.text,
        count=count,
        chat=chat,
        embed=embed,
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
                "origin": Origin.MODEL if written.model else Origin.EXTRACT,
                "model": written.model,
                "prompt_version": written.prompt_version,
                "created": timezone.now(),
            },
        )


def _give_back(job: Generation, error: LLMError) -> None:
    """Try again later where that may help; otherwise fail, with an extract in the levels' place."""
    pause = timedelta(seconds=error.retry_after) if error.retry_after else None
    # A budget comes back tomorrow: an extract today is worth more than a promise.
    retry = error.retryable and error.kind is not Kind.BUDGET
    again = job.fail(code=error.kind, error=str(error), retry=retry, pause=pause)
    log.warning("generation_failed", generation_id=job.pk, kind=error.kind, again=again)
    if not again:
        _show_extract(job.content)


def _show_extract(content: Content) -> None:
    """Put extracts in place of provisional levels, and of them alone: another attempt may have written better ones.

    Where embeddings are what failed, the provisional ones stay.
    """
    try:
        written = write_extract(
            content.text, count=_levels_wanted(content), embed=get_embedder().embed, count_tokens=count_tokens
        )
    except LLMError:
        return
    with transaction.atomic():
        for number, text in enumerate(written.texts):
            provisional = Level.objects.filter(
                content=content, stone=None, number=number, origin=Origin.PROVISIONAL
            )
            provisional.update(
                text=text, tokens=count_tokens(text), origin=Origin.EXTRACT, created=timezone.now()
            )


def regenerate(*, content: Content) -> Generation:
    """Ask for a content's levels anew, and for its passages where the embedder is another one now.

    What is there is shown until the new ones stand.
    """
    job, _ = Generation.objects.get_or_create(content=content, defaults={"account_id": content.account_id})
    job.restart()
    nudge_on_commit(GENERATE, job.pk)
    return job


def sweep() -> int:
    """Announce again what waits although nobody works on it. Returns how many jobs."""
    late = timezone.now() - SWEEP_AFTER
    waiting = Generation.objects.claimable().filter(due__lte=late)
    ids = list(waiting.order_by("due").values_list("pk", flat=True)[:SWEEP_BATCH])
    for generation_id in ids:
        if not nudge(GENERATE, generation_id):
            break
    return len(ids)

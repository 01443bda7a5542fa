"""The job that embeds a memory's passages, and what requests it again for vectors of another model."""

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs
from core.llm import LLMError, get_embedder
from core.llm.embeddings.embedder import Embedder, Vectors
from core.text.passages import Passage
from core.text.stretch_vectors import passage_vectors
from inbox.models import EMBED_MEMORY, Memory, MemoryPassage
from search.embed_texts import checked_embed

log = structlog.get_logger(__name__)

REQUEUE_BATCH = 500
# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)


@EMBED_MEMORY.runs
def embed_memory(job: Job, memory: Memory) -> None:
    """Make the vectors of one memory. Raises LLMError."""
    embedder = get_embedder()
    rows = list(memory.passages.defer("words", "embedding", "signature").order_by("ordinal"))
    if all(row.embedding_model == embedder.name for row in rows):
        return
    vectors = _passage_vectors(memory, rows, embedder)
    # Old vectors answer until this commit.
    with job.owned_transaction():
        for row, vector in zip(rows, vectors, strict=True):
            row.embedding, row.embedding_model = vector, embedder.name
        MemoryPassage.objects.bulk_update(rows, ["embedding", "embedding_model"], batch_size=200)
        job.finish()


def _passage_vectors(memory: Memory, rows: list[MemoryPassage], embedder: Embedder) -> Vectors:
    """(n, d), none of them zero. The memory's key is put above each passage, like a heading."""
    text = memory.text
    passages = [
        Passage(
            ordinal=row.ordinal,
            start_line=text.count("\n", 0, row.start) + 1,
            end_line=text.count("\n", 0, row.end) + 1,
            trail=" › ".join(filter(None, [memory.key, row.trail])),
            text=text[row.start : row.end],
            start=row.start,
            end=row.end,
        )
        for row in rows
    ]
    return passage_vectors(passages, embed=checked_embed(embedder))


def requeue_memories() -> int:
    """Request again what another model embedded, and what failed an hour ago. Returns how many."""
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("memories_not_compared", reason=str(error))
        return 0
    # Two ranges of the index on the name, which are empty nearly always.
    other = MemoryPassage.objects.filter(
        Q(embedding_model__gt="", embedding_model__lt=model) | Q(embedding_model__gt=model)
    )
    ids = set(other.values_list("memory_id", flat=True)[:REQUEUE_BATCH])
    is_old = Q(finished__lte=timezone.now() - FAILED_AFTER)
    failed = Job.objects.filter(state=JobState.FAILED)
    ids.update(failed.filter(is_old).targets(EMBED_MEMORY)[:REQUEUE_BATCH])
    if not ids:
        return 0
    busy = Job.objects.open() | failed.exclude(is_old)
    with transaction.atomic():
        rows = Memory.objects.filter(pk__in=ids).exclude(
            pk__in=busy.filter(target__in=ids).targets(EMBED_MEMORY)
        )
        memories = list(rows.select_for_update(skip_locked=True).order_by("pk"))
        request_jobs(memories, EMBED_MEMORY)
    return len(memories)

"""The job that embeds a memory's passages, and the sweep, which also finds vectors of another model."""

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import JobState
from core.jobs.run_job import release_job, run_job
from core.jobs.sweep_jobs import SWEEP_BATCH, enqueue_late
from core.llm import LLMError, get_embedder
from core.llm.embeddings.embedder import Embedder, Vectors
from core.text import Passage
from inbox.models import Memory, MemoryPassage
from search.embed_passages import embed_passages
from search.models import of_other_models

log = structlog.get_logger(__name__)

EMBED_TASK = "inbox.tasks.embed_memory"
# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)


def embed_memory(*, memory_id: str) -> None:
    """Make the vectors of one memory, if that is still to be done. Safe to repeat and to run twice at once."""
    memory = Memory.objects.claim(memory_id, lease=LEASE_DURATION)
    if memory is None:
        return
    with run_job(memory):
        try:
            _embed(memory)
        except LLMError as error:
            release_job(memory, error)


def _embed(memory: Memory) -> None:
    embedder = get_embedder()
    rows = list(memory.passages.defer("words", "embedding").order_by("ordinal"))
    if all(row.embedding_model == embedder.name for row in rows):
        with memory.owned_transaction():
            memory.finish()
        return
    vectors = _passage_vectors(memory, rows, embedder)
    # Old vectors answer until this commit.
    with memory.owned_transaction():
        for row, vector in zip(rows, vectors, strict=True):
            row.embedding, row.embedding_model = vector, embedder.name
        MemoryPassage.objects.bulk_update(rows, ["embedding", "embedding_model"], batch_size=200)
        memory.finish()


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
    return embed_passages(passages, embedder)


def sweep_memories() -> int:
    """Enqueue again what no worker has claimed, and what another model embedded. Returns how many there were."""
    _requeue_stale()
    return enqueue_late(Memory.objects.all(), EMBED_TASK)


def _requeue_stale() -> None:
    """Restart the jobs of memories with another model's vectors, and of those that failed an hour ago."""
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("memories_not_compared", reason=str(error))
        return
    other = MemoryPassage.objects.filter(of_other_models(model))
    ids = set(other.values_list("memory_id", flat=True)[:SWEEP_BATCH])
    failed = Memory.objects.filter(state=JobState.FAILED, finished__lte=timezone.now() - FAILED_AFTER)
    ids.update(failed.values_list("pk", flat=True)[:SWEEP_BATCH])
    if not ids:
        return
    with transaction.atomic():
        rows = Memory.objects.filter(pk__in=ids).exclude(state__in=[JobState.PENDING, JobState.RUNNING])
        recent = Q(state=JobState.FAILED, finished__gt=timezone.now() - FAILED_AFTER)
        for memory in rows.exclude(recent).select_for_update(of=("self",), skip_locked=True).order_by("pk"):
            memory.restart()

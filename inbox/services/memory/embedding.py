"""The job of a memory: vectors for its passages; and the sweep, which also notices that the model has changed."""

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from inbox.models import Memory, MemoryPassage
from jobs.keeping import LEASE
from jobs.models import JobState
from jobs.nudge import nudge
from jobs.working import give_back, working
from llm import LLMError, get_embedder
from llm.embeddings.base import Embedder, Vectors
from texts import Embed, Passage, passage_vectors

log = structlog.get_logger(__name__)

EMBED = "inbox.tasks.embed_memory"
# A job whose message was lost waits this long before the sweep announces it again.
SWEEP_AFTER = timedelta(seconds=30)
SWEEP_BATCH = 500
# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)


def embed_memory(*, memory_id: str) -> None:
    """Make the vectors of one memory, if that is still to be done. Safe to repeat and to run twice at once."""
    memory = Memory.objects.claim(memory_id, lease=LEASE)
    if memory is None:
        return
    with working(memory):
        try:
            _embed(memory)
        except LLMError as error:
            give_back(memory, error)


def _embed(memory: Memory) -> None:
    embedder = get_embedder()
    rows = list(memory.passages.defer("words", "embedding").order_by("ordinal"))
    if all(row.embedding_model == embedder.name for row in rows):
        with memory.held():
            memory.finish()
        return
    vectors = _vectors(memory, rows, embedder)
    # Old vectors answer until this commit.
    with memory.held():
        for row, vector in zip(rows, vectors, strict=True):
            row.embedding, row.embedding_model = vector, embedder.name
        MemoryPassage.objects.bulk_update(rows, ["embedding", "embedding_model"], batch_size=200)
        memory.finish()


def _vectors(memory: Memory, rows: list[MemoryPassage], embedder: Embedder) -> Vectors:
    """(n, d), none of them zero. The memory's key stands above each passage, as a heading would."""
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
    vectors = passage_vectors(passages, embed=_each_once(embedder.embed))
    if not (np.isfinite(vectors).all() and vectors.any(axis=1).all()):
        raise ValueError(f"{embedder.name} gave a vector without a direction")
    return vectors


def _each_once(embed: Embed) -> Embed:
    """The same, but a text is not embedded twice: a short memory is its own passage and its own stretch."""
    known: dict[str, Vectors] = {}

    def embedded(texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, embed(new), strict=True))
        return np.array([known[text] for text in texts], dtype=np.float32)

    return embedded


def sweep_memories() -> int:
    """Announce what waits although nobody works on it, and what another model embedded. Returns how many."""
    _ask_anew()
    late = timezone.now() - SWEEP_AFTER
    waiting = Memory.objects.claimable().filter(due__lte=late).order_by("due")
    ids = list(waiting.values_list("pk", flat=True)[:SWEEP_BATCH])
    for memory_id in ids:
        if not nudge(EMBED, memory_id):
            break
    return len(ids)


def _ask_anew() -> None:
    """Put back what has vectors of another model than this site's, and what failed an hour ago."""
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("memories_not_compared", reason=str(error))
        return
    # Two ranges of the index on the name, which are empty nearly always.
    other = MemoryPassage.objects.filter(
        Q(embedding_model__gt="", embedding_model__lt=model) | Q(embedding_model__gt=model)
    )
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

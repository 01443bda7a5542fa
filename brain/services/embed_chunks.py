"""The embedding job of a note and of the profile; both rows are jobs of one kind."""

from collections.abc import Sequence

import numpy as np
import structlog

from brain.models import Chunk, Note, Profile
from brain.retrieval import chunk_vectors
from brain.services.store_chunks import chunk_texts
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.run_job import release_job, run_job
from core.llm import LLMError, get_embedder
from core.llm.embeddings.embedder import Embedder, Vectors
from core.text import Embed

log = structlog.get_logger(__name__)

EMBED_NOTE = "brain.tasks.embed_note"
EMBED_PROFILE = "brain.tasks.embed_profile"
BATCH_SIZE = 200


def embed_note(*, note_id: str) -> None:
    """Embed one note, if still due. Safe to repeat and to run twice at once."""
    run_embedding_job(Note.objects.claim(note_id, lease=LEASE_DURATION))


def embed_profile(*, profile_id: int) -> None:
    """Embed one profile, if still due. Safe to repeat and to run twice at once."""
    run_embedding_job(Profile.objects.claim(profile_id, lease=LEASE_DURATION))


def run_embedding_job(owner: Note | Profile | None) -> None:
    """Run a claimed job and record its outcome in its row. None: another worker has it, or it is done."""
    if owner is None:
        return
    with run_job(owner):
        try:
            _embed(owner)
        except LLMError as error:
            release_job(owner, error)


def _embed(owner: Note | Profile) -> None:
    embedder = get_embedder()
    rows = list(owner.chunks.defer("words", "embedding").order_by("ordinal"))
    if all(row.embedding_model == embedder.name for row in rows):
        with owner.owned_transaction():
            owner.finish()
        return
    vectors = _vectors(owner, rows, embedder)
    # The old vectors are used until this commit.
    with owner.owned_transaction():
        for row, vector in zip(rows, vectors, strict=True):
            row.embedding, row.embedding_model = vector, embedder.name
        Chunk.objects.bulk_update(rows, ["embedding", "embedding_model"], batch_size=BATCH_SIZE)
        owner.finish()


def _vectors(owner: Note | Profile, rows: list[Chunk], embedder: Embedder) -> Vectors:
    """(n, d), no zero rows."""
    texts, embed = chunk_texts(owner, rows), _require_direction(embedder)
    if isinstance(owner, Profile):
        return chunk_vectors(texts, embed=embed)
    return chunk_vectors(
        texts, embed=embed, title=owner.title, description=owner.description, tags=owner.tags
    )


def _require_direction(embedder: Embedder) -> Embed:
    """Wraps `embed` so that each vector is checked before it is mixed with another, which would hide a zero vector."""

    def embed(texts: Sequence[str]) -> Vectors:
        vectors = embedder.embed(texts)
        if len(vectors) != len(texts) or not (np.isfinite(vectors).all() and vectors.any(axis=1).all()):
            raise ValueError(f"{embedder.name} gave a vector without a direction")
        return vectors

    return embed

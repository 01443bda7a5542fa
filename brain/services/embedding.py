"""The job of a note and of the profile: vectors for its chunks. The rows of both are jobs of one kind."""

from collections.abc import Sequence

import numpy as np
import structlog

from brain.models import Chunk, Note, Profile
from brain.retrieval import chunk_vectors
from brain.services.chunks import chunk_texts
from jobs.keeping import LEASE
from jobs.working import give_back, working
from llm import LLMError, get_embedder
from llm.embeddings.base import Embedder, Vectors
from texts import Embed

log = structlog.get_logger(__name__)

EMBED_NOTE = "brain.tasks.embed_note"
EMBED_PROFILE = "brain.tasks.embed_profile"
WRITTEN_AT_ONCE = 200


def embed_note(*, note_id: str) -> None:
    """Make the vectors of one note, if that is still to be done. Safe to repeat and to run twice at once."""
    work_on(Note.objects.claim(note_id, lease=LEASE))


def embed_profile(*, profile_id: int) -> None:
    """The same of a profile."""
    work_on(Profile.objects.claim(profile_id, lease=LEASE))


def work_on(owner: Note | Profile | None) -> None:
    """Do a claimed job, and keep what it came to in its row. None: another worker has it, or it is done."""
    if owner is None:
        return
    with working(owner):
        try:
            _embed(owner)
        except LLMError as error:
            give_back(owner, error)


def _embed(owner: Note | Profile) -> None:
    embedder = get_embedder()
    rows = list(owner.chunks.defer("words", "embedding").order_by("ordinal"))
    if all(row.embedding_model == embedder.name for row in rows):
        with owner.held():
            owner.finish()
        return
    vectors = _vectors(owner, rows, embedder)
    # Old vectors answer until this commit.
    with owner.held():
        for row, vector in zip(rows, vectors, strict=True):
            row.embedding, row.embedding_model = vector, embedder.name
        Chunk.objects.bulk_update(rows, ["embedding", "embedding_model"], batch_size=WRITTEN_AT_ONCE)
        owner.finish()


def _vectors(owner: Note | Profile, rows: list[Chunk], embedder: Embedder) -> Vectors:
    """(n, d), none of them without a direction."""
    texts, embed = chunk_texts(owner, rows), _checked(embedder)
    if isinstance(owner, Profile):
        return chunk_vectors(texts, embed=embed)
    return chunk_vectors(
        texts, embed=embed, title=owner.title, description=owner.description, tags=owner.tags
    )


def _checked(embedder: Embedder) -> Embed:
    """Every vector is looked at before it is mixed with another, which would hide that it has no direction."""

    def embed(texts: Sequence[str]) -> Vectors:
        vectors = embedder.embed(texts)
        if len(vectors) != len(texts) or not (np.isfinite(vectors).all() and vectors.any(axis=1).all()):
            raise ValueError(f"{embedder.name} gave a vector without a direction")
        return vectors

    return embed

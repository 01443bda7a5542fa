"""The embedding jobs of notes and of the profile."""

from brain.models import EMBED_NOTE, EMBED_PROFILE, Chunk, Note, Profile
from brain.retrieval import chunk_vectors
from brain.services.store_chunks import chunk_texts
from core.jobs.models import Job
from core.llm import get_embedder
from core.llm.embeddings.embedder import Embedder, Vectors
from search.embed_texts import checked_embed

BATCH_SIZE = 200


@EMBED_NOTE.runs
@EMBED_PROFILE.runs
def embed_chunks(job: Job, owner: Note | Profile) -> None:
    """Make the vectors of its chunks, unless this model has. The old ones are used until then. Raises LLMError."""
    embedder = get_embedder()
    with job.owned_transaction():
        # Text and chunks of one version: an edit waits for this transaction, and replaces the chunks.
        owner.refresh_from_db()
        rows = list(owner.chunks.defer("words", "embedding").order_by("ordinal"))
    if all(row.embedding_model == embedder.name for row in rows):
        return
    vectors = _vectors(owner, rows, embedder)
    with job.owned_transaction():
        for row, vector in zip(rows, vectors, strict=True):
            row.embedding, row.embedding_model = vector, embedder.name
        Chunk.objects.bulk_update(rows, ["embedding", "embedding_model"], batch_size=BATCH_SIZE)
        job.finish()


def _vectors(owner: Note | Profile, rows: list[Chunk], embedder: Embedder) -> Vectors:
    """(n, d), no zero rows."""
    texts, embed = chunk_texts(owner, rows), checked_embed(embedder)
    if isinstance(owner, Profile):
        return chunk_vectors(texts, embed=embed)
    return chunk_vectors(
        texts, embed=embed, title=owner.title, description=owner.description, tags=owner.tags
    )

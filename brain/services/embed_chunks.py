"""The vectors of the chunks of notes and of the profile."""

from collections.abc import Sequence

from brain.models import EMBED_NOTE, EMBED_PROFILE, Chunk, Note, Profile
from brain.retrieval.chunk_features import chunk_vectors
from brain.services.store_chunks import chunk_texts
from core.llm.embeddings.embedder import Vectors
from core.text.stretch_vectors import Embed
from search.embed_passages import embeds_passages


@embeds_passages(EMBED_NOTE)
def note_vectors(note: Note, rows: Sequence[Chunk], embed: Embed) -> Vectors:
    return chunk_vectors(
        chunk_texts(note.body, rows),
        embed=embed,
        title=note.title,
        description=note.description,
        tags=note.tags,
    )


@embeds_passages(EMBED_PROFILE)
def profile_vectors(profile: Profile, rows: Sequence[Chunk], embed: Embed) -> Vectors:
    return chunk_vectors(chunk_texts(profile.text, rows), embed=embed)

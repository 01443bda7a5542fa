"""The chunks of a note or of the profile as rows. Words find them at once, vectors once the job is done."""

from collections.abc import Sequence
from typing import Any

from brain.models import Chunk, Note, Profile
from brain.models.notes import notes_space, profile_space
from brain.retrieval.chunk_features import chunk_stems
from brain.retrieval.note_chunks import ChunkText, split_chunks
from core.text.hidden_spans import mask_comments
from search.models import space_words


def chunk_rows(owner: Note | Profile) -> list[Chunk]:
    """The chunks of its text, unsaved and without vectors."""
    if isinstance(owner, Note):
        about: dict[str, Any] = {"title": owner.title, "description": owner.description, "tags": owner.tags}
        space = notes_space(owner.account_id)
        return [
            _row(chunk, space, chunk_stems(chunk, **about), note=owner) for chunk in split_chunks(owner.body)
        ]
    space = profile_space(owner.account_id)
    return [_row(chunk, space, chunk_stems(chunk), profile=owner) for chunk in split_chunks(owner.text)]


def _row(chunk: ChunkText, space: str, stems: Sequence[str], **owner: Any) -> Chunk:
    (account,) = (each.account_id for each in owner.values())
    return Chunk(
        account_id=account,
        **owner,
        space=space,
        ordinal=chunk.ordinal,
        stretch=chunk.stretch,
        start=chunk.start,
        end=chunk.end,
        trail=chunk.trail,
        words=space_words(space, stems),
    )


def replace_chunks(owner: Note | Profile) -> None:
    """Replace its stored chunks. Call while the owner's row is locked."""
    owner.passages.all().delete()
    Chunk.objects.bulk_create(chunk_rows(owner))


def chunk_texts(text: str, rows: Sequence[Chunk]) -> list[ChunkText]:
    """Stored chunks as `ChunkText`."""
    text = mask_comments(text)
    return [
        ChunkText(row.ordinal, row.start, row.end, text[row.start : row.end], row.trail, row.stretch)
        for row in rows
    ]

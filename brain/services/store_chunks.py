"""The chunks of a note or of the profile as rows. Words find them at once, vectors once the job is done."""

from functools import partial

from django.contrib.postgres.fields import ArrayField
from django.db.models import Func, TextField, Value

from brain.models import Chunk, Note, Profile
from brain.retrieval import ChunkText, chunk_stems, split_chunks


def chunk_rows(owner: Note | Profile) -> list[Chunk]:
    """The chunks of its text, unsaved and without vectors."""
    if isinstance(owner, Note):
        stems = partial(chunk_stems, title=owner.title, description=owner.description, tags=owner.tags)
        return [_row(chunk, stems(chunk), note=owner) for chunk in split_chunks(owner.body)]
    return [_row(chunk, chunk_stems(chunk), profile=owner) for chunk in split_chunks(owner.text)]


def replace_chunks(owner: Note | Profile) -> None:
    """Replace its stored chunks. Call while the owner's row is locked."""
    owner.chunks.all().delete()
    Chunk.objects.bulk_create(chunk_rows(owner))


def chunk_texts(owner: Note | Profile, rows: list[Chunk]) -> list[ChunkText]:
    """Stored chunks as `ChunkText`."""
    text = owner.body if isinstance(owner, Note) else owner.text
    return [ChunkText(row.ordinal, row.start, row.end, text[row.start : row.end], row.trail) for row in rows]


def _row(
    chunk: ChunkText, stems: list[str], *, note: Note | None = None, profile: Profile | None = None
) -> Chunk:
    owner = note or profile
    assert owner is not None
    return Chunk(
        account_id=owner.account_id,
        note=note,
        profile=profile,
        ordinal=chunk.ordinal,
        start=chunk.start,
        end=chunk.end,
        trail=chunk.trail,
        words=Func(Value(stems, output_field=ArrayField(TextField())), function="array_to_tsvector"),
    )

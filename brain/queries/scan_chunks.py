"""Scans all chunks of an account exactly: which of a question's words each has, and how near its vector is.

The database returns a few numbers of each chunk in one block; weighing them in SQL took twice as long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from pgvector import HalfVector

from brain.models import Chunk, Note
from core.llm.embeddings.embedder import Vectors
from core.text import as_tsquery

_ROW = np.dtype(
    [("note", "S26"), ("start", ">i4"), ("end", ">i4"), ("id", ">i8"), ("similarity", ">f4"), ("mask", ">i8")]
)
PROFILE = b"-" * 26
"""In place of a note's id in the chunks of the profile."""


@dataclass(frozen=True, slots=True)
class ChunkQuery:
    """A question, and whose chunks to compare it with."""

    account_id: int
    stems: Sequence[str]
    vector: Vectors | None
    """(d,), by `model`; None: by words alone."""
    model: str
    tags: Sequence[str] = ()
    """Only notes that have all of them, and the profile."""
    profile: bool = True
    """Whether the profile is scanned, too."""


@dataclass(frozen=True, slots=True)
class ScannedChunks:
    """Chunks of notes and of the profile, those of one text together and in its order; all arrays are (n,)."""

    texts: NDArray[np.bytes_]
    """The note's id, or PROFILE."""
    ids: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    similarities: NDArray[np.float64]
    """Cosine with the question; NaN without a vector, or with one of another model."""
    masks: NDArray[np.int64]
    """Bit w is set if the chunk holds the question's word w."""
    usual_model: str
    """The model of most of these vectors; empty if most chunks have none."""


def scan_chunks(query: ChunkQuery) -> ScannedChunks:
    """All chunks that the query may see. One query."""
    # The fragments are numbers and names of ours; everything that was typed is a parameter.
    bits = " + ".join(
        f"CASE WHEN c.words @@ %(stem{at})s::tsquery THEN {1 << at} ELSE 0 END"
        for at in range(len(query.stems))
    )
    statement = f"""
        SELECT string_agg(coalesce(c.note_id, %(profile)s)::bytea || int4send(c.start) || int4send(c."end")
                || int8send(c.id) || float4send(coalesce({_SIMILARITY}, 'nan')::real) || int8send({bits or 0}), ''
                ORDER BY c.note_id COLLATE "C", c.ordinal),
            mode() WITHIN GROUP (ORDER BY c.embedding_model)
        {_SCANNED_CHUNKS}
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, _parameters(query))
        found, usual = cursor.fetchone() or (None, None)
    rows = np.frombuffer(found or b"", dtype=_ROW)
    return ScannedChunks(
        texts=rows["note"].copy(),
        ids=rows["id"].astype(np.int64),
        starts=rows["start"].astype(np.int64),
        ends=rows["end"].astype(np.int64),
        similarities=rows["similarity"].astype(np.float64),
        masks=rows["mask"].astype(np.int64),
        usual_model=usual or "",
    )


def trails_of(account_id: int, ids: Sequence[int]) -> dict[int, str]:
    """The headings above some chunks, by chunk id. One query."""
    rows = Chunk.objects.filter(account_id=account_id, pk__in=ids)
    return dict(rows.values_list("pk", "trail"))


# Vectors of another model may have other dimensions and mean something else: never compared.
_SIMILARITY = "CASE WHEN c.embedding_model = %(model)s THEN 1 - (c.embedding <=> %(vector)s::halfvec) END"

_SCANNED_CHUNKS = f"""
    FROM {Chunk._meta.db_table} c LEFT JOIN {Note._meta.db_table} n ON n.id = c.note_id
    WHERE c.account_id = %(account)s
        AND ((%(include_profile)s AND c.note_id IS NULL)
            OR (n.account_id = %(account)s AND n.tags @> %(tags)s::varchar[]))
"""


def _parameters(query: ChunkQuery) -> dict[str, Any]:
    vector = None if query.vector is None else HalfVector(query.vector.tolist()).to_text()
    return {
        "account": query.account_id,
        "profile": PROFILE.decode(),
        "include_profile": query.profile,
        "tags": list(query.tags),
        "vector": vector,
        # No chunk has this model.
        "model": "-" if vector is None else query.model,
        **{f"stem{at}": as_tsquery(stem) for at, stem in enumerate(query.stems)},
    }

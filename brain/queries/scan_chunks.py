"""All chunks of an account, compared exactly with a question."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brain.models import Chunk, Note
from search.question import SearchQuestion
from search.scan_passages import IDENTIFIER, INTEGER, scan_passages

PROFILE = b"-" * 26
"""In place of a note's id in the chunks of the profile."""


@dataclass(frozen=True, slots=True)
class ChunkQuery:
    """A question, and whose chunks to compare it with."""

    account_id: int
    question: SearchQuestion
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
    found, usual_model = scan_passages(
        query.question,
        _SCANNED_CHUNKS,
        {
            "account": query.account_id,
            "profile": PROFILE.decode(),
            "include_profile": query.profile,
            "tags": list(query.tags),
        },
        {
            "texts": ("coalesce(p.note_id, %(profile)s)", IDENTIFIER),
            "ids": ("p.id", INTEGER),
            "starts": ("p.start", INTEGER),
            "ends": ('p."end"', INTEGER),
        },
        order='p.note_id COLLATE "C", p.ordinal',
        aggregate="mode() WITHIN GROUP (ORDER BY p.embedding_model)",
    )
    return ScannedChunks(**found, usual_model=usual_model or "")


def trails_of(account_id: int, ids: Sequence[int]) -> dict[int, str]:
    """The headings above some chunks, by chunk id. One query."""
    rows = Chunk.objects.filter(account_id=account_id, pk__in=ids)
    return dict(rows.values_list("pk", "trail"))


_SCANNED_CHUNKS = f"""
    FROM {Chunk._meta.db_table} p LEFT JOIN {Note._meta.db_table} n ON n.id = p.note_id
    WHERE p.account_id = %(account)s
        AND ((%(include_profile)s AND p.note_id IS NULL)
            OR (n.account_id = %(account)s AND n.tags @> %(tags)s::varchar[]))
"""

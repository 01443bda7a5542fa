"""What a collection's own texts say about how sure an answer can be."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from llm.embeddings.base import Embedder, Vectors, unit_rows
from quickstart.kinds import TextKind
from quickstart.models import Collection, IndexedText
from quickstart.ranking.calibration import calibrate, sample
from quickstart.ranking.sampling import Texts

ASKS = (TextKind.QUESTION, TextKind.VARIANT, TextKind.TITLE, TextKind.TRIGGER, TextKind.DESCRIPTION)
"""Kinds that are ways of asking."""


def calibrated(collection: Collection, embedder: Embedder) -> dict[str, Any]:
    """Of the entries and of the skills, as JSON; the same for the same texts and vectors. Raises LLMError."""
    return {
        name: calibrate(sample(_texts(collection, owner, embedder), embed=embedder.embed)).to_json()
        for name, owner in (("entries", "entry_id"), ("skills", "skill_id"))
    }


def _texts(collection: Collection, owner: str, embedder: Embedder) -> Texts:
    """Every text of the entries or skills that has a vector of this model."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""SELECT {owner}, kind, text, tsvector_to_array(words),
                    halfvec_send(CASE WHEN embedding_model = %(model)s THEN embedding ELSE coming END)
                FROM {IndexedText._meta.db_table}
                WHERE account_id = %(account)s AND collection_id = %(collection)s AND {owner} IS NOT NULL
                    AND %(model)s IN (embedding_model, coming_model)
                ORDER BY {owner}, ordinal""",  # noqa: S608 (names of ours)
            {"account": collection.account_id, "collection": collection.pk, "model": embedder.name},
        )
        rows = cursor.fetchall()
    return Texts(
        wordings=[text for _, _, text, *_ in rows],
        vectors=_matrix([sent for *_, sent in rows], embedder.dimensions),
        items=_numbered([number for number, *_ in rows]),
        asks=np.array([kind in ASKS for _, kind, *_ in rows], dtype=np.bool_),
        stems=[frozenset(stems) for *_, stems, _ in rows],
    )


def _numbered(owners: Sequence[int]) -> NDArray[np.intp]:
    """From 0 without gaps."""
    return np.unique(np.array(owners, dtype=np.int64), return_inverse=True)[1].astype(np.intp)


def _matrix(sent: Sequence[bytes], dimensions: int) -> Vectors:
    """(n, d), unit rows. Two numbers of 16 bits stand before each vector: its dimensions, and nothing."""
    halves = np.frombuffer(b"".join(each[4:] for each in sent), dtype=">f2").reshape(-1, dimensions)
    vectors = halves.astype(np.float32)
    return unit_rows(vectors)

"""Calibration of a collection from its own texts: how sure an answer can be."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from core.llm.embeddings.embedder import Embedder, Vectors, unit_rows
from quickstart.kinds import REPEATING, TextKind
from quickstart.models import Collection, IndexedText
from quickstart.queries.candidates import ASKING
from quickstart.queries.linked_skills import named_skills
from quickstart.ranking.fit_calibration import calibrate, draw_samples
from quickstart.ranking.pseudo_queries import CollectionTexts

ASKS = (TextKind.QUESTION, TextKind.VARIANT, TextKind.TITLE, TextKind.TRIGGER, TextKind.DESCRIPTION)
"""Kinds of texts that are wordings."""


class _Row(NamedTuple):
    owner: int
    kind: int
    text: str
    words: Sequence[str]
    """Stems, each behind its space and a colon."""
    vector: bytes
    """As the database sends a halfvec."""


def calibrate_collection(collection: Collection, embedder: Embedder) -> dict[str, Any]:
    """Calibrations of entries and of skills, as JSON; deterministic for the same texts and vectors. Raises LLMError."""
    entries = _rows(collection, "entry_id", embedder)
    skills = _rows(collection, "skill_id", embedder)
    own = np.array([row.kind in ASKS for row in skills], dtype=np.bool_)
    linked = _linked_question_rows(collection, entries, skills)
    texts = {
        "entries": _texts(entries, np.array([row.kind in ASKS for row in entries], dtype=np.bool_), embedder),
        # Entries' wordings help to find a skill, but are not used as questions to skills.
        "skills": _texts([*skills, *linked], np.append(own, np.zeros(len(linked), dtype=np.bool_)), embedder),
    }
    return {
        name: calibrate(draw_samples(each, embed=embedder.embed_questions)).to_json()
        for name, each in texts.items()
    }


def _linked_question_rows(
    collection: Collection, entries: Sequence[_Row], skills: Sequence[_Row]
) -> list[_Row]:
    """As `Candidates.with_linked_questions` does for a question."""
    links = named_skills(account_id=collection.account_id, collection_id=collection.pk)
    here = {row.owner for row in skills}
    return [
        row._replace(owner=skill)
        for row in entries
        if row.kind in ASKING
        for skill in links.get(row.owner, ())
        if skill in here
    ]


def _rows(collection: Collection, owner: str, embedder: Embedder) -> list[_Row]:
    """Every text of the entries or skills with a vector of this model, except texts that repeat others.

    A wording that is left out as a pseudo query would still be found in a text that repeats it.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""SELECT {owner}, kind, text, tsvector_to_array(words),
                    halfvec_send(CASE WHEN embedding_model = %(model)s THEN embedding ELSE next_embedding END)
                FROM {IndexedText._meta.db_table}
                WHERE account_id = %(account)s AND collection_id = %(collection)s AND {owner} IS NOT NULL
                    AND %(model)s IN (embedding_model, next_embedding_model) AND NOT kind = ANY(%(repeating)s)
                ORDER BY {owner}, ordinal""",  # noqa: S608 (names of ours)
            {
                "account": collection.account_id,
                "collection": collection.pk,
                "model": embedder.name,
                "repeating": list(REPEATING),
            },
        )
        return [_Row(*row) for row in cursor.fetchall()]


def _texts(rows: Sequence[_Row], is_wording: NDArray[np.bool_], embedder: Embedder) -> CollectionTexts:
    return CollectionTexts(
        wordings=[row.text for row in rows],
        vectors=_matrix([row.vector for row in rows], embedder.dimensions),
        items=_dense_numbers([row.owner for row in rows]),
        is_wording=is_wording,
        stems=[frozenset(word.partition(":")[2] for word in row.words) for row in rows],
    )


def _dense_numbers(owners: Sequence[int]) -> NDArray[np.intp]:
    """From 0 without gaps."""
    return np.unique(np.array(owners, dtype=np.int64), return_inverse=True)[1].astype(np.intp)


def _matrix(sent: Sequence[bytes], dimensions: int) -> Vectors:
    """(n, d), unit rows. Two 16-bit numbers precede each vector: its dimensions, and zero."""
    halves = np.frombuffer(b"".join(each[4:] for each in sent), dtype=">f2").reshape(-1, dimensions)
    vectors = halves.astype(np.float32)
    return unit_rows(vectors)

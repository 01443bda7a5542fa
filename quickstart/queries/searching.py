"""Looking at the texts of one collection by words and vectors: at all of them, or in a large one at the likely owners'.

The database tells five things of each text and no more, in one piece: grouping and weighing them in SQL would take
twice as long as handing them over.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray
from pgvector import HalfVector

from llm.embeddings.base import Vectors
from quickstart.kinds import TextKind
from quickstart.models import Entry, IndexedText, Skill

LARGE = 30_000
"""Texts from which on a scan of all of them would be felt."""
INDEXED_DIMENSIONS = 384
"""Of the local model. Only vectors of this size are in the index of nearest ones; others are scanned, all of them."""
NEAREST = 400
BY_WORDS = 400
"""In a large collection: so many texts of each sort name the owners that are looked at."""
RAREST = 4
COUNTED = 3_000
EXPLORED = 200

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the collection that is asked."""

    account_id: int
    collection_id: int
    stems: Sequence[str]
    vector: Vectors | None
    """(d,), of `model`; None: by words alone."""
    model: str


Kind = Literal["entry", "skill"]


@dataclass(frozen=True, slots=True)
class Totals:
    """Of the whole collection, even where only a part is looked at: what the weight of a word comes from."""

    count: int
    """Owners."""
    holding: Numbers
    """How many of them have each of the question's words, (w,); of common words a lower bound."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Texts that were looked at, all arrays (n,), a place a text."""

    numbers: Numbers
    """Of the texts' rows."""
    owners: Numbers
    """Numbers of the rows of entries; those of skills are negative while both are together."""
    bodies: NDArray[np.bool_]
    """Whether the text is a passage of an answer or of a skill's body."""
    similarities: NDArray[np.float64]
    """Cosine with the question; NaN where the text has no vector of the question's model."""
    masks: Numbers
    """Bit w tells whether the text holds the question's word w."""
    totals: Mapping[Kind, Totals]
    """Empty: these are all texts of the collection."""

    def of(self, kind: Kind) -> "Seen":
        """The texts of entries, or those of skills, whose numbers are then as in the database."""
        mine = self.owners > 0 if kind == "entry" else self.owners < 0
        return Seen(
            numbers=self.numbers[mine],
            owners=np.abs(self.owners[mine]),
            bodies=self.bodies[mine],
            similarities=self.similarities[mine],
            masks=self.masks[mine],
            totals={kind: self.totals[kind]} if self.totals else {},
        )

    @property
    def holding(self) -> Numbers | None:
        """For a Seen of one kind: see Totals. None: it can be counted."""
        return next((each.holding for each in self.totals.values()), None)

    @property
    def count(self) -> int | None:
        return next((each.count for each in self.totals.values()), None)


def search(asked: Asked) -> Seen:
    """Every text of a collection, exactly; of a large one those of the owners that come into question."""
    if not is_large(asked):
        return _scan(asked)
    totals = _totals(asked)
    with transaction.atomic():
        owners = _by_words(asked, totals["entry"].holding + totals["skill"].holding) | _near(asked)
    return _scan(asked, owners, totals)


def is_large(asked: Asked) -> bool:
    """Whether its texts are more than are scanned, and may be found by the index."""
    if asked.vector is not None and len(asked.vector) != INDEXED_DIMENSIONS:
        return False
    texts = IndexedText.objects.filter(account_id=asked.account_id, collection_id=asked.collection_id)
    return texts[LARGE : LARGE + 1].exists()


def vectors_of(numbers: Sequence[int]) -> dict[int, Vectors]:
    """The stored vectors of these texts, by the number of their row."""
    rows = _rows(
        f"SELECT id, halfvec_send(embedding) FROM {_TEXTS} WHERE id = ANY(%(numbers)s) AND embedding IS NOT NULL",  # noqa: S608
        {"numbers": list(numbers)},
    )
    # Two numbers of 16 bits stand before the vector: its dimensions, and nothing.
    return {number: np.frombuffer(sent, dtype=">f2", offset=4).astype(np.float32) for number, sent in rows}


_TEXTS = IndexedText._meta.db_table
_ENTRIES, _SKILLS = Entry._meta.db_table, Skill._meta.db_table
_PUBLISHED = "o.account_id = %(account)s AND o.collection_id = %(collection)s AND o.review = 'published'"
_OWNER = "coalesce(t.entry_id, -t.skill_id)"
_OWNED = "AND (t.entry_id = ANY(%(entries)s::bigint[]) OR t.skill_id = ANY(%(skills)s::bigint[]))"
_WHERE = "t.account_id = %(account)s AND t.collection_id = %(collection)s"
# Vectors of another model have other dimensions, perhaps, and other directions surely: never compared.
_SIMILARITY = "CASE WHEN t.embedding_model = %(model)s THEN 1 - (t.embedding <=> %(vector)s::halfvec) END"


def _scan(
    asked: Asked, owners: Collection[int] | None = None, totals: Mapping[Kind, Totals] | None = None
) -> Seen:
    """Every text, or those of these owners alone, when the others have been counted."""
    # The parts are numbers and names of ours; everything that was typed is a parameter.
    bits = " + ".join(
        f"CASE WHEN t.words @@ %(stem{at})s::tsquery THEN {1 << at} ELSE 0 END"
        for at in range(len(asked.stems))
    )
    statement = f"""
        SELECT string_agg(int8send(t.id), ''),
               string_agg(int8send({_OWNER}), ''),
               string_agg(boolsend(t.kind = ANY(%(bodies)s)), ''),
               string_agg(float4send(coalesce({_SIMILARITY}, 'nan')::real), ''),
               string_agg(int8send({bits or 0}), '')
        FROM {_TEXTS} t WHERE {_WHERE} {"" if owners is None else _OWNED}
    """  # noqa: S608
    given = _parameters(asked) | {
        "entries": [one for one in owners or () if one > 0],
        "skills": [-one for one in owners or () if one < 0],
    }
    ((numbers, owned, bodies, similarities, masks),) = _rows(statement, given)
    return Seen(
        numbers=np.frombuffer(numbers or b"", dtype=">i8").astype(np.int64),
        owners=np.frombuffer(owned or b"", dtype=">i8").astype(np.int64),
        bodies=np.frombuffer(bodies or b"", dtype=np.bool_),
        similarities=np.frombuffer(similarities or b"", dtype=">f4").astype(np.float64),
        masks=np.frombuffer(masks or b"", dtype=">i8").astype(np.int64),
        totals=totals or {},
    )


def _totals(asked: Asked) -> dict[Kind, Totals]:
    """Words by their index, each counted up to COUNTED texts: beyond that one tells next to nothing."""
    held = "".join(
        f""", (SELECT ARRAY[count(DISTINCT held.entry_id), count(DISTINCT held.skill_id)] FROM (
            SELECT t.entry_id, t.skill_id FROM {_TEXTS} t
            WHERE {_WHERE} AND t.words @@ %(stem{at})s::tsquery LIMIT {COUNTED}) held)"""  # noqa: S608
        for at in range(len(asked.stems))
    )
    statement = f"""
        SELECT (SELECT ARRAY[
            (SELECT count(*) FROM {_ENTRIES} o WHERE {_PUBLISHED}),
            (SELECT count(*) FROM {_SKILLS} o WHERE {_PUBLISHED})]) {held}
    """  # noqa: S608
    (((entries, skills), *words),) = _rows(statement, _parameters(asked))
    return {
        "entry": Totals(entries, np.array([one for one, _ in words], dtype=np.int64)),
        "skill": Totals(skills, np.array([one for _, one in words], dtype=np.int64)),
    }


def _near(asked: Asked) -> set[int]:
    """The owners of the nearest texts, by the index."""
    if asked.vector is None:
        return set()
    # More is explored than usual, and on until enough are of this collection.
    _rows(
        "SELECT set_config('hnsw.ef_search', %(explored)s, true),"
        " set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('enable_sort', 'off', true)",
        {"explored": str(EXPLORED)},
    )
    statement = f"""
        SELECT {_OWNER} FROM {_TEXTS} t
        WHERE {_WHERE} AND t.embedding_model = %(model)s
            AND vector_dims(t.embedding) = {INDEXED_DIMENSIONS}
        ORDER BY t.embedding::halfvec({INDEXED_DIMENSIONS})
            <=> %(vector)s::halfvec({INDEXED_DIMENSIONS})
        LIMIT {NEAREST}
    """  # noqa: S608
    return {owner for (owner,) in _rows(statement, _parameters(asked))}


def _by_words(asked: Asked, many: Numbers) -> set[int]:
    """The owners of texts that hold the question's rarest words, those that hold most of them first."""
    rarest = [int(at) for at in np.argsort(many, kind="stable") if many[at]][:RAREST]
    if not rarest:
        return set()
    held = " + ".join(f"(t.words @@ %(stem{at})s::tsquery)::int" for at in rarest)
    anyone = " || ".join(f"%(stem{at})s::tsquery" for at in rarest)
    statement = f"""
        SELECT {_OWNER} FROM {_TEXTS} t
        WHERE {_WHERE} AND t.words @@ ({anyone})
        ORDER BY {held} DESC, t.id LIMIT {BY_WORDS}
    """  # noqa: S608
    return {owner for (owner,) in _rows(statement, _parameters(asked))}


def _parameters(asked: Asked) -> dict[str, Any]:
    vector = None if asked.vector is None else HalfVector(asked.vector.tolist()).to_text()
    return {
        "account": asked.account_id,
        "collection": asked.collection_id,
        "vector": vector,
        "bodies": [int(TextKind.ANSWER), int(TextKind.BODY)],
        # No text names this one.
        "model": "-" if vector is None else asked.model,
        **{f"stem{at}": _tsquery(stem) for at, stem in enumerate(asked.stems)},
    }


def _tsquery(stem: str) -> str:
    """One lexeme as Postgres reads it. A stem has letters, digits and apostrophes; all else is quoted too."""
    quoted = stem.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'"


def _rows(statement: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows

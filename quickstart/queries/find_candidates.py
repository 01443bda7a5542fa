"""Finds the texts of one collection to compare with a question: all of them, or in a large one those of likely
owners.
"""

from collections.abc import Collection as AbstractCollection
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from django.db import connection, transaction

from core.llm.embeddings.embedder import Vectors
from core.text.search_stems import as_tsquery
from quickstart.models import Collection, Entry, IndexedText, Skill
from quickstart.queries.candidates import Candidates, Numbers, OwnerKind, Owners, QuickstartQuery, Totals
from search.scan_passages import INTEGER, question_parameters, scan_passages

LARGE = 30_000
"""From this many texts on a full scan would be noticeable."""
INDEXED_DIMENSIONS = 384
"""Of the local model. Only vectors of this size are in the nearest-neighbour index; others are always scanned."""
NEAREST = 200
BY_WORDS = 200
"""In a large collection, so many texts of entries and as many of skills choose the scanned owners."""
MAX_RARE_WORDS = 4
MAX_COUNTED_TEXTS = 3_000
COMMON_FROM = 400
"""Owners."""
EXPLORED = 200
MAX_CACHED_WORDS, MAX_CACHED_COLLECTIONS = 20_000, 32
"""Word counts that a process caches, and for how many collections."""


def find_candidates(query: QuickstartQuery) -> Candidates:
    """Every text of a collection, exactly; in a large one those of the likely owners."""
    if not is_large(query):
        return _scan(query)
    totals = _totals(query)
    with transaction.atomic():
        owners = _owners_by_words(query, totals["entry"].holding + totals["skill"].holding)
        # Each kind by itself: with many entries, the nearest texts of all would be theirs alone.
        owners |= _nearest_owners(query, "entry") | _nearest_owners(query, "skill")
    return _scan(query, owners, totals)


def is_large(query: QuickstartQuery) -> bool:
    """Whether it has more than LARGE texts, and the question no vector that the index does not cover."""
    if query.question.vector is not None and len(query.question.vector) != INDEXED_DIMENSIONS:
        return False
    texts = IndexedText.objects.filter(account_id=query.account_id, collection_id=query.collection_id)
    return texts[LARGE : LARGE + 1].exists()


def vectors_of(numbers: Sequence[int]) -> dict[int, Vectors]:
    """The stored vectors of these texts, by row id."""
    rows = _rows(
        f"SELECT id, halfvec_send(embedding) FROM {_TEXTS} WHERE id = ANY(%(numbers)s) AND embedding IS NOT NULL",  # noqa: S608
        {"numbers": list(numbers)},
    )
    # Two 16-bit numbers precede the vector: its dimensions, and zero.
    return {number: np.frombuffer(sent, dtype=">f2", offset=4).astype(np.float32) for number, sent in rows}


_ALL = ""
"""In place of a word."""
_word_count_cache: dict[int, tuple[int, dict[str, Owners]]] = {}
"""By collection: the counted version, and the counts."""
_TEXTS = IndexedText._meta.db_table
_ENTRIES, _SKILLS = Entry._meta.db_table, Skill._meta.db_table
_PUBLISHED = "o.account_id = %(account)s AND o.collection_id = %(collection)s AND o.review = 'published'"
_OWNER = "coalesce(p.entry_id, -p.skill_id)"
_OWNED = "AND (p.entry_id = ANY(%(entries)s::bigint[]) OR p.skill_id = ANY(%(skills)s::bigint[]))"
_WHERE = "p.account_id = %(account)s AND p.collection_id = %(collection)s"


def _scan(
    query: QuickstartQuery,
    owners: AbstractCollection[int] | None = None,
    totals: Mapping[OwnerKind, Totals] | None = None,
) -> Candidates:
    """Every text, or with `totals` only those of these owners."""
    found, _ = scan_passages(
        query.question,
        f"FROM {_TEXTS} p WHERE {_WHERE} {'' if owners is None else _OWNED}",
        _parameters(query)
        | {
            "entries": [one for one in owners or () if one > 0],
            "skills": [-one for one in owners or () if one < 0],
        },
        {"numbers": ("p.id", INTEGER), "owners": (_OWNER, INTEGER), "kinds": ("p.kind", INTEGER)},
    )
    return Candidates(**found, totals=totals or {})


def _totals(query: QuickstartQuery) -> dict[OwnerKind, Totals]:
    found = _word_counts(query)
    (entries, skills), words = found[_ALL], [found[stem] for stem in query.question.stems]
    return {
        "entry": Totals(entries, np.array([one for one, _ in words], dtype=np.int64)),
        "skill": Totals(skills, np.array([one for _, one in words], dtype=np.int64)),
    }


def _word_counts(query: QuickstartQuery) -> dict[str, Owners]:
    """How many owners hold each of the question's words, and under _ALL how many there are.

    Counting common words is expensive, and they recur in every other question: cached until texts change.
    """
    version = Collection.objects.values_list("version", flat=True).get(pk=query.collection_id)
    cached_version, counts = _word_count_cache.get(query.collection_id, (None, {}))
    needed_words = dict.fromkeys([_ALL, *query.question.stems])
    if cached_version != version or len(counts) > MAX_CACHED_WORDS:
        counts = {}
    if missing := [word for word in needed_words if word not in counts]:
        # A new dict: another thread may be reading the first.
        counts = counts | dict(zip(missing, _count(query, missing), strict=True))
        if len(_word_count_cache) >= MAX_CACHED_COLLECTIONS:
            _word_count_cache.clear()
        _word_count_cache[query.collection_id] = (version, counts)
    return {word: counts[word] for word in needed_words}


def _count(query: QuickstartQuery, words: Sequence[str]) -> list[Owners]:
    """By the index of words, each up to MAX_COUNTED_TEXTS: a word beyond that tells next to nothing."""
    everyone = f"""SELECT ARRAY[
        (SELECT count(*) FROM {_ENTRIES} o WHERE {_PUBLISHED}),
        (SELECT count(*) FROM {_SKILLS} o WHERE {_PUBLISHED})]"""  # noqa: S608
    parts = [
        everyone
        if word == _ALL
        else f"""SELECT ARRAY[count(DISTINCT held.entry_id), count(DISTINCT held.skill_id)] FROM (
            SELECT p.entry_id, p.skill_id FROM {_TEXTS} p
            WHERE {_WHERE} AND p.words @@ %(word{at})s::tsquery LIMIT {MAX_COUNTED_TEXTS}) held"""  # noqa: S608
        for at, word in enumerate(words)
    ]
    parameters = {f"word{at}": as_tsquery(word) for at, word in enumerate(words) if word != _ALL}
    (row,) = _rows("SELECT " + ", ".join(f"({part})" for part in parts), _parameters(query) | parameters)
    return [(entries, skills) for entries, skills in row]


def _nearest_owners(query: QuickstartQuery, kind: OwnerKind) -> set[int]:
    """The owners of this kind with the nearest texts, by the index."""
    if query.question.vector is None:
        return set()
    # The index explores more than usual, and goes on until it has enough texts of this collection.
    _rows(
        "SELECT set_config('hnsw.ef_search', %(explored)s, true),"
        " set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('enable_sort', 'off', true)",
        {"explored": str(EXPLORED)},
    )
    statement = f"""
        SELECT {_OWNER} FROM {_TEXTS} p
        WHERE {_WHERE} AND p.{kind}_id IS NOT NULL AND p.embedding_model = %(model)s
            AND vector_dims(p.embedding) = {INDEXED_DIMENSIONS}
        ORDER BY p.embedding::halfvec({INDEXED_DIMENSIONS})
            <=> %(vector)s::halfvec({INDEXED_DIMENSIONS})
        LIMIT {NEAREST}
    """  # noqa: S608
    return {owner for (owner,) in _rows(statement, _parameters(query))}


def _owners_by_words(query: QuickstartQuery, holding_counts: Numbers) -> set[int]:
    """The owners of texts with the question's rarest words, for each kind those that hold most of them first."""
    rarest = [int(at) for at in np.argsort(holding_counts, kind="stable") if holding_counts[at]][
        :MAX_RARE_WORDS
    ]
    if not rarest:
        return set()
    match_count = " + ".join(f"(p.words @@ %(stem{at})s::tsquery)::int" for at in rarest)
    statement = f"""
        SELECT owner FROM (
            SELECT {_OWNER} AS owner,
                row_number() OVER (PARTITION BY p.entry_id IS NULL ORDER BY {match_count} DESC, p.id) AS place
            FROM {_TEXTS} p WHERE {_WHERE} AND p.words @@ ({_likely(rarest, holding_counts)})
        ) likely WHERE place <= {BY_WORDS}
    """  # noqa: S608
    return {owner for (owner,) in _rows(statement, _parameters(query))}


def _likely(words: Sequence[int], holding_counts: Numbers) -> str:
    """A text with any of the rare words, or with all of those that are too common to say much alone."""
    rare = [f"%(stem{at})s::tsquery" for at in words if holding_counts[at] <= COMMON_FROM]
    common = [f"%(stem{at})s::tsquery" for at in words if holding_counts[at] > COMMON_FROM]
    return " || ".join([*rare, *([f"({' && '.join(common)})"] if common else [])])


def _parameters(query: QuickstartQuery) -> dict[str, Any]:
    return {
        "account": query.account_id,
        "collection": query.collection_id,
        **question_parameters(query.question),
    }


def _rows(statement: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows

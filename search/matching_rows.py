"""What a search lists: the rows that hold every word, nearest first, then those that come near in meaning."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from core.db.word_query import says_exactly
from search.partial_matches import rows_with_most_words
from search.rank_owners import RankedOwner, rank_owners
from search.search_passages import SearchScope, search

MAX_WHOLE = 500
"""Rows with every word, the newest, that are put in order."""
MANY = 5
"""Where fewer have every word, those that come near fill up so many."""


class MatchingRows(NamedTuple):
    """Primary keys."""

    whole: list[Any]
    near: list[Any]


class ListedRows(NamedTuple):
    """What a search may list. `owner` is the rows' field whose passages they are found by."""

    having: Callable[[str], QuerySet[Any]]
    """Those that hold every one of some words, newest first; all of them for none."""
    owner: str
    scope: SearchScope


def match_rows(words: str, listed: ListedRows) -> MatchingRows:
    """Where quotes or a minus say exactly what is wanted, the newest, and nothing is near."""
    rows = listed.having(words).values_list("pk", listed.owner)[:MAX_WHOLE]
    if says_exactly(words):
        return MatchingRows([pk for pk, _ in rows], [])
    result = search(words, listed.scope)
    ranked = rank_owners(result.found)
    whole = _nearest_first(rows, ranked)
    held = {str(key) for _, key in whole}
    near = [each.pk for each in ranked if each.is_near and each.pk not in held]
    found = _newest_of_each(listed, near[: max(MANY - len(whole), 0)])
    if not whole and not found:
        model = result.question.model
        by_words = partial(_without_vectors, listed, model) if model else listed.having
        found = rows_with_most_words(by_words, words, MANY)
    return MatchingRows([pk for pk, _ in whole], found)


def _nearest_first(rows: Iterable[tuple[Any, Any]], ranked: Sequence[RankedOwner]) -> list[tuple[Any, Any]]:
    """What has no passages yet comes last."""
    places = {each.pk: place for place, each in enumerate(ranked)}
    return sorted(rows, key=lambda row: places.get(str(row[1]), len(places)))


def _newest_of_each(listed: ListedRows, keys: Sequence[str]) -> list[Any]:
    """The row of each of these owners, in their order."""
    among = listed.having("").filter(**{f"{listed.owner}__in": keys})
    rows: dict[str, Any] = {}
    for pk, key in among.values_list("pk", listed.owner) if keys else ():
        rows.setdefault(str(key), pk)
    return [rows[key] for key in keys if key in rows]


def _without_vectors(listed: ListedRows, model: str, words: str) -> QuerySet[Any]:
    """Rows that this model has not embedded yet: of them only the words can be compared."""
    scope = listed.scope
    passages = scope.table._base_manager.filter(
        **{scope.owner: OuterRef(listed.owner)}, embedding_model=model
    )
    return listed.having(words).exclude(Exists(passages))

"""The one search of an account's stones, by words and by meaning."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet

from search.matching_rows import ListedRows, MatchingRows, match_rows
from search.search_passages import SearchScope
from stones.models import Content, CountedStone, ListedStone, Stone, stone_space
from stones.queries import search_stones, stones_of, with_read_counts


class FoundStones(NamedTuple):
    stones: list[CountedStone]
    whole: int
    """So many of them, the first, hold every word; the others come near."""


def find_stones(*, account: User, words: str, limit: int) -> FoundStones:
    """At most `limit` of the account's stones, nearest first; for no words the newest."""
    stones = stones_of(account)
    if not words:
        newest = list(with_read_counts(stones)[:limit])
        return FoundStones(newest, len(newest))

    def having(some: str) -> QuerySet[ListedStone]:
        return search_stones(account, stones, some) if some else stones

    matches = match_stones(account, words, having=having)
    keys = [*matches.whole, *matches.near][:limit]
    rows = with_read_counts(stones).in_bulk(keys)
    found = [rows[key] for key in keys if key in rows]
    return FoundStones(found, sum(key in rows for key in matches.whole[:limit]))


def match_stones(
    account: User, words: str, *, having: Callable[[str], QuerySet[ListedStone]]
) -> MatchingRows:
    """`having`: which of the account's stones hold every one of some words; all that may be found for none."""
    return match_rows(words, ListedRows(having, "content", stone_scope(account, having(""))))


def stone_scope(account: User, stones: QuerySet[Stone]) -> SearchScope:
    """The passages of these stones of the account."""
    contents = Content.objects.filter(account=account, pk__in=stones.order_by().values("content"))
    return SearchScope(contents, [stone_space(account.pk)])

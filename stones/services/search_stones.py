"""The one search of an account's stones, by words and by meaning."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db.models import QuerySet

from search.matching_rows import ListedRows, MatchingRows, match_rows
from search.search_passages import SearchScope
from stones.models import Content, ListedStone, Stone, stone_space


def match_stones(
    account: User, words: str, *, having: Callable[[str], QuerySet[ListedStone]]
) -> MatchingRows:
    """`having`: which of the account's stones hold every one of some words; all that may be found for none."""
    return match_rows(words, ListedRows(having, "content", stone_scope(account, having(""))))


def stone_scope(account: User, stones: QuerySet[Stone]) -> SearchScope:
    """The passages of these stones of the account."""
    contents = Content.objects.filter(account=account, pk__in=stones.order_by().values("content"))
    return SearchScope(contents, [stone_space(account.pk)])

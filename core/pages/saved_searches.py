"""Searches under a name: saved, listed and deleted for each list of an account."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.contrib.auth.models import User
from django.db import transaction

from core.pages.models import SavedSearch

MAX_SEARCHES = 30
"""Of one list."""
MAX_NAME = 60
MAX_QUERY = 2_000
# The place in a list and what is open there, or another form of the answer: no part of a search.
_NOT_SEARCHED = {"older", "newer", "format", "open", "all"}
# Where one is and in which order: saved with a search, and none by themselves.
_PLACES = {"tab", "sort", "collection"}
_PLACES_OF = {"inbox:list": {"agent"}}


class InvalidSearchError(ValueError):
    """Its text says to the person what is wrong."""


class NamedSearch(NamedTuple):
    """A saved search as its list displays it."""

    search: SavedSearch
    is_current: bool


def searched_query(query: str) -> str:
    """The part of an address's query that chooses rows; empty where all are shown."""
    pairs = [(name, value) for name, value in parse_qsl(query) if name not in _NOT_SEARCHED]
    return urlencode(pairs)


def chooses_rows(list_name: str, query: str) -> bool:
    """Whether anything is searched or filtered, so that there is something to save."""
    places = _PLACES | _PLACES_OF.get(list_name, set())
    return any(name not in places for name, _ in parse_qsl(searched_query(query)))


def saved_searches(account: User, list_name: str, query: str) -> Sequence[NamedSearch]:
    """Those of a list by name; `query` is the one of the page."""
    rows = SavedSearch.objects.filter(account=account, list_name=list_name).order_by("name")
    return [NamedSearch(row, row.query == query) for row in rows]


@transaction.atomic
def save_search(*, account: User, list_name: str, name: str, query: str) -> SavedSearch:
    """Save a query under a name; one that has the name already gets the new query. Raises InvalidSearchError."""
    name, query = " ".join(name.replace("\0", " ").split()), searched_query(query.replace("\0", " "))
    if not name or len(name) > MAX_NAME:
        raise InvalidSearchError(f"A search needs a name of 1 to {MAX_NAME} characters.")
    if not query or len(query) > MAX_QUERY:
        raise InvalidSearchError("There is nothing to save: search or filter first.")
    # Two tabs of one person wait for each other, so that none exceeds the limit.
    User.objects.select_for_update(no_key=True).get(pk=account.pk)
    others = SavedSearch.objects.filter(account=account, list_name=list_name).exclude(name=name)
    if others.count() >= MAX_SEARCHES:
        raise InvalidSearchError(f"This list has {MAX_SEARCHES} saved searches: delete one first.")
    return SavedSearch.objects.update_or_create(
        account=account, list_name=list_name, name=name, defaults={"query": query}
    )[0]


def delete_search(*, account: User, search_id: int) -> SavedSearch | None:
    """Delete one of the account's, and return it as it was; None if there is none."""
    found = SavedSearch.objects.filter(account=account, pk=search_id).first()
    if found:
        SavedSearch.objects.filter(pk=found.pk).delete()
    return found

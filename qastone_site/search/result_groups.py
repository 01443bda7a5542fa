"""What a search over everything finds: the hits of each kind, and where all of them are."""

from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

MAX_HITS = 5
"""Hits of each kind; a link leads to all."""


class SearchHit(NamedTuple):
    """`tokens` is what all of it costs to read; None where that is not counted. `origin`: whose words `title` is, or
    else `summary`; empty where it is the text itself. `is_near`: it has not every word, but comes near.
    """

    title: str
    url: str
    kind: str = ""
    summary: str = ""
    tokens: int | None = None
    is_demo: bool = False
    origin: str = ""
    is_near: bool = False


class ResultGroup(NamedTuple):
    """The first hits of one kind. `all_url` is the page with all of them. `is_partial`: none of them has every word."""

    name: str
    hits: list[SearchHit]
    has_more: bool
    all_url: str

    @property
    def is_partial(self) -> bool:
        return all(hit.is_near for hit in self.hits)

    @property
    def parts(self) -> list[tuple[bool, list[SearchHit]]]:
        """Those with every word and those that only come near: which, and the hits."""
        return [(is_near, list(hits)) for is_near, hits in groupby(self.hits, key=attrgetter("is_near"))]


def group_hits(name: str, hits: list[SearchHit], address: str, **query: str) -> ResultGroup:
    """The first of `hits`; `address` names the page with all, `query` what it is asked by."""
    return ResultGroup(name, hits[:MAX_HITS], len(hits) > MAX_HITS, f"{reverse(address)}?{urlencode(query)}")

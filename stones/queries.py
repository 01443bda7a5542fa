"""Reads of stored stones. Every query begins with the account: no prefix, search or vector reaches over it."""

import re
from collections.abc import Iterable

import numpy as np
from django.contrib.auth.models import User
from django.contrib.postgres.search import SearchQuery
from django.db.models import Count, Prefetch, QuerySet
from numpy.typing import NDArray
from pgvector.django import CosineDistance

from stones.assembled import AssembledStone
from stones.exceptions import AmbiguousHash, InvalidHash, StoneNotFound
from stones.models import SEARCH_VECTOR, Content, Passage, Stone

HASH_PREFIX = re.compile(r"\A[0-9a-f]{8,64}\Z")
CANDIDATES = 10


def stones_of(account: User) -> QuerySet[Stone]:
    """The account's living stones, newest first, with all that a list shows; the source's text is left in the database."""
    return (
        Stone.objects.filter(account=account)
        .alive()
        .select_related("content", "content__generation")
        .defer("content__text")
        .prefetch_related("content__levels")
        .order_by("-id")
    )


def with_read_counts(stones: QuerySet[Stone]) -> QuerySet[Stone]:
    """The same stones with `access_count`: how often any of their levels was loaded."""
    return stones.annotate(access_count=Count("reads", distinct=True))


def find_stone(account: User, border_hash: str) -> Stone:
    """The newest living stone of the content that this hash, or prefix of 8 digits or more, names.

    Raises InvalidHash, StoneNotFound, or AmbiguousHash with the hashes it could mean.
    """
    prefix = border_hash.lower()
    if not HASH_PREFIX.match(prefix):
        raise InvalidHash(f"{border_hash[:70]!r} is no border hash: 8 to 64 hexadecimal digits.")
    found = with_read_counts(stones_of(account)).defer(None).filter(
        # A range, not LIKE: it uses the unique index whatever the database's collation.
        content__sha256__gte=prefix,
        content__sha256__lt=f"{prefix}g",
    )
    names = dict(found.order_by().values_list("content__sha256", "content__border_hash").distinct()[:CANDIDATES])
    if not names:
        raise StoneNotFound(f"There is no stone {prefix!r}.")
    if len(names) > 1:
        candidates = distinct_prefixes(names)
        raise AmbiguousHash(
            f"{prefix!r} could mean any of {len(candidates)} stones: use more digits.", candidates=candidates
        )
    stone = found.first()
    if stone is None:  # it ran out between the two queries
        raise StoneNotFound(f"There is no stone {prefix!r}.")
    return stone


def distinct_prefixes(hashes: Iterable[str]) -> list[str]:
    """The shortest prefixes, of one length and at least 12 digits, that tell these hashes apart."""
    names = sorted(set(hashes))
    length = 12
    while len({name[:length] for name in names}) < len(names):
        length += 4
    return [name[:length] for name in names]


def assemble(stone: Stone) -> AssembledStone:
    """Put a stone together from its rows (no query where `stones_of` has prefetched them)."""
    return AssembledStone(stone, list(stone.content.levels.all()), stone.content.generation)


def search_stones(stones: QuerySet[Stone], words: str) -> QuerySet[Stone]:
    """Those whose source matches the words as typed: quotes keep words together, a minus leaves one out."""
    matching = (
        Content.objects.annotate(words=SEARCH_VECTOR)
        .filter(words=SearchQuery(words, config="english", search_type="websearch"))
        .values("pk")
    )
    return stones.filter(content__in=matching)


def passages_of(content: Content) -> list[Passage]:
    """The passages of a content in their order, without their vectors."""
    return list(content.passages.defer("embedding"))


def passage_similarities(content: Content, vector: NDArray[np.float32], model: str) -> dict[int, float]:
    """Cosine of each passage with the question's vector, by ordinal; only those that this model has embedded.

    Exact, not by an index: one content has at most some thousands of passages.
    """
    rows = content.passages.filter(embedding_model=model).annotate(
        distance=CosineDistance("embedding", vector.tolist())
    )
    return {ordinal: 1.0 - distance for ordinal, distance in rows.values_list("ordinal", "distance")}

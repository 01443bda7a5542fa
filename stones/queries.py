"""Reads of stored stones. Every query begins with the account: no prefix, search or vector reaches over it.

What another account has sent to it, it may read by name; lists and searches are of its own alone.
"""

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np
from django.contrib.auth.models import User
from django.contrib.postgres.search import SearchQuery
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from numpy.typing import NDArray
from pgvector.django import CosineDistance

from jobs.models import JobState
from stones.assembled import AssembledStone, LevelState
from stones.exceptions import AmbiguousHash, InvalidHash, StoneNotFound
from stones.loading import levels_of, newest_by_hash, newest_by_id
from stones.models import (
    COSTS,
    PASSAGES_FAILED,
    SEARCH_VECTOR,
    SHA256_HEX,
    Content,
    Level,
    Origin,
    Passage,
    Read,
    Stone,
)

HASH_PREFIX = re.compile(r"\A[0-9a-f]{8,64}\Z")
STONE_ID = re.compile(r"\A[0-9A-HJKMNP-TV-Z]{26}\Z")
CANDIDATES = 10


def stones_of(account: User) -> QuerySet[Stone]:
    """The account's living stones, newest first, with all that a list shows; the source's text is left in the database.

    But where the source is the only level, and so its own LOD-0: then it is short, and stands in `only_text`.
    """
    return _with_list_fields(Stone.objects.filter(account=account).alive()).order_by("-id")


def _with_content(stones: QuerySet[Stone]) -> QuerySet[Stone]:
    return stones.select_related("content", "content__generation").defer("content__text")


def _with_list_fields(stones: QuerySet[Stone]) -> QuerySet[Stone]:
    only_text = Case(When(level_count=1, then=F("content__text")))
    return (
        _with_content(stones)
        .annotate(only_text=only_text, has_later=_later_of_same_content())
        .prefetch_related("content__levels")
    )


def _later_of_same_content() -> Exists:
    later = Q(stored__gt=OuterRef("stored")) | Q(stored=OuterRef("stored"), pk__gt=OuterRef("pk"))
    return Exists(
        Stone.objects.filter(account=OuterRef("account"), content=OuterRef("content")).alive().filter(later)
    )


def with_read_counts(stones: QuerySet[Stone]) -> QuerySet[Stone]:
    """The same stones with `access_count`: how often any of them was read: what models cost is no read."""
    # Counted for the rows of the page alone: a join would count for all of them before the first is shown.
    reads = Read.objects.filter(stone=OuterRef("pk")).exclude(kind__in=COSTS).order_by().values("stone")
    counted = Subquery(reads.annotate(many=Count("pk")).values("many"))
    return stones.annotate(access_count=Coalesce(counted, 0))  # type: ignore[no-redef]  # named on the model


def find_stone(account: User, border_hash: str) -> Stone:
    """The living stone that the account may read by this name, with all that a page shows.

    A hash, or a prefix of it of 8 digits or more, names a content and finds its stone that was given last; a stone's
    own id, as lists show it, finds that very stone. Of one content the account's own stone comes before those that
    were sent to it, which say so (`shared_with`); of two contents neither is meant silently: nobody can put another
    text under a name by sending it. Raises InvalidHash, StoneNotFound, or AmbiguousHash with what it could mean.
    """
    own, shared = _readable(account)
    return _find(account, border_hash, _shown(own), _shown(shared))


def find_stone_to_read(account: User, border_hash: str) -> Stone:
    """The same stone without what only pages and lists show (its counts, its levels), in a quarter of the time."""
    prefix, is_id = hash_or_id(border_hash)
    is_whole = is_id or len(prefix) == SHA256_HEX
    found: list[Stone] = []
    for shared in (False, True):
        if not (found and is_whole):
            found += (newest_by_id if is_id else newest_by_hash)(account.pk, prefix, shared=shared)
    if len(found) == 1:
        return _read_by(account, found[0])
    # None, several headers of one content, or several contents: seldom enough to be asked the long way.
    own, shared_stones = _readable(account)
    return _find(account, border_hash, _with_content(own), _with_content(shared_stones))


def find_own_stone(account: User, border_hash: str) -> Stone:
    """The same among the account's own: for whatever changes a stone. What was sent to it is as if it never was."""
    return _find(account, border_hash, _shown(_readable(account)[0]))


def _readable(account: User) -> tuple[QuerySet[Stone], QuerySet[Stone]]:
    """The account's own living stones, and those of others that were sent to it."""
    alive = Stone.objects.alive()
    return alive.filter(account=account), alive.filter(shares__account=account)


def _shown(stones: QuerySet[Stone]) -> QuerySet[Stone]:
    return with_read_counts(_with_list_fields(stones))


def _find(account: User, border_hash: str, *places: QuerySet[Stone]) -> Stone:
    """The stone of this name in the first of the places that has one, if no place has another content of this name."""
    prefix, is_id = hash_or_id(border_hash)
    # A range, not LIKE: it uses the unique index whatever the database's collation.
    range_ = Q(content__sha256__gte=prefix, content__sha256__lt=f"{prefix}g")
    named = Q(pk=prefix) if is_id else range_
    is_whole = is_id or len(prefix) == SHA256_HEX
    found: list[Stone] = []
    for place in places:
        if not (found and is_whole):
            found += place.filter(named).order_by("-stored", "-pk")[:2]
    if not found:
        raise StoneNotFound(f"There is no stone {prefix!r}.")
    if len(found) > 1:
        hashes = (
            place.filter(named).order_by().values_list("content__sha256", flat=True) for place in places
        )
        _refuse_several(prefix, chain.from_iterable(each.distinct()[:CANDIDATES] for each in hashes))
    return _read_by(account, found[0])


def hash_or_id(border_hash: str) -> tuple[str, bool]:
    """The prefix of a hash, or a stone's id (and True). Raises InvalidHash."""
    prefix = border_hash.lower()
    if HASH_PREFIX.match(prefix):
        return prefix, False
    if STONE_ID.match(border_hash):
        return border_hash, True
    raise InvalidHash(f"{border_hash[:70]!r} is no border hash: 8 to 64 hexadecimal digits.")


def _read_by(account: User, stone: Stone) -> Stone:
    stone.shared_with = None if stone.account_id == account.pk else account
    return stone


def refuse_ambiguous(prefix: str, hashes: "QuerySet[Any, str]") -> None:
    """Raise AmbiguousHash, with what each is told apart by, where these hashes are several."""
    _refuse_several(prefix, hashes.distinct()[:CANDIDATES])


def _refuse_several(prefix: str, hashes: Iterable[str]) -> None:
    if len(candidates := distinct_prefixes(hashes)) > 1:
        raise AmbiguousHash(
            f"{prefix!r} could mean any of {len(candidates)} stones: use more digits.", candidates=candidates
        )


def reloaded(stone: Stone) -> Stone:
    """The stone as it is now, with its levels. Raises StoneNotFound when it is gone."""
    found = stones_of(stone.account).filter(pk=stone.pk).first()
    if found is None:
        raise StoneNotFound(f"There is no stone {stone.content.border_hash!r}.")
    return found


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


def assemble_to_read(stone: Stone) -> AssembledStone:
    """The same for one of `find_stone_to_read`: its levels are loaded now."""
    return AssembledStone(stone, levels_of(stone.content_id), stone.content.generation)


def in_state(stones: QuerySet[Stone], state: LevelState) -> QuerySet[Stone]:
    """Those whose `AssembledStone.status` is this one."""
    if state is LevelState.ABSENT:
        return stones.filter(generate_lods=False)
    own = Level.objects.filter(stone=OuterRef(OuterRef("pk")), number=OuterRef("number"))
    shown = Level.objects.filter(
        ~Exists(own), content=OuterRef("content"), stone=None, number__lt=OuterRef("level_count") - 1
    )
    given_up = Q(content__generation__state=JobState.FAILED) & ~Q(
        content__generation__error_code__startswith=PASSAGES_FAILED
    )
    failed = given_up & Q(Exists(shown.filter(origin__in=[Origin.EXTRACT, Origin.PROVISIONAL])))
    generating = ~given_up & Q(Exists(shown.filter(origin=Origin.PROVISIONAL)))
    wanted = stones.filter(generate_lods=True)
    match state:
        case LevelState.FAILED:
            return wanted.filter(failed)
        case LevelState.GENERATING:
            return wanted.filter(generating)
    return wanted.exclude(failed).exclude(generating)


def search_stones(account: User, stones: QuerySet[Stone], words: str) -> QuerySet[Stone]:
    """Those of the account's whose source matches: quotes keep words together, a minus leaves one out."""
    contents = Content.objects.filter(account=account)
    return stones.filter(content__in=contents_matching(contents, words).values("pk"))


def search_contents(contents: QuerySet[Content], words: str) -> QuerySet[Content]:
    """Those of any account that a hash prefix names, or that match the words. For operators alone."""
    if HASH_PREFIX.match(prefix := words.strip().lower()):
        return contents.filter(sha256__gte=prefix, sha256__lt=f"{prefix}g")
    return contents_matching(contents, words)


def contents_matching(contents: QuerySet[Content], words: str) -> QuerySet[Content]:
    query = SearchQuery(words.replace("\x00", " "), config="english", search_type="websearch")
    return contents.annotate(words=SEARCH_VECTOR).filter(words=query)


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

"""The stones of an account: in lists, by words, put together from their rows."""

from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact, GreaterThan
from pgvector.django import CosineDistance

from core.db.word_query import word_query
from stones.assembled_stone import AssembledStone, LevelState
from stones.exceptions import StoneNotFound
from stones.models import (
    COSTS,
    SEARCH_VECTOR,
    Content,
    CountedStone,
    LedgerEntry,
    Level,
    LevelOrigin,
    ListedStone,
    Stone,
    StonePassage,
)
from stones.queries.load_rows import levels_of
from stones.stone_name import HASH_PREFIX

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Row = TypeVar("Row", bound=Stone)

# Characters of a search.
MAX_WORDS = 500


def stones_of(account: User) -> QuerySet[ListedStone]:
    """The account's living stones, newest first, with all that a list shows; the source's text is left in the database.

    But where the source is the only level, and so its own LOD-0: then it is short, and stands in `only_text`.
    """
    return with_list_fields(Stone.objects.filter(account=account).alive()).order_by("-id")


def with_list_fields(stones: QuerySet[Stone]) -> QuerySet[ListedStone]:
    return with_read_fields(stones).prefetch_related("content__levels")


def with_read_fields(stones: QuerySet[Stone]) -> QuerySet[ListedStone]:
    """The same without their levels."""
    only_text = Case(When(level_count=1, then=F("content__text")))
    stones = stones.select_related("content").defer("content__text")
    return stones.annotate(only_text=only_text, has_later=_later_of_same_content())


def _later_of_same_content() -> Exists:
    """Whether another of its content comes before it by `Stone.hash_order`."""
    later = Q(stored__gt=OuterRef("stored")) | Q(stored=OuterRef("stored"), pk__gt=OuterRef("pk"))
    is_made_here = Exact(F("claimed_header"), Value(""))
    was_made_here = Exact(OuterRef("claimed_header"), Value(""))
    before = Q(GreaterThan(is_made_here, was_made_here)) | (Q(Exact(is_made_here, was_made_here)) & later)
    return Exists(
        Stone.objects.filter(account=OuterRef("account"), content=OuterRef("content")).alive().filter(before)
    )


def with_read_counts(stones: QuerySet[ListedStone]) -> QuerySet[CountedStone]:
    """The same stones with `access_count`: how often any of them was read: what models cost is no read."""
    # Counted for the rows of the page alone: a join would count for all of them before the first is shown.
    reads = (
        LedgerEntry.objects.filter(stone=OuterRef("pk")).exclude(kind__in=COSTS).order_by().values("stone")
    )
    counted = Subquery(reads.annotate(many=Count("pk")).values("many"))
    return stones.annotate(access_count=Coalesce(counted, 0))


def reloaded(stone: Stone) -> ListedStone:
    """The stone as it is now, with its levels. Raises StoneNotFound when it is gone."""
    found = stones_of(stone.account).filter(pk=stone.pk).first()
    if found is None:
        raise StoneNotFound.named(stone.content.border_hash)
    return found


def as_latest(stone: Stone) -> ListedStone:
    """A stone that was stored just now, as `stones_of` would list it, without a query: none of its text is later."""
    listed: Any = stone
    listed.has_later, listed.only_text = False, None
    return listed  # type: ignore[no-any-return]  # it has the fields now


def assemble(stone: ListedStone) -> AssembledStone:
    """Put a stone together from its rows (no query where `stones_of` has prefetched them)."""
    return AssembledStone(stone, list(stone.content.levels.all()))


def assemble_to_read(stone: ListedStone) -> AssembledStone:
    """The same for one of `find_stone_to_read`: its levels are loaded now, unless they came with it."""
    return AssembledStone(
        stone, levels_of(stone.content_id) if stone.level_rows is None else stone.level_rows
    )


def in_state(stones: QuerySet[Row], state: LevelState) -> QuerySet[Row]:
    """Those whose `AssembledStone.status` is this one."""
    if state is LevelState.ABSENT:
        return stones.filter(generate_lods=False)
    own = Level.objects.filter(stone=OuterRef(OuterRef("pk")), number=OuterRef("number"))
    own_levels = Level.objects.filter(
        ~Exists(own), content=OuterRef("content"), stone=None, number__lt=OuterRef("level_count") - 1
    )
    abandoned = Q(content__levels_failed=True)
    failed = abandoned & Q(
        Exists(own_levels.filter(origin__in=[LevelOrigin.EXTRACT, LevelOrigin.PROVISIONAL]))
    )
    generating = ~abandoned & Q(Exists(own_levels.filter(origin=LevelOrigin.PROVISIONAL)))
    pending = stones.filter(generate_lods=True)
    match state:
        case LevelState.FAILED:
            return pending.filter(failed)
        case LevelState.GENERATING:
            return pending.filter(generating)
    return pending.exclude(failed).exclude(generating)


def search_stones(account: User, stones: QuerySet[Row], words: str) -> QuerySet[Row]:
    """Those of the account's whose source matches: quotes hold words together, a minus leaves one out."""
    contents = Content.objects.filter(account=account)
    return stones.filter(content__in=contents_matching(contents, words).values("pk"))


def search_contents(contents: QuerySet[Content], words: str) -> QuerySet[Content]:
    """Those of any account that a hash prefix names, or that match the words. For operators alone."""
    if HASH_PREFIX.match(prefix := words.strip().lower()):
        return contents.filter(sha256__gte=prefix, sha256__lt=f"{prefix}g")
    return contents_matching(contents, words)


def contents_matching(contents: QuerySet[Content], words: str) -> QuerySet[Content]:
    return contents.annotate(words=SEARCH_VECTOR).filter(words=word_query(words))


def passages_of(content: Content) -> list[StonePassage]:
    """The passages of a content in their order, without their words and vectors."""
    return list(content.passages.defer("embedding", "signature", "words"))


def passage_similarities(content: Content, vector: "NDArray[np.float32]", model: str) -> dict[int, float]:
    """Cosine of each passage with the question's vector, by ordinal; only those that this model has embedded.

    Exact, not by an index: one content has at most some thousands of passages.
    """
    rows = content.passages.filter(embedding_model=model).annotate(
        distance=CosineDistance("embedding", vector.tolist())
    )
    return {ordinal: 1.0 - distance for ordinal, distance in rows.values_list("ordinal", "distance")}

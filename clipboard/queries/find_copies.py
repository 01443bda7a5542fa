"""Reads of what was copied. Every query begins with the account."""

from datetime import datetime

from django.contrib.auth.models import User
from django.contrib.postgres.search import SearchVector
from django.db.models import Q, QuerySet

from clipboard.exceptions import CopyNotFound
from clipboard.models import CaptureMethod, ClipboardEntry
from core.db.word_query import word_query
from stones.exceptions import AmbiguousHash
from stones.models import Content
from stones.queries import MAX_CANDIDATES, contents_matching, count_candidates, distinct_prefixes
from stones.stone_name import HASH_PREFIX, STONE_ID

_TEXTS = ("content__text", "stone__content__text", "parent_stone__content__text")


def copies_of(account: User) -> QuerySet[ClipboardEntry]:
    """The account's living copies, newest first, with all that a list shows; their texts stay in the database."""
    copies = ClipboardEntry.objects.alive().filter(account=account)
    return copies.select_related("content", "stone__content", "parent", "parent_stone__content").defer(
        *_TEXTS
    )


def last_watched(account: User) -> datetime | None:
    """When the watcher of a desktop recorded the newest of its living copies."""
    watched = ClipboardEntry.objects.alive().filter(account=account, capture_method=CaptureMethod.WATCHER)
    return watched.order_by("-pk").values_list("copied", flat=True).first()


def find_copy(account: User, name: str) -> ClipboardEntry:
    """The living copy of this id, or the newest of the text whose hash begins so (8 digits or more), with its text.

    Raises CopyNotFound, or AmbiguousHash with the hashes that several texts have.
    """
    copies = copies_of(account).defer(None).defer(*_TEXTS[1:])
    if STONE_ID.match(name):
        return own_copy(copies, name)
    if HASH_PREFIX.match(prefix := name.lower()):
        found = _newest_of_hash(copies, prefix)
        if found is not None:
            return found
    raise CopyNotFound(f"There is no copy {name[:70]!r}.")


def own_copy(copies: QuerySet[ClipboardEntry], entry_id: str) -> ClipboardEntry:
    """The one of this id among these. Raises CopyNotFound, for what is no id, too."""
    found = copies.filter(pk=entry_id).first() if STONE_ID.match(entry_id) else None
    if found is None:
        raise CopyNotFound(f"There is no copy {entry_id[:70]!r}.")
    return found


def _newest_of_hash(copies: QuerySet[ClipboardEntry], prefix: str) -> ClipboardEntry | None:
    named = copies.filter(sha256__gte=prefix, sha256__lt=f"{prefix}g")
    hashes = list(named.order_by().values_list("sha256", flat=True).distinct()[: MAX_CANDIDATES + 1])
    if len(hashes) > 1:
        candidates = distinct_prefixes(hashes)
        raise AmbiguousHash(
            f"{prefix!r} could mean any of {count_candidates(candidates)} texts: use more digits.",
            candidates=candidates[:MAX_CANDIDATES],
        )
    return named.first()


def search_copies(account: User, copies: QuerySet[ClipboardEntry], words: str) -> QuerySet[ClipboardEntry]:
    """Those whose text matches: a hash from its first digits, or words, where quotes keep them together and a minus
    leaves one out. Where the text is not stored its first words are searched.
    """
    prefix = words.strip().lower()
    if HASH_PREFIX.match(prefix):
        return copies.filter(sha256__gte=prefix, sha256__lt=f"{prefix}g")
    contents = contents_matching(Content.objects.filter(account=account), words)
    return copies.annotate(first_words=SearchVector("preview", config="english")).filter(
        Q(content__in=contents.values("pk")) | Q(content=None, first_words=word_query(words))
    )

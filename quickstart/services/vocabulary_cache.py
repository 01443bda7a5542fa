"""The vocabulary of each collection, for correcting typing errors; cached per process and version."""

import threading
import time
from dataclasses import dataclass
from weakref import WeakValueDictionary

from quickstart.models import Collection, IndexedText
from quickstart.ranking import Vocabulary

MAX_CACHED = 32
"""Collections."""
STALE = 20
"""After a change a vocabulary that took one second to build is used this many seconds longer, so that building never
takes over.
"""


@dataclass(frozen=True, slots=True)
class _CachedVocabulary:
    vocabulary: Vocabulary
    version: int
    good_until: float


_cache: dict[int, _CachedVocabulary] = {}
_building: WeakValueDictionary[int, threading.Lock] = WeakValueDictionary()
"""A lock for each collection whose vocabulary is being built: its askers wait, those of others do not."""
_lock = threading.Lock()
"""Of both dictionaries; never held while one is built."""


def vocabulary_of(collection: Collection) -> Vocabulary:
    """Of all its published texts, now or a little while ago."""
    found = _cache.get(collection.pk)
    if found and (found.version == collection.version or time.monotonic() < found.good_until):
        return found.vocabulary
    with _lock:
        own_lock = _building.setdefault(collection.pk, threading.Lock())
    with own_lock:
        found = _cache.get(collection.pk)
        if found and found.version == collection.version:
            return found.vocabulary
        return _build(collection).vocabulary


def _build(collection: Collection) -> _CachedVocabulary:
    started = time.monotonic()
    texts = IndexedText.objects.filter(account_id=collection.account_id, collection_id=collection.pk)
    vocabulary = Vocabulary(texts.values_list("text", flat=True).iterator(chunk_size=5_000))
    now = time.monotonic()
    cached = _CachedVocabulary(vocabulary, collection.version, now + STALE * (now - started))
    with _lock:
        _cache.pop(collection.pk, None)
        while len(_cache) >= MAX_CACHED:
            _cache.pop(next(iter(_cache)))
        _cache[collection.pk] = cached
    return cached

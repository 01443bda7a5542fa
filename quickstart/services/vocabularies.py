"""The words of a collection, by which slips of the fingers are told from words; one a process and version."""

import threading
import time
from dataclasses import dataclass

from quickstart.models import Collection, IndexedText
from quickstart.ranking import Vocabulary

KEPT = 32
"""Collections."""
STALE = 20
"""One that took a second to make serves so many seconds after a change, so that making them never takes over."""


@dataclass(frozen=True, slots=True)
class _Made:
    vocabulary: Vocabulary
    version: int
    good_until: float


_made: dict[int, _Made] = {}
_lock = threading.Lock()


def vocabulary_of(collection: Collection) -> Vocabulary:
    """Of all its published texts, as they are or were a little while ago."""
    found = _made.get(collection.pk)
    if found and (found.version == collection.version or time.monotonic() < found.good_until):
        return found.vocabulary
    with _lock:
        found = _made.get(collection.pk)
        if found and found.version == collection.version:
            return found.vocabulary
        return _make(collection).vocabulary


def _make(collection: Collection) -> _Made:
    started = time.monotonic()
    texts = IndexedText.objects.filter(account_id=collection.account_id, collection_id=collection.pk)
    vocabulary = Vocabulary(texts.values_list("text", flat=True).iterator(chunk_size=5_000))
    now = time.monotonic()
    made = _Made(vocabulary, collection.version, now + STALE * (now - started))
    _made.pop(collection.pk, None)
    while len(_made) >= KEPT:
        _made.pop(next(iter(_made)))
    _made[collection.pk] = made
    return made

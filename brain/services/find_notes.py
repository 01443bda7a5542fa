"""The note search of every interface, and the notes related to one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from brain.models import Note
from brain.services.search_chunks import ANSWER_ABOVE, ChunkSearch, latest_notes, search_question, search_text


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note without its body, and its best passage, text[start:end]."""

    note: Note
    excerpt: str
    start: int
    end: int
    score: float


def find_notes(
    *, account: User, query: str, tags: Sequence[str] = (), limit: int = 20, near_only: bool = False
) -> list[FoundNote]:
    """The nearest notes, best first; `#tags` in the query also filter, and tags alone list the latest.

    Empty if no note holds a word of the query and none comes near enough to its meaning. `near_only`: without those
    that hold no word of it and are as far from it as an unrelated text (of questions in other words one right note in
    twenty goes with them).
    """
    search = search_question(account, query, profile=False, tags=tags)
    order = search.ranked_passages()
    if not order and not search.query:
        return [note_beginning(note) for note in latest_notes(search)[:limit]]
    if (
        order
        and not search.passage_scores.coverages[order].any()
        and search.confidence(order[0]) < ANSWER_ABOVE
    ):
        return []
    if near_only:
        words = search.passage_scores.coverages
        order = [at for at in order if words[at] > 0 or not search.nearness(at) < NOT_UNLIKE]
    return _load_notes(search, order, limit)


def related_notes(*, note: Note) -> list[FoundNote]:
    """At most MAX_RELATED notes of the same account about the same subject, best first; never the note itself. Empty
    where none is near.
    """
    about = f"{note.title}\n{note.description or note.body[:RELATED_CHARACTERS]}"
    search = search_text(note.account, about, (), [], profile=False)
    order = [
        at
        for at in search.ranked_passages()
        if search.found.owners[search.passage_scores.chunk_indexes[at]] != note.pk.encode()
        and _is_related(search, at)
    ]
    return _load_notes(search, order, MAX_RELATED)


MAX_RELATED = 5
RELATED_CHARACTERS = 500
"""Of a note without a description, searched with for related notes."""
RELATED_NEARNESS = 0.75
"""On the model's scale, from which on a note is related: of pairs of one person's notes on different things three in a
thousand come so near, of pairs of one magazine's essays three in four."""
RELATED_WORDS, NOT_UNLIKE = 0.2, 0.3
"""Share of its words, by weight, that does as well where the nearness is not that of unrelated texts."""


def _is_related(search: ChunkSearch, at: int) -> bool:
    nearness = search.nearness(at)
    # Without a vector, NaN, the words decide alone.
    shares_words = search.passage_scores.coverages[at] >= RELATED_WORDS and not nearness < NOT_UNLIKE
    return bool(nearness >= RELATED_NEARNESS or shares_words)


def note_beginning(note: Note) -> FoundNote:
    """A note with its beginning as the passage."""
    body = note.body[:RELATED_CHARACTERS]
    start = len(body) - len(body.lstrip())
    return FoundNote(note, body.strip(), start, len(body.rstrip()), 0.0)


def _load_notes(search: ChunkSearch, order: Sequence[int], limit: int) -> list[FoundNote]:
    texts = search.found.owners[search.passage_scores.chunk_indexes]
    best: dict[bytes, int] = {}
    for at in order:
        best.setdefault(bytes(texts[at]), at)
        if len(best) == limit:
            break
    hits = search.hits(list(best.values()))
    rows = Note.objects.filter(account=search.account, pk__in=[hit.source for hit in hits]).in_bulk()
    found = [(rows[hit.source], hit) for hit in hits if hit.source in rows]
    return [
        FoundNote(note, note.body[hit.start : hit.end], hit.start, hit.end, hit.score) for note, hit in found
    ]

"""The note search of every door, and the notes that are about the same as one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from brain.models import Note
from brain.services.comparing import ANSWER_ABOVE, Search, latest_notes, search_by, search_for


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note without its body, and the stretch of it that answers best, text[start:end]."""

    note: Note
    excerpt: str
    start: int
    end: int
    score: float


def find_notes(*, account: User, query: str, tags: Sequence[str] = (), limit: int = 20) -> list[FoundNote]:
    """The notes that come nearest, best first; tags within the query count, too, and tags alone find the latest.

    None where no note holds a word of the query, and none comes near enough to its meaning.
    """
    search = search_for(account, query, False, tags)
    order = search.answers()
    if not order and not search.query:
        return [whole(note) for note in latest_notes(search)[:limit]]
    if order and not search.weighed.coverages[order].any() and search.confidence(order[0]) < ANSWER_ABOVE:
        return []
    return _found(search, order, limit)


def related_notes(*, note: Note, limit: int = 5) -> list[FoundNote]:
    """Notes of the same account that are about the same, best first; never the note itself."""
    about = f"{note.title}\n{note.description or note.body[:RELATED_BY]}"
    search = search_by(note.account, about, (), [], profile=False)
    order = [
        at for at in search.answers() if search.looked.texts[search.weighed.places[at]] != note.pk.encode()
    ]
    return _found(search, order, limit)


RELATED_BY = 500
"""Characters of a note without a description by which those like it are looked for."""


def whole(note: Note) -> FoundNote:
    """A note by its beginning."""
    body = note.body[:RELATED_BY]
    start = len(body) - len(body.lstrip())
    return FoundNote(note, body.strip(), start, len(body.rstrip()), 0.0)


def _found(search: Search, order: Sequence[int], limit: int) -> list[FoundNote]:
    texts = search.looked.texts[search.weighed.places]
    best: dict[bytes, int] = {}
    for at in order:
        best.setdefault(bytes(texts[at]), at)
        if len(best) == limit:
            break
    places = search.places(list(best.values()))
    rows = Note.objects.filter(account=search.account, pk__in=[place.source for place in places]).in_bulk()
    found = [(rows[place.source], place) for place in places if place.source in rows]
    return [
        FoundNote(note, note.body[place.start : place.end], place.start, place.end, place.score)
        for note, place in found
    ]

"""Notes, tags and profile of one account; another account's are never returned."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db.models import Count, Exists, Func, Q, QuerySet, TextField

from brain.exceptions import NoteNotFound
from brain.models import Chunk, Note, Profile
from brain.models.notes import notes_space
from brain.parsing.normalize_tags import split_tags
from brain.parsing.parse_note import NoteFile
from brain.parsing.write_note import file_name, write_note
from search.models import holds_words

OWN = Count("pk", filter=Q(is_demo=False))

MAX_ID_CHARACTERS = 60
"""Characters of an id that an error repeats."""


def notes_of(account: User, tags: Iterable[str] = ()) -> QuerySet[Note]:
    """All notes with all of these tags, newest first (by `dated`), without their bodies."""
    notes = Note.objects.filter(account=account).defer("body", "front_matter").order_by("-dated", "-id")
    requested = split_tags(tag.replace("\x00", "") for tag in tags)
    return notes.filter(tags__contains=requested) if requested else notes


def answering_notes(account: User, tags: Iterable[str] = ()) -> QuerySet[Note]:
    """Those of them that answer questions: the demonstration's only while the account has no note of its own."""
    own = Note.objects.filter(account=account, is_demo=False)
    return notes_of(account, tags).filter(Q(is_demo=False) | ~Exists(own))


def find_note(account: User, note_id: str) -> Note:
    """Raises NoteNotFound, with the same message for another account's note."""
    note = None
    if "\x00" not in note_id:
        note = Note.objects.filter(account=account, pk=note_id).first()
    if note is None:
        raise NoteNotFound(f"There is no note {note_id[:MAX_ID_CHARACTERS]!r}.")
    return note


def existing_note_ids(account: User, ids: Iterable[str]) -> set[str]:
    """Which of these ids are the account's notes. No query for no ids."""
    requested = set(ids)
    rows = Note.objects.filter(account=account, pk__in=requested) if requested else Note.objects.none()
    return set(rows.values_list("pk", flat=True))


def line_keeping_notes(account: User, ids: Iterable[str]) -> dict[str, bool]:
    """Whether line breaks are meant, by the ids of those that are the account's notes. No query for no ids."""
    requested = set(ids)
    rows = Note.objects.filter(account=account, pk__in=requested) if requested else Note.objects.none()
    return {note.pk: note.keeps_lines for note in rows.only("origin", "file")}


def note_ids_with_words(account_id: int, stems: Sequence[str]) -> set[str]:
    """Ids of the account's notes that have every one of these stems somewhere, title, tags and description included.

    Empty for no stems. A query for each stem.
    """
    space = notes_space(account_id)
    found: set[str] | None = None
    for stem in stems:
        chunks = Chunk.objects.filter(holds_words(space, [stem]), account_id=account_id)
        ids = set(chunks.order_by().values_list("note_id", flat=True).distinct())
        found = ids if found is None else found & ids
    return {pk for pk in found or () if pk}


def count_notes(account: User) -> dict[str, int]:
    """`all` of them, and `own`: without those of the demonstration."""
    return notes_of(account).order_by().aggregate(all=Count("pk"), own=OWN)


def tags_of(account: User) -> list[tuple[str, int]]:
    """Each tag with the number of notes that have it, most used first; those of the demonstration are not counted."""
    each = Func("tags", function="unnest", output_field=TextField())
    rows = Note.objects.filter(account=account).order_by().annotate(tag=each).values("tag")
    counted = rows.annotate(notes=OWN).order_by("-notes", "tag")
    return list(counted.values_list("tag", "notes"))


def profile_of(account: User) -> Profile | None:
    return Profile.objects.filter(account=account).first()


def note_file(note: Note) -> tuple[str, list[bytes]]:
    """A note as a Markdown file: its path in an archive, and its content."""
    values = NoteFile(
        file=note.file,
        title=note.title,
        body=note.body,
        tags=tuple(note.tags),
        description=note.description,
        dated=note.dated,
        front_matter=note.front_matter,
    )
    path = file_name(values, note.pk)
    return path, [write_note(replace(values, file=path)).encode()]

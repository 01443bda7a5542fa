"""Give a tag to several notes, or take it from them."""

from collections.abc import Iterable

from brain.exceptions import InvalidNote, NoteChanged, NoteNotFound, NoteTooLarge
from brain.models import Note
from brain.services.manage_notes import edit_note


def tag_notes(notes: Iterable[Note], tag: str) -> list[str]:
    """`tag`: in its normal form. Safe to repeat.

    Returns the ids of those that did not have it; one that can have no further tag, or that somebody edits or deletes
    just now, stays as it is.
    """
    return [note.pk for note in notes if tag not in note.tags and _has_changed(note, [*note.tags, tag])]


def untag_notes(notes: Iterable[Note], tag: str) -> list[str]:
    """Returns the ids of those that had it. Safe to repeat."""
    return [
        note.pk
        for note in notes
        if tag in note.tags and _has_changed(note, [each for each in note.tags if each != tag])
    ]


def _has_changed(note: Note, tags: list[str]) -> bool:
    try:
        edit_note(note=note, version=note.version, tags=tags)
    except (InvalidNote, NoteChanged, NoteNotFound, NoteTooLarge):
        return False
    return True

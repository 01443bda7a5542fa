"""A note as a source of answers."""

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.models import Note


def note_source(note: Note, *passages: SourcePassage) -> AnswerSource:
    """With the day that it gives itself."""
    return AnswerSource(SourceType.NOTES, note.pk, note.title, passages, day=note.own_day)

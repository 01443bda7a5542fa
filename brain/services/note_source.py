"""A note as a source of answers."""

from django.utils import timezone

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.models import Note
from brain.parsing.entry_days import dated_spans
from brain.parsing.entry_years import years_of


def note_source(note: Note, *passages: SourcePassage) -> AnswerSource:
    """With the days that it gives itself and its parts."""
    day = note.own_day
    years = years_of(note.title, note.file, note.front_matter)
    dated = dated_spans(note.title, note.body, day or timezone.localdate(), years)
    return AnswerSource(SourceType.NOTES, note.pk, note.title, passages, day=day, dated=dated)

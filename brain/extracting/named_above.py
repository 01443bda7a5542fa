"""What stands above a quotation and says what it is about."""

from collections.abc import Sequence

from brain.answer_sources import AnswerSource
from brain.extracting.source_sentences import trail_at
from core.text.bm25_words import split_words
from core.text.passages import TRAIL_SEPARATOR


def named_above(query: str, title: str, trail: str) -> str:
    """The title of its note, and the headings of `trail`; the title only where no heading of a section stands between
    that says nothing of the question, as "Soup" in a note on bread.
    """
    headings = [each for each in trail.split(TRAIL_SEPARATOR) if each and each != title]
    if headings and set(split_words(query)).isdisjoint(split_words(" ".join(headings))):
        return ""
    return "\n".join([title, *headings])


def named_above_excerpt(
    query: str, excerpt: str, *, note_id: str, title: str, sources: Sequence[AnswerSource]
) -> str:
    """The same of a quotation by its text; the title alone where no source has it."""
    passages = (passage for source in sources if source.id == note_id for passage in source.passages)
    found = next((passage for passage in passages if excerpt in passage.text), None)
    return named_above(query, title, trail_at(found, found.text.index(excerpt))) if found else title

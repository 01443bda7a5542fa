"""What stands above a quotation and says what it is about."""

import re
from collections.abc import Sequence
from dataclasses import replace

from brain.answer_sources import AnswerSource
from brain.extracting.source_sentences import trail_at
from core.text.bm25_words import split_words
from core.text.hidden_spans import without_blanks
from core.text.irregular_forms import stated_bases
from core.text.passages import TRAIL_SEPARATOR
from core.text.stated_form import asking_words
from core.text.unnamed_words import topic_stems

_NAME = re.compile(r"(?<=[\w,;:] )[A-Z][\w-]+")
"""A capital within a question."""
_WORD = re.compile(r"\w[\w-]*")
_STRUCTURAL = frozenset(
    split_words(
        "status context decision decisions consequences proposal discussion background summary overview introduction"
        " purpose rationale reasons problem solution alternatives options considered details description notes examples"
        " usage steps procedure setup initial how works tradeoffs pros cons next actions agenda items conclusion"
        " conclusions results references"
    )
)
"""Words of headings that say how a text is made, not what it is about: of a decision record, a how-to, minutes."""


def named_above(query: str, title: str, trail: str) -> str:
    """The title of its note, and the headings of `trail`; of the title only the names that the question has where a
    heading of a section stands between that says nothing of the question, as "Soup" in a note on bread; "Decision"
    says nothing of any.
    """
    headings = [each for each in trail.split(TRAIL_SEPARATOR) if each and each != title]
    about = {stem for each in headings for stem in split_words(each)} - _STRUCTURAL
    if about and set(split_words(query)).isdisjoint(stated_bases(split_words(" ".join(headings)))):
        return " ".join(each for each in _WORD.findall(title) if each in _NAME.findall(query))
    return "\n".join([title, *headings])


def names_own(query: str, rendered: str) -> bool:
    """Whether it has a word of what is asked about itself; below a heading with all of them "Coarse." may be said of
    anything.
    """
    topic = topic_stems(query) - asking_words(query, rendered)
    return not topic or not topic.isdisjoint(stated_bases(split_words(rendered)))


def named_above_excerpt(
    query: str, excerpt: str, *, note_id: str, title: str, sources: Sequence[AnswerSource]
) -> str:
    """The same of a quotation by its text; the title alone where no source has it."""
    passages = (
        replace(passage, text=without_blanks(passage.text))
        for source in sources
        if source.id == note_id
        for passage in source.without_comments().passages
    )
    found = next((passage for passage in passages if excerpt in passage.text), None)
    return named_above(query, title, trail_at(found, found.text.index(excerpt))) if found else title

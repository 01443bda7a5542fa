"""A model's answer checked against the sources it was given; only what they support is kept.

Pure. Accepts any answer and never raises; time is linear in sources and answer.
"""

from brain.checking.answer_check import MAX_ANSWER_CHARACTERS, NOT_SUPPORTED, check_answer
from brain.checking.checked_answer import CheckedAnswer
from brain.checking.citation_marks import remove_citation_marks
from brain.checking.guarded_sources import WITHHELD, guard_sources
from brain.checking.unsupported_sentences import UNSUPPORTED_LABEL, find_sentences, mark_unsupported, shorten

__all__ = [
    "MAX_ANSWER_CHARACTERS",
    "NOT_SUPPORTED",
    "UNSUPPORTED_LABEL",
    "WITHHELD",
    "CheckedAnswer",
    "check_answer",
    "find_sentences",
    "guard_sources",
    "mark_unsupported",
    "remove_citation_marks",
    "shorten",
]

"""What a sentence's score gains or loses besides its likeness to the question: by its source, and by what it states."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from brain.answer_sources import AnswerSource, SourceType
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.filler_words import ASKING
from core.text.only_planned import only_plans
from core.text.stated_form import asks_form, unstated_form

_PROFILE = 0.2
"""Bonus of the profile, which is retrieved only if it is asked for."""
_FORM = 0.2
"""Bonus of a sentence that states what is asked for by its form: a number of the things, a reason (ADR 12)."""
_QUESTION = 0.2
"""Taken from a sentence that only asks, asks for what is to have been given, or plans what is to have been done."""
_OWN = 0.2
"""Bonus of a sentence that holds the own words of a question that leans on another: "and in June?"."""


def bonuses(
    query: str, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource], question: str
) -> NDArray[np.float64]:
    found = _PROFILE * np.array([sources[each.source].type is SourceType.PROFILE for each in sentences])
    found -= _QUESTION * np.array([each.text.rstrip(" *_").endswith("?") for each in sentences])
    if asks_form(query):
        unstated = [unstated_form(query, each.rendered, context=query) for each in sentences]
        found += _FORM * np.array([not each for each in unstated])
    found -= _QUESTION * np.array([only_plans(query, each.rendered) for each in sentences])
    if own := set(split_words(question)) - ASKING:
        found += _OWN * np.array([own.issubset(split_words(each.in_section)) for each in sentences])
    return found

"""Of sentences and quotations those that state what is asked for by its form: a price, a day, who somebody is."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.missing_form import states_form_of_topic
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.stated_form import asks_form, asks_who, completes, unstated_form


def stating(query: str, quotes: Sequence[SourceQuote]) -> list[SourceQuote]:
    """Those that state what is asked for by its form, beside which the others need not stand."""
    if not asks_form(query):
        return []
    return [quote for quote in quotes if not unstated_form(query, quote.rendered, context=query)]


def identifying(
    query: str, sentences: Sequence[SourceSentence], scores: NDArray[np.float64]
) -> tuple[Sequence[SourceSentence], NDArray[np.float64]]:
    """Of all sentences, however far from the best, those that tell who somebody is; none for another question."""
    if not asks_who(query):
        return [], scores[:0]
    found = [
        at for at, each in enumerate(sentences) if not unstated_form(query, each.rendered, context=query)
    ]
    return [sentences[at] for at in found], scores[found]


def of_form(
    query: str,
    sentences: Sequence[SourceSentence],
    scores: NDArray[np.float64],
    sources: Sequence[AnswerSource],
) -> tuple[Sequence[SourceSentence], NDArray[np.float64]]:
    """The same of those that hold what is asked for by its form beside all that is known of what is asked about."""
    quotes = [quote_sentence(each, partial(completes, query)) for each in sentences]
    found = [
        at
        for at, each in enumerate(quotes)
        if states_form_of_topic(query, each, sources)
        and not unstated_form(query, each.rendered, context=query)
    ]
    return [sentences[at] for at in found], scores[found]

"""Of sentences and quotations those that state what is asked for by its form: a price, a day, who somebody is."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from brain.answer_sources import AnswerSource
from brain.extracting.choose_quotes import quote_sentence
from brain.extracting.missing_form import states_form_of_topic
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.expected_form import expected_form
from core.text.stated_form import asks_form, asks_value, asks_who, completes, unstated_form
from core.text.unnamed_words import topic_stems


def of_measure(
    query: str,
    best: Sequence[SourceQuote],
    sentences: Sequence[SourceSentence],
    scores: NDArray[np.float64],
    sources: Sequence[AnswerSource],
    choose: Callable[..., list[SourceQuote]],
) -> list[SourceQuote]:
    """Where none of the nearest says how long, how much, when and the like: those of all sentences that do, below a
    title that is what is asked about; but for a form that `missing_form` asks for, too, also those that hold half of
    it with their title, a word of it themselves. Else none.
    """
    if not asks_value(query) or not states_none(query, best):
        return []
    form = expected_form(query)
    asked = topic_stems(query) - (form.stems if form else frozenset())
    topic = asked & {stem for each in sentences for stem in split_words(each.rendered)}
    quotes = [quote_sentence(each, partial(completes, query)) for each in sentences]

    def is_about(quote: SourceQuote) -> bool:
        titled = asked.intersection(split_words(sources[quote.source].title))
        own = topic.intersection(split_words(quote.rendered))
        is_half = not form and bool(own) and 2 * len(own | (titled & topic)) >= len(topic)
        return is_half or (titled == asked and bool(asked))

    found = [
        at
        for at, each in enumerate(quotes)
        if is_about(each) and not unstated_form(query, each.rendered, context=query)
    ]
    return choose([sentences[at] for at in found], scores[found])


def states_none(query: str, quotes: Sequence[SourceQuote]) -> bool:
    return all(unstated_form(query, each.rendered, context=query) for each in quotes)


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

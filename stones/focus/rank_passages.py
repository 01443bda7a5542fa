"""Ranks the passages of a document for a question, by words and vectors, relative to the document itself.

Neither a cosine nor a BM25 score is comparable between two documents. So both are expressed in standard deviations of
this document's own passages before they are added. Alternatives that were tried: docs/adr/0005-focused-reading.md.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.text.bm25_words import expand_related, split_words
from core.text.expected_form import expected_form
from core.text.passages import Passage, embedding_text
from search.confidence import DOCUMENT_PASSAGE, confidence
from search.passage_score import Numbers, passage_scores, standardize
from search.passage_words import PassageWords

WORDS_WEIGHT = 0.8
"""Of the words; the vectors weigh 1."""
NEIGHBOUR_WEIGHT = 0.15
"""An answer is often next to the passage that names its subject."""
LENGTH_WEIGHT = 0.7
"""A passage must be worth its cost: of two equally likely ones the shorter comes first."""
SHORT_CHARACTERS = 120
"""Below this a passage gains nothing more from being short."""
LIKELY_WITHIN = 2.75
"""Below the best score: so far a first answer reads (`select_excerpts.STOP_MARGIN`)."""
MATCH_ABOVE = 0.5
"""Confidence; below it there is no match."""


def rank(
    question: str,
    passages: Sequence[Passage],
    similarities: NDArray[np.floating] | None,
    *,
    nearest: bool = False,
    by_cost: bool = True,
) -> Numbers:
    """The worth of each passage for this question, (n,); the document's average is about 0.

    `similarities` is the cosine of each passage's vector with the question's, (n,); None ranks by words alone. All
    scores are -inf if nothing in the document clearly matches the question, or nothing near the best passage holds the
    number or date that it asks for, unless `nearest` asks for the nearest all
    the same. `by_cost` False: length does not count, for callers that return the same amount of either.
    """
    if not passages:
        return np.zeros(0)
    question_words = list(dict.fromkeys(split_words(question)))
    index = PassageWords([embedding_text(passage) for passage in passages])
    related_words = expand_related(question_words)
    if not (
        nearest or any(map(index.holds, related_words)) or _is_match(question_words, index, similarities)
    ):
        return np.full(len(passages), -np.inf)
    by_words = index.scores([*question_words, *related_words])
    if similarities is None:
        scores = WORDS_WEIGHT * standardize(by_words)
    else:
        cosines = np.asarray(similarities, dtype=np.float64)
        scores = passage_scores(cosines, by_words, words_weight=WORDS_WEIGHT)
    scores = _add_neighbours(scores)
    if not nearest and _lacks_form(question, passages, scores):
        return np.full(len(passages), -np.inf)
    return scores - LENGTH_WEIGHT * _relative_cost(passages) if by_cost else scores


def _is_match(
    question_words: Sequence[str], index: PassageWords, similarities: NDArray[np.floating] | None
) -> bool:
    """Whether the document is about the question: by how near its best passage comes, in words and vectors."""
    if similarities is None:
        return not question_words or any(index.holds(word) for word in question_words)
    features = {
        "cosine": float(np.max(similarities)),
        "coverage": float(np.max(index.coverages(question_words), initial=0.0)),
    }
    return confidence(features, DOCUMENT_PASSAGE) >= MATCH_ABOVE


def _lacks_form(question: str, passages: Sequence[Passage], scores: Numbers) -> bool:
    """Whether the question asks for a phone number, a date or the like, and no passage near the best one holds any."""
    form = expected_form(question)
    likely = np.flatnonzero(scores >= scores.max() - LIKELY_WITHIN)
    return form is not None and not any(form.is_in(passages[at].text) for at in likely.tolist())


def _add_neighbours(scores: Numbers) -> Numbers:
    near = np.zeros(len(scores))
    near[1:] += scores[:-1]
    near[:-1] += scores[1:]
    return scores + NEIGHBOUR_WEIGHT * near


def _relative_cost(passages: Sequence[Passage]) -> Numbers:
    """Logarithm of the relative length, 0 for the average: benefit per cost is the best loading order (Smith, 1956)."""
    logarithms = np.log([max(SHORT_CHARACTERS, len(passage.text)) for passage in passages])
    return np.asarray(logarithms - np.mean(logarithms), dtype=np.float64)

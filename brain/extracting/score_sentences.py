"""How well each sentence of the sources answers the question: by likeness, by words, and by where it stands."""

from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from brain.extracting.source_sentences import SourceSentence
from core.text.bm25_words import split_words
from core.text.stretch_vectors import Embed

_COVERED = 0.35
"""Weight of the share of the question's words in it; its similarity to the question weighs 1."""
_SOURCE = 0.1
"""Weight of the rank of its source."""
_PASSAGE = 0.1
"""Weight of its passage's score, in standard deviations: retrieval saw the sentence's surroundings."""


def score_sentences(
    query: str, sentences: Sequence[SourceSentence], *, embed: Embed | None
) -> NDArray[np.float64]:
    """Scores, (n,). Without `embed` by their words and passages alone."""
    ranks = np.array([1.0 / (1 + sentence.source) for sentence in sentences])
    passage_scores = np.array([sentence.passage.score for sentence in sentences])
    spread = float(passage_scores.std()) or 1.0
    base_scores = (
        _COVERED * _coverage(query, sentences)
        + _SOURCE * ranks
        + _PASSAGE * (passage_scores - passage_scores.mean()) / spread
    )
    if embed is None:
        return np.asarray(base_scores, dtype=np.float64)
    vectors = embed([query, *(each.in_section for each in sentences)])
    return np.asarray(vectors[1:] @ vectors[0] + base_scores, dtype=np.float64)


def _coverage(query: str, sentences: Sequence[SourceSentence]) -> NDArray[np.float64]:
    """Share of the question's stems that a sentence holds; rarer stems weigh more."""
    query_stems = set(split_words(query))
    matched_stems = [query_stems.intersection(split_words(sentence.in_section)) for sentence in sentences]
    document_frequency = Counter(stem for stems in matched_stems for stem in stems)
    weights = {stem: log(1 + len(sentences) / (1 + document_frequency[stem])) for stem in query_stems}
    total = sum(weights.values()) or 1.0
    return np.array([sum(weights[stem] for stem in stems) / total for stems in matched_stems])

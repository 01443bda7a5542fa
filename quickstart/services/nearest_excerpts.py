"""Of each item that may answer, the sentence that is nearest to the question: the first one is often just "Yes"."""

from collections.abc import Sequence

import numpy as np

from core.text.bm25_words import question_stems, split_words
from quickstart.kinds import OwnerKind
from quickstart.queries.nearest_texts import texts_with_vectors
from quickstart.rendering.excerpts import excerpts_of
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem


def nearest_excerpts(
    query: str,
    options: Sequence[tuple[OwnerKind, RetrievedItem]],
    texts: Sequence[str],
    found: QuickstartRetrieval,
) -> list[str]:
    """In the order of the options, of which `texts` are the answers and descriptions. One query and no new vector: the
    passages, and of most entries the sentences, have theirs. Without one words decide.
    """
    nearest = _nearest_texts(options, found)
    stems = frozenset(question_stems(query))
    return [
        _most_like(nearest.get((kind, each.pk), ""), excerpts_of(text), stems)
        for (kind, each), text in zip(options, texts, strict=True)
    ]


def _nearest_texts(
    options: Sequence[tuple[OwnerKind, RetrievedItem]], found: QuickstartRetrieval
) -> dict[tuple[OwnerKind, int], str]:
    if found.vector is None or not options:
        return {}
    rows = texts_with_vectors([(kind, each.pk) for kind, each in options], found.model)
    best: dict[tuple[OwnerKind, int], tuple[float, str]] = {}
    for owner, text, vector in rows:
        cosine = float(np.dot(vector, found.vector))
        best[owner] = max(best.get(owner, (-1.0, "")), (cosine, text))
    return {owner: text for owner, (_, text) in best.items()}


def _most_like(nearest: str, excerpts: Sequence[str], stems: frozenset[str]) -> str:
    """The one that says most of the nearest text, of those in a passage the one with most words of the question."""
    said = frozenset(split_words(nearest))

    def likeness(excerpt: str) -> tuple[float, int]:
        own = frozenset(split_words(excerpt))
        return len(own & said) / max(1, len(own)), len(own & stems)

    return max(excerpts, key=likeness)

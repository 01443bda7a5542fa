"""A second look at the best of what was ranked, by what reads question and text together."""

from collections.abc import Callable, Sequence

import numpy as np

from search.passage_score import Numbers

Relevance = Callable[[Sequence[str]], Numbers]
"""Of each text, (n,): log-odds that it answers the question, comparable among the texts of one call."""


def rerank(
    scores: Numbers, text_of: Callable[[int], str], relevance: Relevance, *, best: int, weight: float
) -> Numbers:
    """The scores, (n,), the first `best` of them raised by `weight` × how far each is above the least of these.

    Those that are not finite stay as they are.
    """
    order = np.argsort(-scores, kind="stable")[:best].tolist()
    chosen = [at for at in order if np.isfinite(scores[at])]
    if not chosen:
        return scores
    found = relevance([text_of(at) for at in chosen])
    raised = scores.copy()
    raised[chosen] += weight * (found - found.min())
    return raised

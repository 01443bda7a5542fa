"""Whether what was found answers a question, in a measure that is comparable between embedding models.

Cosines of different models are not comparable. So each model is calibrated once on general questions: how near a
question comes to a passage that answers it, and how near to the best of those that do not. Its SimilarityScale lies
between the two. How sure an answer is: search/confidence.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.text.stretch_vectors import Embed
from search.confidence import NOTE, NOTE_BY_WORDS, confidence


@dataclass(frozen=True, slots=True)
class SimilarityScale:
    """Of one embedding model. The defaults are those of all-MiniLM-L6-v2."""

    unrelated: float = 0.12
    """Cosine of a question with the nearest of some passages that do not answer it."""
    answered: float = 0.62
    """With one that does."""


def calibrate_scale(
    pairs: Sequence[tuple[str, str]], embed: Embed, *, embed_questions: Embed | None = None
) -> SimilarityScale:
    """From `pairs` of a question and its answer, in two calls; exceptions of either pass through. `embed_questions`
    None: as texts.
    """
    questions = (embed_questions or embed)([question for question, _ in pairs])
    cosines = questions @ embed([answer for _, answer in pairs]).T
    own = np.diag(cosines).copy()
    others = cosines.copy()
    np.fill_diagonal(others, -np.inf)
    unrelated, answered = float(np.median(others.max(axis=1))), float(np.median(own))
    # A model that does not separate the two must not get a narrow scale.
    return SimilarityScale(unrelated, max(answered, unrelated + 0.05))


def answer_confidence(
    *, similarity: float | None, covered: float, familiar: float, scale: SimilarityScale
) -> float:
    """That the best passage answers: 0 to 1, about 0 for an unrelated question.

    `similarity` None: without vectors, the words alone decide.
    """
    features = {"coverage": covered, "familiarity": familiar}
    if similarity is None:
        return confidence(features, NOTE_BY_WORDS)
    scaled = (similarity - scale.unrelated) / (scale.answered - scale.unrelated)
    return confidence(features | {"cosine": scaled}, NOTE)

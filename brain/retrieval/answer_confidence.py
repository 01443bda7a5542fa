"""Whether what was found answers a question, in a measure that is comparable between embedding models.

Cosines of different models are not comparable. So each model is calibrated once on general questions: how near a
question comes to a passage that answers it, and how near to the best of those that do not. Its SimilarityScale lies
between the two. How sure an answer is: search/confidence.py.
"""

from dataclasses import dataclass

import numpy as np

from core.text.stretch_vectors import Embed
from search.confidence import NOTE, NOTE_BY_WORDS, confidence

CALIBRATION_PAIRS = (
    ("How long do I boil an egg?", "After four minutes in boiling water an egg is soft, after ten it is hard."),
    ("Why do leaves change colour?", "In autumn trees lose their green, and yellow pigments show in the foliage."),
    ("Who painted the ceiling of the Sistine Chapel?", "Michelangelo worked on the frescoes of the vault until 1512."),
    ("What should I do about a flat tyre?", "Loosen the nuts, lift the car with the jack, and put the spare wheel on."),
    ("How is paper made?", "Wood is pulped, the fibres are spread on a sieve, pressed and dried into sheets."),
    ("Are whales fish?", "Whales are mammals: they breathe air and suckle their young."),
    ("What caused the fall of the empire?", "Debts and pressure on its borders led to the collapse of Rome."),
    ("How can I sleep better?", "A dark, cool room without screens helps most people to fall asleep."),
    ("Why is the train late so often?", "Most delays come from a single track where trains wait for each other."),
    ("What do critics say about the film?", "Reviewers praised the acting, and found the plot slow and its end weak."),
    ("Does exercise help against stress?", "People who run or swim three times a week report less tension and worry."),
    ("How did the company lose its customers?", "After prices rose, half of the subscribers left for a competitor."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SimilarityScale:
    """Of one embedding model. The defaults are those of all-MiniLM-L6-v2."""

    unrelated: float = 0.12
    """Cosine of a question with the nearest of some passages that do not answer it."""
    answered: float = 0.62
    """With one that does."""


def calibrate_scale(embed: Embed, *, embed_questions: Embed | None = None) -> SimilarityScale:
    """From CALIBRATION_PAIRS: two dozen short texts in two calls; exceptions of either pass through. `embed_questions`
    None: as texts.
    """
    questions = (embed_questions or embed)([question for question, _ in CALIBRATION_PAIRS])
    cosines = questions @ embed([answer for _, answer in CALIBRATION_PAIRS]).T
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

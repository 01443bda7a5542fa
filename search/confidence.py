"""How sure it is that a hit answers: one signature, and for each kind of hit a row of parameters."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfidenceParameters:
    """Of a logistic function of a hit's features."""

    weights: Mapping[str, float]
    """By feature."""
    even: float
    """The weighted sum at which an answer is as likely as not."""
    steepness: float
    """Log-odds per unit of it. It spreads confidences and changes no decision at 0.5."""


PASSAGE = ConfidenceParameters(
    {"cosine": 1.0, "mean_cosine": -0.5, "coverage": 0.5}, even=0.2, steepness=10.0
)
"""Of the best passage of an agent's memories."""
DOCUMENT_PASSAGE = ConfidenceParameters({"cosine": 1.0, "coverage": 0.5}, even=0.37, steepness=10.0)
"""Of the best passage of a document. At 0.5 it refuses 5 of 733 questions asked of their own document, and nine in ten
of those asked of a document of another collection (ADR 5).
"""
LISTED = ConfidenceParameters({"cosine": 1.0, "coverage": 0.5}, even=0.45, steepness=10.0)
"""Of the best passage of a text, among all that a search may list. At 0.5 it keeps .99 of the stones that answer, and
lists any for 6 to 19 in a hundred questions about anything else (ADR 27).
"""
PASSAGE_BY_WORDS = ConfidenceParameters({"coverage": 1.0}, even=1e-9, steepness=10.0)
"""Without vectors any word of the question is enough."""

NOTE = ConfidenceParameters({"cosine": 1.0, "coverage": 0.6, "familiarity": 0.4}, even=0.85, steepness=5.0)
"""Its `cosine` is on a scale of its embedding model: 0 for a passage that does not answer, 1 for one that does."""
NOTE_BY_WORDS = ConfidenceParameters({"coverage": 0.6, "familiarity": 0.4}, even=0.85, steepness=5.0)

# Each lies on a plateau: doubling or halving one changes the AUROC on five collections by less than 0.01.
ITEM_FIT = ConfidenceParameters({"nearest": 1.0, "around": 0.5, "coverage": 0.2}, even=1.0, steepness=5.0)
"""How well an entry or a skill fits, regardless of the others."""
ITEM = ConfidenceParameters(
    {**ITEM_FIT.weights, "lead": 0.25, "familiarity": 0.2, "rests": -0.5}, even=1.0, steepness=5.0
)
"""Of the best of them. A collection that is large enough has its own `even` and `steepness`."""
ITEM_BY_WORDS = ConfidenceParameters({"coverage": 1.0}, even=0.5, steepness=8.0)

_MAX_LOG_ODDS = 60.0


def strength(features: Mapping[str, float], parameters: ConfidenceParameters) -> float:
    """The weighted sum of those features that the parameters weigh."""
    return sum(weight * features[name] for name, weight in parameters.weights.items())


def confidence(features: Mapping[str, float], parameters: ConfidenceParameters) -> float:
    """0 to 1; 0.5 where an answer is as likely as not. Raises KeyError for a feature that is missing."""
    odds = parameters.steepness * (strength(features, parameters) - parameters.even)
    return 1.0 / (1.0 + math.exp(-max(-_MAX_LOG_ODDS, min(_MAX_LOG_ODDS, odds))))

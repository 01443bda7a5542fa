"""How sure it is that a hit answers: one signature for all kinds, parameters for each kind."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfidenceParameters:
    """Of a logistic function of a hit's features."""

    mean_cosine: float
    """Weight of the mean cosine of all that was searched; the hit's own weighs 1."""
    coverage: float
    even: float
    """The sum at which an answer is as likely as not."""
    steepness: float = 10.0
    """Log-odds per unit; it changes no decision."""


MEMORY = ConfidenceParameters(mean_cosine=-0.5, coverage=0.5, even=0.2)
"""A match as focused reading defines it (stones/focus/rank_passages.py)."""


def hit_confidence(
    parameters: ConfidenceParameters, *, cosine: float | None, coverage: float, mean_cosine: float
) -> float:
    """0 to 1; 0.5 where an answer is as likely as not. Without a vector any word of the question is enough."""
    if cosine is None:
        return 1.0 if coverage > 0 else 0.0
    evidence = cosine + parameters.mean_cosine * mean_cosine + parameters.coverage * coverage
    return 1.0 / (1.0 + math.exp(-parameters.steepness * (evidence - parameters.even)))

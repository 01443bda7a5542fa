"""How well confidence tells questions that can be answered from those that cannot."""

from collections.abc import Sequence

import numpy as np


def share(values: Sequence[bool] | Sequence[float]) -> float | None:
    """Their mean; None without any."""
    return round(float(np.mean(values)), 4) if len(values) else None


def threshold_of(confidences: Sequence[float], answered: float) -> float:
    """The highest confidence at which at least this share of them is answered."""
    ordered = sorted(confidences, reverse=True)
    return ordered[int(np.ceil(answered * len(ordered))) - 1] if ordered else 0.0


def auroc(inside: Sequence[float], outside: Sequence[float]) -> float | None:
    """How often one that can be answered has the higher confidence of two; ties count half."""
    if not inside or not outside:
        return None
    ours, theirs = np.array(inside)[:, None], np.array(outside)[None, :]
    return round(float(np.mean((ours > theirs) + 0.5 * (ours == theirs))), 4)

"""What the product expects of a reranker."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Relevances = NDArray[np.float64]


class Reranker(Protocol):
    @property
    def name(self) -> str: ...

    def load(self) -> None:
        """Raises SettingsWrong where it cannot be loaded. Safe to repeat."""
        ...

    def relevances(self, question: str, texts: Sequence[str]) -> Relevances:
        """Log-odds that each text answers the question, (n,); comparable among the texts of one question.

        Raises LLMError.
        """
        ...

"""A reranker for tests: what answers is what it is told."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from core.llm.model_errors import SettingsWrong
from core.llm.reranking.reranker import Relevances


@dataclass
class FakeReranker:
    """A text is as relevant as the highest of the values whose key it holds, else `other`."""

    relevant: dict[str, float] = field(default_factory=dict)
    other: float = -10.0
    fails_with: SettingsWrong | None = None
    """Raised by `load`."""
    fails_then: SettingsWrong | None = None
    """Raised by `relevances`."""
    name: str = "fake-reranker"
    asked: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def load(self) -> None:
        if self.fails_with:
            raise self.fails_with

    def relevances(self, question: str, texts: Sequence[str]) -> Relevances:
        self.asked.append((question, tuple(texts)))
        if self.fails_then:
            raise self.fails_then
        return np.array([self._of(text) for text in texts], dtype=np.float64)

    def _of(self, text: str) -> float:
        return max((value for key, value in self.relevant.items() if key in text), default=self.other)

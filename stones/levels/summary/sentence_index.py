"""The sentences of a text by their words: which are nearest to a claim."""

import math
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from stones.levels.author_rules import forbidding_name
from stones.levels.document_parts import DocumentPart, PartKind, Standing
from stones.levels.summary.word_stems import content_stems

LEAST_SHARE = 0.4
"""Of the weight of a claim's stems that the nearest sentence shares; rare stems weigh more."""
NEAR_SHARE = 0.1
"""Sentences that share so much less are as near."""


@dataclass(frozen=True, slots=True)
class TextSentence:
    text: str
    """With the line or heading that forbids it, if one does: `Do not: raise the limit`."""
    line: int
    is_forbidden: bool = False
    """By that line or heading."""


class SentenceIndex:
    """Of the parts that are neither code nor superseded."""

    def __init__(self, parts: Sequence[DocumentPart]) -> None:
        self._parts = [
            part
            for part in parts
            if part.kind is not PartKind.CODE and part.standing is not Standing.SUPERSEDED
        ]
        self._sentences: dict[int, list[tuple[TextSentence, frozenset[str]]]] = {}

    @cached_property
    def _stems(self) -> list[frozenset[str]]:
        return [frozenset(content_stems(part.plain)) for part in self._parts]

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(stem for stems in self._stems for stem in stems)

    def _weight(self, stem: str) -> float:
        return math.log(1 + (1 + len(self._parts)) / (1 + self._counts[stem]))

    def nearest(self, stems: Set[str]) -> list[TextSentence]:
        """All that share about as many of these stems as the best one; empty if none shares LEAST_SHARE."""
        weights = {stem: self._weight(stem) for stem in stems}
        total = sum(weights.values())
        found: list[tuple[float, TextSentence]] = []
        for at, of_part in enumerate(self._stems):
            if _share(of_part, weights) < (LEAST_SHARE - NEAR_SHARE) * total:
                continue
            found += [(_share(own, weights), sentence) for sentence, own in self._sentences_of(at)]
        best = max((share for share, _ in found), default=0.0)
        if best < LEAST_SHARE * total:
            return []
        return [sentence for share, sentence in found if share >= best - NEAR_SHARE * total]

    def _sentences_of(self, at: int) -> list[tuple[TextSentence, frozenset[str]]]:
        if at not in self._sentences:
            part = self._parts[at]
            lead = forbidding_name(part)
            self._sentences[at] = [
                (
                    TextSentence(f"{lead}: {sentence.text}", sentence.line, True)
                    if lead
                    else TextSentence(sentence.text, sentence.line),
                    frozenset(content_stems(sentence.text)),
                )
                for sentence in part.sentences()
            ]
        return self._sentences[at]


def _share(stems: Set[str], weights: dict[str, float]) -> float:
    return sum(weight for stem, weight in weights.items() if stem in stems)

"""The clauses of a text by their words: which are nearest to a claim."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from stones.levels.author_rules import forbidding_name, rules_of
from stones.levels.document_parts import DocumentPart, PartKind, Standing
from stones.levels.split_sentences import split_sentences
from stones.levels.summary.clauses import read_clauses
from stones.levels.summary.word_stems import content_stems

LEAST_SHARE = 0.4
"""Of the weight of a claim's stems that the nearest clause shares; rare stems weigh more."""
NEAR_SHARE = 0.1
"""Clauses that share so much less are as near."""
MAX_CLAUSES = 5_000
"""Of a text that are read for all claims; those of further parts are not compared."""
MAX_NEAR = 30
"""Clauses as near as the best; with more the text says it in many ways."""


@dataclass(frozen=True, slots=True)
class TextClause:
    text: str
    sentence: str
    """With the line or heading that forbids it, if one does: `Do not: raise the limit`."""
    line: int
    is_forbidden: bool
    """By that line or heading."""


class NearestClauses:
    """Of the parts that are neither code nor superseded."""

    def __init__(self, parts: Sequence[DocumentPart], stems: Sequence[frozenset[str]]) -> None:
        """`stems`: of each part."""
        self._parts = [
            (part, own)
            for part, own in zip(parts, stems, strict=True)
            if part.kind is not PartKind.CODE and part.standing is not Standing.SUPERSEDED
        ]
        self._clauses: dict[int, list[tuple[TextClause, frozenset[str]]]] = {}
        self._left = MAX_CLAUSES
        self._nearest: dict[frozenset[str], list[TextClause]] = {}

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(stem for _, own in self._parts for stem in own)

    def _weight(self, stem: str) -> float:
        return math.log(1 + (1 + len(self._parts)) / (1 + self._counts[stem]))

    def find(self, stems: frozenset[str]) -> list[TextClause]:
        """The best first, with all that share about as many of these stems; empty if none shares LEAST_SHARE, or if
        more than MAX_NEAR do.
        """
        if stems not in self._nearest:
            self._nearest[stems] = self._find_nearest(stems)
        return self._nearest[stems]

    def _find_nearest(self, stems: frozenset[str]) -> list[TextClause]:
        weights = {stem: self._weight(stem) for stem in stems}
        total = math.fsum(weights.values())
        found: list[tuple[float, TextClause]] = []
        for at, (_, of_part) in enumerate(self._parts):
            if _share(of_part, weights) < (LEAST_SHARE - NEAR_SHARE) * total:
                continue
            found += [(_share(own, weights), clause) for clause, own in self._clauses_of(at)]
        best = max((share for share, _ in found), default=0.0)
        if best < LEAST_SHARE * total:
            return []
        near = [(share, clause) for share, clause in found if share >= best - NEAR_SHARE * total]
        near.sort(key=lambda pair: -pair[0])
        return [clause for _, clause in near] if len(near) <= MAX_NEAR else []

    def _clauses_of(self, at: int) -> list[tuple[TextClause, frozenset[str]]]:
        if at not in self._clauses:
            self._clauses[at] = list(islice(_clauses(self._parts[at][0]), self._left))
            self._left -= len(self._clauses[at])
        return self._clauses[at]


def _clauses(part: DocumentPart) -> Iterator[tuple[TextClause, frozenset[str]]]:
    rules = rules_of(part) if forbidding_name(part) else ()
    forbidden = {rule.text: rule.forbidden_by for rule in rules}
    for stretch in part.sentences():
        lead = forbidden.get(stretch.text, "")
        for sentence in split_sentences(stretch.text):
            shown = f"{lead}: {sentence}" if lead else sentence
            for clause in read_clauses(sentence):
                yield (
                    TextClause(clause.text, shown, stretch.line, bool(lead)),
                    frozenset(content_stems(clause.text)),
                )


def _share(stems: Set[str], weights: dict[str, float]) -> float:
    # Exact: the stems are in another order in each process.
    return math.fsum(weight for stem, weight in weights.items() if stem in stems)

"""Which warnings, prohibitions and asks of a text a sender's words leave out."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stones.levels.summary.clauses import Clause
from stones.levels.summary.demands import Demand, DemandKind
from stones.levels.summary.words import content_stems

MOST = 5
MOST_OF_SUMMARY = 2
"""What 40 tokens can hold beside what they are about."""
TOLD = 0.4
"""Share of the weight of a demand's words that makes it told; rare words weigh more."""
TOLD_OF_SENTENCE = 0.5
"""Share of all words of its sentence that makes it told as well."""
LEAST_WEIGHT = 3.0
PRESSING = 3.5
"""From this weight on a demand is named in any case; of the lesser ones MOST_LESSER."""
MOST_LESSER = 2
LEAST_OF_SUMMARY = 4.0
"""A summary alone is held to what stands near the top and is set apart as well, or above all else."""


@dataclass(frozen=True, slots=True)
class Words:
    """The sender's words, ready to be asked whether they hold a demand."""

    stems: frozenset[str]
    denying: frozenset[str]
    """Of the sentences that deny or limit something."""

    @classmethod
    def of(cls, clauses: Sequence[Clause]) -> "Words":
        denying = (c.sentence for c in clauses if c.denials or c.is_limited)
        return cls(
            frozenset(stem for clause in clauses for stem in clause.stems),
            frozenset(stem for stems in denying for stem in stems),
        )


def find_left_out(
    demands: Sequence[Demand], words: Words, *, most: int = MOST, least: float = LEAST_WEIGHT
) -> list[Demand]:
    """The most important first; of several that say the same, one."""
    all_stems = [frozenset(content_stems(demand.text)) for demand in demands]
    counts = Counter(stem for stems in all_stems for stem in stems)
    found = [
        (demand, stems)
        for demand, stems in zip(demands, all_stems, strict=True)
        if demand.weight >= least and len(stems) > 1 and not _is_told(demand, stems, words, counts)
    ]
    found.sort(key=lambda each: (-each[0].weight, each[0].line))
    out: list[tuple[Demand, frozenset[str]]] = []
    for demand, stems in found:
        if demand.weight < PRESSING and sum(each.weight < PRESSING for each, _ in out) >= MOST_LESSER:
            continue
        if len(out) < most and all(
            len(stems & other) < 0.6 * min(len(stems), len(other)) for _, other in out
        ):
            out.append((demand, stems))
    return [demand for demand, _ in out]


def _is_told(demand: Demand, stems: frozenset[str], words: Words, counts: Counter[str]) -> bool:
    whole = frozenset(content_stems(demand.sentence))
    if len(whole & words.stems) >= TOLD_OF_SENTENCE * len(whole):
        return demand.kind is not DemandKind.PROHIBITION or bool(whole & words.denying)
    there = words.denying if demand.kind is DemandKind.PROHIBITION else words.stems
    weights = {stem: math.sqrt(1 / (1 + counts[stem])) for stem in stems}
    return sum(weights[stem] for stem in stems & there) >= TOLD * sum(weights.values())

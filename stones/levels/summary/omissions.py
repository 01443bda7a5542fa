"""Which warnings, prohibitions and asks of a text a sender's summary leaves out."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stones.levels.summary.clauses import Clause, read_clauses
from stones.levels.summary.demand_words import UNDONE
from stones.levels.summary.demands import Demand, DemandKind
from stones.levels.summary.word_stems import content_stems

MAX_OMISSIONS = 5
MAX_SUMMARY_OMISSIONS = 2
"""What 40 tokens can hold beside their subject."""
COVERED = 0.5
"""Share of the weight of a demand's words that counts as mentioning it; rare words weigh more."""
COVERED_OF_REST = 0.75
"""Share of the other words of its sentence that counts as well: what to do instead, or why."""
MAX_SHARED_STEMS = 0.75
"""Share of the words of the shorter of two demands from which on they are one."""
SCOPE = 4
"""Stems of the denied thing that are compared."""
MIN_WEIGHT = 3.0
PRESSING = 3.5
"""From this weight on a demand is always named; of lesser ones at most MAX_LESSER."""
MAX_LESSER = 3
MIN_SUMMARY_WEIGHT = 4.0
"""A summary without detail is held only to demands near the top that are also set apart, or above all else."""

_CONDITION = re.compile(
    r"\b(?:without|until|unless|before|ohne|bevor|bis|sin|hasta|antes de|sans|avant)\s", re.I
)

_CONDITIONS = frozenset(
    ("after", "before", "once", "until", "till", "unless", "if", "nach", "bevor", "bis", "antes")
)


@dataclass(frozen=True, slots=True)
class StatedStems:
    """The sender's words, indexed for finding demands in them."""

    stems: frozenset[str]
    denying: frozenset[str]
    """Of the clauses that deny or limit something."""

    @classmethod
    def of(cls, clauses: Sequence[Clause]) -> "StatedStems":
        denying = (
            clause.stems
            for clause in clauses
            if clause.denials or clause.is_listed or clause.limits - _CONDITIONS
        )
        return cls(
            frozenset(stem for clause in clauses for stem in clause.stems),
            frozenset(stem for stems in denying for stem in stems),
        )


def find_left_out(
    demands: Sequence[Demand], words: StatedStems, *, most: int = MAX_OMISSIONS, least: float = MIN_WEIGHT
) -> list[Demand]:
    """The most important first; of several that say the same, one."""
    all_stems = [frozenset(content_stems(demand.text)) for demand in demands]
    counts = Counter(stem for stems in all_stems for stem in stems)
    found = [
        (demand, stems)
        for demand, stems in zip(demands, all_stems, strict=True)
        if demand.weight >= least and stems and not _is_covered(demand, stems, words, counts)
    ]
    found.sort(key=lambda each: (-each[0].weight, each[0].line))
    out: list[tuple[Demand, frozenset[str]]] = []
    for demand, stems in found:
        if demand.weight < PRESSING and sum(each.weight < PRESSING for each, _ in out) >= MAX_LESSER:
            continue
        if len(out) < most and all(
            len(stems & other) < MAX_SHARED_STEMS * min(len(stems), len(other)) for _, other in out
        ):
            out.append((demand, stems))
    return [demand for demand, _ in out]


def _is_covered(demand: Demand, stems: frozenset[str], words: StatedStems, counts: Counter[str]) -> bool:
    if demand.core:
        there = words.denying if UNDONE.search(demand.core) else words.stems
        if set(content_stems(demand.core)) <= there or not words.denying.isdisjoint(
            content_stems(demand.core)
        ):
            return True
    for instead in _stems_instead(demand, stems):
        if len(instead & words.stems) >= COVERED_OF_REST * len(instead):
            return True
    if demand.kind is DemandKind.PROHIBITION and _denies_head(demand, words):
        return True
    there = words.denying if demand.kind is DemandKind.PROHIBITION else words.stems
    weights = {stem: math.sqrt(1 / (1 + counts[stem])) for stem in stems}
    shared = stems & there
    least = min(2, len(stems)) if demand.kind is DemandKind.PROHIBITION or len(stems) > 2 else 1
    covered, whole = math.fsum(map(weights.__getitem__, shared)), math.fsum(weights.values())
    return len(shared) >= least and covered >= COVERED * whole


def _denies_head(demand: Demand, words: StatedStems) -> bool:
    """Whether the words deny the same thing: its first word, and a third of what else is denied."""
    denials = [denial for clause in read_clauses(demand.text) for denial in clause.denials]
    if not denials:
        return False
    scope = denials[0].stems[:SCOPE]
    return scope[0] in words.denying and 3 * sum(stem in words.stems for stem in scope) > len(scope)


def _stems_instead(demand: Demand, stems: frozenset[str]) -> Iterator[frozenset[str]]:
    """Equivalents in other words: "run the script", "only after the tests"."""
    rest = frozenset(content_stems(demand.sentence)) - stems
    if len(rest) > 1:
        yield rest
    if match := _CONDITION.search(demand.text):
        condition = frozenset(content_stems(demand.text[match.end() :]))
        if condition:
            yield condition

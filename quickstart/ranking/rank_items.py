"""The order in which items answer a question: closeness in standard deviations, plus bounded adjustments.

Cosines are not comparable between collections, and ranks alone (RRF) lose how far the first stands out. So closeness
is standardised over the items, and everything else is added in that unit, each bounded by its constant: a level, a
place or a prerequisite settles near ties and nothing more.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from rapidfuzz import fuzz

from quickstart.ranking.scan_items import ScannedItems
from quickstart.tree_paths import path_similarity
from search.passage_score import Numbers, standardize

BODY_WEIGHT = 0.3
"""Of an answer's or a body's own text, beside all texts. Plateau: 0.2 to 0.4."""
COVERAGE_WEIGHT = 2.0
DEPTH_WEIGHT = 1.5
"""The most that the question's words can add, in standard deviations of closeness. Plateau: 3 to 4 for the sum."""
TRIGGER_BONUS = 0.3
"""For a phrase with exactly the question's content words; the least similar adds nothing."""
PLACE_BONUS = 0.2
"""For a tree path with only the question's words."""
LEVEL_BONUS = 0.3
"""The most that being general is worth to a broad question."""
PREREQUISITE_PENALTY = 0.3
"""The most that unmet prerequisites cost."""
MIN_ROUTE_STEMS = 2
"""A phrase of one word of content ("deploy") does not name an item."""
MAX_ADJUSTED = 32
"""So many of the best are compared by their details, too."""

_ALIKE_FROM = 0.6
"""Two phrases of different words are about half alike by their letters."""
_LEVELS = 4


class ItemName(NamedTuple):
    stems: Collection[str]
    subject: str = ""
    """Who does it: "who exported data" is not how "export my data" is asked (`core.text.question_subject`)."""


@dataclass(frozen=True, slots=True)
class ItemDetail:
    """Details of an item that adjust its score."""

    level: int = _LEVELS
    """0, identity, to 4, details."""
    path: Sequence[str] = ()
    """Labels of its place in the tree."""
    phrases: Sequence[str] = ()
    """Its triggers, as stems (`core.text.bm25_words`) joined by blanks."""
    routes: Sequence[Collection[str]] = ()
    """The stems of each phrase that an index lists for it: somebody chose it among all others for these words."""
    names: Sequence[ItemName] = ()
    """Its title, and each trigger or way of asking: a question of exactly these words goes to it."""
    unmet: float = 0.0
    """Share of its prerequisites that this conversation has not covered: 0 to 1."""


@dataclass(frozen=True, slots=True)
class ScoredItem:
    item: int
    score: float
    """In standard deviations of closeness: comparable among the items of one question."""
    coverage: float
    """As in ScannedItems."""
    trigger: float = 0.0
    """What its triggers add to the score: 0 to TRIGGER_BONUS."""
    is_named: bool = False
    """Whether the question holds all words of a phrase that an index lists for it, or `is_equal`. Such items stand
    first, those of an index before the others.
    """
    is_equal: bool = False
    """Whether the question's content words are exactly those of its title, a trigger or a way of asking."""


def best_items(scanned: ScannedItems) -> list[int]:
    """The MAX_ADJUSTED items whose details are worth loading, best first."""
    return [int(scanned.items[at]) for at in _order(scanned, _scores(scanned))]


def rank(
    scanned: ScannedItems, *, stems: Sequence[str], subject: str = "", details: Mapping[int, ItemDetail]
) -> list[ScoredItem]:
    """The MAX_ADJUSTED best, best first; ties by the lower index. An item without an ItemDetail is not adjusted.

    `stems` are those of the question (`bm25_words.question_stems`), as in the masks, `subject` whom it is about.
    """
    scores = _scores(scanned)
    breadth = scanned.breadth
    ranked = []
    for at in _order(scanned, scores):
        item = int(scanned.items[at])
        detail = details.get(item, ItemDetail())
        trigger = TRIGGER_BONUS * alike(stems, detail.phrases)
        score = float(scores[at]) + trigger + _adjustment(detail, stems, breadth)
        is_routed, is_equal = _is_routed(detail, stems), _is_equal(detail, ItemName(stems, subject))
        scored = ScoredItem(
            item,
            score,
            float(scanned.coverage[at]),
            trigger,
            is_named=is_routed or is_equal,
            is_equal=is_equal,
        )
        ranked.append((not is_routed, not is_equal, -score, item, scored))
    return [scored for *_, scored in sorted(ranked, key=itemgetter(0, 1, 2, 3))]


def _is_routed(detail: ItemDetail, stems: Sequence[str]) -> bool:
    return any(len(route) >= MIN_ROUTE_STEMS and set(route).issubset(stems) for route in detail.routes)


def _is_equal(detail: ItemDetail, question: ItemName) -> bool:
    stems = set(question.stems)
    return len(stems) >= MIN_ROUTE_STEMS and any(
        stems == set(name.stems) and question.subject == name.subject for name in detail.names
    )


def _scores(scanned: ScannedItems) -> Numbers:
    by_words = COVERAGE_WEIGHT * scanned.coverage + DEPTH_WEIGHT * scanned.depth
    # An item without vectors is scored by its words in both places, one without a body by its other texts.
    counts = scanned.counts
    by_vectors = standardize(scanned.closeness, fallback=standardize(by_words, counts=counts), counts=counts)
    by_bodies = standardize(scanned.body, fallback=by_vectors, counts=counts)
    return by_vectors + BODY_WEIGHT * by_bodies + by_words


def _order(scanned: ScannedItems, scores: Numbers) -> list[int]:
    places: list[int] = np.lexsort((scanned.items, -scores))[:MAX_ADJUSTED].tolist()
    return places


def _adjustment(detail: ItemDetail, stems: Sequence[str], breadth: float) -> float:
    """By place, level and prerequisites."""
    general = 1.0 - min(max(detail.level, 0), _LEVELS) / _LEVELS
    return (
        PLACE_BONUS * path_similarity(stems, detail.path)
        + LEVEL_BONUS * breadth * general
        - PREREQUISITE_PENALTY * min(max(detail.unmet, 0.0), 1.0)
    )


def alike(stems: Sequence[str], phrases: Iterable[str]) -> float:
    """How similar the most similar phrase is to the question, by content words alone: 0 to 1."""
    query_text = " ".join(stems)
    if not query_text:
        return 0.0
    closest = max((fuzz.token_sort_ratio(query_text, phrase) / 100 for phrase in phrases), default=0.0)
    return max(0.0, closest - _ALIKE_FROM) / (1.0 - _ALIKE_FROM)

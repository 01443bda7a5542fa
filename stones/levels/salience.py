"""How much of the text a sentence carries: a few plain features, each in 0…1, and a weighted sum of them.

Nearness to the centroid of the embeddings and position are what the literature finds hardest to beat without
training (SummBank to SciTLDR); the rest is what handoffs and proposals say of themselves: headings and set phrases.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stones.levels.blocks import Kind
from stones.levels.units import Document, Unit
from stones.levels.wording import dangles, is_about_itself, is_greeting

Vector = NDArray[np.float64]

PURPOSE = re.compile(
    r"\b(?:this|the present) (?:pep|rfc|kep|proposal|document|paper|work|enhancement|article|change|"
    r"feature|handoff|session|file|note|plan|"
    r"guide|report)\s+(?:\w+\s+)?(?:propos|introduc|describ|add|defin|specif|provid|present|extend|aim|"
    r"seek|allow|deprecat|remov|recommend|"
    r"suggest|cover|summari|outlin|standardi|formali|chang|enabl|is|explains|makes|contains)"
    r"|\bwe (?:\w+ )?(?:propose|present|introduce|show|describe|develop|demonstrate|find|study|investigate|"
    r"provide|argue|decided|agreed|"
    r"shipped|fixed|plan|want|need|recommend|explore|analy[sz]e|evaluate|prove|design|build|release|"
    r"consider|examine)\b"
    r"|\b(?:is|are|be) proposed\b|\bthe (?:goal|aim|purpose|idea|objective|proposal|motivation|intent|"
    r"problem|root cause|task|plan)\b(?: \w+){0,4} (?:is|are|was)\b"
    r"|\bpropos(?:e|es|ing) (?:to|a|an|the|that|adding)\b|\b(?:in summary|in short|tl;dr|to summari[sz]e|"
    r"overall)\b",
    re.I,
)
DECISION = re.compile(
    r"\b(?:decided?|decision|agreed?|agreement|conclu\w+|resolved?|resolution|will|should|must|need(?:s)? "
    r"to|next step|action item|"
    r"shipped|fixed|merged|root cause|blocked|propose[sd]?|proposal|recommend\w*|suggest\w*|question|issue|"
    r"problem|plan)\b",
    re.I,
)
_NO_PURPOSE = re.compile(r"\b(?:not|n't|n’t) (?:\w+ )?(?:propos|aim|attempt|intend|seek|try)", re.I)
_TELLING = re.compile(
    r"\b(?:summary|abstract|tl;?dr|overview|introduction|motivation|goals?|purpose|proposal|what|why|"
    r"problem|background|status|decision|"
    r"context|rationale|scope|objective|conclusion|key|current|mission|about|design|solution)\b",
    re.I,
)
_ASIDE = re.compile(
    r"\b(?:references?|acknowledg\w+|copyright|licen[sc]e|changelog|history|appendix|rejected|"
    r"alternatives?|unresolved|prior art|future|"
    r"footnotes?|test(?:ing| plan)?|graduation|production readiness|drawbacks?|"
    r"faq|contributing|citation|"
    r"infrastructure needed|implementation history|further reading|see also|related|security|backwards? "
    r"compat\w*|how to teach|examples?|"
    r"troubleshooting|monitoring|rollout|scalability|archived?|risks?|non-goals?|release signoff|"
    r"dependencies|installation|table of contents)\b",
    re.I,
)
_WORD = re.compile(r"[^\W\d_][\w'-]{2,}")
STOP_WORDS = (
    "the and for that this with are was were from have has had not but you your its their they them "
    "then than there here which will would can could should may might must into onto over under about "
    "also only just more most some any each other such when where what who how why all our out use used "
    "using one two been being does did doing don't it's we're i'm very so think yeah okay like know "
    "well really kind sort thing things get got going want mean would lot maybe right actually uh um "
    "hmm mm-hmm because if these those his her she him because while after before between both same own "
    "too say says said see let make made way even still now yes"
)
STOP = frozenset(STOP_WORDS.split())

SAME = 0.95
"""Cosine from which two sentences say the same."""


@dataclass(frozen=True)
class Weights:
    centroid: float = 1.0
    lexical: float = 0.3
    title: float = 0.3
    opening: float = 0.3
    lead: float = 0.2
    purpose: float = 0.3
    decision: float = 0.0
    section: float = 0.2
    prose: float = 0.1
    dangling: float = 0.1
    length: float = 0.2
    redundancy: float = 0.4
    coverage: float = 0.0


def states_purpose(text: str) -> bool:
    """Whether it says what is proposed, shown or wanted (and is not about the text or about what is not proposed)."""
    return bool(PURPOSE.search(text)) and not _NO_PURPOSE.search(text) and not is_about_itself(text)


def words_of(text: str) -> list[str]:
    return [word for word in (found.lower() for found in _WORD.findall(text)) if word not in STOP]


def features(
    document: Document, units: Sequence[Unit], vectors: NDArray[np.float32], title: NDArray[np.float32] | None
) -> dict[str, Vector]:
    """One value in about 0…1 per unit and feature; `vectors` are unit rows in the order of `units`."""
    count = len(units)
    centre = vectors.mean(axis=0)
    centre = centre / (float(np.linalg.norm(centre)) or 1.0)
    last = max(document.units[-1].line, 1) if document.units else 1
    places = _places(units)
    return {
        "centroid": _spread((vectors @ centre).astype(np.float64)),
        "lexical": _spread(lexical_weight([unit.text for unit in units])),
        "title": (vectors @ title).astype(np.float64).clip(0, 1) if title is not None else np.zeros(count),
        "opening": np.array([1 / (1 + at) for at in range(count)]) ** 0.5,
        "lead": np.array([1 / (1 + place) for place in places]),
        "purpose": _flags(states_purpose(unit.text) for unit in units),
        "decision": _flags(bool(DECISION.search(unit.text)) for unit in units),
        "section": np.array(
            [section_weight(document.sections[unit.section].heading) for unit in units], dtype=float
        ),
        "prose": _flags(unit.kind is Kind.PARAGRAPH for unit in units),
        "dangling": -_flags(dangles(unit.text) or is_greeting(unit.text) for unit in units),
        "length": np.array([_length_merit(unit.text) for unit in units]),
        "place": np.array([unit.line / last for unit in units]),
    }


def score(values: dict[str, Vector], weights: Weights) -> Vector:
    total: Vector = np.zeros(len(values["centroid"]))
    for name, column in values.items():
        total = total + getattr(weights, name, 0.0) * column
    return total


def lexical_weight(texts: Sequence[str]) -> Vector:
    """Mean weight of a sentence's words, where a word weighs by how much of the text uses it (SumBasic, damped)."""
    bags = [words_of(text) for text in texts]
    counts = Counter(word for bag in bags for word in set(bag))
    return np.array([
        sum(math.log1p(counts[word]) for word in bag) / (len(bag) + 3) for bag in bags
    ])  # fmt: skip


def section_weight(heading: str) -> float:
    if _ASIDE.search(heading):
        return -1.0
    return 1.0 if _TELLING.search(heading) else 0.0


def _places(units: Sequence[Unit]) -> list[int]:
    """How many sentences of its own section (or turn) stand before each."""
    seen: Counter[tuple[int, int]] = Counter()
    places = []
    for unit in units:
        key = (unit.section, unit.turn)
        places.append(seen[key])
        seen[key] += 1
    return places


def _length_merit(text: str) -> float:
    words = len(text.split())
    return min(words, 18) / 18 if words <= 40 else max(0.0, 1 - (words - 40) / 40)


def _flags(values: Iterable[bool]) -> Vector:
    return np.array(list(values), dtype=float)


def _spread(values: Vector) -> Vector:
    """Scaled so that the lowest is 0 and the highest 1: texts differ in how alike their sentences are."""
    low, high = float(values.min(initial=1)), float(values.max(initial=0))
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def pick(
    scores: Vector,
    vectors: NDArray[np.float32],
    texts: Sequence[str],
    *,
    costs: Sequence[int],
    budget: int,
    weights: Weights,
) -> list[int]:
    """Indices in the order of their choice until `budget` is spent.

    Each step takes what adds most: its score, less its likeness to what is chosen (maximal marginal relevance), and
    the frequent words that it is the first to bring, per token.
    """
    bags = [set(words_of(text)) for text in texts]
    counts = Counter(word for bag in bags for word in bag)
    cost = np.array(costs, dtype=float)
    open_to_choice = np.ones(len(scores), dtype=bool)
    nearest: Vector = np.zeros(len(scores))
    covered: set[str] = set()
    chosen: list[int] = []
    while (open_to_choice := open_to_choice & (cost <= budget)).any():
        news = np.array([sum(math.log1p(counts[word]) for word in bag - covered) for bag in bags]) / (
            cost + 10
        )
        value = scores - weights.redundancy * nearest + weights.coverage * news / (float(news.max()) or 1.0)
        best = int(np.where(open_to_choice, value, -np.inf).argmax())
        chosen.append(best)
        open_to_choice[best] = False
        budget -= costs[best]
        covered |= bags[best]
        nearest = np.maximum(nearest, (vectors @ vectors[best]).astype(np.float64))
        open_to_choice &= nearest < SAME
    return chosen

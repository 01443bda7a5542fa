"""The confidence that the best hit answers a question, and when to say "I don't know" or to offer several.

The evidence for a hit becomes one number, its strength, by weights that are the same for every collection
(`search.confidence.ITEM`): weights fitted per collection learn how its own texts were written, not how people ask.
What a strength means differs between collections; that is the Calibration, fitted to a collection's own texts in
`fit_calibration`.
"""

import math
from collections.abc import Iterator, Sequence, Set
from dataclasses import asdict, dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

import search.confidence
from core.text.bm25_words import split_words
from core.text.stretch_vectors import Embed
from search.confidence import ITEM, ITEM_BY_WORDS, ITEM_FIT
from search.passage_score import relative_word_weights

NEAREST_TEXTS = 5
"""The nearest texts that represent an item; an entry has four or five wordings, a skill a long body."""
LEAD_OVER = 5
MAX_SHORTENED = 5
"""Each costs as much as embedding the question; the longest words are mostly those that a hit can rest on."""
AHEAD_WEIGHT = 0.3
"""Of how far a hit's score is ahead of the best other, in standard deviations, beside its share of the usual lead."""
STANDS_OUT_FROM = 1.35
"""The sum of both from which on a hit is the one that answers (docs/adr/0010)."""

CALIBRATION_VERSION = 3

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Evidence:
    """The evidence for the best hit of one question."""

    nearest: float
    """Cosine of the question with the nearest text of the hit."""
    around: float
    """Cosine with the mean of the NEAREST_TEXTS nearest ones."""
    covered: float
    """Share of the question's words, by weight, that the hit has: 0 to 1."""
    familiar: float
    """How much the question says in words that the collection has at all: see `familiarity`."""
    lead: float
    """How far the hit's `closeness` is above the mean of the next LEAD_OVER; 0 if there is none."""
    rests: float
    """How far `nearest` falls without the one word of the question that the hit shares and needs most: 0 and up.
    "Export a mindmap as pdf" is near whatever is about mindmaps, by that word alone.
    """


@dataclass(frozen=True)
class PreparedQuestion:
    """A question's vector (d,) and stems, and both for each variant of it with one word left out."""

    vector: Vectors
    stems: frozenset[str]
    left_out: Sequence[frozenset[str]]
    shortened: Vectors
    """(words, d), in the order of `left_out`."""


@dataclass(frozen=True)
class AnswerCandidate:
    """An item that may answer a question."""

    vectors: Vectors
    """(k, d) of unit length, of all of its searchable texts; k ≥ 1."""
    stems: Set[str]
    """Of all of them."""
    covered: float
    """As in Evidence."""


def prepare_questions(wordings: Sequence[str], *, embed: Embed) -> list[PreparedQuestion]:
    """Embeds all questions in one call: about five short texts more per question."""
    parts = [list(_without_each_word(wording)) for wording in wordings]
    texts = [*wordings, *(text for shorter in parts for _, text in shorter)]
    vectors = embed(texts) if texts else np.zeros((0, 0), dtype=np.float32)
    questions, start = [], len(wordings)
    for at, wording in enumerate(wordings):
        end = start + len(parts[at])
        left_out = tuple(stems for stems, _ in parts[at])
        questions.append(
            PreparedQuestion(vectors[at], frozenset(split_words(wording)), left_out, vectors[start:end])
        )
        start = end
    return questions


def closeness(nearest: float, around: float, covered: float) -> float:
    """How well one item fits a question, regardless of the others."""
    return search.confidence.strength({"nearest": nearest, "around": around, "coverage": covered}, ITEM_FIT)


def strength(evidence: Evidence) -> float:
    """One number that rises with each part of the evidence, and falls with `rests`."""
    return search.confidence.strength(_features(evidence), ITEM)


def _features(evidence: Evidence) -> dict[str, float]:
    return {
        "nearest": evidence.nearest,
        "around": evidence.around,
        "coverage": evidence.covered,
        "familiarity": evidence.familiar,
        "lead": evidence.lead,
        "rests": evidence.rests,
    }


def candidate_closeness(question: PreparedQuestion, candidate: AnswerCandidate) -> float:
    return closeness(*nearness(question.vector, candidate.vectors), candidate.covered)


def weigh(
    question: PreparedQuestion, ranked: Sequence[AnswerCandidate], *, known_weights: Sequence[float]
) -> Evidence:
    """The evidence for the first of `ranked`; some ten candidates are enough.

    `known_weights` are the `word_weight`s of those stems of the question that any item of the collection has. If
    another candidate is closer than the first and rests more on one word, its `rests` counts for the first: which of
    the items that share a word is ranked first is chance.
    """
    best = ranked[0]
    near, around = nearness(question.vector, best.vectors)
    close = closeness(near, around, best.covered)
    fits = [candidate_closeness(question, other) for other in ranked[1:]]
    closest = max(zip(fits, ranked[1:], strict=True), key=lambda each: each[0], default=(close, best))
    doubted = [best, closest[1]] if closest[0] > close else [best]
    others = sorted(fits, reverse=True)[:LEAD_OVER]
    return Evidence(
        nearest=near,
        around=around,
        covered=best.covered,
        familiar=familiarity(known_weights),
        lead=close - sum(others) / len(others) if others else 0.0,
        rests=max(rests_on_one_word(question, each.vectors, each.stems) for each in doubted),
    )


def nearness(question: Vectors, vectors: Vectors) -> tuple[float, float]:
    """`nearest` and `around` of an item with these unit vectors, (d,) and (k, d) with k ≥ 1."""
    cosines = vectors @ question
    near = np.argsort(-cosines, kind="stable")[:NEAREST_TEXTS]
    middle = vectors[near].sum(axis=0)
    length = math.sqrt(float(middle @ middle))
    around = float(middle @ question) / length if length > 0 else 0.0
    return float(cosines[near[0]]), around


def rests_on_one_word(question: PreparedQuestion, vectors: Vectors, stems: Set[str]) -> float:
    """`rests` of a hit with these vectors, (k, d), and all of its stems; 0 if it shares no word with the question."""
    shared = [at for at, removed in enumerate(question.left_out) if removed & stems]
    if not shared:
        return 0.0
    nearest = float((vectors @ question.vector).max())
    return max(0.0, nearest - float((question.shortened[shared] @ vectors.T).max(axis=1).min()))


def word_weight(*, holding: int, items: int) -> float:
    """Weight of a word that `holding` of `items` have: the rarer, the higher; 0 to 1 for any collection."""
    return float(relative_word_weights([holding], items)[0])


def familiarity(weights: Sequence[float]) -> float:
    """From the weights of the question's words that some item has. Long questions have lower cosines even if they are
    answered; a question in words that nobody here uses has them because it is about something else.
    """
    return math.log1p(sum(weights))


def _without_each_word(wording: str) -> Iterator[tuple[frozenset[str], str]]:
    """For each content word its stems and the text without it; the MAX_SHORTENED longest words."""
    parts = wording.split()
    meaningful = {at: stems for at, part in enumerate(parts) if (stems := frozenset(split_words(part)))}
    longest = sorted(meaningful, key=lambda at: -len(parts[at]))[:MAX_SHORTENED]
    for at in sorted(longest) if len(parts) > 1 else ():
        yield meaningful[at], " ".join([*parts[:at], *parts[at + 1 :]])


@dataclass(frozen=True)
class Calibration:
    """What strengths mean in one collection. The defaults are for one too small to tell: means over real ones that are
    a little larger (docs/adr/0010).
    """

    middle: float = 0.8
    """The strength at which an answer is as likely right as wrong."""
    slope: float = 5.0
    """Log-odds per unit of strength, above 0."""
    answer_above: float = 0.38
    """Below this confidence: "I don't know"."""
    sure_lead: float = 0.24
    """About from this `lead` on the best hit is the one that answers; below it is one of several that may."""

    def to_json(self) -> dict[str, float]:
        return {"version": CALIBRATION_VERSION, **asdict(self)}

    @classmethod
    def from_json(cls, stored: dict[str, float]) -> Self:
        """From `to_json`; the defaults for another version or for nothing, until a new index replaces them."""
        if stored.get("version") != CALIBRATION_VERSION:
            return cls()
        return cls(
            middle=float(stored["middle"]),
            slope=float(stored["slope"]),
            answer_above=float(stored["answer_above"]),
            sure_lead=float(stored["sure_lead"]),
        )


def confidence(evidence: Evidence, calibration: Calibration) -> float:
    """The probability that the best hit answers the question: 0 to 1, rising with each part of the evidence."""
    of_collection = replace(ITEM, even=calibration.middle, steepness=calibration.slope)
    return search.confidence.confidence(_features(evidence), of_collection)


def standing(evidence: Evidence, ahead: float, calibration: Calibration) -> float:
    """From 1 on the hit is the one that answers. `ahead`: how far its score is above that of the best other."""
    return (evidence.lead / calibration.sure_lead + AHEAD_WEIGHT * ahead) / STANDS_OUT_FROM


def confidence_by_words(covered: float) -> float:
    """The same without vectors: `covered` of the best hit is all there is. At the default threshold a hit needs some
    0.44 of the question's words by weight.
    """
    return search.confidence.confidence({"coverage": covered}, ITEM_BY_WORDS)

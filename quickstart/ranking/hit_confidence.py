"""How sure we are that the best hit answers a question, and when to say "I don't know" or to ask back.

What speaks for a hit becomes one number, its strength, by weights that are the same for every collection: weights
fitted per collection learn how its own texts were written, not how people ask. What a strength means differs from
collection to collection; that is its Calibration, fitted to its own texts in `calibration`.
"""

import math
from collections.abc import Hashable, Iterator, Sequence, Set
from dataclasses import asdict, dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from core.text import Embed
from core.text.bm25_words import split_words

NEAREST_TEXTS = 5
"""So many texts of an item are what it is about; an entry has four or five ways of asking, a skill long bodies."""
LEAD_OVER = 5
MAX_SHORTENED = 5
"""Each costs as much as embedding the question; the longest words are mostly those that a hit can rest on."""

# Each lies on a plateau: doubling or halving one changes the AUROC on five collections by less than 0.01.
_AROUND, _COVERED, _LEAD, _FAMILIAR, _RESTS = 0.5, 0.2, 0.25, 0.2, 0.5
_VERSION = 1

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Evidence:
    """What speaks for the best hit of one question."""

    nearest: float
    """Cosine of the question with the nearest text of the hit."""
    around: float
    """Cosine with the mean of the NEAR_TEXTS nearest ones."""
    covered: float
    """Share of the question's words, by weight, that the hit has: 0 to 1."""
    familiar: float
    """How much the question says in words that the collection has at all: see `familiarity`."""
    lead: float
    """How far the hit's `closeness` is above the mean of the next LEAD_OVER; 0 where nothing comes next."""
    rests: float
    """How far `nearest` falls without that one word of the question which the hit shares and needs most: 0 and up.
    "Export a mindmap as pdf" is near whatever is about mindmaps, by that word alone."""


@dataclass(frozen=True)
class PreparedQuestion:
    """A question as it is compared: its vector (d,), its stems, and both for each text with one word left out."""

    vector: Vectors
    stems: frozenset[str]
    left_out: Sequence[frozenset[str]]
    shortened: Vectors
    """(words, d), in the order of `left_out`."""


@dataclass(frozen=True)
class AnswerCandidate:
    """An item that may answer a question."""

    vectors: Vectors
    """(k, d) of unit length, of all of its texts that can be found; k ≥ 1."""
    stems: Set[str]
    """Of all of them."""
    covered: float
    """As in Evidence."""


def prepare_questions(wordings: Sequence[str], *, embed: Embed) -> list[PreparedQuestion]:
    """Questions ready to be compared, all embedded in one call: about five short texts more a question."""
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
    """How well one item fits a question, whatever the others do."""
    return nearest + _AROUND * around + _COVERED * covered


def strength(evidence: Evidence) -> float:
    """All of it in one number that rises with each part, and falls with `rests`."""
    close = closeness(evidence.nearest, evidence.around, evidence.covered)
    return close + _LEAD * evidence.lead + _FAMILIAR * evidence.familiar - _RESTS * evidence.rests


def candidate_closeness(question: PreparedQuestion, candidate: AnswerCandidate) -> float:
    """The `closeness` of a candidate."""
    return closeness(*nearness(question.vector, candidate.vectors), candidate.covered)


def weigh(
    question: PreparedQuestion, ranked: Sequence[AnswerCandidate], *, known_weights: Sequence[float]
) -> Evidence:
    """What speaks for the first of the candidates; some ten are enough.

    `known_weights` are the `word_weight`s of those stems of the question that any item of the collection has.
    Where another is closer than the first and rests more on one word, so does the first: which of the items that
    share this word is ranked first is chance.
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
    """`nearest` and `around` of an item with these texts: unit vectors, (d,) and (k, d) with k ≥ 1."""
    cosines = vectors @ question
    near = np.argsort(-cosines, kind="stable")[:NEAREST_TEXTS]
    middle = vectors[near].sum(axis=0)
    length = math.sqrt(float(middle @ middle))
    around = float(middle @ question) / length if length > 0 else 0.0
    return float(cosines[near[0]]), around


def rests_on_one_word(question: PreparedQuestion, vectors: Vectors, stems: Set[str]) -> float:
    """`rests` of a hit with these texts, (k, d), and all of their stems; 0 where they share no word."""
    shared = [at for at, removed in enumerate(question.left_out) if removed & stems]
    if not shared:
        return 0.0
    nearest = float((vectors @ question.vector).max())
    return max(0.0, nearest - float((question.shortened[shared] @ vectors.T).max(axis=1).min()))


def word_weight(*, holding: int, items: int) -> float:
    """Of a word that `holding` of `items` have: the rarer, the more it tells; between 0 and 1 for any collection."""
    return math.log1p((items - holding + 0.5) / (holding + 0.5)) / math.log1p((items + 0.5) / 0.5)


def familiarity(weights: Sequence[float]) -> float:
    """Of the weights of those words of a question that some item has. Long questions have lower cosines even where
    they are answered; one in words that nobody here uses has them because it is about something else."""
    return math.log1p(sum(weights))


def _without_each_word(wording: str) -> Iterator[tuple[frozenset[str], str]]:
    """The stems of each word that means something, with the text without it; the MOST_SHORTENED longest of them."""
    parts = wording.split()
    meaningful = {at: stems for at, part in enumerate(parts) if (stems := frozenset(split_words(part)))}
    longest = sorted(meaningful, key=lambda at: -len(parts[at]))[:MAX_SHORTENED]
    for at in sorted(longest) if len(parts) > 1 else ():
        yield meaningful[at], " ".join([*parts[:at], *parts[at + 1 :]])


@dataclass(frozen=True)
class Calibration:
    """What strengths mean in one collection. The defaults are those of a collection too small to tell."""

    middle: float = 1.0
    """The strength at which an answer is as likely right as wrong."""
    slope: float = 5.0
    """Log-odds per unit of strength, above 0."""
    answer_above: float = 0.38
    """Below this confidence: "I don't know"."""
    close_within: float = 0.03
    """Hits whose closeness differs by less than this are as good as each other."""
    samples: int = 0
    """Questions it was fitted to; 0 for the defaults."""

    def to_json(self) -> dict[str, float]:
        return {"version": _VERSION, **asdict(self)}

    @classmethod
    def from_json(cls, stored: dict[str, float]) -> Self:
        """Of `to_json`; the defaults of another version or of nothing, which only a new index can replace."""
        if stored.get("version") != _VERSION:
            return cls()
        return cls(
            middle=float(stored["middle"]),
            slope=float(stored["slope"]),
            answer_above=float(stored["answer_above"]),
            close_within=float(stored["close_within"]),
            samples=int(stored["samples"]),
        )


def confidence(evidence: Evidence, calibration: Calibration) -> float:
    """That the best hit answers the question: 0 to 1, rising with each part of the evidence."""
    odds = calibration.slope * (strength(evidence) - calibration.middle)
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, odds))))


def confidence_by_words(covered: float) -> float:
    """The same where there are no vectors: `covered` of the best hit is all there is. With the default threshold a
    hit may answer that has some 0.44 of the question's words by weight."""
    return 1.0 / (1.0 + math.exp(-8.0 * (covered - 0.5)))


def is_ambiguous(ranked: Sequence[float], calibration: Calibration, branches: Sequence[Hashable]) -> bool:
    """Whether to ask back: hits as good as the best stand in other branches of the tree.

    `ranked` are the closenesses of the hits as they are ranked, `branches` the branch where each stands: not its
    whole path, or siblings would count as different. Whether the best hit may answer at all is for its confidence
    to say.
    """
    as_good = [
        branch
        for closeness_, branch in zip(ranked, branches, strict=True)
        if ranked[0] - closeness_ < calibration.close_within
    ]
    return len(set(as_good)) > 1

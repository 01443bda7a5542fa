"""What a collection has to say to a question: its entries and its skills, best first, and how sure each is."""

from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import structlog
from numpy.typing import NDArray

from llm import LLMError, embedder_named
from llm.embeddings.base import Vectors
from quickstart.models import Collection, Entry, Skill
from quickstart.queries.searching import Asked, Seen, search, vectors_of
from quickstart.ranking.confidence import (
    LEAD_OVER,
    Calibration,
    Evidence,
    Question,
    closeness,
    confidence,
    familiarity,
    is_ambiguous,
    nearness,
    prepare,
    rests_on_one_word,
    word_weight,
)
from texts import question_stems

log = structlog.get_logger(__name__)

SHOWN = 10
COMPARED = 16
"""Of each kind, so many are looked at more closely."""
NEAR = 64
"""Texts of an owner, the nearest ones, by which it is judged."""

Kind = Literal["entry", "skill"]


@dataclass(frozen=True, slots=True)
class Found:
    pk: int
    id: str
    """The entry_id or skill_id."""
    score: float
    """By which they are ranked: comparable among those of one question and kind."""
    confidence: float
    """That it answers the question: 0 to 1."""
    tree_path: Sequence[str]
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Best first, at most SHOWN of each."""

    entries: list[Found]
    skills: list[Found]
    by_vectors: bool
    """False: some texts were compared by their words alone, having no vector, or the embedder does not answer."""
    vector: Vectors | None = field(repr=False)
    """Of the question, by `model`."""
    model: str
    calibrations: Mapping[Kind, Calibration]

    @property
    def answer_above(self) -> float:
        """The confidence below which nothing should be answered."""
        return min(each.answer_above for each in self.calibrations.values())

    def is_ambiguous(self, kind: Kind) -> bool:
        """Whether hits as good as the best stand in different branches of the tree."""
        ranked = self.entries if kind == "entry" else self.skills
        if not ranked:
            return False
        branches = [tuple(each.tree_path) or each.pk for each in ranked]
        return is_ambiguous(
            [each.features["closeness"] for each in ranked], self.calibrations[kind], branches
        )


def retrieve(*, collection: Collection, query: str, seen: Several[str] = ()) -> Retrieved:
    """The entries and skills that come nearest. The caller has made sure that the collection may be read.

    `seen`: ids of entries that this session has been told. Without an embedder words alone decide.
    """
    question = _question(collection, query)
    vector = None if question is None else question.vector
    asked = Asked(
        account_id=collection.account_id,
        collection_id=collection.pk,
        stems=question_stems(query),
        vector=vector,
        model=collection.model,
    )
    looked = search(asked)
    stored = collection.calibration or {}
    calibrations: dict[Kind, Calibration] = {
        "entry": Calibration.from_json(stored.get("entries", {})),
        "skill": Calibration.from_json(stored.get("skills", {})),
    }
    return Retrieved(
        entries=_ranked(asked, question, looked, "entry", calibrations["entry"]),
        skills=_ranked(asked, question, looked, "skill", calibrations["skill"]),
        by_vectors=vector is not None and not bool(np.isnan(looked.similarities).any()),
        vector=vector,
        model=collection.model if vector is not None else "",
        calibrations=calibrations,
    )


def _question(collection: Collection, query: str) -> Question | None:
    if not collection.model:
        return None
    try:
        embedder = embedder_named(collection.model)
        return None if embedder is None else prepare([query], embed=embedder.embed)[0]
    except LLMError as error:
        log.warning("asked_without_vectors", collection=collection.pk, reason=str(error))
        return None


def _ranked(
    asked: Asked, question: Question | None, looked: Seen, kind: Kind, calibration: Calibration
) -> list[Found]:
    """PROVISIONAL: until quickstart.ranking ranks."""
    mine = looked.owners > 0 if kind == "entry" else looked.owners < 0
    owners = np.abs(looked.owners[mine])
    if not len(owners):
        return []
    order = np.argsort(owners, kind="stable")
    names, starts = np.unique(owners[order], return_index=True)
    similarities = np.nan_to_num(looked.similarities[mine][order], nan=0.0)
    item_masks = np.bitwise_or.reduceat(looked.masks[mine][order], starts)
    holders = looked.holders.entries if kind == "entry" else looked.holders.skills
    weights = np.array([word_weight(holding=int(n), items=max(len(names), int(n))) for n in holders])
    total = float(weights.sum())
    holds = (item_masks[:, None] >> np.arange(len(weights))) & 1
    covered = holds @ weights / total if total else np.zeros(len(names))
    nearest = np.maximum.reduceat(similarities, starts)
    best = np.argsort(-(nearest + 0.2 * covered), kind="stable")[:COMPARED]
    known = familiarity([float(w) for w, n in zip(weights, holders, strict=True) if n])
    numbers = looked.numbers[mine][order]
    ends = np.append(starts[1:], len(order))
    near: dict[int, NDArray[np.int64]] = {}
    for at in best:
        rows = np.arange(starts[at], ends[at])
        near[int(at)] = numbers[rows[np.argsort(-similarities[rows], kind="stable")[:NEAR]]]
    stored = vectors_of([int(n) for each in near.values() for n in each]) if question is not None else {}
    found = []
    for at, texts in near.items():
        vectors = np.array([stored[int(n)] for n in texts if int(n) in stored])
        one = around = rests = 0.0
        if question is not None and len(vectors):
            one, around = nearness(question.vector, vectors)
            stems = {stem for bit, stem in enumerate(asked.stems) if item_masks[at] >> bit & 1}
            rests = rests_on_one_word(question, vectors, stems)
        found.append((closeness(one, around, float(covered[at])), at, one, around, rests))
    found.sort(key=lambda each: -each[0])
    owners_ = _owners(kind, [int(names[each[1]]) for each in found[:SHOWN]])
    result = []
    for place, (close, at, one, around, rests) in enumerate(found[:SHOWN]):
        others = [each[0] for i, each in enumerate(found) if i != place][:LEAD_OVER]
        lead = close - sum(others) / len(others) if others else 0.0
        evidence = Evidence(one, around, float(covered[at]), known, lead, rests)
        pk = int(names[at])
        if pk not in owners_:
            continue
        name, path = owners_[pk]
        features = {"closeness": close, "nearest": one, "covered": float(covered[at])}
        result.append(Found(pk, name, close, confidence(evidence, calibration), path, features))
    return result


def _owners(kind: Kind, numbers: Sequence[int]) -> dict[int, tuple[str, list[str]]]:
    entries = Entry.objects.filter(pk__in=numbers).values_list("pk", "entry_id", "tree_path")
    skills = Skill.objects.filter(pk__in=numbers).values_list("pk", "skill_id", "tree_path")
    return {pk: (name, path) for pk, name, path in (entries if kind == "entry" else skills)}

"""What a collection has to say to a question: its entries and its skills, best first, and how sure each is."""

from collections.abc import Collection as Several
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import structlog

from llm import LLMError, embedder_named
from llm.embeddings.base import Vectors, unit_rows
from quickstart.models import Collection
from quickstart.queries.linking import named_skills
from quickstart.queries.searching import search
from quickstart.queries.seen import Asked, Kind, Seen
from quickstart.ranking import best, rank, scan, spelled
from quickstart.ranking.confidence import Calibration, Question, is_ambiguous, prepare
from quickstart.services.detailing import known_entries, known_skills
from quickstart.services.judging import judge
from quickstart.services.vocabularies import vocabulary_of
from texts import question_stems

log = structlog.get_logger(__name__)

SHOWN = 10
BRANCH = 2
"""Labels; in many trees the first is the project itself."""


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

    @property
    def branch(self) -> tuple[Hashable, ...]:
        """Where in the tree it stands, roughly: siblings stand together. One without a place is a branch of its own."""
        return tuple(self.tree_path[:BRANCH]) or (self.pk,)


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

    def is_ambiguous(self, kind: Kind) -> bool:
        """Whether hits as good as the best stand in different branches of the tree.

        Never by words alone: too many hold the same ones. A branch and the one above it are no choice.
        """
        ranked = self.entries if kind == "entry" else self.skills
        if not ranked or self.vector is None:
            return False
        return is_ambiguous(
            [each.features["fit"] for each in ranked],
            self.calibrations[kind],
            [
                ranked[0].branch if _is_above(ranked[0].branch, each.branch) else each.branch
                for each in ranked
            ],
        )


def retrieve(*, collection: Collection, query: str, seen: Several[str] = ()) -> Retrieved:
    """The entries and skills that come nearest. The caller has made sure that the collection may be read.

    `seen`: ids of entries that this session has been told. Without an embedder words alone decide.
    """
    meant = spelled(query, vocabulary_of(collection))
    question = _question(collection, query, meant)
    asked = Asked(
        account_id=collection.account_id,
        collection_id=collection.pk,
        stems=question_stems(meant),
        vector=None if question is None else question.vector,
        model=collection.model,
    )
    looked = search(asked)
    looked = looked.lending(_links(asked, looked))
    stored = collection.calibration or {}
    calibrations: dict[Kind, Calibration] = {
        "entry": Calibration.from_json(stored.get("entries", {})),
        "skill": Calibration.from_json(stored.get("skills", {})),
    }
    found = {
        kind: _found(kind, asked, question, looked.of(kind), calibration, seen)
        for kind, calibration in calibrations.items()
    }
    return Retrieved(
        entries=found["entry"],
        skills=found["skill"],
        by_vectors=question is not None and not bool(np.isnan(looked.similarities).any()),
        vector=asked.vector,
        model=collection.model if question is not None else "",
        calibrations=calibrations,
    )


def _is_above(one: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> bool:
    """Whether one of two branches is within the other."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _question(collection: Collection, query: str, meant: str) -> Question | None:
    """With a vector between what was typed and what was meant, where that is not the same: either may be right."""
    if not collection.model:
        return None
    try:
        embedder = embedder_named(collection.model)
        if embedder is None:
            return None
        question = prepare([meant], embed=embedder.embed)[0]
        if meant != query:
            between = unit_rows(question.vector + embedder.embed([query]))
            question = replace(question, vector=between[0])
    except LLMError as error:
        log.warning("asked_without_vectors", collection=collection.pk, reason=str(error))
        return None
    return question


def _links(asked: Asked, looked: Seen) -> dict[int, list[int]]:
    """Of the entries among what was looked at, in a collection that has both."""
    owners = np.unique(looked.owners)
    if not len(owners) or owners[0] > 0:
        return {}
    return named_skills(
        account_id=asked.account_id,
        collection_id=asked.collection_id,
        entries=owners[owners > 0].tolist(),
    )


def _found(
    kind: Kind,
    asked: Asked,
    question: Question | None,
    looked: Seen,
    calibration: Calibration,
    seen: Several[str],
) -> list[Found]:
    """Those of one kind, of whose texts `looked` is all that was looked at."""
    scanned = scan(
        looked.owners,
        looked.similarities,
        looked.masks,
        len(asked.stems),
        bodies=looked.bodies,
        holding=looked.holding,
        count=looked.count,
    )
    load = known_skills if kind == "skill" else partial(known_entries, seen=seen)
    # One that was deleted since the search is missing.
    known = load(best(scanned))
    details = {pk: each.detail for pk, each in known.items()}
    ranked = rank(scanned, stems=asked.stems, details=details)
    ranked = [each for each in ranked if each.item in known][:SHOWN]
    judged = judge(
        ranked, question=question, stems=asked.stems, seen=looked, scanned=scanned, calibration=calibration
    )
    return [
        Found(
            pk=each.item,
            id=known[each.item].id,
            score=each.score,
            confidence=sure.confidence,
            tree_path=known[each.item].tree_path,
            features={**each.features, "fit": sure.closeness},
        )
        for each, sure in zip(ranked, judged, strict=True)
    ]

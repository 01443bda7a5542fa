"""Retrieval from a collection: its entries and its skills for a question, best first, each with a confidence."""

import math
from collections.abc import Collection as AbstractCollection
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import structlog

from core.llm import LLMError, embedder_named
from core.llm.embeddings.embedder import Vectors, unit_rows
from core.text.bm25_words import question_stems
from core.text.follow_up import has_content, with_topic
from core.text.question_subject import question_subject
from quickstart.kinds import OwnerKind
from quickstart.models import Collection
from quickstart.queries.candidates import Candidates, QuickstartQuery
from quickstart.queries.find_candidates import find_candidates
from quickstart.queries.linked_skills import named_skills
from quickstart.ranking import ScoredItem, best_items, correct_spelling, rank, scan
from quickstart.ranking.hit_confidence import Calibration, PreparedQuestion, prepare_questions
from quickstart.services.judge_hits import HitJudgement, judge
from quickstart.services.load_item_details import DetailedItem, load_entry_details, load_skill_details
from quickstart.services.vocabulary_cache import vocabulary_of
from search.question import SearchQuestion

log = structlog.get_logger(__name__)

MAX_ITEMS = 10
OWN_WEIGHT = 2.0
"""Of a following question's own vector, beside the one with its topic."""


@dataclass(frozen=True, slots=True)
class RetrievedItem:
    pk: int
    id: str
    """The entry_id or skill_id."""
    score: float
    """Comparable among the items of one question and kind."""
    confidence: float
    """That it answers the question: 0 to 1."""
    tree_path: Sequence[str]
    coverage: float = 0.0
    """Share, by weight, of the question's words that its texts hold: 0 to 1."""
    trigger: float = 0.0
    """What its triggers added to its score: 0 to TRIGGER_BONUS."""
    standing: float = math.inf
    """How far it fits better than the others of its kind: from 1 on it is the one that answers. Words cannot tell."""
    is_named: bool = False
    """Whether an index of the skills lists the question's words for it, or `is_equal`."""
    is_equal: bool = False
    """Whether the question's content words are exactly those of its title or of a trigger."""

    @property
    def stands_out(self) -> bool:
        return self.standing >= 1


@dataclass(frozen=True, slots=True)
class QuickstartRetrieval:
    """Best first, at most MAX_ITEMS of each."""

    entries: list[RetrievedItem]
    skills: list[RetrievedItem]
    by_vectors: bool
    """False: some texts were compared by words alone, because they have no vector or the embedder does not answer."""
    vector: Vectors | None = field(repr=False)
    """Of the question, by `model`."""
    model: str
    calibrations: Mapping[OwnerKind, Calibration]
    links: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """The skills that each entry names, by row ids."""

    def of(self, kind: OwnerKind) -> list[RetrievedItem]:
        return self.entries if kind == "entry" else self.skills


def retrieve(
    *, collection: Collection, query: str, explained_ids: AbstractCollection[str] = (), follows: str = ""
) -> QuickstartRetrieval:
    """The nearest entries and skills. The caller has checked that the collection may be read.

    `explained_ids`: ids of entries that this conversation has shown. `follows`: the question that this one leans on.
    Without an embedder words alone decide.
    """
    typed = with_topic(query, follows) if follows else query
    corrected = correct_spelling(typed, vocabulary_of(collection))
    others = {typed: 1.0, query: OWN_WEIGHT if follows and has_content(query) else 1.0}
    others.pop(corrected, None)
    question = _question(collection, corrected, others)
    stems = question_stems(corrected)
    search_query = QuickstartQuery(
        account_id=collection.account_id,
        collection_id=collection.pk,
        question=SearchQuestion(stems, question.vector, collection.model)
        if question
        else SearchQuestion(stems),
        subject=question_subject(query),
    )
    candidates = find_candidates(search_query)
    links = _links(search_query, candidates)
    candidates = candidates.with_linked_questions(links)
    calibrations = _calibrations(collection)
    found = {
        kind: _retrieve_kind(kind, search_query, question, candidates.of(kind), calibration, explained_ids)
        for kind, calibration in calibrations.items()
    }
    return QuickstartRetrieval(
        entries=found["entry"],
        skills=found["skill"],
        by_vectors=question is not None and not bool(np.isnan(candidates.similarities).any()),
        vector=search_query.question.vector,
        model=search_query.question.model,
        calibrations=calibrations,
        links=links,
    )


def _calibrations(collection: Collection) -> dict[OwnerKind, Calibration]:
    stored = collection.calibration or {}
    return {
        "entry": Calibration.from_json(stored.get("entries", {})),
        "skill": Calibration.from_json(stored.get("skills", {})),
    }


def _question(collection: Collection, corrected: str, others: Mapping[str, float]) -> PreparedQuestion | None:
    """With a vector between the corrected question and its `others`, by weight: as it was typed, and without its
    topic. Any may be the right one.
    """
    if not collection.model:
        return None
    try:
        embedder = embedder_named(collection.model)
        if embedder is None:
            return None
        question = prepare_questions([corrected], embed=embedder.embed_questions)[0]
        if others:
            weights = np.array([list(others.values())], dtype=np.float32)
            between = question.vector + weights @ embedder.embed_questions(list(others))
            question = replace(question, vector=unit_rows(between)[0])
    except LLMError as error:
        log.warning("asked_without_vectors", collection=collection.pk, reason=str(error))
        return None
    return question


def _links(search_query: QuickstartQuery, candidates: Candidates) -> dict[int, list[int]]:
    """The links of the candidate entries, in a collection with both entries and skills."""
    owners = np.unique(candidates.owners)
    if not len(owners) or owners[0] > 0:
        return {}
    return named_skills(
        account_id=search_query.account_id,
        collection_id=search_query.collection_id,
        entries=owners[owners > 0].tolist(),
    )


def _retrieve_kind(
    kind: OwnerKind,
    search_query: QuickstartQuery,
    question: PreparedQuestion | None,
    candidates: Candidates,
    calibration: Calibration,
    explained_ids: AbstractCollection[str],
) -> list[RetrievedItem]:
    """The items of one kind, ranked; `candidates` are of that kind."""
    scanned = scan(
        candidates.owners,
        candidates.similarities,
        candidates.masks,
        len(search_query.question.stems),
        bodies=candidates.bodies,
        of_all=candidates.of_all,
    )
    load = load_skill_details if kind == "skill" else partial(load_entry_details, explained_ids=explained_ids)
    # One that was deleted since the search is missing.
    loaded = load(best_items(scanned))
    details = {pk: each.detail for pk, each in loaded.items()}
    ranked = rank(scanned, stems=search_query.question.stems, subject=search_query.subject, details=details)
    ranked = [each for each in ranked if each.item in loaded][:MAX_ITEMS]
    judged = judge(
        ranked,
        question=question,
        stems=search_query.question.stems,
        candidates=candidates,
        scanned=scanned,
        calibration=calibration,
    )
    return [_retrieved(each, sure, loaded[each.item]) for each, sure in zip(ranked, judged, strict=True)]


def _retrieved(scored: ScoredItem, judged: HitJudgement, loaded: DetailedItem) -> RetrievedItem:
    return RetrievedItem(
        pk=scored.item,
        id=loaded.id,
        score=scored.score,
        confidence=judged.confidence,
        tree_path=loaded.tree_path,
        coverage=scored.coverage,
        trigger=scored.trigger,
        standing=judged.standing,
        is_named=scored.is_named,
        is_equal=scored.is_equal,
    )

"""Evaluates a collection: questions with known answers, run through the ordinary search."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from core.text.courtesies import without_courtesies
from core.text.retrieval_metrics import auroc, share, threshold_of
from quickstart.intent import classify
from quickstart.kinds import OwnerKind
from quickstart.models import Collection, Entry, Review, Skill
from quickstart.parsing.eval_queries import EvalScope, QuickstartEvalKind, QuickstartEvalQuery
from quickstart.ranking.hit_confidence import Calibration
from quickstart.services.choose_answer import MAX_NEAREST
from quickstart.services.retrieve_items import RetrievedItem, retrieve

MAX_RANK = 10
MIN_ANSWERED_SHARE = 0.75
"""Of the questions in scope, at the operating point that is reported beside the collection's own."""


@dataclass(frozen=True, slots=True)
class EvaluatedQuestion:
    scope: EvalScope
    rank: int | None
    """Of the first right one, from 0; None: not among the first MAX_RANK."""
    confidence: float
    """Of the best hit, right or wrong."""
    sureness: float
    """The same, and how far it stands out: from 1 on it is answered."""
    milliseconds: float
    intent_right: bool | None
    """None if the question does not state its intent."""


@dataclass(slots=True)
class QuickstartEvaluation:
    kind: QuickstartEvalKind
    answer_above: float = 0.0
    by_vectors: bool = True
    missing: int = 0
    """Right answers that are not in the collection; they count as not found."""
    questions: list[EvaluatedQuestion] = field(default_factory=list)

    def is_offered(self, question: EvaluatedQuestion) -> bool:
        """Whether the best are offered, because something answers but none stands out."""
        return question.confidence >= self.answer_above and question.sureness < 1.0

    def report(self) -> dict[str, Any]:
        """Shares from 0 to 1, None where no question could tell."""
        inside = [each for each in self.questions if each.scope == EvalScope.INSIDE]
        outside = [each for each in self.questions if each.scope != EvalScope.INSIDE]
        near = [each for each in outside if each.scope == EvalScope.NEAR]
        far = [each for each in outside if each.scope == EvalScope.FAR]
        at = threshold_of([each.sureness for each in inside], MIN_ANSWERED_SHARE)
        answered = [each for each in inside if each.sureness >= 1.0]
        offered = [each for each in inside if self.is_offered(each)]
        times = [each.milliseconds for each in self.questions] or [0.0]
        return {
            "kind": str(self.kind),
            "queries": len(self.questions),
            "in_scope": len(inside),
            "out_of_scope": len(outside),
            "missing": self.missing,
            "hit@1": share([each.rank == 0 for each in inside]),
            "hit@3": share([each.rank is not None and each.rank < 3 for each in inside]),
            "mrr": share([0.0 if each.rank is None else 1 / (each.rank + 1) for each in inside]),
            "intent_accuracy": share(
                [each.intent_right for each in self.questions if each.intent_right is not None]
            ),
            "answer_above": round(self.answer_above, 4),
            "answered": share([each.sureness >= 1.0 for each in inside]),
            "wrong_of_answered": share([each.rank != 0 for each in answered]),
            "offered": share([self.is_offered(each) for each in inside]),
            "right_of_offered": share(
                [each.rank is not None and each.rank < MAX_NEAREST for each in offered]
            ),
            "not_answered": share([each.sureness < 1.0 for each in outside]),
            "not_answered_near": share([each.sureness < 1.0 for each in near]),
            "answered_at_75": share([each.sureness >= at for each in inside]),
            "not_answered_at_75": share([each.sureness < at for each in outside]),
            "auroc_near": auroc(_confidences(inside), _confidences(near)),
            "auroc_far": auroc(_confidences(inside), _confidences(far)),
            "p50_ms": round(float(np.percentile(times, 50)), 1),
            "p95_ms": round(float(np.percentile(times, 95)), 1),
            "by_vectors": self.by_vectors,
        }


def evaluate_collection(
    collection: Collection,
    queries: Sequence[QuickstartEvalQuery],
    kind: QuickstartEvalKind,
    *,
    progress: Callable[[int], object] = lambda queries: None,
) -> QuickstartEvaluation:
    """Run all questions. `progress` is called after each."""
    names = names_of(collection, kind)
    known_names = frozenset[str]().union(*names.values())
    measured = QuickstartEvaluation(kind, missing=sum(len(each.relevant - known_names) for each in queries))
    retrieve(collection=collection, query=queries[0].query)  # loading is not timed
    for query in queries:
        started = time.perf_counter()
        question = without_courtesies(query.query)
        classified = classify(question)
        found = retrieve(collection=collection, query=question)
        milliseconds = 1000 * (time.perf_counter() - started)
        ranked = found.of(kind_of(kind))
        calibration = found.calibrations[kind_of(kind)]
        right = [
            at for at, each in enumerate(ranked[:MAX_RANK]) if query.relevant & names.get(each.pk, set())
        ]
        measured.questions.append(
            EvaluatedQuestion(
                scope=query.scope,
                rank=right[0] if right else None,
                confidence=ranked[0].confidence if ranked else 0.0,
                sureness=_sureness(ranked[0], calibration) if ranked else 0.0,
                milliseconds=milliseconds,
                intent_right=str(classified.intent) in query.intents if query.intents else None,
            )
        )
        measured.answer_above = calibration.answer_above
        measured.by_vectors &= found.by_vectors
        progress(1)
    return measured


def names_of(collection: Collection, kind: QuickstartEvalKind) -> dict[int, set[str]]:
    """For each published entry or skill its accepted names: a skill's id, its file, or the file's own name."""
    if kind != QuickstartEvalKind.SKILLS:
        entries = Entry.objects.filter(
            account_id=collection.account_id, collection=collection, review=Review.PUBLISHED
        )
        return {pk: {entry_id} for pk, entry_id in entries.values_list("pk", "entry_id")}
    skills = Skill.objects.filter(
        account_id=collection.account_id, collection=collection, review=Review.PUBLISHED
    )
    names = {
        pk: {skill_id, file, PurePosixPath(file).name}
        for pk, skill_id, file in skills.values_list("pk", "skill_id", "file")
    }
    # "a/SKILL.md" and "b/SKILL.md": a name that several share is nobody's.
    owners = Counter(name for each in names.values() for name in each)
    return {pk: {name for name in each if owners[name] == 1} for pk, each in names.items()}


def kind_of(kind: QuickstartEvalKind) -> OwnerKind:
    """What the questions are to be answered with."""
    return "skill" if kind == QuickstartEvalKind.SKILLS else "entry"


def _sureness(best: RetrievedItem, calibration: Calibration) -> float:
    confidence = best.confidence / calibration.answer_above
    return confidence if best.is_named else min(confidence, best.standing)


def _confidences(questions: Sequence[EvaluatedQuestion]) -> list[float]:
    return [each.confidence for each in questions]

"""How well an account's brain retrieves: evaluation questions with known answers, run through the ordinary search.

Without a model and without storing turns: it measures what a model would be given, and what is quoted without one.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from django.contrib.auth.models import User
from django.utils import timezone

from brain.answer_sources import AnswerSource
from brain.checking.excerpt_matching import normalize_text
from brain.extracting import extract_answer
from brain.models import Note
from brain.parsing.evaluation_queries import ExpectedSource, NoteEvalQuery
from brain.prompting import context_tokens
from brain.services.retrieve_parts import RetrievedParts, retrieve_parts
from brain.services.retrieve_sources import retrieve
from brain.services.search_chunks import ANSWER_ABOVE
from core.llm import LLMError, count_tokens, get_embedder
from core.text.retrieval_metrics import auroc, share, threshold_of
from core.text.stretch_vectors import Embed

ANSWERED_SHARE = 0.8
"""Of the answerable questions, at the operating point that is reported beside the product's own."""


@dataclass(frozen=True, slots=True)
class QueryOutcome:
    kind: ExpectedSource
    rank: int | None
    """Of the first right note among those ranked, from 0; None: not among them."""
    in_context: bool | None
    """Whether the expected excerpt is in the context; None if none is expected."""
    in_answer: bool | None
    used_profile: bool
    confidence: float
    context_tokens: int
    milliseconds: float


@dataclass(slots=True)
class RetrievalEvaluation:
    missing: int = 0
    """Right notes that the account does not have; they count as not found."""
    embedder: str = ""
    outcomes: list[QueryOutcome] = field(default_factory=list)

    def report(self) -> dict[str, Any]:
        """Shares from 0 to 1, None where no question could tell."""
        of = {kind: [each for each in self.outcomes if each.kind == kind] for kind in ExpectedSource}
        notes, nothing, profile = (
            of[ExpectedSource.NOTES],
            of[ExpectedSource.NONE],
            of[ExpectedSource.PROFILE],
        )
        answerable = [*notes, *profile]
        answered = [each.confidence for each in answerable]
        at = threshold_of(answered, ANSWERED_SHARE)
        tokens = [each.context_tokens for each in self.outcomes] or [0]
        times = [each.milliseconds for each in self.outcomes] or [0.0]
        return {
            "queries": len(self.outcomes),
            **{f"queries_{kind}": len(found) for kind, found in of.items()},
            "missing": self.missing,
            "hit@1": share([each.rank == 0 for each in notes]),
            "hit@3": share([each.rank is not None and each.rank < 3 for each in notes]),
            "mrr": share([0.0 if each.rank is None else 1 / (each.rank + 1) for each in notes]),
            "excerpt_in_context": _share_of_known([each.in_context for each in notes]),
            "excerpt_in_answer": _share_of_known([each.in_answer for each in notes]),
            "profile_recall": share([each.used_profile for each in profile]),
            "profile_false_positives": share([each.used_profile for each in [*notes, *nothing]]),
            "profile_excerpt_in_context": _share_of_known([each.in_context for each in profile]),
            "answer_above": ANSWER_ABOVE,
            "answered": share([each.confidence >= ANSWER_ABOVE for each in answerable]),
            "declined": share([each.confidence < ANSWER_ABOVE for each in nothing]),
            "answered_at_80": share([each.confidence >= at for each in answerable]),
            "declined_at_80": share([each.confidence < at for each in nothing]),
            "auroc": auroc(answered, [each.confidence for each in nothing]),
            "context_tokens_median": int(np.median(tokens)),
            "context_tokens_max": max(tokens),
            "p50_ms": round(float(np.percentile(times, 50)), 1),
            "p95_ms": round(float(np.percentile(times, 95)), 1),
            "embedder": self.embedder,
        }


def evaluate_retrieval(
    *,
    account: User,
    queries: Sequence[NoteEvalQuery],
    progress: Callable[[int], object] = lambda queries: None,
) -> RetrievalEvaluation:
    """Run all questions. `progress` is called after each. Times are those of retrieval."""
    names = names_of(account)
    known_names = frozenset[str]().union(*names.values())
    evaluation = RetrievalEvaluation(missing=sum(len(each.relevant_notes - known_names) for each in queries))
    embed = _embed()
    if queries:
        retrieve(account=account, query=queries[0].query)  # loading is not timed
    for query in queries:
        started = time.perf_counter()
        parts = retrieve_parts(account=account, query=query.query, conversation=None)
        milliseconds = 1000 * (time.perf_counter() - started)
        evaluation.embedder = evaluation.embedder or parts.sources.model
        evaluation.outcomes.append(_outcome(query, parts, names, embed, milliseconds))
        progress(1)
    return evaluation


def names_of(account: User) -> dict[str, frozenset[str]]:
    """For each imported note, by id, its accepted names: its path, and its file's own name if no other has it."""
    files = dict(Note.objects.filter(account=account).exclude(file="").values_list("pk", "file"))
    own = [PurePosixPath(file).name for file in files.values()]
    return {
        pk: frozenset({file} | {name for name in [PurePosixPath(file).name] if own.count(name) == 1})
        for pk, file in files.items()
    }


def _outcome(
    query: NoteEvalQuery,
    parts: RetrievedParts,
    names: Mapping[str, frozenset[str]],
    embed: Embed | None,
    milliseconds: float,
) -> QueryOutcome:
    found, sources = parts.sources, parts.sources.sources
    right_ranks = [
        at for at, each in enumerate(found.ranked) if query.relevant_notes & names.get(each.id, frozenset())
    ]
    answer = extract_answer(
        parts.searched,
        sources,
        embed=embed,
        count_tokens=count_tokens,
        covers=True,
        today=timezone.localdate(),
    )
    return QueryOutcome(
        kind=query.kind,
        rank=right_ranks[0] if right_ranks else None,
        in_context=_any_passage_contains(sources, query.excerpt) if query.excerpt else None,
        in_answer=_contains(answer.answer, query.excerpt) if query.excerpt else None,
        used_profile=found.profile is not None,
        confidence=found.confidence,
        context_tokens=context_tokens(sources, count_tokens=count_tokens),
        milliseconds=milliseconds,
    )


def _any_passage_contains(sources: Sequence[AnswerSource], excerpt: str) -> bool:
    """Whether one passage contains all of it: split over two passages it was not found."""
    return any(_contains(passage.text, excerpt) for source in sources for passage in source.passages)


def _contains(text: str, excerpt: str) -> bool:
    """Verbatim, but for white space and the style of quotation marks."""
    return normalize_text(excerpt).text in normalize_text(text).text


def _embed() -> Embed | None:
    try:
        return get_embedder().embed
    except LLMError:
        return None


def _share_of_known(values: Sequence[bool | None]) -> float | None:
    return share([each for each in values if each is not None])

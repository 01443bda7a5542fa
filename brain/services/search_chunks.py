"""A question compared with the chunks of an account's notes and profile, and the steps to report."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import structlog
from django.contrib.auth.models import User
from django.db.models import QuerySet
from numpy.typing import NDArray

from brain.models import Chunk, Note
from brain.models.notes import notes_space, profile_space
from brain.parsing.normalize_tags import split_tags
from brain.queries.note_queries import answering_notes, notes_of
from brain.retrieval.answer_confidence import SimilarityScale, answer_confidence, calibrate_scale
from brain.retrieval.hashtags import extract_hashtags
from brain.retrieval.score_passages import PassageScores, score_passages
from brain.retrieval.token_budget import RankedPassage
from core.llm import LLMError, embedder_named
from core.llm.embeddings.sample_texts import SAMPLE_PAIRS
from core.text.follow_up import with_topic
from search.found_passages import NO_OWNER, FoundPassages
from search.question import SearchQuestion
from search.search_passages import SearchScope, search

log = structlog.get_logger(__name__)

RECENT = 5
ANSWER_ABOVE = 0.5
"""At a lower confidence the answer is: not in your notes."""


@dataclass(slots=True)
class ChunkSearch:
    """A question, the chunks it was compared with, and the steps to report."""

    account: User
    query: str
    notes: QuerySet[Note]
    """The ones that it was compared with."""
    question: SearchQuestion
    found: FoundPassages
    passage_scores: PassageScores
    steps: list[str]

    @property
    def is_note(self) -> NDArray[np.bool_]:
        """For each passage: True in a note, False in the profile."""
        return np.asarray(self.found.owners[self.passage_scores.chunk_indexes] != NO_OWNER)

    def ranked_passages(self) -> list[int]:
        """Passages of notes, best first; only those with a vector or a matching word."""
        has_evidence = ~np.isnan(self.passage_scores.similarities) | (self.passage_scores.coverages > 0)
        return self.passage_scores.order(self.is_note & has_evidence)

    def confidence(self, at: int) -> float:
        """The confidence, 0 to 1, that the passage at this index answers; it must be the best one."""
        similarity = float(self.passage_scores.similarities[at])
        return answer_confidence(
            similarity=None if np.isnan(similarity) else similarity,
            covered=float(self.passage_scores.coverages[at]),
            familiar=self.passage_scores.familiar,
            scale=_scale_for(self.question.model),
        )

    def nearness(self, at: int) -> float:
        """Where the passage lies on the model's scale: 0 as near as an unrelated one, 1 as one that answers; NaN
        without a vector.
        """
        scale = _scale_for(self.question.model)
        similarity = float(self.passage_scores.similarities[at])
        return (similarity - scale.unrelated) / (scale.answered - scale.unrelated)

    def hits(self, order: Sequence[int]) -> list[RankedPassage]:
        """The passages with their places and heading trails, without those that were replaced meanwhile. One query."""
        at = self.passage_scores.chunk_indexes[list(order)]
        ids = self.found.ids[at].tolist()
        rows = Chunk.objects.filter(account=self.account, pk__in=ids)
        places = {row.pk: row for row in rows.only("start", "end", "trail")}
        return [
            RankedPassage(
                owner.decode(), place.start, place.end, float(self.passage_scores.scores[each]), place.trail
            )
            for each, pk, owner in zip(order, ids, self.found.owners[at], strict=True)
            if (place := places.get(pk)) is not None
        ]


def search_question(
    account: User,
    query: str,
    *,
    profile: bool,
    tags: Sequence[str] = (),
    follows: str = "",
    answering: bool = False,
) -> ChunkSearch:
    """Search with a question as typed; `tags` are added to those in it. `profile`: whether to search it, too.
    `follows`: the question that it leans on. `answering`: only notes that answer questions.
    """
    text, found = extract_hashtags(query)
    every = tuple(dict.fromkeys([*found, *split_tags(tags)]))
    steps = [f"Only notes tagged {' and '.join(f'#{tag}' for tag in every)} were looked at."] if every else []
    if not follows:
        return search_text(account, text, every, steps, profile=profile, answering=answering)
    searched = with_topic(text, extract_hashtags(follows)[0])
    steps.append(f"Read as following “{follows}”.")
    return search_text(account, searched, every, steps, profile=profile, alone=text, answering=answering)


def search_text(
    account: User,
    text: str,
    tags: tuple[str, ...],
    steps: list[str],
    *,
    profile: bool,
    alone: str = "",
    answering: bool = False,
) -> ChunkSearch:
    """The same for a text in which "#" means nothing. Appends what happened to `steps`. `alone`: the text without the
    topic that was put before it; the vector then lies between the two.
    """
    notes = (answering_notes if answering else notes_of)(account, tags)
    unowned = [profile_space(account.pk)] if profile else []
    result = search(text, SearchScope(notes, [notes_space(account.pk)], unowned), alone=alone)
    question, found = result.question, result.found
    if text and question.vector is None:
        steps.append("The embedding model does not answer: words alone decide.")
    if result.is_older:
        steps.append(f"Vectors of {question.model} were compared: those of the new model are being made.")
    passage_scores = score_passages(found)
    if question.vector is not None and (missing := int(np.isnan(passage_scores.similarities).sum())):
        steps.append(
            f"{missing} of {len(passage_scores.chunk_indexes)} stretches have no vector yet: their words decide."
        )
    return ChunkSearch(account, text, notes, question, found, passage_scores, steps)


def comparison_method(search: ChunkSearch) -> str:
    """A value of RetrievedSources.how."""
    if not np.isnan(search.passage_scores.similarities).all():
        return "vectors and words"
    return "words" if search.question.vector is None else "keywords"


def latest_notes(search: ChunkSearch) -> list[Note]:
    """The RECENT latest notes with the tags of the search."""
    return list(search.notes.defer(None)[:RECENT])


def _scale_for(model: str) -> SimilarityScale:
    """The similarity scale of the model of this name, calibrated once per process; the defaults if it does not
    answer, and it is called again next time.
    """
    try:
        return _calibrated_scale(model)
    except LLMError as error:
        log.warning("model_without_scale", model=model, reason=str(error))
        return SimilarityScale()


@lru_cache(maxsize=4)
def _calibrated_scale(model: str) -> SimilarityScale:
    embedder = embedder_named(model) if model else None
    if embedder is None:
        return SimilarityScale()
    return calibrate_scale(SAMPLE_PAIRS, embedder.embed, embed_questions=embedder.embed_questions)

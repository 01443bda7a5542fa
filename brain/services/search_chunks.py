"""A question compared with all chunks of an account's notes and profile, and the steps to report."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import structlog
from django.contrib.auth.models import User
from numpy.typing import NDArray

from brain.models import Note
from brain.parsing.normalize_tags import split_tags
from brain.queries.scan_chunks import PROFILE, ChunkQuery, ScannedChunks, scan_chunks, trails_of
from brain.retrieval.answer_confidence import confidence, strength
from brain.retrieval.hashtags import extract_hashtags
from brain.retrieval.score_passages import PassageScores, score_passages
from brain.retrieval.token_budget import RankedPassage
from brain.services.similarity_scales import scale_for
from core.llm import LLMError, embedder_named, get_embedder
from core.llm.embeddings.embedder import Vectors, unit_rows
from core.text import question_stems
from core.text.follow_up import with_topic

log = structlog.get_logger(__name__)

RECENT = 5
ANSWER_ABOVE = 0.5
"""At a lower confidence the answer is: not in your notes."""


@dataclass(slots=True)
class ChunkSearch:
    """A question, the chunks it was compared with, and the steps to report."""

    account: User
    query: str
    tags: tuple[str, ...]
    vector: Vectors | None
    model: str
    scanned: ScannedChunks
    passage_scores: PassageScores
    steps: list[str]

    @property
    def is_note(self) -> NDArray[np.bool_]:
        """For each passage: True in a note, False in the profile."""
        return np.asarray(self.scanned.texts[self.passage_scores.chunk_indexes] != PROFILE)

    def ranked_passages(self) -> list[int]:
        """Passages of notes, best first; only those with a vector or a matching word."""
        has_evidence = ~np.isnan(self.passage_scores.similarities) | (self.passage_scores.coverages > 0)
        return self.passage_scores.order(self.is_note & has_evidence)

    def confidence(self, at: int) -> float:
        """The confidence, 0 to 1, that the passage at this index answers; it must be the best one."""
        similarity = float(self.passage_scores.similarities[at])
        return confidence(
            strength(
                similarity=None if np.isnan(similarity) else similarity,
                covered=float(self.passage_scores.coverages[at]),
                familiar=self.passage_scores.familiar,
                scale=scale_for(self.model),
            )
        )

    def hits(self, order: Sequence[int]) -> list[RankedPassage]:
        """The passages with their heading trails. One query."""
        at = [int(self.passage_scores.chunk_indexes[each]) for each in order]
        trails = trails_of(self.account.pk, [int(self.scanned.ids[each]) for each in at])
        return [
            RankedPassage(
                self.scanned.texts[chunk_index].decode(),
                int(self.scanned.starts[chunk_index]),
                int(self.scanned.ends[chunk_index]),
                float(self.passage_scores.scores[each]),
                trails.get(int(self.scanned.ids[chunk_index]), ""),
            )
            for each, chunk_index in zip(order, at, strict=True)
        ]


def search_question(
    account: User, query: str, profile: bool, tags: Sequence[str] = (), follows: str = ""
) -> ChunkSearch:
    """Search with a question as typed; `tags` are added to those in it. `profile`: whether to search it, too.
    `follows`: the question that it leans on.
    """
    text, found = extract_hashtags(query)
    every = tuple(dict.fromkeys([*found, *split_tags(tags)]))
    steps = [f"Only notes tagged {' and '.join(f'#{tag}' for tag in every)} were looked at."] if every else []
    if not follows:
        return search_text(account, text, every, steps, profile=profile)
    searched = with_topic(text, extract_hashtags(follows)[0])
    steps.append(f"Read as following “{follows}”.")
    return search_text(account, searched, every, steps, profile=profile, alone=text)


def search_text(
    account: User, text: str, tags: tuple[str, ...], steps: list[str], *, profile: bool, alone: str = ""
) -> ChunkSearch:
    """The same for a text in which "#" means nothing. Appends what happened to `steps`. `alone`: the text without the
    topic that was put before it; the vector then lies between the two.
    """
    stems = question_stems(text)
    wordings = [each for each in (text, alone) if each]
    vector, model = _vector(wordings, None, steps)
    scanned = scan_chunks(ChunkQuery(account.pk, stems, vector, model, tags, profile))
    if vector is not None and scanned.usual_model not in ("", model):
        # Until the new model's vectors are made, the old ones are used if the old model can still be called.
        older_vector, name = _vector(wordings, scanned.usual_model, steps)
        if older_vector is not None:
            vector, model = older_vector, name
            scanned = scan_chunks(ChunkQuery(account.pk, stems, vector, model, tags, profile))
            steps.append(f"Vectors of {model} were compared: those of the new model are being made.")
    passage_scores = score_passages(
        scanned.texts, scanned.ends, scanned.similarities, scanned.masks, len(stems)
    )
    if vector is not None and (missing := int(np.isnan(passage_scores.similarities).sum())):
        steps.append(
            f"{missing} of {len(passage_scores.chunk_indexes)} stretches have no vector yet: their words decide."
        )
    return ChunkSearch(account, text, tags, vector, model, scanned, passage_scores, steps)


def _vector(wordings: Sequence[str], name: str | None, steps: list[str]) -> tuple[Vectors | None, str]:
    """Of one text, or between several, by the model of this name; None: the site's own."""
    if not wordings:
        return None, ""
    try:
        embedder = get_embedder() if name is None else embedder_named(name)
        if embedder is None:
            return None, ""
        return unit_rows(embedder.embed_questions(wordings).sum(axis=0, keepdims=True))[0], embedder.name
    except LLMError as error:
        log.warning("retrieved_without_vectors", reason=str(error))
        steps.append("The embedding model does not answer: words alone decide.")
        return None, ""


def comparison_method(search: ChunkSearch) -> str:
    """A value of RetrievedSources.how."""
    if not np.isnan(search.passage_scores.similarities).all():
        return "vectors and words"
    return "words" if search.vector is None else "keywords"


def latest_notes(search: ChunkSearch) -> list[Note]:
    """The RECENT latest notes with the tags of the search."""
    rows = Note.objects.filter(account=search.account, tags__contains=list(search.tags))
    return list(rows.order_by("-dated", "-pk")[:RECENT])

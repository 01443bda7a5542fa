"""A question compared with all stretches of an account's notes and profile, and what is told of the way."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import structlog
from django.contrib.auth.models import User
from numpy.typing import NDArray

from brain.models import Note
from brain.queries.searching import PROFILE, Asked, Looked, look, trails_of
from brain.reading.tags import split_tags
from brain.retrieval.budget import Place
from brain.retrieval.confidence import confidence, strength
from brain.retrieval.scoring import Weighed, weigh
from brain.retrieval.tags import divide
from brain.services.scales import scale_for
from llm import LLMError, embedder_named, get_embedder
from llm.embeddings.base import Vectors
from texts import question_stems

log = structlog.get_logger(__name__)

RECENT = 5
ANSWER_ABOVE = 0.5
"""Below this confidence: not in your notes."""


@dataclass(slots=True)
class Search:
    """A question, what was looked at, and what is told of the way."""

    account: User
    query: str
    tags: tuple[str, ...]
    vector: Vectors | None
    model: str
    looked: Looked
    weighed: Weighed
    steps: list[str]

    @property
    def is_note(self) -> NDArray[np.bool_]:
        """Of each stretch, whether a note holds it, and not the profile."""
        return np.asarray(self.looked.texts[self.weighed.places] != PROFILE)

    def answers(self) -> list[int]:
        """Stretches of notes, best first; none where neither a vector nor a word speaks for any."""
        speaks = ~np.isnan(self.weighed.similarities) | (self.weighed.coverages > 0)
        return self.weighed.order(self.is_note & speaks)

    def confidence(self, at: int) -> float:
        """That this stretch, the best one, answers: 0 to 1."""
        similarity = float(self.weighed.similarities[at])
        return confidence(
            strength(
                similarity=None if np.isnan(similarity) else similarity,
                covered=float(self.weighed.coverages[at]),
                familiar=self.weighed.familiar,
                scale=scale_for(self.model),
            )
        )

    def places(self, order: Sequence[int]) -> list[Place]:
        """With their trails. One query."""
        at = [int(self.weighed.places[each]) for each in order]
        trails = trails_of(self.account.pk, [int(self.looked.ids[each]) for each in at])
        return [
            Place(
                self.looked.texts[place].decode(),
                int(self.looked.starts[place]),
                int(self.looked.ends[place]),
                float(self.weighed.scores[each]),
                trails.get(int(self.looked.ids[place]), ""),
            )
            for each, place in zip(order, at, strict=True)
        ]


def search_for(account: User, query: str, profile: bool, tags: Sequence[str] = ()) -> Search:
    """A question as it was typed; `tags` beside those that stand in it. `profile`: whether it is looked at, too."""
    text, found = divide(query)
    every = tuple(dict.fromkeys([*found, *split_tags(tags)]))
    steps = [f"Only notes tagged {' and '.join(f'#{tag}' for tag in every)} were looked at."] if every else []
    return search_by(account, text, every, steps, profile=profile)


def search_by(account: User, text: str, tags: tuple[str, ...], steps: list[str], *, profile: bool) -> Search:
    """The same for a text in which "#" means nothing. What is told of the way is added to `steps`."""
    stems = question_stems(text)
    vector, model = _vector(text, None, steps)
    looked = look(Asked(account.pk, stems, vector, model, tags, profile))
    if vector is not None and looked.usual_model not in ("", model):
        # Until the new model's vectors are made, the old ones answer, if the old model can still be asked.
        older, name = _vector(text, looked.usual_model, steps)
        if older is not None:
            vector, model = older, name
            looked = look(Asked(account.pk, stems, vector, model, tags, profile))
            steps.append(f"Vectors of {model} were compared: those of the new model are being made.")
    weighed = weigh(looked.texts, looked.ends, looked.similarities, looked.masks, len(stems))
    if vector is not None and (missing := int(np.isnan(weighed.similarities).sum())):
        steps.append(f"{missing} of {len(weighed.places)} stretches have no vector yet: their words decide.")
    return Search(account, text, tags, vector, model, looked, weighed, steps)


def _vector(text: str, name: str | None, steps: list[str]) -> tuple[Vectors | None, str]:
    """By the model of this name, or the site's own."""
    if not text:
        return None, ""
    try:
        embedder = get_embedder() if name is None else embedder_named(name)
        if embedder is None:
            return None, ""
        return embedder.embed([text])[0], embedder.name
    except LLMError as error:
        log.warning("retrieved_without_vectors", reason=str(error))
        steps.append("The embedding model does not answer: words alone decide.")
        return None, ""


def how_compared(search: Search) -> str:
    """As Retrieved.how names it."""
    if not np.isnan(search.weighed.similarities).all():
        return "vectors and words"
    return "words" if search.vector is None else "keywords"


def latest_notes(search: Search) -> list[Note]:
    """The RECENT ones with the tags of the search."""
    rows = Note.objects.filter(account=search.account, tags__contains=list(search.tags))
    return list(rows.order_by("-dated", "-pk")[:RECENT])

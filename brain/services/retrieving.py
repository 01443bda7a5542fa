"""What the notes and the profile have to say to a question: the stretches that answer it best, within a budget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from django.contrib.auth.models import User

from brain.models import Note, Origin, Profile
from brain.prompting import source_tokens
from brain.queries.searching import PROFILE
from brain.retrieval.biography import asks_about_me
from brain.retrieval.budget import Place, fill
from brain.retrieval.scoring import best_texts
from brain.services.comparing import ANSWER_ABOVE, Search, how_compared, latest_notes, search_for
from brain.services.finding import whole
from brain.sources import PROFILE_ID, Source, SourceType
from llm import count_tokens
from llm.embeddings.base import Vectors

BUDGET = 1_500
"""Tokens."""
PROFILE_BUDGET = 500
"""Of them, at most, where the profile is used."""
SHOWN = 10
TRIED = 40
"""Stretches that are tried for a place in the budget; some fifteen find one."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A note as it was ranked; `score` in standard deviations over all stretches."""

    id: str
    title: str
    score: float


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What would be given to a model, and how it was found."""

    query: str
    """Without tags."""
    tags: tuple[str, ...]
    notes: tuple[Source, ...]
    """Best first, their stretches within the budget."""
    profile: Source | None
    """Where it is used."""
    profile_reason: str
    """ "phrase", "nearest", or empty."""
    how: str
    """ "vectors and words", "words", "keywords", "recent" or "nothing"."""
    steps: tuple[str, ...]
    """Plain sentences, in their order."""
    covers: bool
    """Whether the notes, or the profile, hold an answer, as far as can be told."""
    confidence: float
    """That they do: 0 to 1; they cover from ANSWER_ABOVE on."""
    by_vectors: bool
    """False: some or all were compared by their words alone."""
    ranked: tuple[Ranked, ...]
    """The best SHOWN notes, whether they were given or not."""
    vector: Vectors | None = field(repr=False)
    """(d,), of the question, by `model`."""
    model: str


def retrieve(*, account: User, query: str, budget: int = BUDGET, profile: bool = True) -> Retrieved:
    """The notes that answer a question as it was typed, and the profile where the question is about the person.

    `budget`: tokens of all that is given, labels included. `#tags` choose notes before anything is ranked. Without an
    embedder words alone decide, and where nothing matches the latest notes are given; `steps` say so. `profile=False`
    leaves the profile out, whatever is asked. Four queries, two more where nothing matches; embeds the question.
    """
    search = search_for(account, query, profile)
    source, reason = _profile(search, min(budget, PROFILE_BUDGET)) if profile else (None, "")
    left = budget - (source_tokens(source, count_tokens=count_tokens) if source else 0)
    order = search.answers()
    notes, how = (
        (_given(search, order[:TRIED], left), how_compared(search)) if order else _latest(search, left)
    )
    if not order and source:
        how = how_compared(search)
    sure = _confidence(search, reason) if order or source else 0.0
    search.steps.append(_told(sure, how))
    return Retrieved(
        query=search.query,
        tags=search.tags,
        notes=notes,
        profile=source,
        profile_reason=reason,
        how=how if notes or source else "nothing",
        steps=tuple(search.steps),
        covers=sure >= ANSWER_ABOVE,
        confidence=sure,
        by_vectors=search.vector is not None and not bool(np.isnan(search.weighed.similarities).any()),
        ranked=_ranked(search, order),
        vector=search.vector,
        model=search.model,
    )


def _given(search: Search, order: Sequence[int], budget: int) -> tuple[Source, ...]:
    places = search.places(order)
    rows = Note.objects.filter(account=search.account, pk__in={place.source for place in places})
    notes = {note.pk: note for note in rows.only("title", "body", "origin")}
    # An answer that was saved repeats its sources: where there is room for some only, they come first.
    places.sort(key=lambda place: place.source in notes and notes[place.source].origin == Origin.ANSWER)
    sources = {pk: Source(SourceType.NOTES, pk, note.title, ()) for pk, note in notes.items()}
    bodies = {pk: note.body for pk, note in notes.items()}
    return tuple(fill(places, sources=sources, texts=bodies, budget=budget, count=_tokens))


def _tokens(source: Source) -> int:
    return source_tokens(source, count_tokens=count_tokens)


def _latest(search: Search, budget: int) -> tuple[tuple[Source, ...], str]:
    """The beginnings of the latest notes, where nothing matches."""
    notes = latest_notes(search)
    if not notes:
        search.steps.append("There are no such notes.")
        return (), "nothing"
    search.steps.append("No note holds a word of the question: the latest are given.")
    sources = {note.pk: Source(SourceType.NOTES, note.pk, note.title, ()) for note in notes}
    bodies = {note.pk: note.body for note in notes}
    beginnings = [Place(found.note.pk, found.start, found.end, 0.0) for found in map(whole, notes)]
    return tuple(fill(beginnings, sources=sources, texts=bodies, budget=budget, count=_tokens)), "recent"


def _profile(search: Search, budget: int) -> tuple[Source | None, str]:
    """The profile where a phrase asks for it, or where its best stretch beats the notes' by the same measure."""
    own = search.weighed.order(~search.is_note)
    if not own:
        return None, ""
    notes = search.answers()
    by_phrase = asks_about_me(search.query)
    nearest = not notes or search.weighed.scores[own[0]] > search.weighed.scores[notes[0]]
    if not by_phrase and not (nearest and search.weighed.coverages[own[0]] > 0):
        return None, ""
    row = Profile.objects.filter(account=search.account).only("name", "text").first()
    if row is None:  # deleted since the search
        return None, ""
    source = Source(SourceType.PROFILE, PROFILE_ID, row.name or "Profile", ())
    places = search.places(own[:TRIED])
    key = PROFILE.decode()
    filled = fill(places, sources={key: source}, texts={key: row.text}, budget=budget, count=_tokens)
    if not filled:
        return None, ""
    reason = "phrase" if by_phrase else "nearest"
    search.steps.append(
        "The question is about the person: the profile is used."
        if by_phrase
        else "The profile comes nearer to the question than any note: it is used."
    )
    return filled[0], reason


def _confidence(search: Search, reason: str) -> float:
    """Of the best stretch that is given. A phrase that asks for the profile is answered from it."""
    weighed = search.weighed
    order = weighed.order(np.ones(len(weighed.places), dtype=bool) if reason else search.is_note)
    sure = search.confidence(order[0])
    return max(sure, ANSWER_ABOVE) if reason == "phrase" else sure


def _told(sure: float, how: str) -> str:
    if how in ("recent", "nothing"):
        return "Nothing that was found answers the question."
    verdict = "An answer is" if sure >= ANSWER_ABOVE else "No answer is"
    return f"Compared by {how}. {verdict} likely in what was found (confidence {sure:.2f})."


def _ranked(search: Search, order: Sequence[int]) -> tuple[Ranked, ...]:
    best = list(best_texts(search.weighed, search.looked.texts, order).items())[:SHOWN]
    rows = Note.objects.filter(account=search.account, pk__in=[pk.decode() for pk, _ in best])
    titles: Mapping[str, str] = dict(rows.values_list("pk", "title"))
    return tuple(
        Ranked(pk.decode(), titles[pk.decode()], round(score, 4))
        for pk, score in best
        if pk.decode() in titles
    )

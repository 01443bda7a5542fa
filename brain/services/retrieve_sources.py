"""Retrieval for a question: the best passages of the account's notes and profile within a token budget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.contrib.auth.models import User

from brain.answer_sources import PROFILE_ID, AnswerSource, SourceType
from brain.models import Note, NoteOrigin, Profile
from brain.prompting import source_tokens
from brain.retrieval.personal_questions import WHO_AM_I, asks_about_me
from brain.retrieval.score_passages import best_texts
from brain.retrieval.token_budget import RankedPassage, fit_passages
from brain.services.find_notes import note_beginning
from brain.services.search_chunks import (
    ANSWER_ABOVE,
    ChunkSearch,
    comparison_method,
    latest_notes,
    search_question,
)
from core.llm import count_tokens
from core.text.opposite_actions import has_action
from search.found_passages import NO_OWNER
from search.opposite_hits import MAX_COMPARED, HitText, doubt, find_opposites

BUDGET = 1_500
"""Tokens."""
PROFILE_BUDGET = 500
"""At most this much of it for the profile."""
MAX_RANKED = 10
HELD_WORDS, HELD_NEARNESS = 0.75, 0.7
"""Share of the question's words, and similarity on the model's scale, from which on the profile answers unasked."""
PHRASE_ABOVE = 0.25
"""Confidence from which on a phrase that asks for the profile is answered by it."""
MAX_TRIED = 40
"""Passages that are tried for the budget; some fifteen fit."""


@dataclass(frozen=True, slots=True)
class RankedNote:
    """A ranked note; `score` in standard deviations over all passages."""

    id: str
    title: str
    score: float


@dataclass(frozen=True, slots=True)
class RetrievedSources:
    """What a model would be given, and how it was found."""

    query: str
    """What was searched for: without tags, and with the topic of the question that it follows."""
    notes: tuple[AnswerSource, ...]
    """Best first; their passages fit the budget."""
    profile: AnswerSource | None
    """None if it is not used."""
    profile_reason: str
    """ "phrase", "nearest", or empty."""
    how: str
    """ "vectors and words", "words", "keywords", "recent" or "nothing"."""
    steps: tuple[str, ...]
    """Plain sentences, in order."""
    covers: bool
    """Whether notes or profile hold an answer, as far as can be told."""
    confidence: float
    """Of that: 0 to 1; `covers` from ANSWER_ABOVE on."""
    by_vectors: bool
    """False: some or all were compared by words alone."""
    ranked: tuple[RankedNote, ...]
    """The best MAX_RANKED notes, whether returned or not."""
    model: str
    """Of the question's vector."""
    follows: str = ""
    """The question that this one was taken to follow; or empty."""
    why_not: str = ""
    """Why what comes nearest does not answer, as a sentence; or empty."""

    @property
    def sources(self) -> list[AnswerSource]:
        """The notes, best first, then the profile, if it is used."""
        return [*self.notes, *([self.profile] if self.profile else [])]


def retrieve(*, account: User, query: str, budget: int = BUDGET, follows: str = "") -> RetrievedSources:
    """The notes that answer a question as it was typed, and the profile if the question is about the person.

    `budget`: tokens of everything returned, labels included. `#tags` filter notes before ranking. Without an embedder
    words alone decide, and if nothing matches the latest notes are returned; `steps` say so. `follows`: the question
    that this one leans on. Four queries, two more if nothing matches, two if the question names an action; embeds the
    question.
    """
    search = search_question(account, query, profile=True, follows=follows, answering=True)
    source, reason = _find_profile(search, min(budget, PROFILE_BUDGET))
    remaining = budget - (source_tokens(source, count_tokens=count_tokens) if source else 0)
    # Notes have sentences like "Am I a good person?".
    is_introduction = source is not None and search.query == WHO_AM_I
    ranked = [] if is_introduction else search.ranked_passages()
    order, why_not = (ranked, "") if source else _set_aside_opposites(search, ranked)
    notes = _fit_notes(search, order[:MAX_TRIED], remaining) if order else ()
    how = comparison_method(search)
    if not order and not is_introduction:
        notes, latest = _latest_sources(search, remaining)
        how = how if source else latest
    confidence = _confidence(search, reason, order) if order or source else 0.0
    if why_not:
        confidence = doubt(confidence, ANSWER_ABOVE)
        search.steps.append(why_not)
    search.steps.append(_describe_result(confidence, how))
    return RetrievedSources(
        query=search.query,
        notes=notes,
        profile=source,
        profile_reason=reason,
        how=how if notes or source else "nothing",
        steps=tuple(search.steps),
        covers=confidence >= ANSWER_ABOVE,
        confidence=confidence,
        by_vectors=search.question.vector is not None
        and not bool(np.isnan(search.passage_scores.similarities).any()),
        ranked=_rank_notes(search, order),
        model=search.question.model,
        follows=follows,
        why_not=why_not,
    )


def _fit_notes(search: ChunkSearch, order: Sequence[int], budget: int) -> tuple[AnswerSource, ...]:
    hits = search.hits(order)
    rows = Note.objects.filter(account=search.account, pk__in={hit.source for hit in hits})
    read = ("title", "body", "origin", "dated", "created", "file", "front_matter")
    notes = {note.pk: note for note in rows.only(*read)}
    # A saved answer repeats its sources: if there is room for some only, they come first.
    hits.sort(key=lambda hit: hit.source in notes and notes[hit.source].origin == NoteOrigin.ANSWER)
    sources = {pk: note.as_source() for pk, note in notes.items()}
    bodies = {pk: note.body for pk, note in notes.items()}
    return tuple(fit_passages(hits, sources=sources, texts=bodies, budget=budget, count=_tokens))


def _tokens(source: AnswerSource) -> int:
    return source_tokens(source, count_tokens=count_tokens)


def _latest_sources(search: ChunkSearch, budget: int) -> tuple[tuple[AnswerSource, ...], str]:
    """The beginnings of the latest notes, if nothing matches."""
    notes = latest_notes(search)
    if not notes:
        search.steps.append("There are no such notes.")
        return (), "nothing"
    search.steps.append("No note holds a word of the question: the latest are given.")
    sources = {note.pk: note.as_source() for note in notes}
    bodies = {note.pk: note.body for note in notes}
    beginnings = [
        RankedPassage(found.note.pk, found.start, found.end, 0.0) for found in map(note_beginning, notes)
    ]
    return tuple(
        fit_passages(beginnings, sources=sources, texts=bodies, budget=budget, count=_tokens)
    ), "recent"


def _find_profile(search: ChunkSearch, budget: int) -> tuple[AnswerSource | None, str]:
    """The profile if a phrase asks for it, or if its best passage scores above the notes'."""
    own = search.passage_scores.order(~search.is_note)
    if not own:
        return None, ""
    notes = search.ranked_passages()
    by_phrase = asks_about_me(search.query)
    is_nearest = not notes or search.passage_scores.scores[own[0]] > search.passage_scores.scores[notes[0]]
    if not by_phrase and not (is_nearest and _matches_closely(search, own[0])):
        return None, ""
    row = Profile.objects.filter(account=search.account).only("name", "text").first()
    if row is None:  # deleted since the search
        return None, ""
    source = AnswerSource(SourceType.PROFILE, PROFILE_ID, row.name or "Profile", ())
    hits = search.hits(own[:MAX_TRIED])
    key = NO_OWNER.decode()
    filled = fit_passages(hits, sources={key: source}, texts={key: row.text}, budget=budget, count=_tokens)
    if not filled:
        return None, ""
    reason = "phrase" if by_phrase else "nearest"
    search.steps.append(
        "The question is about the person: the profile is used."
        if by_phrase
        else "The profile comes nearer to the question than any note: it is used."
    )
    return filled[0], reason


def _matches_closely(search: ChunkSearch, at: int) -> bool:
    """Whether a passage of the profile, which no phrase asks for, has most of the question's words and comes near it:
    one that only shares a name with it does not answer.
    """
    is_near = not search.nearness(at) < HELD_NEARNESS  # without a vector, NaN, its words decide
    return bool(is_near and search.passage_scores.coverages[at] >= HELD_WORDS)


def _set_aside_opposites(search: ChunkSearch, order: Sequence[int]) -> tuple[list[int], str]:
    """The passages, best first, without those of notes about the opposite, as in a collection
    (`search/opposite_hits.py`); where the best note is one and no other answers, all of them, and a sentence that says
    so. Two queries, only where the question names an action.
    """
    if not order or not has_action(search.query):
        return [*order], ""
    texts = [bytes(search.found.owners[at]) for at in search.passage_scores.chunk_indexes]
    compared = list(best_texts(search.passage_scores, search.found.owners, order))[:MAX_COMPARED]
    best = {text: next(at for at in order if texts[at] == text) for text in compared}
    places = {hit.source: hit for hit in search.hits([*best.values()])}
    rows = Note.objects.filter(account=search.account).in_bulk([text.decode() for text in compared])
    compared = [text for text in compared if text.decode() in rows and text.decode() in places]
    coverages = search.passage_scores.coverages
    hit_texts = [
        _hit_text(rows[text.decode()], places[text.decode()], float(coverages[best[text]]))
        for text in compared
    ]
    opposites = find_opposites(search.query, hit_texts)
    indexes = {text: at for at, text in enumerate(compared)}
    remaining = [at for at in order if not opposites.leaves_out(indexes.get(texts[at], -1), coverages[at])]
    if opposites.why and (not remaining or search.confidence(remaining[0]) < ANSWER_ABOVE):
        return [*order], opposites.why
    return remaining, ""


def _hit_text(note: Note, best: RankedPassage, coverage: float) -> HitText:
    """`best`: the note's best passage. A long note names many actions in passing: what it is about stands above it."""
    is_short = len(note.body) <= best.end - best.start
    wordings = [note.title, note.description, note.body if is_short else ""]
    return HitText(note.title, wordings, [note.body], coverage)


def _confidence(search: ChunkSearch, reason: str, order: Sequence[int]) -> float:
    """Of the best passage returned; `order` are those of notes. A phrase that asks for the profile is answered by it,
    unless that is unlikely.
    """
    passage_scores = search.passage_scores
    if reason:
        order = passage_scores.order(np.ones(len(passage_scores.chunk_indexes), dtype=bool))
    confidence = search.confidence(order[0])
    # By words alone too little is known: "my profession" is "Occupation" there.
    by_words = bool(np.isnan(passage_scores.similarities[order[0]]))
    is_about_person = reason == "phrase" and (confidence >= PHRASE_ABOVE or by_words)
    return max(confidence, ANSWER_ABOVE) if is_about_person else confidence


def _describe_result(confidence: float, how: str) -> str:
    if how in ("recent", "nothing"):
        return "Nothing that was found answers the question."
    verdict = (
        "comes near the question"
        if confidence >= ANSWER_ABOVE
        else "does not come near enough to the question"
    )
    return f"Compared by {how}. What was found {verdict} (confidence {confidence:.2f})."


def _rank_notes(search: ChunkSearch, order: Sequence[int]) -> tuple[RankedNote, ...]:
    best = list(best_texts(search.passage_scores, search.found.owners, order).items())[:MAX_RANKED]
    rows = Note.objects.filter(account=search.account, pk__in=[pk.decode() for pk, _ in best])
    titles: Mapping[str, str] = dict(rows.values_list("pk", "title"))
    return tuple(
        RankedNote(pk.decode(), titles[pk.decode()], round(score, 4))
        for pk, score in best
        if pk.decode() in titles
    )

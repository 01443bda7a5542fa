"""Retrieval for a question as it was asked in its conversation: one that leans on another, or of two parts."""

from dataclasses import dataclass, replace
from functools import reduce

from django.contrib.auth.models import User

from brain.models import Conversation
from brain.queries.conversation_queries import recent_queries
from brain.retrieval.hashtags import extract_hashtags
from brain.retrieval.token_budget import with_passages
from brain.services.retrieve_sources import BUDGET, RetrievedSources, retrieve
from core.text.follow_up import is_held, leans_on_previous, named_by_pronoun, standing_question, with_topic
from core.text.question_parts import split_question
from core.text.unnamed_words import topic_stems
from core.text.whose_clauses import names_in
from search.search_parts import FoundParts, PartSearch, search_parts


@dataclass(frozen=True, slots=True)
class RetrievedParts:
    sources: RetrievedSources
    """Of all parts together; how it was found is that of what answers."""
    searched: tuple[str, ...]
    """The parts that something answers, each with the topic of the question that it leans on."""
    open_parts: tuple[str, ...] = ()
    """Parts that nothing answers."""


def retrieve_parts(*, account: User, query: str, conversation: Conversation | None) -> RetrievedParts:
    """Searches part by part, as a collection is asked (`search/search_parts.py`); each part has half of the tokens."""

    tags = extract_hashtags(query)[1]

    def find(question: str, before: str) -> RetrievedSources:
        follows = _standing_question(question, before, conversation)
        budget = BUDGET if question == query else BUDGET // 2
        own = extract_hashtags(question)[1]
        # Tags at the end of a question are both parts'.
        tagged = " ".join([question, *(f"#{tag}" for tag in tags if tag not in own)])
        found = retrieve(account=account, query=tagged, budget=budget, follows=follows)
        if named := "" if found.covers else named_by_pronoun(question, follows):
            other = retrieve(account=account, query=with_topic(tagged, named), budget=budget)
            found = replace(other, follows=follows) if other.covers else found
        if follows and not is_held(question, _text(found)):
            return replace(found, covers=False)
        return found

    found = search_parts(
        query,
        PartSearch(
            find=find,
            is_answer=lambda found: found.covers,
            is_empty=lambda found: not found.covers,
            text=lambda found: _text(found, 1),
            follows=lambda found: bool(found.follows),
            # Two places of one note are cited one by one.
            is_same=lambda answer, other: False,
        ),
    )
    return RetrievedParts(
        sources=reduce(
            _together, [each for _, each in (*found.other_parts, *found.open_parts)], found.answer
        ),
        searched=_searched(query, found),
        open_parts=tuple(part for part, _ in found.open_parts),
    )


def _standing_question(question: str, before: str, conversation: Conversation | None) -> str:
    """The question that this one leans on; empty if it stands alone."""
    if not leans_on_previous(question):
        return ""
    previous = recent_queries(conversation) if conversation and not before else []
    return standing_question([before] if before else previous)


def _text(found: RetrievedSources, count: int | None = None) -> str:
    """Of the best `count` sources; None: of all."""
    texts = [
        (source.title, *(passage.text for passage in source.passages)) for source in found.sources[:count]
    ]
    return "\n".join(line for text in texts for line in text)


def _searched(query: str, found: FoundParts[RetrievedSources]) -> tuple[str, ...]:
    answer, parts = found.answer, split_question(query) if found.answer.covers else ()
    if parts and not found.answered_part:
        # One note holds both. Of two ships it must be the same one: "when was the Orca built and what is it made of?"
        first, second = parts
        named = " ".join(names_in(first)) if topic_stems(second) else first
        return first, with_topic(second, named) if leans_on_previous(second) else second
    answered = [(found.answered_part or query, answer), *found.other_parts]
    return tuple(each.query if each.follows else part for part, each in answered)


def _together(answer: RetrievedSources, other: RetrievedSources) -> RetrievedSources:
    """What answers, with the sources of another part behind its own."""
    notes = {note.id: note for note in answer.notes}
    for note in other.notes:
        notes[note.id] = with_passages(notes[note.id], note.passages) if note.id in notes else note
    known = {each.id for each in answer.ranked}
    return replace(
        answer,
        notes=tuple(notes.values()),
        profile=answer.profile or other.profile,
        profile_reason=answer.profile_reason or other.profile_reason,
        steps=(*answer.steps, f"Another part of the question was searched: “{other.query}”.", *other.steps),
        ranked=(*answer.ranked, *(each for each in other.ranked if each.id not in known)),
    )

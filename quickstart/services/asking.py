"""Asking a collection: what it means, what is found, what of it is told, and that it was asked."""

from dataclasses import replace

import structlog
from django.contrib.auth.models import User
from django.db import DatabaseError

from quickstart.answers.model import Answer, Option
from quickstart.exceptions import InvalidQuestion
from quickstart.intent import Classified, classify, is_small_talk
from quickstart.kinds import Intent, Outcome
from quickstart.models import Collection
from quickstart.services.asked import log_question
from quickstart.services.choosing import Choice, choose, no_answer
from quickstart.services.phrasing import phrased
from quickstart.services.retrieving import Found, Retrieved, retrieve
from quickstart.services.sessions import remember, sitting_of
from quickstart.services.telling import Told, rows_of, told
from rest.tokens import refuse_tokens

log = structlog.get_logger(__name__)

MAX_QUESTION = 1_000
"""Characters."""
MAX_SITTING = 60
"""Of a sitting's name as an asker chooses it."""
MAX_SESSION = 100
"""With whose it is before it."""


def ask(
    *,
    account: User,
    collection: Collection,
    query: str,
    session_key: str = "",
    intent: Intent | None = None,
    asked_by: str,
    phrase: bool = False,
) -> Answer:
    """Answer from a collection that the account may read; never with anything that is not in it.

    `session_key`: of a sitting, in which what was told once is not explained again. `intent`: chosen by the asker in
    place of ours. `phrase`: let the configured model word it, if there is one. The question is logged with its
    outcome; where it cannot be, it is answered all the same, without a `question_id`. Raises InvalidQuestion,
    TokenInContent.
    """
    query = _checked(query, session_key)
    classified = classify(query)
    wanted = intent or classified.intent
    sitting = sitting_of(account, collection, session_key)
    found, rows = rows_of(retrieve(collection=collection, query=query, seen=sitting.seen))
    choice = no_answer(found) if is_small_talk(classified) else choose(found, wanted)
    parts = told(collection, choice, rows, sitting)
    answer = _answer(query, collection, classified, wanted, choice, found, parts)
    if intent is not None:
        answer = replace(answer, intent_chosen=True, intent_reason="you chose it")
    if phrase and answer.outcome == Outcome.ANSWERED:
        answer = replace(answer, phrased=phrased(answer, account=account))
    try:
        logged = log_question(
            account=account,
            collection=collection,
            answer=answer,
            choice=choice,
            vector=found.vector,
            model=found.model,
            session_key=session_key,
            asked_by=asked_by,
        )
        offer = remember(account, collection, session_key, answer)
    except DatabaseError:
        # The answer is no worse for it, and may have been paid for.
        log.exception("question_not_logged")
        return answer
    return replace(answer, question_id=logged.pk, offer=offer)


def session_key_of(asker: str, name: str) -> str:
    """The session key of a sitting that an asker named; empty without a name. Raises InvalidQuestion, TokenInContent.

    `asker`: several of one account may choose the same name without meaning the same sitting.
    """
    name = " ".join(name.encode(errors="replace").decode().split())
    if len(name) > MAX_SITTING or "\x00" in name:
        raise InvalidQuestion(
            f"Name a session with at most {MAX_SITTING} characters, or leave it out. Nothing was asked."
        )
    refuse_tokens(name, where="session")
    return f"{asker}:{name}" if name else ""


def _checked(query: str, session_key: str) -> str:
    # A question from a command line may hold half a character: it is asked as the mark that stands for it.
    query = " ".join(query.encode(errors="replace").decode().replace("\x00", " ").split())
    if not query or len(query) > MAX_QUESTION:
        raise InvalidQuestion(f"Ask something of 1 to {MAX_QUESTION:,} characters. Nothing was asked.")
    if len(session_key) > MAX_SESSION or "\x00" in session_key:
        raise InvalidQuestion(f"A session is named by at most {MAX_SESSION} characters. Nothing was asked.")
    # The log keeps what is asked.
    refuse_tokens(query, where="query")
    return query


def _answer(
    query: str,
    collection: Collection,
    classified: Classified,
    intent: Intent,
    choice: Choice,
    found: Retrieved,
    parts: Told,
) -> Answer:
    options = [_option(kind, each, parts) for kind, each in choice.options]
    return Answer(
        query=query,
        collection=collection.name,
        intent=intent,
        intent_reason=classified.reason,
        outcome=choice.outcome,
        confidence=choice.confidence,
        entry=parts.entry,
        skill=parts.skill,
        explained_in=parts.explained_in,
        repeated=parts.repeated,
        unmet_prerequisites=parts.unmet_prerequisites,
        go_deeper=parts.go_deeper,
        related_skills=parts.related_skills,
        related_docs=parts.related_docs,
        options=options if choice.outcome == Outcome.ASK_BACK else (),
        nearest=options if choice.outcome == Outcome.NO_ANSWER else (),
        closest_doc=parts.closest_doc,
        by_vectors=found.by_vectors,
        scores=_scores(found, parts),
    )


def _scores(found: Retrieved, parts: Told) -> list[Option]:
    ranked = [("entry", each) for each in found.entries] + [("skill", each) for each in found.skills]
    return [_option(kind, each, parts) for kind, each in sorted(ranked, key=lambda each: -each[1].confidence)]


def _option(kind: str, each: Found, parts: Told) -> Option:
    return Option(
        kind=kind,
        id=each.id,
        title=parts.titles[kind, each.pk],
        tree_path=each.tree_path,
        score=each.confidence,
    )

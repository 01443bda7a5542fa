"""Asking a collection: classify, retrieve, choose, answer, log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog
from django.contrib.auth.models import User
from django.db import DatabaseError

from core.rest.agent_tokens import refuse_tokens
from core.text.courtesies import without_courtesies
from core.text.storable_text import storable_line
from quickstart.exceptions import InvalidQuickstartQuestion
from quickstart.intent.names_in_questions import without_excluded
from quickstart.kinds import AskOutcome, Intent
from quickstart.models import Collection
from quickstart.queries.recent_questions import recent_questions
from quickstart.rendering.answer_content import AnswerOption, QuickstartAnswer
from quickstart.services.answer_parts import AnswerParts, RetrievedRows, build_answer_parts
from quickstart.services.ask_conversations import load_conversation, remember_answer
from quickstart.services.find_answer import FoundAnswer, find_answer, find_parts, part_answer
from quickstart.services.log_question import log_question
from quickstart.services.manual_sections import manual_sections
from quickstart.services.nearest_excerpts import nearest_excerpts
from quickstart.services.phrase_answer import phrase_answer
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem
from search.search_parts import FoundParts

log = structlog.get_logger(__name__)

MAX_QUESTION = 1_000
"""Characters."""
MAX_SESSION = 60
"""Characters of a conversation's name as an asker chooses it."""
MAX_SESSION_KEY = 100
"""Characters, with the asker before the name."""


@dataclass(frozen=True, slots=True)
class UnloggedAnswer:
    """Has no `question_id` yet, nor an offer."""

    collection: Collection
    answer: QuickstartAnswer
    found: FoundAnswer


def ask(
    *,
    account: User,
    collection: Collection,
    query: str,
    session_key: str = "",
    intent: Intent | None = None,
    asked_by: str,
    phrase: bool = False,
) -> QuickstartAnswer:
    """As `find_unlogged`, and the question is logged with its outcome (`log_answer`)."""
    unlogged = find_unlogged(
        account=account,
        collection=collection,
        query=query,
        session_key=session_key,
        intent=intent,
        phrase=phrase,
    )
    return log_answer(unlogged, account=account, session_key=session_key, asked_by=asked_by)


def find_unlogged(
    *,
    account: User,
    collection: Collection,
    query: str,
    session_key: str = "",
    intent: Intent | None = None,
    phrase: bool = False,
    also_asked: Sequence[Collection] = (),
) -> UnloggedAnswer:
    """Answer from a collection that the account may read; only with its contents.

    `session_key`: a conversation, in which nothing is explained twice. `intent`: the asker's choice in place of ours.
    Past a question that another of the collections `also_asked` has logged, it leans on no older one. `phrase`: let the
    configured model word it, if there is one. Raises InvalidQuickstartQuestion, TokenInContent.
    """
    query = _validate_question(query, session_key)
    conversation = load_conversation(account, collection, session_key)
    previous = recent_questions(collection, account_id=account.pk, session=session_key, also_asked=also_asked)

    def find(question: str, before: str) -> FoundAnswer:
        return find_answer(
            collection=collection,
            query=without_excluded(question),
            previous=[before] if before else previous,
            explained_ids=conversation.explained_ids,
            intent=intent,
        )

    bare = without_courtesies(query)
    found_parts = find_parts(bare, find)
    found = found_parts.answer
    parts = build_answer_parts(collection, found.choice, found.rows, conversation)
    answer = _answer(query, collection, found_parts, parts)
    is_answered = answer.outcome == AskOutcome.ANSWERED and answer.is_sure
    answer = replace(answer, manual=manual_sections(collection, bare, is_answered=is_answered))
    if intent is not None:
        answer = replace(answer, intent_chosen=True, intent_reason="you chose it")
    if phrase and answer.outcome == AskOutcome.ANSWERED:
        answer = replace(answer, phrased=phrase_answer(answer, account=account))
    return UnloggedAnswer(collection, answer, found)


def log_answer(
    unlogged: UnloggedAnswer, *, account: User, session_key: str, asked_by: str
) -> QuickstartAnswer:
    """Log the question, and what the conversation has explained. The answer with its `question_id` and offer; as it
    was where the database is away, for it is no worse for that, and may have been paid for.
    """
    collection, answer, found = unlogged.collection, unlogged.answer, unlogged.found
    try:
        logged = log_question(
            account=account,
            collection=collection,
            answer=answer,
            choice=found.choice,
            vector=found.retrieved.vector,
            model=found.retrieved.model,
            session_key=session_key,
            asked_by=asked_by,
        )
        offer = remember_answer(account, collection, session_key, answer)
    except DatabaseError:
        log.exception("question_not_logged")
        return answer
    return replace(answer, question_id=logged.pk, offer=offer)


def session_key_of(asker: str, name: str) -> str:
    """The session key of a conversation that an asker named; empty without a name.

    `asker`: agents of one account may choose the same name for different conversations. Raises
    InvalidQuickstartQuestion, TokenInContent.
    """
    name = " ".join(name.encode(errors="replace").decode().split())
    if len(name) > MAX_SESSION or "\x00" in name:
        raise InvalidQuickstartQuestion(
            f"Name a session with at most {MAX_SESSION} characters, or leave it out. Nothing was asked."
        )
    refuse_tokens(name, where="session")
    return f"{asker}:{name}" if name else ""


def _validate_question(query: str, session_key: str) -> str:
    query = storable_line(query)
    if not query or len(query) > MAX_QUESTION:
        raise InvalidQuickstartQuestion(
            f"Ask something of 1 to {MAX_QUESTION:,} characters. Nothing was asked."
        )
    if len(session_key) > MAX_SESSION_KEY or "\x00" in session_key:
        raise InvalidQuickstartQuestion(
            f"A session is named by at most {MAX_SESSION_KEY} characters. Nothing was asked."
        )
    # Questions are logged.
    refuse_tokens(query, where="query")
    return query


def _answer(
    query: str, collection: Collection, found_parts: FoundParts[FoundAnswer], parts: AnswerParts
) -> QuickstartAnswer:
    answered = found_parts.answer
    found, choice = answered.retrieved, answered.choice
    texts = [_text_of(kind, each, answered.rows) for kind, each in choice.options]
    excerpts = nearest_excerpts(query, choice.options, texts, found)
    options = [
        replace(_option(kind, each, parts), excerpt=excerpt)
        for (kind, each), excerpt in zip(choice.options, excerpts, strict=True)
    ]
    return QuickstartAnswer(
        query=query,
        collection=collection.name,
        intent=answered.intent,
        intent_reason=answered.classified.reason,
        follows=answered.follows,
        answered_part=found_parts.answered_part,
        open_parts=tuple(part for part, _ in found_parts.open_parts),
        other_parts=tuple(part_answer(part, other) for part, other in found_parts.other_parts),
        why_not=answered.why_not,
        outcome=choice.outcome,
        confidence=choice.confidence,
        is_sure=choice.is_sure,
        entry=parts.entry,
        skill=parts.skill,
        explained_in=parts.explained_in,
        repeated=parts.repeated,
        unmet_prerequisites=parts.unmet_prerequisites,
        go_deeper=parts.go_deeper,
        related_skills=parts.related_skills,
        related_docs=parts.related_docs,
        options=options if choice.outcome != AskOutcome.NO_ANSWER else (),
        nearest=options if choice.outcome == AskOutcome.NO_ANSWER else (),
        closest_doc=parts.closest_doc,
        by_vectors=found.by_vectors,
        scores=_scores(found, parts),
    )


def _scores(found: QuickstartRetrieval, parts: AnswerParts) -> list[AnswerOption]:
    ranked = [("entry", each) for each in found.entries] + [("skill", each) for each in found.skills]
    return [_option(kind, each, parts) for kind, each in sorted(ranked, key=lambda each: -each[1].confidence)]


def _option(kind: str, each: RetrievedItem, parts: AnswerParts) -> AnswerOption:
    return AnswerOption(
        kind=kind,
        id=each.id,
        title=parts.titles[kind, each.pk],
        tree_path=each.tree_path,
        score=each.confidence,
    )


def _text_of(kind: str, each: RetrievedItem, rows: RetrievedRows) -> str:
    """What an excerpt is taken from."""
    return rows.entries[each.pk].answer if kind == "entry" else rows.skills[each.pk].description

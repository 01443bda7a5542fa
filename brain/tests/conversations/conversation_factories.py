"""Conversations for tests, made as the site makes them: by its services, with a worker that is called by hand."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from brain.answer_sources import SourceType
from brain.answer_trace import Trace
from brain.checking.checked_answer import DroppedReference
from brain.models import SUMMARISE, Conversation, Interface, Mode, Turn
from brain.services.manage_conversations import add_turn, build_turn, open_conversation
from brain.standard_response import Citation, ExternalSource, Metadata, StandardResponse
from brain.tests.factories import new_account
from core.jobs.find_jobs import find_job
from core.jobs.models import Job
from core.jobs.run_job import run_now
from core.llm.chat.chat_model import ChatModel
from core.llm.model_doubles import use_models


def make_conversation(
    account: User | None = None, name: str = "main", interface: Interface = Interface.PAGE
) -> Conversation:
    return open_conversation(account=account or new_account(), interface=interface, name=name)


def make_response(
    answer: str = "The port is 8003.",
    citations: Iterable[Citation] = (),
    pages: Iterable[ExternalSource] = (),
    *,
    profile: bool = False,
) -> StandardResponse:
    notes, external = list(citations), list(pages)
    types = [
        *([SourceType.NOTES] if notes else []),
        *([SourceType.EXTERNAL] if external else []),
        *([SourceType.PROFILE] if profile else []),
    ]
    return StandardResponse(
        answer=answer,
        metadata=Metadata(
            has_sources=bool(types),
            source_types=types,
            citations=notes,
            external_sources=external,
            used_profile=profile,
        ),
    )


def create_turn(
    conversation: Conversation,
    query: str = "Which port?",
    response: StandardResponse | None = None,
    **options: Any,
) -> Turn:
    defaults: dict[str, Any] = {
        "mode": Mode.MODEL,
        "trace": Trace(how="words", dropped=(DroppedReference("an invented page", "It was not supplied."),)),
        "model": "fake-chat",
        "tokens": 12,
        "asked_by": "person ann",
    }
    turn = build_turn(
        account=conversation.account, query=query, response=response or make_response(), **defaults | options
    )
    return add_turn(conversation=conversation, turn=turn)


def create_turns(conversation: Conversation, turns: int) -> None:
    """So many further turns, distinguished by their numbers."""
    existing = conversation.turns.count()
    for number in range(existing + 1, existing + turns + 1):
        create_turn(conversation, f"Question {number}?", make_response(f"Answer {number}."))


def summarise(conversation: Conversation, chat: ChatModel | None = None) -> Job:
    """Run its job once as a worker would, if it is due."""
    with use_models(chat=chat):
        run_now(job_of(conversation))
    return job_of(conversation)


def job_of(conversation: Conversation) -> Job:
    return find_job(conversation, SUMMARISE)


def summaries_of(conversation: Conversation) -> list[tuple[int, int, str, str]]:
    return list(conversation.summaries.order_by("first").values_list("first", "last", "text", "model"))


def run_concurrently(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls at the same moment, each on its own connection; returns their results in any order."""
    results: list[Any] = []
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> None:
        try:
            start.wait()
            results.append(call())
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results

"""Conversations for tests, made as the site makes them: by its services, with a worker that is called by hand."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from brain.models import Conversation, Interface, Mode, Turn
from brain.response import Citation, ExternalSource, Metadata, StandardResponse
from brain.services.conversations import add_turn, open_conversation, unsaved_turn
from brain.services.summarising import summarise_conversation
from brain.sources import SourceType
from brain.tests.factories import new_account
from brain.trace import DroppedItem, Trace
from llm.chat.base import ChatModel
from llm.testing import use_models


def room(
    account: User | None = None, name: str = "main", interface: Interface = Interface.PAGE
) -> Conversation:
    return open_conversation(account=account or new_account(), interface=interface, room=name)


def answered(
    answer: str = "The port is 8003.",
    citations: Iterable[Citation] = (),
    pages: Iterable[ExternalSource] = (),
    *,
    profile: bool = False,
) -> StandardResponse:
    cited, outside = list(citations), list(pages)
    types = [
        *([SourceType.NOTES] if cited else []),
        *([SourceType.EXTERNAL] if outside else []),
        *([SourceType.PROFILE] if profile else []),
    ]
    return StandardResponse(
        answer=answer,
        metadata=Metadata(
            has_sources=bool(types),
            source_types=types,
            citations=cited,
            external_sources=outside,
            used_profile=profile,
        ),
    )


def add(
    conversation: Conversation,
    query: str = "Which port?",
    response: StandardResponse | None = None,
    **options: Any,
) -> Turn:
    given: dict[str, Any] = {
        "mode": Mode.MODEL,
        "trace": Trace(how="words", dropped=(DroppedItem("an invented page", "It was not supplied."),)),
        "model": "fake-chat",
        "tokens": 12,
        "asked_by": "person ann",
    }
    turn = unsaved_turn(
        account=conversation.account, query=query, response=response or answered(), **given | options
    )
    return add_turn(conversation=conversation, turn=turn)


def talk(conversation: Conversation, turns: int) -> None:
    """So many turns more, told apart by their numbers."""
    begun = conversation.turns.count()
    for number in range(begun + 1, begun + turns + 1):
        add(conversation, f"Question {number}?", answered(f"Answer {number}."))


def work(conversation: Conversation, chat: ChatModel | None = None) -> Conversation:
    """What a worker does for it, once, whatever its pause."""
    with use_models(chat=chat):
        summarise_conversation(conversation_id=conversation.pk)
    conversation.refresh_from_db()
    return conversation


def summaries(conversation: Conversation) -> list[tuple[int, int, str, str]]:
    return list(conversation.summaries.order_by("first").values_list("first", "last", "text", "model"))


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls at the same moment, each on its own connection; what they came to in any order."""
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

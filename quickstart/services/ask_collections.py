"""Asking where no collection was chosen: one after another, until one has an answer."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User

from quickstart.kinds import AskOutcome, Intent
from quickstart.models import Collection
from quickstart.rendering.answer_content import QuickstartAnswer
from quickstart.services.answer_question import ask

MAX_COLLECTIONS = 4


def ask_collections(
    *,
    account: User,
    collections: Sequence[Collection],
    query: str,
    session_key: str = "",
    intent: Intent | None = None,
    asked_by: str,
    phrase: bool = False,
    since: datetime | None = None,
) -> tuple[Collection, QuickstartAnswer]:
    """From the first of these (1 to MAX_COLLECTIONS) that answers; from the first of all where none does.

    Each that is asked logs the question. Raises as `ask`.
    """
    first: tuple[Collection, QuickstartAnswer] | None = None
    for collection in collections[:MAX_COLLECTIONS]:
        answer = ask(
            account=account,
            collection=collection,
            query=query,
            session_key=session_key,
            intent=intent,
            asked_by=asked_by,
            phrase=phrase,
            since=since,
        )
        if answer.outcome == AskOutcome.ANSWERED:
            return collection, answer
        first = first or (collection, answer)
    if first is None:
        raise ValueError("no collection to ask")
    return first

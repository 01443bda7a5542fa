"""Asking where no collection was chosen: one after another, until one has an answer."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from quickstart.kinds import AskOutcome, Intent
from quickstart.models import Collection
from quickstart.rendering.answer_content import QuickstartAnswer
from quickstart.services.answer_question import UnloggedAnswer, find_unlogged, log_answer

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
) -> tuple[Collection, QuickstartAnswer]:
    """From the first of these (1 to MAX_COLLECTIONS) that answers; from the first of all where none does.

    The question is logged once, in the collection that is returned: it waits for no curator of the others. Raises as
    `ask`.
    """
    together = collections[:MAX_COLLECTIONS]
    chosen: UnloggedAnswer | None = None
    for collection in together:
        unlogged = find_unlogged(
            account=account,
            collection=collection,
            query=query,
            session_key=session_key,
            intent=intent,
            phrase=phrase,
            also_asked=together,
        )
        if unlogged.answer.outcome == AskOutcome.ANSWERED:
            chosen = unlogged
            break
        chosen = chosen or unlogged
    if chosen is None:
        raise ValueError("no collection to ask")
    answer = log_answer(chosen, account=account, session_key=session_key, asked_by=asked_by)
    return chosen.collection, answer

"""Retrieval for a question that may lean on the one before."""

from collections.abc import Collection as AbstractCollection
from collections.abc import Sequence

from core.text.follow_up import leans_on_previous, standing_question
from quickstart.models import Collection
from quickstart.services.retrieve_items import QuickstartRetrieval, retrieve

SURE_ALONE = 0.7
"""From this confidence on a hit that stands out answers a question as it stands, whatever its words."""


def retrieve_in_conversation(
    *,
    collection: Collection,
    query: str,
    previous: Sequence[str],
    explained_ids: AbstractCollection[str] = (),
) -> tuple[QuickstartRetrieval, str]:
    """What was found, and the question that this one was taken to follow; empty if it was searched as it stands.

    `previous`: the questions before it, newest first. One that stands alone is answered the same whatever was asked or
    shown before.
    """
    alone = retrieve(collection=collection, query=query)
    follows = standing_question(previous) if leans_on_previous(query) else ""
    least = max(SURE_ALONE, collection.sure_from)
    first = [*alone.entries[:1], *alone.skills[:1]]
    if not follows or any(each.confidence >= least and each.stands_out for each in first):
        return alone, ""
    return retrieve(collection=collection, query=query, explained_ids=explained_ids, follows=follows), follows

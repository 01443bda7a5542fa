"""Which of an account's texts share fingerprints with a text, and what stands for each of them now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection, transaction

from clipboard.models import ClipboardEntry
from stones.models import Content, Stone

# Of the texts that share anything so many are weighed, those that share most, and of those so many are compared.
MAX_WEIGHED = 200
MAX_COMPARED = 12


class SimilarText(NamedTuple):
    """A content, or an entry whose text is not stored, and how many fingerprints it shares."""

    content_id: int | None
    entry_id: str | None
    shared: int


# Each fingerprint is looked up in its index by itself, which counts them on the way. Left to choose, the planner
# compares ours with every array of the account, and that takes seconds: it takes the operator for a cheap one. So there
# is nothing but that index to choose: OFFSET 0 keeps the account out of the look-up (it is mixed into the values
# anyway), and sequential scans are off. Then the most shared of all, and the most of the smaller one: a short text
# inside a long one shares few.
_CANDIDATES = """
    WITH met AS MATERIALIZED (
        SELECT found.id, found.content_id, found.entry_id, count(*) AS shared
          FROM unnest(%(ours)s::bigint[]) AS ours(value)
         CROSS JOIN LATERAL (
               SELECT id, account_id, content_id, entry_id FROM clipboard_fingerprints
                WHERE values @> ARRAY[ours.value] OFFSET 0) AS found
         WHERE found.account_id = %(account)s
         GROUP BY found.id, found.content_id, found.entry_id
    ), weighed AS MATERIALIZED (
        SELECT most.*, cardinality(stored.values) AS many
          FROM (SELECT * FROM met ORDER BY shared DESC, id DESC LIMIT %(weighed)s) AS most
          JOIN clipboard_fingerprints AS stored ON stored.id = most.id
    )
    (SELECT content_id, entry_id, shared FROM weighed ORDER BY shared DESC, id DESC LIMIT %(compared)s)
    UNION
    (SELECT content_id, entry_id, shared FROM weighed
      ORDER BY shared::float / LEAST(many, %(count)s) DESC, id DESC LIMIT %(compared)s)
"""
_SEQUENTIAL_SCANS = "SELECT set_config('enable_seqscan', %s, true)"


def find_similar_texts(account: User, values: Sequence[int]) -> list[SimilarText]:
    """Those of the account's texts that share most with a text of these fingerprints, in no order."""
    if not values:
        return []
    arguments: dict[str, Any] = {
        "account": account.pk,
        "ours": list(values),
        "count": len(values),
        "weighed": MAX_WEIGHED,
        "compared": MAX_COMPARED,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_SEQUENTIAL_SCANS, ["off"])
        cursor.execute(_CANDIDATES, arguments)
        found = [SimilarText(*row) for row in cursor.fetchall()]
        # The transaction may be a longer one's.
        cursor.execute(_SEQUENTIAL_SCANS, ["on"])
    return found


@dataclass(frozen=True)
class CurrentHolder:
    """What a copy may have been copied from: an entry or a stone, and since when it stands there."""

    since: datetime
    entry_id: str | None = None
    stone_id: str | None = None


def find_current_holders(account: User, content_ids: Iterable[int]) -> dict[int, CurrentHolder]:
    """By content: the account's latest living entry with it, else its living stone that was given last."""
    ids = list(content_ids)
    stones = Stone.objects.alive().filter(account=account, content__in=ids).order_by("stored", "pk")
    entries = ClipboardEntry.objects.alive().filter(account=account, content__in=ids).order_by("pk")
    found = {
        content_id: CurrentHolder(stored, stone_id=pk)
        for content_id, pk, stored in stones.values_list("content_id", "pk", "stored")
    }
    for content_id, pk, copied in entries.values_list("content_id", "pk", "copied"):
        found[content_id] = CurrentHolder(copied, entry_id=pk)
    return found


def texts_of(content_ids: Iterable[int]) -> Iterable[tuple[int, str]]:
    """One text at a time: together they may be large."""
    for content_id in content_ids:
        text = Content.objects.filter(pk=content_id).values_list("text", flat=True).first()
        if text is not None:
            yield content_id, text

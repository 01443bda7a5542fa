"""Where a copy came from and where it went: the entries and stones before and after it, as a graph."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Exists, OuterRef, Q

from clipboard.models import ClipboardEntry
from stones.models import BY_PERSON, Share, Stone

MAX_NODES = 100
# The relation of a stone to the copy that it was made of; the others are models.Relation.
MADE_STONE = "made"


@dataclass(frozen=True)
class ProvenanceNode:
    """An entry or a stone. `name` is what its page is found by."""

    kind: str  # "entry" or "stone"
    id: str
    hash: str
    title: str
    when: datetime
    app: str
    tokens: int

    @property
    def name(self) -> str:
        return self.id


@dataclass(frozen=True)
class ProvenanceEdge:
    """`target` was copied from, or made of, `source` (ids). `overlap` is None where a stone was made of a copy."""

    source: str
    target: str
    relation: str
    overlap: float | None


@dataclass(frozen=True)
class ProvenanceGraph:
    """Nodes and edges in the order of time, those before the entry first. `is_cut`: there are more than these."""

    entry_id: str
    nodes: tuple[ProvenanceNode, ...]
    edges: tuple[ProvenanceEdge, ...]
    is_cut: bool


# Every edge of an account. In the recursion the planner enters each branch by its own index. Ids are ULIDs: no
# entry has a stone's.
_EDGES = """
    SELECT parent_id AS source, id AS target FROM clipboard_clipboardentry
     WHERE account_id = %(account)s AND parent_id IS NOT NULL
    UNION ALL
    SELECT parent_stone_id, id FROM clipboard_clipboardentry
     WHERE account_id = %(account)s AND parent_stone_id IS NOT NULL
    UNION ALL
    SELECT id, stone_id FROM clipboard_clipboardentry
     WHERE account_id = %(account)s AND stone_id IS NOT NULL AND stone_id IS DISTINCT FROM parent_stone_id
"""
_WALK = """
    WITH RECURSIVE found(id) AS (
        SELECT %(entry)s::varchar
        UNION
        SELECT edge.{there} FROM found JOIN ({edges}) AS edge ON edge.{here} = found.id
    )
    SELECT id FROM found LIMIT %(most)s
"""
_UP = _WALK.format(edges=_EDGES, here="target", there="source")
_DOWN = _WALK.format(edges=_EDGES, here="source", there="target")


def trace_provenance(entry: ClipboardEntry) -> ProvenanceGraph:
    """All that the entry came from, up to its origin, and all that came from it; at most MAX_NODES."""
    ids = _walk(_UP, entry, MAX_NODES + 1)
    ids += [found for found in _walk(_DOWN, entry, MAX_NODES + 1) if found not in ids]
    nearest_ids = ids[:MAX_NODES]
    account = entry.account
    entries = list(
        ClipboardEntry.objects.filter(account=account, pk__in=nearest_ids)
        .alive()
        .select_related("stone")
        .order_by("pk")
    )
    stones = _stones(account, nearest_ids)
    nodes = sorted(
        [*map(_entry_node, entries), *map(_stone_node, stones)], key=lambda node: (node.when, node.id)
    )
    return ProvenanceGraph(
        entry.pk, tuple(nodes), _edges(entries, {node.id for node in nodes}), len(ids) > MAX_NODES
    )


def _walk(query: str, entry: ClipboardEntry, most: int) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(query, {"entry": entry.pk, "account": entry.account_id, "most": most})
        return [row[0] for row in cursor.fetchall()]


def _stones(account: User, ids: Sequence[str]) -> list[Stone]:
    """Its own, and those that were sent to it."""
    stones = Stone.objects.alive().filter(pk__in=ids).select_related("content").defer("content__text")
    # Not a join: a stone that was sent to several accounts is one stone.
    shared = Exists(Share.objects.filter(stone=OuterRef("pk"), account=account))
    return list(stones.filter(Q(account=account) | shared))


def _entry_node(entry: ClipboardEntry) -> ProvenanceNode:
    return ProvenanceNode(
        "entry", entry.pk, entry.sha256, entry.preview, entry.copied, entry.source_app, entry.tokens
    )


def _stone_node(stone: Stone) -> ProvenanceNode:
    kinds = dict.fromkeys((stone.glow_channel, stone.stone_type))  # "handoff handoff" says nothing more
    title = f"{' '.join(kinds)} by {'you' if stone.source_line == BY_PERSON else stone.source_line}"
    return ProvenanceNode(
        "stone", stone.pk, stone.content.sha256, title, stone.created, "", stone.content.tokens
    )


def _edges(entries: Sequence[ClipboardEntry], node_ids: set[str]) -> tuple[ProvenanceEdge, ...]:
    edges = []
    for entry in entries:
        parent = entry.parent_id or entry.parent_stone_id
        if parent in node_ids:
            edges.append(ProvenanceEdge(str(parent), entry.pk, entry.relation, entry.overlap))
        if entry.stone_id in node_ids and entry.stone_id != entry.parent_stone_id:
            edges.append(ProvenanceEdge(entry.pk, str(entry.stone_id), MADE_STONE, None))
    return tuple(edges)

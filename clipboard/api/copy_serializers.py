"""Copies as callers get them. The classes describe the answers for the documentation; the functions make them."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from clipboard.models import CaptureMethod, ClipboardEntry, Relation
from clipboard.queries.trace_provenance import MADE_STONE, ProvenanceGraph
from clipboard.serialize_copies import serialize_copy_line
from core.rest.trust import UNTRUSTED, TrustField
from stones.models import Stone
from stones.queries import assemble, reloaded
from stones.services import stone_text
from stones.summary_fields import LeftOutField

KINDS = ("entry", "stone")
_OVERLAP = "The share of the shorter text's words that both have in sequence, 0 to 1."


class Provenance(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(KINDS, allow_null=True, help_text="null: it was deleted since.")
    id = serializers.CharField(allow_null=True)
    hash = serializers.CharField(allow_null=True)
    relation = serializers.ChoiceField(
        Relation.values, help_text="This copy repeats it, is a part of it, contains it, or is it reworked."
    )
    overlap = serializers.FloatField(help_text=_OVERLAP)


class CopyRow(serializers.Serializer[Any]):
    """A copy without its text."""

    id = serializers.CharField()
    hash = serializers.CharField(help_text="SHA-256 of the text, 64 digits; 8 of them find it.")
    copied = serializers.DateTimeField()
    source_app = serializers.CharField(help_text="What it was copied from; empty: not said.")
    capture_method = serializers.ChoiceField(CaptureMethod.values, help_text="How it was captured.")
    tokens = serializers.IntegerField()
    characters = serializers.IntegerField()
    pinned = serializers.BooleanField()
    expires = serializers.DateTimeField(allow_null=True, help_text="null: never, it is pinned.")
    stone = serializers.CharField(allow_null=True, help_text="border_hash of the stone that was made of it.")
    provenance = Provenance(allow_null=True)
    preview = serializers.CharField(help_text=f"Its first {ClipboardEntry.PREVIEW} characters, in one line.")
    trust = TrustField()


class CopyBody(CopyRow):
    content = serializers.CharField(allow_null=True, help_text="null: the account keeps no texts.")


class RecordedCopy(CopyRow):
    qastone = serializers.CharField(
        allow_null=True, help_text="The stone as text, where there is one and the token has stones:read."
    )
    no_stone = serializers.CharField(
        help_text="Why a stone that was wanted could not be made of the recorded copy; empty: nothing failed. "
        "POST …/stone tries again, and so does the same call without its Idempotency-Key."
    )
    left_out = LeftOutField()


class NodeBody(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(KINDS)
    id = serializers.CharField()
    hash = serializers.CharField()
    title = serializers.CharField()
    when = serializers.DateTimeField()
    app = serializers.CharField(help_text="Empty: not said, or a stone.")
    tokens = serializers.IntegerField()


class EdgeBody(serializers.Serializer[Any]):
    to = serializers.CharField(help_text="What was copied from, or made of, `from`.")
    relation = serializers.ChoiceField([*Relation.values, MADE_STONE])
    overlap = serializers.FloatField(allow_null=True, help_text=f"{_OVERLAP} null: a stone made of a copy.")

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.CharField(), **super().get_fields()}  # no name for an attribute


class ChainBody(serializers.Serializer[Any]):
    entry = serializers.CharField(help_text="The copy whose chain this is.")
    nodes = NodeBody(many=True, help_text="In the order of time.")
    edges = EdgeBody(many=True)
    is_cut = serializers.BooleanField(help_text="There are more than these.")
    trust = TrustField()


def serialize_copy_row(entry: ClipboardEntry) -> dict[str, Any]:
    return dict(CopyRow(serialize_copy_line(entry)).data)


def serialize_copy_body(entry: ClipboardEntry) -> dict[str, Any]:
    return serialize_copy_row(entry) | {"content": entry.content.text if entry.content else None}


def serialize_recorded_copy(
    entry: ClipboardEntry,
    stone: Stone | None,
    *,
    may_read: bool,
    no_stone: str = "",
    left_out: Sequence[str] = (),
) -> dict[str, Any]:
    """With the stone's text for a token that may read stones: it may be an older one, with a source never sent."""
    text = stone_text(assemble(reloaded(stone))) if stone and may_read else None
    return serialize_copy_row(entry) | {"qastone": text, "no_stone": no_stone, "left_out": list(left_out)}


def serialize_provenance(chain: ProvenanceGraph) -> dict[str, Any]:
    edges = [
        {"from": edge.source, "to": edge.target, "relation": edge.relation, "overlap": edge.overlap}
        for edge in chain.edges
    ]
    return {
        "entry": chain.entry_id,
        "nodes": [NodeBody(node).data for node in chain.nodes],
        "edges": edges,
        "is_cut": chain.is_cut,
        "trust": UNTRUSTED,
    }

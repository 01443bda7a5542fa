"""A whole conversation as a file: Markdown for people, JSON for programs."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from brain.checking.unsupported_sentences import mark_unsupported
from brain.history.markdown_quoting import block_quote, escape_on_one_line, format_sources
from brain.standard_response import Metadata

EXTRACTIVE = "extractive"
"""The mode of an answer without a model."""


@dataclass(frozen=True, slots=True)
class ExportedTurn:
    """`metadata` and `trace` as they are stored. `archived`: a summary replaces it in prompts."""

    id: str
    ordinal: int
    created: datetime
    asked_by: str
    query: str
    answer: str
    mode: str
    model: str
    tokens: int
    archived: bool
    metadata: dict[str, Any]
    trace: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ExportedSummary:
    """Of the turns `first` to `last`. `model` is empty for an extract."""

    first: int
    last: int
    text: str
    model: str
    tokens: int
    created: datetime


@dataclass(frozen=True, slots=True)
class ExportedConversation:
    """Turns and summaries are in order."""

    id: str
    interface: str
    name: str
    title: str
    created: datetime
    updated: datetime
    turns: Sequence[ExportedTurn]
    summaries: Sequence[ExportedSummary]


def as_json(conversation: ExportedConversation) -> str:
    """Everything as one object with the field names of the classes above; times in UTC."""
    return json.dumps(asdict(conversation), ensure_ascii=False, indent=2, default=_encode_time) + "\n"


def as_markdown(conversation: ExportedConversation) -> str:
    """Title, name, dates, and each turn with its citations. Questions and answers are in block quotes."""
    turns = conversation.turns
    head = [
        f"# {escape_on_one_line(conversation.title or conversation.name)}",
        f"- Name: {escape_on_one_line(conversation.name)} ({conversation.interface})\n"
        f"- Begun: {_format_time(conversation.created)}\n"
        f"- Last change: {_format_time(conversation.updated)}\n"
        f"- Turns: {len(turns)}",
    ]
    return "\n\n".join([*head, *map(_turn, turns)]) + "\n"


def _turn(turn: ExportedTurn) -> str:
    metadata = Metadata.model_validate(turn.metadata)
    parts = [
        f"## Turn {turn.ordinal}, {_format_time(turn.created)}",
        "**Asked**",
        block_quote(turn.query),
        _mode(turn),
        block_quote(mark_unsupported(turn.answer, turn.trace.get("unsupported", ()))),
    ]
    if cited := format_sources(metadata, profile_title="Profile"):
        parts += ["**Sources**", cited.rstrip()]
    return "\n\n".join(parts)


def _mode(turn: ExportedTurn) -> str:
    if turn.mode == EXTRACTIVE:
        return "**Answered** without a model: quoted from what was found"
    return f"**Answered** by {escape_on_one_line(turn.model) or 'a model'}"


def _format_time(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _encode_time(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"{type(value).__name__} has no JSON")
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")

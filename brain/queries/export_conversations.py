"""A conversation as a file."""

from enum import StrEnum

from brain.history.conversation_files import (
    ExportedConversation,
    ExportedSummary,
    ExportedTurn,
    as_json,
    as_markdown,
)
from brain.models import Conversation, Turn
from brain.queries.conversation_queries import summaries_of, turns_of


class ExportFormat(StrEnum):
    """The value is the file's suffix."""

    MARKDOWN = "md"
    JSON = "json"


def export_conversation(conversation: Conversation, form: ExportFormat) -> str:
    """All of its turns, archived ones too. Only JSON includes the traces of the answers."""
    exported = ExportedConversation(
        id=conversation.pk,
        interface=conversation.interface,
        name=conversation.name,
        title=conversation.title,
        created=conversation.created,
        updated=conversation.updated,
        turns=[_turn(row) for row in turns_of(conversation)],
        summaries=[
            ExportedSummary(row.first, row.last, row.text, row.model, row.tokens, row.created)
            for row in summaries_of(conversation)
        ],
    )
    return as_json(exported) if form is ExportFormat.JSON else as_markdown(exported)


def _turn(row: Turn) -> ExportedTurn:
    return ExportedTurn(
        id=row.pk,
        ordinal=row.ordinal,
        created=row.created,
        asked_by=row.asked_by,
        query=row.query,
        answer=row.answer,
        mode=row.mode,
        model=row.model,
        tokens=row.tokens,
        archived=row.summary_id is not None,
        metadata=row.metadata,
        trace=row.trace,
    )

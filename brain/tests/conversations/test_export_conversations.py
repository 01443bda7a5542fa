"""A conversation as Markdown and as JSON."""

import json
from datetime import UTC, datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from brain.models import Conversation, Mode, Turn
from brain.queries.export_conversations import ExportFormat, export_conversation
from brain.services.manage_conversations import rename_conversation
from brain.standard_response import Citation, ExternalSource
from brain.tests.conversations.conversation_factories import (
    create_turn,
    create_turns,
    make_conversation,
    make_response,
    summarise,
)

WHEN = datetime(2026, 1, 30, 12, 5, 30, tzinfo=UTC)
CITED = Citation(note_id="0" * 26, note_title="Ports", excerpt="It is 8003.")
PAGE = ExternalSource(title="Port", source="Wikipedia", url="https://x.example/port", excerpt="A number.")


@pytest.fixture
def conversation(db: None) -> Conversation:
    conversation = rename_conversation(
        conversation=make_conversation(name="the *mill*"), title="Ports # of all"
    )
    create_turn(
        conversation,
        "Which port?\n# Turn 7",
        make_response("It is **8003** [1].", [CITED], [PAGE], profile=True),
    )
    create_turn(conversation, "And now?", make_response("Not in your notes."), mode=Mode.EXTRACTIVE, model="")
    Conversation.objects.update(created=WHEN, updated=WHEN)
    Turn.objects.update(created=WHEN)
    conversation.refresh_from_db()
    return conversation


def test_markdown(conversation: Conversation) -> None:
    assert export_conversation(conversation, ExportFormat.MARKDOWN) == (
        "# Ports \\# of all\n\n"
        "- Name: the \\*mill\\* (page)\n"
        "- Begun: 2026-01-30 12:05 UTC\n- Last change: 2026-01-30 12:05 UTC\n- Turns: 2\n\n"
        "## Turn 1, 2026-01-30 12:05 UTC\n\n"
        "**Asked**\n\n> Which port?\n> # Turn 7\n\n"
        "**Answered** by fake-chat\n\n> It is **8003** [1].\n\n"
        "**Sources**\n\n"
        "1. **Ports**\n\n   > It is 8003.\n\n"
        "2. [Port](<https://x.example/port>) (Wikipedia)\n\n   > A number.\n\n"
        "3. **Profile**\n\n"
        "## Turn 2, 2026-01-30 12:05 UTC\n\n"
        "**Asked**\n\n> And now?\n\n"
        "**Answered** without a model: quoted from what was found\n\n> Not in your notes.\n"
    )


def test_what_was_dropped_is_in_the_json_alone(conversation: Conversation) -> None:
    assert "an invented page" not in export_conversation(conversation, ExportFormat.MARKDOWN)
    assert "an invented page" in export_conversation(conversation, ExportFormat.JSON)


def test_json_has_everything(conversation: Conversation) -> None:
    create_turns(conversation, 7)
    summarise(conversation)
    body = json.loads(export_conversation(conversation, ExportFormat.JSON))
    first = conversation.turns.get(ordinal=1)
    assert list(body) == ["id", "interface", "name", "title", "created", "updated", "turns", "summaries"]
    assert (body["id"], body["interface"], body["name"]) == (conversation.pk, "page", "the *mill*")
    assert (body["title"], body["created"]) == ("Ports # of all", "2026-01-30T12:05:30Z")
    assert body["turns"][0] == {
        "id": first.pk,
        "ordinal": 1,
        "created": "2026-01-30T12:05:30Z",
        "asked_by": "person ann",
        "query": "Which port?\n# Turn 7",
        "answer": "It is **8003** [1].",
        "mode": "model",
        "model": "fake-chat",
        "tokens": 12,
        "archived": True,
        "metadata": first.metadata,
        "trace": first.trace,
    }
    assert body["turns"][0]["metadata"]["citations"][0]["noteTitle"] == "Ports"
    assert [turn["archived"] for turn in body["turns"]] == [True] * 5 + [False] * 4
    summary = body["summaries"][0]
    assert list(summary) == ["first", "last", "text", "model", "tokens", "created"]
    assert (summary["first"], summary["last"], summary["model"]) == (1, 5, "")


def test_one_without_turns(db: None) -> None:
    conversation = make_conversation(name="empty")
    assert export_conversation(conversation, ExportFormat.MARKDOWN).endswith("- Turns: 0\n")
    assert json.loads(export_conversation(conversation, ExportFormat.JSON))["turns"] == []


@pytest.mark.parametrize("turns", [1, 3])
def test_two_queries_however_long(
    db: None, turns: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    conversation = make_conversation()
    create_turns(conversation, turns)
    with django_assert_num_queries(2):
        text = export_conversation(conversation, ExportFormat.MARKDOWN)
    assert text.count("## Turn ") == turns

"""All copies, or those that a filter leaves, as JSON Lines."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from clipboard.models import ClipboardEntry
from clipboard.services import make_stone, pin, save_clipboard_settings
from clipboard.tests.pages.conftest import HANDOFF, NEXT, QUESTION, Copies, copy


def exported(client: Client, **query: str) -> list[dict[str, Any]]:
    response = client.get("/clipboard/export", query)
    assert response["Content-Type"] == "application/jsonl; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="clipboard.jsonl"'
    return [json.loads(line) for line in b"".join(response).decode().splitlines()]


def test_every_copy_with_its_text_newest_first(
    person: Client, ann: User, copies: Copies, theirs: ClipboardEntry
) -> None:
    stone = make_stone(account=ann, entry_id=copies.handoff.pk)
    pin(account=ann, entry_id=copies.question.pk, is_pinned=True)
    rows = exported(person)
    assert [row["id"] for row in rows] == [copies.changed.pk, copies.question.pk, copies.handoff.pk]
    question = copies.question
    assert rows[1] == {
        "id": question.pk,
        "hash": question.sha256,
        "copied": question.copied.isoformat(),
        "source_app": "code",
        "capture_method": "watcher",
        "tokens": question.tokens,
        "characters": len(QUESTION),
        "pinned": True,
        "expires": None,
        "stone": None,
        "provenance": {
            "kind": "entry",
            "id": copies.handoff.pk,
            "hash": copies.handoff.sha256,
            "relation": "part",
            "overlap": 1.0,
        },
        "content": QUESTION,
    }
    assert rows[2]["stone"] == stone.content.border_hash
    assert rows[2]["content"] == HANDOFF
    assert rows[2]["provenance"] is None


def test_those_that_the_filters_leave(person: Client, ann: User, copies: Copies) -> None:
    assert [row["id"] for row in exported(person, q="bucket", app="code")] == [copies.question.pk]
    assert exported(person, pinned="yes") == []


def test_a_text_that_was_not_kept_is_null(person: Client, ann: User) -> None:
    save_clipboard_settings(ann, store_full=False)
    copy(ann, NEXT)
    assert [row["content"] for row in exported(person)] == [None]

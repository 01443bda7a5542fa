"""POST /assistant/api/level and stone: read through the ledger, and made of what was copied."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from assistant.tests.api_pages import Page, signed_in
from clipboard.models import ClipboardEntry
from clipboard.services import save_clipboard_settings
from core.llm import count_tokens
from inbox.services import create_agent
from inbox.services.manage_contacts import set_contact_policy
from inbox.services.send_messages import Outgoing, send_stone
from stones.format import parse
from stones.models import LedgerEntry, Stone
from stones.queries import assemble, reloaded
from stones.services import stone_text
from stones.services.pasted_stone import level_digest
from stones.tests.factories import LONG, store, write_levels


@pytest.fixture
def stone(account: User) -> Stone:
    stone = store(account, content=LONG)
    write_levels(stone)
    return stone


def load(page: Page, stone: Stone, level: int = 0) -> Any:
    return page.post("level", {"border_hash": stone.content.border_hash, "level": level})


def test_a_level_with_the_price_of_the_next(embedded: Page, stone: Stone) -> None:
    body = load(embedded, stone).json()
    prices = body["lod_tokens"]
    assert (body["level"], body["name"], body["tokens"]) == (0, "Scan", prices[0])
    assert body["tokens"] == count_tokens(body["content"])
    assert body["next"] == {"level": 1, "tokens": prices[1]}
    assert (body["border_hash"], body["sha256"]) == (stone.content.border_hash, stone.content.sha256)
    assert body["whole_tokens"] == stone.content.tokens == prices[-1]
    assert body["saved_tokens"] == stone.content.tokens - prices[0]
    assert body["url"] == f"/stones/{stone.content.border_hash}"


def test_each_level_is_recorded_in_the_ledger(embedded: Page, stone: Stone) -> None:
    bodies = [load(embedded, stone, level).json() for level in range(4)]
    read = LedgerEntry.objects.order_by("pk").values_list(
        "reader__name", "kind", "level", "tokens", "paste_tokens"
    )
    assert list(read) == [
        ("person ann", "level", body["level"], body["tokens"], stone.content.tokens) for body in bodies
    ]
    assert bodies[-1]["content"] == LONG
    assert (bodies[-1]["name"], bodies[-1]["next"], bodies[-1]["saved_tokens"]) == ("Source", None, 0)


def copy_of(text: str) -> dict[str, Any]:
    parsed = parse(text)
    levels = [level_digest(level) for level in parsed.levels]
    return {"header": text.partition("\n─")[0], "levels": levels, "is_whole": parsed.is_complete}


@pytest.mark.parametrize("max_lod", [0, 1, 3])
def test_a_copy_is_read_as_it_is_stored(embedded: Page, stone: Stone, max_lod: int) -> None:
    copy = copy_of(stone_text(assemble(reloaded(stone)), max_lod))
    fields = {"border_hash": stone.content.border_hash, "level": 0, "copy": copy}
    assert embedded.post("level", fields).status_code == 200
    assert LedgerEntry.objects.get().level == 0


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (("fortune: ", "fortune: task:other:simple\nnote: "), "header line 'fortune'"),
        (("created: 2", "created: 1"), "header line 'created'"),
        (("LOD-0: ", "LOD-0: Never: "), "LOD-0"),
    ],
)
def test_of_a_copy_that_says_something_else_nothing_is_read(
    embedded: Page, stone: Stone, change: tuple[str, str], difference: str
) -> None:
    copy = copy_of(stone_text(assemble(reloaded(stone)), 1).replace(*change))
    response = embedded.post("level", {"border_hash": stone.content.border_hash, "level": 0, "copy": copy})
    assert (response.status_code, response.json()["code"]) == (409, "copy_differs")
    assert response.json()["detail"].startswith(f"This copy's {difference} is not that of")
    assert not LedgerEntry.objects.exists()


def test_a_copy_of_no_stone_is_refused(embedded: Page, stone: Stone) -> None:
    fields = {"border_hash": stone.content.border_hash, "level": 0}
    copies: list[object] = [{"header": "x", "levels": [], "is_whole": False}, {"header": "x"}, []]
    for copy in copies:
        assert embedded.post("level", fields | {"copy": copy}).status_code in (400, 422)
    assert not LedgerEntry.objects.exists()


def test_a_stone_that_was_sent_to_the_account(other: User, stone: Stone) -> None:
    create_agent(account=other, name="thief")
    set_contact_policy(account=other, policy="open")
    koda = create_agent(account=stone.account, name="koda")
    outgoing = Outgoing(recipients=["thief@mallory"])
    send_stone(sender=koda, stone=stone.content.border_hash, outgoing=outgoing)
    assert load(signed_in(other), stone, 1).status_code == 200


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"level": 9}, 404, "level_not_found"),
        ({"level": -1}, 404, "level_not_found"),
        ({"border_hash": "0" * 8}, 404, "stone_not_found"),
        ({"border_hash": "xyz"}, 400, "invalid_hash"),
        ({"border_hash": 7}, 400, "invalid"),
        ({"level": "0"}, 400, "invalid"),
        ({"level": True}, 400, "invalid"),
        ({"max": 1}, 400, "invalid"),
    ],
    ids=["too high", "negative", "unknown", "no hash", "number", "text", "flag", "unknown field"],
)
def test_a_level_refused(own: Page, stone: Stone, fields: dict[str, Any], status: int, code: str) -> None:
    response = own.post("level", {"border_hash": stone.content.border_hash, "level": 0} | fields)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize("body", [b"", b"[]", b'{"level": 0, "level": 1}', b"\xff", b"{"])
def test_a_body_that_is_none(own: Page, body: bytes) -> None:
    assert own.post("level", body).status_code == 400


def test_what_was_copied_becomes_a_stone(embedded: Page, account: User) -> None:
    response = embedded.post("stone", {"content": LONG, "source_app": "https://notes.example.org/ui?token=x"})
    body = response.json()
    assert response.status_code == 201
    parsed = parse(body["qastone"])
    assert parsed.levels[-1] == LONG
    assert (parsed.header.stone_type, parsed.header.source_agent) == ("clipboard", "user")
    stone = Stone.objects.get(account=account)
    assert (body["border_hash"], body["tokens"]) == (stone.content.border_hash, stone.content.tokens)
    assert body["lod_tokens"][-1] == body["tokens"]
    entry = ClipboardEntry.objects.get()
    assert (entry.capture_method, entry.source_app, entry.stone) == (
        "widget",
        "https://notes.example.org/ui",
        stone,
    )
    # Making one is no reading of it.
    assert not LedgerEntry.objects.exists()


def test_the_same_text_again_is_the_same_stone(own: Page) -> None:
    first, second = (
        own.post("stone", {"content": "The server listens on port 7892."}).json() for _ in range(2)
    )
    assert first == second
    assert (Stone.objects.count(), ClipboardEntry.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        ("", 400, "content_not_text"),
        ("half \ud800", 400, "content_not_text"),
        ("AKIAQ3EGRTZVKW5LNB7D", 422, "secret_copied"),
        (7, 400, "invalid"),
    ],
    ids=["empty", "half a character", "secret", "number"],
)
def test_a_copy_refused(own: Page, content: Any, status: int, code: str) -> None:
    response = own.post("stone", {"content": content})
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not ClipboardEntry.objects.exists()


def test_while_the_clipboard_is_paused(own: Page, account: User) -> None:
    save_clipboard_settings(account, is_paused=True)
    response = own.post("stone", {"content": "The server listens on port 7892."})
    assert (response.status_code, response.json()["code"]) == (409, "clipboard_paused")
    assert not ClipboardEntry.objects.exists()


def test_a_key_alone_makes_none(visited: Page) -> None:
    assert visited.post("stone", {"content": "A text."}).status_code == 403
    assert not ClipboardEntry.objects.exists()

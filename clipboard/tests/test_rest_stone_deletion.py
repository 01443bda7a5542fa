"""DELETE /api/stone/{border_hash} of a text that was copied."""

import pytest

from clipboard.models import ClipboardEntry
from clipboard.services import pin
from clipboard.tests.copy_factories import copy
from clipboard.tests.rest_calls import problem_body
from core.rest.tests.access_assertions import Personas
from stones.models import Content, Stone
from stones.tests.factories import LONG, store


@pytest.fixture
def stone(personas: Personas) -> Stone:
    return store(personas.account, content=LONG)


def url_of(stone: Stone) -> str:
    return f"/api/stone/{stone.content.border_hash}"


def pinned_copy(personas: Personas) -> ClipboardEntry:
    entry = copy(personas.account, LONG)
    return pin(account=personas.account, entry_id=entry.pk, is_pinned=True)


def test_delete_takes_the_copies_of_its_text(personas: Personas, stone: Stone) -> None:
    copy(personas.account, LONG)
    assert personas.owner.delete(url_of(stone)).json()["copies"] == 1
    assert not ClipboardEntry.objects.exists()


@pytest.mark.parametrize("query", ["", "?delete_pinned=false"])
def test_a_pinned_copy_holds_its_text(personas: Personas, stone: Stone, query: str) -> None:
    entry = pinned_copy(personas)
    problem = problem_body(personas.owner.delete(f"{url_of(stone)}{query}"), 409, "pinned_copies")
    assert problem["pinned"] == [entry.pk]
    assert "Nothing was deleted" in problem["detail"]
    assert (Stone.objects.get(), ClipboardEntry.objects.get()) == (stone, entry)


def test_a_pinned_copy_goes_when_that_is_meant(personas: Personas, stone: Stone) -> None:
    pinned_copy(personas)
    assert personas.owner.delete(f"{url_of(stone)}?delete_pinned=true").json()["copies"] == 1
    assert not Content.objects.exists()
    assert not ClipboardEntry.objects.exists()


def test_breaking_a_pin_takes_the_right_to_the_clipboard(personas: Personas, stone: Stone) -> None:
    pinned_copy(personas)
    client = personas.without_scope("clipboard:write")
    problem = problem_body(client.delete(f"{url_of(stone)}?delete_pinned=true"), 403, "missing_scope")
    assert "clipboard:write" in problem["detail"]
    assert Stone.objects.get() == stone

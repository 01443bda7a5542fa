"""POST /clipboard/chosen, and stones that are deleted together while copies of some are pinned."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clipboard.models import ClipboardEntry
from clipboard.services import make_stone, pin
from clipboard.tests.pages.conftest import copy
from stones.models import Stone


@pytest.fixture
def three(ann: User) -> list[ClipboardEntry]:
    return [copy(ann, f"Text number {number} of the export job.") for number in range(3)]


def post(client: Client, action: str, rows: list[ClipboardEntry]) -> str:
    keys = [row.pk for row in rows]
    response = client.post("/clipboard/chosen", {"action": action, "chosen": keys}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def pinned() -> set[str]:
    return set(ClipboardEntry.objects.filter(is_pinned=True).values_list("pk", flat=True))


def test_copies_are_pinned_together_and_the_undo_leaves_what_was_pinned_before(
    person: Client, ann: User, three: list[ClipboardEntry]
) -> None:
    pin(account=ann, entry_id=three[0].pk, is_pinned=True)
    page = post(person, "pin", three)
    assert "2 copies pinned." in page
    undo = page[page.index('class="undo"') :].split("</form>")[0]
    assert 'name="action" value="unpin"' in undo
    assert (three[0].pk in undo, three[1].pk in undo) == (False, True)
    assert "1 copy unpinned." in post(person, "unpin", three[2:])
    assert pinned() == {three[0].pk, three[1].pk}


def test_chosen_copies_are_sent_as_stones(person: Client, ann: User, three: list[ClipboardEntry]) -> None:
    page = post(person, "send", three[:2])
    stones = Stone.objects.filter(account=ann)
    assert stones.count() == 2
    assert all(stone.content.border_hash in page for stone in stones)
    post(person, "send", three[:2])
    assert stones.count() == 2  # the same ones


def test_a_copy_without_its_text_is_not_sent(person: Client, three: list[ClipboardEntry]) -> None:
    ClipboardEntry.objects.filter(pk=three[0].pk).update(content=None)
    page = post(person, "send", three[:1])
    assert "1 copy cannot be sent now: the text was not kept" in page
    assert not Stone.objects.exists()


def test_deleting_asks_with_the_number_and_then_does_it(person: Client, three: list[ClipboardEntry]) -> None:
    assert "Delete 2 copies?" in post(person, "ask-delete", three[:2])
    assert ClipboardEntry.objects.count() == 3
    assert "2 copies deleted." in post(person, "delete", three[:2])
    assert list(ClipboardEntry.objects.all()) == three[2:]


def test_the_export_has_the_chosen_ones(person: Client, three: list[ClipboardEntry]) -> None:
    keys = [row.pk for row in three[:2]]
    response: Any = person.post("/clipboard/chosen", {"action": "export", "chosen": keys})
    rows = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]
    assert {row["id"] for row in rows} == set(keys)
    assert "attachment" in response["Content-Disposition"]


@pytest.mark.parametrize("action", ["pin", "delete", "export", "ask-delete"])
def test_another_accounts_copies_are_not_there(
    client: Client, three: list[ClipboardEntry], action: str
) -> None:
    client.force_login(User.objects.create_user("mallory"))
    assert "Nothing was selected." in post(client, action, three)
    assert ClipboardEntry.objects.filter(is_pinned=False).count() == 3


def test_a_stone_whose_copy_is_pinned_stays_and_is_counted(
    person: Client, ann: User, three: list[ClipboardEntry]
) -> None:
    stones = [make_stone(account=ann, entry_id=row.pk) for row in three]
    pin(account=ann, entry_id=three[0].pk, is_pinned=True)
    keys = [stone.pk for stone in stones]
    response = person.post("/stones/chosen", {"action": "delete", "chosen": keys}, follow=True)
    assert "2 stones deleted. 1 stayed" in response.content.decode()
    assert list(Stone.objects.values_list("pk", flat=True)) == [stones[0].pk]
